"""Rooms. A room is a log of facts: `decide` judges, `state` folds, `views` shows, `service` keeps, `feed` tells."""
