"""What each player has done in each round: the one source of standings and of the next pairing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from protocol.tournament.events import Result, Score
from protocol.tournament.views import Deed
from server.tournaments.pairing import DOWN, UP, Contender
from server.tournaments.state import Match, Player, Round, TournamentState


@dataclass(frozen=True, slots=True)
class Entry:
    """One round of one player. `points`: for the standings; `score`: game points, his own first; `mars`: wins by it."""

    round: int
    deed: Deed
    opponent: str | None = None
    points: int = 0
    score: Score = (0, 0)
    mars: int = 0


History = Mapping[str, Sequence[Entry]]
"""For each player his rounds in order, from the first of the tournament."""


def history(state: TournamentState, through: int) -> History:
    """The first `through` rounds; who came later has missed some. Only a Swiss gives points for byes."""
    bye_points = 0 if state.schedule or state.bracket_from == 1 else 1
    entries: dict[str, list[Entry]] = {name: [] for name in state.players}
    for each in state.rounds[:through]:
        of_match = {name: match for match in each.matches.values() for name in match.players}
        for player in state.players.values():
            entries[player.id].append(_entry(each, player, of_match.get(player.id), bye_points))
    return entries


def _entry(each: Round, player: Player, match: Match | None, bye_points: int) -> Entry:
    if player.id in each.byes:
        return Entry(each.number, "bye", None, bye_points)
    if match is None:
        return Entry(each.number, "absent")
    opponent = match.opponent(player.id)
    if match.result is None:
        return Entry(each.number, "open", opponent)
    won = match.result.winner == player.id
    return _of_result(each.number, opponent, match.result, won, first=player.id == match.a)


def _of_result(number: int, opponent: str, result: Result, won: bool, first: bool) -> Entry:
    if result.kind != "played":
        return Entry(number, "forfeit_win" if won else "forfeit_loss", opponent, int(won))
    own, other = result.score if first else result.score[::-1]
    mars = result.mars[0 if first else 1]
    return Entry(number, "played", opponent, int(won), (own, other), mars)


def points(entries: Sequence[Entry]) -> int:
    return sum(entry.points for entry in entries)


def losses(entries: Sequence[Entry]) -> int:
    return sum(entry.deed in ("played", "forfeit_loss") and not entry.points for entry in entries)


# --- for the next pairing ---------------------------------------------------------------------------------------------


def contenders(state: TournamentState, through: int) -> list[Contender]:
    """Who is paired after the first `through` rounds: by seed, or as the lot of that round has it."""
    past = history(state, through)
    apart = _kept_apart(state.config.apart)
    return [_contender(past, player.id, apart.get(player.id, frozenset())) for player in _in_order(state, through)]


def _in_order(state: TournamentState, through: int) -> list[Player]:
    players = [player for player in state.active if player.joined <= through + 1]
    if state.config.format == "lives":
        past = history(state, through)
        players = [player for player in players if losses(past.get(player.id, ())) < state.config.lives]
    if state.config.order == "fold":
        return players
    return sorted(players, key=lambda player: sha256(f"{state.rng_seed} {through + 1} {player.id}".encode()).digest())


def _kept_apart(pairs: Sequence[tuple[str, str]]) -> dict[str, frozenset[str]]:
    both_ways = {*pairs, *((b, a) for a, b in pairs)}
    return {name: frozenset(b for a, b in both_ways if a == name) for name, _ in both_ways}


def _contender(past: History, name: str, apart: frozenset[str]) -> Contender:
    entries = past.get(name, ())
    met = {entry.opponent for entry in entries if entry.opponent is not None and entry.deed == "played"}
    had_bye = any(entry.deed in ("bye", "forfeit_win") for entry in entries)
    unplayed = sum(entry.deed != "played" for entry in entries)
    return Contender(name, points(entries), apart | met, had_bye, unplayed, _floated(past, entries))


def _floated(past: History, entries: Sequence[Entry]) -> int:
    """In the last round: down with a bye, a win by forfeit or more points than the opponent; up with fewer."""
    if not entries or entries[-1].deed == "absent":
        return 0
    last = entries[-1]
    if last.opponent is None or last.deed == "forfeit_win":
        return DOWN
    gap = points(entries[:-1]) - points(past[last.opponent][:-1])
    return DOWN if gap > 0 else UP if gap < 0 else 0
