"""What is written down reads back as the same values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation import (
    GameText,
    TurnText,
    game_text,
    parse_game,
    parse_options,
    parse_play,
    parse_turn,
    play_text,
    turn_text,
)
from engine.outcome import Ending, Outcome
from engine.rules import PRESETS, make_rules
from engine.types import Color, Die, Play, Step

DICE = st.integers(1, 6)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "head_limit": st.sampled_from([1, None]),
        "higher_die": st.booleans(),
        "prime_ban": st.sampled_from(["none", "ahead"]),
        "mars": st.sampled_from([1, 2]),
        "gul_bara": st.booleans(),
        "cascade_from_turn": st.integers(1, 99),
    },
)
RESULTS = st.none() | st.builds(
    Outcome, st.sampled_from([None, *Color]), st.sampled_from([0, 1, 2]), st.sampled_from(Ending)
)


@st.composite
def stages(draw: st.DrawFn, carried: bool) -> tuple[tuple[Die, ...], Play]:
    """Dice as they are on offer, and steps with some of them from anywhere, often with the same checker."""
    high, low = sorted((draw(DICE), draw(DICE)), reverse=True)
    dice = (high, low) if high != low else (high,) * (draw(st.integers(1, 4)) if carried else 4)
    steps: Play = ()
    for die in draw(st.permutations(dice))[: draw(st.integers(0, len(dice)))]:
        here = steps[-1].target if steps and steps[-1].target and draw(st.booleans()) else draw(st.integers(1, 24))
        steps += (Step(here, die),)
    return dice, steps


@st.composite
def turns(draw: st.DrawFn) -> TurnText:
    carried = draw(st.booleans())
    length = 1 if carried else draw(st.integers(1, 3))
    return TurnText(draw(st.sampled_from(Color)), carried, tuple(draw(stages(carried)) for _ in range(length)))


@st.composite
def games(draw: st.DrawFn) -> GameText:
    preset = draw(st.sampled_from(list(PRESETS)))
    rules = make_rules(preset, **draw(OPTIONS))
    names = st.text(max_size=8).filter(lambda name: "\n" not in name)
    played = tuple(draw(st.lists(turns(), max_size=6)))
    return GameText(preset, rules, draw(names), draw(names), draw(st.sampled_from(Color)), draw(RESULTS), played)


@given(stages(carried=False) | stages(carried=True))
def test_plays_read_back(stage: tuple[tuple[Die, ...], Play]) -> None:
    dice, play = stage
    assert parse_play(dice, play_text(dice, play)) == play


@given(turns())
def test_turns_read_back(turn: TurnText) -> None:
    assert parse_turn(turn.color, turn_text(turn)) == turn


@given(games())
def test_games_read_back(game: GameText) -> None:
    assert parse_game(game_text(game)) == game


@pytest.mark.parametrize(
    ("dice", "text", "play"),
    [
        ((6, 3), "24/18 24/21", (Step(24, 6), Step(24, 3))),
        ((2, 1), "2/1", (Step(2, 1),)),
        ((6, 3), "24/18/15", (Step(24, 6), Step(18, 3))),
        ((6, 3), "3/off(2)", (Step(3, 3), Step(3, 6))),
        ((6, 3), "3/off=6 3/off", (Step(3, 6), Step(3, 3))),
        ((4,) * 4, "24/16(2)", (Step(24, 4), Step(20, 4)) * 2),
        ((4, 4, 4), "24/12", (Step(24, 4), Step(20, 4), Step(16, 4))),
        ((6, 6), "8/off", (Step(8, 6), Step(2, 6))),
        ((6,), "6/off", (Step(6, 6),)),
        ((6, 3), "pass", ()),
    ],
)
def test_play_is_written_in_one_way(dice: tuple[Die, ...], text: str, play: Play) -> None:
    assert play_text(dice, play) == text
    assert parse_play(dice, text) == play


@pytest.mark.parametrize("text", ["24/20/16/12", "24/20 20/12", "24/16 16/12"])
def test_chains_may_be_written_out(text: str) -> None:
    assert parse_play((4, 4, 4), text) == (Step(24, 4), Step(20, 4), Step(16, 4))


@pytest.mark.parametrize("text", ["", "24", "24/17", "24/15", "25/19", "24/18 24/18", "3/off=2", "24/21=3", "24/18(5)"])
def test_other_plays_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no step|cannot be played"):
        parse_play((6, 3), text)


def test_cascade_and_carried_dice_are_written() -> None:
    cascade = parse_turn(Color.WHITE, "44: 24/8; 55: pass")
    fours = tuple(Step(point, 4) for point in (24, 20, 16, 12))
    assert cascade == TurnText(Color.WHITE, False, (((4,) * 4, fours), ((5,) * 4, ())))
    assert parse_turn(Color.BLACK, "<444: 24/12") == TurnText(Color.BLACK, True, (((4,) * 3, fours[:3]),))


@pytest.mark.parametrize(
    "text", ["", "63", "63:24/18", "7: pass", "631: pass", "6: pass", "<631: pass", "<66666: pass"]
)
def test_other_entries_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no"):
        parse_turn(Color.WHITE, text)


GAME = """\
preset: lange-narde
rules: head_limit=none gul_bara=yes
digest: {digest}
white: Anna
black: Boris: the second
first: black
result: white 2 borne_off

1. 63: 24/18/15 | 41: 24/20/19
2. 44: 15/11 | <444: 24/12, 52: 24/22 19/14
3. 61: pass
"""


def test_game_reads_like_a_record() -> None:
    digest = game_text(
        GameText("lange-narde", make_rules(head_limit=None, gul_bara=True), "", "", Color.WHITE, None, ())
    )
    text = GAME.format(digest=digest.split("digest: ")[1][:16])
    game = parse_game(text)
    assert game_text(game) == text
    assert (game.black, game.result) == ("Boris: the second", Outcome(Color.WHITE, 2, Ending.BORNE_OFF))
    colors = [turn.color for turn in game.turns]
    assert colors == [Color.BLACK, Color.WHITE, Color.BLACK, Color.WHITE, Color.WHITE, Color.BLACK]


def test_digest_of_other_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="digest"):
        parse_game(GAME.format(digest="0" * 16))


@pytest.mark.parametrize("line", ["preset: lange-narde\n", "white: Anna\n", "result: white 2 borne_off\n"])
def test_header_has_to_be_complete(line: str) -> None:
    with pytest.raises(ValueError, match="header"):
        parse_game(GAME.replace(line, ""))


def test_name_with_a_line_break_is_refused() -> None:
    with pytest.raises(ValueError, match="one line"):
        game_text(GameText("lange-narde", make_rules(), "A\nB", "", Color.WHITE, None, ()))


def test_options_are_read_as_values() -> None:
    words = ["head_limit=none", "gul_bara=yes", "higher_die=no", "mars=1", "prime_ban=none"]
    expected = {"head_limit": None, "gul_bara": True, "higher_die": False, "mars": 1, "prime_ban": "none"}
    assert parse_options(words) == expected
    with pytest.raises(ValueError, match="gul_bara"):
        make_rules(**parse_options(["gul_bara=maybe"]))
