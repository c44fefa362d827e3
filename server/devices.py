"""From one device to another: what the first leaves, sealed, the second takes once, by a code that is good for minutes.

The server never sees the secret that opens it, and the code alone opens nothing.
"""

from protocol import limits
from protocol.errors import Code, Refusal
from protocol.messages import DeviceCode, Sealed
from server.luck import new_device_code
from server.rooms.service import UNAVAILABLE
from server.store.log import Store, StoreUnavailable

CODE_UNKNOWN = Refusal(Code.CODE_UNKNOWN, "This code has been used or is too old; ask for another.")


class Devices:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def offer(self, sealed: str) -> DeviceCode | Refusal:
        """Keep this for another device; the code is what that device has to say."""
        code = new_device_code()
        try:
            await self.store.note(_name(code), sealed.encode(), limits.DEVICE_MS)
        except StoreUnavailable:
            return UNAVAILABLE
        return DeviceCode(code=code, expires_ms=limits.DEVICE_MS)

    async def use(self, code: str) -> Sealed | Refusal:
        """What was kept, to the first who asks."""
        try:
            sealed = await self.store.take(_name(code))
        except StoreUnavailable:
            return UNAVAILABLE
        return CODE_UNKNOWN if sealed is None else Sealed(sealed=sealed.decode())


def _name(code: str) -> str:
    return f"device:{code}"
