"""The command line: one parser, one subcommand for each thing that can be done."""

import argparse
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_args

from clients.lib.address import DEFAULT_URL, is_address, socket_url
from clients.terminal.settings import read_settings
from clients.tournament.keys import key_file
from clients.tournament.outcome import outcome, pair
from engine.rules import DEFAULT_PRESET, PRESETS
from protocol import limits
from protocol.commands import Strength
from protocol.tournament.events import Config, Format

FORMATS = {name.replace("_", "-"): name for name in get_args(Format)}
MOST_LIVES = 9
FORFEIT_HELP = "first, second (who wins) or nobody"
EPILOG = """
for example:
  narde-tournament create "Friday night" --format swiss --rounds 4
  narde-tournament import ABCDEF players.csv --here
  narde-tournament run ABCDEF
  narde-tournament result ABCDEF 3 1-0
  narde-tournament rehearse
"""


def data_dir(environ: Mapping[str, str]) -> Path:
    """Where a server on this machine keeps its games, and its office key, unless it is told otherwise."""
    base = environ.get("XDG_DATA_HOME") or Path(environ.get("HOME", ".")) / ".local" / "share"
    return Path(environ.get("NARDE_DATA_DIR") or Path(base) / "narde")


class Commands:
    """The subcommands, which share some of their options."""

    def __init__(self, top: argparse.ArgumentParser, environ: Mapping[str, str]) -> None:
        self._commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
        self._everywhere = _shared()
        self._everywhere.add_argument("--url", type=_url, default=DEFAULT_URL, help="the server (%(default)s)")
        keys = key_file(environ)
        self._everywhere.add_argument("--keys", type=Path, default=keys, help="where keys are kept (%(default)s)")
        self._one = _shared()
        self._one.add_argument("code", metavar="CODE", type=str.upper, help="the tournament's six letters")
        self._directing = _shared()
        self._directing.add_argument("--key", type=_key, help="the director's key or link, when it is not kept here")

    def plain(self, name: str, help: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
        text = f"{help[0].upper()}{help[1:]}."
        return self._commands.add_parser(name, help=help, description=text, parents=[self._everywhere, *parents])

    def of_one(self, name: str, help: str) -> argparse.ArgumentParser:
        """About one tournament."""
        return self.plain(name, help, self._one)

    def directors(self, name: str, help: str) -> argparse.ArgumentParser:
        """About one tournament, with its director's key."""
        return self.plain(name, help, self._one, self._directing)


def _shared() -> argparse.ArgumentParser:
    return argparse.ArgumentParser(add_help=False)


def parser(environ: Mapping[str, str] = os.environ) -> argparse.ArgumentParser:
    """Its `command` is the name of what is to be done."""
    top = argparse.ArgumentParser(
        prog="narde-tournament",
        description="Make and run tournaments of Long Narde from the shell.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    commands = Commands(top, environ)
    _add_config(commands.plain("create", "make a tournament"))
    _add_filling(commands)
    _add_playing(commands)
    commands.of_one("standings", "print the standings")
    commands.of_one("pairings", "print the newest round")
    _add_keeping(commands, data_dir(environ))
    return top


def _add_filling(commands: Commands) -> None:
    add = commands.directors("add", "register players by name")
    add.add_argument("names", nargs="+", metavar="NAME")
    table = commands.directors("import", "register the players of a CSV table: name, order of the seeds")
    table.add_argument("file", type=Path, metavar="FILE", help="in UTF-8, with commas, semicolons, bars or tabs")
    for command in (add, table):
        command.add_argument("--here", action="store_true", help="they are here: check them in")


def _add_playing(commands: Commands) -> None:
    _add_bots(commands.of_one("bots", "let bots take part until the end"), number=8)
    run = commands.directors("run", "pair and start every round until the end")
    run.add_argument(
        "--wait-for", type=_whole, default=0, metavar="N", help="first wait until so many players are here"
    )
    run.add_argument(
        "--anyway", action="store_true", help="also with a rematch or a second bye, when there is no choice"
    )
    result = commands.directors("result", "enter the result of a wooden board")
    result.add_argument("table", metavar="TABLE", help="its number in the newest round, or a match of any: r1t2, po1")
    result.add_argument(
        "outcome", type=outcome, metavar="OUTCOME", help=f"2-1, in the order of `pairings`; by forfeit: {FORFEIT_HELP}"
    )
    result.add_argument("--mars", type=pair, metavar="1-0", help="how many of the wins were mars")
    why = "why, for a forfeit; with it a result that is there is corrected"
    result.add_argument("--reason", type=_text(limits.REASON_CHARS), default="", help=why)
    rehearse = commands.plain("rehearse", "let bots play a whole tournament, on a private server if none answers")
    _add_bots(rehearse, number=16)
    _add_config(rehearse, title="Rehearsal", format_="swiss", rounds=4)


def _add_keeping(commands: Commands, data: Path) -> None:
    export = commands.of_one("export", "write the whole tournament as JSON")
    export.add_argument("--csv", action="store_true", help="standings and results as a table instead")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of the standard output")
    restore = commands.plain("restore", "make a new tournament from an exported one")
    restore.add_argument("file", type=Path, metavar="FILE", help="JSON that `export` has written")
    link = commands.of_one("link", "make a new director's link, on the server's own machine")
    link.add_argument("--data-dir", type=Path, default=data, help="of the server (%(default)s)")
    link.add_argument("--alone", action="store_true", help="the links that were given out before become void")


def _add_bots(parser: argparse.ArgumentParser, number: int) -> None:
    parser.add_argument("-n", "--number", type=_whole, default=number, metavar="N", help="how many (%(default)s)")
    parser.add_argument("--strength", choices=get_args(Strength), default="steady", help="how they play (%(default)s)")


def _add_config(
    parser: argparse.ArgumentParser, title: str = "", format_: str = "round-robin", rounds: int = 0
) -> None:
    add = parser.add_argument
    add("title", nargs="?", type=_text(limits.TITLE_CHARS), default=title, metavar="TITLE")
    add("--format", choices=FORMATS, default=format_, help="(%(default)s)")
    of_a_swiss = "of a Swiss (%(default)s); 0: as many as suit its players"
    add("--rounds", type=_between(0, limits.ROUNDS), default=rounds, help=of_a_swiss)
    add("--length", type=_between(1, limits.MATCH_LENGTH), default=1, help="points of a match (%(default)s)")
    add("--clock", metavar="3+12", help="minutes, and seconds free in each turn; `5+3 fischer` adds them instead")
    add("--preset", choices=tuple(PRESETS), default=DEFAULT_PRESET, help="the rules (%(default)s)")
    add("--set", action="append", default=[], metavar="OPTION=VALUE", help="change a rule of the preset; repeatable")
    add("--double", action="store_true", help="everybody meets everybody twice (round robin)")
    add("--lives", type=_between(1, MOST_LIVES), default=2, help="losses that put a player out (lives; %(default)s)")
    add("--cut", type=int, choices=(0, 2, 4, 8), default=0, help="so many go on to a knock-out")
    add("--third-place", action="store_true", help="the losers of the semifinals play for it")
    add("--consolation", action="store_true", help="early losers play a bracket of their own")
    add("--no-show", choices=("director", "automatic", "penalty"), default="director", help="who does not come")


def config_of(options: argparse.Namespace) -> Config:
    """The tournament that the options describe. Raises ValueError, with a sentence, for rules that there are not."""
    words = [options.preset, "to", str(options.length)]
    words += ["clock", *options.clock.split()] if options.clock else []
    words += ["set", *options.set] if options.set else []
    settings, _ = read_settings(words)
    return Config(
        title=options.title,
        format=FORMATS[options.format],
        matches=settings,
        rounds=options.rounds,
        double=options.double,
        lives=options.lives,
        cut=options.cut,
        third_place=options.third_place,
        consolation=options.consolation,
        no_show=options.no_show,
    )


def _url(text: str) -> str:
    if not is_address(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no address such as http://localhost:8080")
    return socket_url(text)


def _key(text: str) -> str:
    """The key stands at the end of a link."""
    key = text.rpartition("/")[2]
    if not limits.TOKEN_MIN_CHARS <= len(key) <= limits.TOKEN_MAX_CHARS:
        raise argparse.ArgumentTypeError("this is neither a director's key nor his link")
    return key


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def _between(least: int, most: int) -> Callable[[str], int]:
    def bounded(text: str) -> int:
        if not text.isdecimal() or len(text) > len(str(most)) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return int(text)

    return bounded


def _text(most: int) -> Callable[[str], str]:
    def bounded(text: str) -> str:
        if len(text) > most:
            raise argparse.ArgumentTypeError(f"{len(text)} characters are too many, there can be {most}")
        return text

    return bounded
