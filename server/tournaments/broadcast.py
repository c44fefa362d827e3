"""Telling everybody how a tournament stands. Visitors get a complete picture, then what has changed in it.

Changes that come quickly are told together. The larger a frame and the more of them read it, the longer the pause
before the next: the news of a large field shall not hold up the games of others.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final

from protocol.codec import encode_message
from protocol.messages import Tournament, TournamentYou
from server.tasks import Once
from server.tournaments import views
from server.tournaments.access import role_of
from server.tournaments.feed import Copy, Frames, Visitor
from server.tournaments.heavy import FROM
from server.tournaments.picture import Picture, changes, table_of
from server.tournaments.service import Tournaments
from server.tournaments.state import TournamentState

LOOK_SECONDS: Final = 5
PAUSE_MS: Final = 250
"""Between two tellings of the same tournament."""
BYTES_PER_MS: Final = 16_000
"""That one tournament may send."""
AT_ONCE: Final = 50
"""Visitors who are told before others have their turn."""
PATIENCE_SECONDS: Final = 1.0
"""Rooms that are being made are told with their round, if it does not take longer."""


class Broadcast:
    def __init__(self, tournaments: Tournaments, pause_ms: int = PAUSE_MS) -> None:
        self.tournaments, self.pause_ms = tournaments, pause_ms
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        tournaments.on_change.append(self.changed)

    def changed(self, copy: Copy) -> None:
        """Tell it soon."""
        if copy.visitors:
            copy.telling = copy.telling or Once(lambda: self._tell(copy), self.tournaments.spawn)
            copy.telling()

    async def look_again(self) -> None:
        """Some of what is shown depends on the time."""
        for copy in list(self.tournaments.live.values()):
            self.changed(copy)

    # --- visitors -----------------------------------------------------------------------------------------------------

    async def attach(self, copy: Copy, visitor: Visitor) -> None:
        """Bring a visitor up to date, and keep him so."""
        async with copy.painting:
            if copy.picture is None or not copy.visitors:  # nobody was told of what has happened meanwhile
                copy.picture = await self._painted(copy)
                copy.complete = None
            self._complete(copy, copy.picture).send(visitor)
            copy.visitors.append(visitor)
        self._tell_visitor(copy, copy.picture.state, visitor)
        self.changed(copy)

    def _complete(self, copy: Copy, picture: Picture) -> Frames:
        """The whole picture; many who come at once get the same frame, unless its time is too old for their clocks."""
        now = self.tournaments.now()
        if copy.complete is None or now - copy.complete_at > self.pause_ms:
            journal = tuple(line for line in copy.journal if line.version <= picture.state.version)
            copy.complete = Frames(self._message(picture, changes(None, picture) | {"journal": journal}))
            copy.complete_at = now
        return copy.complete

    def detach(self, copy: Copy, visitor: Visitor) -> None:
        copy.used_at = self.tournaments.now()
        with contextlib.suppress(ValueError):
            copy.visitors.remove(visitor)

    # --- telling ------------------------------------------------------------------------------------------------------

    async def _tell(self, copy: Copy) -> None:
        """Everybody what has changed, and each what has changed for him; then a pause."""
        if copy.settling is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await copy.settling.done()
        async with copy.painting:
            before, copy.picture = copy.picture, await self._painted(copy)
            sent = await self._tell_news(copy, before, copy.picture)
            for count, visitor in enumerate(list(copy.visitors), start=1):
                self._tell_visitor(copy, copy.picture.state, visitor)
                if count % AT_ONCE == 0:
                    await asyncio.sleep(0)
        await self.sleep(max(self.pause_ms, sent / BYTES_PER_MS) / 1000)

    async def _tell_news(self, copy: Copy, before: Picture | None, after: Picture) -> int:
        """How many bytes it took."""
        fields, told = changes(before, after), 0 if before is None else before.state.version
        if lines := tuple(line for line in copy.journal if told < line.version <= after.state.version):
            fields["journal"] = lines
        if not fields:
            return 0
        copy.complete, news = None, Frames(self._message(after, fields))
        for count, visitor in enumerate(list(copy.visitors), start=1):
            news.send(visitor)
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)
        return news.bytes

    def _message(self, picture: Picture, fields: dict[str, Any]) -> Tournament:
        state = picture.state
        return Tournament(tournament=state.code, version=state.version, at=self.tournaments.now(), **fields)

    async def _painted(self, copy: Copy) -> Picture:
        state, table = copy.state, table_of(copy.state)
        if len(state.players) > FROM and not copy.painter.table.fits(*table):
            copy.painter.table.keep(await self.tournaments.heavy(views.standings_view, state), *table)
        return copy.painter.paint(state, copy.boards, self.tournaments.now(), copy.featured)

    def _tell_visitor(self, copy: Copy, state: TournamentState, visitor: Visitor) -> None:
        """What he is in the tournament and what he waits for, when that is news; of players only those he was told."""
        role = role_of(copy.state, visitor.digest, visitor.device)
        role = role_of(state, None, visitor.device) if role == "player" else role
        you = views.you(state, role, visitor.device, self.tournaments.now())
        if you != visitor.you:
            visitor.you = you
            visitor.send(encode_message(TournamentYou(tournament=state.code, you=you), visitor.text))
