"""What the next pairing knows of each player."""

from server.tournaments.history import contenders, history, losses, points
from server.tournaments.pairing import DOWN, UP
from tests.server.tournaments.replay import after_round


def test_deeds_of_a_player_in_order() -> None:
    deeds = {name: [entry.deed for entry in entries] for name, entries in history(after_round(4), 4).items()}
    assert deeds["p8"] == ["played", "bye", "forfeit_loss", "absent"]
    assert deeds["p9"] == ["absent", "played", "played", "played"]
    assert deeds["p2"] == ["played", "played", "forfeit_win", "played"]


def test_forfeits_and_defeats_are_losses() -> None:
    past = history(after_round(4), 4)
    assert {name: (points(past[name]), losses(past[name])) for name in ("p1", "p8", "p9")} == {
        "p1": (3, 1),
        "p8": (1, 2),
        "p9": (1, 2),
    }


def test_contender_carries_his_past() -> None:
    field = {player.id: player for player in contenders(after_round(3), 3)}
    assert "p8" not in field
    assert field["p2"].had_bye
    assert (field["p2"].met, field["p2"].unplayed) == (frozenset({"p6", "p7"}), 1)
    assert {name: player.floated for name, player in field.items() if player.floated} == {
        "p2": DOWN,
        "p4": DOWN,
        "p5": UP,
        "p7": DOWN,
    }


def test_latecomer_has_missed_rounds() -> None:
    field = {player.id: player for player in contenders(after_round(2), 2)}
    assert field["p9"].unplayed == 1
    assert not field["p9"].had_bye
