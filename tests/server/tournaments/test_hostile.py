"""Whatever is asked of a tournament, in whatever order and by whomever: a code, and a tournament that can be shown."""

from dataclasses import replace
from random import Random
from typing import get_args

import msgpack
import pytest

from engine.errors import Reason
from protocol import commands as c
from protocol import limits
from protocol.errors import Code
from protocol.messages import Ack, Error, Key
from protocol.settings import Settings
from protocol.tournament import acts
from protocol.tournament.acts import AnyAct
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Config, Format, Result, Score
from server.tournaments.export import from_json, to_json
from server.tournaments.state import TournamentState
from tests.server.tournaments.evening import fitting
from tests.server.tournaments.guest import Guest
from tests.server.tournaments.hall import SINGLES, Hall

CODES = {*Code, *Reason, *Wrong}


class Chance:
    """Acts that may be anything that the wire lets through; most of them name what there is in the tournament."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.state = TournamentState("")

    def player(self) -> str:
        return self.random.choice([*self.state.players, *self.state.players, "p0", "r1t1", "x" * limits.ID_CHARS])

    def match(self) -> str:
        matches = [match for each in self.state.rounds[-2:] for match in each.matches]
        return self.random.choice([*3 * matches, *2 * [*self.state.play_offs], "r9t9", "W1", "p1"])

    def number(self) -> int:
        current = len(self.state.rounds)
        return self.random.choice([current, current, current + 1, current + 1, 0, limits.ROUNDS])

    def score(self) -> Score:
        return self.random.choice([(1, 0), (0, 1), (2, 0), (0, 0), (50, 50), (0, 50)])

    def result(self, match: str) -> Result:
        found = self.state.match(match)
        if found is None or self.random.random() < 0.3:
            return Result(self.random.choice(["played", "forfeit", "double_forfeit"]), self.player(), self.score())
        good = [Result("played", found.a, (2, 0)), Result("played", found.b, (0, 1)), Result("forfeit", found.a)]
        return self.random.choice([*good, Result("double_forfeit", None)])

    def config(self) -> Config:
        random = self.random
        return Config(
            title="T" * random.randrange(limits.TITLE_CHARS),
            format=random.choice(get_args(Format)),
            matches=Settings(length=random.choice([1, 2, limits.MATCH_LENGTH])),
            rounds=self.number(),
            double=random.random() < 0.5,
            lives=random.choice([1, 2, 9]),
            cut=random.choice([0, 0, 2, 4, 8, 3]),
            third_place=random.random() < 0.5,
            consolation=random.random() < 0.5,
            grand_final=random.choice(["reset", "single"]),
            order=random.choice(["fold", "random"]),
            apart=random.choice([(), (("p1", "p2"),), (("p1", "p1"),)]),
            no_show=random.choice(["director", "automatic", "penalty"]),
        )

    def step(self, match: str) -> AnyAct:
        """Something that leads on."""
        current = self.state.current
        if current is None or current.closed:
            return acts.PairRound(len(self.state.rounds) + 1, anyway=True)
        return acts.Report(match, self.result(match), "why") if current.started else acts.StartRound(current.number)

    def act(self) -> AnyAct:
        random, reason = self.random, self.random.choice(["", "why", "z" * limits.REASON_CHARS])
        number, match, player = self.number(), self.match(), self.player()
        if random.random() < 0.5:
            return self.step(match)
        every: list[AnyAct] = [
            acts.Configure(self.config()),
            acts.OpenCheckIn() if random.random() < 0.5 else acts.CloseCheckIn(),
            acts.Pause(reason) if random.random() < 0.2 else acts.Resume(),
            acts.Resume(),
            acts.Merge(player, self.player()),
            acts.Start(random.getrandbits(64)),
            acts.PairRound(number, random.random() < 0.5),
            acts.Swap(number, player, self.player(), reason, random.random() < 0.5),
            acts.StartRound(number),
            acts.UndoRound(number, random.choice(["", f"UNDO ROUND {number}"])),
            acts.ExtendClock(number, random.choice([60_000, 86_400_000])),
            acts.CancelMatch(match, reason),
            acts.Correct(match, self.result(match), reason),
            acts.PlayOff(player, self.player()),
            acts.TakeBreak(random.choice([0, 2**53])),
            acts.Announce(reason),
            acts.Feature(random.choice([None, match])),
            acts.Finish() if random.random() < 0.2 else acts.Reopen(reason),
            acts.Report(match, self.result(match), reason),
            acts.Register(random.choice(["", "Ada", "\u202e", "x" * limits.NAME_CHARS])),
            acts.Register("Bo"),
            acts.Rename(player, "Cy"),
            acts.CheckIn(player, random.random() < 0.3),
            acts.CheckIn(player),
            acts.Withdraw(player, reason),
            acts.Return(player),
            acts.Ready(match, player),
            acts.Claim(match, player, self.score()),
        ]
        return random.choice(every)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("format_", get_args(Format))
async def test_any_order_of_acts_is_answered(format_: Format, seed: int) -> None:
    async with Hall(None) as hall:
        await hall.place()
        chance = Chance(seed)
        config = replace(SINGLES, format=format_, cut=2 * (seed % 2), no_show="automatic")
        director = await hall.director(fitting(config))
        players = [await hall.player(director.code, name) for name in ("Ada", "Bo", "Cy", "Di")]
        outcomes = set()
        for _ in range(400):
            hall.clock.now += chance.random.choice([1_000, 20_000])
            guest = director if chance.random.random() < 0.8 else chance.random.choice(players)
            chance.state = await director.place_state()
            answer = await guest.do(guest.conduct(chance.act()))
            assert isinstance(answer, Ack) or answer.code in CODES
            outcomes.add("ok" if isinstance(answer, Ack) else answer.code)
            await director.place.tournaments.settle(f"tournament:{director.code}")
        assert len(outcomes) > 3
        await everybody_agrees(hall, director, players)


async def everybody_agrees(hall: Hall, director: Guest, players: list[Guest]) -> None:
    """What was told is what a newcomer is told, and the log can be read again."""
    copy = director.place.tournaments.live[director.code]
    for work in (copy.settling, copy.telling, copy.telling):
        if work is not None:
            await work.done()
    late = await (await hall.guest("Late")).open(director.code)
    for guest in (director, *players):
        assert (guest.head, guest.players, guest.rounds) == (late.head, late.players, late.rounds)
        assert (guest.play_offs, guest.standings) == (late.play_offs, late.standings)
    commits = await director.place.tournaments.commits(director.code)
    assert from_json(to_json(director.code, commits).decode())


async def test_no_key_is_as_good_as_another(hall: Hall) -> None:
    director = await hall.director()
    key, guest = director.got(Key)[0].key, await hall.guest("Eve")
    for wrong in (key[::-1], key[:-1] + "_", key + "A", "A" * 22, director.device):
        answer = await guest.do(c.OpenTournament(id=hall.id(), tournament=director.code, key=wrong))
        assert isinstance(answer, Error)
        assert answer.code in (Code.KEY_UNKNOWN, Code.RATE_LIMITED)


async def test_act_with_a_field_too_many_is_refused(hall: Hall) -> None:
    director = await hall.director()
    before = await director.place_state()
    frame = {"type": "conduct", "id": "x", "tournament": director.code, "act": {"type": "finish", "role": "server"}}
    await director.place.dispatcher.handle(director.session, msgpack.packb(frame))
    assert director.got(Error)[-1].code == Code.BAD_COMMAND
    assert await director.place_state() == before
