"""Rooms to look at."""

from typing import Any

import msgspec

from engine.position import START, Position
from engine.rules import Rules
from engine.types import Color
from protocol.messages import SeatView, Snapshot, StageView
from protocol.settings import Settings

RULES = Rules()

WAITING = Snapshot(
    room="ABCDEF",
    version=1,
    at=0,
    settings=Settings(),
    mars=RULES.mars,
    white=SeatView(player="p1", name="Anna"),
    black=None,
    you=(Color.WHITE,),
    phase="waiting",
    match=0,
    game=0,
    turn=0,
    score=(0, 0),
    checkers=START.checkers,
)


def a_view(**changes: Any) -> Snapshot:
    """A room of Anna, who plays White and is asked, and Bo, with some fields changed; `position` is its text."""
    if text := changes.pop("position", None):
        changes["checkers"] = Position.parse(text).checkers
    both: dict[str, Any] = {
        "black": SeatView(player="p2", name="Bo"),
        "match": 1,
        "game": 1,
        "turn": 2,
        "phase": "roll",
    }
    return msgspec.structs.replace(WAITING, **(both | changes))


def playing(*stages: StageView, **changes: Any) -> Snapshot:
    """White has thrown and plays these stages."""
    turn: dict[str, Any] = {"phase": "play", "to_move": Color.WHITE, "opening": (2, 1), "turns": (2, 1)}
    return a_view(stages=stages, **(turn | changes))


def ruled(**overrides: Any) -> dict[str, Any]:
    """The fields of a room that plays the default preset with some options changed."""
    return {"settings": Settings(overrides=overrides)}
