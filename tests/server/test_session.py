"""One connection: who it is, and how it is answered."""

import pytest

from engine.errors import Reason
from protocol import commands as c
from protocol.codec import decode_message, encode_command
from protocol.errors import Code, Refusal
from protocol.ids import player_id, secret_of
from protocol.messages import Ack, AnyMessage, Error, Rooms, Welcome
from protocol.version import PROTOCOL
from server.session import Session

TOKEN = "AAECAwQFBgcICQoLDA0ODw"


class Line:
    """A connection that keeps what it is sent."""

    def __init__(self, text: bool = False) -> None:
        self.frames: list[bytes | str] = []
        self.session = Session("192.0.2.1", text, self.frames.append)

    @property
    def sent(self) -> list[AnyMessage]:
        return [decode_message(frame) for frame in self.frames]

    def greet(self, hello: c.Hello) -> AnyMessage:
        self.session.greet(hello)
        return self.sent[-1]


def test_token_says_who_it_is() -> None:
    line = Line()
    welcome = line.greet(c.Hello(id="1", token=TOKEN, name=" Ada\u202e "))
    assert isinstance(welcome, Welcome)
    assert welcome.player == player_id(secret_of(TOKEN))
    assert (welcome.name, welcome.token, welcome.protocol) == ("Ada", None, PROTOCOL)
    assert line.session.identity is not None
    assert line.session.identity.secret == secret_of(TOKEN)


def test_newcomer_is_given_a_token() -> None:
    first, second = (Line().greet(c.Hello(id="1")) for _ in range(2))
    assert isinstance(first, Welcome)
    assert isinstance(second, Welcome)
    assert first.token is not None
    assert first.token != second.token
    assert first.player == player_id(secret_of(first.token))
    assert first.name == f"Guest {first.player[:4]}"


def test_second_hello_changes_nobody() -> None:
    line = Line()
    line.greet(c.Hello(id="1", token=TOKEN))
    before = line.session.identity
    error = line.greet(c.Hello(id="2", token=TOKEN[::-1], name="Bo"))
    assert isinstance(error, Error)
    assert (error.id, error.code) == ("2", Code.HELLO_AGAIN)
    assert line.session.identity is before


@pytest.mark.parametrize("text", [True, False])
def test_answers_come_in_the_codec_of_the_connection(text: bool) -> None:
    line = Line(text)
    line.greet(c.Hello(id="1"))
    assert isinstance(line.frames[0], str) is text


@pytest.mark.parametrize("text", [True, False])
def test_frame_becomes_a_command(text: bool) -> None:
    line, command = Line(), c.Throw(id="1", room="ABCDEF", turn=3)
    assert line.session.read(encode_command(command, text)) == command
    assert not line.frames


@pytest.mark.parametrize(
    ("frame", "answer"),
    [
        ("{", (None, Code.BAD_FRAME)),
        ("[]", (None, Code.BAD_FRAME)),
        (b"\xc1", (None, Code.BAD_FRAME)),
        ('{"type":"fly","id":"7"}', ("7", Code.UNKNOWN_COMMAND)),
        ('{"type":"throw","id":"7","room":"ABCDEF","turn":-1}', ("7", Code.BAD_COMMAND)),
        ('{"type":"throw","id":"7","room":"abc","turn":1}', ("7", Code.BAD_COMMAND)),
        ('{"type":"hello","id":"7","token":"short"}', ("7", Code.BAD_COMMAND)),
    ],
)
def test_unreadable_frame_is_answered(frame: bytes | str, answer: tuple[str | None, Code]) -> None:
    line = Line()
    assert line.session.read(frame) is None
    (error,) = line.sent
    assert isinstance(error, Error)
    assert (error.id, error.code) == answer


def test_refusal_is_told_with_its_points() -> None:
    line = Line()
    line.session.answer(c.Throw(id="5", room="ABCDEF", turn=1), Refusal(Reason.WALL, "No wall there.", (9, 8)))
    assert line.sent == [Error(id="5", code="wall", detail="No wall there.", points=(9, 8))]


def test_list_follows_its_ack() -> None:
    line = Line()
    line.session.answer(c.ListRooms(id="5"), Rooms(rooms=()))
    assert line.sent == [Ack(id="5"), Rooms(rooms=())]
