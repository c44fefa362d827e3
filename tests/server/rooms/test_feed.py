"""One node's copy of a room: what it remembers, and what it sends to whom."""

from collections.abc import Iterable
from itertools import pairwise

from msgspec.structs import replace

from clients.lib.view import apply
from protocol import commands as c
from protocol import limits
from protocol.codec import decode_message, encode_commit
from protocol.errors import Code
from protocol.events import Commit, PlayerOffline, PlayerOnline
from protocol.messages import AnyMessage, Error, Events, Heartbeat, Snapshot, StepGraph
from protocol.settings import Settings
from server.rooms import views
from server.rooms.feed import OPS_KEPT, Room
from server.rooms.viewers import Viewer
from server.store.log import Entry
from tests.server.builders import ADA, BLACK, BO, CASCADE, CODE, TIMED, WHITE, Log, game_of, on_roll, over, seated

NOW = 1_000_000


class Ears:
    """A viewer and everything that he has heard."""

    def __init__(self, player: str, text: bool = False) -> None:
        self.heard: list[AnyMessage] = []
        self.viewer = Viewer(player, text, lambda frame: self.heard.append(decode_message(frame)))

    def kinds(self) -> list[str]:
        return [type(message).__name__ for message in self.heard]

    @property
    def versions(self) -> list[int]:
        return [message.version for message in self.heard if isinstance(message, Snapshot | Events)]

    def forget(self) -> None:
        self.heard.clear()


def entries(commits: Iterable[Commit]) -> list[Entry]:
    return [Entry(version, f"ada/{version}", encode_commit(commit)) for version, commit in enumerate(commits, start=1)]


def copy_of(log: Log) -> Room:
    room = Room.empty(CODE)
    room.catch_up(entries(log.commits))
    assert room.state == log.state
    return room


def follow(room: Room, player: str, after: int | None = None) -> Ears:
    ears = Ears(player)
    room.attach(ears.viewer, after, NOW)
    return ears


def keep_up(room: Room, log: Log) -> None:
    """Bring the copy to where the log is."""
    room.catch_up(entries(log.commits))


def flicker(log: Log, times: int) -> Log:
    """Facts that move nothing: Bo goes and comes back."""
    for _ in range(times):
        log.add((PlayerOffline(BLACK, log.now),))
        log.add((PlayerOnline(BLACK),))
    return log


# --- following the log ------------------------------------------------------------------------------------------------


def test_known_entries_are_passed_over() -> None:
    log = seated()
    room = copy_of(log)
    ears = follow(room, "ada")
    keep_up(room, log)
    assert (room.state.version, ears.versions) == (2, [2])


def test_hole_is_not_stepped_over() -> None:
    log = on_roll()
    room = Room.empty(CODE)
    room.catch_up([entries(log.commits)[0], *entries(log.commits)[2:]])
    assert room.state.version == 1


def test_last_commands_of_a_player_are_remembered() -> None:
    log = flicker(seated(), OPS_KEPT)
    room = copy_of(log)
    last = len(log.commits)
    assert room.version_of(f"ada/{last}") == last
    assert room.version_of(f"ada/{last - OPS_KEPT}") is None
    assert room.version_of("ada/never") is None
    assert room.version_of("bo/1") is None


def test_players_are_told_before_watchers() -> None:
    told: list[str] = []
    log = seated()
    room = copy_of(log)
    for player in ("cy", "bo", "di", "ada"):
        room.attach(Viewer(player, False, lambda _, who=player: told.append(who)), None, NOW)  # type: ignore[misc]
    told.clear()
    log.do(ADA, c.Throw(id="1", room=CODE, turn=1), 5)
    keep_up(room, log)
    assert told == ["bo", "ada", "cy", "di"]


# --- subscribing ------------------------------------------------------------------------------------------------------


def test_newcomer_gets_a_snapshot_then_events() -> None:
    log = seated()
    room = copy_of(log)
    ears = follow(room, "cy")
    log.do(ADA, c.Throw(id="1", room=CODE, turn=1), 5)
    keep_up(room, log)
    assert (ears.kinds(), ears.versions) == (["Snapshot", "Events"], [2, 3])


def test_tail_is_sent_while_it_is_known() -> None:
    log = flicker(seated(), limits.TAIL)
    room, last = copy_of(log), len(log.commits)
    for after in (last - limits.TAIL, last - 1, last):
        ears = follow(room, "bo", after)
        assert ears.versions == list(range(after + 1, last + 1))
        assert "Snapshot" not in ears.kinds()
    for unknown in (None, 0, last - limits.TAIL - 1, last + 1):
        assert follow(room, "bo", unknown).kinds() == ["Snapshot"]


def test_tail_and_snapshot_lead_to_the_same_view() -> None:
    log = on_roll()
    room = copy_of(log)
    old = views.snapshot(seated().state, "bo", NOW, 0)
    for message in follow(room, "bo", 2).heard:
        assert isinstance(message, Events)
        old = apply(old, message, "bo")
    assert old == views.snapshot(log.state, "bo", NOW, 0)


def test_second_subscription_of_a_viewer_replaces_the_first() -> None:
    room = copy_of(seated())
    ears = follow(room, "cy")
    room.attach(ears.viewer, 2, NOW)
    assert room.watchers == [ears.viewer]
    room.detach(ears.viewer)
    room.detach(ears.viewer)
    assert room.viewers == []


def test_who_sits_down_becomes_a_player() -> None:
    log = Log().create()
    room = copy_of(log)
    ears = follow(room, "bo")
    assert room.watchers == [ears.viewer]
    log.do(BO, c.Sit(id="1", room=CODE))
    keep_up(room, log)
    assert (room.players, room.watchers, ears.versions) == ([ears.viewer], [], [1, 2])
    over(log).do(BO, c.StandUp(id="2", room=CODE))
    keep_up(room, log)
    assert (room.players, room.watchers, ears.versions) == ([], [ears.viewer], [1, 2, 3, 4])


def test_strangers_are_sent_away_when_the_seats_fill() -> None:
    log = Log().create(Settings(watchers=False))
    room = copy_of(log)
    ada, bo, cy = (follow(room, player) for player in ("ada", "bo", "cy"))
    log.do(BO, c.Sit(id="1", room=CODE))
    keep_up(room, log)
    assert isinstance(cy.heard[-1], Error)
    assert cy.heard[-1].code == Code.ROOM_CLOSED_TO_WATCHERS
    assert (cy.versions, ada.versions, bo.versions) == ([1], [1, 2], [1, 2])
    assert cy.viewer not in room.viewers


# --- the step graph ---------------------------------------------------------------------------------------------------


def test_graph_is_sent_when_the_stage_changes() -> None:
    log = on_roll(CASCADE)
    room = copy_of(log)
    ada, bo, cy = (follow(room, player) for player in ("ada", "bo", "cy"))
    log.do(ADA, c.Throw(id="t", room=CODE, turn=2), 1, 1)
    for point in (24, 23, 22, 21):
        log.do(ADA, c.Step(id=str(point), room=CODE, turn=2, point=point, die=1))
    log.do(ADA, c.Undo(id="u1", room=CODE, turn=2))
    log.do(ADA, c.Undo(id="u2", room=CODE, turn=2))
    log.do(ADA, c.Step(id="again", room=CODE, turn=2, point=22, die=1))
    log.do(ADA, c.Step(id="more", room=CODE, turn=2, point=21, die=1))
    log.do(ADA, c.Step(id="next", room=CODE, turn=2, point=20, die=2))
    log.do(ADA, c.Undo(id="u3", room=CODE, turn=2, all=True))
    keep_up(room, log)
    first = room.state.version - 10
    graphs = [
        (told.version - first, graph.stage)
        for told, graph in pairwise(ada.heard)
        if isinstance(told, Events) and isinstance(graph, StepGraph)
    ]
    assert graphs == [(0, 0), (4, 1), (5, 0), (8, 1), (10, 0)]
    assert not {"StepGraph"} & {*bo.kinds(), *cy.kinds()}


def test_graph_follows_its_events() -> None:
    log = on_roll(CASCADE)
    room = copy_of(log)
    ears = follow(room, "ada")
    log.do(ADA, c.Throw(id="t", room=CODE, turn=2), 6, 1)
    keep_up(room, log)
    assert ears.kinds() == ["Snapshot", "Events", "StepGraph"]


def test_graph_comes_with_every_subscription_of_the_mover() -> None:
    log = on_roll()
    log.do(ADA, c.Step(id="1", room=CODE, turn=2, point=24, die=6))
    room = copy_of(log)
    assert follow(room, "ada").kinds() == ["Snapshot", "StepGraph"]
    assert follow(room, "ada", log.state.version).kinds() == ["StepGraph"]
    assert follow(room, "bo").kinds() == ["Snapshot"]
    assert follow(room, "cy").kinds() == ["Snapshot"]


# --- watching some turns later ----------------------------------------------------------------------------------------


def play_turns(log: Log, count: int) -> None:
    """Whoever is on roll makes a small step with one checker after another, and ends his turn."""
    for _ in range(count):
        game = game_of(log.state)
        actor = ADA if game.to_move is WHITE else BO
        log.do(actor, c.Throw(id="t", room=CODE, turn=game.turn), 2, 1)
        log.do(actor, c.Play(id="p", room=CODE, turn=game.turn, steps=((24, 2), (22, 1))))


def test_watchers_see_what_is_old_enough() -> None:
    log = on_roll(Settings(preset="long-nard", watch_delay=2))
    room = copy_of(log)
    ada, cy = follow(room, "ada"), follow(room, "cy")
    assert (ada.versions, cy.versions) == ([4], [1])  # turn 1 began with version 2, turn 2 with version 4
    play_turns(log, 1)
    keep_up(room, log)
    assert (ada.versions, cy.versions) == ([4, 5, 6], [1, 2, 3])
    play_turns(log, 1)
    keep_up(room, log)
    assert (ada.versions[-1], cy.versions) == (8, [1, 2, 3, 4, 5])
    assert follow(room, "di").versions == [5]
    assert follow(room, "di", 3).versions == [4, 5]
    room.heartbeat(NOW)
    assert isinstance(cy.heard[-1], Heartbeat)
    assert (cy.heard[-1].version, cy.heard[-1].turn) == (5, 2)
    room.sync(cy.viewer, NOW)
    assert cy.heard[-1] == cy.heard[-2]


def test_time_stands_still_for_watchers_who_are_kept_behind() -> None:
    log = on_roll(replace(TIMED, preset="long-nard", watch_delay=2))
    room = copy_of(log)
    for _ in range(4):
        play_turns(log, 1)
        log.now += 5_000
    keep_up(room, log)
    hidden_since = room.behind[0][2].at
    ada, cy = follow(room, "ada"), follow(room, "cy")
    shown, present = cy.heard[0], ada.heard[0]
    assert isinstance(shown, Snapshot)
    assert isinstance(present, Snapshot)
    assert (shown.at, present.at) == (min(NOW, hidden_since), NOW)
    late = log.now + 60_000
    room.heartbeat(late)
    room.sync(cy.viewer, late)
    for beat in cy.heard[-2:]:
        assert isinstance(beat, Heartbeat)
        assert (beat.at, beat.clocks) == (hidden_since, views.heartbeat(room.shown, hidden_since, 1).clocks)
    assert isinstance(ada.heard[-1], Heartbeat)
    assert ada.heard[-1].at == late
    assert (room.seen_by("cy"), room.seen_by("ada")) == (room.shown, room.state)


def test_watchers_see_everything_at_the_end() -> None:
    log = on_roll(Settings(preset="long-nard", watch_delay=20))
    room = copy_of(log)
    cy = follow(room, "cy")
    play_turns(log, 6)
    keep_up(room, log)
    assert room.shown.match is None
    over(log)
    keep_up(room, log)
    assert cy.versions == list(range(cy.versions[0], log.state.version + 1))
    assert room.shown == room.state


def test_rematch_is_delayed_again() -> None:
    log = over(on_roll(Settings(watch_delay=1)))
    room = copy_of(log)
    cy = follow(room, "cy")
    log.do(ADA, c.Rematch(id="1", room=CODE))
    log.do(BO, c.Rematch(id="2", room=CODE))
    keep_up(room, log)
    assert room.shown.version == log.state.version - 1
    assert cy.versions == [log.state.version - 2, log.state.version - 1]


def test_who_takes_a_seat_behind_time_misses_nothing() -> None:
    log = Log().create(Settings(watch_delay=20))
    room = copy_of(log)
    bo, cy = follow(room, "bo"), follow(room, "cy")
    log.do(BO, c.Sit(id="1", room=CODE))
    log.do(BO, c.Throw(id="2", room=CODE, turn=1), 3)
    keep_up(room, log)
    assert (bo.versions, cy.versions) == ([1, 2, 3], [1])


def test_fresh_copy_shows_the_same_delay() -> None:
    log = on_roll(Settings(preset="long-nard", watch_delay=3))
    room = copy_of(log)
    for _ in range(4):
        play_turns(log, 2)
        keep_up(room, log)
        assert copy_of(log).shown == room.shown


# --- presence ---------------------------------------------------------------------------------------------------------


def test_player_is_here_while_one_connection_is_left() -> None:
    room = copy_of(seated())
    first, second = follow(room, "bo"), follow(room, "bo")
    follow(room, "cy")
    assert (room.is_here(WHITE), room.is_here(BLACK)) == (False, True)
    room.detach(first.viewer)
    assert room.is_here(BLACK)
    room.detach(second.viewer)
    assert not room.is_here(BLACK)


def test_log_says_who_is_offline() -> None:
    log = seated()
    assert not copy_of(log).is_offline(BLACK)
    log.add((PlayerOffline(BLACK, 5),))
    assert copy_of(log).is_offline(BLACK)
    assert not copy_of(Log().create()).is_offline(BLACK)


def test_versions_have_no_holes() -> None:
    log = on_roll(Settings(preset="long-nard", watch_delay=1))
    room = copy_of(log)
    people = [follow(room, player) for player in ("ada", "bo", "cy")]
    play_turns(flicker(log, 3), 5)
    keep_up(room, log)
    for ears in people:
        assert all(later == earlier + 1 for earlier, later in pairwise(ears.versions))
        assert len(ears.versions) > 5
