"""What a command leads to, while it is judged: the facts so far, and the state after each of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

State = TypeVar("State")
Fact = TypeVar("Fact")


@dataclass(slots=True)
class Course(Generic[State, Fact]):
    """`state` is a value that is replaced, so whoever gives up a course half way has changed nothing."""

    state: State
    fold: Callable[[State, Fact], State]
    facts: list[Fact] = field(default_factory=list)

    def happen(self, *facts: Fact) -> None:
        """These facts come next."""
        for fact in facts:
            self.state = self.fold(self.state, fact)
        self.facts += facts

    def lead_to(self, state: State, facts: Iterable[Fact]) -> None:
        """These facts come next, and the state after them is known."""
        self.state = state
        self.facts += facts
