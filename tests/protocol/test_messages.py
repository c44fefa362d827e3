"""What messages say in few letters."""

import pytest
from msgspec import ValidationError, convert

from engine.outcome import Ending
from engine.position import Position
from engine.types import BLACK, WHITE, Color
from protocol.messages import Pair, Result, Snapshot, result
from protocol.settings import Settings


def shown(
    text: str = "W: 24x15 / B: 24x15", game: int = 1, mars: int = 2, opening: tuple[int | None, int | None] = (2, 5)
) -> Snapshot:
    return Snapshot(
        room="ABCDEF",
        version=9,
        at=0,
        settings=Settings(),
        mars=mars,
        game=game,
        turn=3,
        opening=opening,
        checkers=Position.parse(text).checkers,
    )


@pytest.mark.parametrize(
    ("winner", "points", "ending", "number"),
    [
        (WHITE, 2, Ending.BORNE_OFF, 2),
        (BLACK, 1, Ending.BORNE_OFF, -1),
        (BLACK, 1, Ending.RESIGNED, -11),
        (WHITE, 1, Ending.FLAG, 21),
        (BLACK, 2, Ending.ABANDONED, -32),
        (None, 0, Ending.DRAW, 0),
    ],
)
def test_result_says_winner_points_and_ending(winner: Color | None, points: int, ending: Ending, number: int) -> None:
    assert result(winner, points, ending) == convert(number, Result) == number


def test_every_ending_is_told() -> None:
    assert len({result(WHITE, 1, ending) for ending in Ending if ending is not Ending.DRAW}) == len(Ending) - 1


def test_no_result_is_larger() -> None:
    with pytest.raises(ValidationError):
        convert(40, Result)


@pytest.mark.parametrize(
    ("opening", "first"),
    [((2, 5), BLACK), ((5, 2), WHITE), ((4, 4), None), ((3, None), None), ((None, 3), None), ((None, None), None)],
)
def test_higher_die_moves_first(opening: tuple[int | None, int | None], first: Color | None) -> None:
    assert shown(opening=opening).first_mover is first


@pytest.mark.parametrize(
    ("text", "game", "mars", "cost"),
    [
        ("W: 24x15 / B: 24x15", 1, 2, (2, 2)),
        ("W: 24x15 / B: 24x15", 0, 2, (0, 0)),
        ("W: 6x14 off1 / B: 24x15", 3, 2, (1, 2)),
        ("W: 24x15 / B: 1x1 off14", 3, 1, (1, 1)),
    ],
)
def test_resigning_costs_mars_until_a_checker_is_off(text: str, game: int, mars: int, cost: Pair) -> None:
    view = shown(text, game, mars)
    assert (view.cost, str(view.position)) == (cost, text)
