"""Why something is refused, in plain words: one sentence for every code that a server can answer."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from clients.terminal.text import clean
from engine.errors import Reason
from engine.explain import Blocked
from protocol.errors import Code

SENTENCES: Final[dict[str, str]] = {
    Reason.NO_CHECKER: "You have no checker on {points}.",
    Reason.NO_SUCH_DIE: "There is no such die left to play.",
    Reason.POINT_CLOSED: "{points} is closed: your opponent stands there.",
    Reason.HEAD_ALREADY_PLAYED: "No other checker may leave the head in this turn.",
    Reason.WALL: "{points} would be a wall, and none of your opponent's checkers is ahead of it.",
    Reason.NOT_ALL_HOME: "Nothing goes off before all your checkers are home; some are still on {points}.",
    Reason.EXACT_DIE_NEEDED: "That die is too large to take this checker off now ({points}).",
    Reason.MORE_DICE_PLAYABLE: "You must use as many dice as possible, and this step wastes one. Begin on {points}.",
    Reason.HIGHER_DIE: "Only one die can be played, and it must be the higher one. Play it from {points}.",
    Reason.NOT_YOUR_TURN: "It is not your turn.",
    Reason.STALE_TURN: "That turn is over already; look at the board again.",
    Reason.THROW_FIRST: "Throw the dice first: press Enter.",
    Reason.ALREADY_THROWN: "You have thrown already.",
    Reason.NOTHING_TO_UNDO: "There is no step of this turn to take back.",
    Reason.PLAY_NOT_FINISHED: "You are not done: you can still play from {points}.",
    Reason.GAME_OVER: "The game is over.",
    Reason.NO_GAME: "No game is running yet.",
    Reason.WRONG_COST: "The position has changed, and so has what resigning costs. Type `resign` again.",
    Reason.TIME_OVER: "The time is up.",
    Reason.NOT_TEACHING: "The turn can be handed over in a teaching game only.",
    Code.BAD_FRAME: "The server could not read this: {detail}",
    Code.UNKNOWN_COMMAND: "The server does not know this command; it may be older than this client.",
    Code.BAD_COMMAND: "The server does not take this: {detail}",
    Code.HELLO_FIRST: "The server does not know yet who you are; try again.",
    Code.HELLO_AGAIN: "The server knows already who you are.",
    Code.BAD_SETTINGS: "No game can be played like this: {detail}",
    Code.ROOM_UNKNOWN: "There is no room of this code.",
    Code.ROOM_CLOSED_TO_WATCHERS: "This room takes no watchers.",
    Code.SEAT_TAKEN: "That seat is taken. You can `watch` the room.",
    Code.ALREADY_SEATED: "You have a seat in this room already.",
    Code.NOT_SEATED: "You are watching: only who has a seat can do this.",
    Code.MATCH_RUNNING: "The match is running. You can `resign`.",
    Code.MATCH_NOT_OVER: "The match is not over.",
    Code.NOTHING_OFFERED: "No rematch is offered.",
    Code.OPPONENT_PRESENT: "You cannot claim the win: {detail}",
    Code.TOO_MANY_ROOMS: "You follow too many rooms already.",
    Code.NO_RECORD: "There is no record of that game.",
    Code.CODE_UNKNOWN: "That code has been used or is too old.",
    Code.TOURNAMENT_UNKNOWN: "There is no such tournament.",
    Code.KEY_UNKNOWN: "That key is not good any more.",
    Code.TOURNAMENT_ROOM: "That is for the director of the tournament to decide.",
    Code.BAD_IMPORT: "That is no exported tournament: {detail}",
    Code.RATE_LIMITED: "That was too fast; wait a moment.",
    Code.UNAVAILABLE: "The server cannot store anything at the moment; try again soon.",
    Code.INTERNAL: "Something went wrong in the server; try again.",
}
"""`points` are own points of the player, `detail` is the server's sentence."""

_WHY_BLOCKED: Final[dict[Reason, str]] = {
    Reason.POINT_CLOSED: "closed",
    Reason.HEAD_ALREADY_PLAYED: "head already played",
    Reason.WALL: "forbidden wall",
    Reason.NOT_ALL_HOME: "not all home",
    Reason.EXACT_DIE_NEEDED: "die too large",
}


def sentence(code: str, detail: str = "", points: Sequence[int] = ()) -> str:
    """The refusal in plain words; for a code from the future, the server's own."""
    template = SENTENCES.get(code)
    if template is None or ("{points}" in template and not points):
        return clean(detail or f"The server refuses this: {code}.")
    return template.format(points=listed(points) if points else "", detail=clean(detail))


def listed(points: Iterable[int]) -> str:
    """`18`, or `24, 18 and 6`; there has to be one."""
    *most, last = map(str, points)
    return f"{', '.join(most)} and {last}" if most else last


def blocked_text(blocked: Sequence[Blocked]) -> str:
    """For each die why no checker can use it: `6: closed (24, 18), not all home (5)`."""
    dice = []
    for die, of_die in groupby(blocked, key=lambda one: one.die):
        points: dict[Reason, list[str]] = {}
        for one in of_die:
            points.setdefault(one.reason, []).append(str(one.point))
        reasons = (f"{_why(reason)} ({', '.join(where)})" for reason, where in points.items())
        dice.append(f"{die}: {', '.join(reasons)}")
    return "; ".join(dice)


def _why(reason: Reason) -> str:
    return _WHY_BLOCKED.get(reason) or reason.value.replace("_", " ")
