"""Tournaments and the people who come to them, on nodes that share a store."""

import contextlib
import itertools
from types import TracebackType
from typing import TypeVar

from protocol import commands as c
from protocol.codec import encode_command
from protocol.messages import Key, Welcome
from protocol.settings import Settings
from protocol.tournament import acts
from protocol.tournament.events import Config
from protocol.tournament.views import MatchView
from server.luck import new_token
from server.store.memory import Shelf
from tests.server.nodes import Clock
from tests.server.tournaments.guest import Guest
from tests.server.tournaments.place import Place

M = TypeVar("M")
SINGLES = Config(title="Friday", matches=Settings(length=1))


class Hall:
    """Nodes that share a store and a clock, and everybody's tokens."""

    def __init__(self, url: str | None) -> None:
        self.url, self.shelf, self.clock = url, Shelf(), Clock(1_800_000_000_000)
        self.places: list[Place] = []
        self.guests: list[Guest] = []
        self._ids, self._nodes = itertools.count(1), itertools.count(1)
        self._exits = contextlib.AsyncExitStack()

    async def __aenter__(self) -> "Hall":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for place in self.places:
            await place.close()

    def id(self) -> str:
        return f"c{next(self._ids)}"

    async def place(self) -> Place:
        """One node more."""
        self.places.append(await Place(self.clock, next(self._nodes)).open(self.url, self.shelf))
        return self.places[-1]

    async def restart(self) -> None:
        """The only node is killed, and another is started."""
        (place,) = self.places
        self.places.remove(place)
        await place.close()
        await self.place()

    async def guest(self, name: str, token: str | None = None, place: Place | None = None, text: bool = False) -> Guest:
        guest = Guest(self.id, place or self.places[0], name, token or new_token(), text)
        await guest.place.dispatcher.handle(
            guest.session, encode_command(c.Hello(id="hello", token=guest.token, name=name), text)
        )
        guest.device = guest.got(Welcome)[0].player
        self.guests.append(guest)
        return guest

    async def back(self, guest: Guest, key: str | None = None, place: Place | None = None) -> Guest:
        """The same device, connected anew and back in its tournament."""
        again = await self.guest(guest.name, guest.token, place)
        return await again.open(guest.code, key)

    async def director(self, config: Config = SINGLES) -> Guest:
        """The director of a new tournament; his key is the last that he was sent."""
        director = await self.guest("Director")
        await director.accepted(c.CreateTournament(id=self.id(), config=config))
        key = director.got(Key)[-1]
        return await director.open(key.tournament, key.key)

    async def player(self, code: str, name: str, place: Place | None = None) -> Guest:
        """Somebody who registers and checks in by his own phone."""
        guest = await (await self.guest(name, place=place)).open(code)
        await guest.act(acts.Register(name))
        await guest.until(lambda each: each.you and each.you.player)
        assert guest.you is not None
        assert guest.you.player is not None
        await guest.act(acts.CheckIn(guest.you.player))
        return guest

    async def evening(self, players: int, config: Config = SINGLES) -> tuple[Guest, dict[str, Guest]]:
        """A director and players by their names in the tournament, in round 1."""
        director = await self.director(config)
        guests = [await self.player(director.code, f"Player {number}") for number in range(1, players + 1)]
        await director.act(acts.Start())
        await self.next_round(director)
        return director, {f"p{number}": guest for number, guest in enumerate(guests, start=1)}

    async def next_round(self, director: Guest) -> int:
        state = await director.place_state()
        number = len(state.rounds) + 1
        await director.act(acts.PairRound(number))
        await director.act(acts.StartRound(number))
        return number

    async def play(self, people: dict[str, Guest], match: MatchView) -> None:
        """Side b loses a single game."""
        await people[match.a].sit(match.match)
        room = await people[match.b].sit(match.match)
        await people[match.b].until_room(room, lambda state: state.running)
        await people[match.b].give_up(match.match)
