import pytest

from clients.terminal.status import seat_of, status
from clients.terminal.turn import Place
from engine.types import Color
from protocol.messages import SeatView, Snapshot, StageView
from tests.clients.terminal.views import WAITING, a_view, playing

W, B = Color.WHITE, Color.BLACK
ROOT = Place((((24, 6, 1), (24, 3, 1)), ()))
OFF = Place((((5, 6, 1),), ()))


@pytest.mark.parametrize(
    ("view", "place", "text"),
    [
        (WAITING, None, "Waiting for your opponent, who types `join ABCDEF`; or type `bot`"),
        (
            a_view(phase="waiting", you=()),
            None,
            "Waiting for players: `join ABCDEF` takes a seat, `rules` says what is played",
        ),
        (a_view(phase="opening"), None, "Press Enter to throw your die; the higher one begins"),
        (a_view(phase="opening", opening=(3, None)), None, "Black throws for the beginning"),
        (a_view(phase="opening", you=()), None, "White and Black throw for the beginning"),
        (a_view(to_move=W), None, "Your turn: press Enter to throw"),
        (a_view(to_move=W, last_turn=True), None, "Your turn, the last one: press Enter to throw"),
        (a_view(to_move=B), None, "Black throws"),
        (
            a_view(to_move=B, black=SeatView(player="p2", name="Bo", offline_ms=1)),
            None,
            "Black throws; if nobody comes back, `claim` the win",
        ),
        (playing(StageView(dice=(6, 3))), ROOT, "Your turn: 6-3, for example 24/18; h for hints"),
        (playing(StageView(dice=(6, 3))), None, "Your turn: 6-3"),
        (playing(StageView(dice=(6, 3), steps=((24, 6),))), OFF, "Your turn: 3, for example 5/off; h for hints"),
        (
            playing(StageView(dice=(6, 6), carried=True)),
            ROOT,
            "Your turn: 6-6, left over by your opponent, for example 24/18; h for hints",
        ),
        (
            playing(StageView(dice=(6, 3), steps=((24, 6), (24, 3)))),
            Place(((),)),
            "Nothing more can be played: d to finish, u to take back",
        ),
        (playing(StageView(dice=(6, 3)), you=(B,)), None, "White plays 6-3"),
        (playing(StageView(dice=(6, 3)), you=(W, B)), ROOT, "White's turn: 6-3, for example 24/18; h for hints"),
        (a_view(phase="over", winner=B), None, "Black has won the match: `rematch` offers another"),
        (a_view(phase="over", winner=B, you=()), None, "Black has won the match"),
        (a_view(phase="over", winner=B, rematch=W), None, "Black has won the match; you have offered a rematch"),
        (
            a_view(phase="over", winner=B, rematch=B),
            None,
            "Black has won the match; a rematch is offered: `rematch` or `decline`",
        ),
    ],
)
def test_status_says_what_to_do(view: Snapshot, place: Place | None, text: str) -> None:
    assert status(view, place) == text


def test_both_seats_follow_the_turn() -> None:
    assert seat_of(a_view(you=(W, B), to_move=B)) is B
    assert seat_of(a_view(you=(W, B), phase="opening", opening=(4, None))) is B
    assert seat_of(a_view(you=(W, B), phase="over")) is W


def test_watcher_has_no_seat() -> None:
    assert seat_of(a_view(you=())) is None
    assert seat_of(a_view(you=(B,))) is B
