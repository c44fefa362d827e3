"""What the next round is: by schedule, by Swiss pairing, or from the bracket."""

from collections.abc import Iterable
from dataclasses import replace

from protocol.tournament.errors import Wrong
from protocol.tournament.events import Pairing, RoundPaired
from server.tournaments.history import contenders, history
from server.tournaments.knockout import bracket_of
from server.tournaments.pairing import Paired, Unavoidable, pair
from server.tournaments.problems import Problem
from server.tournaments.proposal import entrants, stage_rounds
from server.tournaments.schedule import round_robin
from server.tournaments.standings import annulled, standings
from server.tournaments.state import KNOCK_OUTS, TournamentState, fold_event

NOTHING_LEFT = Problem(Wrong.NO_MORE_ROUNDS, "All rounds are played.")
TOO_FEW = Problem(Wrong.NOT_ENOUGH_PLAYERS, "Fewer than two players are here.")


def next_round(state: TournamentState, anyway: bool = False) -> RoundPaired | Problem:
    """The round after those that there are. `anyway`: also with a rematch or a second bye."""
    number = len(state.rounds) + 1
    if state.bracket_from is not None:
        return _from_bracket(state, number)
    if len(state.active) < 2:
        return TOO_FEW
    if state.config.format in KNOCK_OUTS:
        return _new_bracket(state, number, [player.id for player in state.active])
    if _first_stage_is_over(state):
        return _after_first_stage(state, number)
    if state.config.format == "round_robin":
        return _scheduled(state, number)
    return _swiss(state, number, anyway)


def is_played_out(state: TournamentState) -> bool:
    """No round is open and none will follow."""
    if state.current is not None and not state.current.closed:
        return False
    if bracket := bracket_of(state):
        return not bracket.playable()
    if state.config.format in KNOCK_OUTS:
        return False
    return _first_stage_is_over(state) and not state.config.cut


def _first_stage_is_over(state: TournamentState) -> bool:
    """All its rounds are there; with lives, when one is left, unless the rounds are counted as well."""
    if state.config.format == "lives":
        one_is_left = len(contenders(state, len(state.rounds))) < 2
        return one_is_left or 0 < state.config.rounds <= len(state.rounds)
    return len(state.rounds) >= stage_rounds(state.config, entrants(state))


def _after_first_stage(state: TournamentState, number: int) -> RoundPaired | Problem:
    """The best of the table go on, without those who have left."""
    ranked = [row.player for row in standings(state) if row.rank and state.players[row.player].active]
    best = ranked[: state.config.cut]
    return _new_bracket(state, number, best) if len(best) > 1 else NOTHING_LEFT


# --- knock-out --------------------------------------------------------------------------------------------------------


def _new_bracket(state: TournamentState, number: int, players: list[str]) -> RoundPaired | Problem:
    begun = fold_event(state, RoundPaired(number, (), bracket=tuple(players)))
    first = _from_bracket(begun, number)
    return first if isinstance(first, Problem) else replace(first, bracket=tuple(players))


def _from_bracket(state: TournamentState, number: int) -> RoundPaired | Problem:
    """Everything that can be played now. In the first round the best have a bye if the bracket is not full."""
    bracket = bracket_of(state)
    assert bracket is not None
    playable = bracket.playable()
    if not playable:
        return NOTHING_LEFT
    busy = {name for _, a, b in playable for name in (a, b)}
    byes = tuple(name for name in state.bracket if name not in busy) if number == state.bracket_from else ()
    tables = enumerate(playable, start=1)
    return RoundPaired(number, tuple(Pairing(match, table, a, b) for table, (match, a, b) in tables), byes)


# --- round robin ------------------------------------------------------------------------------------------------------


def _scheduled(state: TournamentState, number: int) -> RoundPaired:
    """By the schedule of the first round. Who has left with few games has no more matches, others lose theirs."""
    players = state.schedule or tuple(player.id for player in state.active)
    meeting = round_robin(players, state.config.double)[number - 1]
    gone = annulled(state, history(state, number - 1)) if state.schedule else frozenset()
    pairs = [each for each in meeting.pairs if gone.isdisjoint(each)]
    busy = {name for each in pairs for name in each}
    byes = tuple(name for name in players if name not in busy | gone and state.players[name].active)
    return RoundPaired(number, _tables(number, pairs), byes, schedule=() if state.schedule else players)


def _tables(number: int, pairs: Iterable[tuple[str, str]]) -> tuple[Pairing, ...]:
    return tuple(Pairing(f"r{number}t{table}", table, a, b) for table, (a, b) in enumerate(pairs, start=1))


# --- Swiss ------------------------------------------------------------------------------------------------------------


def _swiss(state: TournamentState, number: int, anyway: bool) -> RoundPaired | Problem:
    field = contenders(state, number - 1)
    last = stage_rounds(state.config, len(field))
    found = pair(field, ahead=number < last and 2 * last > len(field))
    if isinstance(found, Unavoidable):
        return _round(number, found.best) if anyway else _repeats(state, found.best)
    return _round(number, found)


def _round(number: int, found: Paired) -> RoundPaired:
    byes = () if found.bye is None else (found.bye,)
    return RoundPaired(number, _tables(number, found.pairs), byes, found.cost)


def _repeats(state: TournamentState, best: Paired) -> Problem:
    """Nothing is published; the director is told what the least bad round would repeat."""
    met = {player.id: player.met for player in contenders(state, len(state.rounds))}
    again = [f"{state.players[a].name} – {state.players[b].name}" for a, b in best.pairs if b in met[a]]
    if best.cost.second_byes and best.bye is not None:
        again.append(f"{state.players[best.bye].name} (second bye)")
    players = tuple(name for a, b in best.pairs if b in met[a] for name in (a, b))
    return Problem(Wrong.REPEATS, f"There is no round without: {', '.join(again)}.", players)
