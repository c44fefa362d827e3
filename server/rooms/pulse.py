"""The deployment's sign of life, and the time that its absence cost the players.

Every node leaves it in the store, so one that finds none for a while knows that nobody could play: no node was running,
or the store was away from all of them. Clocks get that time back before anything that they run out for is judged.
"""

import asyncio
from collections.abc import Awaitable, Callable

from server.store.log import Store

BEAT_MS = 500
OUTAGE_MS = 2 * BEAT_MS
"""At the start: without a sign of life for longer, no server of the deployment was running."""
LAPSE_MS = 3_000
"""While a node runs a sign may be late for other reasons; after so long time stands still until all is made good."""


class Pulse:
    """`give_back(away, last)` returns to every running clock the `away` ms since the sign of life `last`."""

    def __init__(self, store: Store, now: Callable[[], int], give_back: Callable[[int, int], Awaitable[None]]) -> None:
        self.store, self.now, self._give_back = store, now, give_back
        self._beat_at: int | None = None
        self._beating = asyncio.Lock()

    @property
    def steady(self) -> bool:
        """Time may run out: no outage that is not made good can lie behind us."""
        return self._beat_at is None or self.now() - self._beat_at <= LAPSE_MS

    async def beat(self) -> int:
        """Make an outage good and leave a sign of life, once however many ask; the outage in ms, 0 for none.

        Raises StoreUnavailable.
        """
        waited = self._beating.locked()
        async with self._beating:
            return 0 if waited and self._beat_at is not None and self.steady else await self._beat()

    async def _beat(self) -> int:
        last = await self.store.last_beat()
        away = 0 if last is None else self.now() - last
        outage = away > (OUTAGE_MS if self._beat_at is None else LAPSE_MS)
        if outage and last is not None:
            await self._give_back(away, last)
        now = self.now()
        await self.store.beat(now)
        self._beat_at = now
        return away if outage else 0
