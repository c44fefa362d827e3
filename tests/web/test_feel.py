"""What hands feel at the board (LINES.md, B3 to B9, B13, B14)."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from engine.moves import LegalPlays
from engine.position import count, mirrored
from protocol.settings import Control, Settings
from tests.web.browser import Players
from tests.web.house import BLACK, FRESH, WHITE, House, all_home, may_throw, stuck_by_two, throw_with, usable
from tests.web.proxy import Proxy
from tests.web.seats import alone, at_table, joined, seated
from tests.web.table import Table, middle

FLYING = "() => document.getAnimations().some(({ effect }) => effect.target?.closest('.checker'))"
BLITZ = Settings(control=Control(timing="fischer", bank=10_000, extra=0))


# --- B3: picking up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize("height", [0.02, 0.5, 0.98])
async def test_touching_anywhere_on_a_point_picks_up(
    height: float, touch: bool, players: Players, house: House
) -> None:
    _, table = await alone(players, house, None, 6, 3, has_touch=touch)
    box = await table.place(WHITE, 24).bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] * height)
    await (table.page.touchscreen.tap(*at) if touch else table.page.mouse.click(*at))
    await expect(table.targets()).to_have_count(3)


async def test_drag_begins_after_three_pixels(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    x, y = await table.spot(WHITE, 24)
    await table.page.mouse.move(x, y)
    await table.page.mouse.down()
    await table.page.mouse.move(x + 2, y)
    await expect(table.page.locator(".ghost")).to_have_count(0)
    await table.page.mouse.move(x + 4, y)
    await expect(table.page.locator(".ghost")).to_have_count(1)
    await table.page.mouse.up()
    await expect(table.checkers(WHITE, 24)).to_have_count(15)


async def test_ghost_stays_on_the_origin(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await table.grab(await table.spot(WHITE, 24))
    await table.move_hand(await table.spot(WHITE, 15))
    ghost = middle(await table.page.locator(".ghost").bounding_box())
    home = await table.place(WHITE, 24).bounding_box()
    held = middle(await table.page.locator(".checker.held").bounding_box())
    assert home is not None
    assert home["x"] < ghost[0] < home["x"] + home["width"]
    assert not home["x"] < held[0] < home["x"] + home["width"]
    await table.let_go()
    await expect(table.page.locator(".ghost")).to_have_count(0)


# --- B4: targets ------------------------------------------------------------------------------------------------------


async def test_dots_for_one_die_and_rings_for_several(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await table.page.mouse.click(*await table.spot(WHITE, 24))
    await expect(table.targets()).to_have_count(3)
    found = await table.targets().evaluate_all("all => all.map(({ dataset }) => [dataset.point, dataset.dice]).sort()")
    assert found == [["15", "2"], ["18", "1"], ["21", "1"]]
    await table.page.mouse.click(*await table.spot(WHITE, 15))
    await table.wait("room => room.view.stages[0].steps.length === 2")
    await expect(table.checkers(WHITE, 15)).to_have_count(1)


async def test_tray_glows_when_it_is_a_target(players: Players, house: House) -> None:
    scene, _ = await house.reach(all_home(WHITE))
    await scene.throw(WHITE, 6, 5)
    table = await joined(players, scene)
    edge = next(edge for edge in (await table.something_to_do()).edges if edge[2] == 0)
    await table.page.mouse.click(*await table.spot(WHITE, edge[0]))
    await expect(table.page.locator(".target[data-point='0']")).to_be_visible()


async def test_tapped_die_is_used_first(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await table.page.locator(".die[data-state='live'][data-value='3']").click()
    await table.page.mouse.click(*await table.spot(WHITE, 24))
    await expect(table.page.locator(".target[data-point='21']")).to_be_visible()
    await expect(table.page.locator(".target[data-point='18']")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True])
async def test_double_click_plays_the_farthest_step(touch: bool, players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3, has_touch=touch)
    x, y = await table.spot(WHITE, 24)
    if touch:
        await asyncio.gather(table.page.touchscreen.tap(x, y), table.page.touchscreen.tap(x, y))
    else:
        await table.page.mouse.dblclick(x, y)
    await expect(table.checkers(WHITE, 18)).to_have_count(1)
    assert await table.ask("room => room.shown.stages[0].steps") == [[24, 6]]


async def test_wrong_drop_springs_back_and_says_why(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 6, 3)
    before = (await scene.state()).match
    await table.drag(WHITE, 24, 12)
    await expect(table.page.locator(".wrong")).not_to_have_count(0)
    await expect(table.checkers(WHITE, 24)).to_have_count(15)
    await expect(table.status).to_contain_text("goes that far")
    assert await table.page.locator("dialog, [role=dialog], [role=alertdialog]").count() == 0
    assert (await scene.state()).match == before


async def test_refusal_goes_with_the_next_act(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await table.drag(WHITE, 24, 12)
    await expect(table.status).to_contain_text("goes that far")
    await table.click_move(WHITE, 24, 18)
    await expect(table.status).not_to_contain_text("goes that far")


OUTSIDE = (-50.0, -50.0)


@pytest.mark.parametrize("where", ["tray", "outside the window", "chat"])
async def test_wrong_drop_makes_no_step(where: str, players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 6, 3)
    before = (await scene.state()).match
    match where:
        case "tray":
            await table.click_move(WHITE, 24, 0)
            await expect(table.status).to_contain_text("goes that far")
        case "chat":
            box = await table.page.locator(".chat").bounding_box()
            await table.drag_to(await table.spot(WHITE, 24), middle(box))
        case _:
            await table.drag_to(await table.spot(WHITE, 24), OUTSIDE)
    assert (await scene.state()).match == before
    await table.click_move(WHITE, 24, 18)
    await table.wait("room => room.view === room.shown && room.view.stages[0].steps.length > 0")
    assert [(step.point, step.die) for step in (await scene.game()).stages[0].steps] == [(24, 6)]


def closed_sum(plays: LegalPlays) -> tuple[int, int] | None:
    """A checker that may step, and the closed point where both different dice together would bring it."""
    if len(plays.stage.dice) != 2:
        return None
    for step in plays.graph.steps(plays.graph.root):
        target = step.point - sum(plays.stage.dice)
        if target > 0 and count(plays.position[plays.mover.other], mirrored(target)):
            return step.point, target
    return None


async def test_closed_sum_of_the_dice_makes_no_step(players: Players, house: House) -> None:
    scene, game = await house.reach(may_throw(WHITE, lambda plays: closed_sum(plays) is not None))
    throw = throw_with(game, lambda plays: closed_sum(plays) is not None)
    assert throw is not None
    way = closed_sum(usable(game, *throw))
    assert way is not None
    table = await joined(players, scene)
    house.dice.lay(*throw)
    await table.throw()
    await table.something_to_do()
    before = (await scene.state()).match
    await table.drag(WHITE, *way)
    await expect(table.status).to_contain_text("cannot get to")
    assert (await scene.state()).match == before


async def test_refusal_of_the_server_marks_the_points(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 6, 3)
    await table.click_move(WHITE, 24, 18)
    await table.wait("room => room.view.stages[0].steps.length === 1")
    before = (await scene.state()).match
    await table.page.mouse.click(*await table.spot(WHITE, 24))
    await expect(table.page.locator(".wrong")).not_to_have_count(0)
    await expect(table.status).to_contain_text("head")
    await expect(table.checkers(WHITE, 24)).to_have_count(14)
    assert (await scene.state()).match == before


# --- B5: a forced pass ------------------------------------------------------------------------------------------------


async def test_forced_pass_says_why_for_each_die(players: Players, house: House) -> None:
    scene, game = await house.reach(may_throw(WHITE, stuck_by_two))
    throw = throw_with(game, stuck_by_two)
    assert throw is not None
    reasons = {blocked.die for blocked in usable(game, *throw).why_pass()}
    assert reasons == set(throw)
    table = await joined(players, scene)
    house.dice.lay(*throw)
    await table.throw()
    for die in throw:
        await expect(table.status).to_contain_text(f"{die}: ")


# --- B6: the opponent's steps -----------------------------------------------------------------------------------------


async def test_opponents_steps_fly_until_any_input(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 1, 6, reduced_motion="no-preference")
    await scene.play()
    await table.page.wait_for_function(FLYING)
    await table.page.mouse.click(*await table.spot(WHITE, 6))
    assert not await table.page.evaluate(FLYING)
    await expect(table.checkers(BLACK, 24)).to_have_count(14)


async def test_last_play_stays_drawn_as_trails(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 1, 6)
    await scene.play((24, 6), (18, 1))
    await expect(table.page.locator(".trail[data-color='black']")).to_have_count(2)
    await table.throw()
    await expect(table.page.locator(".trail[data-color='black']")).to_have_count(2)


async def test_reduced_motion_is_obeyed(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 1, 6, reduced_motion="reduce")
    await table.page.evaluate(
        "() => { window.flew = 0; const animate = Element.prototype.animate;"
        " Element.prototype.animate = function (...how) { window.flew++; return animate.apply(this, how); }; }"
    )
    await scene.play()
    await expect(table.checkers(BLACK, 24)).to_have_count(14)
    assert await table.page.evaluate("window.flew") == 0


# --- B7: undo and done ------------------------------------------------------------------------------------------------


async def whole_turn(table: Table) -> None:
    await table.click_move(WHITE, 24, 15)
    await table.wait("room => room.view.stages[0].steps.length === 2 && room.turn.finished")


async def test_long_press_takes_the_whole_turn_back(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await whole_turn(table)
    await table.act("undo").hover()
    await table.page.mouse.down()
    await table.wait("room => room.view.stages[0].steps.length === 0")
    await table.page.mouse.up()
    await expect(table.checkers(WHITE, 24)).to_have_count(15)


@pytest.mark.parametrize("way", ["button", "control", "dice", "Enter"])
async def test_done_by_button_dice_and_enter(way: str, players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await whole_turn(table)
    match way:
        case "button":
            await table.done()
        case "control":
            await table.act("done").click()
        case "dice":
            await table.dice(WHITE).first.click()
        case _:
            await table.page.keyboard.press("Enter")
    assert await table.wait("room => room.view.to_move === 'black'")


@pytest.mark.parametrize("wanted", [True, False])
async def test_done_by_itself_is_a_setting(wanted: bool, players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    if wanted:
        await table.page.evaluate("narde.app.prefs.set('autoDone', true)")
    await whole_turn(table)
    if wanted:
        assert await table.wait("room => room.view.to_move === 'black'")
    else:
        await expect(table.button).to_have_attribute("data-kind", "done")


async def test_forced_turns_play_themselves_only_when_wanted(players: Players, house: House) -> None:
    # RULES.md, facts: 5-5 from the start has a single result.
    _, table = await alone(players, house, FRESH, 6, 1)
    house.dice.lay(5, 5)
    await table.throw()
    assert (await table.something_to_do()).what == "move"
    await table.page.evaluate("narde.app.prefs.set('autoForced', true)")
    assert await table.wait("room => room.view.to_move === 'black'")


# --- B8: nothing jumps ------------------------------------------------------------------------------------------------

PLACES = """() => Object.fromEntries([...document.querySelectorAll(
  "[data-act], .board, .status, .plate .name, .plate .pips, .offers")]
  .filter((element) => element.getClientRects().length && !element.closest(".offers .row"))
  .map((element) => [element, element.getBoundingClientRect()])
  .map(([element, { x, y }], index) => [element.dataset.act ?? `${element.tagName} ${index}`, [x, y]]))"""
"""Where everything stands that can be pressed or read."""


async def test_no_control_moves_during_a_turn(players: Players, house: House) -> None:
    scene, table = await alone(players, house, FRESH, 6, 1)
    places = await table.page.evaluate(PLACES)
    house.dice.lay(5, 3)
    await table.throw()
    assert await table.page.evaluate(PLACES) == places
    await table.move(await table.something_to_do(), "mouse")
    assert await table.page.evaluate(PLACES) == places
    await table.move(await table.something_to_do(), "mouse")
    await table.done()
    await scene.throw(BLACK)
    await scene.play()
    await table.something_to_do()
    assert await table.page.evaluate(PLACES) == places


async def test_offers_stand_beside_the_board_and_sleep_at_first(players: Players, house: House) -> None:
    _, ada, bo = await at_table(players, house, None, 6, 3)
    assert await ada.act("resign").evaluate(
        "button => { button.click(); return document.querySelector('[data-act=confirm-resign]').disabled; }"
    )
    await ada.act("confirm-resign").click()
    for table in (ada, bo):
        await table.wait("room => room.view.winner === 'black'")
        offers = await table.page.locator(".offers").bounding_box()
        board = await table.board.bounding_box()
        assert offers is not None
        assert board is not None
        assert offers["x"] >= board["x"] + board["width"] or offers["y"] >= board["y"] + board["height"]
    await expect(ada.act("rematch")).to_be_enabled()


async def test_button_with_a_new_meaning_sleeps_at_first(players: Players, house: House) -> None:
    """A second press on Done must not throw the dice of a new game, or of the next turn of a teaching room."""
    _, table = await alone(players, house, Settings(teaching=True), 6, 3)
    await whole_turn(table)
    await table.page.mouse.dblclick(*middle(await table.button.bounding_box()))
    assert await table.wait("room => room.view.to_move === 'black'")
    assert await table.ask("room => room.view.phase") == "roll"


# --- B9: clocks and the line to the server ----------------------------------------------------------------------------


async def test_clock_shows_tenths_and_red_on_its_own_side(players: Players, house: House) -> None:
    scene, table = await alone(players, house, BLITZ)
    await scene.roll_off(6, 3)
    white, black = (table.plate(color).locator(".clock") for color in (WHITE, BLACK))
    await expect(white).to_have_attribute("data-running", "true")
    await expect(white).to_have_attribute("data-low", "true")
    await expect(white).to_contain_text(".")
    await expect(black).to_have_attribute("data-running", "false")
    await expect(black).to_have_attribute("data-low", "false")
    clock, board = await white.bounding_box(), await table.board.bounding_box()
    assert clock is not None
    assert board is not None
    assert clock["y"] > board["y"] + board["height"]


async def test_late_answers_are_told_and_timed(players: Players, house: House, network: Proxy) -> None:
    scene = await house.room()
    await scene.roll_off(6, 3)
    table = await (await players(network.url, scene.people[WHITE])).join(scene.code)
    network.stall()
    await table.click_move(WHITE, 24, 18)
    await expect(table.checkers(WHITE, 18)).to_have_count(1)
    await expect(table.page.locator(".link")).to_contain_text("sending")
    network.flow()
    await expect(table.page.locator(".link")).to_contain_text(" ms")
    assert await table.ask("room => room.roundTrip") > 700


# --- B13: the view ----------------------------------------------------------------------------------------------------


async def test_flip_turns_everything_and_is_remembered(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    x, y = middle(await table.board.bounding_box())
    await table.act("flip").click()
    for _ in range(2):
        head, tray = await table.spot(WHITE, 24), await table.spot(WHITE, 0)
        die = middle(await table.dice(WHITE, "live").first.bounding_box())
        name = middle(await table.plate(WHITE).locator(".name").bounding_box())
        assert (head[0] < x, head[1] > y, tray[0] < x, tray[1] < y, die[0] < x, name[1] < y) == (True,) * 6
        await table.page.reload()
        await table.online()
    await table.click_move(WHITE, 24, 18)
    await expect(table.checkers(WHITE, 18)).to_have_count(1)


async def test_mirror_reflects_and_is_remembered(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    x, y = middle(await table.board.bounding_box())
    await table.act("mirror").click()
    for _ in range(2):
        head, tray = await table.spot(WHITE, 24), await table.spot(WHITE, 0)
        die = middle(await table.dice(WHITE, "live").first.bounding_box())
        assert (head[0] < x, head[1] < y, tray[0] < x, tray[1] > y, die[0] < x) == (True,) * 5
        await table.page.reload()
        await table.online()
    await table.drag(WHITE, 24, 18)
    await expect(table.checkers(WHITE, 18)).to_have_count(1)


async def test_points_are_numbered_from_my_side(players: Players, house: House) -> None:
    scene = await house.room()
    for table, color in zip(await seated(players, scene), (WHITE, BLACK), strict=True):
        numbers = table.page.locator(".board-frame .numeral")
        assert sorted(map(int, await numbers.all_text_contents())) == list(range(1, 25))
        for point in (1, 24):
            number = await numbers.filter(has_text=re.compile(f"^{point}$")).bounding_box()
            assert middle(number)[0] == pytest.approx((await table.spot(color, point))[0], abs=3)


async def test_arrows_show_the_way_in_the_first_three_turns(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 6, 3)
    await expect(table.page.locator(".arrows")).to_be_visible()
    await scene.until(lambda game: min(game.turns) > 3)
    await expect(table.page.locator(".arrows")).to_have_count(0)


# --- B14: keys --------------------------------------------------------------------------------------------------------

PRESS = """([target, init]) => document.querySelector(target).dispatchEvent(
  new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }))"""


async def key(table: Table, target: str = "body", **init: object) -> None:
    await table.page.evaluate(PRESS, [target, init])


async def test_cyrillic_keys_count_by_their_place(players: Players, house: House) -> None:
    _, table = await alone(players, house, FRESH, 6, 1)
    await key(table, key="к", code="KeyR")
    await table.wait("room => room.view.phase === 'play'")
    await table.move(await table.something_to_do(), "mouse")
    await table.wait("room => room.view.stages[0]?.steps.length === 1")
    await key(table, key="г", code="KeyU")  # noqa: RUF001
    assert await table.wait("room => room.view.stages[0]?.steps.length === 0")


async def test_latin_keys_count_by_their_character(players: Players, house: House) -> None:
    _, table = await alone(players, house, FRESH, 6, 1)
    await key(table, key="p", code="KeyR")
    await key(table, key="r", code="KeyO")
    assert await table.wait("room => room.view.phase === 'play'")


async def test_keys_rest_while_typing_with_modifiers_and_on_repeat(players: Players, house: House) -> None:
    scene, table = await alone(players, house, FRESH, 6, 1)
    before = (await scene.state()).match
    await key(table, ".chat input", key="r", code="KeyR")
    await key(table, key="r", code="KeyR", ctrlKey=True)
    await key(table, key="r", code="KeyR", repeat=True)
    await key(table, key="m", code="KeyM")
    await table.page.wait_for_function("() => narde.app.prefs.get('mirror')")
    assert (await scene.state()).match == before


async def test_question_mark_lists_the_keys(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await table.page.keyboard.press("?")
    await expect(table.page.locator(".key-list")).to_be_visible()
    await expect(table.page.locator(".key-list")).to_contain_text("R")
    await table.page.keyboard.press("Escape")
    await expect(table.page.locator(".key-list")).to_be_hidden()
