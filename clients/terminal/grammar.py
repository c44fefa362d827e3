"""What can be typed: a line becomes one of these values, or a Mistake that says what would have been right."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import digits
from typing import Final, Literal, get_args

from clients.terminal.settings import Seat, read_settings
from engine.types import HEAD, OFF, Color
from protocol import limits
from protocol.commands import Phrase, Strength
from protocol.ids import ALPHABET, CODE_CHARS
from protocol.settings import Settings

Simple = Literal[
    "list", "undo", "undo all", "done", "rematch", "decline", "claim", "board", "moves", "help", "quit", "leave", "roll"
]
"""What needs no more than a word."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """The line means nothing; `text` says why, for people."""

    text: str


@dataclass(frozen=True, slots=True)
class Enter:
    """An empty line: the next thing to do."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A command of one word."""

    what: Simple


@dataclass(frozen=True, slots=True)
class New:
    settings: Settings
    seat: Seat = "random"


@dataclass(frozen=True, slots=True)
class Quick:
    settings: Settings


@dataclass(frozen=True, slots=True)
class Join:
    code: str
    seat: Color | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    code: str


@dataclass(frozen=True, slots=True)
class Bot:
    strength: Strength = "steady"


@dataclass(frozen=True, slots=True)
class ShowRules:
    """`code` names a room to look at before joining it."""

    code: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Each path is a checker's own points, `(24, 18, 12)`; 0 is the tray."""

    paths: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class ByDie:
    """One step from own point `point` with the die `die`."""

    point: int
    die: int


@dataclass(frozen=True, slots=True)
class Hint:
    point: int | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """`sure`: the cost was shown and agreed to."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """Teaching: `color` throws next; None is the other player."""

    color: Color | None = None


@dataclass(frozen=True, slots=True)
class Chat:
    text: str
    phrase: Phrase | None = None


Typed = Enter | Plain | New | Quick | Join | Watch | Bot | ShowRules | Move | ByDie | Hint | Resign | Hand | Chat
Words = Sequence[str]

HELP: Final = (
    ("join CODE [white|black], watch CODE", "take a seat in a room, or look on"),
    ("list, quick, bot [random|steady]", "public rooms; play anybody; play the house bot"),
    ("new [PRESET] [to N] [gulbara] [public] [clock 3+12 [fischer]]", "make a room; `set mars=1` changes a rule"),
    ("    [teaching] [white|black|both] [set OPTION=VALUE …]", "`teaching` lets you play both sides"),
    ("Enter, r", "throw the dice; Enter also finishes a complete play"),
    ("24/18, 24/18/12, 24/18 21/18, 6/off", "move to a point, on and on, several checkers, off"),
    ("24 6", "move the checker on 24 by a six"),
    ("h, h 24", "what can be played; where 24 may go, and why not elsewhere"),
    ("u, ua, d", "take back a step, all steps; done"),
    ("resign, rematch, decline, claim", "`claim` the win when your opponent has left"),
    ("rules [CODE]", "what is played here, or in a room you have not joined"),
    ("say TEXT, hand [white|black]", "chat; in teaching, give the turn away"),
    ("board, moves, leave, quit", "draw again; last plays; give the seat back; go"),
)

_SIMPLE: Final[dict[str, Simple]] = {
    "r": "roll", "roll": "roll", "u": "undo", "undo": "undo", "ua": "undo all", "d": "done", "done": "done",
    "q": "quit", "exit": "quit", "b": "board", "m": "moves", "l": "list", "?": "help",
    **{word: word for word in get_args(Simple)},
}  # fmt: skip
_PATH = re.compile(r"(\d{1,2}(?:/(?:\d{1,2}|off))+)(?:\(([1-4])\))?", re.ASCII)


def parse(line: str) -> Typed | Mistake:
    """What a typed line means."""
    words = line.split()
    if not words:
        return Enter()
    first, rest = words[0].lower(), words[1:]
    if first == "say":
        return _say(line.split(None, 1)[1:])
    lower = [word.lower() for word in rest]
    if first[0] in digits:
        return _move([first, *lower])
    if first == "undo" and lower == ["all"]:
        return Plain("undo all")
    if first in _SIMPLE:
        return Mistake(f"`{first}` is a word of its own") if rest else Plain(_SIMPLE[first])
    if first in _COMMANDS:
        return _COMMANDS[first](lower)
    return Mistake(f"`{first[:20]}` means nothing here; `help` lists what can be typed")


# --- one function for each command that takes words -------------------------------------------------------------------


def _move(words: Words) -> Typed | Mistake:
    if len(words) == 2 and all(word.isdecimal() and len(word) <= 2 for word in words):
        point, die = int(words[0]), int(words[1])
        fits = 1 <= point <= HEAD and 1 <= die <= 6
        return ByDie(point, die) if fits else Mistake("`24 6` moves the checker on 24 by a six; there is no such step")
    paths: list[tuple[int, ...]] = []
    for word in words:
        path = _PATH.fullmatch(word)
        points = tuple(OFF if point == "off" else int(point) for point in path[1].split("/")) if path else ()
        if path is None or not _runs_home(points):
            return Mistake(f"`{word[:20]}` is no move; write 24/18, 24/18/12, 6/off, or 24 6 for a step by die")
        paths += [points] * int(path[2] or 1)
    return Move(tuple(paths))


def _runs_home(points: tuple[int, ...]) -> bool:
    return points[0] <= HEAD and all(here > there for here, there in pairwise(points))


def _hint(words: Words) -> Typed | Mistake:
    match words:
        case []:
            return Hint()
        case [word] if word.isdecimal() and len(word) <= 2 and 1 <= int(word) <= HEAD:
            return Hint(int(word))
    return Mistake("`h` shows what can be played, `h 24` what the checker on 24 can do")


def _join(words: Words) -> Typed | Mistake:
    match words:
        case [code] if room := _room(code):
            return Join(room)
        case [code, "white" | "black" as seat] if room := _room(code):
            return Join(room, Color(seat))
    return Mistake(f"`join CODE`, and `white` or `black` if you like; a code has {CODE_CHARS} letters and digits")


def _watch(words: Words) -> Typed | Mistake:
    code = _room(words[0]) if len(words) == 1 else None
    return Watch(code) if code else Mistake(f"`watch CODE`; a code has {CODE_CHARS} letters and digits")


def _rules(words: Words) -> Typed | Mistake:
    code = _room(words[0]) if len(words) == 1 else None
    return ShowRules(code) if code or not words else Mistake("`rules`, or `rules CODE` for a room not yet joined")


def _room(code: str) -> str | None:
    """The code of a room, also in small letters."""
    code = code.upper()
    return code if len(code) == CODE_CHARS and set(code) <= set(ALPHABET) else None


def _bot(words: Words) -> Typed | Mistake:
    match words:
        case []:
            return Bot()
        case ["random" | "steady" as strength]:
            return Bot(strength)
    return Mistake("`bot`, `bot random` or `bot steady`")


def _resign(words: Words) -> Typed | Mistake:
    match words:
        case []:
            return Resign()
        case ["yes"]:
            return Resign(sure=True)
    return Mistake("`resign` shows what it costs, `resign yes` does it")


def _hand(words: Words) -> Typed | Mistake:
    match words:
        case []:
            return Hand()
        case ["white" | "black" as color]:
            return Hand(Color(color))
    return Mistake("`hand`, `hand white` or `hand black`")


def _say(text: list[str]) -> Typed | Mistake:
    if not text:
        return Mistake("`say` what? A ready phrase is one of " + ", ".join(get_args(Phrase)))
    phrase = next((phrase for phrase in get_args(Phrase) if phrase == text[0].strip()), None)
    too_long = Mistake(f"a line of chat has at most {limits.CHAT_CHARS} characters")
    return too_long if len(text[0]) > limits.CHAT_CHARS else Chat("" if phrase else text[0].strip(), phrase)


def _new(words: Words) -> Typed | Mistake:
    try:
        return New(*read_settings(words))
    except ValueError as error:
        return Mistake(str(error))


def _quick(words: Words) -> Typed | Mistake:
    new = _new(words)
    return Quick(new.settings) if isinstance(new, New) else new


_COMMANDS: Final[dict[str, Callable[[Words], Typed | Mistake]]] = {
    "new": _new,
    "quick": _quick,
    "join": _join,
    "watch": _watch,
    "rules": _rules,
    "bot": _bot,
    "h": _hint,
    "hint": _hint,
    "resign": _resign,
    "hand": _hand,
}
