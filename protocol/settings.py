"""How a room plays. Stored and sent without what has its default; so a default never changes."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.rules import DEFAULT_PRESET
from protocol import limits

Option = str | int | bool | None


class Control(Struct, frozen=True, forbid_unknown_fields=True):
    """A clock: `bank` and `extra` in milliseconds (engine/clock.py)."""

    timing: Literal["none", "delay", "fischer"] = "none"
    bank: Annotated[int, Meta(ge=0, le=10_800_000)] = 0
    extra: Annotated[int, Meta(ge=0, le=180_000)] = 0


class Settings(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a room plays. `overrides` are options of engine/rules.py that differ from the preset."""

    preset: str = DEFAULT_PRESET
    overrides: dict[str, Option] = {}
    length: Annotated[int, Meta(ge=1, le=limits.MATCH_LENGTH)] = 1
    stake: Annotated[int, Meta(ge=1, le=limits.STAKE)] = 1
    control: Control = Control()
    public: bool = False
    watchers: bool = True
    watch_delay: Annotated[int, Meta(ge=0, le=limits.WATCH_DELAY)] = 0
    teaching: bool = False
    title: Annotated[str, Meta(max_length=limits.TITLE_CHARS)] = ""
