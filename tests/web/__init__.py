"""The web client in a real browser, against real servers."""
