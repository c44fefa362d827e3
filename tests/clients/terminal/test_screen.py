from io import StringIO

from clients.terminal.screen import Screen
from tests.clients.terminal.terminal import Terminal


def live(columns: int = 20, rows: int = 10) -> tuple[Screen, Terminal]:
    terminal = Terminal(columns, rows)
    screen = Screen(terminal, live=True, size=lambda: (terminal.columns, terminal.rows))
    screen.start()
    return screen, terminal


def test_block_stands_above_the_prompt() -> None:
    screen, terminal = live()
    screen.draw(["one", "two"])
    assert terminal.lines == ["one", "two", "> "]


def test_block_is_drawn_again_in_place() -> None:
    screen, terminal = live()
    screen.draw(["one", "long line"])
    screen.draw(["1", "short"])
    assert terminal.lines == ["1", "short", "> "]


def test_redraw_keeps_what_is_being_typed() -> None:
    screen, terminal = live()
    screen.draw(["one", "two"])
    terminal.press("24/1")
    screen.draw(["uno", "due"])
    terminal.press("8")
    assert terminal.lines == ["uno", "due", "> 24/18"]


def test_redraw_after_enter_replaces_the_old_prompt() -> None:
    screen, terminal = live()
    screen.draw(["one", "two"])
    terminal.press("r\n")
    screen.typed("r")
    screen.draw(["1", "2"])
    assert terminal.lines == ["1", "2", "> "]


def test_block_of_another_height_replaces_the_old_one() -> None:
    screen, terminal = live()
    screen.draw(["one", "two", "three"])
    screen.draw(["one"])
    assert terminal.lines == ["one", "> "]


def test_text_stays_and_block_goes_on_below() -> None:
    screen, terminal = live()
    screen.draw(["one"])
    terminal.press("help\n")
    screen.typed("help")
    screen.say(["much", "help"])
    screen.draw(["two"])
    screen.draw(["three"])
    assert terminal.lines == ["one", "> help", "much", "help", "three", "> "]


def test_text_that_comes_by_itself_takes_the_line_of_the_prompt() -> None:
    screen, terminal = live()
    screen.say(["hello"])
    assert terminal.lines == ["hello", "> "]


def test_resized_terminal_is_cleared() -> None:
    screen, terminal = live()
    screen.draw(["one", "two"])
    terminal.columns = 10
    screen.draw(["1", "2"])
    assert terminal.lines == ["1", "2", "> "]


def test_endless_line_does_not_break_the_block() -> None:
    screen, terminal = live()
    screen.draw(["one"])
    terminal.press("x" * 30 + "\n")
    screen.typed("x" * 30)
    screen.draw(["two"])
    assert terminal.lines[-2:] == ["two", "> "]


def test_block_higher_than_the_terminal_is_printed_below() -> None:
    screen, terminal = live(rows=3)
    screen.draw(["1", "2", "3"])
    screen.draw(["4", "5", "6"])
    assert terminal.lines == ["1", "2", "3", "4", "5", "6", "> "]


def test_long_text_is_wrapped_on_a_terminal() -> None:
    screen, terminal = live(columns=12)
    screen.say(["White throws 6-3"])
    assert terminal.lines == ["White throws", "  6-3", "> "]


def test_pipe_gets_text_and_nothing_else() -> None:
    out = StringIO()
    screen = Screen(out, live=False, prompt=False, size=lambda: (20, 10))
    screen.start()
    screen.draw(["board"])
    screen.typed("r")
    screen.say(["White throws 6-3 and goes on"])
    assert out.getvalue() == "board\nWhite throws 6-3 and goes on\n"
