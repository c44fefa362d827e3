"""The dice that lie on a player's side of the board."""

from collections.abc import Iterator
from typing import Final, Literal

from clients.terminal.paint import DIE, FELT, USED, Line, Span
from engine.types import Color
from protocol.messages import Snapshot, StageView

DieState = Literal["free", "used", "carried", "opening"]
_SHAPES: Final[dict[DieState, str]] = {"free": "[{}]", "used": "({})", "carried": "<{}>", "opening": "[{}]"}


def dice_of(view: Snapshot, color: Color) -> Line:
    """The dice on this player's side: a double as four, used ones in parentheses, carried ones in angle brackets."""
    spans: Line = []
    for value, state in _dice(view, color):
        style = DIE[color] if state in ("free", "carried") else f"{USED};{FELT}"
        spans += [Span(" ", FELT)] * bool(spans) + [Span(_SHAPES[state].format(value), style)]
    return spans


def _dice(view: Snapshot, color: Color) -> Iterator[tuple[int | str, DieState]]:
    opening = view.opening[color is Color.BLACK]
    if view.phase == "opening":
        yield opening or "?", "free" if opening else "opening"
    elif view.phase == "play" and view.to_move is color and view.stages:
        yield from _stage_dice(view.stages[-1])
    elif view.phase in ("roll", "play") and opening and not view.turns[color is Color.BLACK]:
        yield opening, "opening"  # It lies there until the player's own next throw.


def _stage_dice(stage: StageView) -> Iterator[tuple[int, DieState]]:
    used = [die for _, die in stage.steps]
    for die in stage.dice:
        if die in used:
            used.remove(die)
            yield die, "used"
        else:
            yield die, "carried" if stage.carried else "free"
