"""One connection's conversation: who it is, what it follows, and what each frame is answered."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from protocol import limits
from protocol.codec import FrameError, decode_command, encode_message
from protocol.commands import AnyCommand, Hello
from protocol.errors import Code, Refusal
from protocol.ids import player_id, secret_of
from protocol.messages import (
    Ack,
    AnyMessage,
    DeviceCode,
    DirectorCode,
    Error,
    Games,
    Key,
    Record,
    Rooms,
    Sealed,
    Tournaments,
    Welcome,
)
from protocol.version import PRODUCT, PROTOCOL
from server.luck import new_token
from server.ratelimit import Bucket
from server.rooms.decide import Actor
from server.rooms.viewers import Viewer
from server.text import player_name
from server.tournaments.feed import Visitor

log = logging.getLogger(__name__)

Answer = Ack | Rooms | Record | Games | DeviceCode | Sealed | Tournaments | Key | DirectorCode | Refusal
"""What a command comes to; all but the first and the last follow an Ack."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a connection is after Hello. `secret` is the digest of the token; it never leaves the server."""

    actor: Actor
    secret: bytes


@dataclass(eq=False, slots=True)
class Session:
    """What the server knows of one connection. `send` never blocks; `text` says that frames are JSON."""

    address: str
    text: bool
    send_frame: Callable[[bytes | str], None]
    commands: Bucket = field(default_factory=lambda: Bucket(limits.COMMANDS_PER_SECOND, limits.COMMANDS_BURST))
    chat: Bucket = field(default_factory=lambda: Bucket(limits.CHAT_PER_MINUTE / 60, limits.CHAT_BURST))
    records: Bucket = field(default_factory=lambda: Bucket(limits.RECORDS_PER_SECOND, limits.RECORDS_BURST))
    guesses: Bucket = field(default_factory=lambda: Bucket(*limits.WRONG_CODES))
    identity: Identity | None = None
    following: dict[str, Viewer] = field(default_factory=dict)
    tournaments: dict[str, Visitor] = field(default_factory=dict)

    def send(self, message: AnyMessage) -> None:
        self.send_frame(encode_message(message, self.text))

    def read(self, frame: bytes | str) -> AnyCommand | None:
        """The command in a frame; a frame that is none is answered here."""
        try:
            return decode_command(frame)
        except FrameError as error:
            self.send(Error(id=error.command, code=error.code, detail=error.detail))
            return None

    def answer(self, command: AnyCommand, result: Answer) -> None:
        match result:
            case Ack():
                self.send(result)
            case Refusal(code, detail, points, concerned):
                self.send(Error(id=command.id, code=code, detail=detail, points=points, concerned=concerned))
            case Key():
                self.send(Ack(id=command.id, tournament=result.tournament))
                self.send(result)
            case _:
                self.send(Ack(id=command.id))
                self.send(result)

    def greet(self, hello: Hello) -> None:
        """Hello: the token says who it is. Answered by Welcome, or by an Error the second time."""
        if self.identity is not None:
            self.answer(hello, Refusal(Code.HELLO_AGAIN, "This connection has said hello already."))
            return
        token = hello.token or new_token()
        secret = secret_of(token)
        player = player_id(secret)
        self.identity = Identity(Actor(player, player_name(hello.name, player)), secret)
        self.send(
            Welcome(
                player=player,
                name=self.identity.actor.name,
                product=PRODUCT,
                protocol=PROTOCOL,
                heartbeat_ms=limits.HEARTBEAT_MS,
                token=None if hello.token else token,
            )
        )
