"""Start the terminal client: `python -m clients.terminal [URL] [OPTIONS] [COMMAND …]`."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from websockets.exceptions import InvalidURI

from clients.lib.address import DEFAULT_URL, is_address, room_in
from clients.lib.connection import Client, CommandRefused, connect
from clients.terminal.app import App
from clients.terminal.keyboard import typed_lines
from clients.terminal.paint import ASCII, UNICODE
from clients.terminal.refusals import sentence
from clients.terminal.screen import Screen
from clients.terminal.table import Looks
from protocol import limits

TOKEN_FILE: Final = Path("~/.config/narde/token")
SLOW: Final = 1.0
"""Seconds after which a connection that is not there is worth a line."""


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """`url` and `command` come from the same words: the first is a URL if it looks like one."""
    parser = argparse.ArgumentParser(
        prog="narde-terminal",
        description="Play Long Narde in a terminal.",
        epilog="COMMAND is what you would type first, for example: new to 3, join ABCDEF, quick, bot.",
    )
    parser.add_argument("words", nargs="*", metavar="URL COMMAND", help=f"the server is {DEFAULT_URL} unless named")
    parser.add_argument("--name", default="", help="the name you go by")
    parser.add_argument("--token-file", type=Path, default=TOKEN_FILE, help="who you are; made if it does not exist")
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII letters only")
    parser.add_argument(
        "--no-color", action="store_true", help="print plain lines, as with NO_COLOR in the environment"
    )
    parser.add_argument("--auto-done", action="store_true", help="finish a play when nothing more can be played")
    options = parser.parse_intermixed_args(arguments)
    if len(options.name) > limits.NAME_CHARS:
        parser.error(f"a name has at most {limits.NAME_CHARS} characters")
    words = options.words
    options.url = words.pop(0) if words and is_address(words[0]) else DEFAULT_URL
    room = room_in(options.url)
    options.command = " ".join(words) or (f"join {room}" if room else "")
    return options


def read_token(path: Path) -> str | None:
    """The token that was kept; None if there is none yet."""
    try:
        return path.expanduser().read_text(encoding="ascii", errors="replace").strip() or None
    except FileNotFoundError:
        return None


def keep_token(path: Path, token: str) -> None:
    """Write a token so that nobody else can read it: whoever has it is this player."""
    path = path.expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        os.fchmod(descriptor, 0o600)
        file.write(token + "\n")


async def play(options: argparse.Namespace) -> None:
    """Connect, and obey until the user has enough. Raises what `connect` raises, and OSError for the token file."""
    plain = options.no_color or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    live = sys.stdout.isatty() and not plain
    screen = Screen(sys.stdout, live, prompt=sys.stdin.isatty() and sys.stdout.isatty())
    looks = Looks(ASCII if options.ascii else UNICODE, color=live)
    token = read_token(options.token_file)
    waiting = asyncio.get_running_loop().call_later(SLOW, print, f"no connection to {options.url} yet, trying again…")
    try:
        async with connect(options.url, token=token, name=options.name) as client:
            waiting.cancel()
            _keep_new(options.token_file, token, client)
            await App(client, screen, looks, options.auto_done).run(typed_lines(sys.stdin.fileno()), options.command)
    finally:
        waiting.cancel()


def _keep_new(path: Path, token: str | None, client: Client) -> None:
    if client.token is not None and client.token != token:
        keep_token(path, client.token)


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status."""
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        asyncio.run(play(options))
    except KeyboardInterrupt:
        print()
    except CommandRefused as refused:
        return _failed(sentence(refused.code, refused.detail))
    except (InvalidURI, OSError) as error:
        return _failed(str(error))
    return 0


def _failed(why: str) -> int:
    print(f"narde-terminal: {why}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
