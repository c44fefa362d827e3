"""A finished game in the browser: stepping, playing by itself, the list of plays, links to a moment, the record."""

import json
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, expect

from engine.position import count
from engine.types import Color
from protocol.settings import Control, Settings
from tests.web.browser import Players
from tests.web.house import BLACK, FRESH, GUL_BARA, WHITE, House, Scene
from tests.web.table import Table

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
SHORT = 6
"""Plays after which the game of most tests is given up."""


async def short_game(house: House, settings: Settings | None = None, plays: int = SHORT) -> Scene:
    """A room whose only game was given up by Black after so many plays."""
    scene = await house.room(settings or FRESH)
    await scene.roll_off()
    for _ in range(plays):
        color = (await scene.game()).to_move
        assert color is not None
        await scene.throw(color)
        await scene.play()
    await scene.resign(BLACK)
    return scene


async def replayed(players: Players, scene: Scene, rest: str = "", **options: Any) -> Table:
    """Somebody else's page with the replay of a room's game."""
    table = await (await players(scene.house.url, **options)).open(f"/{scene.code}#replay{rest}")
    await expect(table.board).to_be_visible()
    return table


def plays(table: Table) -> Locator:
    return table.page.locator(".ply")


def current(table: Table) -> Locator:
    return table.page.locator(".ply[aria-current]")


async def positions(table: Table) -> tuple[list[int], list[int]]:
    """The checkers of both sides by own point, as they are drawn."""
    drawn: dict[Color, list[int]] = {}
    for color in (WHITE, BLACK):
        points = await table.checkers(color).evaluate_all("all => all.map(({ dataset }) => Number(dataset.point))")
        drawn[color] = [points.count(point) for point in range(25)]
    return drawn[WHITE], drawn[BLACK]


async def expect_at(table: Table, number: int, last: int = SHORT) -> None:
    await expect(table.page.locator(".status-row .number")).to_have_text(f"{number} / {last}")


# --- stepping ---------------------------------------------------------------------------------------------------------


async def test_buttons_step_through_the_game(players: Players, house: House) -> None:
    table = await replayed(players, await short_game(house))
    await expect_at(table, 0)
    start = await positions(table)
    for act, number in (("next", 1), ("next", 2), ("previous", 1), ("last", SHORT), ("first", 0)):
        await table.act(act).click()
        await expect_at(table, number)
    assert await positions(table) == start


async def test_keys_step_through_the_game(players: Players, house: House) -> None:
    table = await replayed(players, await short_game(house))
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", SHORT), ("Home", 0)):
        await table.page.keyboard.press(key)
        await expect_at(table, number)


async def test_arrows_step_on_after_a_click_on_the_board(players: Players, house: House) -> None:
    table = await replayed(players, await short_game(house))
    await table.board.click()
    await table.page.keyboard.press("ArrowRight")
    await expect_at(table, 1)


async def test_end_is_the_position_of_the_server(players: Players, house: House) -> None:
    scene = await short_game(house)
    table = await replayed(players, scene)
    await table.act("last").click()
    await expect_at(table, SHORT)
    position = (await scene.game()).position
    assert await positions(table) == tuple([count(position[color], n) for n in range(25)] for color in (WHITE, BLACK))
    await expect(table.status).to_contain_text("by resignation")


async def test_dice_of_each_throw_are_shown(players: Players, house: House) -> None:
    scene = await house.room(FRESH)
    await scene.roll_off()
    await scene.throw(WHITE, 5, 3)
    await scene.play()
    await scene.resign(BLACK)
    table = await replayed(players, scene)
    await expect(table.dice(WHITE, "opening")).to_have_attribute("data-value", "6")
    await table.act("next").click()
    await expect(table.dice(WHITE, "used")).to_have_count(2)
    values = await table.dice(WHITE).evaluate_all("dice => dice.map(({ dataset }) => dataset.value)")
    assert values == ["5", "3"]


async def test_it_plays_by_itself_to_the_end(players: Players, house: House) -> None:
    table = await replayed(players, await short_game(house))
    await table.act("speed").select_option("4")
    await table.act("play").click()
    await expect(table.act("play")).to_have_accessible_name("Pause (space)")
    await expect_at(table, SHORT)
    await expect(table.act("play")).to_have_accessible_name("Play (space)")


async def test_any_step_pauses(players: Players, house: House) -> None:
    table = await replayed(players, await short_game(house))
    await table.page.keyboard.press(" ")
    await expect(table.act("play")).to_have_accessible_name("Pause (space)")
    await table.page.keyboard.press("Home")
    await expect(table.act("play")).to_have_accessible_name("Play (space)")
    await expect_at(table, 0)


# --- the list ---------------------------------------------------------------------------------------------------------


async def test_list_has_every_play_and_the_result(players: Players, house: House) -> None:
    scene = await house.room(FRESH)
    await scene.roll_off()
    await scene.throw(WHITE, 6, 3)
    await scene.play((24, 6), (18, 3))
    await scene.throw(BLACK, 2, 1)
    await scene.play((24, 2), (22, 1))
    await scene.resign(BLACK)
    table = await replayed(players, scene)
    await expect(plays(table)).to_have_text(["White 6-3 24/18/15", "Black 2-1 24/22/21"])
    await expect(table.page.locator(".round.head .side")).to_have_text(["Ada", "Bo"])
    await expect(table.page.locator(".ending")).to_contain_text("White wins 2 points")


async def test_click_in_the_list_jumps_and_marks(players: Players, house: House) -> None:
    table = await replayed(players, await short_game(house))
    await expect(current(table)).to_have_count(0)
    await plays(table).nth(3).click()
    await expect_at(table, 4)
    await expect(plays(table).nth(3)).to_have_attribute("aria-current", "true")
    await expect(current(table)).to_have_count(1)
    await table.page.keyboard.press("ArrowRight")
    await expect(plays(table).nth(4)).to_be_focused()


async def test_stages_of_a_cascade_are_listed_each(players: Players, house: House) -> None:
    scene = await house.room(GUL_BARA)
    await scene.roll_off()
    await scene.throw(WHITE, 1, 1)
    while (await scene.game()).to_move is WHITE:
        await scene.play()
    await scene.resign(BLACK)
    table = await replayed(players, scene)
    thrown = table.page.locator(".ply .thrown")
    await expect(thrown.first).to_have_text("1-1")
    await expect(thrown.nth(1)).to_have_text("2-2")


# --- addresses --------------------------------------------------------------------------------------------------------


async def test_address_keeps_the_place(players: Players, house: House) -> None:
    scene = await short_game(house)
    table = await replayed(players, scene)
    await plays(table).nth(2).click()
    await table.page.wait_for_url(f"**/{scene.code}#replay/1/1/3")
    await table.page.reload()
    await expect_at(table, 3)


async def test_link_is_copied_with_its_place(players: Players, house: House) -> None:
    scene = await short_game(house)
    table = await replayed(players, scene, "/1/1/5", permissions=["clipboard-read", "clipboard-write"])
    await table.act("copy-link").click()
    await expect(table.page.locator(".notice")).to_have_text("Copied")
    assert await table.page.evaluate("navigator.clipboard.readText()") == f"{house.url}/{scene.code}#replay/1/1/5"


async def test_place_beyond_the_end_is_the_end(players: Players, house: House) -> None:
    table = await replayed(players, await short_game(house), "/1/1/9999")
    await expect_at(table, SHORT)


async def test_games_of_a_match_are_linked(players: Players, house: House) -> None:
    scene = await short_game(house, Settings(preset="long-nard", length=3, control=Control("fischer", 180_000, 8_000)))
    await scene.roll_off()
    await scene.resign(BLACK)
    table = await replayed(players, scene)
    games = table.page.locator(".games a")
    await expect(table.page).to_have_url(f"{house.url}/{scene.code}#replay/1/2")
    await expect(games).to_have_text(["Game 1", "Game 2"])
    await games.first.click()
    await expect_at(table, 0)
    await expect(games.first).to_have_attribute("aria-current", "page")


async def test_listed_game_tells_its_number_and_plays(players: Players, house: House) -> None:
    scene = await short_game(house, Settings(preset="long-nard", length=3, public=True))
    table = await replayed(players, scene, "/1/1")
    await table.open("/#watch")
    card = table.page.locator(".card", has=table.page.locator(f"a[href='/{scene.code}#replay/1/1']"))
    await expect(card.locator(".tags")).to_contain_text(f"to 3game 1{SHORT} plays")


async def test_download_is_the_record(players: Players, house: House) -> None:
    scene = await short_game(house)
    table = await replayed(players, scene)
    async with table.page.expect_download() as download:
        await table.act("download").click()
    file = await download.value
    assert file.suggested_filename == f"narde-{scene.code}-1-1.json"
    record = json.loads(Path(await file.path()).read_text())  # noqa: ASYNC240
    assert (record["type"], record["room"], record["white"]["name"]) == ("record", scene.code, "Ada")


async def test_missing_record_is_told(players: Players, house: House) -> None:
    scene = await house.room(FRESH)
    table = await (await players(house.url)).open(f"/{scene.code}#replay")
    await expect(table.page.get_by_role("heading", name="No replay")).to_be_visible()
    await expect(table.page.locator("main")).to_contain_text("There is no record")


# --- for everybody ----------------------------------------------------------------------------------------------------


async def test_black_sees_the_own_game_from_the_own_side(players: Players, house: House) -> None:
    scene = await short_game(house)
    table = await (await players(house.url, scene.people[BLACK])).open(f"/{scene.code}#replay")
    await expect(table.plate(BLACK)).to_have_attribute("data-place", "bottom")
    await table.act("flip").click()
    await expect(table.plate(BLACK)).to_have_attribute("data-place", "top")


async def test_each_play_is_told(players: Players, house: House) -> None:
    scene = await house.room(FRESH)
    await scene.roll_off()
    await scene.throw(WHITE, 6, 3)
    await scene.play((24, 6), (18, 3))
    await scene.resign(BLACK)
    table = await replayed(players, scene)
    await expect(table.status).to_have_attribute("role", "status")
    await expect(table.status).to_have_text("The start. White begins")
    await table.act("next").click()
    await expect(table.status).to_contain_text("White 6-3: 24/18/15")


async def test_replay_has_no_axe_violation(players: Players, house: House) -> None:
    scene = await short_game(house)
    for scheme in ("light", "dark"):
        table = await replayed(players, scene, "/1/1/4", color_scheme=scheme)
        await table.page.evaluate(AXE.read_text())
        found = await table.page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))")
        assert found == []


async def test_list_lies_below_the_board_on_a_phone(players: Players, house: House) -> None:
    table = await replayed(players, await short_game(house), viewport={"width": 360, "height": 740}, has_touch=True)
    board, first = await table.board.bounding_box(), await plays(table).first.bounding_box()
    assert board is not None
    assert first is not None
    assert first["y"] > board["y"] + board["height"]
    assert first["height"] >= 44
    assert await table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for act in ("first", "previous", "play", "next", "last", "speed"):
        await expect(table.act(act)).to_be_in_viewport(ratio=1)
