"""The messages that follow the answer to a command, brought to those who wait for them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from protocol.commands import AnyCommand
from protocol.messages import Games, Key, Record, Rooms, Tournaments

Reply = Rooms | Games | Record | Tournaments | Key
R = TypeVar("R", Rooms, Games, Record, Tournaments, Key)


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody waits for the message of this kind that follows the answer to a command."""

    kind: type[Reply]
    command: AnyCommand
    reply: asyncio.Future[Reply]


@dataclass(slots=True)
class Replies:
    """What one client waits for, the oldest question first."""

    _questions: list[Question] = field(default_factory=list)

    @contextmanager
    def expecting(self, kind: type[R], command: AnyCommand) -> Iterator[asyncio.Future[Reply]]:
        """The message of this kind that the command brings, as long as the block lasts."""
        question = Question(kind, command, asyncio.get_running_loop().create_future())
        self._questions.append(question)
        try:
            yield question.reply
        finally:
            self._questions.remove(question)

    def again(self) -> list[AnyCommand]:
        """The commands to send on a new connection: a reply follows its Ack, and may have been lost behind it.

        Sent again, it is the same command, so that nothing is made twice.
        """
        return [question.command for question in self._questions]

    def hear(self, reply: Reply) -> None:
        """The oldest question that this may answer has its reply."""
        for question in self._questions:
            if isinstance(reply, question.kind) and not question.reply.done():
                question.reply.set_result(reply)
                return

    def refuse(self, command: str | None, why: Exception) -> None:
        """The command had its Ack, and was refused when it was sent again for the reply."""
        for question in self._questions:
            if question.command.id == command and not question.reply.done():
                question.reply.set_exception(why)

    def end(self, why: Exception) -> None:
        """Nothing will come any more."""
        for question in self._questions:
            if not question.reply.done():
                question.reply.set_exception(why)
                question.reply.exception()  # asyncio is not to complain when it is the Ack that was waited for
