"""What a run has counted, and how it reads."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

KEPT = 100_000
SHARES = (0.50, 0.95, 0.99)
LATENCIES = {"ack": "to its answer", "opponent": "to its event at the opponent", "watcher": "to its event at a watcher"}


def percentile(sample: Sequence[float], share: float) -> float:
    """The smallest value that is not exceeded by this share of a sorted sample, which must not be empty."""
    return sample[min(len(sample) - 1, int(share * len(sample)))]


@dataclass(slots=True)
class Sample:
    """Values, of which at most `KEPT` are remembered: an even choice, however many there were."""

    kept: list[float] = field(default_factory=list)
    count: int = 0

    def add(self, value: float) -> None:
        self.count += 1
        if len(self.kept) < KEPT:
            self.kept.append(value)
        elif (place := random.randrange(self.count)) < KEPT:
            self.kept[place] = value


@dataclass(slots=True)
class Tally:
    """Counts of one run. Times are in seconds; `wrong` are heartbeats that differed from the client's own board."""

    commands: int = 0
    moves: int = 0
    games: int = 0
    frames: int = 0
    octets: int = 0
    watched: int = 0
    reconnects: int = 0
    beats: int = 0
    wrong: int = 0
    clients: int = 0
    agreed: int = 0
    seconds: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)
    ack: Sample = field(default_factory=Sample)
    opponent: Sample = field(default_factory=Sample)
    watcher: Sample = field(default_factory=Sample)

    @property
    def sound(self) -> bool:
        """Every client ended on the server's board, and none ever had another."""
        return self.agreed == self.clients and not self.wrong

    def clear(self) -> None:
        """Begin to count: what came before was preparation."""
        self.commands = self.moves = self.games = self.frames = self.octets = self.watched = 0
        for name in LATENCIES:
            setattr(self, name, Sample())

    @contextmanager
    def pause(self) -> Iterator[None]:
        """What comes meanwhile does not count: when all boards are compared at once, everybody waits."""
        counted = {name: getattr(self, name) for name in ("commands", "frames", "octets", "watched", *LATENCIES)}
        for name in LATENCIES:
            setattr(self, name, Sample())
        yield
        for name, value in counted.items():
            setattr(self, name, value)

    def freeze(self) -> dict[str, Any]:
        """The counts and percentiles (ms) as plain values, for JSON."""
        plain = {name: getattr(self, name) for name in self.__slots__ if name not in (*LATENCIES, "errors")}
        return plain | {
            "commands_per_second": self._rate(self.commands),
            "moves_per_second": self._rate(self.moves),
            "errors": dict(self.errors),
            "latency_ms": {name: self.percentiles(name) for name in LATENCIES},
        }

    def percentiles(self, name: str) -> dict[str, float]:
        """p50, p95 and p99 of a latency in milliseconds; nothing when nobody measured it."""
        sample = sorted(getattr(self, name).kept)
        return {f"p{share * 100:.0f}": round(1000 * percentile(sample, share), 3) for share in SHARES if sample}

    def _rate(self, count: int) -> float:
        return round(count / self.seconds, 1) if self.seconds else 0.0

    def report(self) -> str:
        """The same for people."""
        lines = [
            self._rated("commands", self.commands, "that the server has done"),
            self._rated("moves", self.moves, "turns that have ended"),
            line("games", self.games, "that have ended"),
            self._rated("frames", self.frames, "that all clients together got"),
            self._rated("bytes", self.octets, "in these frames"),
        ]
        if self.watched:
            lines.append(self._rated("to watchers", self.watched, "events that they got"))
        lines += [self._latency(name, words) for name, words in LATENCIES.items() if self.percentiles(name)]
        return "\n".join(lines + self._troubles())

    def _rated(self, name: str, count: int, words: str) -> str:
        return line(name, count, f"{words}, {self._rate(count):,} a second")

    def _latency(self, name: str, words: str) -> str:
        shares = ", ".join(f"{share[1:]}% within {ms:.2f} ms" for share, ms in self.percentiles(name).items())
        return line(name, getattr(self, name).count, f"times from a command {words}: {shares}")

    def _troubles(self) -> list[str]:
        """Unlike the rest these are counted from the first connection on."""
        codes = "".join(f", {code} {times:,}" for code, times in sorted(self.errors.items()))
        return [
            line("errors", self.errors.total(), f"answers that refuse a command{codes}"),
            line("reconnects", self.reconnects, "connections that were lost and made anew"),
            line("heartbeats", self.beats, f"compared with the client's board: {self.wrong:,} differed"),
            line("agreement", self.agreed, f"of {self.clients:,} clients have the server's board at the end"),
        ]


def line(name: str, value: float, words: str) -> str:
    """What is counted, how many, and of what."""
    return f"{name:12} {value:12,}  {words}"
