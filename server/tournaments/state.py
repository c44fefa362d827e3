"""A tournament as the fold of its log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from protocol.ids import PlayerId
from protocol.tournament import events as e
from protocol.tournament.events import Commit, Config, Event, Result, Score

KNOCK_OUTS = ("single_elimination", "double_elimination")


@dataclass(frozen=True, slots=True)
class Player:
    """`joined`: the first round he can play in. `withdrawn`: when and why he left, None while he is in."""

    id: str
    name: str
    seed: int
    joined: int
    owner: PlayerId | None = None
    checked_in: bool = False
    coming: bool = False
    withdrawn: e.PlayerWithdrawn | None = None

    @property
    def active(self) -> bool:
        """He is paired in the next round."""
        return self.withdrawn is None and (self.checked_in or self.coming)


@dataclass(frozen=True, slots=True)
class Match:
    """`ready`: since when each player sits at the board. `claims`: what each has said of a wooden board.

    `issue` is another number whenever the match is another one, so that its rooms are others as well. `report` says how
    the result came about, `corrections` what took its place; `result` is the one that counts.
    """

    id: str
    table: int
    a: str
    b: str
    issue: int = 0
    ready: Mapping[str, int] = field(default_factory=dict)
    started: int | None = None
    games: tuple[e.GameFinished, ...] = ()
    claims: Mapping[str, Score] = field(default_factory=dict)
    disputed: bool = False
    result: Result | None = None
    report: e.ResultReported | None = None
    corrections: tuple[e.ResultCorrected, ...] = ()

    @property
    def players(self) -> tuple[str, str]:
        return self.a, self.b

    @property
    def begun(self) -> bool:
        """Somebody has played in it or judged it; a forfeit that the server gave does not count."""
        judged = self.report is not None and (self.report.source != "server" or self.report.result.kind == "played")
        return self.started is not None or bool(self.games) or judged

    def opponent(self, player: str) -> str:
        return self.b if player == self.a else self.a


@dataclass(frozen=True, slots=True)
class Round:
    """`started` is server time, as if there had been no pauses; `extended` ms were added by the director.

    `edits`: what he changed in it before it began. `outdated`: since it was paired, an older result was corrected.
    """

    number: int
    matches: Mapping[str, Match]
    byes: tuple[str, ...]
    started: int | None = None
    extended: int = 0
    closed: bool = False
    edits: tuple[e.PairingEdited, ...] = ()
    outdated: bool = False

    @property
    def open_matches(self) -> list[Match]:
        return [match for match in self.matches.values() if match.result is None]

    @property
    def begun(self) -> bool:
        """Something has been played or decided in it by people."""
        return self.closed or any(match.begun for match in self.matches.values())

    def match_of(self, player: str) -> Match | None:
        return next((match for match in self.matches.values() if player in match.players), None)


@dataclass(frozen=True, slots=True)
class TournamentState:
    """Everything that is known of a tournament at `version`; version 0 is one that does not exist.

    `issued` counts the pairings that were ever published. `bracket_from`: the first round of the knock-out, or None.
    """

    code: str
    version: int = 0
    config: Config = Config()
    created: int = 0
    phase: Literal["registration", "running", "finished"] = "registration"
    check_in: bool = True
    players: Mapping[str, Player] = field(default_factory=dict)
    registered: int = 0
    rng_seed: int = 0
    rounds: tuple[Round, ...] = ()
    issued: int = 0
    schedule: tuple[str, ...] = ()
    bracket: tuple[str, ...] = ()
    bracket_from: int | None = None
    play_offs: Mapping[str, Match] = field(default_factory=dict)
    paused: e.Paused | None = None
    break_until: int | None = None
    announcement: e.AnnouncementMade | None = None
    featured: str | None = None
    keys: tuple[e.KeyIssued, ...] = ()
    finish: e.TournamentFinished | None = None

    @property
    def length(self) -> int:
        """A pairing unit is a match to so many points."""
        return self.config.matches.length

    @property
    def current(self) -> Round | None:
        """The round that was paired last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def active(self) -> list[Player]:
        """Who is paired in the next round, by seed."""
        return sorted((player for player in self.players.values() if player.active), key=lambda player: player.seed)

    @property
    def closed_rounds(self) -> int:
        return sum(each.closed for each in self.rounds)

    def match(self, name: str) -> Match | None:
        found = (each.matches[name] for each in self.rounds if name in each.matches)
        return next(found, self.play_offs.get(name))

    def round_of(self, match: str) -> Round | None:
        """None for a play-off."""
        return next((each for each in self.rounds if match in each.matches), None)

    def player_of(self, owner: PlayerId) -> Player | None:
        """The player for whom this phone or tablet plays."""
        return next((player for player in self.players.values() if player.owner == owner), None)


def fold(state: TournamentState, version: int, commit: Commit) -> TournamentState:
    """The tournament after one version of its log."""
    return replace(fold_events(state, commit.events), version=version)


def fold_events(state: TournamentState, events: Iterable[Event]) -> TournamentState:
    for event in events:
        state = fold_event(state, event)
    return state


def fold_event(state: TournamentState, event: Event) -> TournamentState:
    """The tournament after one fact."""
    match event:
        case (
            e.PlayerRegistered()
            | e.DeviceLinked()
            | e.PlayerRenamed()
            | e.PlayersMerged()
            | e.PlayerCheckedIn()
            | e.PlayerWithdrawn()
            | e.PlayerReturned()
        ):
            return _fold_player(state, event)
        case (
            e.RoundPaired()
            | e.PairingEdited()
            | e.RoundStarted()
            | e.RoundStartUndone()
            | e.ClockExtended()
            | e.RoundClosed()
            | e.PlayOffPaired()
        ):
            return _fold_round(state, event)
        case (
            e.MatchReady()
            | e.MatchStarted()
            | e.MatchCancelled()
            | e.GameFinished()
            | e.ScoreClaimed()
            | e.ResultDisputed()
            | e.ResultReported()
            | e.ResultCorrected()
        ):
            found = state.match(event.match)
            assert found is not None
            state = _with_match(state, _fold_match(found, event, state.issued + 1))
            return _outdated(state, event) if isinstance(event, e.ResultCorrected) else state
        case _:
            return _fold_tournament(state, event)


def _fold_tournament(state: TournamentState, event: e.TournamentEvent) -> TournamentState:
    match event:
        case e.TournamentCreated(config, at):
            return replace(state, config=config, created=at)
        case e.TournamentConfigured(config):
            return replace(state, config=config)
        case e.CheckInOpened():
            return replace(state, check_in=True)
        case e.CheckInClosed():
            return replace(state, check_in=False)
        case e.TournamentStarted(rng_seed):
            return replace(state, phase="running", rng_seed=rng_seed, check_in=False)
        case e.Paused():
            return replace(state, paused=event)
        case e.Resumed(at):
            return _resumed(state, at)
        case e.BreakBegun(until):
            return replace(state, break_until=until)
        case e.AnnouncementMade(text):
            return replace(state, announcement=event if text else None)
        case e.KeyIssued():
            return replace(state, keys=_with_key(state.keys, event))
        case e.TableFeatured(featured):
            return replace(state, featured=featured)
        case e.TournamentFinished():
            return replace(state, phase="finished", finish=event)
        case e.TournamentReopened():
            return replace(state, phase="running", finish=None)
        case _:
            assert_never(event)


def _with_key(keys: tuple[e.KeyIssued, ...], new: e.KeyIssued) -> tuple[e.KeyIssued, ...]:
    same = (new.role, new.player)
    return (*(key for key in keys if not new.alone or (key.role, key.player) != same), new)


def _resumed(state: TournamentState, at: int) -> TournamentState:
    """The clock of a running round stood still meanwhile."""
    assert state.paused is not None
    away, current = at - state.paused.at, state.current
    state = replace(state, paused=None)
    if current is None or current.started is None or current.closed:
        return state
    return _with_round(state, replace(current, started=current.started + away))


def _fold_player(state: TournamentState, event: e.PlayerEvent) -> TournamentState:
    if isinstance(event, e.PlayerRegistered):
        joined = sum(each.begun for each in state.rounds) + 1
        player = Player(event.player, event.name, event.seed, joined, event.owner)
        return _with_player(replace(state, registered=state.registered + 1), player)
    player = state.players[event.player]
    match event:
        case e.DeviceLinked(owner=owner):
            return _with_player(state, replace(player, owner=owner))
        case e.PlayerRenamed(name=name):
            return _with_player(state, replace(player, name=name))
        case e.PlayersMerged(into=into):
            return _merged(state, player, state.players[into])
        case e.PlayerCheckedIn(coming=coming):
            return _with_player(state, replace(player, checked_in=not coming, coming=coming))
        case e.PlayerWithdrawn():
            return _with_player(state, replace(player, withdrawn=event))
        case e.PlayerReturned():
            return _with_player(state, replace(player, withdrawn=None, checked_in=True, coming=False))
        case _:
            assert_never(event)


def _merged(state: TournamentState, gone: Player, into: Player) -> TournamentState:
    rest = {name: player for name, player in state.players.items() if name != gone.id}
    here = into.checked_in or gone.checked_in
    coming = not here and (into.coming or gone.coming)
    merged = replace(into, owner=into.owner or gone.owner, checked_in=here, coming=coming)
    return _with_player(replace(state, players=rest), merged)


def _fold_round(state: TournamentState, event: e.RoundEvent) -> TournamentState:
    match event:
        case e.RoundPaired():
            return _paired(state, event)
        case e.PairingEdited(number, _, pairings, _, byes):
            before, issue = state.rounds[number - 1], state.issued + 1
            edited = replace(before, matches=_matches(pairings, issue), byes=byes, edits=(*before.edits, event))
            return _with_round(replace(state, issued=issue), edited)
        case e.RoundStarted(number, at):
            begun = replace(state.rounds[number - 1], started=at, outdated=False)
            return _with_round(replace(state, break_until=None), begun)
        case e.RoundStartUndone(number):
            return _without_round(state, number)
        case e.ClockExtended(number, by):
            current = state.rounds[number - 1]
            return _with_round(state, replace(current, extended=current.extended + by))
        case e.RoundClosed(number):
            return _with_round(state, replace(state.rounds[number - 1], closed=True))
        case e.PlayOffPaired(name, a, b):
            new = _matches([e.Pairing(name, 1, a, b)], state.issued + 1)
            return replace(state, play_offs={**state.play_offs, **new}, issued=state.issued + 1)
        case _:
            assert_never(event)


def _paired(state: TournamentState, event: e.RoundPaired) -> TournamentState:
    state = _without_round(state, event.round)
    new = Round(event.round, _matches(event.pairings, state.issued + 1), event.byes)
    state = replace(state, rounds=(*state.rounds, new), issued=state.issued + 1)
    if event.schedule:
        state = replace(state, schedule=event.schedule)
    return replace(state, bracket=event.bracket, bracket_from=event.round) if event.bracket else state


def _without_round(state: TournamentState, number: int) -> TournamentState:
    """Without this round, which can only be the last, and without the stage that began with it."""
    state = replace(state, rounds=state.rounds[: number - 1])
    if number == 1:
        state = replace(state, schedule=())
    return replace(state, bracket=(), bracket_from=None) if number == state.bracket_from else state


def _fold_match(match_: Match, event: e.MatchEvent, issue: int) -> Match:
    match event:
        case e.MatchReady(_, player, at):
            return replace(match_, ready={**match_.ready, player: at})
        case e.MatchStarted(_, at):
            return replace(match_, started=at)
        case e.MatchCancelled():
            return Match(match_.id, match_.table, match_.a, match_.b, issue)
        case e.GameFinished():
            return replace(match_, games=(*match_.games, event))
        case e.ScoreClaimed(_, player, score):
            return replace(match_, claims={**match_.claims, player: score})
        case e.ResultDisputed():
            return replace(match_, disputed=True)
        case e.ResultReported():
            return replace(match_, result=event.result, report=event, disputed=False)
        case e.ResultCorrected():
            return replace(match_, result=event.result, corrections=(*match_.corrections, event))
        case _:
            assert_never(event)


def _outdated(state: TournamentState, event: e.ResultCorrected) -> TournamentState:
    """The last round may have been paired from a result that was wrong."""
    current = state.current
    if current is None or event.match in current.matches:
        return state
    return _with_round(state, replace(current, outdated=True))


def _matches(pairings: Iterable[e.Pairing], issue: int) -> dict[str, Match]:
    return {each.match: Match(each.match, each.table, each.a, each.b, issue) for each in pairings}


def _with_player(state: TournamentState, player: Player) -> TournamentState:
    return replace(state, players={**state.players, player.id: player})


def _with_round(state: TournamentState, changed: Round) -> TournamentState:
    rounds = tuple(changed if each.number == changed.number else each for each in state.rounds)
    return replace(state, rounds=rounds)


def _with_match(state: TournamentState, changed: Match) -> TournamentState:
    state = replace(state, issued=max(state.issued, changed.issue))
    held = state.round_of(changed.id)
    if held is None:
        return replace(state, play_offs={**state.play_offs, changed.id: changed})
    return _with_round(state, replace(held, matches={**held.matches, changed.id: changed}))
