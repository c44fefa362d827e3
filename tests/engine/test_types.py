"""Named tuples that copy themselves quickly do so as others do."""

from typing import NamedTuple

import pytest

from engine.types import quick_copies


class Plain(NamedTuple):
    one: int
    two: str = "b"
    three: tuple[int, ...] = ()


@quick_copies
class Quick(NamedTuple):
    one: int
    two: str = "b"
    three: tuple[int, ...] = ()


@pytest.mark.parametrize("changes", [{}, {"one": 5}, {"three": (1,), "one": 2}, {"one": 3, "two": "c", "three": (4,)}])
def test_quick_copy_is_like_any_copy(changes: dict[str, object]) -> None:
    copy = Quick(1)._replace(**changes)  # type: ignore[arg-type]
    assert type(copy) is Quick
    assert copy == Plain(1)._replace(**changes)  # type: ignore[arg-type]


def test_original_of_a_quick_copy_stays() -> None:
    original = Quick(1)
    assert original._replace(two="c") is not original
    assert original == (1, "b", ())


def test_unknown_field_is_no_change() -> None:
    with pytest.raises(KeyError):
        Quick(1)._replace(four=4)  # type: ignore[call-arg]
