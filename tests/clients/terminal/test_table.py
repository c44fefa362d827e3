import pytest

from clients.terminal.screen import Screen
from clients.terminal.table import Looks, Table, ticked
from engine import events as e
from engine.types import Color
from protocol.messages import ClocksView, SeatView, StageView
from tests.clients.terminal.terminal import Terminal
from tests.clients.terminal.views import a_view, playing

W, B = Color.WHITE, Color.BLACK


class Clock:
    """Milliseconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


def live(rows: int = 24) -> tuple[Table, Terminal, Clock]:
    terminal, clock = Terminal(80, rows), Clock()
    screen = Screen(terminal, live=True, size=lambda: (80, rows))
    screen.start()
    return Table(screen, Looks(), clock), terminal, clock


@pytest.mark.parametrize(
    ("elapsed", "white", "delay"), [(0, 60_000, 12_000), (5_000, 60_000, 7_000), (13_000, 59_000, 0), (99_000, 0, 0)]
)
def test_delay_runs_out_before_the_bank(elapsed: int, white: int, delay: int) -> None:
    clocks = ClocksView(white=60_000, black=50_000, running=W, delay=12_000)
    assert ticked(clocks, elapsed) == ClocksView(white=white, black=50_000, running=W, delay=delay)


def test_stopped_clocks_do_not_run() -> None:
    clocks = ClocksView(white=60_000, black=50_000)
    assert ticked(clocks, 5_000) == clocks


def test_clocks_run_on_between_updates() -> None:
    table, terminal, clock = live()
    view = a_view(to_move=B, clocks=ClocksView(white=60_000, black=65_000, running=B))
    table.look(view, None)
    clock.now = 2_000
    table.look(a_view(to_move=B, clocks=view.clocks, watchers=1), None)
    clock.now = 4_000
    assert table.tick() == 1.0
    assert any("Bo" in line and line.endswith("1:01") for line in terminal.lines)


def test_last_seconds_are_drawn_more_often() -> None:
    table, terminal, clock = live()
    table.look(a_view(to_move=B, clocks=ClocksView(white=60_000, black=10_000, running=B)), None)
    clock.now = 300
    assert table.tick() < 1.0
    assert any("Bo" in line and line.endswith("9.7") for line in terminal.lines)


def test_absence_grows() -> None:
    table, terminal, clock = live()
    table.look(a_view(to_move=B, black=SeatView(player="p2", name="Bo", offline_ms=2_000)), None)
    clock.now = 61_000
    table.tick()
    assert any("(offline 1:03) Bo" in line for line in terminal.lines)


def test_last_events_stand_under_the_board() -> None:
    table, terminal, _ = live()
    thrown = e.DiceThrown(W, (6, 3)), e.Stepped(24, 6), e.Stepped(18, 3), e.PlayEnded(W)
    table.look(a_view(to_move=B, version=2), None, (*thrown, e.DiceThrown(B, (2, 1))))
    assert terminal.lines[-4:] == ["White 63: 24/18/15", "Black throws 2-1", "Black throws", "> "]
    assert "Last play: White 63: 24/18/15" in terminal.lines


def test_long_answer_is_shown_whole() -> None:
    table, terminal, _ = live()
    table.look(a_view(to_move=B), None)
    table.tell([f"line {number}" for number in range(9)])
    assert terminal.lines[-10:] == [*(f"line {number}" for number in range(9)), "> "]


def test_tall_terminal_shows_more_events() -> None:
    table, terminal, _ = live(rows=40)
    table.look(a_view(to_move=B), None)
    table.tell([f"line {number}" for number in range(8)])
    assert terminal.lines[-10] == "line 0"


def test_marks_vanish_with_the_next_step() -> None:
    table, terminal, _ = live()
    table.look(playing(StageView(dice=(6, 3))), None)
    table.marks = type(table.marks)(refused=frozenset({18}))
    table.show()
    assert any("18!" in line for line in terminal.lines)
    table.look(playing(StageView(dice=(6, 3), steps=((24, 6),))), None)
    assert not any("18!" in line for line in terminal.lines)


def test_snapshot_in_the_middle_tells_the_last_play() -> None:
    table, terminal, _ = live()
    table.look(a_view(to_move=B, last_play=((24, 6), (18, 3))), None)
    assert "Last play: White 24/18 18/15" in terminal.lines
