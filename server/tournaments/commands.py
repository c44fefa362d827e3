"""What the server itself asks of a tournament, and all that can be asked."""

from dataclasses import dataclass

from protocol.ids import PlayerId
from protocol.tournament.acts import AnyAct
from protocol.tournament.events import KeyRole


@dataclass(frozen=True, slots=True)
class Link:
    """This device has shown the player's own key."""

    player: str
    owner: PlayerId


@dataclass(frozen=True, slots=True)
class Issue:
    """A key is handed out, of which `digest` is kept. `alone`: those handed out before for the same are void."""

    digest: str
    role: KeyRole
    player: str | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class RecordGame:
    """A game of the match is over in its room; `winner` is a player. Named again, it is not counted again."""

    match: str
    game: int
    winner: str
    points: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Do what is due: close a round whose matches all have a result, forfeit who does not come, if it is set so."""


@dataclass(frozen=True, slots=True)
class GiveBack:
    """No server ran for `away` milliseconds: the round that is being played gets them back."""

    away: int


ServerCommand = Link | Issue | RecordGame | Settle | GiveBack
Command = AnyAct | ServerCommand
