"""A record tells the game as it stood in the end, and nothing else."""

from itertools import groupby
from random import Random

import pytest
from msgspec.structs import replace

from engine import match as matches
from engine.events import CascadeContinued, GameEnded, GameStarted, MatchEvent, PlayEnded, Stepped, StepUndone
from engine.match import Match
from engine.rules import make_rules
from protocol import commands as c
from protocol.codec import decode_commit, decode_message, encode_commit, encode_message, encode_record
from protocol.events import Commit, Event, MatchStarted, PlayerOffline
from protocol.messages import Record, SeatView
from protocol.settings import Settings
from server.rooms.decide import Absent, Present, SeatBot
from server.rooms.feed import key_of
from server.rooms.record import Cutting, listing, makes_records, may_read, records
from server.store.log import Entry
from tests.server.builders import (
    ADA,
    BLACK,
    BO,
    CASCADE,
    CODE,
    TIMED,
    WHITE,
    Log,
    game_of,
    next_command,
    on_roll,
    over,
    play_on,
    seated,
    state_of,
    table,
)
from tests.server.nodes import nodes


def entries(log: Log) -> list[Entry]:
    return [Entry(number, "", encode_commit(commit)) for number, commit in enumerate(log.commits, 1)]


def due(log: Log) -> tuple[Record, ...]:
    """The records that the last version has made ready."""
    return tuple(map(record_of, cuttings(log)))


def cuttings(log: Log) -> tuple[Cutting, ...]:
    return records(CODE, entries(log), log.state.version)


def record_of(cutting: Cutting) -> Record:
    """As a client reads it."""
    record = decode_message(frame_of(cutting))
    assert isinstance(record, Record)
    return record


def frame_of(cutting: Cutting) -> bytes:
    return encode_record(cutting.head, cutting.commits)


def facts(record: Record) -> list[object]:
    return [event for commit in record.commits for event in commit.events]


def replayed(record: Record) -> Match:
    rules = make_rules(record.settings.preset, **record.settings.overrides)
    return matches.replay(Match(rules), facts(record))  # type: ignore[arg-type]  # a record has no other facts


def test_record_runs_from_start_to_end() -> None:
    log = over(on_roll())
    (record,) = due(log)
    assert (record.room, record.match, record.game) == (CODE, 1, 1)
    assert (record.white, record.black) == (SeatView(player="ada", name="Ada"), SeatView(player="bo", name="Bo"))
    assert (record.settings, record.rules["head_limit"]) == (log.state.settings, 1)
    first, last = facts(record)[0], facts(record)[-1]
    assert isinstance(first, GameStarted)
    assert isinstance(last, GameEnded)
    assert (record.commits[0].at, last.winner) == (log.now, BLACK)


def test_game_of_a_longer_match_is_cut_out() -> None:
    log = over(on_roll(Settings(length=5)))
    first = due(log)[0]
    assert [type(fact) for fact in facts(first)].count(GameStarted) == 1
    log.do(ADA, c.Throw(id="t", room=CODE, turn=3), 4)
    assert due(log) == ()
    log.do(BO, c.Resign(id="r", room=CODE, points=2))
    (second,) = due(log)
    assert (second.match, second.game, facts(second)[0]) == (1, 2, GameStarted(2, 3))
    assert tuple(map(record_of, records(CODE, entries(log), first_end(log)))) == (first,)


def first_end(log: Log) -> int:
    return next(number for number, commit in enumerate(log.commits, 1) if any_end(commit))


def any_end(commit: Commit) -> bool:
    return any(isinstance(event, GameEnded) for event in commit.events)


def test_record_keeps_who_sat_there() -> None:
    log = over(on_roll())
    version = log.state.version
    log.do(BO, c.StandUp(id="up", room=CODE))
    log.system(SeatBot())
    (cutting,) = records(CODE, entries(log), version)
    assert cutting.head.black == SeatView(player="bo", name="Bo")
    over(log)
    (record,) = due(log)
    assert (record.match, record.black.bot) == (2, "steady")


def test_coming_and_going_is_left_out() -> None:
    log = on_roll()
    log.system(Absent(BLACK))
    log.system(Present(BLACK))
    (record,) = due(over(log))
    assert len(record.commits) == 4  # start, two opening dice, end
    assert not any(isinstance(fact, PlayerOffline) for fact in facts(record))


def test_taken_back_step_is_left_out() -> None:
    log = on_roll()
    for number in range(9):
        log.do(ADA, c.Step(id=f"s{number}", room=CODE, turn=2, point=24, die=6))
        log.do(ADA, c.Undo(id=f"u{number}", room=CODE, turn=2))
    position = game_of(log.state).position
    (record,) = due(over(log))
    assert len(record.commits) == 4
    assert game_of_record(record) == position


def game_of_record(record: Record) -> object:
    game = replayed(record).game
    assert game is not None
    return game.position


def test_taken_back_cascade_is_left_out() -> None:
    log = on_roll(CASCADE)
    log.do(ADA, c.Throw(id="1", room=CODE, turn=2), 1, 1)
    for point in (24, 23, 22, 21):
        log.do(ADA, c.Step(id=str(point), room=CODE, turn=2, point=point, die=1))
    log.do(ADA, c.Step(id="two", room=CODE, turn=2, point=20, die=2))
    log.do(ADA, c.Undo(id="u1", room=CODE, turn=2))
    log.do(ADA, c.Undo(id="u2", room=CODE, turn=2))
    position = game_of(log.state).position
    (record,) = due(over(log))
    assert [type(fact).__name__ for fact in facts(record)].count("CascadeContinued") == 0
    assert game_of_record(record) == position


@pytest.mark.parametrize("settings", [Settings(), CASCADE, TIMED])
async def test_record_replays_to_the_same_end(settings: Settings) -> None:
    async with nodes() as (node,):
        code, ada, bo = await table(node, settings)
        await play_on(node, code, {WHITE: ada, BLACK: bo}, Random(4), 3000)
        state, log = await state_of(node, code), await node.store.read(key_of(code))
        record = record_of(*records(code, log, state.version))
        assert any(b"step_undone" in entry.data for entry in log)
        assert not any(isinstance(fact, StepUndone) for fact in facts(record))
        assert state.match is not None
        assert state.match.game is not None
        match = replayed(record)
        assert (game_of_record(record), match.results) == (state.match.game.position, state.match.results)


def test_where_watchers_are_behind_games_wait_for_the_match() -> None:
    settings = Settings(length=3, watch_delay=2)
    log = over(on_roll(settings))
    assert not makes_records(settings, log.commits[-1].events)
    assert makes_records(Settings(length=3), log.commits[-1].events)
    over(log)
    assert makes_records(settings, log.commits[-1].events)
    assert [(record.match, record.game) for record in due(log)] == [(1, 1), (1, 2)]


def test_record_is_for_whoever_might_have_watched() -> None:
    (record,) = due(over(on_roll()))
    assert [may_read(record, player) for player in ("ada", "bo", "cy")] == [True, True, True]
    (record,) = due(over(on_roll(Settings(watchers=False))))
    assert [may_read(record, player) for player in ("ada", "bo", "cy")] == [True, True, False]


def test_public_game_is_listed() -> None:
    log = on_roll(Settings(public=True, preset="lange-narde"))
    log.now += 500
    (cutting,) = cuttings(over(log))
    line = listing(cutting)
    assert line is not None
    assert (line.room, line.match, line.game, line.at) == (CODE, 1, 1, log.now)
    assert (line.white, line.black, line.winner, line.points) == ("Ada", "Bo", BLACK, 2)
    assert (str(line.ending), line.preset, line.plays) == ("resigned", "lange-narde", 0)


@pytest.mark.parametrize("settings", [Settings(), Settings(public=True, watchers=False)])
def test_other_games_are_not_listed(settings: Settings) -> None:
    (cutting,) = cuttings(over(seated(settings)))
    assert listing(cutting) is None


# --- against the slow way ---------------------------------------------------------------------------------------------

Moments = list[tuple[int, int, Event]]


def evening(settings: Settings, random: Random, takebacks: float) -> Log:
    """Two matches of people who come and go at random."""
    log = seated(settings)
    play(log, random, takebacks)
    for actor in (ADA, BO):
        log.do(actor, c.Rematch(id="again", room=CODE))
    play(log, random, takebacks)
    return log


def play(log: Log, random: Random, takebacks: float) -> None:
    while log.state.running:
        log.now += 10
        if random.random() < 0.1:
            log.system(Absent(BLACK))
            log.system(Present(BLACK))
        color, command = next_command(log.state, str(log.now), random, takebacks)
        log.do(ADA if color is WHITE else BO, command, *random.choices(range(1, 7), k=9))


def all_cuttings(log: Log) -> list[Cutting]:
    """What every version has made ready."""
    versions = [n for n, commit in enumerate(log.commits, 1) if makes_records(log.state.settings, commit.events)]
    return [cutting for version in versions for cutting in records(CODE, entries(log), version)]


def slowly(log: Log, record: Record) -> bytes | str:
    """The frame of a record from a log of which everything is read and written anew."""
    commits = enumerate((decode_commit(entry.data) for entry in entries(log)), 1)
    moments = [(version, commit.at, event) for version, commit in commits for event in commit.events]
    events = [event for _, _, event in moments]
    match = events.index(MatchStarted(record.match))
    start = next(n for n, e in enumerate(events) if n > match and isinstance(e, GameStarted) and e.game == record.game)
    end = next(n for n, e in enumerate(events) if n > start and isinstance(e, GameEnded))
    of_game = [moment for moment in moments[start : end + 1] if isinstance(moment[2], MatchEvent)]
    together = groupby(without_takebacks(of_game), key=lambda moment: moment[:2])
    kept = tuple(Commit(at, tuple(event for _, _, event in group)) for (_, at), group in together)
    return encode_message(replace(record, commits=kept), text=False)


def without_takebacks(moments: Moments) -> Moments:
    """One after the other, each with a walk back to its step."""
    for place, (_, _, event) in enumerate(moments):
        if isinstance(event, StepUndone):
            step = max(before for before in range(place) if isinstance(moments[before][2], Stepped))
            between = [moment for moment in moments[step + 1 : place] if not isinstance(moment[2], CascadeContinued)]
            return without_takebacks(moments[:step] + between + moments[place + 1 :])
    return moments


@pytest.mark.parametrize("takebacks", [0, 0.1])
@pytest.mark.parametrize(
    "settings", [replace(CASCADE, length=2), replace(TIMED, length=2), Settings(length=3, watch_delay=2)]
)
def test_record_is_the_same_as_in_the_slow_way(settings: Settings, takebacks: float) -> None:
    log = evening(settings, Random(7), takebacks)
    found = all_cuttings(log)
    assert len(found) > 2
    for cutting in found:
        assert frame_of(cutting) == slowly(log, record_of(cutting))


def test_entries_of_the_game_alone_are_not_read() -> None:
    log = entries(evening(Settings(), Random(7), 0))
    (cutting,) = records(CODE, log, len(log))
    stored = {id(entry.data) for entry in log}
    assert sum(id(commit) in stored for commit in cutting.commits) == len(cutting.commits) - 2


def test_listing_counts_plays() -> None:
    for cutting in all_cuttings(evening(Settings(public=True), Random(7), 0.1)):
        line = listing(cutting)
        assert line is not None
        assert line.plays == sum(isinstance(fact, PlayEnded) for fact in facts(record_of(cutting))) > 0
