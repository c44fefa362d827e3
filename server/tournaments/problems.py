"""The ways in which a command to a tournament can be wrong, as values that a client can explain."""

from dataclasses import dataclass

from protocol.tournament.errors import Wrong


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal: why, a sentence in English, and the matches or players that are concerned."""

    code: Wrong
    detail: str
    concerned: tuple[str, ...] = ()
