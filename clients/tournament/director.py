"""A director who pairs and starts one round after another until the tournament is over."""

from collections.abc import Callable, Iterable

from clients.lib.tournament import TournamentHandle
from clients.tournament.report import round_lines, standings_lines
from protocol.tournament import acts
from protocol.tournament.views import RoundView

Tell = Callable[[str], None]


async def gather(tournament: TournamentHandle, players: int, tell: Tell) -> None:
    """Until so many players are here; meanwhile it is told how many are, whenever that changes."""
    while (known := here(tournament)) < players:
        tell(f"{known} of {players} players are here")
        await _other_than(tournament, known)


async def _other_than(tournament: TournamentHandle, known: int) -> None:
    await tournament.until(lambda: here(tournament) != known)


def here(tournament: TournamentHandle) -> int:
    """How many players could be paired now."""
    return sum(player.here != "no" and player.gone is None for player in tournament.view.players)


async def direct(tournament: TournamentHandle, tell: Tell, anyway: bool = False) -> None:
    """Start the tournament and run its rounds, wherever it stands; `anyway`: also with a rematch or a second bye.

    Results come from the boards, or from whoever reports them elsewhere. Raises what `TournamentHandle` raises.
    """
    if tournament.view.head.phase == "registration":
        await tournament.conduct(acts.Start())
        await tournament.until(lambda: tournament.view.head.phase != "registration")
    while tournament.view.head.phase == "running":
        await _one_step(tournament, tell, anyway)
    _tell(tell, standings_lines(tournament.view))


async def _one_step(tournament: TournamentHandle, tell: Tell, anyway: bool) -> None:
    await tournament.until(lambda: _over(tournament) or tournament.view.head.paused is None)
    current = tournament.view.current
    if _over(tournament):
        return
    if current is None or current.closed:
        await (_finish(tournament) if tournament.view.head.played_out else _pair(tournament, anyway))
    else:
        if current.started is None:
            _tell(tell, round_lines(tournament.view, current))
            await _start(tournament, current.number)
        await _see_through(tournament, current.number, tell)


async def _pair(tournament: TournamentHandle, anyway: bool) -> None:
    number = tournament.view.head.paired + 1
    await tournament.conduct(acts.PairRound(number, anyway))
    await tournament.until(lambda: _over(tournament) or tournament.view.head.paired >= number)


async def _start(tournament: TournamentHandle, number: int) -> None:
    await tournament.conduct(acts.StartRound(number))
    await tournament.until(lambda: _over(tournament) or _is_started(tournament.view.current))


def _is_started(current: RoundView | None) -> bool:
    return current is not None and current.started is not None


async def _see_through(tournament: TournamentHandle, number: int, tell: Tell) -> None:
    """Until the round is closed, or another director has changed his mind about it."""
    await tournament.until(lambda: _over(tournament) or not _is_played(tournament.view.current))
    current = tournament.view.current
    if current is not None and current.number == number and current.closed:
        _tell(tell, round_lines(tournament.view, current))
        if not tournament.view.head.played_out:
            _tell(tell, standings_lines(tournament.view))


def _is_played(current: RoundView | None) -> bool:
    return _is_started(current) and current is not None and not current.closed


async def _finish(tournament: TournamentHandle) -> None:
    await tournament.conduct(acts.Finish())
    await tournament.until(lambda: _over(tournament))


def _over(tournament: TournamentHandle) -> bool:
    return tournament.view.head.phase != "running"


def _tell(tell: Tell, lines: Iterable[str]) -> None:
    tell("\n".join(lines))
