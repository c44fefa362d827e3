"""narde in a terminal: typed lines in, a board of plain text out.

`python -m clients.terminal --help` says how to start it, `help` inside what can be typed.
"""
