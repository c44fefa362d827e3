"""What each command of the shell does. A sentence about what goes wrong is raised as Trouble or CommandRefused."""

import argparse
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from clients.lib.connection import Client, connect
from clients.lib.tournament import TournamentHandle, TournamentView
from clients.tournament import keys, pages
from clients.tournament.bots import play_all
from clients.tournament.director import direct, gather
from clients.tournament.names import read_names, tidy, without_repeats
from clients.tournament.options import config_of
from clients.tournament.outcome import result_of
from clients.tournament.rehearsal import rehearse, some_server
from clients.tournament.report import match_line, round_lines, standings_lines, title
from clients.tournament.trouble import Trouble
from protocol.ids import ALPHABET, CODE_CHARS
from protocol.messages import Key
from protocol.tournament import acts
from protocol.tournament.views import MatchView

PATIENCE = 60.0
"""Seconds for the answer to each command."""


def tell(text: str) -> None:
    """At once, also when the output is a file that somebody watches."""
    print(text, flush=True)


# --- made and given out -----------------------------------------------------------------------------------------------


async def create(options: argparse.Namespace) -> None:
    config = config_of(options)
    async with _connected(options) as client:
        await _hand_out(options, await client.create_tournament(config))


async def restore(options: argparse.Namespace) -> None:
    text = _read(options.file).decode(errors="replace")
    async with _connected(options) as client:
        await _hand_out(options, await client.import_tournament(text))


async def link(options: argparse.Namespace) -> None:
    """With the key that the server keeps in its data directory, for whoever may read it there."""
    code = _checked(options.code)
    office = _office_key(options.data_dir)
    async with _connected(options) as client:
        await _hand_out(options, await client.issue_key(code, "director", alone=options.alone, office=office))


def _office_key(data_dir: Path) -> str:
    try:
        return (data_dir / "office.key").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        raise Trouble(f"no office key in {data_dir}: name the data directory of the server on this machine") from None


async def _hand_out(options: argparse.Namespace, key: Key) -> None:
    """Keep a director's key, and show what to send to whom."""
    home = pages.home_of(options.url)
    keys.keep(options.keys, home, key.tournament, key.key)
    shared = await pages.shared_home(home)
    directors = pages.key_page(shared, key.tournament, key.key)
    tell(f"Tournament {key.tournament}")
    tell(f"Director: {directors}")
    tell(pages.qr(directors))
    tell(f"Players:  {pages.public_page(shared, key.tournament)}")


# --- filled -----------------------------------------------------------------------------------------------------------


async def add(options: argparse.Namespace) -> None:
    await _register(options, [*map(tidy, options.names)])


async def import_(options: argparse.Namespace) -> None:
    await _register(options, read_names(_read(options.file)))


async def _register(options: argparse.Namespace, names: Sequence[str]) -> None:
    async with _directing(options) as tournament:
        new, repeated = without_repeats(names, (player.name for player in tournament.view.players))
        for name in repeated:
            print(f"narde-tournament: {name} is in the list already", file=sys.stderr)
        acks = [await tournament.conduct(acts.Register(name)) for name in new]
        await tournament.until(lambda: all(tournament.view.version >= ack.version for ack in acks))
        if options.here:
            await _check_in(tournament, {name.casefold() for name in names})
        tell(f"{len(new)} registered, {len(tournament.view.players)} in all")


async def _check_in(tournament: TournamentHandle, names: set[str]) -> None:
    for player in tournament.view.players:
        if player.name.casefold() in names and player.here != "yes":
            await tournament.conduct(acts.CheckIn(player.id))


# --- played -----------------------------------------------------------------------------------------------------------


async def bots(options: argparse.Namespace) -> None:
    async with _watching(options) as tournament:
        code = tournament.code
    await play_all(options.url, code, options.number, options.strength, tell)


async def run(options: argparse.Namespace) -> None:
    async with _directing(options) as tournament:
        await gather(tournament, options.wait_for, tell)
        await direct(tournament, tell, options.anyway)


async def result(options: argparse.Namespace) -> None:
    """Of a match that no board tells: reported, or corrected if it has one and a reason is given."""
    async with _directing(options) as tournament:
        match = _match(tournament.view, options.table)
        ended = result_of(options.outcome, options.mars, match, tournament.view.head.config.matches)
        if ended.kind != "played" and not options.reason:
            raise Trouble("a forfeit needs a --reason")
        if ended.kind == "played" and options.reason and match.result is None:
            raise Trouble(f"{match.match} has no result to correct; name the match if another round is meant, as r1t2")
        act = acts.Correct if match.result is not None and options.reason else acts.Report
        ack = await tournament.conduct(act(match.match, ended, options.reason))
        await tournament.until(lambda: tournament.view.version >= ack.version)
        tell(f"{match.match}: {match_line(tournament.view, _match(tournament.view, match.match))}")


def _match(view: TournamentView, name: str) -> MatchView:
    """By its table in the newest round, or by its own name."""
    newest = view.current.matches if view.current is not None else ()
    every = [match for each in view.rounds for match in each.matches] + [*view.play_offs]
    found = [match for match in newest if str(match.table) == name] + [match for match in every if match.match == name]
    if not found:
        raise Trouble(f"there is no table {name} in the newest round, and no match of that name")
    return found[0]


async def rehearsal(options: argparse.Namespace) -> None:
    config = config_of(options)
    async with some_server(options.url, tell) as url:
        await rehearse(url, config, options.number, options.strength, tell)


# --- shown ------------------------------------------------------------------------------------------------------------


async def standings(options: argparse.Namespace) -> None:
    async with _watching(options) as tournament:
        tell("\n".join((title(tournament.view), *standings_lines(tournament.view))))


async def pairings(options: argparse.Namespace) -> None:
    async with _watching(options) as tournament:
        if (current := tournament.view.current) is None:
            raise Trouble("no round has been paired yet")
        tell("\n".join((title(tournament.view), *round_lines(tournament.view, current))))


async def export(options: argparse.Namespace) -> None:
    home = pages.home_of(options.url)
    data = await pages.download(home, _checked(options.code), "csv" if options.csv else "json")
    if options.output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    else:
        options.output.write_bytes(data)


COMMANDS: dict[str, Callable[[argparse.Namespace], Awaitable[None]]] = {
    "create": create,
    "add": add,
    "import": import_,
    "bots": bots,
    "run": run,
    "result": result,
    "standings": standings,
    "pairings": pairings,
    "export": export,
    "restore": restore,
    "link": link,
    "rehearse": rehearsal,
}


# --- common -----------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def _connected(options: argparse.Namespace) -> AsyncIterator[Client]:
    """Who has typed a wrong address knows it at once; a server that is started again meanwhile is waited for."""
    if not await pages.answers(options.url):
        raise Trouble(f"no server answers at {pages.home_of(options.url)}")
    async with connect(options.url, patience=PATIENCE) as client:
        yield client


@asynccontextmanager
async def _directing(options: argparse.Namespace) -> AsyncIterator[TournamentHandle]:
    code = _checked(options.code)
    key = options.key or keys.find(options.keys, pages.home_of(options.url), code)
    async with _connected(options) as client:
        yield await client.open_tournament(code, key)


@asynccontextmanager
async def _watching(options: argparse.Namespace) -> AsyncIterator[TournamentHandle]:
    code = _checked(options.code)
    async with _connected(options) as client:
        yield await client.open_tournament(code)


def _checked(code: str) -> str:
    """Only what can be a code is worth a question."""
    if len(code) != CODE_CHARS or not set(code) <= set(ALPHABET):
        raise Trouble(f"there is no tournament {code}: a code has {CODE_CHARS} of the letters {ALPHABET}")
    return code


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Trouble(f"{path}: {(error.strerror or str(error)).lower()}") from None
