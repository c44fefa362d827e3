"""The web client as somebody at the table uses it: what can be seen, and what hands, fingers and keys can do."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from playwright.async_api import CDPSession, FloatRect, Locator, Page, expect
from playwright.async_api import TimeoutError as TooLate

from engine.types import Color

Way = Literal["mouse", "touch", "keyboard"]
Spot = tuple[float, float]
"""In CSS pixels of the window."""
Point = int
"""An own point of the player who moves, 24 to 1; 0 is the tray."""

SITUATION = """() => {
  const room = window.narde?.app?.room;
  if (!room?.online || !room.shown) return null;
  const { shown, view, turn } = room;
  const what = () => {
    if (shown.winner) return "over";
    if (shown.phase === "opening") {
      const open = shown.you.some((color) => shown.opening[color === "black" ? 1 : 0] === null);
      return open ? "throw" : "wait";
    }
    if (!shown.you.includes(shown.to_move)) return "wait";
    if (shown.phase === "roll") return "throw";
    // What the last step leads to is for the server to say: the end of the game, another stage.
    if (!turn || !(turn.edges.length || room.view === shown)) return "wait";
    return turn.edges.length ? "move" : "done";
  };
  return {
    what: what(),
    version: view.version,
    turn: shown.turn,
    stages: shown.stages.length,
    steps: shown.stages.reduce((sum, stage) => sum + stage.steps.length, 0),
    color: shown.to_move,
    edges: turn?.edges.map(({ point, die, to }) => [point, die, to]) ?? [],
  };
}"""

WHEN = f"""async (condition) => {{
  for (;;) {{
    const now = ({SITUATION})();
    if (now && condition(now)) return now;
    await new Promise(requestAnimationFrame);
  }}
}}"""
"""The situation as soon as it is so; one call, because whole games make hundreds."""

STANDING = """({ shown: { turn, phase, opening, stages } }) =>
  [turn, phase, opening, stages.length, stages.at(-1)?.steps.length].join()"""
"""What a throw, an undo and the end of a turn change, and nothing else does."""

SPEAK = """async (language) => {
  const main = document.querySelector("main");
  const before = main.firstElementChild;
  narde.app.prefs.set("language", language);
  while (!main.firstElementChild || main.firstElementChild === before) await new Promise(requestAnimationFrame);
}"""
"""The page says of which language it is before its screen is drawn in it."""

SPOTS = """async (selectors) => {
  while (!selectors.every((selector) => document.querySelector(selector))) await new Promise(requestAnimationFrame);
  return selectors.map((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
}"""


KEYS = """(goal) => {
  const board = document.querySelector(".board").getBoundingClientRect();
  const cell = (id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    return { x: box.x + box.width / 2, top: box.y + box.height / 2 < board.y + board.height / 2 };
  };
  const start = cell(document.querySelector(".board").getAttribute("aria-activedescendant"));
  const end = cell(goal);
  const row = [...document.querySelectorAll(".board .point, .board .tray")]
    .map((place) => cell(place.id)).filter(({ top }) => top === end.top).map(({ x }) => x);
  const passed = row.filter((x) => Math.min(start.x, end.x) + 3 < x && x < Math.max(start.x, end.x) + 3).length;
  const across = Array(passed).fill(end.x > start.x ? "ArrowRight" : "ArrowLeft");
  return start.top === end.top ? across : [end.top ? "ArrowUp" : "ArrowDown", ...across];
}"""
"""The arrow keys that lead from the board's cursor to a place."""


@dataclass(frozen=True)
class Situation:
    """What this user can do now, by the step graph alone. `edges` are (point, die, target)."""

    what: Literal["throw", "move", "done", "wait", "over"]
    version: int
    turn: int
    stages: int
    steps: int
    color: Color | None
    edges: tuple[tuple[Point, int, Point], ...]


def situation_of(seen: dict[str, Any]) -> Situation:
    color = Color(seen.pop("color")) if seen["color"] else seen.pop("color")
    edges = tuple((point, die, target) for point, die, target in seen.pop("edges"))
    return Situation(**seen, color=color, edges=edges)


def as_white(color: Color | str, point: Point) -> int:
    """The same place in White's numbering (RULES.md, Terms and numbering)."""
    return point if color == Color.WHITE else point + 12 if point <= 12 else point - 12


def where(color: Color, point: Point) -> str:
    """The place of a checker as a selector."""
    return f".tray[data-color='{color}']" if point < 1 else f".board .point[data-point='{as_white(color, point)}']"


def middle(box: FloatRect | None) -> Spot:
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def speak(page: Page, language: str) -> None:
    """Choose a language, and wait until the screen is drawn in it."""
    await page.evaluate(SPEAK, language)


class Table:
    """One page of one browser. Every method waits until what it did can be seen, or until it can be done."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self._cdp: CDPSession | None = None

    # --- where one is -------------------------------------------------------------------------------------------------

    async def open(self, path: str = "/") -> "Table":
        """Go somewhere: `/`, `/CODE`, `/#rules`; wait until the page is alive, and no markup that will be replaced."""
        await self.page.goto(self.url + path)
        await self.page.wait_for_function("() => window.narde?.app && 'ready' in document.documentElement.dataset")
        return self

    async def join(self, code: str) -> "Table":
        """Open a room and wait until its board is there."""
        await self.open(f"/{code}")
        await self.online()
        await expect(self.board).to_be_visible()
        return self

    async def play_now(self) -> "Table":
        await self.act("play-now").click()
        await self.online()
        return self

    async def sit(self) -> "Table":
        await self.act("sit").first.click()
        await self.wait("room => room.view.you.length > 0")
        return self

    async def online(self) -> None:
        await self.wait("room => room.online && room.view")

    async def wait(self, condition: str, within_ms: float | None = None) -> Any:
        """Wait until `condition`, a function of the room as this page has it, is true; its value."""
        ready = f"() => {{ const room = window.narde?.app?.room; return room && ({condition})(room); }}"
        handle = await self.page.wait_for_function(ready, timeout=within_ms)
        return await handle.json_value()

    async def ask(self, question: str) -> Any:
        """The value of a function of the room as this page has it; one that is being loaded anew has it soon."""
        [answer] = await self.wait(f"async (room) => [await ({question})(room)]")
        return answer

    async def digest(self) -> str:
        """The position that this page believes in."""
        return str(await self.ask("room => room.view.digest"))

    async def situation(self) -> Situation | None:
        seen = await self.page.evaluate(SITUATION)
        return None if seen is None else situation_of(seen)

    async def something_to_do(self, within: float = 10) -> Situation:
        """Wait until it is this user's turn to do something, or the match is over."""
        try:
            async with asyncio.timeout(within):
                return situation_of(await self.page.evaluate(f"({WHEN})((now) => now.what !== 'wait')"))
        except TimeoutError:
            raise AssertionError(f"nothing to do at {self.page.url}: {await self.situation()}") from None

    # --- what can be seen ---------------------------------------------------------------------------------------------

    def act(self, name: str) -> Locator:
        """The controls that do this."""
        return self.page.locator(f"[data-act='{name}']")

    @property
    def board(self) -> Locator:
        return self.page.locator(".board").first

    @property
    def button(self) -> Locator:
        """The round one in the middle of the board."""
        return self.page.locator(".board .button")

    @property
    def status(self) -> Locator:
        return self.page.locator(".status").first

    def dice(self, side: Color, state: str | None = None) -> Locator:
        wanted = f"[data-state='{state}']" if state else ""
        return self.page.locator(f".die[data-side='{side}']{wanted}")

    def checkers(self, color: Color, point: Point | None = None) -> Locator:
        at = "" if point is None else f"[data-point='{point}']"
        return self.page.locator(f".checker[data-color='{color}']{at}:not(.ghost)")

    def targets(self) -> Locator:
        return self.page.locator(".target")

    def plate(self, color: Color) -> Locator:
        return self.page.locator(f".plate[data-color='{color}']")

    def place(self, color: Color, point: Point) -> Locator:
        """Where a checker of this colour lies on its own point `point`; for 0 its tray."""
        return self.page.locator(where(color, point))

    async def spot(self, color: Color, point: Point) -> Spot:
        return (await self.spots(color, point))[0]

    async def spots(self, color: Color, *points: Point) -> list[Spot]:
        found = await self.page.evaluate(SPOTS, [where(color, point) for point in points])
        return [(x, y) for x, y in found]

    # --- hands --------------------------------------------------------------------------------------------------------

    async def throw(self) -> None:
        await self.press("mouse")

    async def done(self) -> None:
        await self.press("mouse")

    async def undo(self) -> None:
        await self._changing(self.act("undo").click)

    async def click_move(self, color: Color, source: Point, target: Point) -> None:
        """Click a checker, then where it goes."""
        for spot in await self.spots(color, source, target):
            await self.page.mouse.click(*spot)

    async def tap_move(self, color: Color, source: Point, target: Point) -> None:
        for spot in await self.spots(color, source, target):
            await self.page.touchscreen.tap(*spot)

    async def drag(self, color: Color, source: Point, target: Point, touch: bool = False) -> None:
        """Pull a checker from point to point."""
        start, end = await self.spots(color, source, target)
        await self.drag_to(start, end, touch)

    async def drag_to(self, start: Spot, end: Spot, touch: bool = False) -> None:
        await self.grab(start, touch)
        await self.move_hand(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), touch)
        await self.move_hand(end, touch)
        await self.let_go(touch)

    async def grab(self, at: Spot, touch: bool = False) -> None:
        """Take what is there, and move far enough to begin a drag."""
        if touch:
            await self._finger("touchStart", at)
        else:
            await self.page.mouse.move(*at)
            await self.page.mouse.down()
        await self.move_hand((at[0] + 6, at[1]), touch)

    async def move_hand(self, to: Spot, touch: bool = False) -> None:
        if touch:
            await self._finger("touchMove", to)
        else:
            await self.page.mouse.move(*to)

    async def let_go(self, touch: bool = False) -> None:
        if touch:
            await self._finger("touchEnd")
        else:
            await self.page.mouse.up()

    async def _finger(self, kind: str, *points: Spot) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        await (await self.cdp()).send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    async def cdp(self) -> CDPSession:
        """The browser's own protocol, for what Playwright has no word for."""
        if self._cdp is None:
            self._cdp = await self.page.context.new_cdp_session(self.page)
        return self._cdp

    async def _changing(self, action: Callable[[], Awaitable[None]]) -> None:
        """Do something with the turn, and wait until the server has done it: other things change the version too."""
        done = f"(room => room.view === room.shown && ({STANDING})(room) !== '{await self.ask(STANDING)}')"
        await action()
        # The board takes no second press that comes too soon after the first; people press again, and so does this.
        for _ in range(3):
            try:
                await self.wait(done, 2000)
                return
            except TooLate:
                # While the first one waits for its answer it was heard; after that the same press means something else.
                if await self.ask(f"room => !room.slow && !{done}(room)"):
                    with suppress(TooLate):  # there is nothing to press
                        await action()
        await self.wait(done)

    # --- whole games --------------------------------------------------------------------------------------------------

    async def play_to_the_end(self, way: Way = "mouse") -> None:
        """Make the first step that is legal until the match is over."""
        while await self.play_on(way):
            pass

    async def play_on(self, way: Way = "mouse") -> bool:
        """Do the next thing, when it can be done; False when the match is over."""
        situation = await self.something_to_do(60)
        match situation.what:
            case "over":
                return False
            case "move":
                await self.move(situation, way)
            case _:
                await self.press(way)
        return True

    async def move(self, situation: Situation, way: Way) -> None:
        """Make the first legal step this way, and wait until it is shown."""
        assert situation.color is not None
        point, _die, target = situation.edges[0]
        match way:
            case "mouse" if situation.steps % 2:
                await self.click_move(situation.color, point, target)
            case "mouse":
                await self.drag(situation.color, point, target)
            case "touch" if situation.steps % 2:
                await self.tap_move(situation.color, point, target)
            case "touch":
                await self.drag(situation.color, point, target, touch=True)
            case "keyboard":
                await self.key_move(situation.color, point, target)
        was = [situation.turn, situation.stages, situation.steps]
        async with asyncio.timeout(10):
            await self.page.evaluate(f"({WHEN})((now) => [now.turn, now.stages, now.steps].join() !== {was}.join())")

    async def press(self, way: Way) -> None:
        """Throw, or say that the turn is done, as soon as the button is awake."""
        if way == "keyboard":
            await self._changing(lambda: self.page.keyboard.press("r"))
            return
        await expect(self.button).to_have_attribute("aria-disabled", "false")
        if way == "mouse":
            await self._changing(self.button.click)
        else:
            x, y = middle(await self.button.bounding_box())
            await self._changing(lambda: self.page.touchscreen.tap(x, y))

    async def key_move(self, color: Color, source: Point, target: Point) -> None:
        """Walk to the checker with the arrow keys, pick it up, walk on, put it down."""
        await self.walk(color, source)
        await self.page.keyboard.press("Enter")
        await self.walk(color, target)
        await self.page.keyboard.press("Enter")

    async def walk(self, color: Color, point: Point) -> None:
        """Bring the keyboard's cursor to a place, by the keys that point there on the screen."""
        await self.board.focus()
        goal = await self.place(color, point).get_attribute("id")
        # All at once, as quickly as a held key repeats; the answers come when the last one has been heard.
        await asyncio.gather(*(self.page.keyboard.press(key) for key in await self.page.evaluate(KEYS, goal)))
        assert await self.board.get_attribute("aria-activedescendant") == goal


__all__ = ["Situation", "Table", "Way", "as_white", "expect", "middle", "speak"]
