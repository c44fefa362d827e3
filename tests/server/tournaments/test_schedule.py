"""Round robin: everybody meets everybody, and nobody twice in one round."""

from collections import Counter

import pytest

from server.tournaments.schedule import games_each, round_robin, rounds_needed


@pytest.mark.parametrize("size", range(2, 17))
@pytest.mark.parametrize("double", [False, True])
def test_everybody_meets_everybody(size: int, double: bool) -> None:
    players = [f"p{number}" for number in range(size)]
    table = round_robin(players, double)
    times = 2 if double else 1
    pairs = Counter(frozenset(each) for meeting in table for each in meeting.pairs)
    assert len(pairs) == size * (size - 1) // 2
    assert set(pairs.values()) == {times}
    assert len(table) == rounds_needed(size) * times
    for meeting in table:
        listed = [name for each in meeting.pairs for name in each] + ([meeting.bye] if meeting.bye else [])
        assert sorted(listed) == sorted(players)
    games = Counter(name for meeting in table for each in meeting.pairs for name in each)
    assert set(games.values()) == {games_each(size, double)}


def test_second_half_exchanges_sides() -> None:
    table = round_robin("ABCD", double=True)
    assert [tuple(reversed(pair)) for pair in table[0].pairs] == list(table[3].pairs)


@pytest.mark.parametrize("players", ["", "A"])
def test_nobody_to_meet(players: str) -> None:
    assert all(meeting.pairs == () for meeting in round_robin(players))
