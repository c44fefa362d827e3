"""A large field: a log as the director's list of names would leave it, without a device for each player."""

from protocol.settings import Settings
from protocol.tournament.events import Commit, Config, Event, PlayerCheckedIn, PlayerRegistered, TournamentCreated

SWISS = Config(title="Open", format="swiss", rounds=9, matches=Settings(length=1))


def field(players: int, config: Config = SWISS, at: int = 1_800_000_000_000) -> list[Commit]:
    """A tournament in which so many are registered and here."""
    names = [f"p{number}" for number in range(1, players + 1)]
    here: list[Event] = [PlayerRegistered(name, f"Player {name[1:]}", int(name[1:])) for name in names]
    here += [PlayerCheckedIn(name) for name in names]
    return [Commit(at, (TournamentCreated(config, at),), "director"), Commit(at, tuple(here), "director")]
