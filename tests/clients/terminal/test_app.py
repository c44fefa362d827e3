import pytest

from clients.lib.session import Lost
from clients.terminal.app import LOST, NO_ROOM, PLAYING, help_lines
from clients.terminal.grammar import HELP
from clients.terminal.screen import Screen
from clients.terminal.text import columns
from engine.types import Color
from protocol.messages import Error
from tests.clients.terminal.house import CODE, Guest, House, User, at_terminal
from tests.clients.terminal.terminal import Terminal
from tests.clients.terminal.test_settings import a_listing

FINISH = "Nothing more can be played: d to finish, u to take back"
EXAMPLE = "Your turn: 6-3, for example 24/18; h for hints"


def position(house: House) -> str:
    assert house.state.match is not None
    assert house.state.match.game is not None
    return str(house.state.match.game.position)


async def begun(house: House, user: User, other: Guest) -> None:
    """White has thrown 6 and Black 3 for the beginning, and White plays them."""
    await user.types("new white")
    await other.join(CODE)
    await user.types("")
    await other.room(CODE).throw()
    await user.types("moves")


async def test_whole_turn_is_typed() -> None:
    house = House([6, 3])
    anna, bo = Guest(house, "Anna"), Guest(house, "Bo")
    async with at_terminal(anna) as user:
        await begun(house, user, bo)
        assert await user.types("h") == ["24 can go to 21 (3), 18 (6), 15 (3+6)"]
        before = position(house)
        assert await user.types("24/20") == ["There is no such die left to play.", EXAMPLE]
        assert position(house) == before
        assert (await user.types("24/18"))[-1] == "Your turn: 3, for example 18/15; h for hints"
        assert await user.types("24 3") == [
            "No other checker may leave the head in this turn.",
            "Your turn: 3, for example 18/15; h for hints",
        ]
        assert await user.types("u") == [EXAMPLE]
        assert position(house) == before
        assert await user.types("24/15") == [FINISH]
        assert await user.types("d") == ["White 63: 24/21/15"]
        assert position(house) == "W: 24x14 15x1 / B: 24x15"


async def test_enter_throws_and_finishes() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna")) as user:
        await begun(house, user, Guest(house, "Bo"))
        assert (await user.types(""))[-1] == EXAMPLE
        await user.types("24/18/15")
        assert await user.types("") == ["White 63: 24/18/15"]
        assert await user.types("") == ["Black throws"]


async def test_undo_all_takes_the_whole_play_back() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna")) as user:
        await begun(house, user, Guest(house, "Bo"))
        before = position(house)
        assert await user.types("24/15", "ua") == [FINISH, EXAMPLE]
        assert position(house) == before
        assert await user.types("ua") == ["There is no step of this turn to take back.", EXAMPLE]


async def test_done_too_early_is_explained() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna")) as user:
        await begun(house, user, Guest(house, "Bo"))
        before = position(house)
        assert await user.types("d") == ["You are not done: you can still play from 24."]
        assert await user.types("24/10") == ["24 cannot go to 10", "24 can go to 21 (3), 18 (6), 15 (3+6)", EXAMPLE]
        assert await user.types("24/off") == ["24 cannot go to off", "24 can go to 21 (3), 18 (6), 15 (3+6)", EXAMPLE]
        assert position(house) == before


async def test_automatic_done_is_an_option() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna"), auto_done=True) as user:
        await begun(house, user, Guest(house, "Bo"))
        assert await user.types("24/15") == ["White 63: 24/21/15", "Black throws"]


async def test_both_players_read_the_same_story() -> None:
    house = House([6, 3, 5, 4])
    async with at_terminal(Guest(house, "Anna")) as anna, at_terminal(Guest(house, "Bo")) as bo:
        await anna.types("new white")
        assert await bo.types(f"join {CODE}") == [
            "Waiting for players: `join ABCDEF` takes a seat, `rules` says what is played",
            "Rules: lange-narde; nothing differs from it",
            "Match to 1, no clock",
            "Bo plays Black",
            "Game 1 begins: each player throws one die",
            "Press Enter to throw your die; the higher one begins",
        ]
        await anna.types("r")
        assert await bo.types("r") == [
            "White throws 6 for the beginning",
            "Black throws 3 for the beginning",
            "White begins",
            "White plays the opening dice 6-3",
        ]
        await anna.types("24/15", "d")
        assert await bo.types("r") == [
            "White 63: 24/21/15",
            "Your turn: press Enter to throw",
            "Black throws 5-4",
            "Your turn: 5-4, for example 24/19; h for hints",
        ]


async def test_watcher_sees_plays_and_may_do_nothing() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna")) as anna, at_terminal(Guest(house, "Cy")) as watcher:
        await begun(house, anna, Guest(house, "Bo"))
        assert "White plays 6-3" in await watcher.types(f"watch {CODE}")
        before = position(house)
        assert await watcher.types("24/18") == [
            "You are watching: only who has a seat can do this.",
            "White plays 6-3",
        ]
        assert await watcher.types("resign") == ["You are watching: only who has a seat can do this"]
        assert position(house) == before
        await anna.types("24/15", "d")
        assert "White 63: 24/21/15" in await watcher.types("h")


async def test_hint_marks_the_targets_on_the_board() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna")) as user:
        await begun(house, user, Guest(house, "Bo"))
        await user.types("h 24")
        await user.types("board")
        assert await user.types("h 7") == [
            "7 by 6: You have no checker on 7.",
            "7 by 3: You have no checker on 7.",
        ]


async def test_resigning_shows_its_cost_first() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna")) as user:
        await begun(house, user, Guest(house, "Bo"))
        cost = "Resigning costs 2 points (mars: you have no checker off). `resign yes` does it"
        assert await user.types("resign yes") == [cost]
        assert await user.types("resign yes") == [
            "Black wins 2 points (mars): by resignation",
            "Black wins the match; White 0, Black 2",
            "Black has won the match: `rematch` offers another",
        ]


async def test_rematch_is_offered_and_accepted() -> None:
    house = House([6, 3])
    bo = Guest(house, "Bo")
    async with at_terminal(Guest(house, "Anna")) as user:
        await begun(house, user, bo)
        await user.types("resign", "resign yes")
        assert await user.types("decline") == ["No rematch is offered."]
        assert await user.types("rematch") == ["White offers a rematch: `rematch` or `decline`"]
        await bo.room(CODE).rematch()
        assert (await user.types("moves"))[0] == "Game 1 begins: each player throws one die"


async def test_cascade_goes_on_and_passes_its_rest_on() -> None:
    house = House([6, 3, 5, 5])
    bo = Guest(house, "Bo")
    async with at_terminal(Guest(house, "Anna")) as user:
        await user.types("new gulbara white set cascade_from_turn=1 opening_roll=fresh")
        await bo.join(CODE)
        await user.types("r")
        await bo.room(CODE).throw()
        assert "White throws 5-5" in await user.types("r")
        assert await user.types("24/4") == ["Gul Bara: White goes on with 6-6-6-6", FINISH]
        assert (await user.types("u"))[-1] == "Your turn: 5, for example 9/4; h for hints"
        assert await user.types("9/4", "d") == [
            "Gul Bara: White goes on with 6-6-6-6",
            FINISH,
            "White 55: 24/4; 66: pass",
            "White cannot use 6-6-6-6: 6: head already played (24), not all home (4)",
            "6-6-6-6 is left over, and Black has to play it before the own throw",
        ]
        assert bo.room(CODE).view.stages[-1].carried


async def test_room_can_be_looked_at_before_joining() -> None:
    house = House()
    async with at_terminal(Guest(house, "Anna")) as anna, at_terminal(Guest(house, "Bo")) as bo:
        await anna.types("new long-nard to 5 clock 3+12 set mars=1")
        lines = await bo.types(f"rules {CODE}")
        assert lines[:2] == [
            "Rules: long-nard; different here: mars 1",
            "Match to 5, 3 min and 12 s free in each turn",
        ]
        assert house.state.waiting
        assert await bo.types("rules") == [
            "`rules CODE` tells what is played in a room, and `new` takes the default rules: lange-narde"
        ]


async def test_house_bot_is_invited_to_a_new_room() -> None:
    house = House()
    async with at_terminal(Guest(house, "Anna")) as user:
        lines = await user.types("bot random")
        assert "House bot plays White (a bot, random)" in lines
        assert house.state.white is not None
        assert house.state.white.bot == "random"


async def test_unknown_room_is_explained() -> None:
    async with at_terminal(Guest(House(), "Anna")) as user:
        assert await user.types("join ZZZZZZ") == ["There is no room of this code."]
        assert await user.types("24/18") == [NO_ROOM]


async def test_taken_seat_leaves_a_watcher() -> None:
    house = House()
    async with at_terminal(Guest(house, "Anna")) as anna, at_terminal(Guest(house, "Bo")) as bo:
        await anna.types("new white")
        assert "That seat is taken. You can `watch` the room." in await bo.types(f"join {CODE} white")
        assert house.state.black is None


async def test_chat_is_heard_and_harmless() -> None:
    house = House([6, 3])
    bo = Guest(house, "Bo")
    async with at_terminal(Guest(house, "Anna")) as user:
        await begun(house, user, bo)
        await bo.room(CODE).say("\x1b[2Jboo")
        assert await user.types("say hello") == ["Bo: ?[2Jboo", "Anna: Hello!"]


async def test_lost_connection_is_told_and_its_return() -> None:
    house = House([6, 3])
    anna, bo = Guest(house, "Anna"), Guest(house, "Bo")
    async with at_terminal(anna) as user:
        await begun(house, user, bo)
        anna.connection(online=False)
        assert await user.types("moves") == [LOST, LOST, "Nothing has been played yet"]
        anna.connection(online=True)
        assert await user.types("moves") == ["back", "Nothing has been played yet"]


async def test_room_that_sends_watchers_away_says_so() -> None:
    house = House()
    anna = Guest(house, "Anna")
    async with at_terminal(anna) as user:
        await user.types("new")
        anna.receive(Error(id=None, code="room_closed_to_watchers", detail="x"))
        assert await user.types("moves") == ["This room takes no watchers.", "Nothing has been played yet"]


async def test_forgotten_room_is_left() -> None:
    house = House()
    anna = Guest(house, "Anna")
    async with at_terminal(anna) as user:
        await user.types("new")
        anna._hear(Lost(CODE, Error(id=None, code="room_unknown", detail="x")))
        assert await user.types("moves") == ["There is no room of this code.", NO_ROOM, NO_ROOM]


async def test_leaving_gives_the_seat_back() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna")) as user:
        await user.types("new white")
        assert (await user.types("leave"))[-1] == NO_ROOM
        assert house.state.white is None
        assert await user.types("leave") == []


async def test_running_match_is_not_left_by_accident() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna")) as user:
        await begun(house, user, Guest(house, "Bo"))
        assert await user.types("leave", "new", "quick", "bot") == [
            PLAYING,
            PLAYING,
            PLAYING,
            "That seat is taken. You can `watch` the room.",
        ]
        assert house.state.running


async def test_teacher_plays_both_sides() -> None:
    house = House([6, 3])
    async with at_terminal(Guest(house, "Anna")) as user:
        await user.types("new teaching both")
        assert (await user.types("", ""))[-1] == "White's turn: 6-3, for example 24/18; h for hints"
        assert await user.types("24/18") == ["White's turn: 3, for example 18/15; h for hints"]
        lines = await user.types("hand")
        assert lines == ["The turn is handed over: Black throws", "Black's turn: press Enter to throw"]


async def test_public_rooms_are_listed() -> None:
    house = House()
    async with at_terminal(Guest(house, "Anna")) as user:
        assert await user.types("list") == ["No public room is open: `new public` makes one"]
        house.listed = (a_listing(),)
        assert (await user.types("list"))[0].startswith("QRSTUV A?: Anna - (free);")


async def test_mistakes_are_answered_at_once() -> None:
    async with at_terminal(Guest(House(), "Anna")) as user:
        assert await user.types("jump") == ["`jump` means nothing here; `help` lists what can be typed"]


@pytest.mark.parametrize("last", ["quit", None])
async def test_quit_and_end_of_input_leave_politely(last: str | None) -> None:
    house = House()
    async with at_terminal(Guest(house, "Anna"), "new white") as user:
        if last:
            user._typed.put_nowait(last)
    assert house.state.seat(Color.WHITE) is not None


async def test_live_board_is_drawn_in_place() -> None:
    house = House([6, 3])
    terminal = Terminal(80, 24)
    screen = Screen(terminal, live=True, size=lambda: (80, 24))
    async with at_terminal(Guest(house, "Anna"), screen=screen, out=terminal) as user:
        await begun(house, user, Guest(house, "Bo"))
        height = len(terminal.lines)
        terminal.press("24/18\n")
        await user.types("24/18")
        assert terminal.lines[-2:] == ["Your turn: 3, for example 18/15; h for hints", "> "]
        assert len(terminal.lines) == height
        assert any("(6) [3]" in line for line in terminal.lines)
        assert not any("[6] [3]" in line for line in terminal.lines[-22:])


@pytest.mark.parametrize(("width", "lines"), [(80, 2), (140, 1)])
def test_help_uses_the_width_of_the_terminal(width: int, lines: int) -> None:
    text = help_lines(width)
    assert len(text) == lines * len(HELP)
    assert max(map(columns, text)) <= width
