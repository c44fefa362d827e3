"""Lines from standard input without blocking the event loop, whatever standard input is: terminal, pipe or file."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Final

_CHUNK: Final = 4096
_WAITING: Final = 64
"""Lines read ahead; whoever writes faster has to wait."""


async def typed_lines(fd: int) -> AsyncIterator[str]:
    """The lines of a file descriptor until its end. A line ends after 4096 bytes; what it has more is lost."""
    queue = asyncio.Queue[str | None](_WAITING)
    loop = asyncio.get_running_loop()
    # A daemon, because nothing can interrupt a read from a terminal: it must not keep the program from ending.
    threading.Thread(target=_read, args=(fd, loop, queue), daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line


def _read(fd: int, loop: asyncio.AbstractEventLoop, queue: "asyncio.Queue[str | None]") -> None:
    rest = b""
    try:
        for chunk in _chunks(fd):
            *lines, rest = (rest + chunk).split(b"\n")
            rest = rest[:_CHUNK]
            for line in lines:
                _put(line[:_CHUNK].decode(errors="replace").rstrip("\r"), loop, queue)
        if rest:
            _put(rest.decode(errors="replace"), loop, queue)
        _put(None, loop, queue)
    except RuntimeError:
        return  # The loop is closed: nobody listens any more.


def _chunks(fd: int) -> Iterator[bytes]:
    try:
        while chunk := os.read(fd, _CHUNK):
            yield chunk
    except OSError:
        return  # The terminal has gone away.


def _put(line: str | None, loop: asyncio.AbstractEventLoop, queue: "asyncio.Queue[str | None]") -> None:
    asyncio.run_coroutine_threadsafe(queue.put(line), loop).result()
