"""What Prometheus reads."""

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.metrics import Metrics


def figures(metrics: Metrics) -> dict[str, float]:
    """Every sample by its name and the values of its labels."""
    families = text_string_to_metric_families(metrics.render().decode())
    return {" ".join([s.name, *s.labels.values()]): s.value for family in families for s in family.samples}


def test_connections_are_counted_while_open() -> None:
    metrics = Metrics()
    with metrics.connection(text=True), metrics.connection(text=False):
        during = figures(metrics)
    after = figures(metrics)
    assert [during["narde_connections json"], during["narde_connections msgpack"]] == [1, 1]
    assert [after["narde_connections json"], after["narde_connections_opened_total json"]] == [0, 1]


def test_broken_connection_is_counted_out() -> None:
    metrics = Metrics()
    with pytest.raises(RuntimeError), metrics.connection(text=True):
        raise RuntimeError
    assert figures(metrics)["narde_connections json"] == 0


def test_commands_are_counted_by_outcome() -> None:
    metrics = Metrics()
    for outcome, seconds in (("ok", 0.002), ("ok", 0.2), ("bad_frame", 9.0)):
        metrics.commands.add(("step", outcome), seconds)
    read = figures(metrics)
    assert [read["narde_commands_total ok step"], read["narde_commands_total bad_frame step"]] == [2, 1]
    assert [read["narde_command_seconds_bucket 0.0025"], read["narde_command_seconds_count"]] == [1, 3]


def test_frames_and_appends_are_counted() -> None:
    metrics = Metrics()
    metrics.frames.sent += 3
    for outcome in ("appended", "appended", "conflict"):
        metrics.appends.add((outcome,), 0.002)
    read = figures(metrics)
    assert [read["narde_frames_total in"], read["narde_frames_total out"]] == [0, 3]
    assert [read["narde_appends_total appended"], read["narde_appends_total conflict"]] == [2, 1]
    assert read["narde_append_seconds_bucket 0.0025"] == 3


def test_rooms_are_asked_for_when_read() -> None:
    metrics, rooms = Metrics(), ["A"]
    metrics.look_at(lambda: len(rooms), lambda: 7)
    rooms.append("B")
    read = figures(metrics)
    assert [read["narde_rooms_loaded"], read["narde_viewers"]] == [2, 7]


def test_servers_do_not_share_figures() -> None:
    one, other = Metrics(), Metrics()
    one.slow_readers.inc()
    assert [figures(m)["narde_slow_readers_cut_total"] for m in (one, other)] == [1, 0]
