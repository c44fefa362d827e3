import asyncio
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from clients.lib.link import CommandRefused
from clients.lib.session import Told
from clients.lib.tournament import TournamentHandle
from clients.tournament.director import direct, gather, here
from protocol import commands as c
from protocol.commands import AnyCommand
from protocol.messages import Ack, Error, Tournament
from protocol.tournament import acts
from protocol.tournament.acts import AnyAct
from protocol.tournament.events import Result
from protocol.tournament.views import Head, RoundView
from tests.clients.lib.cup import CUP, HEAD, complete, game, player, you

WON = Result("played", "p1", (1, 0))


@dataclass
class Hall:
    """A tournament of `length` rounds, in which every match is over as soon as its round is started."""

    length: int = 2
    done: list[AnyAct] = field(default_factory=list)
    refusal: Error | None = None

    def __post_init__(self) -> None:
        self.tournament = TournamentHandle(CUP, self._send, lambda: "1")
        self.tournament.hear(Told(complete(), complete=True))
        self.tournament.hear(you("director"))

    async def _send(self, command: AnyCommand) -> Ack:
        assert isinstance(command, c.Conduct)
        if self.refusal is not None:
            raise CommandRefused(self.refusal)
        self.done.append(command.act)
        self._do(command.act)
        return Ack(id="1")

    def _do(self, act: AnyAct) -> None:
        head = self.tournament.view.head
        match act:
            case acts.Start():
                self.show(replace(head, phase="running"))
            case acts.PairRound(number):
                self.show(replace(head, paired=number, rounds=self.length), game(number, started=None))
            case acts.StartRound(number):
                self.show(replace(head, played_out=number == self.length), game(number, WON))
            case acts.Finish():
                self.show(replace(head, phase="finished"))

    def show(self, head: Head, *rounds: RoundView) -> None:
        self.tournament.hear(Told(Tournament(tournament=CUP, version=2, at=2, head=head, rounds=rounds), False))


async def test_rounds_are_run_until_the_end() -> None:
    hall, told = Hall(), list[str]()
    await direct(hall.tournament, told.append)
    assert hall.done == [
        *(acts.Start(), acts.PairRound(1), acts.StartRound(1), acts.PairRound(2), acts.StartRound(2), acts.Finish())
    ]
    assert [text.splitlines()[0] for text in told] == [
        *("Round 1 of 2", "Results of round 1", "No standings yet", "Round 2 of 2", "Results of round 2"),
        "No standings yet",
    ]
    assert told[1].splitlines()[1] == "  table 1: Ada 1–0 Bo"


async def test_running_tournament_is_taken_over() -> None:
    hall = Hall()
    hall.show(replace(HEAD, phase="running", paired=1), game(1, started=None))
    await direct(hall.tournament, lambda _: None, anyway=True)
    assert hall.done == [acts.StartRound(1), acts.PairRound(2, anyway=True), acts.StartRound(2), acts.Finish()]


async def test_pause_is_waited_out() -> None:
    hall = Hall()
    hall.show(replace(HEAD, phase="running", paused=(1, "supper")))
    directing = asyncio.create_task(direct(hall.tournament, lambda _: None))
    await asyncio.sleep(0)
    assert hall.done == []
    hall.show(replace(HEAD, phase="running"))
    await directing
    assert hall.done[-1] == acts.Finish()


async def test_refused_pairing_is_raised() -> None:
    hall = Hall(refusal=Error(id="1", code="not_enough_players", detail="Fewer than two players are here."))
    before = hall.tournament.view
    with pytest.raises(CommandRefused, match="Fewer than two"):
        await direct(hall.tournament, lambda _: None)
    assert hall.tournament.view is before


async def test_players_are_waited_for() -> None:
    hall = Hall()
    assert here(hall.tournament) == 2
    told = list[str]()
    await gather(hall.tournament, 2, told.append)
    assert (hall.done, told) == ([], [])


async def test_change_of_number_is_told_while_waiting() -> None:
    hall, told = Hall(), list[str]()
    waiting = asyncio.create_task(gather(hall.tournament, 4, told.append))
    for names in (("Ada", "Bo"), ("Ada", "Bo", "Cy"), ("Ada", "Bo", "Cy", "Di")):
        await asyncio.sleep(0)
        players = tuple(player(number, name) for number, name in enumerate(names, start=1))
        hall.tournament.hear(Told(Tournament(tournament=CUP, version=2, at=2, players=players), False))
    await waiting
    assert told == ["2 of 4 players are here", "3 of 4 players are here"]
