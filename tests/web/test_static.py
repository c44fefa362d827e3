"""What can be said of the web client without playing: its types, modules, languages and weight, and what it lacks."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import to_builtins
from msgspec.json import encode
from playwright.async_api import Request

from engine.errors import Reason
from protocol.errors import Code
from protocol.tags import tag
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Config, Event, Format
from protocol.tournament.views import Why
from server.tournaments.proposal import all_rounds, propose
from tests.web.browser import Players
from tests.web.house import House

ROOT = Path(__file__).parents[2]
WEB = ROOT / "clients" / "web"
FORECASTS = WEB / "parts" / "tournament" / "forecast.js"
HERE = Path(__file__).parent
TSC = HERE / "node_modules" / "typescript" / "bin" / "tsc"
NODE = shutil.which("node")
PAGE_BYTES, PAGE_REQUESTS = 150_000, 15
NAMESPACES = "http://www.w3.org/"
"""Names, which nobody fetches."""
DANGEROUS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|[\"']style[\"']\s*,|cookie"
)
"""Ways to run or to style what a user has typed, and to keep what he has not been asked about."""

needs_node = pytest.mark.skipif(NODE is None, reason="no Node.js on this machine")


def run(*line: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in line], cwd=ROOT, capture_output=True, text=True, check=False)


def sources(*endings: str) -> list[Path]:
    found = [file for file in sorted(WEB.rglob("*")) if file.suffix in endings]
    assert found
    return found


# --- modules ----------------------------------------------------------------------------------------------------------


@needs_node
@pytest.mark.skipif(not TSC.exists(), reason="TypeScript is not installed: ./run test does it")
def test_types_are_right() -> None:
    checked = run(NODE or "", TSC, "--project", WEB / "tsconfig.json")
    assert checked.returncode == 0, checked.stdout


@needs_node
def test_types_are_checked_strictly() -> None:
    options = json.loads((WEB / "tsconfig.json").read_text())["compilerOptions"]
    assert {name: options.get(name) for name in ("strict", "checkJs", "noEmit")} == dict.fromkeys(
        ("strict", "checkJs", "noEmit"), True
    )


@needs_node
def test_modules_pass_their_own_tests() -> None:
    files = sorted((HERE / "node").glob("**/*.test.*js"))
    tested = run(NODE or "", "--test", *files)
    assert files
    assert tested.returncode == 0, tested.stdout + tested.stderr


FORECAST = """
const { allRounds, propose } = await import(process.argv[1]);
const [configs, counts] = JSON.parse(process.argv[2]);
const rounds = configs.map((config) => counts.map((players) => allRounds(config, players)));
console.log(JSON.stringify({ rounds, proposals: counts.map(propose) }));
"""


@needs_node
def test_forecast_agrees_with_the_server() -> None:
    configs = [
        config
        for format_, cut in product(get_args(Format), (0, 8))
        for config in (
            Config(format=format_, cut=cut),
            Config(format=format_, cut=cut, grand_final="single", double=True, lives=3),
        )
    ]
    counts = [*range(2, 34), 64, 65, 100]
    given = encode([configs, counts]).decode()
    forecast = json.loads(run(NODE or "", "--input-type=module", "--eval", FORECAST, FORECASTS.as_uri(), given).stdout)
    assert forecast["rounds"] == [[all_rounds(config, players) for players in counts] for config in configs]
    assert forecast["proposals"] == [to_builtins(propose(players)) for players in counts]


# --- what is not there ------------------------------------------------------------------------------------------------


class Inline(HTMLParser):
    """Finds scripts and styles that stand in the page itself, and addresses of other sites."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given):
            self.found.append(tag)
        self.found += [name for name in given if name == "style" or name.startswith("on")]
        self.found += [value for name, value in attrs if name in ("src", "href") and value and "//" in value]


def test_page_has_nothing_inline() -> None:
    page = Inline()
    page.feed((WEB / "index.html").read_text())
    assert page.found == []


def test_no_file_names_another_site() -> None:
    found = {
        f"{file.relative_to(WEB)}: {url}"
        for file in sources(".html", ".js", ".css", ".svg")
        for url in re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z][^\s\"'`)]*", file.read_text())
        if not url.startswith(NAMESPACES)
    }
    assert found == set()


def test_no_file_writes_markup_or_cookies() -> None:
    found = [
        f"{file.relative_to(WEB)}:{number}: {line.strip()}"
        for file in sources(".js")
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if DANGEROUS.search(line)
    ]
    assert found == []


def test_no_file_is_empty() -> None:
    assert [file for file in sources(".html", ".js", ".css", ".svg") if not file.read_text().strip()] == []


# --- languages --------------------------------------------------------------------------------------------------------

READ_LANGUAGE = """
const texts = (await import(process.argv[1])).default;
const rules = new Intl.PluralRules(process.argv[2]);
const forms = [...new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)))];
console.log(JSON.stringify({ texts, forms }));
"""
LANGUAGES = ["en", "da", "de", "ru"]
PLACES = ["", "tournament/"]
"""The folders of lang/: what every screen may say, and what only those of tournaments say."""


def language(name: str, place: str = "") -> dict[str, Any]:
    assert NODE is not None
    file = WEB / "lang" / place / f"{name}.js"
    read = run(NODE, "--input-type=module", "--eval", READ_LANGUAGE, file.as_uri(), name)
    assert read.returncode == 0, read.stderr
    loaded: dict[str, Any] = json.loads(read.stdout)
    return loaded


def gaps(text: object) -> set[str]:
    """The places of a text that are filled in."""
    variants = text.values() if isinstance(text, dict) else [text]
    return {gap for variant in variants for gap in re.findall(r"\{(\w+)\}", str(variant))}


@needs_node
@pytest.mark.parametrize("place", PLACES)
def test_every_language_file_is_known(place: str) -> None:
    assert sorted(file.stem for file in (WEB / "lang" / place).glob("*.js")) == sorted(LANGUAGES)


@needs_node
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", LANGUAGES[1:])
def test_languages_have_the_same_texts(name: str, place: str) -> None:
    english, other = language("en", place)["texts"], language(name, place)["texts"]
    assert other.keys() ^ english.keys() == set()
    assert {key for key in english if gaps(english[key]) != gaps(other[key])} == set()
    assert {key for key, text in other.items() if not text} == set()


@needs_node
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", LANGUAGES)
def test_plurals_have_the_forms_of_the_language(name: str, place: str) -> None:
    loaded = language(name, place)
    plurals = {key: text for key, text in loaded["texts"].items() if isinstance(text, dict)}
    assert plurals
    assert {key for key, forms in plurals.items() if not set(loaded["forms"]) <= forms.keys()} == set()


@needs_node
def test_every_text_in_use_exists() -> None:
    texts = {key for place in PLACES for key in language("en", place)["texts"]}
    used = {
        key: file.name
        for file in sources(".js")
        if WEB / "lang" not in file.parents
        for key in re.findall(r"""\bt\(\s*["']([\w.-]+)["']""", file.read_text())
    }
    assert used
    assert {key: file for key, file in used.items() if key not in texts} == {}


@needs_node
def test_every_refusal_and_fact_of_a_tournament_has_its_text() -> None:
    texts = language("en", "tournament")["texts"].keys()
    wanted = {f"wrong.{wrong}" for wrong in Wrong} | {f"why.{why}" for why in get_args(Why)}
    wanted |= {f"journal.{tag(fact.__name__)}" for fact in get_args(Event)}
    assert wanted - texts == set()


@needs_node
def test_every_refusal_has_its_text() -> None:
    texts = language("en")["texts"].keys()
    assert {f"refusal.{code}" for code in (*Code, *Reason)} - texts == set()


# --- weight -----------------------------------------------------------------------------------------------------------


async def test_first_load_is_light(players: Players, house: House) -> None:
    table = await players(house.url)
    requests: dict[str, Request] = {}
    table.page.on("requestfinished", lambda request: requests.update({request.url: request}))
    await table.open()
    await table.page.wait_for_load_state("networkidle")
    sizes = [await request.sizes() for request in requests.values()]
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) <= PAGE_BYTES
    assert len(requests) <= PAGE_REQUESTS, sorted(requests)
    assert {url.split("/")[2] for url in requests} == {house.url.split("/")[2]}
    assert [url for url in requests if "tournament" in url] == []
