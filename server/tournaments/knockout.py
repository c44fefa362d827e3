"""The bracket of a tournament: its table with the results so far."""

from protocol.tournament.events import Config
from server.tournaments.brackets import NOBODY, Bracket, Decided, Node, double_elimination, single_elimination
from server.tournaments.state import Match, TournamentState


def nodes_of(config: Config, players: int) -> tuple[Node, ...]:
    """The table for so many players."""
    if config.format == "double_elimination":
        return double_elimination(players, reset=config.grand_final == "reset")
    return single_elimination(players, config.third_place, config.consolation)


def bracket_of(state: TournamentState, through: int | None = None) -> Bracket | None:
    """After that many rounds of the tournament, or all; None until a knock-out has begun."""
    if state.bracket_from is None:
        return None
    matches = (match for each in state.rounds[state.bracket_from - 1 : through] for match in each.matches.values())
    decided = {match.id: _decided(match, match.result.winner) for match in matches if match.result is not None}
    return Bracket(nodes_of(state.config, len(state.bracket)), state.bracket, decided)


def _decided(match: Match, winner: str | None) -> Decided:
    return (NOBODY, NOBODY) if winner is None else (winner, match.opponent(winner))
