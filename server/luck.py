"""Dice from the operating system's randomness. The only module of the server that makes luck."""

import secrets

from engine.types import Color, Die
from protocol.ids import ALPHABET, DEVICE_CODE_CHARS


def system_dice(_number: int) -> Die:
    """A `DiceSource`: every die is independent of all others, whatever its number."""
    return secrets.randbelow(6) + 1


def coin() -> Color:
    return secrets.choice((Color.WHITE, Color.BLACK))


def pick(count: int) -> int:
    """A number from 0 to `count` - 1, each as likely as the others."""
    return secrets.randbelow(count)


def new_token() -> str:
    """A player's secret: 128 bits, 22 characters."""
    return secrets.token_urlsafe(16)


def new_device_code() -> str:
    """39 bits: enough against guesses that are counted, for something that is good for two minutes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(DEVICE_CODE_CHARS))


def new_digits() -> str:
    """Six digits, easily said; good where wrong tries are counted."""
    return f"{secrets.randbelow(1_000_000):06}"


def new_seed() -> int:
    """From which all lots of a tournament follow: small enough for every client."""
    return secrets.randbelow(2**32)
