"""The steady bot against the random one: `python -m tests.bench.bench_bot [GAMES]`.

For every preset, without and with Gul Bara, it prints the games won and the computing time of a choice.
"""

import sys
import time
from collections.abc import Callable
from random import Random

from engine.bot import choose_play, choose_random
from engine.commands import GameCommand, MakePlay, Throw
from engine.errors import Problem
from engine.game import Game, decide, legal_plays, replay
from engine.rules import PRESETS, Rules, make_rules
from engine.types import Color, Play

Chooser = Callable[[Game], Play]


def steady(game: Game) -> Play:
    plays = legal_plays(game)
    return choose_play(plays.position, plays.mover, plays.rules, plays.stage)


def at_random(random: Random) -> Chooser:
    return lambda game: choose_random(legal_plays(game), random.randrange)


def timed(chooser: Chooser, took: list[float]) -> Chooser:
    """The same chooser; the milliseconds of each choice are added to `took`."""

    def choose(game: Game) -> Play:
        start = time.process_time()
        play = chooser(game)
        took.append(1000 * (time.process_time() - start))
        return play

    return choose


def play_game(rules: Rules, choosers: dict[Color, Chooser], random: Random) -> Game:
    """A game that is played to its end, with dice from `random`."""
    game = Game(rules)
    while game.outcome is None:
        color = game.to_move or (Color.WHITE if game.opening_die(Color.WHITE) is None else Color.BLACK)
        command: GameCommand = Throw(game.turn)
        if game.phase == "play":
            command = MakePlay(game.turn, choosers[color](game))
        decided = decide(game, color, command, lambda _: random.randrange(6) + 1)
        assert not isinstance(decided, Problem), f"{decided} after {command} in {game}"
        game = replay(game, decided)
    return game


def wins(rules: Rules, games: int, seed: int, chooser: Chooser = steady) -> int:
    """How many of the games `chooser` wins against the random bot, as White and as Black in turn."""
    random, won = Random(seed), 0
    for number in range(games):
        color = (Color.WHITE, Color.BLACK)[number % 2]
        outcome = play_game(rules, {color: chooser, color.other: at_random(random)}, random).outcome
        won += outcome is not None and outcome.winner is color
    return won


def main(games: int) -> None:
    for preset in PRESETS:
        for gul_bara in (False, True):
            took: list[float] = []
            won = wins(make_rules(preset, gul_bara=gul_bara), games, 1, timed(steady, took))
            mean, longest = sum(took) / len(took), max(took)
            name = preset + " with Gul Bara" * gul_bara
            print(f"{name:28} {won:4} of {games} won   {mean:4.1f} ms a choice, {longest:4.1f} at most", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
