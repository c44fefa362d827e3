"""Whatever people do on whichever node, everybody ends up with the same room: commands, nodes and faults at random."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from clients.lib.view import apply
from protocol import commands as c
from protocol.errors import Code, Refusal
from protocol.messages import Events, Snapshot
from protocol.settings import Settings
from server.rooms import views
from server.rooms.decide import Absent, Expire, GiveBack, Present, RoomCommand, SystemCommand
from server.rooms.feed import key_of
from server.rooms.state import RoomState
from tests.server.builders import BLACK, TIMED, WHITE, act, next_command, state_of, table
from tests.server.nodes import Node, Person, nodes

SETTINGS = st.builds(
    Settings,
    preset=st.sampled_from(["long-nard", "lange-narde", "dlinnye-nardy"]),
    overrides=st.fixed_dictionaries({"gul_bara": st.booleans(), "cascade_from_turn": st.sampled_from([1, 3])}),
    length=st.integers(1, 2),
    teaching=st.booleans(),
)
UNTIMED = st.builds(structs.replace, SETTINGS, watch_delay=st.sampled_from([0, 2]))
ON_TIME = st.builds(structs.replace, SETTINGS, control=st.just(TIMED.control))


def anything(state: RoomState, name: str, random: Random) -> RoomCommand:
    """A command that may be legal, late, early or nonsense."""
    code, turn = state.code, random.choice([0, 1, 1]) + (0 if state.match is None else state.match.turn - 1)
    point, die = random.randint(1, 24), random.randint(1, 6)
    commands: list[RoomCommand] = [
        c.Sit(id=name, room=code, seat=random.choice([WHITE, BLACK, None])),
        c.StandUp(id=name, room=code),
        c.Throw(id=name, room=code, turn=turn),
        c.Step(id=name, room=code, turn=turn, point=point, die=die),
        c.Play(id=name, room=code, turn=turn, steps=((24, die), (24 - die, die))),
        c.Undo(id=name, room=code, turn=turn, all=random.random() < 0.5),
        c.Done(id=name, room=code, turn=turn),
        c.HandOver(id=name, room=code, turn=turn, color=random.choice([WHITE, BLACK])),
        c.Rematch(id=name, room=code, accept=random.random() < 0.8),
        c.ClaimWin(id=name, room=code),
    ]
    if random.random() < 0.05:
        commands.append(c.Resign(id=name, room=code, points=random.randint(1, 2)))
    return random.choice(commands)


async def ask(node: Node, code: str, people: list[Person], random: Random) -> None:
    """Somebody asks for something; a refusal leaves the log as it was, but for what was due anyhow."""
    state = await state_of(node, code)
    person, command = random.choice(people), anything(state, node.id(), random)
    if state.running and random.random() < 0.7:
        color, command = next_command(state, node.id(), random)
        holder = state.seat(color)
        person = next(person for person in people if holder is not None and person.actor.player == holder.player)
    node.store.lost, node.store.unsure = random.random() < 0.03, random.random() < 0.03
    before, due = await node.store.read(key_of(code)), await node.store.due(node.clock.now, 1)
    done = await node.rooms.execute(code, person.actor, command)
    while isinstance(done, Refusal) and done.code is Code.UNAVAILABLE:
        done = await node.rooms.execute(code, person.actor, command)
    after = await node.store.read(key_of(code))
    assert after[: len(before)] == before
    assert len(after) - len(before) <= len(due) + (not isinstance(done, Refusal))
    assert isinstance(done, Refusal) or done <= len(after)


async def disturb(node: Node, code: str, random: Random) -> None:
    """Time passes, and the server has something to say by itself."""
    node.clock.now += random.choice([100, 3_000, 40_000])
    color = random.choice([WHITE, BLACK])
    commands: list[SystemCommand] = [Expire(), Absent(color), Present(color), GiveBack(1_000)]
    await node.rooms.execute_system(code, random.choice(commands))


def seen_by(person: Person) -> Snapshot:
    """The room as this viewer's frames tell it, without a hole."""
    view: Snapshot | None = None
    for frame in person.frames:
        if isinstance(frame, Snapshot):
            view = frame
        elif isinstance(frame, Events):
            assert view is not None
            assert frame.version == view.version + 1
            view = apply(view, frame, person.actor.player)
    assert view is not None
    return view


@settings(max_examples=12, derandomize=True)
@given(seed=st.integers(0, 2**32), chosen=UNTIMED | ON_TIME)
async def test_every_viewer_sees_the_same_room(seed: int, chosen: Settings) -> None:
    random = Random(seed)
    async with nodes(3) as (one, two, fresh):
        ada, bo, cy, di = people = [Person(name) for name in ("Ada", "Bo", "Cy", "Di")]
        code = await one.create(ada, chosen)
        places = [(one, ada), (two, Person("Ada")), (two, bo), (one, cy), (two, di)]
        viewers = [(node, person, await node.follow(person, code)) for node, person in places]
        for _ in range(120):
            await ask(random.choice((one, two)), code, people, random)
            if random.random() < 0.1:
                await disturb(random.choice((one, two)), code, random)
            if random.random() < 0.5:
                await one.settled()
            if random.random() < 0.1:
                node, person, viewer = random.choice(viewers)
                node.rooms.unsubscribe(code, viewer)
                await node.rooms.subscribe(code, viewer, random.choice([None, seen_by(person).version]))
        await one.settled()
        room = await fresh.room(code)
        assert room.state == await state_of(one, code) == await state_of(two, code)
        for _, person, viewer in viewers:
            state = room.state if room.state.seats_of(viewer.player) else room.shown
            seen = seen_by(person)
            assert seen == views.snapshot(state, viewer.player, seen.at, seen.watchers)


async def test_whole_game_is_seen_by_all() -> None:
    async with nodes(2) as (one, two):
        random = Random(7)
        code, ada, bo = await table(one)
        cy, people = Person("Cy"), {WHITE: ada, BLACK: bo}
        await two.follow(cy, code)
        while (await state_of(one, code)).running:
            await act(random.choice((one, two)), code, people, random)
            await one.settled()
        for person in (ada, bo, cy):
            seen = seen_by(person)
            assert seen.winner is not None
            assert seen == views.snapshot(await state_of(two, code), person.actor.player, seen.at, seen.watchers)
