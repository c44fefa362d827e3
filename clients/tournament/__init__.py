"""A tournament from the shell: made, filled, run and shown, with bots where people are missing."""
