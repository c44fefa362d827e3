"""What suits how many players, how long it takes, and whether a number of rounds makes sense."""

from typing import Final

from protocol.tournament.events import Config, Format
from protocol.tournament.views import Advice, Proposal
from server.tournaments.brackets import From, Node
from server.tournaments.knockout import nodes_of
from server.tournaments.schedule import rounds_needed
from server.tournaments.state import KNOCK_OUTS, TournamentState

MINUTE: Final = 60_000
ROUND_MINUTES: Final = (20, 51, 80)
"""How long a round lasts at the slow end, for matches to 1, 2 and 3; each further point is like the third."""


def propose(players: int) -> Proposal:
    """Up to 8 a round robin of single games, above that a Swiss of matches to 2."""
    format_: Format = "round_robin" if players <= 8 else "swiss"
    length = 1 if players <= 8 else 2
    rounds = rounds_needed(players) if players <= 8 else swiss_rounds(players)
    return Proposal(format_, rounds, length, rounds * round_minutes(length))


def swiss_rounds(players: int) -> int:
    """As many as a knock-out would have, at least 4, but no more than there are opponents."""
    return min(max(4, (players - 1).bit_length()), rounds_needed(players))


def advice(players: int, rounds: int) -> Advice:
    """What to say of a Swiss with so many rounds."""
    if rounds > rounds_needed(players):
        return "refuse"
    if rounds == rounds_needed(players):
        return "offer_round_robin"
    return "may_need_rematch" if 2 * rounds > players else "ok"


def round_minutes(length: int) -> int:
    """How long a round of matches to `length` lasts."""
    known = ROUND_MINUTES[min(length, len(ROUND_MINUTES)) - 1]
    return known + max(length - len(ROUND_MINUTES), 0) * (ROUND_MINUTES[-1] - ROUND_MINUTES[-2])


def stage_rounds(config: Config, players: int) -> int:
    """The rounds before a cut, or all of them."""
    match config.format:
        case "round_robin":
            return rounds_needed(players) * (2 if config.double else 1)
        case "swiss":
            return config.rounds or swiss_rounds(players)
        case "lives":
            return config.rounds or swiss_rounds(players) + 2 * config.lives
        case _:
            return _waves(nodes_of(config, players)) if players > 1 else 0


def all_rounds(config: Config, players: int) -> int:
    """With those of the knock-out after a cut. Of `lives` it is a guess."""
    cut = min(config.cut, players) if config.format not in KNOCK_OUTS else 0
    return stage_rounds(config, players) + (_waves(nodes_of(config, cut)) if cut > 1 else 0)


def _waves(nodes: tuple[Node, ...]) -> int:
    """How many rounds a table has, when everything is played as soon as it can be."""
    wave: dict[str, int] = {}
    for node in nodes:
        before = [feed.match for feed in (node.a, node.b) if isinstance(feed, From)]
        before += [] if node.replay_of is None else [node.replay_of]
        wave[node.match] = 1 + max((wave[match] for match in before), default=0)
    return max(wave.values(), default=0)


def estimated_end(state: TournamentState, now: int) -> int:
    """Server time in ms when the last round will be over, by what a round takes at the slow end.

    While the tournament is paused it moves along, as if it went on now.
    """
    one = round_minutes(state.length) * MINUTE
    left = max(all_rounds(state.config, entrants(state)) - len(state.rounds), 0)
    begin, current = max(now, state.break_until or 0), state.current
    if current is not None and not current.closed:
        paused = 0 if state.paused is None else now - state.paused.at
        begin = max(begin, (current.started or begin) + paused + current.extended + one)
    return begin + left * one


def entrants(state: TournamentState) -> int:
    """How many the first stage is played by."""
    fixed = state.schedule or (state.bracket if state.bracket_from == 1 else ())
    return len(fixed) or len(state.active)
