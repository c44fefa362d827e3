"""What a connection is answered, frame by frame, without sockets."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from engine.events import PlayEnded
from engine.game import Game
from engine.types import Color
from protocol import commands as c
from protocol import limits
from protocol.codec import decode_message, encode_command
from protocol.commands import AnyCommand
from protocol.errors import Code
from protocol.messages import (
    Ack,
    AnyMessage,
    DeviceCode,
    Error,
    Events,
    Games,
    Heartbeat,
    Record,
    Rooms,
    Said,
    Sealed,
    Snapshot,
    StepGraph,
    Welcome,
)
from protocol.settings import Settings
from server.archive import Archive
from server.devices import Devices
from server.dispatch import Dispatcher
from server.house import House
from server.lobby import Lobby
from server.ratelimit import PerKey
from server.rooms.decide import Expire
from server.rooms.feed import Room
from server.session import Session
from tests.server.nodes import Node, nodes

TOKENS = {"ada": "AAECAwQFBgcICQoLDA0ODw", "bo": "AQEBAQEBAQEBAQEBAQEBAQ", "cy": "AgICAgICAgICAgICAgICAg"}


class Server:
    """A node with a dispatcher, and connections that keep what they are sent."""

    def __init__(self, node: Node) -> None:
        self.node, self.seconds = node, 0.0
        self.wrong_codes, self.creations = PerKey(1 / 6, 5), PerKey(1 / 2, 50)
        self.lobby = Lobby(node.rooms)
        self.dispatcher = Dispatcher(
            node.rooms,
            self.lobby,
            node.chat,
            Archive(node.rooms),
            Devices(node.store),
            node.desk,
            self.wrong_codes,
            self.creations,
            lambda: self.seconds,
        )
        self.sent: dict[str, list[AnyMessage]] = {}
        self.sessions: dict[str, Session] = {}

    def connect(self, name: str) -> None:
        sent = self.sent[name] = []
        self.sessions[name] = Session("192.0.2.1", False, lambda frame: sent.append(decode_message(frame)))

    async def raw(self, name: str, frame: bytes | str) -> AnyMessage:
        """The last message that a frame is answered with."""
        await self.dispatcher.handle(self.sessions[name], frame)
        return self.sent[name][-1]

    async def send(self, name: str, command: AnyCommand) -> AnyMessage:
        return await self.raw(name, encode_command(command, text=False))

    async def hello(self, *names: str) -> None:
        for name in names:
            self.connect(name)
            assert isinstance(await self.send(name, c.Hello(id="h", token=TOKENS[name], name=name.title())), Welcome)

    async def room(self, name: str, settings: Settings | None = None) -> str:
        ack = await self.send(name, c.CreateRoom(id=f"{name}-new", settings=settings or Settings(), seat="white"))
        assert isinstance(ack, Ack)
        assert ack.room is not None
        return ack.room

    def got(self, name: str, kind: type[Any]) -> list[Any]:
        return [message for message in self.sent[name] if isinstance(message, kind)]


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with nodes() as (node,):
        yield Server(node)


def code_of(message: AnyMessage) -> str:
    assert isinstance(message, Error), message
    return message.code


async def test_hello_comes_first_and_once(server: Server) -> None:
    server.connect("ada")
    assert code_of(await server.send("ada", c.ListRooms(id="1"))) == Code.HELLO_FIRST
    welcome = await server.send("ada", c.Hello(id="2"))
    assert isinstance(welcome, Welcome)
    assert welcome.token is not None
    assert len(welcome.token) >= limits.TOKEN_MIN_CHARS
    assert code_of(await server.send("ada", c.Hello(id="3"))) == Code.HELLO_AGAIN


async def test_same_token_is_the_same_player(server: Server) -> None:
    await server.hello("ada", "bo")
    first = server.got("ada", Welcome)[0]
    await server.hello("ada")
    assert server.got("ada", Welcome)[0].player == first.player != server.got("bo", Welcome)[0].player
    assert first.token is None


async def test_unreadable_frames_are_answered(server: Server) -> None:
    await server.hello("ada")
    for frame in (b"\xc1", "{", '{"type":"nonsense","id":"7"}', '{"type":"throw","id":"7"}'):
        assert code_of(await server.raw("ada", frame)) in (Code.BAD_FRAME, Code.UNKNOWN_COMMAND, Code.BAD_COMMAND)
    assert [error.id for error in server.got("ada", Error)] == [None, None, "7", "7"]


async def test_every_command_is_answered_once(server: Server) -> None:
    await server.hello("ada", "bo")
    code = await server.room("ada")
    asked: list[AnyCommand] = [
        c.Subscribe(id="1", room=code),
        c.Sit(id="2", room=code),
        c.Throw(id="3", room=code, turn=1),
        c.Step(id="4", room=code, turn=1, point=24, die=1),
        c.Done(id="5", room=code, turn=9),
        c.Rematch(id="6", room=code),
        c.ClaimWin(id="7", room=code),
        c.Say(id="8", room=code, text="hi"),
        c.Sync(id="9", room=code),
        c.Resign(id="10", room=code, points=2),
        c.StandUp(id="11", room=code),
        c.Unsubscribe(id="12", room=code),
        c.ListRooms(id="13"),
        c.GetRecord(id="14", room=code),
        c.GetRecord(id="15", room=code, match=9, game=9),
        c.ListGames(id="16"),
        c.OfferDevice(id="17", sealed="c2VhbGVk"),
        c.UseDeviceCode(id="18", code="ABCDEFGH"),
    ]
    for command in asked:
        await server.send("bo", command)
    answered = [message.id for message in server.sent["bo"] if isinstance(message, Ack | Error)]
    assert answered == [str(number) for number in range(1, 19)]


async def test_too_many_commands_are_refused_for_a_while(server: Server) -> None:
    await server.hello("ada")
    for number in range(limits.COMMANDS_BURST):
        await server.send("ada", c.ListRooms(id=str(number)))
    assert code_of(await server.send("ada", c.ListRooms(id="more"))) == Code.RATE_LIMITED
    server.seconds += 1
    await server.send("ada", c.ListRooms(id="later"))
    assert server.got("ada", Ack)[-1].id == "later"


async def test_room_codes_cannot_be_guessed_for_long(server: Server) -> None:
    await server.hello("ada", "bo")
    code = await server.room("ada")
    guesses = [await server.send("bo", c.Subscribe(id=str(n), room=f"AAAAA{'ABCDEFG'[n]}")) for n in range(7)]
    assert [code_of(guess) for guess in guesses] == [Code.ROOM_UNKNOWN] * 5 + [Code.RATE_LIMITED] * 2
    assert isinstance(guesses[-1], Error)
    assert "do not exist" in guesses[-1].detail
    server.seconds += 10
    await server.send("bo", c.Subscribe(id="right", room=code))
    assert len(server.got("bo", Snapshot)) == 1


async def test_guesser_does_not_lock_out_his_neighbours(server: Server) -> None:
    server.wrong_codes.burst = 7
    await server.hello("ada", "bo", "cy")
    code = await server.room("ada")
    for number in range(9):
        await server.send("bo", c.Subscribe(id=str(number), room="AAAAAA"))
    assert code_of(server.sent["bo"][-1]) == Code.RATE_LIMITED
    await server.send("cy", c.Subscribe(id="right", room=code))
    assert len(server.got("cy", Snapshot)) == 1


async def test_guesser_may_name_codes_that_are_no_secret_to_him(server: Server) -> None:
    await server.hello("ada", "bo")
    own, private = await server.room("bo"), await server.room("ada")
    public = c.CreateRoom(id="public", settings=Settings(public=True))
    listed = await server.send("ada", public)
    assert isinstance(listed, Ack)
    for name, code in (("bo", own), ("ada", listed.room or "")):
        await server.send(name, c.Subscribe(id="s", room=code))
    for number in range(6):
        await server.send("bo", c.Subscribe(id=str(number), room="AAAAAA"))
    await server.hello("bo")  # another connection: the bucket of the address is as empty
    for number in range(6):
        await server.send("bo", c.Subscribe(id=str(number), room="AAAAAA"))
    for code in (own, listed.room or ""):
        await server.send("bo", c.Subscribe(id="again", room=code))
    assert [snapshot.room for snapshot in server.got("bo", Snapshot)] == [own, listed.room]
    for code in (private, "AAAAAA"):
        assert code_of(await server.send("bo", c.Subscribe(id="guess", room=code))) == Code.RATE_LIMITED


async def test_refused_guess_asks_the_store_nothing(server: Server) -> None:
    await server.hello("ada", "bo")
    code = await server.room("ada")
    for number in range(6):
        await server.send("bo", c.Subscribe(id=str(number), room="AAAAAA"))
    server.node.store.reads = 0
    for guess in (code, "AAAAAA"):
        assert code_of(await server.send("bo", c.Subscribe(id="guess", room=guess))) == Code.RATE_LIMITED
    assert server.node.store.reads == 0


async def test_room_that_sent_its_watcher_away_does_not_count(server: Server) -> None:
    await server.hello("ada", "bo", "cy")
    closed = await server.room("ada", Settings(watchers=False))
    await server.send("cy", c.Subscribe(id="s", room=closed))
    for number in range(limits.SUBSCRIPTIONS - 1):
        server.seconds += 2
        ack = await server.send("ada", c.CreateRoom(id=f"new-{number}"))
        assert isinstance(ack, Ack)
        await server.send("cy", c.Subscribe(id=f"s-{number}", room=ack.room or ""))
    another = await server.send("ada", c.CreateRoom(id="another"))
    assert isinstance(another, Ack)
    assert code_of(await server.send("cy", c.Subscribe(id="1", room=another.room or ""))) == Code.TOO_MANY_ROOMS
    await server.send("bo", c.Sit(id="sit", room=closed))
    await server.send("cy", c.Subscribe(id="2", room=another.room or ""))
    assert server.got("cy", Snapshot)[-1].room == another.room
    assert closed not in server.sessions["cy"].following


async def test_connection_follows_a_bounded_number_of_rooms(server: Server) -> None:
    await server.hello("ada", "bo")
    answers = []
    for number in range(limits.SUBSCRIPTIONS + 1):
        server.seconds += 1
        ack = await server.send("ada", c.CreateRoom(id=f"new-{number}"))
        assert isinstance(ack, Ack)
        answers.append(await server.send("bo", c.Subscribe(id=f"s-{number}", room=ack.room or "")))
    assert code_of(answers[-1]) == Code.TOO_MANY_ROOMS


async def test_chat_guesses_no_codes_either(server: Server) -> None:
    await server.hello("ada", "bo")
    code = await server.room("ada")
    guesses = [await server.send("bo", c.Say(id=str(n), room=f"AAAAA{'ABCDEFG'[n]}", text="hi")) for n in range(5)]
    assert {code_of(guess) for guess in guesses} == {Code.ROOM_UNKNOWN}
    for command in (c.Say(id="s", room=code, text="hi"), c.Sit(id="t", room=code), c.Subscribe(id="u", room=code)):
        assert code_of(await server.send("bo", command)) == Code.RATE_LIMITED
    assert (await server.node.room(code)).state.version == 1


async def test_guesser_stays_in_the_rooms_that_he_follows(server: Server) -> None:
    await server.hello("ada")
    code = await server.room("ada")
    await server.send("ada", c.Subscribe(id="s", room=code))
    for number in range(6):
        await server.send("ada", c.Subscribe(id=str(number), room="AAAAAA"))
    assert isinstance(await server.send("ada", c.Say(id="say", room=code, text="hi")), Ack)
    assert isinstance(await server.send("ada", c.InviteBot(id="bot", room=code)), Ack)


async def test_one_address_makes_a_bounded_number_of_rooms(server: Server) -> None:
    server.creations.burst = 2
    await server.hello("ada", "bo")
    asked: list[tuple[str, AnyCommand]] = [
        ("ada", c.CreateRoom(id="1")),
        ("bo", c.QuickPair(id="1")),
        ("ada", c.CreateRoom(id="2")),
        ("bo", c.QuickPair(id="2")),
    ]
    answers = [await server.send(name, command) for name, command in asked]
    assert [type(answer).__name__ for answer in answers] == ["Ack", "Ack", "Error", "Error"]
    assert code_of(answers[-1]) == Code.RATE_LIMITED


@pytest.mark.parametrize(
    ("seat", "taken"), [("white", {1}), ("black", {1}), ("random", {1}), ("none", {0}), ("both", {2})]
)
async def test_creator_chooses_his_seat(server: Server, seat: Any, taken: set[int]) -> None:
    await server.hello("ada")
    ack = await server.send("ada", c.CreateRoom(id="1", settings=Settings(teaching=True), seat=seat))
    assert isinstance(ack, Ack)
    state = (await server.node.room(ack.room or "")).state
    seats = state.seats_of(server.got("ada", Welcome)[0].player)
    assert {len(seats)} == taken
    assert seat not in ("white", "black") or seats == (Color(seat),)


async def test_both_seats_are_for_teaching(server: Server) -> None:
    await server.hello("ada")
    assert code_of(await server.send("ada", c.CreateRoom(id="1", seat="both"))) == Code.BAD_SETTINGS
    assert not server.node.shelf.logs


async def test_who_was_sent_away_learns_no_more(server: Server) -> None:
    await server.hello("ada", "bo", "cy")
    code = await server.room("ada", Settings(watchers=False))
    for name in ("ada", "bo", "cy"):
        await server.send(name, c.Subscribe(id="s", room=code))
    await server.send("bo", c.Sit(id="sit", room=code))
    told = len(server.sent["cy"])
    assert code_of(await server.send("cy", c.Sync(id="1", room=code))) == Code.ROOM_UNKNOWN
    assert code_of(await server.send("cy", c.Subscribe(id="2", room=code))) == Code.ROOM_CLOSED_TO_WATCHERS
    await server.send("ada", c.Throw(id="3", room=code, turn=1))
    await server.send("ada", c.Say(id="4", room=code, text="alone at last"))
    await server.node.settled()
    assert [type(message) for message in server.sent["cy"][told:]] == [Error, Error]


async def test_closed_connection_follows_nothing(server: Server) -> None:
    await server.hello("ada", "bo")
    code = await server.room("ada")
    for name in ("ada", "bo"):
        await server.send(name, c.Subscribe(id="s", room=code))
    server.dispatcher.close(server.sessions["bo"])
    await server.send("ada", c.Unsubscribe(id="u", room=code))
    assert isinstance(await server.send("ada", c.Unsubscribe(id="v", room=code)), Ack)
    room = await server.node.room(code)
    assert (room.viewers, server.sessions["bo"].following, server.sessions["ada"].following) == ([], {}, {})


async def test_store_that_is_away_is_said_so(server: Server) -> None:
    await server.hello("ada", "bo")
    code = await server.room("ada", Settings(public=True))
    server.node.store.away = True
    asked: list[AnyCommand] = [
        c.ListRooms(id="1"),
        c.CreateRoom(id="2"),
        c.QuickPair(id="3"),
        c.Subscribe(id="4", room=code),
        c.Sit(id="5", room=code),
        c.Say(id="6", room=code, text="hi"),
        c.ListGames(id="7"),
        c.OfferDevice(id="8", sealed="c2VhbGVk"),
    ]
    for command in asked:
        assert code_of(await server.send("bo", command)) == Code.UNAVAILABLE
    server.node.store.away = False
    for command in asked:
        await server.send("bo", command)
    assert [message.id for message in server.got("bo", Ack)] == [command.id for command in asked]


async def test_chat_comes_after_the_snapshot_only(server: Server) -> None:
    await server.hello("ada")
    code = await server.room("ada")
    await server.send("ada", c.Say(id="1", room=code, text="hi"))
    await server.send("ada", c.Subscribe(id="2", room=code))
    await server.send("ada", c.Subscribe(id="3", room=code, after=1))
    kinds = [type(message).__name__ for message in server.sent["ada"][3:]]
    assert kinds == ["Snapshot", "Ack", "Said", "Ack"]


async def test_chat_of_players_and_watchers_is_apart(server: Server) -> None:
    await server.hello("ada", "bo", "cy")
    code = await server.room("ada")
    for name in ("ada", "bo"):
        await server.send(name, c.Subscribe(id="s", room=code))
    await server.send("bo", c.Sit(id="sit", room=code))
    await server.send("cy", c.Subscribe(id="s", room=code))
    for _ in range(2):
        await server.send("ada", c.Say(id="1", room=code, phrase="good_luck"))
    await server.send("cy", c.Say(id="2", room=code, text="\u202e nice\x07 \n move "))
    await server.send("cy", c.Sync(id="3", room=code))
    await server.node.settled()
    assert [said.phrase for said in server.got("bo", Said)] == ["good_luck"]
    assert [said.text for said in server.got("cy", Said)] == ["nice move"]
    await server.hello("bo")
    await server.send("bo", c.Subscribe(id="again", room=code))
    assert [said.phrase for said in server.got("bo", Said)] == ["good_luck"]


async def test_chat_takes_a_text_or_a_phrase(server: Server) -> None:
    await server.hello("ada")
    code = await server.room("ada")
    for command in (c.Say(id="1", room=code), c.Say(id="2", room=code, text="a", phrase="hello")):
        assert code_of(await server.send("ada", command)) == Code.BAD_COMMAND


async def test_chat_has_a_limit_of_its_own(server: Server) -> None:
    await server.hello("ada")
    code = await server.room("ada")
    answers = [await server.send("ada", c.Say(id=str(n), room=code, text="hi")) for n in range(limits.CHAT_BURST + 1)]
    assert code_of(answers[-1]) == Code.RATE_LIMITED


async def test_sync_tells_where_the_room_is(server: Server) -> None:
    await server.hello("ada")
    code = await server.room("ada")
    assert code_of(await server.send("ada", c.Sync(id="1", room=code))) == Code.ROOM_UNKNOWN
    await server.send("ada", c.Subscribe(id="2", room=code))
    beat = await server.send("ada", c.Sync(id="3", room=code))
    assert isinstance(beat, Heartbeat)
    assert beat.version == 1


async def test_public_rooms_are_listed(server: Server) -> None:
    await server.hello("ada", "bo")
    await server.room("bo")
    code = await server.room("ada", Settings(public=True, title="<b>Friday\x00</b>"))
    listed = await server.send("bo", c.ListRooms(id="1"))
    assert isinstance(listed, Rooms)
    assert server.sent["bo"][-2] == Ack(id="1")
    assert [(room.room, room.white, room.waiting) for room in listed.rooms] == [(code, "Ada", True)]
    assert listed.rooms[0].title == "<b>Friday</b>"
    await server.send("bo", c.Sit(id="2", room=code))
    listed = await server.send("bo", c.ListRooms(id="3"))
    assert isinstance(listed, Rooms)
    assert not listed.rooms[0].waiting


async def test_quick_pairing_finds_who_waits_for_the_same(server: Server) -> None:
    await server.hello("ada", "bo", "cy")
    first = await server.send("ada", c.QuickPair(id="1"))
    again = await server.send("ada", c.QuickPair(id="2"))
    other = await server.send("cy", c.QuickPair(id="1", settings=Settings(length=3)))
    second = await server.send("bo", c.QuickPair(id="1"))
    assert isinstance(first, Ack)
    assert isinstance(other, Ack)
    assert first.room == getattr(again, "room", "") == getattr(second, "room", "") != other.room
    room = await server.node.room(first.room or "")
    assert room.state.running
    assert {seat.name for seat in (room.state.white, room.state.black) if seat is not None} == {"Ada", "Bo"}


async def test_house_bot_comes_when_nobody_does(server: Server) -> None:
    await server.hello("ada")
    ack = await server.send("ada", c.QuickPair(id="1"))
    assert isinstance(ack, Ack)
    server.node.clock.now += limits.QUICK_BOT_MS
    assert await server.node.store.due(server.node.clock.now, 5) == [f"room:{ack.room}"]
    await server.node.rooms.execute_system(ack.room or "", Expire())
    room = await server.node.room(ack.room or "")
    assert sorted(seat.bot or "" for seat in (room.state.white, room.state.black) if seat) == ["", "steady"]


async def test_house_bot_plays_its_turns(server: Server) -> None:
    House(server.node.rooms, pause_ms=0)
    await server.hello("ada")
    code = await server.room("ada")
    await server.send("ada", c.Subscribe(id="s", room=code))
    await server.send("ada", c.InviteBot(id="bot", room=code, strength="random"))
    room, number = await server.node.room(code), 0
    while (game := game_of(room)).turns_of(Color.BLACK) < 3:
        number += 1
        server.seconds += 1
        if (command := whites_command(server, code, game, str(number))) is not None:
            await server.send("ada", command)
        await server.node.settled()
    facts = [event for events in server.got("ada", Events) for event in events.events]
    assert any(isinstance(fact, PlayEnded) and fact.color is Color.BLACK for fact in facts)


def game_of(room: Room) -> Game:
    assert room.state.match is not None
    assert room.state.match.game is not None
    return room.state.match.game


def whites_command(server: Server, code: str, game: Game, name: str) -> AnyCommand | None:
    """White throws when it is time, and plays the first way through the step graph."""
    if game.phase == "opening":
        return c.Throw(id=name, room=code, turn=game.turn) if game.opening_die(Color.WHITE) is None else None
    if game.to_move is not Color.WHITE:
        return None
    if game.phase == "roll":
        return c.Throw(id=name, room=code, turn=game.turn)
    graph, steps, node = server.got("ada", StepGraph)[-1], [], 0
    while edges := graph.nodes[node]:
        point, die, node = edges[0]
        steps.append((point, die))
    return c.Play(id=name, room=code, turn=game.turn, steps=tuple(steps))


async def test_record_follows_its_ack(server: Server) -> None:
    await server.hello("ada", "bo")
    code = await server.room("ada", Settings(public=True))
    await server.send("bo", c.Sit(id="1", room=code))
    assert code_of(await server.send("bo", c.GetRecord(id="2", room=code))) == Code.NO_RECORD
    await server.send("bo", c.Resign(id="3", room=code, points=2))
    record = await server.send("bo", c.GetRecord(id="4", room=code))
    assert isinstance(record, Record)
    assert (record.game, server.sent["bo"][-2]) == (1, Ack(id="4"))
    games = await server.send("ada", c.ListGames(id="5"))
    assert isinstance(games, Games)
    assert ([game.room for game in games.games], server.sent["ada"][-2]) == ([code], Ack(id="5"))


async def test_records_have_a_limit_of_their_own(server: Server) -> None:
    await server.hello("ada")
    code = await server.room("ada")
    for number in range(limits.RECORDS_BURST):
        assert code_of(await server.send("ada", c.GetRecord(id=str(number), room=code))) == Code.NO_RECORD
    assert code_of(await server.send("ada", c.GetRecord(id="more", room=code))) == Code.RATE_LIMITED


async def test_records_guess_no_codes_either(server: Server) -> None:
    await server.hello("ada")
    guesses = [await server.send("ada", c.GetRecord(id=str(n), room=f"AAAAA{'ABCDEFG'[n]}")) for n in range(6)]
    assert [code_of(guess) for guess in guesses] == [Code.ROOM_UNKNOWN] * 5 + [Code.RATE_LIMITED]


async def test_device_takes_what_another_has_left(server: Server) -> None:
    await server.hello("ada", "bo")
    offered = await server.send("ada", c.OfferDevice(id="1", sealed="c2VhbGVk"))
    assert isinstance(offered, DeviceCode)
    assert server.sent["ada"][-2] == Ack(id="1")
    assert await server.send("bo", c.UseDeviceCode(id="1", code=offered.code)) == Sealed(sealed="c2VhbGVk")
    assert server.sent["bo"][-2] == Ack(id="1")
    assert code_of(await server.send("bo", c.UseDeviceCode(id="2", code=offered.code))) == Code.CODE_UNKNOWN


async def test_device_codes_cannot_be_guessed_for_long(server: Server) -> None:
    await server.hello("ada", "bo")
    offered = await server.send("ada", c.OfferDevice(id="1", sealed="c2VhbGVk"))
    assert isinstance(offered, DeviceCode)
    guesses = [await server.send("bo", c.UseDeviceCode(id=str(n), code="AAAAAAAA")) for n in range(6)]
    assert [code_of(guess) for guess in guesses] == [Code.CODE_UNKNOWN] * 5 + [Code.RATE_LIMITED]
    assert code_of(await server.send("bo", c.UseDeviceCode(id="7", code=offered.code))) == Code.RATE_LIMITED
    server.seconds += 6
    assert await server.send("bo", c.UseDeviceCode(id="8", code=offered.code)) == Sealed(sealed="c2VhbGVk")


async def test_one_address_offers_a_bounded_number_of_times(server: Server) -> None:
    server.creations.burst = 1
    await server.hello("ada")
    assert isinstance(await server.send("ada", c.OfferDevice(id="1", sealed="c2VhbGVk")), DeviceCode)
    assert code_of(await server.send("ada", c.OfferDevice(id="2", sealed="c2VhbGVk"))) == Code.RATE_LIMITED


async def test_no_token_is_ever_sent_or_stored(server: Server) -> None:
    await server.hello("ada", "bo", "cy")
    code = await server.room("ada", Settings(public=True))
    for name in ("ada", "bo", "cy"):
        await server.send(name, c.Subscribe(id="s", room=code))
    await server.send("bo", c.Sit(id="sit", room=code))
    await server.send("bo", c.Say(id="say", room=code, text="hello"))
    frames = json.dumps([str(message) for sent in server.sent.values() for message in sent])
    entries = await server.node.store.read(f"room:{code}")
    stored = b"".join(entry.data + entry.op.encode() for entry in entries)
    stored += b"".join((await server.node.store.listings()).values())
    for token in TOKENS.values():
        assert token not in frames
        assert token.encode() not in stored
