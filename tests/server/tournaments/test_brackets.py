"""Tables of knock-outs: everybody is in, nobody plays on after his last loss, nobody soon meets the same one again."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.tournaments.brackets import NOBODY, Bracket, From, Node, Seed, double_elimination, single_elimination


def names(players: int) -> tuple[str, ...]:
    return tuple(f"S{number}" for number in range(1, players + 1))


def played(nodes: tuple[Node, ...], players: int, random: Random) -> Bracket:
    """With a result for every match that could be played."""
    decided: dict[str, tuple[str, str]] = {}
    while playable := (bracket := Bracket(nodes, names(players), decided)).playable():
        match, a, b = random.choice(playable)
        winner = random.choice([a, b])
        decided[match] = (winner, b if winner == a else a)
    return bracket


def reachable(nodes: tuple[Node, ...], feed: Seed | From) -> set[str]:
    """Matches of the winners' bracket whose losers may come from there."""
    if isinstance(feed, Seed):
        return set()
    if feed.role == "loser":
        return {feed.match}
    node = next(node for node in nodes if node.match == feed.match)
    return reachable(nodes, node.a) | reachable(nodes, node.b)


def fed_by(nodes: tuple[Node, ...], match: str) -> set[str]:
    node = next(node for node in nodes if node.match == match)
    return {feed.match for feed in (node.a, node.b) if isinstance(feed, From)}


@given(players=st.integers(2, 64), third_place=st.booleans())
def test_single_elimination_has_right_size(players: int, third_place: bool) -> None:
    nodes = single_elimination(players, third_place)
    assert len(nodes) == players - 1 + (third_place and players > 3)
    assert sorted(feed.number for node in nodes for feed in (node.a, node.b) if isinstance(feed, Seed)) == [
        *range(1, players + 1)
    ]


@given(players=st.integers(2, 64), reset=st.booleans())
def test_double_elimination_has_right_size(players: int, reset: bool) -> None:
    assert len(double_elimination(players, reset)) == 2 * players - 2 + reset


@given(players=st.integers(2, 64), seed=st.integers(), double=st.booleans())
def test_bracket_leaves_one_winner(players: int, seed: int, double: bool) -> None:
    nodes = double_elimination(players) if double else single_elimination(players, third_place=True)
    bracket = played(nodes, players, Random(seed))
    places = bracket.places()
    assert sorted(name for place in places for name in place) == sorted(names(players))
    assert len(places[0]) == len(places[1]) == 1
    losses = [loser for _, loser in bracket.decided.values()]
    (champion,) = places[0]
    if double:
        assert losses.count(champion) < 2
        assert all(losses.count(name) == 2 for name in names(players) if name != champion)


@given(players=st.integers(2, 64), seed=st.integers())
def test_best_seeds_come_through_when_they_win(players: int, seed: int) -> None:
    decided: dict[str, tuple[str, str]] = {}
    nodes = single_elimination(players)
    while playable := (bracket := Bracket(nodes, names(players), decided)).playable():
        match, a, b = Random(seed).choice(playable)
        winner, loser = sorted((a, b), key=lambda name: int(name[1:]))
        decided[match] = winner, loser
    order = [name for place in bracket.places() for name in place]
    assert order[:2] == ["S1", "S2"][: len(order)]
    assert set(order[:4]) == set(names(min(players, 4)))


@pytest.mark.parametrize("players", range(5, 65))
def test_sent_down_does_not_meet_his_last_victim(players: int) -> None:
    nodes = double_elimination(players)
    last = max((node for node in nodes if node.stage == "WB final"), key=lambda node: node.match)
    for node in nodes:
        if node.match[0] == "L" and isinstance(node.a, From) and node.a.role == "loser" and node.a.match != last.match:
            assert not fed_by(nodes, node.a.match) & reachable(nodes, node.b)


def test_double_forfeit_lets_next_opponent_pass() -> None:
    bracket = Bracket(single_elimination(4, third_place=True), names(4), {"M1": (NOBODY, NOBODY), "M2": ("S2", "S3")})
    assert bracket.playable() == []
    assert bracket.places() == [{"S2"}, {"S3"}, {"S1", "S4"}]


def test_open_bracket_has_survivors_first() -> None:
    bracket = Bracket(single_elimination(4), names(4), {"M1": ("S4", "S1")})
    assert bracket.places() == [{"S2", "S3", "S4"}, {"S1"}]


def test_third_place_is_played_by_losers_of_semi_finals() -> None:
    decided = {"M1": ("S1", "S4"), "M2": ("S2", "S3"), "T1": ("S4", "S3"), "M3": ("S2", "S1")}
    bracket = Bracket(single_elimination(4, third_place=True), names(4), decided)
    assert [sorted(place) for place in bracket.places()] == [["S2"], ["S1"], ["S4"], ["S3"]]


def test_stages_have_names() -> None:
    assert [node.stage for node in single_elimination(6, third_place=True, consolation=True)] == [
        *("round 1", "round 1", "round 2", "round 2", "third place", "final", "consolation final"),
    ]
