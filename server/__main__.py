"""`python -m server`: run narde until Ctrl+C or SIGTERM."""

import asyncio
import contextlib
import errno
import gc
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from server import addresses, logs, workers
from server.app import Running, running
from server.config import Config
from server.store.embedded import EmbeddedError, embedded
from server.store.log import StoreUnavailable
from server.store.redis_link import StoreAddressError
from server.tournaments.access import make_office_key
from server.tournaments.keys import for_terminal


@asynccontextmanager
async def _store(config: Config) -> AsyncIterator[str]:
    """The URL of the store: the one that is configured, or a private one for as long as the server runs."""
    if config.redis_url is not None:
        yield config.redis_url
        return
    async with embedded(config.data_dir, config.fsync) as url:
        make_office_key(config.data_dir)
        yield url


def _calm_collector() -> None:
    """What is loaded now stays, and need not be looked at again. Of what comes later hardly anything is a cycle, and a
    thousand commands under way are some ten thousand new objects, which no look at the new ones should be wasted on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


async def _serve(config: Config) -> None:
    """Run until one of the two signals comes; the second one also cuts the goodbyes short.

    A signal cancels, so that it ends a long start too, and is remembered, because a start can lose a cancellation.
    """
    stopped = _on_signals(asyncio.current_task())
    async with _store(config) as url:
        if config.workers > 1:
            async with workers.running(config, url) as port:
                _announce(config, port)
                await stopped.wait()
        else:
            async with running(config, url) as server:
                _announce(config, server.port)
                await _invite_director(config, server)
                await stopped.wait()


def _on_signals(task: asyncio.Task[None] | None) -> asyncio.Event:
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()

    def stop() -> None:
        stopped.set()
        if task is not None:
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    return stopped


def _announce(config: Config, port: int) -> None:
    """Where players find the server: this machine, the local network, and a QR code for a phone."""
    if config.quiet:
        return
    urls = addresses.urls(config.host, port)
    print("narde is running:", *(f"  {url}" for url in urls), sep="\n")
    if len(urls) > 1:
        print(addresses.qr(urls[1]))
    print("Ctrl+C stops it; every game goes on after the next start.", flush=True)


async def _invite_director(config: Config, server: Running) -> None:
    """A tournament goes on after a restart: whoever is at this machine can direct it. It is nobody else's terminal."""
    if config.quiet or config.redis_url is not None:
        return
    try:
        invitations = await for_terminal(server.tournaments)
    except StoreUnavailable:
        return
    for title, key in invitations:
        link = f"{addresses.urls(config.host, server.port)[:2][-1]}/#tournament/{key.tournament}/key/{key.key}"
        print(
            f"The tournament {title or key.tournament} goes on. Whoever has this link directs it:",
            f"  {link}",
            sep="\n",
        )
        print(addresses.qr(link), flush=True)


def _allow_many_connections() -> None:
    """Each one is an open file, of which many systems allow 1024 until somebody asks for more."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _run(config: Config) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(_serve(config))
    else:
        uvloop.run(_serve(config))


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0 after a stop that was asked for, 1 when the server cannot start."""
    config = Config.parse(sys.argv[1:] if argv is None else argv, os.environ)
    logs.setup(config.log_level, config.log_format)
    _allow_many_connections()
    _calm_collector()
    try:
        with contextlib.suppress(asyncio.CancelledError):
            _run(config)
    except (EmbeddedError, StoreAddressError, StoreUnavailable, OSError) as error:
        print(f"narde cannot start: {_explained(error, config)}", file=sys.stderr)
        return 1
    return 0


def _explained(error: Exception, config: Config) -> str:
    """What a user can do about it, where we know."""
    match error:
        case OSError(errno=errno.EADDRINUSE):
            return f"another program has port {config.port}; choose one with --port"
        case OSError(errno=errno.EADDRNOTAVAIL):
            return f"this machine does not have the address {config.host}; choose one with --host"
        case OSError(errno=errno.EACCES) if config.port < 1024:
            return f"port {config.port} is for the system's own programs; choose one with --port"
    return str(error)


if __name__ == "__main__":
    sys.exit(main())
