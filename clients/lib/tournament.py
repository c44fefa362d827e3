"""A tournament that a client has opened: how it stands, and what is asked of it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from clients.lib.link import CommandRefused
from clients.lib.session import Told
from protocol import commands as c
from protocol.commands import AnyCommand
from protocol.messages import Ack, Error, Tournament, TournamentYou
from protocol.tournament.acts import AnyAct
from protocol.tournament.views import BracketNode, Head, MatchView, PlayerView, RoundView, Standings, You

SECTIONS: Final = ("head", "players", "play_offs", "standings", "bracket")
"""What is sent whole when it changes; of the rounds only those that have changed."""


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament as everybody sees it; `players` by seed, `rounds` from the first on."""

    version: int
    at: int
    head: Head
    players: tuple[PlayerView, ...]
    rounds: tuple[RoundView, ...]
    play_offs: tuple[MatchView, ...]
    standings: Standings
    bracket: tuple[BracketNode, ...] | None

    @property
    def current(self) -> RoundView | None:
        """The newest round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def running(self) -> tuple[MatchView, ...]:
        """The matches that are to be played now."""
        current = self.current
        matches = () if current is None or current.started is None else current.matches
        return tuple(match for match in (*self.play_offs, *matches) if match.result is None)

    def player(self, name: str) -> PlayerView:
        """Raises KeyError for a player who is not in it."""
        for player in self.players:
            if player.id == name:
                return player
        raise KeyError(name)


def merged(view: TournamentView | None, news: Tournament) -> TournamentView:
    """The tournament with its news, which are complete when there is no `view` yet."""
    if view is None:
        assert news.head is not None
        assert news.players is not None
        assert news.standings is not None
        view = TournamentView(0, 0, news.head, news.players, (), (), news.standings, None)
    sections = {name: getattr(news, name) for name in SECTIONS if getattr(news, name) is not None}
    if news.entries:
        players = {player.id: player for player in (*view.players, *news.entries)}
        sections["players"] = tuple(sorted(players.values(), key=lambda player: player.seed))
    known_rounds = [_with_matches(each, news) for each in view.rounds]
    rounds = {each.number: each for each in (*known_rounds, *news.rounds)}
    paired = (news.head or view.head).paired
    known = tuple(rounds[number] for number in sorted(rounds) if number <= paired)
    return replace(view, version=news.version, at=news.at, rounds=known, **sections)


def _with_matches(known: RoundView, news: Tournament) -> RoundView:
    """Of a large round only those matches are sent that have changed."""
    changed = {match.match: match for match in news.matches}
    if changed.keys().isdisjoint(match.match for match in known.matches):
        return known
    return structs.replace(known, matches=tuple(changed.get(match.match, match) for match in known.matches))


class TournamentHandle:
    """A handle on one tournament; it stays good over reconnections. Commands raise what `Client.send` raises.

    A command returns when it is in the log; `until` waits for the view to show it.
    """

    def __init__(self, code: str, send: Callable[[AnyCommand], Awaitable[Ack]], next_id: Callable[[], str]) -> None:
        self.code = code
        self._send, self._next_id = send, next_id
        self._view: TournamentView | None = None
        self._you: You | None = None
        self._ended: Exception | None = None
        self.ready = asyncio.Event()
        """It has been seen since it was opened last."""
        self._changed = asyncio.Event()
        """Set when something changes, and then replaced by another."""

    @property
    def view(self) -> TournamentView:
        """The tournament as it is now."""
        if self._view is None:
            raise RuntimeError("the tournament has not been seen yet")
        return self._view

    @property
    def you(self) -> You:
        """What this client is in it, and what its player waits for."""
        if self._you is None:
            raise RuntimeError("the tournament has not been seen yet")
        return self._you

    async def conduct(self, act: AnyAct) -> Ack:
        """Ask something of the tournament."""
        return await self._send(c.Conduct(id=self._next_id(), tournament=self.code, act=act))

    async def changed(self) -> None:
        """Until something is news.

        Raises CommandRefused when the tournament is lost, and ConnectionError when it is left or the client has ended.
        """
        if self._ended is None:
            await self._changed.wait()
        if self._ended is not None:
            raise self._ended

    async def until(self, condition: Callable[[], bool]) -> None:
        """Until the condition, which looks at `view` and `you`, holds. Raises what `changed` raises."""
        while not condition():
            await self.changed()

    # --- what the connection tells ------------------------------------------------------------------------------------

    def hear(self, news: Told | TournamentYou) -> None:
        """Something has come from the server."""
        match news:
            case Told(message, complete):
                self._view = merged(None if complete else self._view, message)
            case TournamentYou(you=you):
                self._you = you
                self.ready.set()
        self._wake()

    def lose(self, error: Error) -> None:
        """The server has it no longer for this client."""
        self.close(CommandRefused(error))

    def close(self, why: Exception) -> None:
        """There will be no more news."""
        self._ended = why
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
