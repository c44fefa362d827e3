"""A tournament in the memory of one node: the fold as far as it is known, and who follows it here.

The log in the store is the truth; this is a copy that runs behind it and can be thrown away at any time.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from protocol import limits
from protocol.codec import decode_tournament_commit, encode_message
from protocol.ids import PlayerId
from protocol.messages import AnyMessage
from protocol.tournament.events import Commit
from protocol.tournament.views import JournalLine, You
from server.rooms.feed import OPS_KEPT
from server.store.log import Entry
from server.tasks import Once
from server.tournaments import views
from server.tournaments.picture import Boards, Painter, Picture
from server.tournaments.state import TournamentState, fold

_PREFIX = "tournament:"
AT_ONCE = 100
"""Entries that are folded before others have their turn."""


def key_of(code: str) -> str:
    """The key of a tournament's log in the store."""
    return _PREFIX + code


def code_of(key: str) -> str | None:
    """The tournament whose log this is; None for another log."""
    return key.removeprefix(_PREFIX) if key.startswith(_PREFIX) else None


@dataclass(eq=False, slots=True)
class Visitor:
    """A connection that has opened a tournament. `digest`: of the key it came with; `you`: what it was told of itself.

    `send` takes an encoded frame and never blocks.
    """

    device: PlayerId
    text: bool
    send: Callable[[bytes | str], None]
    digest: str | None = None
    you: You | None = None


class Frames:
    """A message, encoded once for each codec. `bytes`: how much was sent of it."""

    def __init__(self, message: AnyMessage) -> None:
        self._message, self._frames, self.bytes = message, dict[bool, bytes | str](), 0

    def send(self, visitor: Visitor) -> None:
        if visitor.text not in self._frames:
            self._frames[visitor.text] = encode_message(self._message, visitor.text)
        self.bytes += len(self._frames[visitor.text])
        visitor.send(self._frames[visitor.text])


@dataclass(eq=False, slots=True)
class Copy:
    """The copy of one tournament.

    `boards`: the rooms of its matches as far as they are known; another object whenever one is added. `settled`: what
    was done for each board, when there were these `pairings`; `looked`: the state at the last look for more to do.
    `picture` is what the visitors were told last, `complete` the frame for a newcomer. `featured`: since `featured_at`
    screens show this match. `telling` and `settling`: work of broadcast.py and tables.py that goes on.
    """

    state: TournamentState
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    painting: asyncio.Lock = field(default_factory=asyncio.Lock)
    telling: Once | None = None
    settling: Once | None = None
    appending: bool = False
    used_at: int = 0
    visitors: list[Visitor] = field(default_factory=list)
    boards: Boards = field(default_factory=dict)
    settled: dict[tuple[str, int], object] = field(default_factory=dict)
    pairings: tuple[int, int] = (0, 0)
    looked: TournamentState | None = None
    painter: Painter = field(default_factory=Painter)
    picture: Picture | None = None
    journal: deque[JournalLine] = field(default_factory=lambda: deque(maxlen=limits.JOURNAL_LINES))
    complete: Frames | None = None
    complete_at: int = 0
    featured: str | None = None
    featured_at: int = 0
    ops: dict[str, OrderedDict[str, int]] = field(default_factory=dict)

    @property
    def code(self) -> str:
        return self.state.code

    def version_of(self, op: str) -> int | None:
        """The version that a command sent before has become, if it is remembered."""
        ops = self.ops.get(op.partition("/")[0])
        return None if ops is None else ops.get(op)

    async def catch_up(self, entries: Iterable[Entry]) -> None:
        """Advance over entries that this node did not write itself; a long log lets others have their turn."""
        for count, entry in enumerate(entries, start=1):
            if entry.version == self.state.version + 1:
                self.advance(entry.op, decode_tournament_commit(entry.data))
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)

    def advance(self, op: str, commit: Commit, after: TournamentState | None = None) -> None:
        """One version further, to `after` if that is known."""
        version = self.state.version + 1
        self.state = after or fold(self.state, version, commit)
        ops = self.ops.setdefault(op.partition("/")[0], OrderedDict())
        ops[op] = version
        while len(ops) > OPS_KEPT:
            ops.popitem(last=False)
        self.journal.extend(views.journal(version, commit))
