"""The evening for which all of this is made, from the first scan of the QR code to the podium."""

import asyncio
import csv
import io
import json
import secrets
import urllib.request
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import expect

from clients.lib.connection import connect
from clients.lib.tournament import TournamentView
from protocol.tournament.views import MatchView
from tests.e2e.night import AT_BOARD, PATIENCE, PROJECTOR, Night, night
from tests.e2e.processes import LaterProcess
from tests.web.browser import Players

PHONES = ("Ada", "Bo", "Cy", "Di")
TYPED = "Ege"
BOTS = ("Bot 1", "Bot 2", "Bot 3")
STRONGER = (*PHONES, TYPED, *BOTS)
"""Who is before whom, as a rule."""
UPSETS = {("Ada", "Cy"): "Cy", ("Cy", "Di"): "Di"}
"""So that Ada and Bo share the first place."""
KILLS = 9
"""At random moments; one more comes in the middle of round 5."""
SEEN_MS = 20_000
"""The server looks at the time again every few seconds."""
MOMENTS = 150
"""There are more of them in the evening."""
ROUND = "window.narde?.app?.tournament?.currentRound"


def winner(one: str, other: str) -> str:
    first, second = sorted((one, other), key=STRONGER.index)
    return UPSETS.get((first, second), first)


def loses(one: str, other: str) -> bool:
    return winner(one, other) != one


@pytest.fixture
async def laptop(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LaterProcess]:
    process = LaterProcess(tmp_path_factory.mktemp("laptop") / "data")
    await process.start()
    yield process
    await process.end()


@pytest.mark.timeout(420)
async def test_evening_on_one_laptop(players: Players, laptop: LaterProcess) -> None:
    seed = secrets.randbelow(10**6)
    print(f"the evening of seed {seed}")
    async with night(laptop, players, seed, KILLS, MOMENTS) as club, AsyncExitStack() as stack:
        await doors_open(club)
        office = await stack.enter_async_context(connect(laptop.url, patience=PATIENCE))
        key = await club.director.page.evaluate("() => narde.app.tournament.key")
        club.office = await office.open_tournament(club.code, key)
        await everybody_comes(club, stack)
        async with asyncio.TaskGroup() as group:
            for bot in club.bots:
                group.create_task(bot.play())
            await begin(club)
            for number in range(1, 8):
                await play_round(club, number)
            await play_off(club)
            await podium(club)
        assert club.kills == KILLS + 1


async def doors_open(club: Night) -> None:
    """18:30: the projector shows the QR code."""
    director = await club.director.open("/#tournament")
    await director.act("new").click()
    await director.page.locator("[name='title']").fill("Club evening")
    await director.page.locator("[name='clock'][value='calm']").check()
    await director.act("create").click()
    await expect(director.page.locator(".console")).to_be_visible()
    club.code = await director.page.evaluate("() => narde.app.tournament.code")
    club.screen = await club.players(club.url, None, **PROJECTOR)
    await club.screen.open(f"{club.page}/screen")
    await expect(club.screen.page.get_by_role("img", name="QR code").first).to_be_visible()
    await expect(club.screen.page.locator("body")).to_contain_text(club.code)


async def everybody_comes(club: Night, stack: AsyncExitStack) -> None:
    """Four come with phones, one without, and bots. One is not here yet when it begins."""
    for name in PHONES:
        phone = await club.comes(name)
        if name != "Di":
            await club.asked(phone, phone.act("here").click)
    await club.director.page.locator(".console-entry [name='name']").fill(TYPED)
    await club.asked(club.director, lambda: club.director.page.keyboard.press("Enter"))
    await club.press("here", "[data-player='p5']")
    for name in BOTS:
        await club.bot(name, loses, stack)
    await expect(club.next).to_contain_text("7 of 8")
    await club.press("coming", "[data-player='p4']")
    assert club.screen is not None
    await expect(club.screen.page.locator("body")).to_contain_text("Di")


async def begin(club: Night) -> None:
    await club.act("start").click()
    await club.answer()


async def play_round(club: Night, number: int) -> None:
    if number > 1:  # the start has paired the first
        await club.press("pair", ".console-next")
    await club.press("start-round", ".console-next")
    await club.director.page.wait_for_function(f"(n) => {ROUND}?.number === n && {ROUND}.started", arg=number)
    view = await club.view()
    names = {player.id: player.name for player in view.players}
    if number == 1:
        await they_are_late(club)
    for match in view.rounds[-1].matches:
        await play(club, number, match, names[match.a], names[match.b])
    await club.director.page.wait_for_function(f"() => {ROUND}?.closed")
    if number == 6:
        await one_leaves(club)


async def they_are_late(club: Night) -> None:
    """19:07: an alarm; ten minutes after the start a forfeit is offered. Then they come."""
    page = club.director.page
    club.server.later(7)
    await expect(page.locator("[data-alert^='late-']").first).to_be_visible(timeout=SEEN_MS)
    await expect(page.locator("[data-alert^='late-'] [data-act='forfeit']")).to_have_count(0)
    club.server.later(5)
    await expect(page.locator("[data-alert^='late-'] [data-act='forfeit']").first).to_be_visible(timeout=SEEN_MS)
    await expect(club.next).to_contain_text("still missing")


async def play(club: Night, number: int, match: MatchView, one: str, other: str) -> None:
    """One match: of two phones, of a phone and a bot, of two bots, or on a wooden board."""
    wanted = winner(one, other)
    if TYPED in (one, other):
        # In round 4 he writes down the wrong name.
        await report(club, match.match, "a" if (wanted == one) != (number == 4) else "b")
        return
    here = [name for name in (one, other) if name in club.phones]
    for name in here:
        await club.sits_down(name)
    if number == 4 and "Cy" in here:
        await phone_dies(club, match)
    if number == 5 and here and not club.corrected:
        await club.kill()
        await correct_round_four(club)
    if here:
        await club.play(match, here, loser=next((name for name in here if name != wanted), None))


async def report(club: Night, match: str, outcome: str) -> None:
    await club.tab("round")
    await club.act("result", f"li[data-match='{match}']").click()
    await club.choose(outcome)
    await club.answer()


async def phone_dies(club: Night, match: MatchView) -> None:
    """In round 4: the director shows the player's own QR code, and another phone plays on, same seat, same clock."""
    dead = club.phones.pop("Cy")
    await dead.page.wait_for_function(AT_BOARD, arg=match.room)
    await dead.online()
    before = await dead.ask("({ view }) => [view.position, view.turn, view.you, view.white.name, view.black.name]")
    await dead.page.context.close()
    club.players.contexts.remove(dead.page.context)
    await club.tab("players")
    await club.act("player", "[data-player='p3']").click()
    await club.act("player-link", "dialog").click()
    link = await club.director.page.locator("dialog[open] .share-link").inner_text()
    await club.director.page.keyboard.press("Escape")
    phone = await club.phone("Cy", "/" + link.split("/", 3)[3])
    await phone.page.wait_for_function(AT_BOARD, arg=match.room)
    await phone.online()
    assert "/key/" not in phone.page.url
    after = await phone.ask("({ view }) => [view.position, view.turn, view.you, view.white.name, view.black.name]")
    assert after == before


async def correct_round_four(club: Night) -> None:
    """In the middle of round 5: the standings move, the pairings stay, and everybody sees who, when and why."""
    club.corrected = True
    before = await club.view()
    match = next(each for each in before.rounds[3].matches if "p5" in (each.a, each.b))
    await club.look_at_round(4)
    await club.act("correct", f"li[data-match='{match.match}']").click()
    await club.choose("a" if match.a == "p5" else "b")
    await club.answer(reason="read from the wrong line")
    await expect(club.row(match.match)).to_contain_text("read from the wrong line")
    await club.look_at_round(5)
    after = await club.view()
    assert [each.matches for each in after.rounds[4:]] == [each.matches for each in before.rounds[4:]]
    assert {row.player: row.points for row in after.standings.rows}["p5"] == 1 + points(before, "p5")


def points(view: TournamentView, player: str) -> int:
    return next(row.points for row in view.standings.rows if row.player == player)


async def one_leaves(club: Night) -> None:
    """After six rounds; her last match is a forfeit."""
    phone = club.phones.pop("Di")
    await phone.act("withdraw").click()
    await phone.page.locator("dialog[open] [name='reason']").fill("last tram")
    await club.asked(phone, phone.act("confirm-withdraw").click)
    await expect(phone.page.locator(".now")).to_have_attribute("data-why", "withdrawn")


async def play_off(club: Night) -> None:
    """Ada and Bo have the same points."""
    await expect(club.next).to_contain_text("have the same points")
    await club.act("play-off", ".console-next").click()
    await club.answer()
    await club.director.page.wait_for_function("() => window.narde?.app?.tournament?.match('po1')?.room")
    [match] = (await club.view()).play_offs
    for name in ("Ada", "Bo"):
        await club.sits_down(name)
    await club.play(match, ["Ada", "Bo"], loser="Bo")
    await expect(club.row("po1")).to_have_attribute("data-state", "done")


async def podium(club: Night) -> None:
    """22:10: the podium, and everything to take home."""
    await club.press("finish", ".console-next")
    await expect(club.next).to_contain_text("Ada has won")
    assert club.screen is not None
    await expect(club.screen.page.locator(".projector-podium")).to_contain_text("Ada")
    view = await club.view()
    assert [row.points for row in view.standings.rows][:2] == [6, 6]
    last = next(match for match in view.rounds[6].matches if "p4" in (match.a, match.b))
    assert last.result is not None
    assert last.result.kind == "forfeit"
    exported = json.loads(fetched(f"{club.url}/tournaments/{club.code}.json"))
    assert sum(event["type"] == "round_closed" for commit in exported["commits"] for event in commit["events"]) == 7
    table = list(csv.reader(io.StringIO(fetched(f"{club.url}/tournaments/{club.code}.csv")), delimiter=";"))
    assert any("Ada" in line for line in table)
    page = await club.players(club.url)
    await page.open(f"{club.page}/print")
    await expect(page.page.locator("table").first).to_contain_text("Ada")


def fetched(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        return str(answer.read().decode("utf-8-sig"))
