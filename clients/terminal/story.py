"""What happens in a room, told in one line each."""

from collections import deque
from collections.abc import Iterator
from typing import Final

from clients.terminal.refusals import blocked_text
from clients.terminal.text import clean
from engine import events as e
from engine.notation import TurnText, turn_text
from engine.outcome import Ending
from engine.types import Color, Die, Play, Step
from protocol import events as r
from protocol.commands import Phrase
from protocol.events import Event
from protocol.messages import Said, Snapshot

KEPT: Final = 20
"""Plays that are remembered for `moves`."""

PHRASES: Final[dict[Phrase, str]] = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
    "thanks": "Thank you!",
    "one_moment": "One moment, please.",
    "sorry": "Sorry!",
    "rematch": "Another match?",
    "goodbye": "Goodbye!",
}

_ENDINGS: Final = {
    Ending.BORNE_OFF: "all checkers are off",
    Ending.DRAW: "both are off",
    Ending.RESIGNED: "by resignation",
    Ending.FLAG: "on time",
    Ending.ABANDONED: "the other player has left",
}


def name(color: Color) -> str:
    return color.value.title()


def dice_text(dice: tuple[Die, ...]) -> str:
    return "-".join(map(str, dice))


class Story:
    """Follows a room and tells its events. It remembers the plays, because a play is told when it is complete."""

    def __init__(self) -> None:
        self.plays: deque[str] = deque(maxlen=KEPT)
        self._color = Color.WHITE
        self._carried = False
        self._stages: list[tuple[tuple[Die, ...], Play]] = []

    def catch_up(self, view: Snapshot) -> None:
        """Take the turn over as it stands in a snapshot."""
        self._color = view.to_move or self._color
        self._carried = bool(view.stages) and view.stages[-1].carried
        self._stages = [(stage.dice, tuple(Step(*step) for step in stage.steps)) for stage in view.stages]
        if not self.plays and view.last_play and view.to_move is not None:
            self.plays.append(f"{name(view.to_move.other)} {_steps_text(view.last_play)}")

    def tell(self, event: Event) -> Iterator[str]:
        """The lines that tell this event; most have one, those that only the board shows have none."""
        match event:
            case e.DiceThrown(color, dice, opening):
                self._begin(color, dice * 2 if dice[0] == dice[1] else dice)
                yield f"{name(color)} {'plays the opening dice' if opening else 'throws'} {dice_text(dice)}"
            case e.DiceCarried(color, dice):
                self._begin(color, tuple(sorted(dice, reverse=True)), carried=True)
                yield f"{dice_text(dice)} is left over, and {name(color)} has to play it before the own throw"
            case e.CascadeContinued(color, dice):
                self._stages.append((dice, ()))
                yield f"Gul Bara: {name(color)} goes on with {dice_text(dice)}"
            case e.Stepped(point, die):
                self._step(Step(point, die))
            case e.StepUndone():
                self._undo()
            case e.PlayEnded():
                yield from self._play_ended(event)
            case e.TurnHandedOver() | e.GameStarted():
                self._stages = []
                yield from _told(event)
            case _:
                yield from _told(event)

    def _begin(self, color: Color, dice: tuple[Die, ...], carried: bool = False) -> None:
        self._color, self._carried, self._stages = color, carried, [(dice, ())]

    def _step(self, step: Step) -> None:
        dice, steps = self._stages[-1]
        self._stages[-1] = dice, (*steps, step)

    def _undo(self) -> None:
        if not self._stages[-1][1]:
            self._stages.pop()
        dice, steps = self._stages[-1]
        self._stages[-1] = dice, steps[:-1]

    def _play_ended(self, event: e.PlayEnded) -> Iterator[str]:
        steps = any(play for _, play in self._stages)
        play = turn_text(TurnText(event.color, self._carried, tuple(self._stages)))
        self.plays.append(f"{name(event.color)} {play}")
        self._stages = []
        if steps:
            yield self.plays[-1]
        if event.blocked:
            cannot = f"cannot use {dice_text(event.unused)}" if steps else "cannot move"
            yield f"{name(event.color)} {cannot}: {blocked_text(event.blocked)}"


def _told(event: Event) -> Iterator[str]:
    match event:
        case e.GameStarted(game):
            yield f"Game {game} begins: each player throws one die"
        case e.OpeningDieThrown(color, die):
            yield f"{name(color)} throws {die} for the beginning"
        case e.RollOffTied():
            yield "Equal dice: both throw again"
        case e.RollOffWon(color):
            yield f"{name(color)} begins"
        case e.TurnBegan(color=color, last=True):
            yield f"{name(color)} has the last turn"
        case e.TurnHandedOver(color):
            yield f"The turn is handed over: {name(color)} throws"
        case e.GameEnded(winner, points, ending):
            yield _game_result(winner, points, ending)
        case e.MatchEnded(winner, white, black):
            yield f"{name(winner)} wins the match; White {white}, Black {black}"
        case r.SeatTaken(color, _, player, bot):
            yield f"{clean(player)} plays {name(color)}{f' (a bot, {bot})' if bot else ''}"
        case r.SeatLeft(color):
            yield f"{name(color)} leaves the seat"
        case r.PlayerOffline(color):
            yield f"{name(color)} is offline"
        case r.PlayerOnline(color):
            yield f"{name(color)} is back"
        case r.RematchOffered(color):
            yield f"{name(color)} offers a rematch: `rematch` or `decline`"
        case r.RematchDeclined(color):
            yield f"{name(color)} wants no rematch"


def _game_result(winner: Color | None, points: int, ending: Ending) -> str:
    if winner is None:
        return f"The game is a draw: {_ENDINGS[ending]}"
    worth = "2 points (mars)" if points == 2 else "1 point"
    return f"{name(winner)} wins {worth}: {_ENDINGS[ending]}"


def said_text(said: Said) -> str:
    """A line of chat; the name and the text are another person's."""
    seat = f" ({name(said.seat)})" if said.seat else ""
    text = PHRASES.get(said.phrase, said.phrase) if said.phrase else said.text
    return f"{clean(said.name)}{seat}: {clean(text)}"


def _steps_text(steps: tuple[tuple[int, int], ...]) -> str:
    """Steps without the dice that they were made with."""
    return " ".join(f"{step.point}/{step.target or 'off'}" for step in (Step(*pair) for pair in steps))
