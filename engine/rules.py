"""Rules are data: a frozen set of options, three published presets, and house rules on top (RULES.md, Options)."""

import hashlib
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, get_args


class OpeningRoll(StrEnum):
    FRESH = "fresh"
    """The winner of the roll-off throws two new dice."""
    SAME_DICE = "same_dice"
    """The winner of the roll-off plays the two opening dice."""


class HeadException(StrEnum):
    NONE = "none"
    DOUBLES_346 = "346"
    """Two may leave the head on 3-3, 4-4 and 6-6."""
    ANY_DOUBLE_IF_NEEDED = "any_double_if_needed"
    """Two may leave on any double whose four steps cannot all be played with one."""


class PrimeBan(StrEnum):
    NONE = "none"
    AHEAD = "ahead"
    """A wall needs an opposing checker ahead of it."""


class PrimeCheck(StrEnum):
    EACH_STEP = "each_step"
    TURN_END = "turn_end"


class Overshoot(StrEnum):
    EXACT = "exact"
    """A die larger than the highest occupied point does nothing."""
    HIGHEST = "highest"
    """A die larger than the highest occupied point takes a checker off from there."""


class LastTurn(StrEnum):
    NONE = "none"
    SECOND_MOVER = "second_mover"
    """When the first mover finishes first, the second mover throws once more; both off is a draw."""


class CarryOver(StrEnum):
    ANY_ROLL = "any_roll"
    DOUBLES = "doubles"
    CASCADE = "cascade"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Rules:
    """The complete option set of a game. Raises ValueError for a value that an option does not have."""

    opening_roll: OpeningRoll = OpeningRoll.SAME_DICE
    head_limit: int | None = 1
    head_exception_first: HeadException = HeadException.DOUBLES_346
    head_exception_second: HeadException = HeadException.DOUBLES_346
    higher_die: bool = True
    prime_ban: PrimeBan = PrimeBan.AHEAD
    prime_check: PrimeCheck = PrimeCheck.EACH_STEP
    overshoot: Overshoot = Overshoot.HIGHEST
    last_turn: LastTurn = LastTurn.NONE
    mars: int = 2
    gul_bara: bool = False
    cascade_from_turn: int = 3
    carry_over: CarryOver = CarryOver.ANY_ROLL

    def __post_init__(self) -> None:
        for option in fields(self):
            object.__setattr__(self, option.name, _checked(option.name, option.type, getattr(self, option.name)))


def _checked(name: str, kind: Any, value: object) -> object:
    named = isinstance(kind, type) and issubclass(kind, StrEnum)
    allowed = tuple(kind) if named else _ALLOWED.get(name, (False, True))
    if type(value) not in (*get_args(kind), kind, str if named else kind) or value not in allowed:
        raise ValueError(f"{name} cannot be {value!r}")
    return kind(value) if named else value


_ALLOWED: Final[dict[str, tuple[object, ...]]] = {
    "head_limit": (1, None),
    "mars": (1, 2),
    "cascade_from_turn": tuple(range(1, 100)),
}

DEFAULT_PRESET: Final = "lange-narde"
PRESETS: Final = MappingProxyType(
    {
        "long-nard": Rules(
            opening_roll=OpeningRoll.FRESH,
            higher_die=False,
            prime_ban=PrimeBan.NONE,
            overshoot=Overshoot.EXACT,
        ),
        "lange-narde": Rules(),
        "dlinnye-nardy": Rules(
            opening_roll=OpeningRoll.FRESH,
            head_exception_second=HeadException.ANY_DOUBLE_IF_NEEDED,
            higher_die=False,
        ),
    }
)


def make_rules(preset: str = DEFAULT_PRESET, **overrides: Any) -> Rules:
    """The preset with some options replaced. Raises ValueError for an unknown preset, option or value."""
    if preset not in PRESETS:
        raise ValueError(f"no preset is called {preset!r}; there are {', '.join(PRESETS)}")
    if unknown := overrides.keys() - {option.name for option in fields(Rules)}:
        raise ValueError(f"no option is called {min(unknown)!r}")
    return replace(PRESETS[preset], **overrides)


def differences(preset: str, rules: Rules) -> dict[str, object]:
    """The options in which `rules` differ from the preset, in the order of the table of RULES.md."""
    base = PRESETS[preset]
    return {o.name: getattr(rules, o.name) for o in fields(Rules) if getattr(rules, o.name) != getattr(base, o.name)}


def rules_digest(rules: Rules) -> str:
    """Sixteen hexadecimal digits that name the complete option set: SHA-256 over `name=value` lines."""
    text = "\n".join(f"{option.name}={str(getattr(rules, option.name)).lower()}" for option in fields(Rules))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
