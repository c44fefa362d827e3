"""The list of tournaments, and how one is made, found by its code or its link, and taken in again."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from clients.lib.connection import connect
from protocol.messages import Key
from protocol.tournament import acts
from protocol.tournament.events import Config
from tests.web.browser import Players
from tests.web.house import House
from tests.web.proxy import Proxy
from tests.web.table import Table, speak
from tests.web.test_access import PHONE, SMALL

WHAT = "({ code, you, head }) => ({ code, role: you.role, config: head.config })"
LANGUAGES = ["en", "da", "de", "ru"]


async def creating(players: Players, house: House, **options: Any) -> Page:
    table = await (await players(house.url, **options)).open("/#tournament/create")
    return table.page


async def created(page: Page) -> dict[str, Any]:
    """Press the button; gives what the director's page then has."""
    await page.locator("[data-act=create]").click()
    await expect(page.locator("html")).to_have_attribute("data-tournament", "console")
    made: dict[str, Any] = await page.evaluate(f"({WHAT})(narde.app.tournament)")
    return made


async def made(house: House, title: str = "Friday", *asked: acts.AnyAct) -> Key:
    """A tournament, past every browser."""
    async with connect(f"ws://127.0.0.1:{house.port}/ws") as office:
        key = await office.create_tournament(Config(title=title))
        director = await office.open_tournament(key.tournament, key.key)
        for act in asked:
            await director.conduct(act)
    return key


def chip(page: Page, name: str, value: str) -> Locator:
    return page.locator(f"input[name={name}][value='{value}']")


def field(page: Page, name: str) -> Locator:
    return page.locator(f"[data-field={name}]")


def card(page: Page, key: Key) -> Locator:
    return page.locator(f".card[data-tournament='{key.tournament}']")


# --- a new one --------------------------------------------------------------------------------------------------------


async def test_one_press_makes_the_club_evening(players: Players, house: House) -> None:
    page = await creating(players, house)
    evening = await created(page)
    config = evening["config"]
    assert (evening["role"], config["format"], config["matches"]["length"]) == ("director", "round_robin", 1)
    assert config["title"].startswith("Club evening")
    assert page.url.endswith(f"/#tournament/{evening['code']}")


async def test_director_stays_director_after_a_reload(players: Players, house: House) -> None:
    page = await creating(players, house)
    evening = await created(page)
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-tournament", "console")
    assert await page.evaluate(f"({WHAT})(narde.app.tournament)") == evening


async def test_plan_follows_the_number_of_players(players: Players, house: House) -> None:
    page = await creating(players, house)
    plan, number = page.locator(".plan"), page.locator("[name=players]")
    await expect(plan).to_contain_text("Round robin · 7 rounds · single games")
    await expect(plan).to_contain_text("2 h 20 min")
    await page.get_by_role("button", name="One more").click()
    await expect(plan).to_contain_text("Swiss · 4 rounds · matches to 2")
    await expect(chip(page, "format", "swiss")).to_be_checked()
    await number.fill("1000")
    await expect(plan).to_contain_text("10 rounds")


async def test_own_choice_stays_until_the_proposal_is_taken(players: Players, house: House) -> None:
    page = await creating(players, house)
    await chip(page, "length", "3").check(force=True)
    await page.locator("[name=players]").fill("12")
    await expect(page.locator(".plan")).to_contain_text("Round robin · 11 rounds · matches to 3")
    await expect(page.locator(".plan")).to_contain_text("Swiss, 4 rounds, matches to 2")
    await page.locator("[data-act=take-proposal]").click()
    await expect(page.locator(".plan strong")).to_have_text("Swiss · 4 rounds · matches to 2")
    await expect(page.locator("[name=players]")).to_be_focused()


async def test_too_many_rounds_are_warned_of(players: Players, house: House) -> None:
    page = await creating(players, house)
    await chip(page, "format", "swiss").check(force=True)
    await page.locator("details.more summary").click()
    warning, rounds = page.locator(".plan .warning"), field(page, "rounds").locator("input")
    for number, words in [("5", "meet twice"), ("7", "round robin"), ("8", "not so many opponents")]:
        await rounds.fill(number)
        await expect(warning).to_contain_text(words)
    await rounds.fill("4")
    await expect(warning).to_have_count(0)
    await chip(page, "format", "round_robin").check(force=True)
    await page.locator("[name=players]").fill("20")
    await expect(warning).to_contain_text("5 rounds")


async def test_only_what_fits_the_format_is_asked(players: Players, house: House) -> None:
    page = await creating(players, house)
    await page.locator("details.more summary").click()
    fitting = {
        "round_robin": {"double", "cut"},
        "swiss": {"rounds", "cut", "order"},
        "single_elimination": {"third_place", "consolation"},
        "double_elimination": {"grand_final"},
        "lives": {"rounds", "lives", "cut", "order"},
    }
    names = set().union(*fitting.values())
    for format_, wanted in fitting.items():
        await chip(page, "format", format_).check(force=True)
        assert {name for name in names if await field(page, name).is_visible()} == wanted
    await chip(page, "cut", "4").check(force=True)
    await expect(field(page, "third_place")).to_be_visible()


async def test_tournament_is_as_it_was_wished(players: Players, house: House) -> None:
    page = await creating(players, house)
    await page.locator("[name=title]").fill("Open <b>Ærø</b>")
    for name, value in {"format": "swiss", "length": "3", "clock": "quick", "preset": "long-nard", "cut": "4"}.items():
        await chip(page, name, value).evaluate("input => input.click()")
    await page.locator("[name=gul_bara]").check(force=True)
    await page.locator("details.more summary").click()
    await field(page, "rounds").locator("input").fill("5")
    await field(page, "third_place").locator("input").check()
    await field(page, "order").locator("select").select_option("random")
    await field(page, "no_show").locator("select").select_option("penalty")
    config = (await created(page))["config"]
    matches = config.pop("matches")
    assert (config["title"], config["format"], config["rounds"], config["cut"]) == ("Open <b>Ærø</b>", "swiss", 5, 4)
    assert (config["third_place"], config["order"], config["no_show"]) == (True, "random", "penalty")
    assert (matches["preset"], matches["overrides"], matches["length"]) == ("long-nard", {"gul_bara": True}, 3)
    assert matches["control"] == {"timing": "delay", "bank": 180_000, "extra": 8_000}


# --- the list ---------------------------------------------------------------------------------------------------------


async def test_list_tells_how_each_stands(players: Players, house: House) -> None:
    coming = await made(house, "Coming", acts.Register("Ada"))
    everybody = acts.Register("Ada"), acts.Register("Bo"), acts.CheckIn("p1"), acts.CheckIn("p2")
    over = await made(house, "Over", *everybody, acts.Start(), acts.Finish())
    page = (await (await players(house.url)).open("/#tournament")).page
    await expect(card(page, coming)).to_contain_text("1 player")
    await expect(card(page, coming)).to_contain_text("Round robin")
    await expect(card(page, over)).to_be_visible()
    headings = await page.locator("h2").all_text_contents()
    assert headings[-1] == "Finished"
    await card(page, coming).get_by_role("link").click()
    await expect(page.locator("html")).to_have_attribute("data-tournament", "public")


async def test_tournament_is_found_by_its_code(players: Players, house: House) -> None:
    key = await made(house)
    page = (await (await players(house.url)).open("/#tournament")).page
    await page.locator("[name=code]").fill(key.tournament.lower())
    await page.keyboard.press("Enter")
    await expect(page.locator("html")).to_have_attribute("data-tournament", "public")
    assert page.url.endswith(key.tournament)


async def test_unknown_code_is_said_in_words(players: Players, house: House) -> None:
    page = (await (await players(house.url)).open("/#tournament/AAAAAA")).page
    await expect(page.locator("main")).to_contain_text("no tournament of this code")


# --- links ------------------------------------------------------------------------------------------------------------


async def test_key_of_a_link_leaves_the_address(players: Players, house: House) -> None:
    key = await made(house)
    table: Table = await players(house.url)
    await table.open(f"/#tournament/{key.tournament}/key/{key.key}")
    await expect(table.page.locator("html")).to_have_attribute("data-tournament", "console")
    assert key.key not in table.page.url
    assert key.key not in await table.page.content()
    await table.page.go_back()
    assert key.key not in table.page.url


async def test_void_link_is_said_in_words(players: Players, house: House) -> None:
    key = await made(house)
    table = await players(house.url)
    await table.open(f"/#tournament/{key.tournament}/key/{'x' * 22}")
    await expect(table.page.locator("main")).to_contain_text("This link is no longer good")
    await table.page.locator("main button").click()
    await expect(table.page.locator("html")).to_have_attribute("data-tournament", "public")


async def test_void_key_makes_a_viewer_of_a_director(players: Players, house: House) -> None:
    key = await made(house)
    table = await players(house.url)
    await table.open(f"/#tournament/{key.tournament}/key/{key.key}")
    await expect(table.page.locator("html")).to_have_attribute("data-tournament", "console")
    async with connect(f"ws://127.0.0.1:{house.port}/ws") as office:
        await office.open_tournament(key.tournament, key.key)
        await office.issue_key(key.tournament, "director", alone=True)
    await table.page.reload()
    await expect(table.page.locator("html")).to_have_attribute("data-tournament", "public")
    assert await table.page.evaluate("narde.app.prefs.get('keys')") == ""


@pytest.mark.parametrize("number", ["0", "-4", "", "1000000000", "7.5", "e"])
async def test_impossible_number_of_players_is_told(players: Players, house: House, number: str) -> None:
    page = await creating(players, house)
    expected, wrong = page.locator("input[name=players]"), page.locator("#players-wrong")
    await expect(wrong).to_be_empty()
    await expected.press("Control+a")
    await page.keyboard.press("Delete")
    await page.keyboard.type(number)
    await expect(wrong).to_have_text("Please give a whole number from 2 to 1000.")
    await expect(page.locator(".plan")).to_be_empty()
    await page.locator("[data-act=create]").click()
    await expect(expected).to_be_focused()
    await expect(page.locator("html")).to_have_attribute("data-tournament", "create")
    await expected.fill("12")
    await expect(wrong).to_be_empty()
    await expect(page.locator(".plan")).to_contain_text("Swiss")


# --- taking in --------------------------------------------------------------------------------------------------------


async def test_exported_tournament_is_taken_in(players: Players, house: House, tmp_path: Path) -> None:
    key = await made(house, "Ærø 2026", acts.Register("Søren"), acts.Register("Ада"))
    page = (await (await players(house.url)).open("/#tournament")).page
    exported = await page.request.get(f"{house.url}/tournaments/{key.tournament}.json")
    file = tmp_path / "evening.json"
    file.write_bytes(await exported.body())
    await page.locator("details.more summary").click()
    await page.locator("[data-act=import]").set_input_files(file)
    await expect(page.locator("html")).to_have_attribute("data-tournament", "console")
    again = await page.evaluate(
        "(({ code, head, players }) => [code, head.config.title, ...players.map(({ name }) => name)])"
        "(narde.app.tournament)"
    )
    assert again[0] != key.tournament
    assert again[1:] == ["Ærø 2026", "Søren", "Ада"]


async def test_lost_connection_breaks_no_import(players: Players, house: House, network: Proxy, tmp_path: Path) -> None:
    key = await made(house, "Broken line", *(acts.Announce("x" * 200) for _ in range(30)))
    page = (await (await players(network.url)).open("/#tournament")).page
    exported = await page.request.get(f"{house.url}/tournaments/{key.tournament}.json")
    file = tmp_path / "evening.json"
    file.write_bytes(await exported.body())
    network.loses = lambda _, frame: (frame["type"], frame.get("part")) == ("import_tournament", 2)
    await page.locator("details.more summary").click()
    await page.locator("[data-act=import]").set_input_files(file)
    await network.saw("up", "import_tournament", 2)
    network.loses = lambda _, frame: frame["type"] == "key"
    network.cut()
    await network.saw("down", "key")
    network.loses = lambda _way, _frame: False
    network.cut()
    await expect(page.locator("html")).to_have_attribute("data-tournament", "console")
    async with connect(f"ws://127.0.0.1:{house.port}/ws") as office:
        assert [each.title for each in await office.list_tournaments()].count("Broken line") == 2


async def test_other_files_are_refused_in_words(players: Players, house: House, tmp_path: Path) -> None:
    page = (await (await players(house.url)).open("/#tournament")).page
    file = tmp_path / "photo.json"
    file.write_text("{}")
    await page.locator("details.more summary").click()
    await page.locator("[data-act=import]").set_input_files(file)
    await expect(page.locator(".refused")).to_have_text(re.compile("no exported tournament"))


# --- for everybody ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/#tournament", "/#tournament/create"])
async def test_phone_shows_all_of_it_in_every_language(path: str, players: Players, house: House) -> None:
    await made(house, "A tournament with a very long title, as people like them")
    page = (await (await players(house.url, None, **PHONE)).open(path)).page
    for name in LANGUAGES:
        await speak(page, name)
        await expect(page.locator("html")).to_have_attribute("lang", name)
        await page.locator("details.more summary").click()
        assert await page.evaluate("document.documentElement.scrollWidth") <= 360
        assert await page.evaluate(SMALL) == []
