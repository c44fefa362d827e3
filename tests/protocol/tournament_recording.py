"""The first minutes of a tournament through the real server: what its director asks, and what everybody is told."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from protocol import commands as c
from protocol.commands import AnyCommand
from protocol.settings import Settings
from protocol.tournament import acts
from protocol.tournament.acts import AnyAct
from protocol.tournament.events import Config
from tests.protocol.recording import Recording

CONFIG = Config(title="Friday", format="swiss", matches=Settings(length=2))


@dataclass
class Evening(Recording):
    """What the server does by itself is done before the next frame comes."""

    work: list[asyncio.Task[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.desk.broadcast.sleep = asyncio.sleep

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.work.append(asyncio.ensure_future(work))

    async def send(self, name: str, command: AnyCommand) -> None:
        await super().send(name, command)
        while self.work:
            await self.work.pop()


async def record_tournament() -> list[tuple[str, str, str]]:
    """Dee makes one; Ada finds it, registers and checks in, and asks for what is not hers to say."""
    tape = Evening()
    tape.connect("dee")
    await tape.send("dee", c.Hello(id="d-1", token="BAQEBAQEBAQEBAQEBAQEBA", name="Dee"))
    await tape.send("dee", c.CreateTournament(id="d-2", config=CONFIG))
    code = (await tape.desk.tournaments.listed())[0].tournament
    tape.connect("ada")
    await tape.send("ada", c.Hello(id="a-1", token="AAECAwQFBgcICQoLDA0ODw", name="Ada"))
    await tape.send("ada", c.ListTournaments(id="a-2"))
    await tape.send("ada", c.OpenTournament(id="a-3", tournament=code))
    await tape.send("ada", _asking("a-4", code, acts.Register("Ada")))
    await tape.send("ada", _asking("a-5", code, acts.CheckIn("p1")))
    await tape.send("ada", _asking("a-6", code, acts.Announce("Soup is served.")))
    return tape.frames


def _asking(name: str, code: str, act: AnyAct) -> c.Conduct:
    return c.Conduct(id=name, tournament=code, act=act)
