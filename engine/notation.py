"""Games as text that people can read and write, and that reads back as the same values.

A play is written in the mover's own numbering, step after step: `63: 24/18 24/21`. Steps in a row with the same checker
are a chain, and what is repeated is counted: `24/18/15`, `6/off(2)`. With equal dice a chain is written by its ends
alone: `44: 24/16(2)`. A checker goes off with the lowest die that can take it, unless the die is named: `2/off=6`.
A turn without steps is a `pass`. The stages of a cascade follow after `;`. Carried dice are an entry of their own that
names every die, `<444: 24/12`; a throw names two, so `44` is four steps.

A game is some lines of header, and then one line for each turn of the first mover and the answer to it:

    preset: lange-narde
    rules: gul_bara=yes
    digest: 0f3c…
    white: Anna
    black: Boris
    first: white
    result: white 2 borne_off

    1. 63: 24/18/15 | 41: 24/20/19
    2. 44: 15/11 | <444: 24/12, 52: 24/22 19/14
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from engine.graph import without
from engine.outcome import Ending, Outcome
from engine.rules import Rules, differences, make_rules, rules_digest
from engine.types import HEAD, OFF, Color, Die, Play, Step

_WORD = re.compile(
    r"(?P<points>\d+(?:/\d+)*/(?:\d+|off))(?:(?<=off)=(?P<die>[1-6]))?(?:\((?P<times>[2-4])\))?", re.ASCII
)
_ENTRY = re.compile(r"(?P<carried><?)(?P<stages>[1-6].*)", re.ASCII)
_ROW = re.compile(r"(?P<number>\d+)\.(?P<first>[^|]*)(?:\|(?P<second>[^|]*))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TurnText:
    """One throw and what was played with it, or carried dice and what was played with them."""

    color: Color
    carried: bool
    stages: tuple[tuple[tuple[Die, ...], Play], ...]
    """(dice as in `Stage`, steps): one stage, or the several of a cascade."""


@dataclass(frozen=True, slots=True)
class GameText:
    """A game as it is written down. `result` is None while it goes on."""

    preset: str
    rules: Rules
    white: str
    black: str
    first_mover: Color
    result: Outcome | None
    turns: tuple[TurnText, ...]


def play_text(dice: tuple[Die, ...], play: Play) -> str:
    """The steps, without the dice: `24/18 24/21`, or `pass`. Raises ValueError if they use other dice."""
    words: list[list[str]] = []
    for chain in _chains(play):
        word, dice = _chain_text(dice, chain), without(dice, chain)
        if words and words[-1][0] == word:
            words[-1].append(word)
        else:
            words.append([word])
    return " ".join(word if len(rest) == 0 else f"{word}({len(rest) + 1})" for word, *rest in words) or "pass"


def parse_play(dice: tuple[Die, ...], text: str) -> Play:
    """The steps that `play_text` writes so. Raises ValueError unless the dice can make them on an empty board."""
    play: Play = ()
    for word in [] if text == "pass" else text.split(" "):
        match = _WORD.fullmatch(word)
        if match is None:
            raise ValueError(f"{word!r} is no step")
        points = [OFF if point == "off" else int(point) for point in match["points"].split("/")]
        for _ in range(int(match["times"] or 1)):
            for here, there in pairwise(points):
                named = int(match["die"]) if match["die"] and there == OFF else None
                play += tuple(_hops(without(dice, play), here, there, named))
    return play


def turn_text(turn: TurnText) -> str:
    """One entry: `63: 24/18 24/21`, `44: 24/16; 55: pass`, `<444: 24/12`."""
    stages = (f"{_dice_text(dice, turn.carried)}: {play_text(dice, play)}" for dice, play in turn.stages)
    return "<" * turn.carried + "; ".join(stages)


def parse_turn(color: Color, text: str) -> TurnText:
    """The entry that `turn_text` writes so. Raises ValueError for anything else."""
    match = _ENTRY.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no entry")
    carried = bool(match["carried"])
    return TurnText(color, carried, tuple(_parse_stage(stage, carried) for stage in match["stages"].split("; ")))


def game_text(game: GameText) -> str:
    """The whole game, with a line break at the end. Raises ValueError if a name does not fit on a line."""
    options = " ".join(f"{name}={_option_text(value)}" for name, value in differences(game.preset, game.rules).items())
    header = {
        "preset": game.preset,
        "rules": options,
        "digest": rules_digest(game.rules),
        "white": game.white,
        "black": game.black,
        "first": game.first_mover.value,
        "result": _result_text(game.result),
    }
    if "\n" in game.white + game.black:
        raise ValueError("a name is one line")
    rows = (f"{number}. {row}" for number, row in enumerate(_rows(game.first_mover, game.turns), 1))
    return "\n".join([*(f"{name}: {value}" for name, value in header.items()), "", *rows]) + "\n"


def parse_game(text: str) -> GameText:
    """The game that `game_text` writes so. Raises ValueError for anything else, also if the digest does not fit."""
    head, _, body = text.partition("\n\n")
    header = dict(_header_line(line) for line in head.split("\n"))
    if missing := {"preset", "rules", "digest", "white", "black", "first", "result"} ^ header.keys():
        raise ValueError(f"the header should have each line once, but not so {', '.join(sorted(missing))}")
    rules = make_rules(header["preset"], **parse_options(header["rules"].split()))
    if rules_digest(rules) != header["digest"]:
        raise ValueError("the digest belongs to other rules")
    first = Color(header["first"])
    turns = tuple(_parse_rows(first, body.removesuffix("\n").split("\n") if body else []))
    result = _parse_result(header["result"])
    return GameText(header["preset"], rules, header["white"], header["black"], first, result, turns)


def parse_options(words: Iterable[str]) -> dict[str, Any]:
    """`head_limit=none gul_bara=yes` as the overrides of `make_rules`. Raises ValueError for another form."""
    return dict(_parse_option(*word.partition("=")) for word in words)


def _parse_option(name: str, _: str, value: str) -> tuple[str, object]:
    match getattr(Rules(), name, value):
        case bool() if value in ("yes", "no"):
            return name, value == "yes"
        case int() if value.isdecimal():
            return name, int(value)
        case int() if value == "none":
            return name, None
    return name, value


def _option_text(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
    return str(value)


def _chains(play: Play) -> Iterator[Play]:
    """The play cut where another checker moves on."""
    start = 0
    for end in range(1, len(play) + 1):
        if end == len(play) or play[end].point != play[end - 1].target:
            yield play[start:end]
            start = end


def _chain_text(dice: tuple[Die, ...], chain: Play) -> str:
    points = [chain[0].point, *(step.target for step in chain)]
    written = points[:: len(chain)] if _equal(dice) else points
    word = "/".join("off" if point == OFF else str(point) for point in written)
    point, die = chain[-1].point, chain[-1].die
    lowest = min((left for left in without(dice, chain[:-1]) if left >= point), default=die)
    return f"{word}={die}" if points[-1] == OFF and die != lowest else word


def _hops(left: tuple[Die, ...], here: int, there: int, named: Die | None) -> Iterator[Step]:
    """The steps of one checker from point to point with dice that are left."""
    fitting = [die for die in left if (die >= here if there == OFF else die == here - there) and die == (named or die)]
    if fitting and here <= HEAD:
        yield Step(here, min(fitting))
    elif there < here <= HEAD and _equal(left) and named is None:
        yield Step(here, left[0])
        yield from _hops(left[1:], here - left[0], there, None)
    else:
        raise ValueError(f"{here}/{there or 'off'} cannot be played with {'-'.join(map(str, left)) or 'no die'}")


def _equal(dice: tuple[Die, ...]) -> bool:
    return len(set(dice)) == 1


def _dice_text(dice: tuple[Die, ...], carried: bool) -> str:
    return "".join(map(str, dice if carried else dice[:2]))


def _parse_stage(text: str, carried: bool) -> tuple[tuple[Die, ...], Play]:
    digits, colon, steps = text.partition(": ")
    dice = tuple(sorted((int(digit) for digit in digits if digit in "123456"), reverse=True))
    fits = len(dice) == 2 or (carried and _equal(dice) and len(dice) <= 4)
    if not colon or not fits or len(dice) != len(digits):
        raise ValueError(f"{digits!r} is no throw")
    if not carried and _equal(dice):
        dice *= 2
    return dice, parse_play(dice, steps)


def _result_text(result: Outcome | None) -> str:
    return "*" if result is None else f"{result.winner or 'nobody'} {result.points} {result.ending}"


def _parse_result(text: str) -> Outcome | None:
    if text == "*":
        return None
    winner, points, ending = text.split(" ")
    return Outcome(None if winner == "nobody" else Color(winner), int(points), Ending(ending))


def _header_line(line: str) -> tuple[str, str]:
    name, _, value = line.partition(": ")
    return name, value


def _rows(first: Color, turns: Sequence[TurnText]) -> Iterator[str]:
    """Cells of the first and the second mover; a player's carried dice stand before the own throw."""
    row: dict[Color, list[str]] = {first: [], first.other: []}
    thrown = False  # the player of the last entry has had the own throw in this row
    last = first
    for turn in turns:
        if (turn.color is last and thrown) or (turn.color is not last and turn.color is first):
            yield _row_text(*row.values())
            row = {first: [], first.other: []}
        row[turn.color].append(turn_text(turn))
        thrown, last = not turn.carried, turn.color
    if turns:
        yield _row_text(*row.values())


def _row_text(first: list[str], second: list[str]) -> str:
    return ", ".join(first) + (" | " + ", ".join(second) if second else "")


def _parse_rows(first: Color, lines: Iterable[str]) -> Iterator[TurnText]:
    for number, line in enumerate(lines, 1):
        match = _ROW.fullmatch(line)
        if match is None or match["number"] != str(number):
            raise ValueError(f"{line!r} is no turn {number}")
        for color, cell in (first, match["first"]), (first.other, match["second"] or ""):
            yield from (parse_turn(color, entry) for entry in cell.strip(" ").split(", ") if cell.strip(" "))
