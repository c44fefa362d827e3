import pytest

from clients.terminal.grammar import (
    HELP,
    Bot,
    ByDie,
    Chat,
    Enter,
    Hand,
    Hint,
    Join,
    Mistake,
    Move,
    New,
    Plain,
    Quick,
    Resign,
    ShowRules,
    Typed,
    Watch,
    parse,
)
from engine.types import Color
from protocol.settings import Control, Settings


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("", Enter()),
        ("  \t", Enter()),
        ("r", Plain("roll")),
        ("ROLL", Plain("roll")),
        ("u", Plain("undo")),
        ("ua", Plain("undo all")),
        ("undo all", Plain("undo all")),
        ("d", Plain("done")),
        ("q", Plain("quit")),
        ("list", Plain("list")),
        ("rematch", Plain("rematch")),
        ("decline", Plain("decline")),
        ("claim", Plain("claim")),
        ("board", Plain("board")),
        ("moves", Plain("moves")),
        ("leave", Plain("leave")),
        ("?", Plain("help")),
        ("24/18", Move(((24, 18),))),
        ("24/18/12", Move(((24, 18, 12),))),
        ("24/18 21/18", Move(((24, 18), (21, 18)))),
        ("6/off", Move(((6, 0),))),
        ("6/OFF(2) 5/1", Move(((6, 0), (6, 0), (5, 1)))),
        ("24 6", ByDie(24, 6)),
        ("h", Hint()),
        ("hint 24", Hint(24)),
        ("join abcdef", Join("ABCDEF")),
        ("join ABCDEF black", Join("ABCDEF", Color.BLACK)),
        ("watch ABC234", Watch("ABC234")),
        ("rules", ShowRules()),
        ("rules ABC234", ShowRules("ABC234")),
        ("bot", Bot("steady")),
        ("bot random", Bot("random")),
        ("resign", Resign()),
        ("resign yes", Resign(sure=True)),
        ("hand", Hand()),
        ("hand black", Hand(Color.BLACK)),
        ("say hello", Chat("", "hello")),
        ("say  Hello   there ", Chat("Hello   there")),
        ("new", New(Settings())),
        ("new long-nard to 5 black", New(Settings(preset="long-nard", length=5), "black")),
        ("new teaching both", New(Settings(teaching=True), "both")),
        ("new gulbara public", New(Settings(overrides={"gul_bara": True}, public=True))),
        ("new clock 3+12", New(Settings(control=Control(timing="delay", bank=180_000, extra=12_000)))),
        ("new clock 0.5+3 fischer", New(Settings(control=Control(timing="fischer", bank=30_000, extra=3_000)))),
        (
            "new set mars=1 head_limit=none higher_die=no head_exception_first=346 to 3",
            New(
                Settings(
                    overrides={"mars": 1, "head_limit": None, "higher_die": False, "head_exception_first": "346"},
                    length=3,
                )
            ),
        ),
        ("quick to 3", Quick(Settings(length=3))),
    ],
)
def test_line_means_a_command(line: str, typed: Typed) -> None:
    assert parse(line) == typed


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("jump", "`jump` means nothing here; `help` lists what can be typed"),
        ("done now", "`done` is a word of its own"),
        ("24/18/", "`24/18/` is no move"),
        ("24/25", "`24/25` is no move"),
        ("25/20", "`25/20` is no move"),
        ("18/18", "`18/18` is no move"),
        ("24/off/3", "`24/off/3` is no move"),
        ("24/18 x", "`x` is no move"),
        ("24", "`24` is no move"),
        ("24 7", "there is no such step"),
        ("²/1", "`²/1` means nothing"),
        ("h 25", "`h 24`"),
        ("h x", "`h 24`"),
        ("join", "`join CODE`"),
        ("join ABCDE0", "a code has 6 letters and digits"),
        ("join ABCDEF red", "`white` or `black`"),
        ("watch", "`watch CODE`"),
        ("rules X", "`rules CODE`"),
        ("bot clever", "`bot random`"),
        ("resign now", "`resign yes`"),
        ("hand me", "`hand white`"),
        ("say", "well_played"),
        ("say " + "x" * 201, "at most 200 characters"),
        ("new chess", "`chess` is no setting and no preset"),
        ("new to", "at most 25"),
        ("new to 26", "at most 25"),
        ("new clock", "`clock 3+12 delay`"),
        ("new clock 3", "`clock 3+12 delay`"),
        ("new clock 999+1", "from 10 seconds to 180 minutes"),
        ("new set", "`set mars=1"),
        ("new set mars=5", "mars cannot be 5"),
        ("new set speed=1", "no option is called 'speed'"),
        ("new both", "only a `teaching` room"),
        ("quick to x", "at most 25"),
    ],
)
def test_mistake_is_explained(line: str, text: str) -> None:
    mistake = parse(line)
    assert isinstance(mistake, Mistake)
    assert text in mistake.text


def test_help_fits_a_phone_of_two_lines() -> None:
    assert all(len(usage) <= 78 and len(what) <= 78 for usage, what in HELP)
