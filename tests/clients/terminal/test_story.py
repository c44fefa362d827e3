from collections.abc import Sequence
from typing import get_args

import pytest

from clients.terminal.story import PHRASES, Story, said_text
from engine import events as e
from engine.errors import Reason
from engine.explain import Blocked
from engine.outcome import Ending
from engine.types import Color
from protocol import events as r
from protocol.commands import Phrase
from protocol.events import Event
from protocol.messages import Said, StageView
from tests.clients.terminal.views import a_view, playing

W, B = Color.WHITE, Color.BLACK


def told(*events: Event, story: Story | None = None) -> list[str]:
    story = story or Story()
    return [line for event in events for line in story.tell(event)]


def test_opening_is_told() -> None:
    assert told(
        e.GameStarted(1, 1),
        e.OpeningDieThrown(W, 3),
        e.OpeningDieThrown(B, 3),
        e.RollOffTied(2),
        e.OpeningDieThrown(B, 6),
        e.OpeningDieThrown(W, 2),
        e.RollOffWon(B),
        e.TurnBegan(3, B),
        e.DiceThrown(B, (6, 2), opening=True),
    ) == [
        "Game 1 begins: each player throws one die",
        "White throws 3 for the beginning",
        "Black throws 3 for the beginning",
        "Equal dice: both throw again",
        "Black throws 6 for the beginning",
        "White throws 2 for the beginning",
        "Black begins",
        "Black plays the opening dice 6-2",
    ]


def test_play_is_told_when_complete() -> None:
    made = (e.Stepped(24, 3), e.StepUndone(24, 3), e.Stepped(24, 6), e.Stepped(24, 3))
    assert told(e.DiceThrown(W, (6, 3)), *made) == ["White throws 6-3"]
    assert told(e.DiceThrown(W, (6, 3)), *made, e.PlayEnded(W))[-1] == "White 63: 24/18 24/21"


def test_pass_says_why() -> None:
    blocked = (Blocked(6, 24, Reason.POINT_CLOSED), Blocked(6, 5, Reason.NOT_ALL_HOME))
    lines = told(e.DiceThrown(B, (6, 6)), e.PlayEnded(B, (6, 6, 6, 6), blocked))
    assert lines == ["Black throws 6-6", "Black cannot move: 6: closed (24), not all home (5)"]


def test_unused_die_says_why() -> None:
    thrown = e.DiceThrown(B, (6, 1)), e.Stepped(20, 1), e.PlayEnded(B, (6,), (Blocked(6, 24, Reason.WALL),))
    assert told(*thrown)[1:] == ["Black 61: 20/19", "Black cannot use 6: 6: forbidden wall (24)"]


def test_cascade_and_carried_dice_are_told() -> None:
    lines = told(
        e.DiceThrown(W, (5, 5)),
        *[e.Stepped(point, 5) for point in (24, 19, 14, 9)],
        e.CascadeContinued(W, (6, 6, 6, 6)),
        e.PlayEnded(W, (6, 6, 6, 6), (Blocked(6, 4, Reason.EXACT_DIE_NEEDED),)),
        e.TurnBegan(7, B),
        e.DiceCarried(B, (6, 6, 6, 6)),
        e.Stepped(24, 6),
        e.PlayEnded(B, (6, 6, 6), (Blocked(6, 18, Reason.POINT_CLOSED),)),
    )
    assert lines == [
        "White throws 5-5",
        "Gul Bara: White goes on with 6-6-6-6",
        "White 55: 24/4; 66: pass",
        "White cannot use 6-6-6-6: 6: die too large (4)",
        "6-6-6-6 is left over, and Black has to play it before the own throw",
        "Black <6666: 24/18",
        "Black cannot use 6-6-6: 6: closed (18)",
    ]


def test_undo_reaches_the_stage_before() -> None:
    story = Story()
    told(e.DiceThrown(W, (5, 5)), *[e.Stepped(point, 5) for point in (24, 19, 14, 9)], story=story)
    told(e.CascadeContinued(W, (6, 6, 6, 6)), e.StepUndone(9, 5), e.Stepped(24, 5), story=story)
    assert told(e.PlayEnded(W), story=story) == ["White 55: 24/9 24/19"]


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ([e.GameEnded(W, 2, Ending.BORNE_OFF)], "White wins 2 points (mars): all checkers are off"),
        ([e.GameEnded(B, 1, Ending.FLAG)], "Black wins 1 point: on time"),
        ([e.GameEnded(None, 0, Ending.DRAW)], "The game is a draw: both are off"),
        ([e.MatchEnded(W, 3, 1, Ending.RESIGNED)], "White wins the match; White 3, Black 1"),
        ([e.TurnBegan(9, B, last=True)], "Black has the last turn"),
        ([e.TurnHandedOver(B)], "The turn is handed over: Black throws"),
        ([r.SeatTaken(W, "p", "An\x1b[1mna")], "An?[1mna plays White"),
        ([r.SeatTaken(B, "p", "House bot", "steady")], "House bot plays Black (a bot, steady)"),
        ([r.SeatLeft(B)], "Black leaves the seat"),
        ([r.PlayerOffline(B, 0)], "Black is offline"),
        ([r.PlayerOnline(B)], "Black is back"),
        ([r.RematchOffered(W)], "White offers a rematch: `rematch` or `decline`"),
        ([r.RematchDeclined(W)], "White wants no rematch"),
    ],
)
def test_room_events_are_one_line(events: Sequence[Event], line: str) -> None:
    assert told(*events) == [line]


def test_story_goes_on_from_a_snapshot() -> None:
    story = Story()
    story.catch_up(playing(StageView(dice=(6, 3), steps=((24, 6),)), last_play=((24, 5), (2, 4))))
    assert list(story.plays) == ["Black 24/19 2/off"]
    assert told(e.Stepped(18, 3), e.PlayEnded(W), story=story) == ["White 63: 24/18/15"]


def test_story_remembers_a_bounded_number_of_plays() -> None:
    story = Story()
    for _ in range(50):
        told(e.DiceThrown(W, (2, 1)), e.PlayEnded(W, (2, 1)), story=story)
    assert list(story.plays) == ["White 21: pass"] * 20


def test_snapshot_before_the_game_has_no_plays() -> None:
    story = Story()
    story.catch_up(a_view(phase="opening"))
    assert not story.plays


def test_chat_shows_text_literally() -> None:
    said = Said(room="ABCDEF", at=0, player="p", name="Bo\x07", seat=B, text="\x1b]0;title\x07hi")
    assert said_text(said) == "Bo? (Black): ?]0;title?hi"


@pytest.mark.parametrize("phrase", get_args(Phrase))
def test_ready_phrases_have_words(phrase: Phrase) -> None:
    assert said_text(Said(room="ABCDEF", at=0, player="p", name="Bo", phrase=phrase)) == f"Bo: {PHRASES[phrase]}"
