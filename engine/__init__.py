"""The rules of Long Narde: positions, legal plays, games and matches.

Pure computation on the standard library. Nothing here waits, reads a clock, throws a die or knows a network; time and
luck are arguments.
"""
