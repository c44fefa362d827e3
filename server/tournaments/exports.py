"""Tournaments as files, for whoever asks: nothing in them is secret."""

import time
from collections.abc import Callable
from typing import Final, Literal

from server.ratelimit import PerKey
from server.tournaments.export import to_csv, to_json
from server.tournaments.heavy import FROM
from server.tournaments.service import Tournaments

Ending = Literal["json", "csv"]
OF_ADDRESS: Final = (1, 10)
"""Files that one address may have: a second, and at once."""


class TooFast(Exception):
    """This address has asked for too many files."""


class Exports:
    def __init__(self, tournaments: Tournaments, clock: Callable[[], float] = time.monotonic) -> None:
        self.tournaments, self._clock = tournaments, clock
        self._asked = PerKey(*OF_ADDRESS)

    async def file(self, code: str, ending: Ending, address: str) -> bytes | None:
        """None when there is no such tournament. Raises TooFast and StoreUnavailable."""
        if not self._asked.allow(address, self._clock()):
            raise TooFast
        copy = await self.tournaments.copy(code)
        if copy is None:
            return None
        large = len(copy.state.players) > FROM
        if ending == "csv":
            return await self.tournaments.heavy(to_csv, copy.state) if large else to_csv(copy.state)
        commits = await self.tournaments.commits(code)
        return await self.tournaments.heavy(to_json, code, commits) if large else to_json(code, commits)
