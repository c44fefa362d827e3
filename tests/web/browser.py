"""One Chromium for all tests, and a context of its own for each person: no cookie, no storage, no history in common."""

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright

from tests.web.house import Person
from tests.web.table import Table

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE_MS = 10_000
_REMEMBER = """if (location.protocol === "http:") {
  localStorage["narde.token"] ??= %s;
  localStorage["narde.name"] ??= %s;
}"""
_EXPECTED = frozenset({"WebSocket connection to", "Failed to load resource: net::ERR", "status of 503"})
"""What a browser logs by itself when a connection is cut."""


def program() -> str | None:
    """The browser of this machine, if there is one."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program())
        yield browser
        await browser.close()


@dataclass
class Players:
    """Opens browsers for people, and remembers what went wrong in them."""

    browser: Browser
    contexts: list[BrowserContext] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    expected: set[str] = field(default_factory=lambda: set(_EXPECTED))
    """Parts of complaints that are no errors here."""

    async def __call__(self, url: str, person: Person | None = None, **options: Any) -> Table:
        """A page of a person's own browser, not yet opened; `options` are those of a Playwright context."""
        context = await self.context(person, **options)
        return Table(await context.new_page(), url)

    async def context(self, person: Person | None = None, **options: Any) -> BrowserContext:
        defaults: dict[str, Any] = {
            "locale": "en-GB",
            "viewport": {"width": 1280, "height": 800},
            "reduced_motion": "reduce",
        }
        context = await self.browser.new_context(**(defaults | options))
        context.set_default_timeout(PATIENCE_MS)
        if person is not None:
            await context.add_init_script(_REMEMBER % (json.dumps(person.token), json.dumps(person.name)))
        context.on("page", self._listen)
        self.contexts.append(context)
        return context

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(expected in message.text for expected in self.expected):
            self.errors.append(message.text)

    async def close(self) -> None:
        for context in self.contexts:
            await context.close()
