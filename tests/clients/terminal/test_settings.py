import pytest

from clients.terminal.settings import control_text, listing_text, rules_lines
from protocol.messages import RoomListing
from protocol.settings import Control, Settings
from tests.clients.terminal.views import a_view

CLOCK = Control(timing="delay", bank=180_000, extra=12_000)


def test_rules_name_preset_and_differences() -> None:
    settings = Settings(overrides={"mars": 1, "gul_bara": True}, length=5, control=CLOCK, public=True)
    lines = list(rules_lines(a_view(settings=settings)))
    assert lines[:2] == [
        "Rules: lange-narde; different here: mars 1, gul bara yes",
        "Match to 5, 3 min and 12 s free in each turn, public",
    ]
    assert "head limit 1" in lines[2]


def test_plain_preset_differs_in_nothing() -> None:
    lines = list(rules_lines(a_view()))
    assert lines[:2] == ["Rules: lange-narde; nothing differs from it", "Match to 1, no clock"]


def test_unknown_preset_counts_as_different() -> None:
    lines = list(rules_lines(a_view(settings=Settings(preset="\x1bnew", overrides={"luck": True}))))
    assert lines[0] == "Rules: ?new; different here: luck yes"


@pytest.mark.parametrize(
    ("bank", "extra", "text"),
    [
        (10_000, 0, "10 s each"),
        (300_000, 0, "5 min each"),
        (90_000, 2_500, "1 min 30 s and 2.5 s free in each turn"),
        (10_800_000, 60_000, "180 min and 1 min free in each turn"),
    ],
)
def test_clock_reads_well(bank: int, extra: int, text: str) -> None:
    assert control_text(Control(timing="delay", bank=bank, extra=extra)) == text


def a_listing() -> RoomListing:
    return RoomListing(
        room="QRSTUV", title="A\x1b", preset="long-nard", overrides={"gul_bara": True}, length=3, stake=1,
        timing="fischer", bank=300_000, extra=3_000, white="Anna", black=None, waiting=True, watchable=True, created=0,
    )  # fmt: skip


def test_listed_room_is_one_line() -> None:
    assert listing_text(a_listing()) == (
        "QRSTUV A?: Anna - (free); long-nard, gul bara yes, to 3, 5 min and 3 s added for each turn; waits for a player"
    )
