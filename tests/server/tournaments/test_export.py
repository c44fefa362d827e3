"""A tournament as files: what is in them, what is not, and that they can be read again."""

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.codec import tournament_event_to_wire
from protocol.tournament import acts as c
from protocol.tournament import events as e
from protocol.tournament.events import Commit, Config, Event, Format, Result
from server.tournaments.commands import Issue, Link, RecordGame
from server.tournaments.decide import Actor
from server.tournaments.export import from_json, to_csv, to_json
from server.tournaments.standings import standings
from server.tournaments.state import TournamentState, fold
from tests.server.tournaments.evening import SERVER, Evening, fitting, to
from tests.server.tournaments.replay import after_round, swiss_9
from tests.server.tournaments.test_decide import anything, useful


def a_commit_each(events: Sequence[Event]) -> tuple[Commit, ...]:
    return tuple(Commit(1_000 + number, (event,), "director") for number, event in enumerate(events))


def folded(commits: Sequence[Commit]) -> TournamentState:
    state = TournamentState("TEST01")
    for version, commit in enumerate(commits, start=1):
        state = fold(state, version, commit)
    return state


def running(config: Config, players: int) -> Evening:
    evening = Evening(config, players, Random(1))
    evening.does(c.Start(1))
    return evening


# --- JSON -------------------------------------------------------------------------------------------------------------


def test_nine_player_swiss_is_read_again() -> None:
    commits = (Commit(5, tuple(swiss_9()[:30]), "player"), *a_commit_each(swiss_9()[30:]))
    again = from_json(to_json("ABCDEF", commits).decode())
    assert again == commits
    assert standings(folded(again)) == standings(folded(commits))


def test_file_names_its_format_and_tournament() -> None:
    file = json.loads(to_json("ABCDEF", a_commit_each(swiss_9())))
    assert (file["format"], file["version"], file["tournament"]) == ("narde tournament", 1, "ABCDEF")
    assert file["commits"][0]["events"][0]["type"] == "tournament_created"


def test_file_has_one_commit_a_line() -> None:
    lines = to_json("ABCDEF", a_commit_each(swiss_9())).decode().splitlines()
    assert [json.loads(line.rstrip(","))["at"] for line in lines[1:-1]] == [1_000 + n for n in range(len(swiss_9()))]


def test_file_has_no_keys_and_no_owners() -> None:
    evening = Evening(Config(), 2, Random(1))
    evening.does(Issue("digest of a key", "director"), SERVER)
    evening.does(c.Register("Cyd"), Actor("player", "first device"))
    evening.does(Link("p3", "second device"), SERVER)
    data = to_json("ABCDEF", a_commit_each(evening.log))
    assert not any(secret in data for secret in (b"digest of a key", b"first device", b"second device", b"key_issued"))
    state = folded(from_json(data.decode()))
    assert (state.keys, state.players["p3"].name, state.players["p3"].owner) == ((), "Cyd", None)


def test_imported_owners_and_keys_are_dropped() -> None:
    created: list[Event] = [e.TournamentCreated(Config(), 0), e.KeyIssued("digest", "director")]
    facts: list[Event] = [*created, e.PlayerRegistered("p1", "Ann", 1, "device"), e.DeviceLinked("p1", "device")]
    file = json.loads(to_json("ABCDEF", a_commit_each(created[:1])))
    file["commits"][0]["events"] = [tournament_event_to_wire(fact) for fact in facts]
    (commit,) = from_json(json.dumps(file))
    assert commit.events == (created[0], e.PlayerRegistered("p1", "Ann", 1))


@settings(max_examples=60, deadline=None)
@given(
    format_=st.sampled_from(["round_robin", "swiss", "single_elimination", "double_elimination", "lives"]),
    cut=st.sampled_from([0, 2, 4]),
    seed=st.integers(0, 2**32),
)
def test_whatever_happens_is_read_again(format_: Format, cut: int, seed: int) -> None:
    random = Random(seed)
    evening = Evening(fitting(Config(format=format_, cut=cut)), random.randint(2, 7), random)
    evening.does(c.Start(seed))
    for now in range(60):
        command = useful(evening.state, random) if random.random() < 0.6 else anything(evening, random)
        evening.asks(command, now=now)
    commits = a_commit_each(evening.log)
    again = from_json(to_json("ABCDEF", commits).decode())
    assert again == commits
    assert replace(folded(again), version=0) == evening.state
    assert rows(to_csv(evening.state))


@given(name=st.text(max_size=40), title=st.text(max_size=60), reason=st.text(max_size=200))
def test_any_text_is_read_again(name: str, title: str, reason: str) -> None:
    evening = Evening(Config(title=title), 2, Random(1))
    evening.asks(c.Register(name))
    evening.asks(c.Announce(reason))
    evening.asks(c.Withdraw("p1", reason))
    try:
        data = to_json("ABCDEF", a_commit_each(evening.log))
    except UnicodeEncodeError:  # a lone surrogate comes through no frame
        return
    assert from_json(data.decode()) == a_commit_each(evening.log)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "no exported tournament"),
        ("{}", "no exported tournament"),
        ('{"format": "narde tournament", "version": 1, "commits": {}}', "no exported tournament"),
        ('{"format": "narde tournament", "version": 2, "commits": []}', "version 2"),
        ('{"format": "narde tournament", "version": 1, "commits": []}', "no tournament in this file"),
        ('{"format": "narde tournament", "version": 1, "commits": [1]}', "Commit 1 cannot be read"),
        (
            '{"format": "narde tournament", "version": 1, "commits": [{"at": 1, "source": "me", "events": []}]}',
            "Commit 1",
        ),
    ],
)
def test_other_files_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        from_json(text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("at", -1),
        ("at", 2**53 + 1),
        ("at", 1.5),
        ("at", "now"),
        ("source", "nobody"),
        ("events", [{"type": "no_such_fact"}]),
        ("events", [{"type": ["announcement_made"]}]),
        ("events", [{}]),
        ("events", [{"type": "announcement_made", "text": "x" * 201, "at": 0}]),
        ("events", [{"type": "announcement_made", "text": "x", "at": 2**63}]),
        ("events", [{"type": "announcement_made", "text": 5, "at": 0}]),
        ("events", [{"type": "clock_extended", "round": 1, "by": None}]),
    ],
)
def test_unreadable_commit_is_named(field: str, value: object) -> None:
    file = json.loads(to_json("ABCDEF", a_commit_each(swiss_9()[:3])))
    file["commits"][2][field] = value
    with pytest.raises(ValueError, match="Commit 3 cannot be read"):
        from_json(json.dumps(file))


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_changed_file_is_refused_or_harmless(data: st.DataObject) -> None:
    """Facts left out, doubled or moved: the log is refused, or it is a tournament that can be shown."""
    evening = running(Config(format=data.draw(st.sampled_from(["round_robin", "swiss", "double_elimination"]))), 5)
    evening.play_round()
    evening.play_round()
    facts = evening.log
    one, other = (data.draw(st.integers(0, len(facts) - 1)) for _ in range(2))
    moved = [*facts[:one], *facts[one + 1 :]]
    moved.insert(other, data.draw(st.sampled_from(facts)))
    try:
        commits = from_json(to_json("ABCDEF", a_commit_each(moved)).decode())
    except ValueError:
        return
    assert rows(to_csv(folded(commits)))


# --- CSV --------------------------------------------------------------------------------------------------------------


def rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))


def test_table_opens_as_utf_8_with_semicolons() -> None:
    data = to_csv(running(Config(title="Нарды"), 3).state)
    assert data.startswith("\ufeffTournament;Нарды;TEST01\r\n".encode())


def test_table_has_standings_then_rounds() -> None:
    evening = running(Config(format="swiss", rounds=3, matches=to(2)), 5)
    evening.play_round()
    listed = rows(to_csv(evening.state))
    table = standings(evening.state)
    assert listed[1] == ["Rounds", "1"]
    heads = ["Place", "Player", "Points", "Buchholz", "Sonneborn-Berger", "Difference", "Mars", "Wins", "Left"]
    assert listed[3] == heads
    names = [evening.state.players[row.player].name for row in table]
    assert [line[:3] for line in listed[4:9]] == [
        [str(row.rank), name, str(row.points)] for row, name in zip(table, names, strict=True)
    ]
    assert listed[10][:5] == ["Round", "Table", "Stage", "A", "B"]
    match = evening.state.rounds[0].matches["r1t1"]
    assert match.result is not None
    assert match.result.winner is not None
    a, b, winner = (evening.state.players[name].name for name in (match.a, match.b, match.result.winner))
    score = [str(points) for points in match.result.score]
    assert listed[11] == ["1", "1", "", a, b, *score, winner, "played", "server", ""]
    bye = evening.state.players[evening.state.rounds[0].byes[0]].name
    assert listed[13] == ["1", "", "", bye, "", "", "", "", "bye", "", ""]
    assert len(listed) == 14


def test_half_a_point_is_no_date() -> None:
    cells = [cell for line in rows(to_csv(after_round(4)))[4:13] for cell in line]
    assert "10" in cells
    assert "5½" in cells
    assert not any("." in cell for cell in cells)


def test_table_shows_the_result_that_counts() -> None:
    evening = running(Config(), 2)
    evening.does(c.PairRound(1))
    evening.does(c.StartRound(1))
    match = evening.state.rounds[0].matches["r1t1"]
    assert rows(to_csv(evening.state))[-1][5:] == ["", "", "", "", "", ""]
    evening.does(RecordGame("r1t1", 1, match.a, 2), SERVER)
    evening.does(c.Correct("r1t1", Result("forfeit", match.b), "wrong player"))
    assert rows(to_csv(evening.state))[-1][5:] == ["", "", "Player 2", "forfeit", "director", "wrong player"]


def test_table_of_a_bracket_names_stages_and_play_offs() -> None:
    evening = running(Config(format="single_elimination"), 4)
    evening.play_round()
    evening.play_round()
    listed = rows(to_csv(evening.state))
    assert listed[3] == ["Place", "Player", "Wins", "Left"]
    assert [line[2] for line in listed[-3:]] == ["round 1", "round 1", "final"]
    third = [row.player for row in standings(evening.state) if row.rank == 3]
    evening.does(c.PlayOff(*third))
    assert rows(to_csv(evening.state))[-1][0] == "play-off"


def test_who_left_early_has_no_place() -> None:
    evening = running(Config(), 5)
    evening.play_round()
    evening.does(c.Withdraw("p5"))
    last = [line for line in rows(to_csv(evening.state)) if len(line) == 8][-1]
    assert (last[0], last[1], last[-1]) == ("", "Player 5", "round 1")


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+1", "-1", "@SUM(A1)", "x,=1+1", "x;=1+1", 'x",=1+1', "x, -1", "'=1", "\uff1d1+1", "x,\uff0b1"],
)
def test_no_cell_is_calculated(name: str) -> None:
    evening = Evening(Config(title=name), 1, Random(1))
    evening.does(c.Register(name))
    evening.does(c.CheckIn("p2"))
    evening.does(c.Start(1))
    evening.play_round()
    data = to_csv(evening.state)
    for sign in ";,\t":
        reader = csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=sign)
        cells = [cell for line in reader for cell in line]
        assert not [cell for cell in cells if cell.strip()[:1] in tuple("=+@\uff1d\uff0b\uff0d\uff20")]
        assert all(cell.lstrip("-").isdigit() for cell in cells if sign == ";" and cell.startswith("-"))


@given(title=st.text(alphabet="=+-@\t\r\n,;\"' a", max_size=20))
def test_no_title_is_calculated(title: str) -> None:
    evening = Evening(Config(title=title), 1, Random(1))
    cell = rows(to_csv(evening.state))[0][1]
    assert cell[:1] not in tuple("=+-@\t\r") or not cell
    assert cell.replace("'", "") == title.replace("'", "")
