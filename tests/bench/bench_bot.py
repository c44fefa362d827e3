"""The house bot against the random one: `python -m tests.bench.bench_bot [GAMES]`."""

import sys
import time
from collections.abc import Callable
from random import Random

from engine.bot import choose_play, choose_random
from engine.errors import Problem
from engine.game import Game, MakePlay, Throw, decide, legal_plays, replay
from engine.rules import PRESETS, Rules, make_rules
from engine.types import Color, Play

Chooser = Callable[[Game], Play]


def steady(game: Game) -> Play:
    plays, current = legal_plays(game), game.stages[-1]
    return choose_play(current.start, plays.mover, game.rules, current.stage)


def random_chooser(random: Random) -> Chooser:
    return lambda game: choose_random(legal_plays(game), random.randrange)


def play_game(rules: Rules, choosers: dict[Color, Chooser], random: Random) -> Color | None:
    """Play one game to the end and return the winner."""
    game = Game(rules)
    while game.outcome is None:
        if game.phase == "opening":
            color = Color.WHITE if game.opening_die(Color.WHITE) is None else Color.BLACK
        else:
            assert game.to_move is not None
            color = game.to_move
        command = MakePlay(game.turn, choosers[color](game)) if game.phase == "play" else Throw(game.turn)
        decided = decide(game, color, command, lambda _: random.randrange(6) + 1)
        assert not isinstance(decided, Problem), decided
        game = replay(game, decided)
    return game.outcome.winner


def wins(rules: Rules, games: int, seed: int) -> int:
    """How many games the steady bot wins of `games`, playing White and Black in turn."""
    random, won = Random(seed), 0
    for number in range(games):
        color = (Color.WHITE, Color.BLACK)[number % 2]
        choosers = {color: steady, color.other: random_chooser(random)}
        won += play_game(rules, choosers, random) is color
    return won


def main(games: int) -> None:
    for preset in PRESETS:
        for gul_bara in (False, True):
            began = time.process_time()
            won = wins(make_rules(preset, gul_bara=gul_bara), games, 1)
            spent = time.process_time() - began
            name = f"{preset}{' with Gul Bara' if gul_bara else ''}"
            print(f"{name:28} {won}/{games} won  {spent / games:.2f} CPU s a game", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
