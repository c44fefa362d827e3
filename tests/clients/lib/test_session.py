from collections.abc import Callable

import msgspec
import pytest

from clients.lib.session import Beat, ClientSession, Followed, Lost, TryLater, Unwelcome, Viewed
from engine import events
from engine.summary import Summary
from engine.types import Color
from protocol import commands as c
from protocol.codec import FrameError, decode_command, encode_message
from protocol.commands import AnyCommand
from protocol.errors import Code
from protocol.messages import Ack, AnyMessage, Error, Events, Rooms, Said, StageView, StepGraph, Welcome
from protocol.settings import Settings
from protocol.tournament import acts
from server.rooms import views
from tests.clients.lib.table import CODE, WHITE, Table

WELCOME = Welcome(player=WHITE.player, name="Ada", product="0", protocol=1, heartbeat_ms=5000)


class Wire:
    """A session at one end, and at the other the test, which plays the server."""

    def __init__(self, text: bool = False) -> None:
        self.session = ClientSession("p", "t" * 22, "Ada", text)

    def sent(self) -> list[AnyCommand]:
        frames, self.session.outgoing[:] = [decode_command(frame) for frame in self.session.outgoing], []
        return frames

    def hear(self, message: AnyMessage) -> object:
        return self.session.receive(encode_message(message, self.session.text))

    def reconnect(self) -> list[AnyCommand]:
        """The commands that follow a Welcome."""
        self.session.connected()
        self.sent()
        self.hear(WELCOME)
        return self.sent()

    def watch(self, table: Table) -> None:
        """Follow the room of the table from its snapshot on."""
        self.session.send(c.Subscribe(id="watch", room=CODE))
        self.hear(table.view())
        self.hear(Ack(id="watch", version=table.state.version))
        self.sent()


@pytest.fixture(params=[False, True], ids=["msgpack", "json"])
def wire(request: pytest.FixtureRequest) -> Wire:
    wire = Wire(request.param)
    wire.reconnect()
    return wire


@pytest.fixture
def table() -> Table:
    return Table.started()


def throw(id: str = "t") -> c.Throw:
    return c.Throw(id=id, room=CODE, turn=1)


def beat(table: Table) -> AnyMessage:
    return views.heartbeat(table.state, table.now, 3)


# --- commands ---------------------------------------------------------------------------------------------------------


def test_hello_goes_first_and_alone() -> None:
    wire = Wire()
    wire.session.send(throw())
    wire.session.connected()
    (hello,) = wire.sent()
    assert isinstance(hello, c.Hello)
    assert (hello.token, hello.name) == ("t" * 22, "Ada")
    wire.hear(WELCOME)
    assert wire.sent() == [throw()]


def test_made_token_is_kept(wire: Wire) -> None:
    wire.session.token = None
    wire.session.connected()
    wire.hear(msgspec.structs.replace(WELCOME, token="n" * 22))
    wire.sent()
    wire.session.connected()
    (hello,) = wire.sent()
    assert isinstance(hello, c.Hello)
    assert hello.token == "n" * 22


def test_ids_are_never_used_twice(wire: Wire) -> None:
    ids = [wire.session.next_id() for _ in range(3)]
    wire.reconnect()
    ids.append(wire.session.next_id())
    assert len(set(ids)) == 4
    assert all(name.startswith("p-") for name in ids)


def test_unanswered_commands_are_sent_again(wire: Wire) -> None:
    for command in (throw("1"), throw("2"), throw("3"), throw("4")):
        wire.session.send(command)
    wire.hear(Ack(id="1"))
    wire.hear(Error(id="3", code=Code.NOT_SEATED))
    wire.session.forget("4")
    wire.sent()
    assert wire.reconnect() == [throw("2")]


def test_tournament_is_opened_before_anything_is_asked(wire: Wire) -> None:
    wire.session.send(c.OpenTournament(id="open", tournament=CODE, key="k" * 22))
    wire.hear(Ack(id="open"))
    wire.session.send(c.Conduct(id="pause", tournament=CODE, act=acts.Pause()))
    wire.sent()
    for _ in range(2):
        opening, asking = wire.reconnect()
        assert opening == c.OpenTournament(id=opening.id, tournament=CODE, key="k" * 22)
        assert asking == c.Conduct(id="pause", tournament=CODE, act=acts.Pause())


def test_late_answer_of_repeated_command_is_harmless(wire: Wire) -> None:
    wire.session.send(throw())
    wire.reconnect()
    assert wire.hear(Ack(id="t", version=4)) == Ack(id="t", version=4)
    assert wire.hear(Ack(id="t", version=4)) == Ack(id="t", version=4)
    assert wire.session.pending == {}
    assert wire.reconnect() == []


def test_refusal_comes_with_its_points(wire: Wire) -> None:
    wire.session.send(throw())
    refusal = Error(id="t", code="wall", detail="A wall.", points=(3, 4))
    assert wire.hear(refusal) == refusal
    assert wire.hear(Error(id=None, code=Code.BAD_FRAME)) == Error(id=None, code=Code.BAD_FRAME)


@pytest.mark.parametrize("message", [Rooms(rooms=()), Said(room=CODE, at=1, player="p", name="Bo", text="hi")])
def test_other_messages_are_handed_on(wire: Wire, message: AnyMessage) -> None:
    assert wire.hear(message) == message


@pytest.mark.parametrize(
    ("code", "kind"),
    [(Code.BAD_COMMAND, Unwelcome), (Code.RATE_LIMITED, TryLater), (Code.UNAVAILABLE, TryLater)],
)
def test_refused_hello_says_whether_to_try_again(code: Code, kind: Callable[[Error], object]) -> None:
    wire = Wire()
    wire.session.connected()
    (hello,) = wire.sent()
    error = Error(id=hello.id, code=code)
    assert wire.hear(error) == kind(error)


def test_unknown_frame_changes_nothing(wire: Wire, table: Table) -> None:
    wire.watch(table)
    before = wire.session.rooms[CODE].view
    for frame in (b"\x81\xa4type\xa5later", '{"type":"later"}', b"\xc1", "{"):
        with pytest.raises(FrameError):
            wire.session.receive(frame)
    assert wire.session.rooms[CODE].view is before
    assert wire.sent() == []


# --- rooms ------------------------------------------------------------------------------------------------------------


def test_room_follows_its_events(wire: Wire, table: Table) -> None:
    wire.watch(table)
    for _ in table.play():
        assert wire.hear(table.log[-1]) == Viewed(CODE, table.view(), table.log[-1].events)
    assert wire.sent() == []


def test_room_resumes_by_version(wire: Wire, table: Table) -> None:
    wire.watch(table)
    seen = len(table.log)
    table.throw()
    (again,) = wire.reconnect()
    assert isinstance(again, c.Subscribe)
    assert again.after == seen
    for missed in table.log[seen:]:
        wire.hear(missed)
    wire.hear(Ack(id=again.id, version=len(table.log)))
    assert wire.session.rooms[CODE].view == table.view()


def test_pending_subscription_is_not_doubled(wire: Wire, table: Table) -> None:
    wire.session.send(c.Subscribe(id="s", room=CODE))
    assert wire.reconnect() == [c.Subscribe(id="s", room=CODE)]
    assert wire.hear(table.view()) == Viewed(CODE, table.view())


def test_gap_asks_once_for_snapshot(wire: Wire, table: Table) -> None:
    wire.watch(table)
    before = wire.session.rooms[CODE].view
    playing = table.play()
    for _ in range(3):
        next(playing)
    assert [wire.hear(events) for events in table.log[-2:]] == [None, None]
    (asked,) = wire.sent()
    assert isinstance(asked, c.Subscribe)
    assert asked.after is None
    assert wire.session.rooms[CODE].view is before
    assert wire.hear(table.view()) == Viewed(CODE, table.view())
    wire.hear(Ack(id=asked.id))
    next(playing)
    assert wire.hear(table.log[-1]) == Viewed(CODE, table.view(), table.log[-1].events)


def test_snapshot_on_its_way_is_asked_again_after_reconnect(wire: Wire, table: Table) -> None:
    wire.watch(table)
    table.commit(())
    table.commit(())
    wire.hear(table.log[-1])
    (asked,) = wire.sent()
    assert wire.reconnect() == [asked]


def test_known_version_is_passed_over(wire: Wire, table: Table) -> None:
    wire.watch(table)
    assert wire.hear(table.log[-1]) is None
    assert wire.sent() == []


def test_right_heartbeat_sets_clocks(wire: Wire, table: Table) -> None:
    wire.watch(table)
    table.now += 2_000
    assert wire.hear(beat(table)) == Beat(CODE, msgspec.structs.replace(table.view(), watchers=3))
    assert wire.sent() == []


@pytest.mark.parametrize("change", [{"version": 9}, {"version": 1}, {"digest": "00000000"}])
def test_wrong_heartbeat_asks_for_snapshot(wire: Wire, table: Table, change: dict[str, object]) -> None:
    wire.watch(table)
    wrong = msgspec.structs.replace(views.heartbeat(table.state, table.now, 0), **change)
    assert wire.hear(wrong) is None
    assert wire.hear(wrong) is None
    (asked,) = wire.sent()
    assert isinstance(asked, c.Subscribe)
    assert asked.after is None


def test_lost_snapshot_is_asked_for_by_next_heartbeat(wire: Wire, table: Table) -> None:
    wire.watch(table)
    table.commit(())
    wire.hear(beat(table))
    (asked,) = wire.sent()
    wire.hear(Ack(id=asked.id))
    wire.hear(beat(table))
    assert [type(command) for command in wire.sent()] == [c.Subscribe]


def test_left_room_is_silent(wire: Wire, table: Table) -> None:
    wire.watch(table)
    wire.session.send(c.Unsubscribe(id="u", room=CODE))
    wire.hear(Ack(id="u"))
    table.commit(())
    assert [wire.hear(message) for message in (table.view(), table.log[-1], beat(table))] == [None] * 3
    assert wire.reconnect() == []


def test_room_never_seen_is_refused(wire: Wire) -> None:
    wire.session.send(c.Subscribe(id="s", room=CODE))
    error = Error(id="s", code=Code.ROOM_UNKNOWN)
    assert wire.hear(error) == error
    assert wire.session.rooms == {}


def test_forgotten_room_is_lost(wire: Wire, table: Table) -> None:
    wire.watch(table)
    (again,) = wire.reconnect()
    error = Error(id=again.id, code=Code.ROOM_UNKNOWN)
    assert wire.hear(error) == Lost(CODE, error)
    assert wire.reconnect() == []


def test_room_that_cannot_be_read_now_wants_another_connection(wire: Wire, table: Table) -> None:
    wire.watch(table)
    (again,) = wire.reconnect()
    error = Error(id=again.id, code=Code.UNAVAILABLE)
    assert wire.hear(error) == TryLater(error)
    assert wire.reconnect() == [again]


# --- the step graph ---------------------------------------------------------------------------------------------------


def test_graph_lasts_as_long_as_its_stage(wire: Wire, table: Table) -> None:
    wire.watch(table)
    playing = table.play()
    while table.on_roll != WHITE or table.view().phase != "play":
        next(playing)
    wire.hear(table.log[-1])
    wire.watch(table)
    graph = table.graph(WHITE)
    assert graph is not None
    assert wire.hear(graph) == Viewed(CODE, table.view(), graph=graph)
    while True:
        next(playing)
        seen = wire.hear(table.log[-1])
        assert isinstance(seen, Viewed)
        if table.on_roll != WHITE:
            break
        assert seen.graph == graph
    assert seen.graph is None


def test_graph_of_carried_dice_is_not_that_of_the_throw(wire: Wire) -> None:
    table = Table.started(Settings(overrides={"gul_bara": True}))
    wire.watch(table)
    wire.hear(msgspec.structs.replace(table.view(), phase="play", to_move=Color.WHITE, turn=7, stages=(stage((3,)),)))
    told = Summary(uses=0, checkers=(24,) * 15, stay=15, points=((),), off=(), walls=(), passing=False)
    wire.hear(StepGraph(room=CODE, turn=7, stage=0, dice=(3,), **told._asdict()))
    version = table.view().version
    assert wire.session.rooms[CODE].graph is not None
    facts = (events.PlayEnded(Color.WHITE), events.DiceThrown(Color.WHITE, (4, 2)))
    wire.hear(Events(room=CODE, version=version + 1, at=1, events=facts[:1]))
    wire.hear(Events(room=CODE, version=version + 2, at=1, events=facts[1:]))
    view = wire.session.rooms[CODE].view
    assert view is not None
    assert view.stages == (stage((4, 2)),)
    assert wire.session.rooms[CODE].graph is None


def stage(dice: tuple[int, ...]) -> StageView:
    return StageView(dice=dice)


def test_room_closed_to_watchers_is_lost() -> None:
    session = ClientSession("p")
    session.rooms["KAZBEK"] = Followed()
    closed = Error(id=None, code=Code.ROOM_CLOSED_TO_WATCHERS, room="KAZBEK")
    assert session.receive(encode_message(closed, text=True)) == Lost("KAZBEK", closed)
    assert session.receive(encode_message(closed, text=True)) == closed
