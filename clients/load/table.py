"""One room under load: two players, perhaps watchers, one command under way at a time, and the times that it took."""

import asyncio
import time
from random import Random

from clients.lib.session import PASSING
from clients.load.client import REPEAT, Client
from clients.load.player import Player
from clients.load.tally import Tally
from engine.types import Color
from protocol import commands as c
from protocol.commands import AnyCommand
from protocol.messages import Ack, AnyMessage, Error, Events, Snapshot, StepGraph
from protocol.settings import Settings

ARRIVAL_PATIENCE = 30.0
"""Seconds for the clients of a room to reach the server."""
PATIENCE = 15.0
"""Seconds for the last answers and heartbeats at the end of a run."""
_KEPT = 128
"""Commands whose sending time is remembered for watchers who hear of them later."""


class Table:
    """A room of its own. `pace`: commands a second, 0 for as many as it can; `games`: stop after so many, 0 never."""

    def __init__(
        self,
        url: str,
        tally: Tally,
        luck: Random,
        settings: Settings | None = None,
        watchers: int = 0,
        pace: float = 0.0,
        games: int = 0,
        by_step: bool = False,
    ) -> None:
        self.finished = asyncio.Event()
        self._tally, self._luck, self._settings = tally, luck, settings or Settings()
        self._interval, self._games, self._by_step = 1 / pace if pace else 0.0, games, by_step
        white, black, *others = (Client(url, tally, self._hear) for _ in range(2 + watchers))
        self.white, self.black, self.clients = white, black, (white, black, *others)
        self._players: dict[Client, Player] = {}
        self._playing = False
        self._under_way: AnyCommand | None = None
        self._mover: Client | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due = self._sent_at = 0.0
        self._acked = 0
        self._sent: dict[int, float] = {}
        """When the command was sent that is to become this version, unless something else happens in the room."""

    @property
    def ended(self) -> tuple[int, int]:
        """Plays and games that are over."""
        return self.white.board.plays, self.white.board.games

    async def open(self) -> None:
        """Make the room, let everybody in and seat both players.

        Raises RuntimeError when the server refuses.
        """
        made = await self.white.ask(c.CreateRoom(id=self.white.next_id(), settings=self._settings, seat="white"))
        room = made.room or ""
        await asyncio.gather(*(client.follow(room) for client in self.clients))
        await self.black.ask(c.Sit(id=self.black.next_id(), room=room, seat=Color.BLACK))
        for color, client in ((Color.WHITE, self.white), (Color.BLACK, self.black)):
            self._players[client] = Player(room, color, client.board, self._luck, client.next_id, self._by_step)

    async def arrival(self) -> None:
        """Wait until all clients are connected. Raises TimeoutError when the server cannot be reached."""
        try:
            async with asyncio.timeout(ARRIVAL_PATIENCE):
                await asyncio.gather(*(client.welcomed.wait() for client in self.clients))
        except TimeoutError:
            raise TimeoutError(f"no server answers at {self.white.url}") from None

    def begin(self) -> None:
        """Play from now on. Paced rooms begin at different moments, or they would all move at once."""
        self._playing = True
        self._due = time.perf_counter() + self._interval * self._luck.random()
        self._act()

    async def end(self) -> int:
        """Play no more and compare digests with the server. How many clients agree."""
        self._playing = False
        try:
            async with asyncio.timeout(PATIENCE):
                await self._agreed()  # once for the last commands to be through, and once for the verdict
                return await self._agreed()
        except TimeoutError:
            return 0

    async def _agreed(self) -> int:
        return sum(await asyncio.gather(*(client.agrees() for client in self.clients)))

    # --- what the clients hear ----------------------------------------------------------------------------------------

    def _hear(self, client: Client, message: AnyMessage, command: AnyCommand | None) -> None:
        match message:
            case Events(version=version):
                self._arrived(client, version)
            case Ack(version=version) if command is not None and command is self._under_way:
                self._players[client].done(command)
                self._under_way, self._acked = None, version
                self._tally.commands += 1
                self._tally.ack.add(time.perf_counter() - self._sent_at)
            case Error(code=code) if command is not None and command is self._under_way:
                asyncio.get_running_loop().call_later(REPEAT, self._recover, client, command, code)
                return
            case Snapshot() | StepGraph():
                pass
            case _:
                return
        if client in self._players:
            self._act()

    def _arrived(self, client: Client, version: int) -> None:
        """Note how long ago this version's command was sent."""
        seated, sent = client in self._players, self._sent.get(version)
        self._tally.watched += not seated
        if sent is not None and client is not self._mover:
            (self._tally.opponent if seated else self._tally.watcher).add(time.perf_counter() - sent)

    def _recover(self, client: Client, command: AnyCommand, code: str) -> None:
        """Send a command again that met a passing refusal; give another up and look at the room anew."""
        if code in PASSING:
            client.post(command)
        else:
            self._under_way = None
            client.look_again()

    # --- what the players do ------------------------------------------------------------------------------------------

    def _act(self) -> None:
        """Let whoever is to act do so, unless a command is under way or it is too early."""
        if not self._playing or self._under_way is not None or self._timer is not None:
            return
        if self._interval and (wait := self._due - time.perf_counter()) > 0:
            self._timer = asyncio.get_running_loop().call_later(wait, self._on_time)
            return
        for client, player in self._players.items():
            if client.board.version >= self._acked and (command := player.command(self._again(client))) is not None:
                self._send(client, command)
                return
        if self.white.board.over and not self._again(self.white):
            self.finished.set()

    def _again(self, client: Client) -> bool:
        return not self._games or client.board.games < self._games

    def _on_time(self) -> None:
        self._timer = None
        self._act()

    def _send(self, client: Client, command: AnyCommand) -> None:
        now = time.perf_counter()
        self._under_way, self._mover, self._sent_at = command, client, now
        self._due = max(self._due + self._interval, now)
        version = client.board.version + 1
        self._sent[version] = now
        self._sent.pop(version - _KEPT, None)
        client.post(command)
