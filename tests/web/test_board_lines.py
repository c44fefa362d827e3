"""What the rule page says of the board, line by line (LINES.md, A1 to A19)."""

import pytest
from playwright.async_api import Locator, expect

from protocol.settings import Settings
from tests.web.browser import Players
from tests.web.house import BLACK, FRESH, GUL_BARA, WHITE, House, all_home, may_throw, stuck, throw_with, usable
from tests.web.seats import alone, at_table, joined, seated
from tests.web.table import Table, middle

TEACHING = Settings(teaching=True)


async def centre(locator: Locator) -> tuple[float, float]:
    return middle(await locator.bounding_box())


async def column(table: Table, points: range, color: str) -> list[tuple[float, float]]:
    return [await table.spot(WHITE if color == "white" else BLACK, point) for point in points]


# --- A1: the board ----------------------------------------------------------------------------------------------------


async def test_heads_and_homes_lie_where_they_should(players: Players, house: House) -> None:
    _, table = await alone(players, house)
    x, y = await centre(table.board)
    white, black = table.checkers(WHITE, 24), table.checkers(BLACK, 24)
    await expect(white).to_have_count(15)
    await expect(black).to_have_count(15)
    white_x, white_y = await centre(white.first)
    black_x, black_y = await centre(black.first)
    assert white_x > x
    assert white_y < y
    assert black_x < x
    assert black_y > y
    for point in range(1, 7):
        home_x, home_y = await table.spot(WHITE, point)
        assert home_x > x
        assert home_y > y
        home_x, home_y = await table.spot(BLACK, point)
        assert home_x < x
        assert home_y < y


@pytest.mark.parametrize("color", ["white", "black"])
async def test_both_run_counter_clockwise(color: str, players: Players, house: House) -> None:
    _, table = await alone(players, house)
    _, y = await centre(table.board)
    away, back = await column(table, range(24, 12, -1), color), await column(table, range(12, 0, -1), color)
    assert sorted(away) == (away[::-1] if color == "white" else away)
    assert sorted(back) == (back if color == "white" else back[::-1])
    assert {spot[1] < y for spot in away} == {color == "white"}
    assert {spot[1] < y for spot in back} == {color == "black"}


# --- A2, A3, A4: dice -------------------------------------------------------------------------------------------------


async def test_opening_dice_are_thrown_one_each(players: Players, house: House) -> None:
    _, ada, bo = await at_table(players, house, FRESH)
    house.dice.lay(3, 3, 5, 2)
    for color, table in ((WHITE, ada), (BLACK, bo)):
        await expect(table.button).to_have_attribute("data-kind", "opening")
        await table.throw()
        if color is WHITE:
            await expect(bo.dice(WHITE)).to_have_count(1)
            await expect(bo.dice(BLACK)).to_have_count(0)
    # Equal dice: both throw again.
    await ada.wait("room => room.view.opening.every(die => die === null)")
    await ada.throw()
    await bo.throw()
    for table in (ada, bo):
        await expect(table.dice(WHITE, "opening")).to_have_attribute("data-value", "5")
        await expect(table.dice(BLACK, "opening")).to_have_attribute("data-value", "2")
        assert await table.ask("room => room.view.first_mover") == WHITE


async def test_opening_dice_stay_until_the_next_own_throw(players: Players, house: House) -> None:
    scene, ada, bo = await at_table(players, house, FRESH, 6, 1)
    await expect(ada.dice(WHITE, "opening")).to_have_count(1)
    await expect(ada.dice(BLACK, "opening")).to_have_count(1)
    house.dice.lay(5, 3)
    await ada.throw()
    await expect(ada.dice(WHITE, "opening")).to_have_count(0)
    await expect(ada.dice(BLACK, "opening")).to_have_count(1)
    await scene.play()
    await expect(bo.dice(BLACK, "opening")).to_have_count(1)
    house.dice.lay(4, 2)
    await bo.throw()
    await expect(bo.dice(BLACK, "opening")).to_have_count(0)
    await expect(bo.dice(BLACK)).to_have_count(2)


async def test_double_is_shown_as_four_dice(players: Players, house: House) -> None:
    _, table = await alone(players, house, FRESH, 6, 1)
    house.dice.lay(5, 5)
    await table.throw()
    await expect(table.dice(WHITE, "live")).to_have_count(4)
    values = await table.dice(WHITE, "live").evaluate_all("dice => dice.map(die => die.dataset.value)")
    assert values == ["5"] * 4


# --- A5, A6, A7: moving -----------------------------------------------------------------------------------------------


async def test_clicking_a_checker_and_a_point_moves(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 6, 3)
    await table.click_move(WHITE, 24, 18)
    await expect(table.checkers(WHITE, 18)).to_have_count(1)
    await table.wait("room => room.view.stages[0].steps.length === 1")
    assert (await scene.game()).position == (await scene.game()).position.parse("W: 24x14 18x1 / B: 24x15")


async def test_dragging_a_checker_to_a_point_moves(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 6, 3)
    await table.drag(WHITE, 24, 21)
    await expect(table.checkers(WHITE, 21)).to_have_count(1)
    await table.wait("room => room.view.stages[0].steps.length === 1")
    assert (await scene.game()).position == (await scene.game()).position.parse("W: 24x14 21x1 / B: 24x15")


@pytest.mark.parametrize("tray", ["own", "other"])
@pytest.mark.parametrize("way", ["click", "drop"])
async def test_any_tray_takes_a_checker_off(way: str, tray: str, players: Players, house: House) -> None:
    scene, game = await house.reach(all_home(WHITE))
    off = game.position.white & 15
    point = next(point for point in range(6, 0, -1) if game.position.white >> 4 * point & 15)
    await scene.throw(WHITE, point, 6 if point < 6 else 5)
    table = await joined(players, scene)
    start = await table.spot(WHITE, point)
    box = await table.place(WHITE if tray == "own" else BLACK, 0).bounding_box()
    assert box is not None
    corner = (box["x"] + box["width"] - 4, box["y"] + 4)
    if way == "click":
        await table.page.mouse.click(*start)
        await table.page.mouse.click(*corner)
    else:
        await table.drag_to(start, corner)
    await expect(table.checkers(WHITE, 0)).to_have_count(off + 1)
    own = await table.place(WHITE, 0).bounding_box()
    x, y = await centre(table.checkers(WHITE, 0).last)
    assert own is not None
    assert own["x"] < x < own["x"] + own["width"]
    assert own["y"] < y < own["y"] + own["height"]


# --- A8, A9, A10, A11: what is shown ----------------------------------------------------------------------------------


LOOK = """drawing => [drawing, ...drawing.querySelectorAll('*')].map(getComputedStyle)
  .map(({ fill, stroke, opacity, filter }) => [fill, stroke, opacity, filter].join()).join()"""


async def look(drawing: Locator) -> str:
    """The colours of everything that a drawing is made of."""
    return str(await drawing.evaluate(LOOK))


async def test_button_in_the_middle_tells_whose_turn_it_is(players: Players, house: House) -> None:
    scene, ada, bo = await at_table(players, house, FRESH)
    assert await centre(ada.button) == pytest.approx(await centre(ada.board), abs=8)
    opening = await look(ada.button)
    await expect(ada.button).to_have_attribute("data-kind", "opening")
    await scene.roll_off()
    await expect(ada.button).to_have_attribute("data-side", "white")
    await expect(bo.button).to_have_attribute("data-side", "white")
    white = await look(ada.button)
    await scene.throw(WHITE, 5, 3)
    await scene.play()
    await expect(ada.button).to_have_attribute("data-side", "black")
    await expect(ada.button).to_have_attribute("data-kind", "throw")
    assert len({opening, white, await look(ada.button)}) == 3


async def test_dice_lie_on_the_side_of_the_thrower(players: Players, house: House) -> None:
    scene, ada, _ = await at_table(players, house, FRESH, 6, 1)
    x, _ = await centre(ada.button)
    await scene.throw(WHITE, 5, 3)
    await expect(ada.dice(WHITE, "live")).to_have_count(2)
    assert [(await centre(die))[0] > x for die in await ada.dice(WHITE, "live").all()] == [True, True]
    await scene.play()
    await scene.throw(BLACK, 4, 2)
    await expect(ada.dice(BLACK, "live")).to_have_count(2)
    assert [(await centre(die))[0] < x for die in await ada.dice(BLACK, "live").all()] == [True, True]


async def test_dice_turn_grey_one_by_one(players: Players, house: House) -> None:
    _, table = await alone(players, house, FRESH, 6, 1)
    house.dice.lay(3, 3)
    await table.throw()
    for made in range(3):
        await expect(table.dice(WHITE, "used")).to_have_count(made)
        await expect(table.dice(WHITE, "live")).to_have_count(4 - made)
        situation = await table.something_to_do()
        await table.move(situation, "mouse")
    used, live = await look(table.dice(WHITE, "used").first), await look(table.dice(WHITE, "live").first)
    assert used != live


async def test_pip_counters_stand_at_the_top(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    white, black = (table.plate(color).locator(".pips") for color in (WHITE, BLACK))
    await expect(white).to_contain_text("360")
    await expect(black).to_contain_text("360")
    await table.click_move(WHITE, 24, 18)
    await expect(white).to_contain_text("354")
    board = await table.board.bounding_box()
    assert board is not None
    assert [(await centre(pips))[1] < board["y"] for pips in (white, black)] == [True, True]


# --- A12, A13, A14: controls ------------------------------------------------------------------------------------------


async def test_pressing_a_pip_counter_hands_the_turn_over(players: Players, house: House) -> None:
    scene, table = await alone(players, house, TEACHING, 6, 3)
    pips = table.plate(BLACK).locator(".pips")
    await expect(pips).to_be_disabled()
    await table.act("help").click()
    await pips.click()
    await table.wait("room => room.view.to_move === 'black' && room.view.phase === 'roll'")
    assert (await scene.game()).to_move is BLACK


async def test_only_teaching_rooms_have_the_help_switch(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 6, 3)
    before = (await scene.state()).match
    await expect(table.act("help")).to_be_hidden()
    await expect(table.plate(BLACK).locator(".pips")).to_be_disabled()
    await table.page.mouse.click(*await centre(table.plate(BLACK).locator(".pips")))
    assert (await scene.state()).match == before


@pytest.mark.parametrize("way", ["icon", "key"])
async def test_fullscreen_by_icon_and_key(way: str, players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    if way == "icon":
        await table.act("fullscreen").click()
        box, board = await table.act("fullscreen").bounding_box(), await table.board.bounding_box()
        assert box is not None
        assert board is not None
    else:
        await table.page.keyboard.press("f")
    await table.page.wait_for_function("() => document.fullscreenElement !== null")
    await table.page.keyboard.press("f")
    await table.page.wait_for_function("() => document.fullscreenElement === null")
    assert await table.page.evaluate("document.fullscreenElement") is None


async def test_messages_appear_under_the_board(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await expect(table.status).to_have_attribute("role", "status")
    await expect(table.status).not_to_be_empty()
    status, board = await table.status.bounding_box(), await table.board.bounding_box()
    assert status is not None
    assert board is not None
    assert status["y"] >= board["y"] + board["height"] - 1


# --- A15, A16, A17: undo, keys, control panel -------------------------------------------------------------------------


async def test_undo_takes_steps_back_one_at_a_time(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 6, 3)
    await table.click_move(WHITE, 24, 18)
    await table.click_move(WHITE, 18, 15)
    await table.wait("room => room.view.stages[0].steps.length === 2")
    await table.undo()
    await expect(table.checkers(WHITE, 18)).to_have_count(1)
    await expect(table.dice(WHITE, "used")).to_have_count(1)
    await table.undo()
    await expect(table.checkers(WHITE, 24)).to_have_count(15)
    await expect(table.dice(WHITE, "used")).to_have_count(0)
    assert (await scene.game()).stages[0].steps == ()


async def test_keys_throw_move_and_undo(players: Players, house: House) -> None:
    scene, table = await alone(players, house, FRESH, 6, 1)
    house.dice.lay(5, 3)
    await table.page.keyboard.press("r")
    await table.wait("room => room.turn")
    await table.board.focus()
    await table.key_move(WHITE, 24, 19)
    await table.wait("room => room.view.stages[0].steps.length === 1")
    assert [(step.point, step.die) for step in (await scene.game()).stages[0].steps] == [(24, 5)]
    await table.page.keyboard.press("u")
    await table.wait("room => room.view.stages[0].steps.length === 0")
    assert (await scene.game()).stages[0].steps == ()


async def test_gul_bara_is_switched_on_before_the_game(players: Players, house: House) -> None:
    table = await (await players(house.url)).open()
    await table.page.get_by_label("Gul Bara").check()
    await table.play_now()
    assert await table.ask("room => room.view.settings.overrides.gul_bara") is True


# --- A18, A19: what happens by itself ---------------------------------------------------------------------------------


async def test_cascade_continues_by_itself(players: Players, house: House) -> None:
    _, table = await alone(players, house, GUL_BARA, 6, 1)
    house.dice.lay(4, 4)
    await table.throw()
    for made in range(4):
        situation = await table.something_to_do()
        assert (situation.what, situation.steps) == ("move", made)
        await table.move(situation, "mouse")
    await table.wait("room => room.view.stages.length === 2")
    await expect(table.dice(WHITE, "live")).to_have_count(4)
    await expect(table.dice(WHITE, "live").first).to_have_attribute("data-value", "5")
    assert (await table.something_to_do()).what == "move"


async def test_carried_dice_lie_on_the_opponents_side(players: Players, house: House) -> None:
    scene, game = await house.reach(may_throw(BLACK, stuck), GUL_BARA)
    throw = throw_with(game, stuck)
    assert throw is not None
    ada, bo = await seated(players, scene)
    house.dice.lay(*throw)
    await bo.throw()
    await ada.wait("room => room.view.stages[0]?.carried === true")
    for table in (ada, bo):
        await expect(table.dice(WHITE, "live")).to_have_count(4 if throw[0] == throw[1] else 2)
    assert (await ada.something_to_do()).what == "move"


async def test_unusable_dice_pass_and_a_line_says_why(players: Players, house: House) -> None:
    scene, game = await house.reach(may_throw(WHITE, stuck))
    throw = throw_with(game, stuck)
    assert throw is not None
    assert not usable(game, *throw).dice_used
    ada, bo = await seated(players, scene)
    house.dice.lay(*throw)
    await ada.throw()
    for table in (ada, bo):
        await table.wait("room => room.view.to_move === 'black'")
        await expect(table.status).to_contain_text(str(throw[0]))
    assert (await scene.game()).to_move is BLACK
