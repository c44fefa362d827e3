"""The tournaments of this node: load, judge, append.

The same shape as server/rooms/service.py: a command is judged against the fold, its facts are appended on condition
that the log still ends there, and only then the copy advances. When another node was faster the copy catches up and the
command is judged again.
"""

import asyncio
import itertools
import logging
from collections.abc import Callable, Sequence

import msgspec

from protocol import limits
from protocol.codec import decode_tournament_commit, encode_tournament_commit
from protocol.errors import Code, Refusal
from protocol.ids import room_code
from protocol.tournament import acts as c
from protocol.tournament.events import Commit, KeyIssued
from protocol.tournament.views import TournamentListing
from server.rooms.service import ATTEMPTS, IDLE_MS, UNAVAILABLE, Spawn
from server.store.log import Append, Appended, Conflict, Store, StoreUnavailable
from server.tournaments import views
from server.tournaments.access import digest_of
from server.tournaments.commands import Command, GiveBack, Settle
from server.tournaments.decide import Actor, decide
from server.tournaments.feed import Copy, code_of, key_of
from server.tournaments.heavy import FROM, Heavy
from server.tournaments.problems import Problem
from server.tournaments.rounds import Decision
from server.tournaments.state import TournamentState, fold
from server.tournaments.timing import deadline

log = logging.getLogger(__name__)

Who = Callable[[TournamentState], Actor]
"""Who asks, as the tournament is when that is judged: a key may have become void a moment ago."""
UNKNOWN = Refusal(Code.TOURNAMENT_UNKNOWN, "There is no such tournament.")
_listing = msgspec.json.Decoder(TournamentListing)
_HEAVY = (c.PairRound, c.Start, c.PlayOff, c.Finish)


def by_server(_state: TournamentState) -> Actor:
    """The server itself asks."""
    return Actor("server")


class Tournaments:
    """`now` gives server time in ms, `node` names this process, `spawn` starts a task that somebody owns."""

    def __init__(self, store: Store, now: Callable[[], int], node: str, spawn: Spawn, heavy: Heavy) -> None:
        self.store, self.now, self.node, self.spawn, self.heavy = store, now, node, spawn, heavy
        self.live: dict[str, Copy] = {}
        self.on_change: list[Callable[[Copy], None]] = []
        """Are told of each copy that was loaded or has advanced."""
        self._loading: dict[str, asyncio.Future[Copy | None]] = {}
        self._ops = itertools.count(1)

    # --- commands -----------------------------------------------------------------------------------------------------

    async def create(self, secret: bytes, op: str, key: str, commits: Sequence[Commit]) -> str | Refusal:
        """Store a new tournament whose director has this key, and return its code; the same `op` gives the same one.

        Only the last commit lists it and makes the key good, so that half a tournament is nobody's.
        """
        for attempt in range(ATTEMPTS):
            code = room_code(secret, f"tournament\0{op}", attempt)
            last = commits[-1]
            issued = KeyIssued(digest_of(code, key), "director")
            complete = [*commits[:-1], Commit(last.at, (*last.events, issued), last.source)]
            try:
                if await self._stored(code, op, complete):
                    return code
            except StoreUnavailable:
                return UNAVAILABLE
        return UNAVAILABLE

    async def _stored(self, code: str, op: str, commits: Sequence[Commit]) -> bool:
        """Whether all of it is in the log; False when the code is another's."""
        state = TournamentState(code)
        for number, commit in enumerate(commits, start=1):
            after = fold(state, number, commit)
            name = op if number == 1 else f"{op}/{number}"
            done = await self.store.append(_entry(state, name, commit, after, listed=number == len(commits)))
            if isinstance(done, Conflict):
                return False
            state = after
        return True

    async def execute(self, code: str, who: Who, command: Command, op: str | None = None) -> int | Refusal:
        """The version at which the command is in the log, or why it is refused; with the same `op` it is done once."""
        try:
            copy = await self.copy(code)
            if copy is None:
                return UNKNOWN
            async with copy.lock:
                return await self._judged(copy, op or self._system_op(), who, command)
        except StoreUnavailable:
            return UNAVAILABLE

    async def _judged(self, copy: Copy, op: str, who: Who, command: Command) -> int | Refusal:
        """Judge and append until nobody else was faster. The lock is held."""
        for _ in range(ATTEMPTS):
            if (version := copy.version_of(op)) is not None:
                return version
            now, actor = self.now(), who(copy.state)
            decided = await self._decide(copy.state, actor, command, now)
            if isinstance(decided, Problem) or not decided:
                if await self._catch_up(copy):  # the copy was behind: what is refused may be right, or done already
                    continue
                return _refused(decided) if isinstance(decided, Problem) else copy.state.version
            if await self._append(copy, op, Commit(now, decided, actor.role)):
                return copy.state.version
            if copy.code not in self.live:
                return UNKNOWN
        return UNAVAILABLE

    async def _decide(self, state: TournamentState, actor: Actor, command: Command, now: int) -> Decision:
        if isinstance(command, _HEAVY) and len(state.players) > FROM:
            return await self.heavy(decide, state, actor, command, now)
        return decide(state, actor, command, now)

    async def _append(self, copy: Copy, op: str, commit: Commit) -> bool:
        """True when the facts are in the log; False when the log has moved on and the copy now too."""
        after = fold(copy.state, copy.state.version + 1, commit)
        copy.appending = True
        try:
            appended = await self.store.append(_entry(copy.state, op, commit, after))
            match appended:
                case Appended(repeated=False):
                    copy.advance(op, commit, after)
                case Appended():
                    await self._catch_up(copy)
                case Conflict(()):
                    await self._forget(copy)
                    return False
                case Conflict(tail):
                    await copy.catch_up(tail)
        except StoreUnavailable:
            self.spawn(self.look(copy))
            raise
        finally:
            copy.appending = False
        self.changed(copy)
        return isinstance(appended, Appended) and not appended.repeated

    async def settle(self, key: str) -> None:
        """Do what is due in the tournament of this log, if it is one's."""
        if (code := code_of(key)) is not None:
            await self.execute(code, by_server, Settle())

    async def give_back(self, away: int, last: int) -> None:
        """No server ran for `away` ms: who is late at his board has that time yet. Raises StoreUnavailable."""
        soon = self.now() + limits.TOURNAMENT_MS // 2  # later ones are when the store forgets a tournament
        late = [code_of(key) for key, due in await self.store.deadlines() if due < soon]
        for code in filter(None, late):
            if await self.execute(code, by_server, GiveBack(away), f"outage/{last}") is UNAVAILABLE:
                raise StoreUnavailable("an outage is not made good yet")

    def _system_op(self) -> str:
        return f"{self.node}/{next(self._ops)}"

    def changed(self, copy: Copy) -> None:
        copy.used_at = self.now()
        for listener in self.on_change:
            listener(copy)

    # --- the copies ---------------------------------------------------------------------------------------------------

    async def copy(self, code: str) -> Copy | None:
        """The copy of a tournament, loaded once however many ask at the same time. Raises StoreUnavailable."""
        if (copy := self.live.get(code)) is not None:
            return copy
        if (loading := self._loading.get(code)) is None:
            loading = self._loading[code] = asyncio.ensure_future(self._load(code))
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> Copy | None:
        key, copy = key_of(code), Copy(TournamentState(code))
        await copy.catch_up(await self.store.read(key))
        if not copy.state.version:
            return None
        await self.store.follow(key)
        try:
            await copy.catch_up(await self.store.read(key, copy.state.version))
        except StoreUnavailable:
            await self.store.unfollow(key)
            raise
        self.live[code] = copy
        self.changed(copy)
        return copy

    def on_bell(self, key: str, version: int) -> None:
        """Another node may have appended."""
        copy = self.live.get(code_of(key) or "")
        if copy is None or 0 < version <= copy.state.version + copy.appending:
            return
        self.spawn(self.look(copy))

    async def look(self, copy: Copy) -> None:
        """Read what the log has beyond the copy."""
        async with copy.lock:
            try:
                await self._catch_up(copy)
            except StoreUnavailable:
                log.info("tournament %s cannot be read now", copy.code)

    async def _catch_up(self, copy: Copy) -> bool:
        """True when there was something. The lock is held."""
        before = copy.state.version
        await copy.catch_up(await self.store.read(key_of(copy.code), before))
        if copy.state.version == before:
            return False
        self.changed(copy)
        return True

    async def _forget(self, copy: Copy) -> None:
        if self.live.get(copy.code) is copy:
            del self.live[copy.code]
            await self.store.unfollow(key_of(copy.code))

    async def forget_idle(self) -> None:
        """Drop the copies that nobody has used for a while."""
        now = self.now()
        for copy in list(self.live.values()):
            if not copy.visitors and not copy.lock.locked() and now - copy.used_at > IDLE_MS:
                await self._forget(copy)

    async def listed(self) -> list[TournamentListing]:
        """All tournaments, the newest first. Raises StoreUnavailable."""
        found = await self.store.listings()
        lines = [_listing.decode(line) for key, line in found.items() if code_of(key) is not None]
        return sorted(lines, key=lambda line: -line.created)

    async def commits(self, code: str) -> list[Commit]:
        """The whole log, none for a tournament that does not exist. Raises StoreUnavailable."""
        return [decode_tournament_commit(entry.data) for entry in await self.store.read(key_of(code))]


def _refused(problem: Problem) -> Refusal:
    return Refusal(problem.code, problem.detail, concerned=problem.concerned)


def _entry(before: TournamentState, op: str, commit: Commit, after: TournamentState, listed: bool = True) -> Append:
    """The append that stores these facts. A listing goes with the log, which the sweeper sees at the deadline."""
    return Append(
        key=key_of(after.code),
        expected=before.version,
        op=op,
        data=encode_tournament_commit(commit),
        expire_ms=limits.TOURNAMENT_MS,
        deadline=deadline(after) or commit.at + limits.TOURNAMENT_MS + 1,
        listing=msgspec.json.encode(views.listing(after)) if listed else None,
    )
