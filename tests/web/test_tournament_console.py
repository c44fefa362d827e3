"""The director's console, from the first name to the podium, and the page of a helper."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.web.browser import Players
from tests.web.house import House
from tests.web.table import speak
from tests.web.test_access import AXE, RULES, SMALL

SWISS: dict[str, Any] = {"title": "Friday", "format": "swiss", "rounds": 2}
NAMES = ("Ada", "Bo", "Cleo", "Dan")
CREATE = """async (config) => {
  const { tournament, key } = await (await narde.app.connect()).createTournament(config);
  return `/#tournament/${tournament}/key/${key}`;
}"""
CONDUCT = """async (acts) => {
  let done;
  for (const act of acts) done = await narde.app.tournament.conduct(act);
  return done.version;
}"""
LATE = """(late) => {
  const { tournament } = narde.app;
  const hear = tournament.hear.bind(tournament);
  tournament.hear = (message) => hear({ ...message, head: { ...(message.head ?? tournament.head), late } });
  tournament.hear({ at: 0, rounds: [], journal: [] });
}"""
"""From now on the page hears of everything that somebody is late."""
VIOLATIONS = """async (tags) => {
  const { passes, violations } = await axe.run(".console", { runOnly: { type: "tag", values: tags } });
  return passes.length ? violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]) : "nothing seen";
}"""
REDRAWN = """async () => {
  const { exchange, refresh } = await import("/parts/tournament/redraw.js");
  const made = (html) => [...new DOMParser().parseFromString(html, "text/html").body.childNodes];
  const host = document.body.appendChild(document.createElement("div"));
  refresh(host, made("<p data-key=one>1</p><p data-key=two><input class=typed></p>"));
  const [one, two] = host.children;
  two.firstChild.value = "half";
  two.firstChild.focus();
  refresh(host, made("<p data-key=two><input class=typed></p><p data-key=one>!</p>"));
  const moved = [...host.children].map((child) => child.dataset.key);
  const found = { moved, same: host.firstChild === two && host.lastChild === one, typed: two.firstChild.value };
  found.focused = document.activeElement.parentElement.dataset.key;
  const parts = (number) => made(`<p>same</p><section><details data-fold=all><summary>${number}</summary></details>
    </section><button data-act=go>${number}</button>`).filter((part) => part instanceof Element);
  exchange(host, parts(1));
  const [same, fold, button] = host.children;
  fold.firstChild.open = true;
  button.focus();
  exchange(host, parts(2));
  found.exchanged = [host.children[0] === same, host.children[1] !== fold];
  Object.assign(found, { open: host.children[1].firstChild.open, stand_in: document.activeElement.dataset.act });
  host.remove();
  return found;
}"""
OVERHANG = "() => document.documentElement.scrollWidth - innerWidth"
FACTS = "() => narde.app.tournament.journal.length + JSON.stringify(narde.app.tournament.rounds)"


@dataclass
class Console:
    """One device at which somebody directs or helps."""

    page: Page
    url: str

    async def open(self, path: str) -> "Console":
        await self.page.goto(self.url + path)
        await expect(self.page.locator(".console")).to_be_visible()
        return self

    async def conduct(self, *acts: dict[str, Any]) -> None:
        """Do this past the page, and wait until the page knows the last of it."""
        version = await self.page.evaluate(CONDUCT, acts)
        await self.page.wait_for_function(
            "(version) => narde.app.tournament.journal.at(-1).version >= version", arg=version
        )

    def act(self, name: str, inside: str = "") -> Locator:
        return self.page.locator(f"{inside} [data-act='{name}']")

    def match(self, name: str) -> Locator:
        return self.page.locator(f"li[data-match='{name}']")

    @property
    def next(self) -> Locator:
        return self.page.locator(".console-next")

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    async def submit(self, **fields: str) -> None:
        """Fill in the dialog and send it off."""
        for name, value in fields.items():
            await self.dialog.locator(f"[name='{name}']").fill(value)
        await self.dialog.locator("[data-act='dialog-submit']").click()

    async def result(self, match: str, outcome: str, reason: str = "") -> None:
        await self.act("result", f"li[data-match='{match}']").click()
        await self.dialog.locator(f"[value='{outcome}']").check()
        await self.submit(reason=reason)
        await expect(self.match(match)).to_have_attribute("data-state", "done")

    async def begin(self, *more: dict[str, Any]) -> None:
        """Four players are here and the first round is paired."""
        names = [{"type": "register", "name": name} for name in NAMES]
        here = [{"type": "check_in", "player": f"p{n}"} for n in range(1, len(NAMES) + 1)]
        await self.conduct(*names, *here, {"type": "start"}, {"type": "pair_round", "round": 1}, *more)


Direct = Callable[..., Awaitable[Console]]
STARTED = {"type": "start_round", "round": 1}


@pytest.fixture
def direct(players: Players, house: House) -> Direct:
    """Makes a tournament and opens its director's link."""

    async def opened(config: dict[str, Any] = SWISS, **options: Any) -> Console:
        table = await players(house.url, None, **options)
        await table.open("/#rules")
        return await Console(table.page, house.url).open(await table.page.evaluate(CREATE, config))

    return opened


# --- the evening ------------------------------------------------------------------------------------------------------


async def test_evening_runs_from_names_to_podium(direct: Direct) -> None:
    console = await direct(SWISS | {"rounds": 1})
    assert "key" not in console.page.url
    await expect(console.next).to_contain_text("Nobody has registered")
    await console.act("add").click()
    await console.page.keyboard.type("Ada")
    await console.page.keyboard.press("Enter")
    await expect(console.page.locator("[data-player='p1'] strong")).to_have_text("Ada")
    await console.act("here").click()
    await console.act("add-several").click()
    await console.dialog.locator("[name='here']").check()
    await console.submit(names="Bo\nCleo\n\n")
    await expect(console.page.locator("[data-count='3']")).to_be_visible()
    await console.page.locator("[name='name']").fill("Dan")
    await console.page.keyboard.press("Enter")
    await console.act("coming", "[data-player='p4']").click()
    await expect(console.next).to_contain_text("All 4 are here")
    await console.act("start").click()
    await expect(console.dialog).to_contain_text("Swiss")
    await console.submit()
    await console.act("start-round").click()
    await console.result("r1t1", "a")
    await console.result("r1t2", "b")
    await expect(console.next).to_contain_text("have the same points")
    await console.act("play-off").click()
    await console.submit()
    await expect(console.next).to_contain_text("Play-off")
    await console.result("po1", "a")
    await console.act("finish", ".console-next").click()
    await expect(console.next).to_contain_text("The tournament is over. Ada has won.")


async def test_forfeits_are_given_for_a_reason(direct: Direct) -> None:
    console = await direct()
    await console.begin(STARTED)
    before = await console.page.evaluate(FACTS)
    await console.act("result", "li[data-match='r1t1']").click()
    reason = console.dialog.get_by_label("Reason")
    await expect(reason).to_have_accessible_name("Reason (if there is one)")
    await console.dialog.locator("[value='forfeit_a']").check()
    await expect(reason).to_have_accessible_name("Reason (required)")
    await expect(reason).to_have_attribute("aria-required", "true")
    await console.submit()
    await expect(console.dialog.locator(".refusal")).to_contain_text("Please give a reason")
    await expect(reason).to_be_focused()
    assert await console.page.evaluate(FACTS) == before
    await console.submit(reason="did not come")
    await expect(console.match("r1t1")).to_contain_text("by forfeit")


async def test_only_results_that_can_be_are_offered(direct: Direct) -> None:
    console = await direct(SWISS | {"matches": {"length": 3}})
    await console.begin(STARTED)
    await console.act("result", "li[data-match='r1t1']").click()
    points, mars = (console.dialog.locator(f"[name='{name}_a']") for name in ("score", "mars"))
    await expect(points).to_have_attribute("max", "4")
    await expect(console.dialog.locator("summary")).to_be_hidden()
    await points.fill("3")
    await console.dialog.locator("summary").click()
    await console.act("more", "dialog .console-stepper:has([name='mars_a'])").click(click_count=3)
    await expect(mars).to_have_value("1")
    await points.fill("1")
    await expect(mars).to_have_value("0")
    await console.dialog.locator("[value='forfeit_b']").check()
    await expect(points).to_be_hidden()
    await expect(mars).to_be_hidden()
    await console.dialog.locator("[value='played']").check()
    await points.fill("3")
    await console.submit()
    await expect(console.match("r1t1")).to_have_attribute("data-state", "done")


async def test_claimed_score_stands_in_the_dialog(direct: Direct) -> None:
    for length, score in ((1, [0, 2]), (3, [2, 4])):
        console = await direct(SWISS | {"matches": {"length": length}})
        await console.begin(STARTED, {"type": "claim", "match": "r1t1", "player": "p1", "score": score})
        await console.act("result", "li[data-match='r1t1']").click()
        await console.submit()
        await expect(console.match("r1t1")).to_have_attribute("data-state", "done")
        result = await console.page.evaluate("() => narde.app.tournament.match('r1t1').result")
        assert (result["score"], result["mars"]) == (score, [0, 1])


@pytest.mark.parametrize("length", [1, 3])
async def test_mars_that_is_worth_nothing_is_not_offered(direct: Direct, length: int) -> None:
    console = await direct(SWISS | {"matches": {"length": length, "overrides": {"mars": 1}}})
    await console.begin(STARTED)
    await console.act("result", "li[data-match='r1t1']").click()
    await expect(console.dialog.locator("[name='outcome']").first).to_be_attached()
    await expect(console.dialog.locator("[name^='mars']")).to_have_count(0)
    if length > 1:
        await expect(console.dialog.locator("[name='score_a']")).to_have_attribute("max", "3")


async def test_dialog_closes_when_the_result_has_come_in_meanwhile(direct: Direct) -> None:
    console = await direct()
    await console.begin(STARTED)
    await console.act("result", "li[data-match='r1t1']").click()
    won = {"kind": "played", "score": [1, 0], "mars": [0, 0]}
    names = await console.page.evaluate("() => narde.app.tournament.rounds[0].matches.map(({ a }) => a)")
    await console.conduct({"type": "report", "match": "r1t2", "result": won | {"winner": names[1]}})
    await expect(console.dialog).to_be_visible()
    await console.conduct({"type": "report", "match": "r1t1", "result": won | {"winner": names[0]}})
    await expect(console.dialog).to_have_count(0)
    await expect(console.page.locator(".notice")).to_contain_text("The result has come in: Ada wins")


async def test_dialog_dims_the_strip_of_the_scrollbar_too(direct: Direct) -> None:
    console = await direct()
    await console.begin(STARTED)
    width = await console.page.evaluate("document.body.clientWidth")
    assert width < 1280
    await console.act("result", "li[data-match='r1t1']").click()
    await expect(console.dialog).to_be_visible()
    assert await console.page.evaluate("document.body.clientWidth") == width
    edge, strip = [
        await console.page.screenshot(clip={"x": x, "y": 600, "width": 1, "height": 1}) for x in (2, width + 5)
    ]
    assert strip == edge


async def test_own_result_is_no_news(direct: Direct) -> None:
    console = await direct()
    await console.begin(STARTED)
    await console.result("r1t1", "a")
    await expect(console.dialog).to_have_count(0)
    await expect(console.page.locator(".notice")).to_have_text("")


async def test_round_is_swapped_and_undone_with_words(direct: Direct) -> None:
    console = await direct()
    await console.begin()
    before = await console.page.evaluate(FACTS)
    await console.act("swap").click()
    await console.page.locator(".chip[data-player='p1']").click()
    await console.page.locator(".chip[data-player='p2']").click()
    await console.submit()
    await expect(console.dialog.locator(".refusal")).to_be_visible()
    assert await console.page.evaluate(FACTS) == before
    await console.submit(reason="they came together")
    await expect(console.page.locator(".console-changes")).to_contain_text("they came together")
    assert await console.page.evaluate("() => narde.app.tournament.match('r1t1').a") == "p2"
    await console.act("undo-round").click()
    await console.submit(typed="undo round 2")
    await expect(console.dialog.locator(".refusal")).to_contain_text("UNDO ROUND 1")
    await console.submit(typed="undo round 1")
    await expect(console.next).to_contain_text("pair round 1")


async def test_correction_asks_whether_to_pair_again(direct: Direct) -> None:
    console = await direct()
    won = {"kind": "played", "winner": "p1", "score": [1, 0], "mars": [0, 0]}
    other = {"kind": "played", "winner": "p2", "score": [1, 0], "mars": [0, 0]}
    await console.begin(
        STARTED,
        {"type": "report", "match": "r1t1", "result": won},
        {"type": "report", "match": "r1t2", "result": other},
        {"type": "pair_round", "round": 2},
    )
    await console.page.locator("[data-act='look']").select_option("1")
    await console.act("correct", "li[data-match='r1t1']").click()
    await console.dialog.locator("[value='b']").check()
    await console.submit(reason="written down wrong")
    await expect(console.match("r1t1")).to_contain_text("written down wrong")
    await expect(console.next).to_contain_text("Pair again, or keep the pairings?")
    await console.act("pair-again", ".console-next").click()
    await expect(console.next).to_contain_text("Round 2 is paired")


async def test_who_is_late_is_told_with_what_can_be_done(direct: Direct) -> None:
    console = await direct()
    await console.begin(STARTED)
    await console.page.evaluate(LATE, [{"match": "r1t1", "missing": ["p1"], "level": "offer", "penalty": 0}])
    await expect(console.next).to_contain_text("Table 1: Ada is still missing")
    await console.act("forfeit", ".console-next").click()
    await expect(console.dialog.locator("[value='forfeit_b']")).to_be_checked()
    await console.submit()
    await expect(console.match("r1t1")).to_contain_text("by forfeit")


async def test_pause_break_and_words_are_seen_by_all(direct: Direct) -> None:
    console = await direct()
    await console.begin(STARTED)
    await console.page.locator("[name='text']").fill("Soup is served")
    await console.act("announce", "").locator("button").first.click()
    await expect(console.page.locator("[data-alert='announcement']")).to_contain_text("Soup is served")
    await console.act("break").click()
    await console.submit(minutes="20")
    await expect(console.page.locator("[data-alert='break']")).to_contain_text("Break until")
    await console.act("end-break").click()
    await expect(console.page.locator("[data-alert='break']")).to_have_count(0)
    await console.act("pause").click()
    await console.submit(reason="fire drill")
    await expect(console.next).to_contain_text("All clocks stand")
    clock = console.page.locator("[data-card='clock']")
    await expect(clock).to_contain_text("Paused since")
    await expect(clock).not_to_contain_text("The time of this round")
    await console.act("resume", ".console-next").click()
    await expect(console.next).to_contain_text("0 of 2 tables")
    await expect(clock).to_contain_text("The time of this round ends at")


async def test_open_matches_are_told_before_anything_is_typed(direct: Direct) -> None:
    console = await direct()
    won = {"kind": "played", "winner": "p1", "score": [1, 0], "mars": [0, 0]}
    await console.begin(STARTED, {"type": "report", "match": "r1t1", "result": won})
    await console.act("finish", "[data-card='evening']").click()
    await expect(console.dialog).to_contain_text("Some matches have no result yet.")
    await expect(console.dialog.locator("li")).to_contain_text("Table 2: ")
    await expect(console.dialog.locator("input")).to_have_count(0)


async def test_table_of_names_is_no_list_of_names(direct: Direct) -> None:
    console = await direct()
    before = await console.page.evaluate(FACTS)
    await console.act("add-several").click()
    await console.submit(names="Ada\nBo | 2")
    await expect(console.dialog.locator(".refusal")).to_contain_text("“Bo | 2” is more than a name")
    assert await console.page.evaluate(FACTS) == before


async def test_rounds_are_told_when_they_are_known(direct: Direct) -> None:
    console = await direct(SWISS | {"rounds": 0})
    plan = console.page.locator("[data-card='evening']")
    await expect(plan).to_contain_text("Swiss · rounds by how many come")
    await console.conduct(*({"type": "register", "name": name} for name in NAMES))
    await console.conduct(*({"type": "check_in", "player": f"p{number}"} for number in range(1, 5)))
    await expect(plan).to_contain_text("Swiss · 3 rounds if nobody else comes")
    config = await console.page.evaluate("() => narde.app.tournament.head.config")
    await console.conduct({"type": "configure", "config": config | {"rounds": 2}})
    await expect(plan).to_contain_text("Swiss · 2 rounds ·")


# --- links ------------------------------------------------------------------------------------------------------------


async def test_six_digits_make_another_device_direct(direct: Direct, players: Players, house: House) -> None:
    console = await direct()
    await console.page.locator("#tab-links").click()
    await console.act("director-code").click()
    digits = await console.dialog.locator(".console-digits").inner_text()
    link = await console.dialog.locator(".share-link").inner_text()
    other = await players(house.url)
    await other.open("/" + link.split("/", 3)[3])
    await other.page.locator("[name='digits']").fill("000000" if digits != "000 000" else "000001")
    await other.act("direct").click()
    await expect(other.page.locator(".refusal")).to_be_visible()
    await other.page.locator("[name='digits']").fill(digits)
    await other.act("direct").click()
    await expect(other.page.locator(".console")).to_contain_text("director")


async def test_new_directors_link_keeps_only_this_device(direct: Direct) -> None:
    console = await direct()
    await console.page.locator("#tab-links").click()
    before = await console.page.evaluate("() => narde.app.tournament.key")
    await console.act("director-anew").click()
    await expect(console.dialog).to_contain_text("only this device still directs")
    await console.act("dialog-cancel").click()
    assert await console.page.evaluate("() => narde.app.tournament.journal.length") == 1
    await console.act("director-anew").click()
    await console.submit()
    await expect(console.dialog.locator(".share-link")).to_contain_text("/key/")
    await console.page.reload()
    await expect(console.page.locator(".console")).to_contain_text("director")
    assert await console.page.evaluate("() => narde.app.tournament.key") != before


async def test_new_helpers_link_is_asked_for_first(direct: Direct) -> None:
    console = await direct()
    await console.page.locator("#tab-links").click()
    await console.act("helper-anew").click()
    await expect(console.dialog).to_contain_text("whoever helps needs the new one")
    await console.submit()
    await expect(console.dialog.locator("[data-link='helper']")).to_contain_text("/key/")


async def test_helper_lets_in_and_enters_results(direct: Direct, players: Players, house: House) -> None:
    console = await direct()
    await console.begin(STARTED)
    key = await console.page.evaluate("async () => (await narde.app.tournament.issueKey('helper')).key")
    code = await console.page.evaluate("() => narde.app.tournament.code")
    helper = await Console((await players(house.url)).page, house.url).open(f"/#tournament/{code}/key/{key}")
    assert await helper.page.locator(".console-tab").all_inner_texts() == ["Players", "Round", "Standings"]
    for power in ("undo-round", "swap", "correct", "pause", "withdraw", "director-link"):
        await expect(helper.act(power)).to_have_count(0)
    await helper.result("r1t1", "a")
    await expect(console.match("r1t1")).to_have_attribute("data-state", "done")


# --- for everybody ----------------------------------------------------------------------------------------------------


async def test_end_is_not_estimated_when_all_is_played(direct: Direct) -> None:
    console = await direct(SWISS | {"rounds": 1})
    ends = console.page.locator(".console-side")
    await expect(ends).to_contain_text("The end cannot be estimated yet.")
    await console.begin(STARTED)
    await expect(ends).to_contain_text("Estimated end:")
    await console.result("r1t1", "a")
    await console.result("r1t2", "a")
    await console.page.wait_for_function("() => narde.app.tournament.head.played_out")
    await expect(ends).not_to_contain_text("stimated")


async def test_typed_words_and_focus_outlive_changes(direct: Direct) -> None:
    console = await direct()
    field = console.page.locator("[name='name']")
    await field.fill("Half a na")
    await console.conduct({"type": "register", "name": "Ada"}, {"type": "register", "name": "Bo"})
    await console.act("here", "[data-player='p2']").focus()
    await console.conduct({"type": "check_in", "player": "p1"})
    await expect(field).to_have_value("Half a na")
    await expect(console.act("here", "[data-player='p2']")).to_be_focused()
    await console.page.locator("#tab-players").focus()
    await console.page.keyboard.press("ArrowRight")
    await expect(console.page.locator("#tab-round")).to_be_focused()
    await expect(console.page.locator("#tab-round")).to_have_attribute("aria-selected", "true")


async def test_drawing_again_disturbs_nothing(direct: Direct) -> None:
    console = await direct()
    assert await console.page.evaluate(REDRAWN) == {
        "moved": ["two", "one"],
        "same": True,
        "typed": "half",
        "focused": "two",
        "exchanged": [True, True],
        "open": True,
        "stand_in": "go",
    }


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: ./run test does it")
async def test_console_violates_no_axe_rule(direct: Direct) -> None:
    console = await direct(bypass_csp=True)
    await console.page.add_script_tag(path=AXE)
    await console.begin(STARTED)
    for tab in ("players", "standings", "links", "journal", "round"):
        await console.page.locator(f"#tab-{tab}").click()
        assert await console.page.evaluate(VIOLATIONS, RULES) == [], tab
    await console.page.evaluate("() => narde.app.prefs.set('theme', 'dark')")
    assert await console.page.evaluate(VIOLATIONS, RULES) == []
    await console.act("result", "li[data-match='r1t1']").click()
    await expect(console.dialog).to_be_visible()
    assert await console.page.evaluate(VIOLATIONS, RULES) == []


async def test_phone_is_wide_enough_and_its_buttons_large(direct: Direct) -> None:
    console = await direct(viewport={"width": 360, "height": 740})
    await console.begin(STARTED)
    for language in ("en", "de"):
        await speak(console.page, language)
        for tab in ("players", "time", "links", "round"):
            await console.page.locator(f"#tab-{tab}").click()
            assert await console.page.evaluate(SMALL) == [], tab
            assert await console.page.evaluate(OVERHANG) <= 0, tab
    await console.act("result", "li[data-match='r1t1']").click()
    await expect(console.dialog).to_be_visible()
    assert await console.page.evaluate(SMALL) == []
