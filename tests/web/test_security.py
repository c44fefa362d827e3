"""What others type stays text, and what is secret stays here (LINES.md, B22)."""

import re
from http import HTTPStatus

import pytest
from playwright.async_api import expect

from protocol.settings import Settings
from tests.web.browser import Players
from tests.web.house import BLACK, WHITE, House, Person
from tests.web.seats import joined
from tests.web.table import Table

EVIL = ["<img src=x onerror=alert(1)>"[:24], "<b>bold</b>", "&lt;i&gt;", "{name} ${1} %s", "'\";--"]
LONG = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>"


@pytest.mark.parametrize("name", EVIL)
async def test_names_are_shown_literally(name: str, players: Players, house: House) -> None:
    scene = await house.room(Settings(public=True), names=(name, "Bo"))
    table = await joined(players, scene)
    await expect(table.plate(WHITE).locator(".name")).to_have_text(name)
    await table.open("/#watch")
    await expect(table.page.locator("main")).to_contain_text(name)
    assert await table.page.locator("main img[src=x], main b:text-is('bold')").count() == 0


async def test_titles_and_chat_are_shown_literally(players: Players, house: House) -> None:
    scene = await house.room(Settings(public=True, title=LONG[:60]))
    ada = await joined(players, scene)
    bo = await (await players(house.url, scene.people[BLACK])).join(scene.code)
    await expect(bo.page.locator(".summary")).to_contain_text(LONG[:60])
    await ada.page.locator(".chat input").fill(LONG)
    await ada.act("say").click()
    await expect(bo.page.locator(".chat .lines")).to_contain_text(LONG)
    for table in (ada, bo):
        assert await table.page.evaluate("window.hacked") is None
        assert await table.page.locator("main img, main script").count() == 0


async def test_invitation_shows_text_literally(players: Players, house: House) -> None:
    scene = await house.room(Settings(title=LONG[:60]), WHITE, names=("<b>bold</b>", "Bo"))
    table = await (await players(house.url)).open(f"/{scene.code}")
    await expect(table.page.locator("main")).to_contain_text(LONG[:60])
    await expect(table.page.locator("main")).to_contain_text("<b>bold</b>")
    assert await table.page.locator("main img, main b").count() == 0


async def test_answers_forbid_inline_scripts_and_other_sites(players: Players, house: House) -> None:
    table = await players(house.url)
    for path in ("/", "/ABCDEF"):
        answer = await table.page.request.get(house.url + path)
        policy = answer.headers["content-security-policy"]
        assert answer.status == HTTPStatus.OK
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_inline_script_does_not_run(players: Players, house: House) -> None:
    table = await (await players(house.url)).open()
    players.expected.add("Content Security Policy")
    await table.page.evaluate(
        "() => { const script = document.createElement('script'); script.textContent = 'window.hacked = 1';"
        " document.head.append(script); }"
    )
    assert await table.page.evaluate("window.hacked") is None


async def test_token_is_never_in_an_address(players: Players, house: House) -> None:
    scene = await house.room(Settings(public=True))
    token = scene.people[WHITE].token
    table = await players(house.url, scene.people[WHITE])
    requests: list[str] = []
    table.page.on("request", lambda request: requests.append(request.url))
    sockets: list[str] = []
    table.page.on("websocket", lambda socket: sockets.append(socket.url))
    for path in ("/", f"/{scene.code}", "/#watch", "/#settings"):
        await table.open(path)
        assert token not in table.page.url
        assert token not in await table.page.content()
    await table.act("offer-device").click()
    await expect(table.page.locator(".qr svg")).to_be_visible()
    assert token not in await table.page.content()
    assert requests
    assert not [url for url in requests if token in url]
    assert not [url for url in sockets if token in url]


async def test_nothing_is_kept_but_in_local_storage(players: Players, house: House) -> None:
    scene = await house.room(Settings(public=True))
    table = await joined(players, scene)
    requests: list[str] = []
    table.page.on("request", lambda request: requests.append(request.url))
    await table.page.reload()
    await table.online()
    assert await table.page.context.cookies() == []
    assert await table.page.evaluate("sessionStorage.length") == 0
    assert all(url.startswith((house.url, "data:", "blob:")) for url in requests)
    assert await table.page.evaluate("localStorage['narde.token']") == scene.people[WHITE].token


async def test_new_browser_makes_a_token_of_128_bits(players: Players, house: House) -> None:
    made = []
    for _ in range(2):
        table: Table = await (await players(house.url)).open()
        await table.act("play-friend").click()
        await table.online()
        made.append(await table.page.evaluate("localStorage['narde.token']"))
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22,}", token) for token in made)
    assert made[0] != made[1]


async def test_strangers_token_gives_no_seat(players: Players, house: House) -> None:
    scene = await house.room()
    before = (await scene.state()).match
    table = await (await players(house.url, Person("Cy"))).join(scene.code)
    assert await table.ask("room => room.view.you") == []
    refused = await table.ask("room => room.throw().then(() => 'done', ({ code }) => code)")
    assert refused == "not_seated"
    assert (await scene.state()).match == before
