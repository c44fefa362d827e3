"""`python -m server`: run narde until Ctrl+C or SIGTERM."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from server import addresses, logs, workers
from server.app import running
from server.config import Config
from server.store.embedded import EmbeddedError, embedded
from server.store.log import StoreUnavailable


@asynccontextmanager
async def _store(config: Config) -> AsyncIterator[str]:
    """The URL of the store: the one that is configured, or a private one for as long as the server runs."""
    if config.redis_url is not None:
        yield config.redis_url
        return
    config.data_dir.mkdir(parents=True, exist_ok=True)
    async with embedded(config.data_dir, config.fsync) as url:
        yield url


async def _until_stopped() -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()


async def _serve(config: Config) -> None:
    async with _store(config) as url:
        if config.workers > 1:
            _announce(config, config.port)
            await workers.run(config, url, _until_stopped)
            return
        async with running(config, url) as server:
            _announce(config, server.port)
            await _until_stopped()


def _announce(config: Config, port: int) -> None:
    """Where players find the server: this machine, the local network, and a QR code for a phone."""
    if config.quiet:
        return
    urls = addresses.urls(config.host, port)
    print("narde is running:", *(f"  {url}" for url in urls), sep="\n")
    if len(urls) > 1:
        print(addresses.qr(urls[1]))
    print("Ctrl+C stops it; every game goes on after the next start.", flush=True)


def _run(config: Config) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(_serve(config))
    else:
        uvloop.run(_serve(config))


def main(argv: Sequence[str] | None = None) -> int:
    config = Config.parse(sys.argv[1:] if argv is None else argv, os.environ)
    logs.setup(config.log_level, config.log_format)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            _run(config)
    except (EmbeddedError, StoreUnavailable, OSError) as error:
        print(f"narde cannot start: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
