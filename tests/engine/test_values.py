"""A copy is what `dataclasses.replace` gives."""

from dataclasses import replace

from engine.game import Game
from engine.position import Position
from engine.rules import Rules
from engine.values import copied

GAME = Game(Rules(), turn=7, position=Position.parse("W: 24x15 / B: 24x14 20x1"))


def test_copy_differs_where_it_should() -> None:
    assert copied(GAME, turn=8, phase="roll") == replace(GAME, turn=8, phase="roll")


def test_original_stays_as_it_was() -> None:
    before = replace(GAME)
    changed = copied(GAME, turn=8)
    assert (GAME, changed.turn) == (before, 8)
