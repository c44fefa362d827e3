"""One game as decide and fold.

`decide` judges a command against a game and answers the events that it causes, or a Problem; it changes nothing.
`fold` applies one event; it may not refuse. Luck comes in through `dice`; time belongs to the match.

    opening ──both dice, equal──▶ opening
       └────one is higher───────▶ roll ──throw──▶ play ──done──▶ roll (the other player) … ──▶ over
                                   (same_dice: straight to play; nothing playable: straight on to the other player)
"""

from collections.abc import Iterable
from typing import Final, NamedTuple, assert_never

from engine.commands import EndTurn, GameCommand, HandOver, Lose, MakePlay, MakeStep, Resign, Throw, Undo
from engine.course import Course
from engine.dice import DiceSource, opening_winner
from engine.errors import Problem, Reason
from engine.events import (
    CascadeContinued,
    DiceCarried,
    DiceThrown,
    GameEnded,
    GameEvent,
    OpeningDieThrown,
    PlayEnded,
    RollOffTied,
    RollOffWon,
    Stepped,
    StepUndone,
    TurnBegan,
    TurnHandedOver,
)
from engine.moves import (
    LegalPlays,
    Stage,
    carried_stage,
    cascade_stage,
    throw_stage,
    unused,
)
from engine.outcome import Ending, LastTurnDue, Outcome, is_finished, judge, points_against
from engine.position import START, Position
from engine.rules import CarryOver, OpeningRoll, Rules
from engine.types import BLACK, OFF, WHITE, Color, Die, Phase, Play, Step, quick_copies


class StagePlay(NamedTuple):
    """One stage of the current turn: what may be played in it, and the steps made so far."""

    legal: LegalPlays
    steps: Play = ()
    carried: bool = False

    @property
    def stage(self) -> Stage:
        return self.legal.stage

    @property
    def start(self) -> Position:
        return self.legal.position

    @property
    def dice_left(self) -> tuple[Die, ...]:
        return unused(self.stage, self.steps)


@quick_copies
class Game(NamedTuple):
    """A game as far as it has come. `turns` counts the own throws of White and Black, `thrown` all dice."""

    rules: Rules
    turn: int = 1
    position: Position = START
    phase: Phase = "opening"
    opening: tuple[Die | None, Die | None] = (None, None)
    first_mover: Color | None = None
    to_move: Color | None = None
    turns: tuple[int, int] = (0, 0)
    thrown: int = 0
    stages: tuple[StagePlay, ...] = ()
    last_turn: bool = False
    last_play: tuple[Step, ...] = ()
    outcome: Outcome | None = None

    def turns_of(self, color: Color) -> int:
        return self.turns[color is BLACK]

    def opening_die(self, color: Color) -> Die | None:
        return self.opening[color is BLACK]

    def cost(self, loser: Color) -> int:
        """What resigning costs `loser` now, in points."""
        return points_against(self.position, loser, self.rules)


def legal_plays(game: Game) -> LegalPlays:
    """The legal plays of the stage that is being played. ValueError outside the phase `play`."""
    if not game.stages:
        raise ValueError("no dice are on the board")
    return game.stages[-1].legal


# --- decide ---------------------------------------------------------------------------------------------------------


Decided = tuple[GameEvent, ...] | Problem
GameCourse = Course[Game, GameEvent]


def decide(game: Game, color: Color, command: GameCommand, dice: DiceSource, teaching: bool = False) -> Decided:
    """The events that `color`'s command causes, or why it is refused. `dice` gives die number n of this game."""
    course = run(game, color, command, dice, teaching)
    return course if isinstance(course, Problem) else tuple(course.facts)


def run(
    game: Game, color: Color, command: GameCommand, dice: DiceSource, teaching: bool = False
) -> GameCourse | Problem:
    """The same with the game after these events, which `fold` would give as well."""
    course: GameCourse = Course(game, fold)
    return _judge(course, color, command, dice, teaching) or course


# What follows makes things happen in a course, or returns why not.

ROLL_OFF_FIRST: Final = Problem(Reason.THROW_FIRST, detail="The roll-off comes first.")


def _judge(course: GameCourse, color: Color, command: GameCommand, dice: DiceSource, teaching: bool) -> Problem | None:
    game = course.state
    if game.outcome is not None:
        return Problem(Reason.GAME_OVER, detail="This game is over.")
    match command:
        case Resign(points):
            return _resign(course, color, points)
        case Lose(ending):
            course.happen(GameEnded(color.other, game.cost(color), ending))
            return None
    if command.turn != game.turn:
        return Problem(Reason.STALE_TURN, detail=f"That was turn {command.turn}; it is turn {game.turn} now.")
    if isinstance(command, HandOver):
        return _hand_over(course, command.color, teaching)
    if game.phase == "opening":
        return _throw_opening(course, color, dice) if isinstance(command, Throw) else ROLL_OFF_FIRST
    if game.to_move is not color:
        return Problem(Reason.NOT_YOUR_TURN, detail="The other player is on roll.")
    if isinstance(command, Throw):
        return _throw(course, color, dice)
    if game.phase != "play":
        return Problem(Reason.THROW_FIRST, detail="Throw the dice first.")
    match command:
        case MakeStep(step=step):
            return _make_step(course, color, step)
        case MakePlay(steps=steps):
            return _make_play(course, color, steps)
        case Undo(everything=everything):
            return _undo(course, everything)
        case EndTurn():
            return _end_turn(course)
        case _:
            assert_never(command)


def _resign(course: GameCourse, color: Color, points: int) -> Problem | None:
    cost = course.state.cost(color)
    if points != cost:
        return Problem(Reason.WRONG_COST, detail=f"Resigning costs {cost} now, not {points}.")
    course.happen(GameEnded(color.other, points, Ending.RESIGNED))
    return None


def _hand_over(course: GameCourse, color: Color, teaching: bool) -> Problem | None:
    if not teaching:
        return Problem(Reason.NOT_TEACHING, detail="Only in a teaching game can the turn be handed over.")
    if course.state.phase == "opening":
        return ROLL_OFF_FIRST
    course.happen(TurnHandedOver(color), TurnBegan(course.state.turn + 1, color))
    return None


def _throw_opening(course: GameCourse, color: Color, dice: DiceSource) -> Problem | None:
    game = course.state
    if game.opening_die(color) is not None:
        return Problem(Reason.ALREADY_THROWN, detail="Your opening die lies on the board; the other player throws.")
    course.happen(OpeningDieThrown(color, dice(game.thrown)))
    white, black = course.state.opening
    if white is None or black is None:
        return None
    lead = opening_winner(white, black)
    if not lead:
        course.happen(RollOffTied(game.turn + 1))
        return None
    winner = WHITE if lead > 0 else BLACK
    course.happen(RollOffWon(winner), TurnBegan(game.turn + 1, winner))
    if game.rules.opening_roll is not OpeningRoll.FRESH:
        _thrown(course, DiceThrown(winner, _high_first(white, black), opening=True))
    return None


def _high_first(one: Die, two: Die) -> tuple[Die, Die]:
    return (one, two) if one >= two else (two, one)


def _throw(course: GameCourse, color: Color, dice: DiceSource) -> Problem | None:
    game = course.state
    if game.phase != "roll":
        return Problem(Reason.ALREADY_THROWN, detail="Your dice lie on the board.")
    _thrown(course, DiceThrown(color, _high_first(dice(game.thrown), dice(game.thrown + 1))))
    return None


def _thrown(course: GameCourse, fact: DiceThrown | DiceCarried) -> None:
    """These dice are to be played; if they cannot be, the play ends by itself."""
    course.happen(fact)
    if not legal_plays(course.state).dice_used:
        _end_play(course)


def _make_step(course: GameCourse, color: Color, step: Step) -> Problem | None:
    if problem := _refusal(course.state, step):
        return problem
    _step_on(course, color, (step,))
    return None


def _step_on(course: GameCourse, color: Color, steps: Play) -> None:
    """These legal steps of one stage are made, and what follows of itself."""
    course.lead_to(_with_steps(course.state, steps), [Stepped(point, die) for point, die in steps])
    game = course.state
    if is_finished(game.position, color):
        _end_play(course)
    elif (following := _next_stage(game)) is not None:
        course.happen(CascadeContinued(color, following.dice))


def _refusal(game: Game, step: Step) -> Problem | None:
    if not game.stages:
        return Problem(Reason.NO_SUCH_DIE, (step.point,), "The play is complete without this step.")
    plays, made = legal_plays(game), game.stages[-1].steps
    if plays.graph.walk((*made, step)) is not None:
        return None
    problem = plays.why_illegal(made, step)
    return problem or Problem(Reason.MORE_DICE_PLAYABLE, (step.point,), "This step belongs to no legal play.")


def _next_stage(game: Game) -> Stage | None:
    """The stage of a cascade that follows now, if any (RULES.md, Gul Bara, number 1)."""
    current, color = game.stages[-1], game.to_move
    assert color is not None
    cascades = game.rules.gul_bara and not current.carried and game.turns_of(color) >= game.rules.cascade_from_turn
    if not cascades or current.dice_left:
        return None
    return cascade_stage(game.rules, legal_plays(game), current.steps)


def _make_play(course: GameCourse, color: Color, steps: Play) -> Problem | None:
    """Make these steps, across the stages of a cascade, and end the turn; all of that or nothing."""
    before = course.state
    complete = (*before.stages[-1].steps, *steps) in legal_plays(before)
    if complete:
        _step_on(course, color, steps)
    else:
        for step in steps:
            if problem := _make_step(course, color, step):
                return problem
    game = course.state
    if not game.stages:
        return None
    if len(game.stages) > len(before.stages) and not game.stages[-1].steps and open_steps(game):
        return None
    if not complete:
        return _end_turn(course)
    _end_play(course)
    return None


def open_steps(game: Game) -> tuple[Step, ...]:
    """The legal next steps of the player on roll; none when the play is complete."""
    graph = legal_plays(game).graph
    node = graph.walk(game.stages[-1].steps)
    return () if node is None else graph.steps(node)


def _undo(course: GameCourse, everything: bool) -> Problem | None:
    made = [step for played in course.state.stages for step in played.steps]
    if not made:
        return Problem(Reason.NOTHING_TO_UNDO, detail="No step of this turn is left to take back.")
    back = reversed(made if everything else made[-1:])
    course.happen(*(StepUndone(step.point, step.die) for step in back))
    return None


def _end_turn(course: GameCourse) -> Problem | None:
    if following := open_steps(course.state):
        left = "-".join(map(str, course.state.stages[-1].dice_left))
        points = tuple(sorted({step.point for step in following}, reverse=True))
        return Problem(Reason.PLAY_NOT_FINISHED, points, f"{left} can still be played.")
    _end_play(course)
    return None


def _end_play(course: GameCourse) -> None:
    """The play is over: who has won, who is next, and which dice pass on."""
    game = course.state
    current, color = game.stages[-1], game.to_move
    assert color is not None
    assert game.first_mover is not None
    left = current.dice_left
    idle = bool(left) and not is_finished(game.position, color)
    course.happen(PlayEnded(color, left, legal_plays(game).why_pass(current.steps) if idle else ()))
    match judge(game.position, game.rules, game.first_mover, color, current.carried):
        case Outcome(winner, points, ending):
            course.happen(GameEnded(winner, points, ending))
        case LastTurnDue(other):
            course.happen(TurnBegan(game.turn + 1, other, last=True))
        case None if not current.carried:
            course.happen(TurnBegan(game.turn + 1, color.other))
            if carried := _carried_dice(game, left):
                _thrown(course, DiceCarried(color.other, carried))


def _carried_dice(game: Game, left: tuple[Die, ...]) -> tuple[Die, ...]:
    """Which unusable dice pass to the opponent (RULES.md, Gul Bara, number 3)."""
    rules, color = game.rules, game.to_move
    if not left or not rules.gul_bara:
        return ()
    assert color is not None
    double = len(game.stages[-1].stage.dice) == 4
    match rules.carry_over:
        case CarryOver.ANY_ROLL:
            carries = True
        case CarryOver.DOUBLES:
            carries = double
        case CarryOver.CASCADE:
            carries = double and game.turns_of(color) >= rules.cascade_from_turn
        case CarryOver.NONE:
            carries = False
        case _:
            assert_never(rules.carry_over)
    return left if carries else ()


# --- fold -----------------------------------------------------------------------------------------------------------


def replay(game: Game, events: Iterable[GameEvent]) -> Game:
    for event in events:
        game = fold(game, event)
    return game


def fold(game: Game, event: GameEvent) -> Game:
    """The game after one fact."""
    match event:
        case TurnBegan(turn, color, last):
            return game._replace(turn=turn, to_move=color, phase="roll", stages=(), last_turn=last)
        case DiceThrown():
            return _fold_throw(game, event)
        case Stepped(point, die):
            return _with_steps(game, (Step(point, die),))
        case PlayEnded():
            made = tuple([step for played in game.stages for step in played.steps])
            return game._replace(phase="roll", stages=(), last_play=made)
        case StepUndone():
            return _fold_undo(game)
        case OpeningDieThrown(color, die):
            white, black = game.opening
            opening = (die, black) if color is WHITE else (white, die)
            return game._replace(opening=opening, thrown=game.thrown + 1)
        case RollOffTied(turn):
            return game._replace(opening=(None, None), turn=turn)
        case RollOffWon(color):
            return game._replace(first_mover=color)
        case CascadeContinued():
            stage = cascade_stage(game.rules, legal_plays(game), game.stages[-1].steps)
            assert stage is not None
            return game._replace(stages=(*game.stages, _offered(game, stage)))
        case DiceCarried(dice=dice):
            return game._replace(phase="play", stages=(_offered(game, carried_stage(game.rules, dice), carried=True),))
        case TurnHandedOver():
            return game._replace(stages=())
        case GameEnded(winner, points, ending):
            return game._replace(phase="over", stages=(), outcome=Outcome(winner, points, ending))
        case _:
            assert_never(event)


def _fold_throw(game: Game, event: DiceThrown) -> Game:
    white, black = game.turns
    turns = (white + 1, black) if event.color is WHITE else (white, black + 1)
    turn = turns[event.color is BLACK]
    stage = throw_stage(game.rules, event.dice, turn, event.color is game.first_mover)
    thrown = game.thrown if event.opening else game.thrown + 2
    return game._replace(phase="play", turns=turns, thrown=thrown, stages=(_offered(game, stage),))


def _offered(game: Game, stage: Stage, carried: bool = False) -> StagePlay:
    """A stage that begins now."""
    assert game.to_move is not None
    return StagePlay(LegalPlays(game.position, game.to_move, game.rules, stage), carried=carried)


def moved(position: Position, color: Color, steps: Play) -> Position:
    """The position after `color` made steps that are legal."""
    side = position[color]
    for point, die in steps:
        target = point - die if point > die else OFF
        side += (1 << 4 * target) - (1 << 4 * point)
    return position.with_side(color, side)


def _with_steps(game: Game, steps: Play) -> Game:
    assert game.to_move is not None
    current = game.stages[-1]
    stages = (*game.stages[:-1], StagePlay(current.legal, current.steps + steps, current.carried))
    return game._replace(position=moved(game.position, game.to_move, steps), stages=stages)


def _fold_undo(game: Game) -> Game:
    assert game.to_move is not None
    stages = game.stages if game.stages[-1].steps else game.stages[:-1]
    current = stages[-1]
    steps = current.steps[:-1]
    position = moved(current.start, game.to_move, steps)
    return game._replace(position=position, stages=(*stages[:-1], current._replace(steps=steps)))
