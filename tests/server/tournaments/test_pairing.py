"""The cheapest pairing is found, whatever has happened before, and the same one each time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.tournament.events import Cost
from server.tournaments.history import contenders
from server.tournaments.pairing import COMPLETE, DOWN, UP, Contender, Paired, Unavoidable, cost_of, pair
from tests.server.tournaments.replay import CASES, before_round

Pairs = tuple[tuple[Contender, Contender | None], ...]


def every_pairing(field: Sequence[Contender]) -> Iterator[Pairs]:
    """All ways to pair everybody, with one bye when their number is odd."""
    players: list[Contender | None] = [*field, None] if len(field) % 2 else [*field]
    yield from _every(players)


def _every(players: list[Contender | None]) -> Iterator[Pairs]:
    if not players:
        yield ()
        return
    first, *others = players
    assert first is not None
    for number, other in enumerate(others):
        for rest in _every(others[:number] + others[number + 1 :]):
            yield ((first, other), *rest)


def price(pairs: Pairs) -> Cost:
    """The cost by the words of the conventions, counted another way than the product counts it."""
    byes = [player for player, other in pairs if other is None]
    both = [(one, other) for one, other in pairs if other is not None]
    floats = 0
    for one, other in both:
        if one.points > other.points:
            floats += (one.floated == DOWN) + (other.floated == UP)
        if one.points < other.points:
            floats += (one.floated == UP) + (other.floated == DOWN)
    return Cost(
        rematches=sum(other.id in one.met for one, other in both),
        second_byes=sum(player.had_bye for player in byes),
        bye_score=sum(player.points for player in byes),
        bye_unplayed=sum(player.unplayed for player in byes),
        squares=sum((one.points - other.points) ** 2 for one, other in both),
        repeated_floats=floats + sum(player.floated == DOWN for player in byes),
    )


def can_go_on(field: Sequence[Contender], pairs: Pairs) -> bool:
    """After this round another one is possible without a rematch and a second bye."""
    met = {frozenset({one.id, other.id}) for one, other in pairs if other is not None}
    byes = {one.id for one, other in pairs if other is None}

    def is_new(one: Contender, other: Contender | None) -> bool:
        if other is None:
            return not one.had_bye and one.id not in byes
        return other.id not in one.met and frozenset({one.id, other.id}) not in met

    return any(all(is_new(*each) for each in following) for following in every_pairing(field))


def with_result(field: Sequence[Contender], pairs: Pairs, random: Random) -> list[Contender]:
    """The field after these matches: some are lost by forfeit."""
    after = {player.id: replace(player, floated=0, unplayed=player.unplayed + 1) for player in field}
    for one, other in pairs:
        if other is None:
            after[one.id] = replace(after[one.id], points=one.points + 1, had_bye=True, floated=DOWN)
            continue
        winner, loser = random.choice([(one, other), (other, one)])
        forfeit = random.random() < 0.1
        for player, against in ((winner, loser), (loser, winner)):
            gap = player.points - against.points
            floated = DOWN if gap > 0 or (forfeit and player is winner) else UP if gap < 0 else 0
            after[player.id] = replace(
                after[player.id],
                points=player.points + (player is winner),
                met=player.met if forfeit else player.met | {against.id},
                had_bye=player.had_bye or (forfeit and player is winner),
                unplayed=player.unplayed + forfeit,
                floated=floated,
            )
    return list(after.values())


def random_field(random: Random, players: int) -> list[Contender]:
    """Some rounds have been paired anyhow; people came late, missed rounds and left."""
    field = [Contender(f"p{number}") for number in range(players + random.choice([0, 0, 1, 2]))]
    for number in range(random.randint(0, max(players - 1, 1))):
        missing = [player for player in field if random.random() < 0.1]
        here = [player for player in field if player not in missing]
        random.shuffle(here)
        best = pair(here) if len(here) > 1 and random.random() < 0.7 else None
        pairs = as_pairs(here, best) if isinstance(best, Paired) else any_pairing(here)
        absent = [replace(player, unplayed=player.unplayed + 1, floated=0) for player in missing]
        field = with_result(here, pairs, random) + absent
        if number and random.random() < 0.2:
            field.append(Contender(f"late{number}", unplayed=number + 1))
    random.shuffle(field)
    return field[:players]


def any_pairing(field: Sequence[Contender]) -> Pairs:
    players: list[Contender | None] = [*field, None] if len(field) % 2 else [*field]
    return tuple((one, other) for one, other in zip(players[::2], players[1::2], strict=True) if one is not None)


def as_pairs(field: Sequence[Contender], paired: Paired) -> Pairs:
    by_id = {player.id: player for player in field}
    byes = () if paired.bye is None else ((by_id[paired.bye], None),)
    return (*((by_id[a], by_id[b]) for a, b in paired.pairs), *byes)


def best_of(paired: Paired | Unavoidable) -> Paired:
    return paired.best if isinstance(paired, Unavoidable) else paired


def is_whole(field: Sequence[Contender], paired: Paired) -> bool:
    """Everybody is in it once, with a bye only if their number is odd."""
    listed = [name for each in paired.pairs for name in each] + ([] if paired.bye is None else [paired.bye])
    return sorted(listed) == sorted(player.id for player in field) and len(paired.pairs) == len(field) // 2


@pytest.mark.parametrize("chunk", range(8))
def test_cost_is_that_of_brute_force(chunk: int) -> None:
    random = Random(chunk)
    unavoidable = 0
    for _ in range(300):
        field = random_field(random, random.randint(2, 8))
        found = pair(field)
        best = min(map(price, every_pairing(field)))
        assert is_whole(field, best_of(found))
        assert best_of(found).cost == price(as_pairs(field, best_of(found))) == best
        assert isinstance(found, Unavoidable) == (best.rematches + best.second_byes > 0)
        unavoidable += isinstance(found, Unavoidable)
    assert 0 < unavoidable < 150


@pytest.mark.parametrize("chunk", range(4))
def test_look_ahead_is_that_of_brute_force(chunk: int) -> None:
    random = Random(1000 + chunk)
    for _ in range(75):
        field = random_field(random, random.randint(3, 8))
        found = pair(field, ahead=True)
        clean = [each for each in every_pairing(field) if price(each).rematches + price(each).second_byes == 0]
        leading_on = [each for each in clean if can_go_on(field, each)]
        if isinstance(found, Paired):
            best = min(map(price, leading_on or clean))
            assert found.cost == price(as_pairs(field, found)) == best
            assert not leading_on or can_go_on(field, as_pairs(field, found))
        else:
            assert not clean


def test_dead_end_is_avoided() -> None:
    """a–d, b–e, c–f would leave two threes, and in each of them somebody without an opponent."""
    met = {"a": "ef", "b": "df", "c": "de", "d": "bc", "e": "ac", "f": "ab"}
    points = {"a": 2, "b": 1, "c": 0, "d": 2, "e": 1, "f": 0}
    field = [Contender(name, points[name], frozenset(met[name])) for name in met]
    assert best_of(pair(field)).pairs == (("a", "d"), ("b", "e"), ("c", "f"))
    foreseen = pair(field, ahead=True)
    assert isinstance(foreseen, Paired)
    assert can_go_on(field, as_pairs(field, foreseen))
    assert foreseen.cost.squares == 2


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_swiss_round_has_optimal_pairing(number: int) -> None:
    expected = CASES["swiss_9"]["rounds"][number - 1]
    field = contenders(before_round(number), number - 1)
    found = pair(field)
    assert isinstance(found, Paired)
    assert {player.id for player in field} == set(expected["players_paired"])
    assert found.cost == Cost(
        *[
            expected["optimal_pairing_cost"][key]
            for key in (
                "rematches",
                "second_byes",
                "bye_score",
                "bye_unplayed",
                "sum_squared_score_diff",
                "repeated_floats",
            )
        ]
    )
    listed = {"pairs": sorted(sorted(each) for each in found.pairs), "bye": found.bye}
    assert expected["optimal_pairings"] is None or listed in expected["optimal_pairings"]
    assert sum(price(each) == found.cost for each in every_pairing(field)) == expected["optimal_pairings_count"]
    assert sum(1 for _ in every_pairing(field)) == expected["all_pairings_count"]


def test_given_pairings_are_optimal_too() -> None:
    for number, expected in enumerate(CASES["swiss_9"]["rounds"], start=1):
        field = {player.id: player for player in contenders(before_round(number), number - 1)}
        pairs = [(field[each["a"]], field[each["b"]]) for each in expected["pairings"]]
        byes = [(field[expected["bye"]], None)] if expected["bye"] else []
        cost = sum((cost_of(one, other) for one, other in [*pairs, *byes]), Cost())
        assert list(expected["optimal_pairing_cost"].values()) == [
            cost.rematches,
            cost.second_byes,
            cost.bye_score,
            cost.bye_unplayed,
            cost.squares,
            cost.repeated_floats,
        ]


def test_upper_half_meets_lower_half() -> None:
    found = pair([Contender(f"p{number}") for number in range(1, 9)])
    assert best_of(found).pairs == (("p1", "p5"), ("p2", "p6"), ("p3", "p7"), ("p4", "p8"))


def test_last_of_equals_has_the_bye() -> None:
    assert best_of(pair([Contender(f"p{number}") for number in range(1, 8)])).bye == "p7"


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 64), seed=st.integers(0, 2**32))
def test_large_field_is_paired_well(players: int, seed: int) -> None:
    random = Random(seed)
    field = [Contender(f"p{number}") for number in range(players)]
    for _ in range(6):
        found = pair(field)
        if isinstance(found, Unavoidable):
            assert found.best.cost.rematches + found.best.cost.second_byes > 0
            break
        assert is_whole(field, found)
        assert (found.cost.rematches, found.cost.second_byes) == (0, 0)
        assert found.cost == price(as_pairs(field, found))
        assert found.cost <= min(price(any_pairing(random.sample(field, len(field)))) for _ in range(5))
        field = with_result(field, as_pairs(field, found), random)
        field = [player for player in field if random.random() < 0.97] or field[:2]


@settings(max_examples=20, deadline=None)
@given(players=st.integers(2, 24), seed=st.integers(0, 2**32))
def test_equal_input_gives_equal_output(players: int, seed: int) -> None:
    field = random_field(Random(seed), players)
    assert pair(field) == pair(list(field)) == pair(random_field(Random(seed), players))


@pytest.mark.parametrize("players", [COMPLETE + 1, COMPLETE + 51])
def test_likely_opponents_cost_no_more(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(players)
    field = [Contender(f"p{number}") for number in range(players)]
    for _ in range(5):
        found = pair(field)
        assert isinstance(found, Paired)
        with monkeypatch.context() as patched:
            patched.setattr("server.tournaments.pairing.COMPLETE", players)
            assert found.cost == best_of(pair(field)).cost
        field = with_result(field, as_pairs(field, found), random)


def test_thousand_players_are_paired() -> None:
    random = Random(7)
    field = [Contender(f"p{number}") for number in range(1000)]
    for _ in range(3):
        found = pair(field)
        assert isinstance(found, Paired)
        assert is_whole(field, found)
        field = with_result(field, as_pairs(field, found), random)
    assert {player.points for player in field} == {0, 1, 2, 3}
