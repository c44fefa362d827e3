"""Arena: whoever waits and is here gets an opponent at once."""

from collections.abc import Collection, Mapping, Sequence

from server.tournaments.pairing import Contender, Unavoidable, pair


def pair_waiting(
    waiting: Sequence[str], present: Collection[str], points: Mapping[str, int], last: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """Pairs of those who are here, with near scores; `waiting` is in the order in which they began to wait.

    `last`: each one's last opponent, whom he meets again only when nobody else is there. One may be left over.
    """
    here = [name for name in waiting if name in present]
    if len(here) < 2:
        return ()
    even = here[: len(here) - len(here) % 2]
    found = pair([Contender(name, points.get(name, 0), frozenset({last.get(name, name)})) for name in even])
    return found.best.pairs if isinstance(found, Unavoidable) else found.pairs
