"""Tournaments on the wire and in the store."""
