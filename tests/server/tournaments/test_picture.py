"""What is told of a change: no more than has changed."""

from dataclasses import replace
from random import Random

import pytest

from protocol.tournament import acts as c
from protocol.tournament.events import Config
from protocol.tournament.views import RoundView
from server.tournaments.picture import LARGE, PARTS, Boards, Painter, Picture, changes
from tests.server.tournaments.evening import Evening, to

NO_BOARDS: Boards = {}
SWISS = Config(format="swiss", rounds=3, matches=to(1))


class Wall:
    """An evening with pictures of it."""

    def __init__(self, config: Config, players: int) -> None:
        self.evening, self.painter = Evening(config, players, Random(7)), Painter()
        self.boards: Boards = NO_BOARDS
        self.evening.does(c.Start(1))
        self.last = self.paint()

    def paint(self) -> Picture:
        return self.painter.paint(self.evening.state, self.boards, 1_000, None)

    def told(self) -> dict[str, object]:
        before, self.last = self.last, self.paint()
        return changes(before, self.last)

    def start_round(self, number: int = 1) -> None:
        self.evening.does(c.PairRound(number))
        self.evening.does(c.StartRound(number))


def test_first_picture_is_complete() -> None:
    wall = Wall(SWISS, 4)
    assert set(changes(None, wall.last)) == set(PARTS)
    assert wall.told() == {}


def test_only_what_changed_is_told() -> None:
    wall = Wall(SWISS, 4)
    wall.evening.does(c.Announce("Soup"))
    assert set(wall.told()) == {"head"}
    wall.evening.does(c.Rename("p1", "Ada"))
    assert set(wall.told()) == {"players"}
    wall.start_round()
    assert set(wall.told()) == {"head", "rounds"}


def test_same_parts_are_not_made_again() -> None:
    wall = Wall(SWISS, 8)
    wall.start_round()
    before = wall.paint()
    wall.evening.does(c.Announce("Soup"))
    after = wall.paint()
    assert all(getattr(before, name) is getattr(after, name) for name in ("players", "play_offs", "standings"))
    assert before.rounds[0] is after.rounds[0]


def test_standings_of_a_swiss_wait_for_the_round() -> None:
    wall = Wall(SWISS, 4)
    wall.start_round()
    wall.told()
    first, second = wall.evening.state.rounds[0].matches.values()
    wall.evening.play(first)
    assert "standings" not in wall.told()
    wall.evening.play(second)
    assert "standings" in wall.told()


def test_room_is_told_with_its_round() -> None:
    wall = Wall(SWISS, 4)
    wall.start_round()
    wall.told()
    wall.boards = {("r1t1", wall.evening.state.rounds[0].matches["r1t1"].issue): "ABCDEF"}
    (told,) = wall.told().values()
    assert isinstance(told, tuple)
    assert [match.room for match in told[0].matches] == ["ABCDEF", None]


def test_vanished_bracket_is_told() -> None:
    wall = Wall(Config(format="single_elimination", matches=to(1)), 4)
    wall.evening.does(c.PairRound(1))
    assert wall.told()["bracket"]
    wall.evening.does(c.UndoRound(1, "UNDO ROUND 1"))
    assert wall.told()["bracket"] == ()


@pytest.mark.parametrize(("matches", "whole"), [(LARGE - 1, True), (LARGE, False)])
def test_large_round_tells_single_matches(matches: int, whole: bool) -> None:
    wall = Wall(SWISS, 2 * matches)
    wall.start_round()
    wall.told()
    wall.evening.play(wall.evening.state.rounds[0].matches["r1t3"])
    told = wall.told()
    assert ("rounds" in told, "matches" in told) == (whole, not whole)
    if not whole:
        assert [match.match for match in wall.last.rounds[0].matches if match.result] == ["r1t3"]
        assert told["matches"] == (wall.last.rounds[0].matches[2],)


def test_long_list_tells_single_players() -> None:
    wall = Wall(SWISS, LARGE)
    wall.evening.does(c.Rename("p3", "Ada"))
    wall.evening.does(c.Register("Newcomer"))
    told = wall.told()
    assert "players" not in told
    assert told["entries"] == tuple(player for player in wall.last.players if player.id in ("p3", f"p{LARGE + 1}"))
    wall.evening.does(c.Merge(f"p{LARGE + 1}", "p3"))
    assert "players" in wall.told()


def test_closed_round_is_told_whole() -> None:
    wall = Wall(replace(SWISS, rounds=1), 2 * LARGE)
    wall.start_round()
    wall.told()
    for match in wall.evening.state.rounds[0].open_matches:
        wall.evening.play(match)
    told = wall.told()["rounds"]
    assert isinstance(told, tuple)
    assert isinstance(told[0], RoundView)
    assert told[0].closed
