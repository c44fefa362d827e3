"""What an operator can see in Prometheus. Every label has few values, all chosen here or in protocol.errors."""

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Frames(Collector):
    """Frames of all connections. Plain numbers: a thousand watchers are a thousand frames for one event."""

    def __init__(self) -> None:
        self.received = self.sent = 0

    def collect(self) -> Iterable[Metric]:
        frames = CounterMetricFamily("narde_frames", "Frames read and written", labels=["way"])
        frames.add_metric(["in"], self.received)
        frames.add_metric(["out"], self.sent)
        return [frames]


class Timed(Collector):
    """How often something ended how, and how long it took. Plain numbers too: a command counts here twice."""

    def __init__(self, counted: tuple[str, str], timed: tuple[str, str], labels: Iterable[str]) -> None:
        self._counted, self._timed, self._labels = counted, timed, tuple(labels)
        self._ended: Tally[tuple[str, ...]] = Tally()
        self._took = [0] * (len(SECONDS) + 1)
        self._seconds = 0.0

    def add(self, labels: tuple[str, ...], seconds: float) -> None:
        """Count it once more; `labels` are the values of the labels."""
        self._ended[labels] += 1
        self._took[bisect_left(SECONDS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterable[Metric]:
        counted = CounterMetricFamily(*self._counted, labels=self._labels)
        for labels, number in self._ended.items():
            counted.add_metric(labels, number)
        bounds = [*map(str, map(float, SECONDS)), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._took), strict=True))
        return [counted, HistogramMetricFamily(*self._timed, buckets=buckets, sum_value=self._seconds)]


class Metrics:
    """The figures of one server process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.frames = Frames()
        registry.register(self.frames)
        self._open = Gauge("narde_connections", "Connections now open", ["codec"], registry=registry)
        self._opened = Counter("narde_connections_opened", "Connections opened", ["codec"], registry=registry)
        self.commands = Timed(
            ("narde_commands", "Commands answered"),
            ("narde_command_seconds", "From a frame to its answer"),
            labels=("type", "outcome"),
        )
        self.appends = Timed(
            ("narde_appends", "Appends to the logs of rooms"),
            ("narde_append_seconds", "What the store takes for an append"),
            labels=("outcome",),
        )
        registry.register(self.commands)
        registry.register(self.appends)
        self._rooms = Gauge("narde_rooms_loaded", "Rooms in memory", registry=registry)
        self._viewers = Gauge("narde_viewers", "Subscriptions of rooms", registry=registry)
        self.slow_readers = Counter(
            "narde_slow_readers_cut", "Connections cut because they read too slowly", registry=registry
        )

    @contextmanager
    def connection(self, text: bool) -> Iterator[None]:
        """Count a connection for as long as it is open."""
        codec = "json" if text else "msgpack"
        self._opened.labels(codec).inc()
        with self._open.labels(codec).track_inprogress():
            yield

    def look_at(self, rooms: Callable[[], int], viewers: Callable[[], int]) -> None:
        """Ask these for the number of rooms and viewers whenever the figures are read."""
        self._rooms.set_function(rooms)
        self._viewers.set_function(viewers)

    def render(self) -> bytes:
        """The text format of Prometheus, version 0.0.4."""
        return generate_latest(self.registry)
