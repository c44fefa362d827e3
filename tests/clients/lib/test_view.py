import pytest
from msgspec.structs import replace

from clients.lib.view import apply, later
from engine.types import Color
from protocol import commands as c
from protocol.events import Commit, PlayerOffline, PlayerOnline
from protocol.messages import Events
from protocol.settings import Control, Settings
from server.rooms.decide import Actor, RoomCommand
from server.rooms.state import fold
from tests.clients.lib.table import BLACK, CODE, WHITE, Table

GAMES = [
    Settings(preset="long-nard"),
    Settings(preset="lange-narde", length=3),
    Settings(preset="dlinnye-nardy", control=Control(timing="fischer", bank=10_800_000, extra=5_000)),
    Settings(overrides={"gul_bara": True, "cascade_from_turn": 1, "carry_over": "any_roll"}),
    Settings(overrides={"gul_bara": True, "last_turn": "second_mover"}, length=3),
    Settings(control=Control(timing="delay", bank=10_800_000, extra=2_000), length=2),
    Settings(control=Control(timing="delay", bank=10_000, extra=1_000)),
    Settings(teaching=True),
]


@pytest.mark.parametrize("settings", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_view_is_snapshot_at_every_version(settings: Settings, seed: int) -> None:
    table = Table.started(settings, seed)
    mine, theirs = table.view(WHITE), table.view(BLACK)
    for _ in table.play():
        mine, theirs = apply(mine, table.log[-1], WHITE.player), apply(theirs, table.log[-1], BLACK.player)
        assert mine == table.view(WHITE)
        assert theirs == table.view(BLACK)
    assert mine.winner is not None


def test_view_follows_seats_and_rematch() -> None:
    table = Table.opened()
    view = table.view(BLACK)
    commands: list[tuple[Actor, RoomCommand]] = [
        (BLACK, c.Sit(id="1", room=CODE)),
        (WHITE, c.Resign(id="2", room=CODE, points=2)),
        (WHITE, c.Rematch(id="3", room=CODE)),
        (BLACK, c.Rematch(id="4", room=CODE, accept=False)),
        (WHITE, c.Rematch(id="5", room=CODE)),
        (BLACK, c.Rematch(id="6", room=CODE)),
        (BLACK, c.Resign(id="7", room=CODE, points=2)),
        (WHITE, c.Rematch(id="8", room=CODE)),
        (BLACK, c.StandUp(id="9", room=CODE)),
        (WHITE, c.InviteBot(id="10", room=CODE)),
    ]
    for actor, command in commands:
        table.do(actor, command)
        view = apply(view, table.log[-1], BLACK.player)
        assert view == table.view(BLACK)
    assert (view.match, view.you) == (3, ())


def test_absence_grows_with_time() -> None:
    table = Table.started()
    view = table.view()
    table.commit((PlayerOffline(Color.BLACK, table.now - 400),))
    view = apply(view, table.log[-1], WHITE.player)
    assert view == table.view()
    table.do(WHITE, c.Throw(id="t", room=CODE, turn=view.turn))
    view = apply(view, table.log[-1], WHITE.player)
    assert view == table.view()
    table.commit((PlayerOnline(Color.BLACK),))
    assert apply(view, table.log[-1], WHITE.player) == table.view()


def test_version_of_hidden_facts_counts() -> None:
    table = Table.started()
    hidden = Events(room=CODE, version=table.state.version + 1, at=table.now + 5, events=())
    state = fold(table.state, hidden.version, Commit(hidden.at, ()))
    view = apply(table.view(), hidden, WHITE.player)
    assert (view.version, view.at) == (state.version, hidden.at)
    assert view == replace(table.view(), version=view.version, at=view.at)


def test_clock_runs_between_versions() -> None:
    table = Table.started(Settings(control=Control(timing="delay", bank=60_000, extra=5_000)))
    table.throw()
    view = table.view()
    for _ in range(5):
        table.now += 1_900
        view = later(view, table.now)
        assert view == table.view()
    assert view.clocks is not None
    assert view.clocks.delay == 0


def test_older_time_gives_nothing_back() -> None:
    table = Table.started(Settings(control=Control(timing="fischer", bank=60_000)))
    table.throw()
    view = table.view()
    assert later(view, view.at - 1_000).clocks == view.clocks
