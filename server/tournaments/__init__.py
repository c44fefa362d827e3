"""Tournaments: a second aggregate of the same shape as a room, and how its rounds are paired and its players ranked."""
