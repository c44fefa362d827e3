"""The rooms in which the matches of a tournament are played.

The log of a tournament says what there should be; what is missing is done here: rooms made, begun, paused and closed,
seats given to the device that plays now, and finished games told to the tournament. Everything may be done again, by
this node or another, and changes nothing then; so after a restart it is enough to look once.
"""

import hashlib
import logging
from collections.abc import Iterator
from typing import Final

import msgspec

from engine.match import Match as Played
from engine.types import Color
from protocol.errors import Refusal
from protocol.ids import PlayerId, room_code
from server.rooms.decide import Actor
from server.rooms.feed import Room
from server.rooms.office import Begin, CloseRoom, GiveSeat, OfficeCommand, Pause, Resume
from server.rooms.service import ATTEMPTS, UNAVAILABLE, Rooms
from server.rooms.state import RoomState
from server.store.log import StoreUnavailable
from server.tasks import Once
from server.tournaments.commands import RecordGame
from server.tournaments.featured import feature
from server.tournaments.feed import Copy
from server.tournaments.service import Tournaments, by_server
from server.tournaments.state import Match, TournamentState

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 5
Board = tuple[str, int]
"""The name of a match and its issue: another issue is another match, in another room."""


# --- what should be ---------------------------------------------------------------------------------------------------


def code_for(tournament: str, board: Board, attempt: int) -> str:
    """The code of the room; every node comes to the same."""
    secret = hashlib.sha256(b"narde tournament rooms\0" + tournament.encode()).digest()
    return room_code(secret, f"{board[0]}/{board[1]}", attempt)


def devices(state: TournamentState, match: Match) -> tuple[PlayerId | None, PlayerId | None]:
    """Which play for White and Black."""
    return state.players[match.a].owner, state.players[match.b].owner


def matches_of(state: TournamentState) -> Iterator[Match]:
    """Those whose rooms may need something: of the last two rounds, as far as these are started, and the play-offs."""
    for each in state.rounds[-2:]:
        if each.started is not None:
            yield from each.matches.values()
    yield from state.play_offs.values()


def _changed(before: TournamentState | None, state: TournamentState) -> list[Match]:
    """The matches for which something may have changed."""
    every = list(matches_of(state))
    if before is None or before.players is not state.players or before.paused != state.paused:
        return every
    known = {id(match) for match in matches_of(before)}
    return [match for match in every if id(match) not in known]


def orders(state: TournamentState, match: Match, room: RoomState) -> list[OfficeCommand]:
    """What the room has to be told, so that it is as the tournament says."""
    over = room.match is not None and room.match.winner is not None
    if room.closed or over:
        return []
    if match.result is not None:
        return [CloseRoom()]
    wanted: list[OfficeCommand] = []
    for color, name, device in zip(Color, match.players, devices(state, match), strict=True):
        seat = room.seat(color)
        if device is not None and (seat is None or seat.player != device):
            wanted.append(GiveSeat(color, Actor(device, state.players[name].name)))
    begins = match.started is not None and not room.matches
    wanted += [Begin()] if begins else []
    if (begins or room.running) and (state.paused is None) != (room.paused_at is None):
        wanted.append(Resume() if state.paused is None else Pause())
    return wanted


def finished(match: Match, played: Played | None) -> list[RecordGame]:
    """The games that the tournament does not know of yet. A draw decides nothing and does not count."""
    if played is None or match.result is not None:
        return []
    games = [outcome for outcome in played.results if outcome.winner is not None]
    return [
        RecordGame(match.id, number, match.a if game.winner is Color.WHITE else match.b, game.points)
        for number, game in enumerate(games, start=1)
        if number > len(match.games)
    ]


def _came_from_its_room(match: Match) -> bool:
    """So the room needs nothing more."""
    return match.report is not None and match.report.source == "server" and match.report.result.kind == "played"


# --- doing it ---------------------------------------------------------------------------------------------------------


class Tables:
    """Looks after the rooms of the tournaments that this node has in memory."""

    def __init__(self, tournaments: Tournaments, rooms: Rooms) -> None:
        self.tournaments, self.rooms = tournaments, rooms
        tournaments.on_change.append(self.look)
        rooms.on_change.append(self.consider)

    def look(self, copy: Copy) -> None:
        """Is there something to do, now that the tournament has changed?"""
        before, copy.looked = copy.looked, copy.state
        changed = _changed(before, copy.state)
        if _pairings(copy) != copy.pairings or any(self._is_due(copy, match) for match in changed):
            copy.settling = copy.settling or Once(lambda: self._settle(copy), self.tournaments.spawn)
            copy.settling()

    async def look_again(self) -> None:
        """At what may have failed when it was tried, and at the most exciting match."""
        for copy in list(self.tournaments.live.values()):
            copy.looked = None
            self.look(copy)
            feature(copy, self.rooms.live, self.tournaments.now())

    def consider(self, room: Room) -> None:
        """A room has changed; most are no tournament's."""
        if room.state.tournament is None:
            return
        code, _, name = room.state.tournament.partition("/")
        copy = self.tournaments.live.get(code)
        if copy is None:
            if room.state.match is not None and room.state.match.results:
                self.tournaments.spawn(self.tournaments.copy(code))
            return
        copy.used_at = self.tournaments.now()
        match = copy.state.match(name)
        if _is_old(copy, room.state):
            self.tournaments.spawn(self._close_old(copy, room))
        elif match is not None and self._is_due(copy, match):
            copy.looked = None
            self.look(copy)

    def _is_due(self, copy: Copy, match: Match) -> bool:
        """Something is to be done for this match that was not done yet."""
        board, played_on_devices = (match.id, match.issue), None not in devices(copy.state, match)
        code = copy.boards.get(board)
        if code is None and (_came_from_its_room(match) if match.result is not None else not played_on_devices):
            return False
        if copy.settled.get(board) != _wish(copy.state, match):
            return True
        room = None if code is None else self.rooms.live.get(code)
        return room is not None and bool(orders(copy.state, match, room.state) or finished(match, room.state.match))

    async def _settle(self, copy: Copy) -> None:
        """Do everything that is due; when the store is away the rest waits for the next look."""
        boards, pairings = copy.boards, _pairings(copy)
        try:
            for board in _stale(copy) if pairings != copy.pairings else ():
                await self._order(boards[board], CloseRoom())
                copy.boards = {other: code for other, code in copy.boards.items() if other != board}
            copy.pairings = pairings
            for match in list(matches_of(copy.state)):
                if self._is_due(copy, match):
                    await self._settle_match(copy, match)
        except StoreUnavailable:
            log.info("the rooms of tournament %s cannot be looked after now", copy.code)
        if copy.boards is not boards:
            self.tournaments.changed(copy)

    async def _settle_match(self, copy: Copy, match: Match) -> None:
        """Raises StoreUnavailable."""
        wish = _wish(copy.state, match)
        if (room := await self._room(copy, match)) is not None:
            for command in orders(copy.state, match, room.state):
                await self._order(room.state.code, command)
            for game in finished(match, room.state.match):
                op = f"room/{match.id}/{match.issue}/{game.game}"
                if await self.tournaments.execute(copy.code, by_server, game, op) is UNAVAILABLE:
                    raise StoreUnavailable("a game is not recorded yet")
        copy.settled[match.id, match.issue] = wish

    async def _order(self, code: str, command: OfficeCommand) -> None:
        if await self.rooms.execute_system(code, command) is UNAVAILABLE:
            raise StoreUnavailable("a room is not told yet")

    async def _room(self, copy: Copy, match: Match) -> Room | None:
        """The room of a match, made if it is still to be played; None when it has none. Raises StoreUnavailable."""
        board = (match.id, match.issue)
        for attempt in range(ATTEMPTS):
            code = copy.boards.get(board) or code_for(copy.code, board, attempt)
            if match.result is None and not await self._make(copy, match, code):
                return None
            room = await self.rooms.room(code)
            if room is None or room.state.tournament == f"{copy.code}/{match.id}":
                copy.boards = copy.boards if room is None else {**copy.boards, board: code}
                return room
        return None

    async def _make(self, copy: Copy, match: Match, code: str) -> bool:
        """Whether there is a room of this code, perhaps another's. Raises StoreUnavailable."""
        settings = msgspec.structs.replace(copy.state.config.matches, teaching=False, title=copy.state.config.title)
        players = [copy.state.players[name] for name in match.players]
        white, black = (Actor(player.owner, player.name) for player in players if player.owner is not None)
        made = await self.rooms.open_for_tournament(code, f"{copy.code}/{match.id}", settings, white, black)
        if made is UNAVAILABLE:
            raise StoreUnavailable("a room is not made yet")
        return not isinstance(made, Refusal)

    async def _close_old(self, copy: Copy, room: Room) -> None:
        """A round was taken back, or a match begins anew; unless another node has made this room after all we know."""
        await self.tournaments.look(copy)
        if _is_old(copy, room.state):
            await self.rooms.execute_system(room.state.code, CloseRoom())


def _wish(state: TournamentState, match: Match) -> object:
    """What is done for a match depends on this."""
    decided, paused = match.result is not None, state.paused is not None
    return devices(state, match), match.started is not None, decided, paused and not decided


def _pairings(copy: Copy) -> tuple[int, int]:
    """Others whenever a match is another one or is no more."""
    return copy.state.issued, len(copy.state.rounds)


def _stale(copy: Copy) -> list[Board]:
    """Those of rounds that were taken back and of matches that begin anew."""
    state = copy.state
    matches = [match for each in state.rounds for match in each.matches.values()]
    now = {(match.id, match.issue) for match in (*matches, *state.play_offs.values())}
    return [board for board in copy.boards if board not in now]


def _is_old(copy: Copy, room: RoomState) -> bool:
    """It is open and not where its match is played."""
    match = copy.state.match((room.tournament or "").partition("/")[2])
    if room.closed:
        return False
    return match is None or room.code not in (
        code_for(copy.code, (match.id, match.issue), attempt) for attempt in range(ATTEMPTS)
    )
