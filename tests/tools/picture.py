"""The picture in the README, from a game as the terminal client draws it: `python -m tests.tools.picture`.

A seeded game is played by the engine, drawn by the client in colour, and its escape sequences become SVG.
"""

import re
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from random import Random

from clients.terminal.render import Marks, board
from engine.bot import choose_play
from engine.commands import GameCommand, MakePlay, Throw
from engine.errors import Problem
from engine.game import Game, decide, legal_plays, replay
from engine.match import Match
from engine.rules import Rules
from engine.types import Color
from protocol.settings import Settings
from server.rooms.state import RoomState, Seat
from server.rooms.views import snapshot

TARGET = Path(__file__).parents[2] / "clients" / "terminal" / "game.svg"
WIDTH, CELL, LINE = 100, 8.43, 18
_SGR = re.compile(r"\x1b\[([0-9;]*)m")


def position(seed: int, turns: int) -> Game:
    """A game between two bots after so many turns, with dice on the board."""
    random, game = Random(seed), Game(Rules())
    while game.turn < turns or game.phase != "play":
        color = game.to_move or (Color.WHITE if game.opening_die(Color.WHITE) is None else Color.BLACK)
        command: GameCommand = Throw(game.turn)
        if game.phase == "play":
            stage = game.stages[-1]
            command = MakePlay(game.turn, choose_play(stage.start, color, game.rules, stage.stage))
        decided = decide(game, color, command, lambda _: random.randrange(6) + 1)
        assert not isinstance(decided, Problem)
        game = replay(game, decided)
    return game


def drawing() -> str:
    """The board with its colours as escape sequences."""
    game = position(seed=4, turns=44)
    match = Match(Rules(), length=3, number=1, turn=game.turn, game=game)
    state = RoomState(
        "KAZBEK", 90, Settings(length=3), white=Seat("a", "Guest nYHj"), black=Seat("b", "Guest Q2xh"), match=match
    )
    view = snapshot(state, "a" if game.to_move is Color.WHITE else "b", 0, 7)
    graph = legal_plays(game).graph
    steps = graph.steps(graph.root)
    targets = frozenset(step.target for step in steps if step.point == steps[0].point)
    return board(view, WIDTH, game.to_move, Marks(selected=steps[0].point, targets=targets), color=True)


def svg(text: str) -> str:
    """Lines with escape sequences as an SVG in a monospaced font."""
    lines = text.split("\n")
    height = LINE * len(lines) + 32
    width = WIDTH * CELL + 32
    rows = [_row(line, 30 + LINE * number) for number, line in enumerate(lines)]
    font = "'DejaVu Sans Mono',Menlo,Consolas,monospace"
    size = f'viewBox="0 0 {width:.0f} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{font}" font-size="14">'
    ground = f'<rect width="{width:.0f}" height="{height}" rx="10" fill="#1e1e1e"/>'
    return "\n".join([head, ground, *rows, "</svg>\n"])


def _row(line: str, y: int) -> str:
    """One line: the backgrounds of its cells, then their letters."""
    behind, letters, column, look = [], [], 0, Look()
    for number, part in enumerate(_SGR.split(line)):
        if number % 2:
            look = _look(part, look)
            continue
        for letter in part:
            x = 16 + column * CELL
            if look.back:
                behind.append(
                    f'<rect x="{x:.1f}" y="{y - 13}" width="{CELL + 0.1:.2f}" height="{LINE}" fill="{look.back}"/>'
                )
            if letter != " ":
                letters.append(f'<tspan x="{x:.1f}"{look.style}>{escape(letter)}</tspan>')
            column += 1
    return f'{"".join(behind)}<text y="{y}" fill="#d4d4d4">{"".join(letters)}</text>'


@dataclass(frozen=True)
class Look:
    """How a cell looks after an escape sequence."""

    fore: str = ""
    back: str = ""
    bold: bool = False
    dim: bool = False

    @property
    def style(self) -> str:
        style = f' fill="{self.fore}"' if self.fore else ""
        style += ' font-weight="bold"' if self.bold else ""
        return style + (' fill-opacity="0.6"' if self.dim else "")


def _look(codes: str, look: Look) -> Look:
    numbers = [int(code or 0) for code in codes.split(";")]
    while numbers:
        match numbers:
            case [38, 5, color, *numbers]:
                look = replace(look, fore=_palette(color))
            case [48, 5, color, *numbers]:
                look = replace(look, back=_palette(color))
            case [1, *numbers]:
                look = replace(look, bold=True)
            case [2, *numbers]:
                look = replace(look, dim=True)
            case [_, *numbers]:
                look = Look()
    return look


def _palette(index: int) -> str:
    """A colour of the 256-colour palette of terminals."""
    if index >= 232:
        level = 8 + 10 * (index - 232)
        return f"#{level:02x}{level:02x}{level:02x}"
    levels = (0, 95, 135, 175, 215, 255)
    red, rest = divmod(index - 16, 36)
    green, blue = divmod(rest, 6)
    return f"#{levels[red]:02x}{levels[green]:02x}{levels[blue]:02x}"


if __name__ == "__main__":
    TARGET.write_text(svg(drawing()))
