"""How a room plays: read from the words after `new`, and told to whoever thinks of joining."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, Final, Literal, cast

from clients.terminal.text import clean
from engine.clock import TimeControl, Timing
from engine.notation import parse_options
from engine.rules import PRESETS, make_rules
from protocol import limits
from protocol.messages import RoomListing, Snapshot
from protocol.settings import Control, Option, Settings

Seat = Literal["white", "black", "both", "random"]
_CLOCK: Final = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)\+(\d{1,6})", re.ASCII)


def read_settings(words: Iterable[str]) -> tuple[Settings, Seat]:
    """The settings and the seat that the words after `new` ask for. Raises ValueError, with a sentence for people."""
    queue, values, options, seat = deque(words), dict[str, Any](), list[str](), "random"
    while queue:
        match queue.popleft():
            case preset if preset in PRESETS:
                values["preset"] = preset
            case "to":
                values["length"] = _length(queue)
            case "gulbara" | "gul-bara" | "gul_bara":
                options.append("gul_bara=yes")
            case "public" | "teaching" as flag:
                values[flag] = True
            case "clock":
                values["control"] = _control(queue)
            case "set":
                options += _options(queue)
            case "white" | "black" | "both" | "random" as wanted:
                seat = wanted
            case word:
                raise ValueError(f"`{word[:20]}` is no setting and no preset; there are {', '.join(PRESETS)}")
    overrides = cast(dict[str, Option], parse_options(options))
    return _checked(Settings(**values, overrides=overrides), seat)


def _checked(settings: Settings, seat: str) -> tuple[Settings, Seat]:
    make_rules(settings.preset, **settings.overrides)
    match seat:
        case "both" if not settings.teaching:
            raise ValueError("only a `teaching` room gives you both seats")
        case "white" | "black" | "both":
            return settings, seat
        case _:
            return settings, "random"


def _length(queue: deque[str]) -> int:
    word = queue.popleft() if queue else ""
    if not word.isdecimal() or not 1 <= int(word) <= limits.MATCH_LENGTH:
        raise ValueError(f"`to 5` plays a match to 5 points; at most {limits.MATCH_LENGTH}")
    return int(word)


def _control(queue: deque[str]) -> Control:
    times = _CLOCK.fullmatch(queue.popleft()) if queue else None
    if times is None:
        raise ValueError("`clock 3+12 delay` is 3 minutes, and 12 seconds free in each turn; `5+3 fischer` adds them")
    timing = Timing.DELAY
    if queue and queue[0] in (Timing.DELAY, Timing.FISCHER):
        timing = Timing(queue.popleft())
    try:
        control = TimeControl(timing, round(float(times[1]) * 60_000), int(times[2]) * 1000)
    except ValueError:
        bounds = "from 10 seconds to 180 minutes (`0.2` is 12 seconds), and at most 180 seconds a turn"
        raise ValueError(f"`clock {times[0]}`: a player has {bounds}") from None
    return Control(timing=control.timing.value, bank=control.bank, extra=control.extra)


def _options(queue: deque[str]) -> Iterator[str]:
    if not queue or "=" not in queue[0]:
        raise ValueError("`set mars=1 higher_die=no` changes rules of the preset")
    while queue and "=" in queue[0]:
        yield queue.popleft()


# --- told -------------------------------------------------------------------------------------------------------------


def rules_lines(view: Snapshot, complete: bool = True) -> Iterator[str]:
    """What is played in a room: preset, what differs from it, match, clock; and, to be complete, every option."""
    settings = view.settings
    yield f"Rules: {clean(settings.preset)}; {_differences(settings)}"
    stake = f", {settings.stake} a point" if settings.stake > 1 else ""
    kinds = [name for name in ("public", "teaching") if getattr(settings, name)]
    yield ", ".join([f"Match to {settings.length}{stake}", control_text(settings.control), *kinds])
    if complete and settings.preset in PRESETS:
        options = asdict(PRESETS[settings.preset]) | settings.overrides
        yield "All options: " + ", ".join(_option(name, value) for name, value in options.items())


def listing_text(room: RoomListing) -> str:
    """A public room on one line."""
    players = " - ".join(clean(player) if player is not None else "(free)" for player in (room.white, room.black))
    changed = [_option(name, value) for name, value in room.overrides.items()]
    control = Control(timing=Timing(room.timing).value, bank=room.bank, extra=room.extra)
    facts = [clean(room.preset), *changed, f"to {room.length}", control_text(control)]
    what = "waits for a player" if room.waiting else "is played"
    title = f" {clean(room.title)}" if room.title else ""
    return f"{room.room}{title}: {players}; {', '.join(facts)}; {what}"


def control_text(control: Control) -> str:
    if control.timing == "none":
        return "no clock"
    if not control.extra:
        return f"{_span(control.bank)} each"
    what = "free in each turn" if control.timing == "delay" else "added for each turn"
    return f"{_span(control.bank)} and {_span(control.extra)} {what}"


def _span(ms: int) -> str:
    """A span of time: `10 s`, `5 min`, `1 min 30 s`."""
    minutes, rest = divmod(ms, 60_000)
    words = [f"{minutes} min"] if minutes else []
    return " ".join(words + [f"{rest / 1000:g} s"] * (rest > 0 or not minutes))


def _differences(settings: Settings) -> str:
    """What is not as in the preset."""
    changed = [_option(name, value) for name, value in settings.overrides.items()]
    return f"different here: {', '.join(changed)}" if changed else "nothing differs from it"


def _option(name: str, value: object) -> str:
    text = {True: "yes", False: "no", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)
    return f"{clean(name).replace('_', ' ')} {clean(text).replace('_', ' ')}"
