"""What a server on this machine has used of it, read from /proc: Linux only."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_STORES = ("redis", "valkey")
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Usage:
    """CPU seconds so far and resident bytes now, of the server's own processes and of the stores among its children."""

    server: float = 0.0
    store: float = 0.0
    memory: int = 0
    store_memory: int = 0

    @classmethod
    def of(cls, pid: int) -> "Usage":
        """Of a process and everything that it has started. Raises OSError when there is no such process."""
        server = store = 0.0
        memory = store_memory = 0
        for process in _tree(pid):
            # The name stands in brackets and may hold anything, so the other fields are counted from behind it.
            head, _, rest = (process / "stat").read_text().rpartition(")")
            fields = rest.split()
            seconds, octets = (int(fields[11]) + int(fields[12])) / _TICKS, int(fields[21]) * os.sysconf("SC_PAGESIZE")
            if any(name in head for name in _STORES):
                store, store_memory = store + seconds, store_memory + octets
            else:
                server, memory = server + seconds, memory + octets
        return cls(server, store, memory, store_memory)


def _tree(pid: int) -> Iterator[Path]:
    process = Path("/proc") / str(pid)
    yield process
    for task in (process / "task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _tree(int(child))
