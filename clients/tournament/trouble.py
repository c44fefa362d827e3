"""Why a command cannot be obeyed."""


class Trouble(Exception):
    """One sentence for whoever has typed the command."""
