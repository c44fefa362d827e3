"""Whatever happens to the network, the server or the tab: the page is right again by itself (LINES.md, B10, B11)."""

import re
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from protocol.settings import Control, Settings
from tests.e2e.processes import ServerProcess
from tests.web.browser import Players
from tests.web.house import BLACK, FRESH, WHITE, House, Scene
from tests.web.proxy import Proxy
from tests.web.seats import alone, joined
from tests.web.table import Table

LYING = """(wanted) => {
  const found = (color, point) => document.querySelectorAll(`.checker[data-color="${color}"][data-point="${point}"]`);
  const points = Array.from({ length: 25 }, (_, point) => point);
  const lying = ["white", "black"].flatMap((color) => points.map((point) => found(color, point).length));
  return lying.join() === wanted.join();
}"""
"""Whether so many checkers lie on each own point of White and of Black, the tray first."""
PATIENCE_MS = 10_000
"""The page must be right again within this time."""


async def behind(players: Players, network: Proxy, scene: Scene) -> Table:
    """White's page behind the bad network. A mark in the page tells whether it was ever loaded again."""
    table = await (await players(network.url, scene.people[WHITE])).join(scene.code)
    await table.page.evaluate("window.loadedOnce = true")
    return table


async def right_again(table: Table, scene: Scene) -> None:
    """The page has what the server has, on the board too, and was not loaded again for it."""
    state, game = await scene.state(), await scene.game()
    await table.wait(
        f"room => room.online && room.view.version >= {state.version} && room.view.digest === '{game.position.digest}'",
        PATIENCE_MS,
    )
    wanted = [game.position[color] >> 4 * point & 15 for color in (WHITE, BLACK) for point in range(25)]
    await table.page.wait_for_function(LYING, arg=wanted)
    assert await table.page.evaluate("window.loadedOnce")


# --- a connection that is cut -----------------------------------------------------------------------------------------


async def opening(scene: Scene) -> None:
    await scene.throw(BLACK, 3)


async def to_throw(scene: Scene) -> None:
    await scene.roll_off()


async def half_made(scene: Scene) -> None:
    await scene.roll_off(6, 1, 5, 3)
    await scene.throw(WHITE, 5, 3)
    await scene.step(24, 5)


async def theirs(scene: Scene) -> None:
    await scene.roll_off(1, 6)
    await scene.throw(BLACK, 5, 3)


async def bearing_off(scene: Scene) -> None:
    await scene.roll_off()
    await scene.until(lambda game: min(game.position.white & 15, game.position.black & 15) > 0)


async def over(scene: Scene) -> None:
    await scene.roll_off()
    await scene.resign(BLACK)


PHASES = [opening, to_throw, half_made, theirs, bearing_off, over]


@pytest.mark.parametrize("phase", PHASES)
async def test_cut_in_every_phase_is_mended(
    phase: Callable[[Scene], Awaitable[None]], players: Players, house: House, network: Proxy
) -> None:
    scene = await house.room(FRESH)
    await phase(scene)
    table = await behind(players, network, scene)
    network.down = True
    network.cut()
    await table.wait("room => !room.online")
    await expect(table.status).to_contain_text("No connection")
    if (await scene.state()).running:
        await scene.act()
        await scene.act()
    network.down = False
    await right_again(table, scene)


async def test_play_goes_on_after_a_cut(players: Players, house: House, network: Proxy) -> None:
    scene = await house.room(FRESH)
    await half_made(scene)
    table = await behind(players, network, scene)
    network.down = True
    network.cut()
    await table.wait("room => !room.online")
    network.down = False
    await table.wait("room => room.online && room.turn")
    await table.move(await table.something_to_do(), "mouse")
    await table.done()
    assert (await scene.game()).to_move is BLACK


async def test_step_that_lost_its_answer_is_made_once(players: Players, house: House, network: Proxy) -> None:
    scene = await house.room()
    await scene.roll_off(6, 3)
    table = await behind(players, network, scene)
    network.loses = lambda way, frame: way == "down"
    await table.click_move(WHITE, 24, 18)
    await network.saw("up", "step")
    await scene.changed(lambda game: game.stages[0].steps != ())
    network.loses = lambda _way, _frame: False
    network.cut()
    await right_again(table, scene)
    await table.wait("room => room.view === room.shown")
    assert [(step.point, step.die) for step in (await scene.game()).stages[0].steps] == [(24, 6)]


async def test_step_that_never_left_is_sent_again(players: Players, house: House, network: Proxy) -> None:
    scene = await house.room()
    await scene.roll_off(6, 3)
    table = await behind(players, network, scene)
    network.loses = lambda way, frame: way == "up" and frame["type"] == "step"
    await table.click_move(WHITE, 24, 18)
    await network.saw("up", "step")
    network.loses = lambda _way, _frame: False
    network.cut()
    await network.saw("up", "step", 2)
    await table.wait("room => room.view.stages[0].steps.length === 1")
    await right_again(table, scene)


async def test_lost_event_is_noticed_and_asked_for(players: Players, house: House, network: Proxy) -> None:
    scene = await house.room(FRESH)
    await scene.roll_off(1, 6)
    table = await behind(players, network, scene)
    lost = iter([True])
    network.loses = lambda way, frame: frame["type"] == "events" and next(lost, False)
    await scene.throw(BLACK, 5, 3)
    await scene.play()
    await right_again(table, scene)


async def test_silent_server_is_left_and_found_again(players: Players, house: House, network: Proxy) -> None:
    scene = await house.room(FRESH)
    await scene.roll_off(1, 6)
    table = await players(network.url, scene.people[WHITE])
    await table.page.clock.install()
    await table.join(scene.code)
    await table.page.evaluate("window.loadedOnce = true")
    network.loses = lambda way, _frame: way == "down"
    await scene.throw(BLACK, 5, 3)
    await table.page.clock.fast_forward(20_000)
    await table.wait("room => !room.online")
    network.loses = lambda _way, _frame: False
    await table.page.clock.fast_forward(10_000)
    await right_again(table, scene)


async def test_page_without_connection_shows_no_time_and_takes_no_talk(
    players: Players, house: House, network: Proxy
) -> None:
    scene = await house.room(FRESH)
    await scene.roll_off()
    table = await behind(players, network, scene)
    chat, time = table.page.locator(".chat"), table.page.locator(".link-text")
    await chat.locator("[data-phrase=hello]").click()
    await expect(time).to_have_text(re.compile(r"^\d+ ms$"))
    network.down = True
    network.cut()
    await expect(time).to_have_text("")
    await expect(chat.locator("input")).to_have_attribute("placeholder", "No connection")
    await expect(chat.locator("input")).not_to_be_editable()
    await expect(chat.locator(".talk button:enabled")).to_have_count(0)
    network.down = False
    await right_again(table, scene)
    await expect(chat.locator("input")).to_be_editable()
    await expect(chat.locator(".talk button:disabled")).to_have_count(0)


async def test_board_jumps_after_a_reconnection(players: Players, house: House, network: Proxy) -> None:
    scene = await house.room(FRESH)
    await scene.roll_off()
    table = await (await players(network.url, scene.people[WHITE], reduced_motion="no-preference")).join(scene.code)
    await table.page.evaluate(
        "() => { window.loadedOnce = true; window.flew = 0; const animate = Element.prototype.animate;"
        " Element.prototype.animate = function (...how) { window.flew++; return animate.apply(this, how); }; }"
    )
    network.down = True
    network.cut()
    await table.wait("room => !room.online")
    for _ in range(12):
        await scene.act()
    network.down = False
    await right_again(table, scene)
    assert await table.page.evaluate("window.flew") == 0


# --- the server -------------------------------------------------------------------------------------------------------


async def test_killed_server_comes_back_to_the_same_half_made_turn(players: Players, mortal: ServerProcess) -> None:
    url = f"http://127.0.0.1:{mortal.port}"
    ada, bo = await players(url), await players(url)
    await ada.open()
    await ada.act("play-friend").click()
    await ada.online()
    await bo.open("/" + str(await ada.ask("room => room.code")))
    await bo.sit()
    tables = (ada, bo)
    while not any([await table.ask("room => room.turn !== null") for table in tables]):
        situations = [await table.situation() for table in tables]
        for table, situation in zip(tables, situations, strict=True):
            if situation is not None and situation.what == "throw":
                await table.throw()
    for table in tables:
        await table.page.evaluate("window.loadedOnce = true")
    mover, other = tables if await ada.ask("room => room.turn !== null") else tables[::-1]
    await mover.move(await mover.something_to_do(), "mouse")
    await mover.wait("room => room.view === room.shown")
    before = await mover.ask("room => [room.view.version, room.view.digest, room.view.stages]")
    await mortal.kill()
    for table in tables:
        await table.wait("room => !room.online")
    await mortal.start()
    for table in tables:
        await table.wait("room => room.online", PATIENCE_MS)
        after = await table.ask("room => [room.view.digest, room.view.stages]")
        assert after == before[1:]
        assert await table.page.evaluate("window.loadedOnce")
    await mover.move(await mover.something_to_do(), "mouse")
    digest = await mover.ask("room => room.shown.digest")
    assert await other.wait(f"room => room.view.digest === '{digest}'")


# --- the tab ----------------------------------------------------------------------------------------------------------


async def test_refresh_keeps_seat_dice_and_half_made_turn(players: Players, house: House) -> None:
    scene = await house.room(FRESH)
    await half_made(scene)
    table = await joined(players, scene)
    await table.page.reload()
    await table.online()
    assert await table.ask("room => room.view.you") == ["white"]
    await expect(table.checkers(WHITE, 19)).to_have_count(1)
    await expect(table.dice(WHITE, "used")).to_have_count(1)
    await table.undo()
    assert (await scene.game()).stages[0].steps == ()


async def test_two_tabs_of_one_seat_both_follow(players: Players, house: House) -> None:
    scene, one = await alone(players, house, None, 6, 3)
    other = await Table(await one.page.context.new_page(), house.url).join(scene.code)
    await one.click_move(WHITE, 24, 18)
    await expect(other.checkers(WHITE, 18)).to_have_count(1)
    await other.wait("room => room.turn?.edges.length")
    await other.drag(WHITE, 18, 15)
    await expect(one.checkers(WHITE, 15)).to_have_count(1)
    for tab in (one, other):
        await tab.wait("room => room.view.stages[0].steps.length === 2")
    assert await one.digest() == await other.digest()


async def test_suspended_tab_catches_up(players: Players, house: House) -> None:
    scene, table = await alone(players, house, FRESH, 1, 6)
    await table.page.evaluate("window.loadedOnce = true")
    cdp = await table.cdp()
    await cdp.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(4):
        await scene.act()
    await cdp.send("Page.setWebLifecycleState", {"state": "active"})
    await right_again(table, scene)


async def test_offline_browser_comes_back(players: Players, house: House) -> None:
    scene, table = await alone(players, house, FRESH, 1, 6)
    await table.page.evaluate("window.loadedOnce = true")
    await table.page.context.set_offline(True)
    await scene.throw(BLACK, 5, 3)
    await scene.play()
    await table.page.context.set_offline(False)
    await right_again(table, scene)


async def test_back_button_leads_back_to_the_game(players: Players, house: House) -> None:
    scene, table = await alone(players, house, FRESH, 1, 6)
    await table.page.evaluate("window.loadedOnce = true")
    await table.page.locator(".brand").click()
    await table.page.wait_for_function("() => document.documentElement.dataset.screen === 'home'")
    await scene.throw(BLACK, 5, 3)
    await table.page.go_back()
    await table.online()
    await right_again(table, scene)


async def test_restored_page_is_right(players: Players, house: House) -> None:
    """From another site and back: the browser may restore the page as it was, with a dead connection."""
    scene, table = await alone(players, house, FRESH, 1, 6)
    await table.page.goto("about:blank")
    await scene.throw(BLACK, 5, 3)
    await scene.play()
    await table.page.go_back()
    await table.online()
    await table.page.evaluate("window.loadedOnce = true")
    await right_again(table, scene)


async def test_opponents_absence_has_a_place_beside_the_board(players: Players, house: House) -> None:
    scene, ada = await alone(players, house, Settings(control=Control()), 1, 6)
    bo = await (await players(house.url, scene.people[BLACK])).join(scene.code)
    await bo.page.context.close()
    players.contexts.remove(bo.page.context)
    await expect(ada.page.locator(".offers[data-kind='away']")).to_be_visible(timeout=PATIENCE_MS)
    await expect(ada.plate(BLACK).locator(".presence")).not_to_be_empty()
    offers, board = await ada.page.locator(".offers").bounding_box(), await ada.board.bounding_box()
    assert offers is not None
    assert board is not None
    assert offers["x"] >= board["x"] + board["width"]


async def test_page_that_misses_a_part_of_itself_begins_anew(players: Players, mortal: ServerProcess) -> None:
    table = await (await players(f"http://127.0.0.1:{mortal.port}")).open()
    await mortal.kill()
    await table.page.locator(".bar [data-nav=rules]").click()
    await expect(table.page.locator(".notice")).to_contain_text("The server does not answer")
    await mortal.start()
    await expect(table.page.locator("html")).to_have_attribute("data-screen", "rules", timeout=20_000)
    await expect(table.page.locator("h1")).to_be_visible()
