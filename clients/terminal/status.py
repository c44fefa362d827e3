"""The line under the board: what happens now, and what the viewer can do."""

from clients.terminal.render import waited_for
from clients.terminal.story import dice_text, name
from clients.terminal.turn import Place, dice_left
from engine.types import Color
from protocol.messages import Snapshot


def seat_of(view: Snapshot) -> Color | None:
    """The side from which this client plays; None for a watcher. With both seats it is the one whose turn it is."""
    if len(view.you) < 2:
        return view.you[0] if view.you else None
    waiting = waited_for(view)
    return waiting[0] if waiting else view.to_move or Color.WHITE


def status(view: Snapshot, place: Place | None) -> str:
    """One sentence. `place` is where the turn stands if this client plays it."""
    me = seat_of(view)
    waiting = waited_for(view)
    match view.phase:
        case "waiting":
            return _waiting(view)
        case "over":
            return _over(view, me)
        case _ if me is None or me not in waiting:
            return _others(view, waiting)
        case "opening":
            return "Press Enter to throw your die; the higher one begins"
        case "roll":
            return f"{_turn(view)}: press Enter to throw"
        case "play":
            return _play(view, place)


def _waiting(view: Snapshot) -> str:
    if not view.you:
        return f"Waiting for players: `join {view.room}` takes a seat, `rules` says what is played"
    return f"Waiting for your opponent, who types `join {view.room}`; or type `bot`"


def _over(view: Snapshot, me: Color | None) -> str:
    winner = f"{name(view.winner)} has won the match" if view.winner else "The game is over"
    if me is None:
        return winner
    if view.rematch is None:
        return f"{winner}: `rematch` offers another"
    offered = (
        "you have offered a rematch" if view.rematch in view.you else "a rematch is offered: `rematch` or `decline`"
    )
    return f"{winner}; {offered}"


def _others(view: Snapshot, waiting: tuple[Color, ...]) -> str:
    who = " and ".join(map(name, waiting)) or "Nobody"
    if view.phase == "play":
        return f"{who} plays {dice_text(view.stages[-1].dice)}"
    what = "throw" if len(waiting) == 2 else "throws"
    what += " for the beginning" if view.phase == "opening" else ""
    away = [seat for seat in (view.white, view.black) if seat is not None and seat.offline_ms is not None]
    return f"{who} {what}" + ("; if nobody comes back, `claim` the win" if away and view.you else "")


def _play(view: Snapshot, place: Place | None) -> str:
    if place is None:
        return f"{_turn(view)}: {dice_text(dice_left(view))}"
    if place.complete:
        return "Nothing more can be played: d to finish, u to take back"
    point, die, _ = place.nodes[place.node][0]
    example = f"{point}/{max(point - die, 0) or 'off'}"
    carried = "left over by your opponent, " if view.stages[-1].carried else ""
    return f"{_turn(view)}: {dice_text(dice_left(view))}, {carried}for example {example}; h for hints"


def _turn(view: Snapshot) -> str:
    turn = f"{name(view.to_move)}'s turn" if len(view.you) == 2 and view.to_move else "Your turn"
    return f"{turn}, the last one" if view.last_turn else turn
