"""A tournament as a server tells it, small and made by hand."""

from msgspec.structs import replace

from protocol import commands as c
from protocol.messages import Ack, AnyMessage, Key, Tournament, Tournaments, TournamentYou
from protocol.tournament.events import Config, Result
from protocol.tournament.views import Head, MatchView, PlayerView, Role, RoundView, Standings, TournamentListing, You

CUP, KEY = "NARDE7", "k" * 22
HEAD = Head(config=Config("Cup"), phase="registration", check_in=True, paired=0, rounds=1)
LISTING = TournamentListing(
    tournament=CUP, title="Cup", format="swiss", phase="registration", players=2, round=0, rounds=1, created=1
)


def player(number: int, name: str, here: bool = True) -> PlayerView:
    return PlayerView(id=f"p{number}", name=name, seed=number, joined=1, here="yes" if here else "no", device=True)


def game(number: int, result: Result | None = None, started: int | None = 1, room: str | None = "ABC234") -> RoundView:
    """A round of one table."""
    table = MatchView(match=f"r{number}t1", table=1, a="p1", b="p2", room=room, result=result)
    return RoundView(number=number, kind="swiss", matches=(table,), started=started, closed=result is not None)


def complete(version: int = 1, rounds: tuple[RoundView, ...] = (), head: Head = HEAD) -> Tournament:
    return Tournament(
        tournament=CUP,
        version=version,
        at=version,
        head=replace(head, paired=len(rounds)),
        players=(player(1, "Ada"), player(2, "Bo")),
        rounds=rounds,
        play_offs=(),
        standings=Standings(through=0, rows=(), tie_breaks=("points",)),
    )


def you(role: Role = "viewer", name: str | None = None) -> TournamentYou:
    return TournamentYou(tournament=CUP, you=You(role=role, device="me", player=name))


class Desk:
    """Answers what a server would, with the tournament that it is given; the director's key is `KEY`."""

    def __init__(self) -> None:
        self.tournament = complete()

    def __call__(self, command: c.OfTournaments) -> list[AnyMessage]:
        ack = Ack(id=command.id, version=self.tournament.version)
        match command:
            case c.OpenTournament(key=key):
                return [ack, self.tournament, you("viewer" if key is None else "director")]
            case c.ListTournaments():
                return [ack, Tournaments(tournaments=(LISTING,))]
            case c.ImportTournament(part=part, parts=parts) if part < parts:
                return [ack]
            case c.CreateTournament() | c.ImportTournament() | c.IssueKey():
                return [ack, Key(tournament=CUP, role="director", key=KEY)]
            case _:
                return [ack]
