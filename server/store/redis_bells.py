"""The bells of followed logs, over one subscribed connection for the whole process.

A published message is lost when nobody listens at that moment. So after every break the subscriptions are made anew on
a fresh connection, and each log whose subscription is confirmed again rings version 0: look into the log.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable
from typing import Any

from redis import exceptions
from redis.asyncio.client import PubSub

from server.store import keys
from server.store.log import OnBell, OnSay
from server.store.redis_link import PASSING, Link
from server.tasks import end

_LOGGER = logging.getLogger(__name__)
_QUIET = 10.0  # seconds without a message after which the connection is tried
_PAUSE = 0.5  # seconds between two attempts to listen
_CHUNK = 500  # channels in one command


class Bells:
    """Follows logs and calls `on_bell(key, version)` and `on_say(key, data)`."""

    def __init__(self, link: Link, on_bell: OnBell, on_say: OnSay) -> None:
        self._link = link
        self._on_bell = on_bell
        self._on_say = on_say
        # Each followed log with its first confirmation, or the end of the attempt to get one.
        self._followed: dict[str, asyncio.Future[None]] = {}
        self._pubsub: PubSub | None = None
        self._sending = asyncio.Lock()
        self._begun = asyncio.Event()
        self._silence_is_news = True
        self._listener = asyncio.create_task(self._keep_listening())

    def begin(self) -> None:
        """Listen from now on, since the store has answered; before, everybody knows that the bells are silent."""
        self._begun.set()

    async def follow(self, key: str) -> None:
        """Return when the log is subscribed, or when that failed: then it rings once the connection is back."""
        confirmed = self._followed.get(key)
        if confirmed is None:
            confirmed = self._followed[key] = asyncio.get_running_loop().create_future()
            async with self._sending:
                if key in self._followed:
                    await self._subscribe([key])
        await asyncio.wait((confirmed, self._listener), return_when=asyncio.FIRST_COMPLETED)

    async def unfollow(self, key: str) -> None:
        """Stop the bells of a log."""
        confirmed = self._followed.pop(key, None)
        if confirmed is None:
            return
        _settle(confirmed)
        async with self._sending:
            if key not in self._followed:
                await self._unsubscribe(key)

    async def close(self) -> None:
        """Stop listening."""
        await end([self._listener])

    async def _subscribe(self, followed: list[str]) -> None:
        if self._pubsub is None:
            return  # the listener subscribes to everything when it has a connection
        await _send(self._pubsub, self._pubsub.subscribe(*map(keys.channel, followed)))

    async def _unsubscribe(self, key: str) -> None:
        if self._pubsub is not None:
            await _send(self._pubsub, self._pubsub.unsubscribe(keys.channel(key)))

    async def _keep_listening(self) -> None:
        await self._begun.wait()
        while True:
            try:
                await self._listen()
            except PASSING as error:
                tell = _LOGGER.warning if self._silence_is_news else _LOGGER.debug
                tell("bells are silent: %s", error)
                self._silence_is_news = False
            except Exception:
                _LOGGER.exception("bells are silent")
            await asyncio.sleep(_PAUSE * random.uniform(0.2, 1))

    async def _listen(self) -> None:
        try:
            pubsub = await self._link.open_pubsub()
            self._silence_is_news = True
            try:
                await self._subscribe_all(pubsub)
                await self._hear_all(pubsub)
            finally:
                async with self._sending:
                    self._pubsub = None
                await pubsub.aclose()  # type: ignore[no-untyped-call]
        finally:
            for confirmed in self._followed.values():
                _settle(confirmed)

    async def _subscribe_all(self, pubsub: PubSub) -> None:
        async with self._sending:
            self._pubsub = pubsub
            followed = list(self._followed)
            for start in range(0, len(followed), _CHUNK):
                await self._subscribe(followed[start : start + _CHUNK])

    async def _hear_all(self, pubsub: PubSub) -> None:
        connection: Any = pubsub.connection
        silences = 0
        while silences < 2:
            if not connection.is_connected:
                raise exceptions.ConnectionError("the connection was cut")  # a PubSub would quietly connect again
            if silences:
                await pubsub.ping()
            message = await connection.read_response(timeout=_QUIET)
            silences = 0 if message else silences + 1
            match message:
                case [b"message", bytes(channel), bytes(data)]:
                    self._hear(channel, data)
                case [b"subscribe", bytes(channel), _]:
                    self._hear_confirmation(channel)
                case [b"unsubscribe", *_]:
                    await pubsub.handle_message(message)  # type: ignore[no-untyped-call]  # it keeps a list
        raise exceptions.TimeoutError("no answer to a ping")

    def _hear(self, channel: bytes, data: bytes) -> None:
        key = keys.followed(channel.decode())
        if key not in self._followed:
            return  # unfollowed while it was on its way
        if data[:1] == b"v":
            self._on_bell(key, int(data[1:]))
        else:
            self._on_say(key, data[1:])

    def _hear_confirmation(self, channel: bytes) -> None:
        key = keys.followed(channel.decode())
        if (confirmed := self._followed.get(key)) is None:
            return
        if confirmed.done():
            self._on_bell(key, 0)
        _settle(confirmed)


def _settle(confirmed: asyncio.Future[None]) -> None:
    if not confirmed.done():
        confirmed.set_result(None)


async def _send(pubsub: PubSub, sending: Awaitable[Any]) -> None:
    connection: Any = pubsub.connection
    try:
        await sending
    except Exception as error:
        _LOGGER.debug("listening again after %r", error, exc_info=True)
        await connection.disconnect(nowait=True)  # so that the listener cannot miss it
