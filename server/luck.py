"""Dice from the operating system's randomness. The only module of the server that makes luck."""

import secrets

from engine.types import Color, Die


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
