"""For everybody: screen readers, keys alone, weak eyes, small and large screens (LINES.md, B15 to B17)."""

import base64
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from protocol.settings import Control, Settings
from tests.web.browser import Players
from tests.web.house import BLACK, FRESH, WHITE, House
from tests.web.seats import alone, at_table
from tests.web.table import Table, middle

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SCREENS = [
    "/",
    "/#watch",
    "/#tv",
    "/#rules",
    "/#settings",
    "/#tournament",
    "/#tournament/create",
    "/AAAAAA",
    "room",
    "invitation",
    "over",
    "replay",
]
BRIGHTNESS = """async (png) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  const grey = [];
  for (let i = 0; i < data.length; i += 4) grey.push(0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2]);
  return grey.reduce((sum, one) => sum + one, 0) / grey.length;
}"""
SMALL = """() => [...document.querySelectorAll("button, a[href], select, input, summary, .board .button")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .map((element) => [element, (element.closest("label") ?? element).getBoundingClientRect()])
  .filter(([, { width, height }]) => width && (height < 43.5 || width < 43.5))
  .filter(([element]) => !element.closest("p, .skip, li"))
  .map(([element, { width, height }]) => `${element.outerHTML.slice(0, 90)} ${width}x${height}`)"""

FOCUS = """() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
  const cursor = one.matches(".board") && document.querySelector(".cursor").getBoundingClientRect().width > 0;
  const drawn = cursor || boxShadow !== "none" || (outlineStyle !== "none" && outlineWidth !== "0px");
  return [one.dataset.act ?? one.tagName, drawn || one === document.body];
}"""
"""What has the focus, and whether that can be seen. After the last element it is with the browser itself."""


# --- B16: axe-core ----------------------------------------------------------------------------------------------------


async def path_of(screen: str, house: House) -> tuple[str, Any]:
    """Where a screen is, and who looks at it."""
    if screen.startswith("/"):
        return screen, None
    scene = await house.room(Settings(title="Friday", public=True), *([WHITE] if screen == "invitation" else []))
    if screen != "invitation":
        await scene.roll_off(6, 3)
    if screen in ("over", "replay"):
        await scene.play()
        await scene.resign(BLACK)
    person = None if screen == "invitation" else scene.people[WHITE]
    return f"/{scene.code}" + ("#replay" if screen == "replay" else ""), person


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: ./run test does it")
@pytest.mark.parametrize("screen", SCREENS)
async def test_no_screen_violates_an_axe_rule(screen: str, players: Players, house: House) -> None:
    path, person = await path_of(screen, house)
    table = await players(house.url, person, bypass_csp=True)
    await table.open(path)
    await table.page.wait_for_load_state("networkidle")
    await table.page.add_script_tag(path=AXE)
    for theme in ("light", "dark"):
        await table.page.evaluate("(theme) => narde.app.prefs.set('theme', theme)", theme)
        found = await table.page.evaluate(
            "(tags) => axe.run({ runOnly: { type: 'tag', values: tags } })"
            ".then(({ passes, violations }) => passes.length"
            " ? violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]) : 'axe looked at nothing')",
            RULES,
        )
        assert found == [], theme


async def test_focus_is_visible_everywhere(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    seen = set()
    for _ in range(30):
        await table.page.keyboard.press("Tab")
        name, drawn = await table.page.evaluate(FOCUS)
        assert drawn, name
        seen.add(name)
    assert {"flip", "resign", "svg"} <= seen


async def test_board_is_one_tab_stop(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await expect(table.board).to_have_attribute("role", "application")
    stops = await table.board.evaluate("board => [board, ...board.querySelectorAll('[tabindex=\"0\"]')].length")
    assert stops <= 2


async def test_live_region_tells_throws_plays_and_turns(players: Players, house: House) -> None:
    scene, table = await alone(players, house, FRESH, 1, 6)
    live = table.page.locator("[data-live='polite']")
    await scene.throw(BLACK, 5, 3)
    await expect(live).to_contain_text("5-3")
    await scene.play((24, 5), (19, 3))
    await expect(live).to_contain_text("24/")
    await expect(live).to_contain_text("Your turn")


async def test_live_region_tells_the_last_seconds(players: Players, house: House) -> None:
    blitz = Settings(control=Control(timing="fischer", bank=12_000, extra=0))
    scene, table = await alone(players, house, blitz)
    await scene.roll_off(6, 3)
    await expect(table.page.locator("[data-live='assertive']")).to_contain_text("10")


async def test_points_are_named_for_screen_readers(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    await expect(table.place(WHITE, 24)).to_have_attribute("aria-label", re.compile("24.*15.*White"))
    await expect(table.place(WHITE, 1)).to_have_attribute("aria-label", re.compile("1.*empty"))
    await expect(table.place(WHITE, 0)).to_have_attribute("aria-label", re.compile("White"))


# --- B15: colours -----------------------------------------------------------------------------------------------------


async def brightness(table: Table, drawing: Locator) -> float:
    """The mean grey of a drawing, 0 to 255."""
    picture = base64.b64encode(await drawing.screenshot()).decode()
    return float(await table.page.evaluate(BRIGHTNESS, picture))


@pytest.mark.parametrize("board", ["walnut", "felt", "slate"])
async def test_checkers_differ_in_greyscale(board: str, players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3, bypass_csp=True)
    await table.page.evaluate("(board) => narde.app.prefs.set('board', board)", board)
    white, black = table.checkers(WHITE, 24).first, table.checkers(BLACK, 24).first
    assert await brightness(table, white) - await brightness(table, black) > 60


async def test_checkers_differ_in_their_rims(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3)
    rims = [
        await table.page.locator(f".board .{color}-disc").first.evaluate(
            "disc => [...disc.children].map(({ tagName, className }) => tagName + className.baseVal).join()"
        )
        for color in ("white", "black")
    ]
    assert rims[0] != rims[1]


async def test_there_are_themes_and_boards_to_choose(players: Players, house: House) -> None:
    table = await (await players(house.url)).open("/#settings")
    looks = set()
    for theme in ("light", "dark"):
        await table.page.locator(f"input[name=theme][value={theme}]").check()
        looks.add(await table.page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(looks) == 2
    assert await table.page.locator("input[name=board]").count() >= 2


# --- B17: from the phone to the projector -----------------------------------------------------------------------------

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


@pytest.mark.parametrize("screen", ["/", "/#settings", "/#watch", "room", "invitation", "over"])
async def test_phone_shows_all_of_it_with_room_for_fingers(screen: str, players: Players, house: House) -> None:
    path, person = await path_of(screen, house)
    table = await (await players(house.url, person, **PHONE)).open(path)
    await table.page.wait_for_load_state("networkidle")
    assert await table.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert await table.page.evaluate(SMALL) == []


async def test_board_drags_never_scroll_the_page(players: Players, house: House) -> None:
    scene, table = await alone(players, house, None, 6, 3, **PHONE)
    await table.drag(WHITE, 24, 18, touch=True)
    await expect(table.checkers(WHITE, 18)).to_have_count(1)
    assert await table.page.evaluate("scrollY") == 0
    assert await table.board.evaluate("board => getComputedStyle(board).touchAction") == "none"
    assert await table.page.evaluate("getComputedStyle(document.body).touchAction") != "none"
    assert (await scene.state()).running


async def test_rotation_keeps_the_half_made_turn(players: Players, house: House) -> None:
    _, table = await alone(players, house, None, 6, 3, **PHONE)
    await table.tap_move(WHITE, 24, 18)
    await expect(table.checkers(WHITE, 18)).to_have_count(1)
    await table.page.set_viewport_size({"width": 640, "height": 360})
    await expect(table.checkers(WHITE, 18)).to_have_count(1)
    await table.board.scroll_into_view_if_needed()
    await table.drag(WHITE, 18, 15, touch=True)
    await expect(table.checkers(WHITE, 15)).to_have_count(1)


@pytest.mark.parametrize("zoom", [0.67, 1.5, 2.5])
async def test_zoom_keeps_hit_areas_right(zoom: float, players: Players, house: House) -> None:
    size = {"width": round(1280 / zoom), "height": round(800 / zoom)}
    _, table = await alone(players, house, None, 6, 3, viewport=size, device_scale_factor=zoom)
    await table.board.scroll_into_view_if_needed()
    await table.drag(WHITE, 24, 18)
    await expect(table.checkers(WHITE, 18)).to_have_count(1)
    await table.click_move(WHITE, 18, 15)
    await expect(table.checkers(WHITE, 15)).to_have_count(1)


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1280, 800), (1920, 1080), (3840, 2160)])
async def test_board_fits_every_screen(size: tuple[int, int], players: Players, house: House) -> None:
    width, height = size
    _, ada, _ = await at_table(players, house, None, 6, 3, viewport={"width": width, "height": height})
    box = await ada.board.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    assert box["width"] >= min(width * 0.5, height)
    x, y = middle(await ada.button.bounding_box())
    assert (0 < x < width, 0 < y < height) == (True, True)
