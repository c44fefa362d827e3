"""The tournaments of tests/cases/tournament.json as facts of ours."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from protocol.settings import Settings
from protocol.tournament import events as e
from protocol.tournament.events import Config, Event, Pairing, Result
from server.tournaments.state import TournamentState, fold_events

CASES: dict[str, Any] = json.loads((Path(__file__).parents[2] / "cases/tournament.json").read_text(encoding="utf-8"))
BY_ID: dict[str, Any] = {case["id"]: case for case in CASES["cases"]}


def config(format_: e.Format, length: int, rounds: int = 0) -> Config:
    return Config(format=format_, matches=Settings(length=length), rounds=rounds)


def fact(record: Mapping[str, Any]) -> Event:
    """One record of `swiss_9.events`."""
    match record["type"]:
        case "tournament_created":
            given = record["config"]
            return e.TournamentCreated(config(given["format"], given["match_to"], given["rounds"]), 0)
        case "player_registered":
            return e.PlayerRegistered(record["player"], record["name"], int(record["player"][1:]))
        case "player_checked_in":
            return e.PlayerCheckedIn(record["player"])
        case "player_withdrawn":
            return e.PlayerWithdrawn(record["player"], record["during_round"], 0, "player", record["reason"])
        case "tournament_started":
            return e.TournamentStarted(record["rng_seed"])
        case "round_paired":
            pairings = tuple(Pairing(**each) for each in record["pairings"])
            return e.RoundPaired(record["round"], pairings, tuple(record["byes"]))
        case "round_started":
            return e.RoundStarted(record["round"], 0)
        case "result_reported":
            return e.ResultReported(record["match"], result(record), record["source"], 0)
        case "round_closed":
            return e.RoundClosed(record["round"], 0)
        case "tournament_finished":
            return e.TournamentFinished()
        case other:
            raise AssertionError(other)


def result(record: Mapping[str, Any]) -> Result:
    score, mars = record.get("score", (0, 0)), record.get("mars", (0, 0))
    return Result(record["kind"], record["winner"], (score[0], score[1]), (mars[0], mars[1]))


def swiss_9() -> list[Event]:
    return [fact(record) for record in CASES["swiss_9"]["events"]]


def folded(events: Iterable[Event]) -> TournamentState:
    return fold_events(TournamentState("TEST01"), events)


def after_round(number: int) -> TournamentState:
    """The nine-player Swiss when this round has been closed."""
    facts = swiss_9()
    return folded(facts[: facts.index(e.RoundClosed(number, 0)) + 1])


def before_round(number: int) -> TournamentState:
    """The nine-player Swiss when this round is about to be paired."""
    facts = swiss_9()
    paired = next(n for n, each in enumerate(facts) if isinstance(each, e.RoundPaired) and each.round == number)
    return folded(facts[:paired])


def started(names: Iterable[str], settings: Config) -> list[Event]:
    """Everybody is here and the tournament has begun; seeds are in the order of the names."""
    players: list[Event] = []
    for seed, name in enumerate(names, start=1):
        players += [e.PlayerRegistered(name, name, seed), e.PlayerCheckedIn(name)]
    return [e.TournamentCreated(settings, 0), *players, e.TournamentStarted(1)]


def with_phones(state: TournamentState) -> TournamentState:
    """Each player plays on a phone of his own."""
    return fold_events(state, [e.DeviceLinked(name, f"phone of {name}") for name in state.players])


def played(
    number: int,
    results: Iterable[tuple[str, str, int, int]],
    byes: tuple[str, ...] = (),
    schedule: tuple[str, ...] = (),
) -> list[Event]:
    """A whole round: both players and their game points."""
    listed = list(enumerate(results, start=1))
    pairings = tuple(Pairing(f"r{number}t{table}", table, a, b) for table, (a, b, _, _) in listed)
    reports = [
        e.ResultReported(f"r{number}t{table}", Result("played", a if x > y else b, (x, y)), "server", 0)
        for table, (a, b, x, y) in listed
    ]
    paired = e.RoundPaired(number, pairings, byes, schedule=schedule)
    return [paired, e.RoundStarted(number, 0), *reports, e.RoundClosed(number, 0)]
