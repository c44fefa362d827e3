"""Who may import whom: the layers, the pure modules, and the one file that knows each vendor."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

PACKAGES_BELOW = {
    "engine": set[str](),
    "protocol": {"engine"},
    "server": {"engine", "protocol"},
    "clients": {"engine", "protocol"},
    "tests": {"engine", "protocol", "server", "clients"},
}
"""The top-level packages, and which of the others each may import."""

LIBRARIES = {"engine": set[str](), "protocol": {"msgspec", "msgpack"}}
"""Packages that may not use every dependency."""

TOURNAMENTS = (
    *("arena", "brackets", "commands", "comparison", "history", "knockout", "pairing", "picture"),
    *("plan", "players", "problems", "proposal", "rating", "results", "rounds", "schedule", "standings", "timing"),
    *("verify", "waiting"),
)
PURE = (
    *("engine/*", "protocol/*"),
    *(f"server/*/{name}.py" for name in ("decide", "office", "record", "state", "views")),
    *(f"server/tournaments/{name}.py" for name in TOURNAMENTS),
)
"""Modules without time, luck, waiting and the outside world. A star also stands for folders."""

IMPURE = (
    {"random", "secrets", "time", "uuid"}
    | {"asyncio", "concurrent", "multiprocessing", "select", "selectors", "signal", "subprocess", "threading"}
    | {"glob", "http", "io", "logging", "os", "pathlib", "shutil", "socket", "ssl", "tempfile", "urllib"}
    | {"redis", "websockets"}
)

VENDORS = {
    "hiredis": "server/store/redis_*.py",
    "msgpack": "protocol/codec.py",
    "networkx": "server/tournaments/pairing.py",
    "redis": "server/store/redis_*.py",
}
"""Libraries that one part knows; nobody else has to when they change."""


def import_names(requirements: list[str]) -> set[str]:
    """`redis[hiredis]>=8` is imported as `redis`, `prometheus-client>=0.22` as `prometheus_client`."""
    return {re.split(r"[^\w-]", requirement)[0].replace("-", "_") for requirement in requirements}


EXTRAS = PROJECT["optional-dependencies"]
DEPENDENCIES = import_names(PROJECT["dependencies"] + EXTRAS["speed"] + EXTRAS["lan"])


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and top-level name of everything that is imported anywhere in a module; "." for a relative import."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield node.lineno, module.partition(".")[0]
            case ast.ImportFrom():
                yield node.lineno, "."


def complaint(path: str, name: str) -> str | None:
    """Why the module at `path` (from the root, with slashes) may not import `name`; None if it may."""
    package = path.partition("/")[0]
    if name == ".":
        return "imports are absolute"
    if name in PACKAGES_BELOW:
        return None if name in PACKAGES_BELOW[package] | {package} else f"{package} is not above {name}"
    if package == "tests":
        return None
    shell = path.endswith("/__main__.py")  # a command line reads and writes
    if name in IMPURE and not shell and any(fnmatch(path, pattern) for pattern in PURE):
        return f"{name} has no place in a pure module"
    if name in VENDORS and not fnmatch(path, VENDORS[name]):
        return f"only {VENDORS[name]} knows {name}"
    if name in sys.stdlib_module_names or name in LIBRARIES.get(package, DEPENDENCIES):
        return None
    return f"{package} does not depend on {name}"


def violations(path: str, source: str) -> list[str]:
    """One line for each import in `source` that the module at `path` may not have."""
    found = [(line, complaint(path, name)) for line, name in imports(ast.parse(source))]
    return [f"{path}:{line}: {problem}" for line, problem in found if problem]


def modules() -> list[str]:
    """All Python files of the project, from the root, with slashes."""
    return sorted(file.relative_to(ROOT).as_posix() for name in PACKAGES_BELOW for file in (ROOT / name).rglob("*.py"))


@pytest.mark.parametrize("path", modules())
def test_module_stays_in_its_layer(path: str) -> None:
    assert violations(path, (ROOT / path).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("path", "source", "problem"),
    [
        ("engine/game.py", "import random", "1: random has no place in a pure module"),
        ("engine/game.py", "from protocol.codec import encode", "1: engine is not above protocol"),
        ("engine/game.py", "import msgspec", "1: engine does not depend on msgspec"),
        ("engine/bot/eval.py", "def f() -> None:\n    import time", "2: time has no place in a pure module"),
        ("engine/game.py", "from . import types", "1: imports are absolute"),
        ("engine/game.py", "from .types import Die", "1: imports are absolute"),
        ("protocol/messages.py", "import json, msgpack", "1: only protocol/codec.py knows msgpack"),
        ("protocol/messages.py", "import server.app", "1: protocol is not above server"),
        ("server/rooms/decide.py", "import asyncio", "1: asyncio has no place in a pure module"),
        ("server/tournaments/state.py", "import logging.handlers", "1: logging has no place in a pure module"),
        ("server/tournaments/pairing.py", "import random", "1: random has no place in a pure module"),
        ("server/app.py", "import networkx", "1: only server/tournaments/pairing.py knows networkx"),
        ("server/rooms/service.py", "from redis.asyncio import Redis", "1: only server/store/redis_*.py knows redis"),
        ("server/app.py", "from clients.lib import session", "1: server is not above clients"),
        ("server/app.py", "import aiohttp", "1: server does not depend on aiohttp"),
        ("server/app.py", "import tests.helpers", "1: server is not above tests"),
        ("clients/bot/__main__.py", "import server", "1: clients is not above server"),
    ],
)
def test_checker_catches_violation(path: str, source: str, problem: str) -> None:
    assert violations(path, source) == [f"{path}:{problem}"]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/game.py", "import hashlib\nfrom engine.types import Die"),
        ("protocol/codec.py", "import msgpack\nimport msgspec"),
        ("server/store/redis_log.py", "from redis.asyncio import Redis\nimport asyncio"),
        ("server/metrics.py", "import prometheus_client"),
        ("clients/lib/connection.py", "import time\nimport websockets\nfrom protocol import messages"),
        ("tests/server/test_app.py", "import asyncio, pytest, redis\nimport server.app"),
    ],
)
def test_checker_lets_layers_pass(path: str, source: str) -> None:
    assert violations(path, source) == []


def test_packages_are_the_known_ones() -> None:
    folders = {file.relative_to(ROOT).parts[0] for file in ROOT.glob("[!.]*/**/__init__.py")}
    assert folders <= PACKAGES_BELOW.keys()
    assert list(ROOT.glob("*.py")) == []


def test_packages_hide_no_library() -> None:
    installed = DEPENDENCIES | import_names(EXTRAS["test"] + EXTRAS["dev"])
    assert PACKAGES_BELOW.keys().isdisjoint(sys.stdlib_module_names | installed)


def test_every_folder_is_a_package() -> None:
    folders = {(ROOT / path).parent for path in modules()}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []
