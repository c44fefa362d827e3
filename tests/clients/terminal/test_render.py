import re
from itertools import product

import pytest

from clients.terminal.paint import ASCII
from clients.terminal.render import Marks, board, clock_text, waited_for
from clients.terminal.text import columns
from engine.types import Color
from protocol.messages import ClocksView, SeatView, Snapshot, StageView
from tests.clients.terminal.views import WAITING, a_view, playing

OPENING = a_view(phase="opening", opening=(None, 5))
START = playing(StageView(dice=(6, 3)), opening=(6, 3), turns=(1, 0))
MIDDLE = playing(
    StageView(dice=(6, 3), steps=((24, 6),)),
    position="W: 24x7 18x3 15x1 11x2 9x1 5x1 / B: 24x9 20x2 19x1 10x2 2x1",
    score=(1, 2),
    clocks=ClocksView(white=178_400, black=9_460, running=Color.WHITE),
)
BEARING_OFF = a_view(
    position="W: 6x2 5x6 2x1 1x1 off5 / B: 4x3 3x1 1x2 off9",
    to_move=Color.BLACK,
    turns=(20, 20),
)
GUL_BARA = playing(
    StageView(dice=(4, 4, 4, 4), steps=((24, 4), (20, 4), (16, 4), (12, 4))),
    StageView(dice=(5, 5, 5, 5), steps=((18, 5),)),
    position="W: 24x11 20x1 13x2 8x1 / B: 24x13 19x2",
)
CARRIED = a_view(
    phase="play", to_move=Color.BLACK, turns=(3, 3), stages=(StageView(dice=(5, 5, 5), carried=True, steps=((24, 5),)),)
)


def drawn(text: str) -> str:
    """A literal picture without the indentation of the test and without its frame of line breaks."""
    lines = text.strip("\n").split("\n")
    return "\n".join(line.removeprefix("    ") for line in lines[:-1])


def test_start_of_a_game() -> None:
    assert board(START, 80, Color.WHITE) == drawn("""
    ABCDEF · White 0 – 0 Black · to 1 · game 1 · lange-narde
      ○ Black  Bo                                               360 pips  0 off
            13   14   15   16   17   18    19   20   21   22   23   24
    ╭─────┬──────────────────────────────┬──────────────────────────────┬─────╮
    │     │  ·    ·    ·    ·    ·    ·  │  ·    ·    ·    ·    ·    ●  │     │
    │     │                              │                           ●  │     │
    │     │                              │                           ●  │     │
    │     │                              │                           ●  │     │
    │     │                              │                          15  │     │
    │     │             [3]              │           [6] [3]            │     │
    │     │ 15                           │                              │     │
    │     │  ○                           │                              │     │
    │     │  ○                           │                              │     │
    │     │  ○                           │                              │     │
    │     │  ○    ·    ·    ·    ·    ·  │  ·    ·    ·    ·    ·    ·  │     │
    ╰─────┴──────────────────────────────┴──────────────────────────────┴─────╯
            12   11   10    9    8    7     6    5    4    3    2    1
    ▶ ● White  Anna                                             360 pips  0 off

    """)


def test_opening_on_a_phone_in_ascii() -> None:
    assert board(OPENING, 40, Color.WHITE, signs=ASCII) == drawn("""
    ABCDEF - White 0 - 0 Black - to 1
      X Black  Bo           360 pips  0 off
     13 14 15 16 17 18  19 20 21 22 23 24
    +------------------+------------------+
    | .  .  .  .  .  . | .  .  .  .  .  O |
    |                  |                O |
    |                  |                O |
    |                  |                O |
    |                  |               15 |
    |       [5]        |       [?]        |
    |15                |                  |
    | X                |                  |
    | X                |                  |
    | X                |                  |
    | X  .  .  .  .  . | .  .  .  .  .  . |
    +------------------+------------------+
     12 11 10  9  8  7   6  5  4  3  2  1
    > O White  Anna         360 pips  0 off

    """)


def test_middle_game_seen_by_white() -> None:
    marks = Marks(selected=18, targets=frozenset({15}), refused=frozenset({12}), last="Black 52: 24/19 12/10")
    assert board(MIDDLE, 60, Color.WHITE, marks) == drawn("""
    ABCDEF · White 1 – 2 Black · to 1 · game 1
      ○ Black  Bo                297 pips  0 off    9.4
     13  14  15* 16  17  18<  19  20  21  22  23  24
    ╭────────────────────────┬────────────────────────╮
    │ ·   ○   ●   ·   ·   ●  │ ·   ·   ·   ○   ·   ●  │
    │                     ●  │             ○       ●  │
    │                     ●  │                     ●  │
    │                        │                     ●  │
    │                        │                     7  │
    │                        │        (6) [3]         │
    │ 9                      │                        │
    │ ○                      │                        │
    │ ○                      │                        │
    │ ○   ●           ○      │                        │
    │ ○   ●   ·   ●   ○   ○  │ ·   ●   ·   ·   ·   ·  │
    ╰────────────────────────┴────────────────────────╯
     12! 11  10   9   8   7    6   5   4   3   2   1
    ▶ ● White  Anna              273 pips  0 off   2:58
    Black 52: 24/19 12/10
    """)


def test_middle_game_seen_by_black() -> None:
    assert board(MIDDLE, 60, Color.BLACK) == drawn("""
    ABCDEF · White 1 – 2 Black · to 1 · game 1
    ▶ ● White  Anna              273 pips  0 off   2:58
     13  14  15  16  17  18   19  20  21  22  23  24
    ╭────────────────────────┬────────────────────────╮
    │ ·   ·   ·   ·   ●   ·  │ ○   ○   ●   ·   ●   ○  │
    │                        │     ○           ●   ○  │
    │                        │                     ○  │
    │                        │                     ○  │
    │                        │                     9  │
    │        (6) [3]         │                        │
    │ 7                      │                        │
    │ ●                      │                        │
    │ ●                      │ ●                      │
    │ ●       ○              │ ●                      │
    │ ●   ·   ○   ·   ·   ·  │ ●   ·   ·   ●   ○   ·  │
    ╰────────────────────────┴────────────────────────╯
     12  11  10   9   8   7    6   5   4   3   2   1
      ○ Black  Bo                297 pips  0 off    9.4

    """)


def test_bearing_off_fills_the_trays() -> None:
    assert board(BEARING_OFF, 100, Color.BLACK) == drawn("""
    ABCDEF · White 0 – 0 Black · to 1 · game 1 · lange-narde
      ● White  Anna                                                                      45 pips  5 off
             13     14     15     16     17     18      19     20     21     22     23     24
    ╭─────┬──────────────────────────────────────────┬──────────────────────────────────────────┬─────╮
    │ ●●● │   ●      ●      ·      ·      ●      ●   │   ·      ·      ·      ·      ·      ·   │     │
    │ ●●  │                               ●      ●   │                                          │     │
    │     │                               ●          │                                          │     │
    │     │                               ●          │                                          │     │
    │     │                               6          │                                          │     │
    │     │                                          │                                          │     │
    │     │                                          │                                          │     │
    │     │                                          │                                          │     │
    │     │                                          │                                          │     │
    │     │                                          │                                          │     │
    │     │                                          │                 ○                        │ ○○○ │
    │     │                                          │                 ○                    ○   │ ○○○ │
    │     │   ·      ·      ·      ·      ·      ·   │   ·      ·      ○      ○      ·      ○   │ ○○○ │
    ╰─────┴──────────────────────────────────────────┴──────────────────────────────────────────┴─────╯
             12     11     10      9      8      7       6      5      4      3      2      1
    ▶ ○ Black  Bo                                                                        17 pips  9 off

    """)


def test_cascade_shows_the_last_double() -> None:
    assert board(GUL_BARA, 40, Color.WHITE) == drawn("""
    ABCDEF · White 0 – 0 Black · to 1
      ○ Black  Bo           350 pips  0 off
     13 14 15 16 17 18  19 20 21 22 23 24
    ╭──────────────────┬──────────────────╮
    │ ●  ·  ·  ·  ·  · │ ·  ●  ·  ·  ·  ● │
    │ ●                │                ● │
    │                  │                ● │
    │                  │                ● │
    │                  │               11 │
    │                  │ (5) [5] [5] [5]  │
    │13                │                  │
    │ ○                │                  │
    │ ○                │                  │
    │ ○              ○ │                  │
    │ ○  ·  ·  ·  ●  ○ │ ·  ·  ·  ·  ·  · │
    ╰──────────────────┴──────────────────╯
     12 11 10  9  8  7   6  5  4  3  2  1
    ▶ ● White  Anna         318 pips  0 off

    """)


def test_carried_dice_have_brackets_of_their_own() -> None:
    assert "(5) <5> <5>" in board(CARRIED, 40, Color.BLACK)
    assert "[5]" not in board(CARRIED, 40, Color.BLACK)


def test_watcher_sees_the_side_of_white() -> None:
    assert board(MIDDLE, 80, None) == board(MIDDLE, 80, Color.WHITE)


def test_opening_die_lies_until_own_throw() -> None:
    black_is_to_throw = a_view(to_move=Color.BLACK, opening=(6, 3), turns=(1, 0))
    assert "[3]" in board(black_is_to_throw, 60, Color.WHITE)
    assert "[6]" not in board(black_is_to_throw, 60, Color.WHITE)


LONG = "漢字" * 12
VIEWS = [WAITING, OPENING, START, MIDDLE, BEARING_OFF, GUL_BARA, CARRIED]


def with_names(view: Snapshot, name: str) -> Snapshot:
    seats = {"white": SeatView(player="p1", name=name, offline_ms=4_000_000), "black": SeatView(player="p2", name=name)}
    clocks = ClocksView(white=10_000_000, black=9_999, running=Color.BLACK)
    return a_view(**{key: getattr(view, key) for key in view.__struct_fields__} | seats | {"clocks": clocks})


@pytest.mark.parametrize(("width", "view"), list(product([40, 60, 80, 100, 120], VIEWS)))
def test_no_line_is_wider_than_the_terminal(width: int, view: Snapshot) -> None:
    marks = Marks(targets=frozenset(range(25)), last="x" * 200)
    for me, name in product(Color, ["Anna", LONG, "A" * 24]):
        lines = board(with_names(view, name), width, me, marks).split("\n")
        assert max(map(columns, lines)) <= width
        assert len(lines) == (19 if width < 100 else 21)


def test_narrow_terminal_cuts_the_board_off() -> None:
    assert max(map(columns, board(with_names(MIDDLE, LONG), 20, None).split("\n"))) <= 20


def test_names_cannot_control_the_terminal() -> None:
    text = board(with_names(START, "\x1b[2J\nevil\u202e"), 80, Color.WHITE)
    assert "?[2J?evil" in text
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202e]", text)


def test_color_changes_only_the_looks() -> None:
    for width, view in product([40, 80], VIEWS):
        plain, colored = (board(view, width, Color.WHITE, color=color) for color in (False, True))
        without = re.sub(r"\x1b\[[\d;]*m", "", colored)
        assert [line.rstrip() for line in without.split("\n")] == plain.split("\n")
        assert "\x1b" not in plain


def test_checkers_differ_also_in_color() -> None:
    text = board(START, 80, Color.WHITE, color=True)
    white, black = re.search(r"\x1b\[([\d;]+)m *●", text), re.search(r"\x1b\[([\d;]+)m *○", text)
    assert white is not None
    assert black is not None
    assert white[1] != black[1]


def test_ascii_board_is_ascii() -> None:
    assert all(board(with_names(view, LONG), 80, Color.WHITE, signs=ASCII).isascii() for view in VIEWS)


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0.0"), (-5, "0.0"), (9_460, "9.4"), (10_000, "0:10"), (178_400, "2:58"), (3_723_000, "1:02:03")],
)
def test_clock_shows_tenths_in_the_end(ms: int, text: str) -> None:
    assert clock_text(ms) == text


def test_roll_off_waits_for_who_has_not_thrown() -> None:
    assert waited_for(a_view(phase="opening")) == (Color.WHITE, Color.BLACK)
    assert waited_for(OPENING) == (Color.WHITE,)
    assert waited_for(BEARING_OFF) == (Color.BLACK,)
    assert waited_for(WAITING) == ()
