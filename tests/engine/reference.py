"""The rules of Long Narde a second time: slow, plain, and sharing no code with the engine.

Written sentence by sentence from engine/RULES.md, so that the engine has something to agree with. It enumerates by
brute force over single steps. The only economy is that a state of a throw (checkers, dice left) is explored once.
Records are the JSON objects described in tests/cases/README.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

Record = dict[str, Any]
Options = dict[str, Any]
Side = tuple[int, ...]
"""Checkers of one colour: `side[point]` stand on that own point, `side[0]` are borne off."""
Dice = tuple[int, ...]
"""Dice on offer, highest first; a double lists every step it still gives."""
Step = tuple[int, int]
"""From which own point, by which die."""
Play = tuple[Side, Dice]
"""Where a play ends, and the dice that it left unused."""

HEAD = 24
POINTS = range(1, 25)
CHECKERS = 15
OTHER = {"white": "black", "black": "white"}

LONG_NARD: Options = {
    "opening_roll": "fresh",
    "head_limit": 1,
    "head_exception_first": "346",
    "head_exception_second": "346",
    "higher_die": False,
    "prime_ban": "none",
    "prime_check": "each_step",
    "overshoot": "exact",
    "last_turn": "none",
    "mars": 2,
    "gul_bara": False,
    "cascade_from_turn": 3,
    "carry_over": "any_roll",
}
PRESETS: dict[str, Options] = {
    "long-nard": LONG_NARD,
    "lange-narde": LONG_NARD
    | {"opening_roll": "same_dice", "higher_die": True, "prime_ban": "ahead", "overshoot": "highest"},
    "dlinnye-nardy": LONG_NARD
    | {"head_exception_second": "any_double_if_needed", "prime_ban": "ahead", "overshoot": "highest"},
}


def rules(preset: str, **overrides: object) -> Options:
    """Every option by name: the preset's values with the overrides on top. Unknown names raise KeyError."""
    if unknown := overrides.keys() - LONG_NARD.keys():
        raise KeyError(*unknown)
    return PRESETS[preset] | overrides


def parse_side(text: str) -> Side:
    """Read `24x14 20x1`, `6x1 off14`. Raises ValueError unless there are 15 checkers."""
    side = [0] * 25
    for word in text.split():
        point, count = (0, word.removeprefix("off")) if word.startswith("off") else word.split("x")
        side[int(point)] += int(count)
    if sum(side) != CHECKERS:
        raise ValueError(f"not {CHECKERS} checkers: {text!r}")
    return tuple(side)


def side_text(side: Side) -> str:
    """The text that parse_side reads: points from high to low, then `offN` unless nothing is off."""
    words = [f"{point}x{side[point]}" for point in reversed(POINTS) if side[point]]
    return " ".join([*words, f"off{side[0]}"] if side[0] else words)


def across(point: int) -> int:
    """The same place of the board in the other colour's numbering."""
    return point + 12 if point <= 12 else point - 12


def won(side: Side) -> bool:
    return side[0] == CHECKERS


def throw_dice(dice: Sequence[int]) -> Dice:
    """The steps that a throw of two dice gives, highest first: four of a double."""
    high, low = max(dice), min(dice)
    return (high,) * 4 if high == low else (high, low)


def moved(side: Side, point: int, die: int) -> Side:
    after = list(side)
    after[point] -= 1
    after[max(point - die, 0)] += 1
    return tuple(after)


def without(dice: Dice, *used: int) -> Dice:
    rest = list(dice)
    for die in used:
        rest.remove(die)
    return tuple(rest)


def forbidden_walls(opponent: Side) -> list[set[int]]:
    """The runs of six own points that would be a wall with no opposing checker ahead of it (RULES.md, The wall)."""
    walls = []
    for lowest in range(1, 20):  # as the opponent counts; no run goes round from 24 to 1
        someone_ahead = any(opponent[:lowest])  # on 1 … lowest-1, or off
        if not someone_ahead:
            walls.append({across(point) for point in range(lowest, lowest + 6)})
    return walls


class Stage:
    """One set of dice on offer to one player: an ordinary throw, one double of a cascade, or carried dice.

    `heads` is how many checkers may leave the head in this stage.
    """

    def __init__(self, side: Side, opponent: Side, dice: Dice, heads: int, options: Options) -> None:
        self.side, self.opponent, self.dice = side, opponent, dice
        self.heads, self.options = heads, options
        # The opponent stands still meanwhile, so these hold for every step of the stage.
        self.closed = {across(point) for point in POINTS if opponent[point]}
        self.walls = forbidden_walls(opponent) if options["prime_ban"] == "ahead" else []

    def plays(self) -> set[Play]:
        """Every way in which a legal play can end (RULES.md, The same in every preset, 4; Settled details)."""
        ends = {(side, left) for side, left in self.reachable() if self.may_end(side, left)}
        most = max(self.used(left) for _, left in ends)
        complete = {(side, left) for side, left in ends if self.used(left) == most or won(side)}
        if self.options["higher_die"] and most == 1 and len(set(self.dice)) == 2:
            return self.with_higher_die(complete)
        return complete

    def with_higher_die(self, plays: set[Play]) -> set[Play]:
        """Of plays with one of two different dice, those with the higher if there are any, and those that win."""
        higher = max(self.dice)
        if all(higher in left for _, left in plays):
            return plays
        return {(side, left) for side, left in plays if higher not in left or won(side)}

    def sequences(self) -> set[tuple[Step, ...]]:
        """Every legal play as the steps in the order they are made; a pass is the empty one."""
        plays = self.plays()

        def walk(side: Side, left: Dice, steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
            if (side, left) in plays:
                yield steps
            for point, die in self.steps(side, left):
                yield from walk(moved(side, point, die), without(left, die), (*steps, (point, die)))

        return set(walk(self.side, self.dice, ()))

    def reachable(self) -> set[Play]:
        """Every state that some legal steps lead to, the maximum and the higher die not yet considered."""
        seen: set[Play] = set()

        def explore(side: Side, left: Dice) -> None:
            if (side, left) not in seen:
                seen.add((side, left))
                for point, die in self.steps(side, left):
                    explore(moved(side, point, die), without(left, die))

        explore(self.side, self.dice)
        return seen

    def steps(self, side: Side, left: Dice) -> Iterator[Step]:
        if won(side):  # the rest of the dice is void
            return
        for die in set(left):
            for point in POINTS:
                if side[point] and self.may_step(side, point, die):
                    yield point, die

    def may_step(self, side: Side, point: int, die: int) -> bool:
        if point == HEAD and self.heads_gone(side) == self.heads:
            return False
        if point > die:
            return point - die not in self.closed and self.may_stand(moved(side, point, die))
        return self.may_bear_off(side, point, die) and self.may_stand(moved(side, point, die))

    def may_bear_off(self, side: Side, point: int, die: int) -> bool:
        if any(side[7:]):
            return False
        is_highest = not any(side[point + 1 :])
        return die == point or (is_highest and self.options["overshoot"] == "highest")

    def may_stand(self, side: Side) -> bool:
        return self.options["prime_check"] != "each_step" or not self.is_walled(side)

    def may_end(self, side: Side, left: Dice) -> bool:
        has_passed = left == self.dice
        return has_passed or self.options["prime_check"] != "turn_end" or not self.is_walled(side)

    def is_walled(self, side: Side) -> bool:
        occupied = {point for point in POINTS if side[point]}
        return any(wall <= occupied for wall in self.walls)

    def heads_gone(self, side: Side) -> int:
        return self.side[HEAD] - side[HEAD]

    def used(self, left: Dice) -> int:
        return len(self.dice) - len(left)


def stage_of(record: Record) -> Stage:
    """The throw of a record; with Gul Bara only its first stage."""
    options = rules(**record["rules"])
    side, opponent = parse_side(record[record["to_move"]]), parse_side(record[OTHER[record["to_move"]]])
    once = Stage(side, opponent, throw_dice(record["dice"]), head_limit(options), options)
    return Stage(side, opponent, once.dice, 2, options) if has_head_exception(record, once) else once


def head_limit(options: Options) -> int:
    return CHECKERS if options["head_limit"] is None else options["head_limit"]


def has_head_exception(record: Record, once: Stage) -> bool:
    """Whether two may leave the head. `once` is the throw under the ordinary limit (RULES.md, Options)."""
    if record["turn"] != 1 or len(once.dice) != 4 or once.options["head_limit"] is None:
        return False
    match once.options["head_exception_first" if record["first_mover"] else "head_exception_second"]:
        case "346":
            return once.dice[0] in (3, 4, 6)
        case "any_double_if_needed":
            return all(left for _, left in once.plays())
    return False


def finals(record: Record) -> tuple[list[str], int]:
    """The mover's side after every legal play, as sorted texts, and how many dice the longest of them use."""
    stage = stage_of(record)
    plays = stage.plays()
    return sorted({side_text(side) for side, _ in plays}), max(stage.used(left) for _, left in plays)


def legal_sequences(record: Record) -> set[tuple[Step, ...]]:
    """Every legal play of the throw, step by step in order; with Gul Bara of its first stage."""
    return stage_of(record).sequences()


def gul_bara_stage(
    record: Record, white: str, black: str, dice: Sequence[int], heads_used: int = 0, carried: bool = False
) -> set[tuple[str, Dice]]:
    """The plays of one stage of the record's throw: the player's side afterwards and the dice used.

    `white` and `black` stand as they do before the stage; `heads_used` counts the head checkers that left in earlier
    stages of the cascade. Carried dice are played by the opponent of `to_move`.
    """
    options, sides = rules(**record["rules"]), {"white": parse_side(white), "black": parse_side(black)}
    player = OTHER[record["to_move"]] if carried else record["to_move"]
    limit = head_limit(options) if carried else stage_of(record).heads
    stage = Stage(sides[player], sides[OTHER[player]], tuple(dice), limit - heads_used, options)
    return {(side_text(side), without(stage.dice, *left)) for side, left in stage.plays()}


def gul_bara_lines(record: Record) -> Iterator[Record]:
    """Everything that can follow from one throw: `line`, `lost`, `next` and, of a finished game, `winner`."""
    first = stage_of(record)
    is_double = len(first.dice) == 4
    is_cascade = is_double and record["turn"] >= first.options["cascade_from_turn"]
    carries = {"any_roll": True, "doubles": is_double, "cascade": is_cascade, "none": False}
    for stages in cascades(first, is_cascade):
        line = [segment(record["to_move"], stage, play) for stage, play in stages]
        stage, (side, left) = stages[-1]
        if not left or won(side) or won(stage.opponent) or not carries[first.options["carry_over"]]:
            yield result_of_line(record, line, left)
            continue
        carried = Stage(stage.opponent, side, left, head_limit(stage.options), stage.options)
        for play in carried.plays():
            yield result_of_line(record, [*line, segment(OTHER[record["to_move"]], carried, play)], play[1])


def cascades(stage: Stage, goes_on: bool) -> Iterator[list[tuple[Stage, Play]]]:
    """Every way to play the stage and the higher doubles that follow by themselves (RULES.md, Gul Bara, 1 and 2)."""
    for side, left in stage.plays():
        here = [(stage, (side, left))]
        if not goes_on or left or won(side) or stage.dice[0] == 6:
            yield here
            continue
        heads = stage.heads - stage.heads_gone(side)
        higher = Stage(side, stage.opponent, (stage.dice[0] + 1,) * 4, heads, stage.options)
        for rest in cascades(higher, goes_on):
            yield here + rest


def segment(player: str, stage: Stage, play: Play) -> Record:
    side, left = play
    sides = {player: side_text(side), OTHER[player]: side_text(stage.opponent)}
    used = list(without(stage.dice, *left))
    return {"player": player, "dice": list(stage.dice), "used": used, "final": f"{sides['white']} / {sides['black']}"}


def result_of_line(record: Record, line: list[Record], left: Dice) -> Record:
    white, black = line[-1]["final"].split(" / ")
    mover = record["to_move"]
    first_mover = mover if record["first_mover"] else OTHER[mover]
    position = {"rules": record["rules"], "white": white, "black": black}
    result = outcome(position | {"first_mover": first_mover, "just_finished": mover})
    is_void = won(parse_side(white)) or won(parse_side(black))
    lines = {"line": line, "lost": [] if is_void else list(left), "next": result["next"]}
    return lines | {"winner": result["winner"]} if result["over"] else lines


def opening(throws: Sequence[Sequence[int]], options: Options) -> Record:
    """Who begins, and with which dice, after these roll-offs of [white's die, black's die]."""
    for white, black in throws:
        if white != black:
            first_mover = "white" if white > black else "black"
            if options["opening_roll"] == "same_dice":
                return {"first_mover": first_mover, "dice": [max(white, black), min(white, black)], "next": "play"}
            return {"first_mover": first_mover, "dice": None, "next": "throw"}
    return {"first_mover": None, "dice": None, "next": "roll_off"}


def outcome(record: Record) -> Record:
    """Whether the game is over when `just_finished` has ended a turn, who won and how many points."""
    options = rules(**record["rules"])
    sides = {colour: parse_side(record[colour]) for colour in OTHER}
    winners = [colour for colour in OTHER if won(sides[colour])]
    if len(winners) == 2:
        return ended(None, 0)
    if not winners:
        return going_on(OTHER[record["just_finished"]], last_turn=False)
    winner, loser = winners[0], OTHER[winners[0]]
    if options["last_turn"] == "second_mover" and winner == record["first_mover"] == record["just_finished"]:
        return going_on(loser, last_turn=True)
    return ended(winner, 1 if sides[loser][0] else options["mars"])


def ended(winner: str | None, points: int) -> Record:
    return {"over": True, "winner": winner, "points": points, "next": None, "last_turn": False}


def going_on(player: str, last_turn: bool) -> Record:
    return {"over": False, "winner": None, "points": None, "next": player, "last_turn": last_turn}
