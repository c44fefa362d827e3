"""What everybody sees of a tournament. Each section is made from the fold alone, and owners, devices and keys stay out.

Times are server time in ms; those that are guesses are whole minutes, so that a guess does not change all the time.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, Literal

from protocol.codec import tournament_event_to_wire
from protocol.ids import PlayerId
from protocol.tournament import events as e
from protocol.tournament.events import Commit, Event, Score
from protocol.tournament.views import (
    BracketNode,
    CorrectionView,
    EditView,
    Gone,
    Head,
    JournalLine,
    MatchView,
    PlayerView,
    Role,
    RoundView,
    Standings,
    TournamentListing,
    Waiting,
    You,
)
from server.tournaments.brackets import NOBODY, Decided, Feed, From, Node, Sides
from server.tournaments.comparison import counted_rounds, tie_breaks, ties
from server.tournaments.knockout import bracket_of, nodes_of
from server.tournaments.plan import is_played_out
from server.tournaments.proposal import (
    MINUTE,
    advice,
    all_rounds,
    entrants,
    estimated_end,
    propose,
    round_minutes,
    stage_rounds,
)
from server.tournaments.results import choices_after_correction
from server.tournaments.standings import standings
from server.tournaments.state import KNOCK_OUTS, Match, Player, Round, TournamentState
from server.tournaments.timing import no_shows
from server.tournaments.waiting import waiting

RoomOf = Callable[[Match], str | None]
"""The code of the room where a match is played; None when it is on a wooden board."""
SHOWN_ELSEWHERE: Final = frozenset({"owner", "pairings", "pairings_before", "schedule", "bracket"})
"""What a line of the journal leaves out: owners are nobody's business, long lists are in the rounds and the bracket."""


# --- the tournament ---------------------------------------------------------------------------------------------------


def head(state: TournamentState, now: int, featured: str | None) -> Head:
    """How it stands at `now`. `featured`: the most exciting match, which is shown when the director has chosen none."""
    over, here, pinned = _is_over(state), entrants(state), _pinned(state)
    planned = state.phase == "registration" and here > 1
    return Head(
        config=state.config,
        phase=state.phase,
        check_in=state.check_in,
        paired=len(state.rounds),
        rounds=_rounds(state),
        played_out=over,
        advice=advice(here, _rounds(state)) if planned and state.config.format == "swiss" else "ok",
        proposal=propose(here) if planned else None,
        estimated_end=None if over or here < 2 else _whole_minute(estimated_end(state, now)),
        paused=None if state.paused is None else (state.paused.at, state.paused.reason),
        break_until=state.break_until if (state.break_until or 0) > now else None,
        announcement=None if state.announcement is None else (state.announcement.at, state.announcement.text),
        featured=pinned or featured,
        pinned=pinned is not None,
        late=no_shows(state, now),
        choices=choices_after_correction(state) if state.current is not None and state.current.outdated else (),
        finish=None if state.finish is None else state.finish.reason,
    )


def _is_over(state: TournamentState) -> bool:
    return state.phase == "finished" or (state.phase == "running" and is_played_out(state))


def _rounds(state: TournamentState) -> int:
    """How many it has when it is over; until then as many as it may have."""
    if _is_over(state):
        return len(state.rounds)
    planned = all_rounds(state.config, entrants(state))
    if state.bracket_from is not None:
        size = len(state.bracket)
        before = 0 if state.config.format in KNOCK_OUTS else stage_rounds(state.config, size)
        planned = state.bracket_from - 1 + all_rounds(state.config, size) - before
    return max(planned, len(state.rounds))


def _pinned(state: TournamentState) -> str | None:
    """The director's choice, until that match has its result."""
    match = None if state.featured is None else state.match(state.featured)
    return None if match is None or match.result is not None else match.id


def _whole_minute(at: int) -> int:
    return -(-at // MINUTE) * MINUTE


def listing(state: TournamentState) -> TournamentListing:
    """Its line in the list of tournaments."""
    return TournamentListing(
        tournament=state.code,
        title=state.config.title,
        format=state.config.format,
        phase=state.phase,
        players=len(state.players),
        round=len(state.rounds),
        rounds=_rounds(state),
        created=state.created,
    )


def journal(version: int, commit: Commit) -> list[JournalLine]:
    """The facts of one version that are for everybody."""
    return [
        JournalLine(version=version, at=commit.at, source=commit.source, event=_told(event))
        for event in commit.events
        if not isinstance(event, e.KeyIssued)
    ]


def _told(event: Event) -> dict[str, Any]:
    wire = tournament_event_to_wire(event)
    told = {name: value for name, value in wire.items() if name not in SHOWN_ELSEWHERE}
    if isinstance(event, e.PairingEdited):  # who meets whom now that did not before
        told["pairings"] = [new for new in wire["pairings"] if new not in wire["pairings_before"]]
    return told


# --- players ----------------------------------------------------------------------------------------------------------


def players(state: TournamentState) -> tuple[PlayerView, ...]:
    """Everybody who is registered, also those who have left, by seed."""
    return tuple(map(_player, sorted(state.players.values(), key=lambda player: player.seed)))


def _player(player: Player) -> PlayerView:
    return PlayerView(
        id=player.id,
        name=player.name,
        seed=player.seed,
        joined=player.joined,
        here="yes" if player.checked_in else "coming" if player.coming else "no",
        device=player.owner is not None,
        gone=None if player.withdrawn is None else _gone(player.withdrawn),
    )


def _gone(left: e.PlayerWithdrawn) -> Gone:
    return Gone(at=left.at, round=left.during_round, source=left.source, reason=left.reason)


def you(state: TournamentState, role: Role, device: PlayerId, now: int) -> You:
    """What this device is here. Whoever plays for nobody waits for nothing."""
    player = state.player_of(device)
    if player is None:
        return You(role=role, device=device)
    return You(role=role, device=device, player=player.id, waiting=_waiting(state, player.id, now))


def _waiting(state: TournamentState, name: str, now: int) -> Waiting:
    """A break has its own end, which is no guess."""
    waits = waiting(state, name, now)
    if waits.next_round is None or waits.why == "break":
        return waits
    return replace(waits, next_round=_whole_minute(waits.next_round))


# --- rounds -----------------------------------------------------------------------------------------------------------


def round_view(state: TournamentState, number: int, room_of: RoomOf) -> RoundView:
    """Round `number`, from 1, with its matches by table."""
    shown, kind = state.rounds[number - 1], _kind(state, number)
    nodes = nodes_of(state.config, len(state.bracket)) if kind == "knockout" else ()
    stages = {node.match: node.stage for node in nodes}
    return RoundView(
        number=number,
        kind=kind,
        matches=_matches(shown.matches, room_of, stages),
        byes=shown.byes,
        started=shown.started,
        ends=_ends(state, shown),
        closed=shown.closed,
        edits=tuple(map(_edit, shown.edits)),
    )


def play_offs(state: TournamentState, room_of: RoomOf) -> tuple[MatchView, ...]:
    """Matches beside the rounds, in the order in which they were paired."""
    return _matches(state.play_offs, room_of, {})


def _kind(state: TournamentState, number: int) -> Literal["round_robin", "swiss", "knockout"]:
    if state.bracket_from is not None and number >= state.bracket_from:
        return "knockout"
    return "round_robin" if state.schedule else "swiss"


def _ends(state: TournamentState, shown: Round) -> int | None:
    return None if shown.started is None else shown.started + round_minutes(state.length) * MINUTE + shown.extended


def _edit(edit: e.PairingEdited) -> EditView:
    return EditView(
        at=edit.at,
        reason=edit.reason,
        before=_apart_from(edit.pairings_before, edit.pairings),
        after=_apart_from(edit.pairings, edit.pairings_before),
    )


def _apart_from(pairings: Sequence[e.Pairing], others: Sequence[e.Pairing]) -> tuple[tuple[str, str, str], ...]:
    same = frozenset(others)
    return tuple((each.match, each.a, each.b) for each in pairings if each not in same)


def _matches(matches: Mapping[str, Match], room_of: RoomOf, stages: Mapping[str, str]) -> tuple[MatchView, ...]:
    return tuple(_match(match, room_of(match), stages.get(match.id, "")) for match in matches.values())


def _match(match: Match, room: str | None, stage: str) -> MatchView:
    report = match.report
    return MatchView(
        match=match.id,
        table=match.table,
        a=match.a,
        b=match.b,
        stage=stage,
        room=room,
        ready=tuple(match.ready),
        started=match.started,
        score=_score(match),
        claims=dict(match.claims),
        disputed=match.disputed,
        result=match.result,
        source=None if report is None else report.source,
        reason="" if report is None else report.reason,
        reported=None if report is None else report.at,
        corrections=tuple(_corrections(match)),
    )


def _score(match: Match) -> Score:
    """Of a match that was played to its end, as it counts; else what the games so far have given."""
    if match.result is not None and match.result.kind == "played":
        return match.result.score
    return _won(match, match.a), _won(match, match.b)


def _won(match: Match, player: str) -> int:
    return sum(game.points for game in match.games if game.winner == player)


def _corrections(match: Match) -> Iterable[CorrectionView]:
    """Each with the result that stood before it: the reported one, then those of the corrections in order."""
    if match.report is None:
        return
    results = [match.report.result, *(each.result for each in match.corrections)]
    for each, (before, after) in zip(match.corrections, pairwise(results), strict=True):
        yield CorrectionView(at=each.at, source=each.source, reason=each.reason, before=before, after=after)


# --- standings and bracket --------------------------------------------------------------------------------------------


def standings_view(state: TournamentState) -> Standings:
    """The newest table that is fair, and the places that everybody had one round earlier."""
    through = counted_rounds(state)
    rows = standings(state, through)
    earlier = standings(state, through - 1) if through > 1 else ()
    return Standings(
        through=through,
        rows=rows,
        tie_breaks=tie_breaks(state, through),
        before={row.player: row.rank for row in earlier if row.rank},
        ties=ties(state, rows),
    )


def bracket_view(state: TournamentState) -> tuple[BracketNode, ...] | None:
    """All matches of the knock-out, in an order in which they can be played; None until it has begun."""
    bracket = bracket_of(state)
    if bracket is None:
        return None
    sides, decided = bracket.progress()
    return tuple(_node(node, sides, decided) for node in bracket.nodes)


def _node(node: Node, sides: Sides, decided: Mapping[str, Decided]) -> BracketNode:
    """Where a player comes from is said also when he is known. No match is needed where nobody comes."""
    a, b = sides.get(node.match, (None, None))
    winner, _ = decided.get(node.match, (NOBODY, NOBODY))
    return BracketNode(
        match=node.match,
        stage=node.stage,
        a=a or None,
        b=b or None,
        a_from=_origin(node.a, a),
        b_from=_origin(node.b, b),
        winner=winner or None,
        needed=node.match in sides and NOBODY not in (a, b),
    )


def _origin(feed: Feed, player: str | None) -> str:
    return f"{feed.role} {feed.match}" if isinstance(feed, From) and player != NOBODY else ""
