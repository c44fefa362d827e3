"""One value of every command, message and event: what the golden frames are made of."""

from engine.errors import Reason
from engine.events import (
    CascadeContinued,
    ClocksSet,
    DiceCarried,
    DiceThrown,
    GameEnded,
    GameStarted,
    MatchEnded,
    OpeningDieThrown,
    PlayEnded,
    RollOffTied,
    RollOffWon,
    Stepped,
    StepUndone,
    TurnBegan,
    TurnHandedOver,
)
from engine.explain import Blocked
from engine.outcome import Ending
from engine.position import START
from engine.types import Color
from protocol import commands as c
from protocol import messages as m
from protocol.commands import AnyCommand
from protocol.events import (
    Commit,
    Event,
    MatchStarted,
    PlayerOffline,
    PlayerOnline,
    RematchDeclined,
    RematchOffered,
    RoomClosed,
    RoomCreated,
    RoomPaused,
    RoomResumed,
    SeatLeft,
    SeatTaken,
)
from protocol.messages import AnyMessage
from protocol.settings import Control, Settings
from tests.protocol import tournament_samples

ROOM = "KAZBEK"
ADA, BO = "nYHj0nGDTWoBE3uCQDZVRw", "Q2xhcmEgaGFzIGEgc2VhdA"
WHITE, BLACK = Color.WHITE, Color.BLACK
SETTINGS = Settings(
    preset="long-nard",
    overrides={"gul_bara": True, "head_limit": None, "mars": 1},
    length=3,
    stake=5,
    control=Control(timing="delay", bank=180_000, extra=12_000),
    public=True,
    watch_delay=2,
    title="Нарды in Tbilisi",
)

COMMANDS: tuple[AnyCommand, ...] = (
    c.Hello(id="k3-1", token="AAECAwQFBgcICQoLDA0ODw", name="Ada"),
    c.CreateRoom(id="k3-2", settings=SETTINGS, seat="white"),
    c.QuickPair(id="k3-3"),
    c.ListRooms(id="k3-4"),
    c.Subscribe(id="k3-5", room=ROOM, after=17),
    c.Unsubscribe(id="k3-6", room=ROOM),
    c.Sit(id="k3-7", room=ROOM, seat=BLACK),
    c.StandUp(id="k3-8", room=ROOM),
    c.InviteBot(id="k3-9", room=ROOM, strength="random"),
    c.Throw(id="k3-10", room=ROOM, turn=1),
    c.Step(id="k3-11", room=ROOM, turn=2, point=24, die=6),
    c.Undo(id="k3-12", room=ROOM, turn=2, all=True),
    c.Done(id="k3-13", room=ROOM, turn=2),
    c.Play(id="k3-14", room=ROOM, turn=2, steps=((24, 6), (18, 3))),
    c.HandOver(id="k3-15", room=ROOM, turn=2, color=BLACK),
    c.Resign(id="k3-16", room=ROOM, points=2),
    c.Rematch(id="k3-17", room=ROOM, accept=False),
    c.ClaimWin(id="k3-18", room=ROOM),
    c.Say(id="k3-19", room=ROOM, phrase="good_luck"),
    c.Sync(id="k3-20", room=ROOM),
    c.GetRecord(id="k3-21", room=ROOM, match=1, game=2),
    c.ListGames(id="k3-22"),
    c.OfferDevice(id="k3-23", sealed="q83vEjRWeJCrze8SNFZ4kA"),
    c.UseDeviceCode(id="k3-24", code="KAZBEK42"),
    *tournament_samples.COMMANDS,
)

EVENTS: tuple[Event, ...] = (
    RoomCreated(SETTINGS, 1_800_000_000_000, quick=True, tournament="NARDE7/r2t1"),
    SeatTaken(WHITE, ADA, "Ada", "steady"),
    SeatLeft(BLACK),
    PlayerOffline(WHITE, 1_800_000_012_345),
    PlayerOnline(WHITE),
    MatchStarted(2),
    RematchOffered(WHITE),
    RematchDeclined(BLACK),
    RoomPaused(1_800_000_013_000),
    RoomResumed(),
    RoomClosed(),
    GameStarted(1, 1),
    OpeningDieThrown(WHITE, 6),
    RollOffTied(2),
    RollOffWon(WHITE),
    TurnBegan(3, WHITE, last=True),
    DiceThrown(WHITE, (6, 3), opening=True),
    CascadeContinued(WHITE, (5, 5, 5, 5)),
    DiceCarried(BLACK, (6, 6)),
    Stepped(24, 6),
    StepUndone(24, 6),
    PlayEnded(BLACK, (6, 5), (Blocked(6, 24, Reason.POINT_CLOSED), Blocked(5, 24, Reason.WALL))),
    TurnHandedOver(BLACK),
    ClocksSet(180_000, 171_500, BLACK, 1_800_000_020_000),
    GameEnded(WHITE, 2, Ending.BORNE_OFF),
    MatchEnded(WHITE, 3, 1, Ending.FLAG),
)

_SEAT = m.SeatView(player=ADA, name="Ada", offline_ms=12_345)
_CLOCKS = m.ClocksView(white=180_000, black=171_500, running=BLACK, delay=9_000)

MESSAGES: tuple[AnyMessage, ...] = (
    m.Welcome(player=ADA, name="Ada", product="0.1.0", protocol=1, heartbeat_ms=5_000, token="AAECAwQFBgcICQoLDA0ODw"),
    m.Ack(id="k3-2", version=1, room=ROOM),
    m.Error(
        id="k3-11", code="point_closed", detail="Own point 18 is closed.", points=(18,), concerned=("r2t1",), room=None
    ),
    m.Snapshot(
        room=ROOM,
        version=17,
        at=1_800_000_020_000,
        settings=SETTINGS,
        mars=1,
        white=_SEAT,
        black=None,
        you=(WHITE,),
        phase="play",
        match=1,
        game=2,
        turn=9,
        score=(1, 0),
        checkers=((24,) * 14 + (18,), (24,) * 13 + (1,)),
        to_move=WHITE,
        turns=(3, 2),
        opening=(6, 3),
        stages=(m.StageView(dice=(4, 4, 4, 4), steps=((24, 4),)), m.StageView(dice=(6, 5), carried=True)),
        last_play=((24, 6), (18, 3)),
        last_turn=True,
        clocks=_CLOCKS,
        rematch=BLACK,
        results=(11, -2),
        winner=WHITE,
        watchers=12,
        tournament="NARDE7/r2t1",
        paused=True,
    ),
    m.Events(room=ROOM, version=18, at=1_800_000_020_100, events=EVENTS),
    m.StepGraph(
        room=ROOM,
        turn=9,
        stage=0,
        dice=(4, 1),
        uses=2,
        checkers=(7, 4, 1),
        stay=0,
        points=((7,), (7, 4)),
        off=((4, 4, 6), (3, 4, 3), (1, 4, 1), (1, 1, 6)),
        walls=(),
        passing=False,
    ),
    m.Heartbeat(room=ROOM, version=18, digest=START.digest, turn=9, at=1_800_000_025_000, clocks=_CLOCKS, watchers=12),
    m.Said(room=ROOM, at=1_800_000_026_000, player=BO, name="Bo", seat=BLACK, text="Удачи!", phrase=None),
    m.Rooms(
        rooms=(
            m.RoomListing(
                room=ROOM,
                title="Нарды in Tbilisi",
                preset="long-nard",
                overrides={"gul_bara": True},
                length=3,
                stake=5,
                timing="delay",
                bank=180_000,
                extra=12_000,
                white="Ada",
                black=None,
                waiting=True,
                watchable=True,
                created=1_800_000_000_000,
                watchers=12,
                score=(1, 0),
                pips=(212, 188),
                game=2,
            ),
        )
    ),
    m.Record(
        room=ROOM,
        match=1,
        game=2,
        settings=SETTINGS,
        rules={"opening_roll": "fresh", "head_limit": None, "gul_bara": True, "mars": 1},
        white=m.SeatView(player=ADA, name="Ada"),
        black=m.SeatView(player="house-steady", name="House bot", bot="steady"),
        commits=(
            Commit(1_800_000_000_200, (GameStarted(2, 7),)),
            Commit(1_800_000_000_300, (DiceThrown(WHITE, (6, 3)), Stepped(24, 6))),
            Commit(1_800_000_009_000, (GameEnded(BLACK, 1, Ending.RESIGNED),)),
        ),
    ),
    m.Games(
        games=(
            m.GameListing(
                room=ROOM,
                match=1,
                game=2,
                at=1_800_000_009_000,
                white="Ada",
                black="House bot",
                winner=BLACK,
                points=1,
                ending=Ending.RESIGNED,
                preset="long-nard",
                plays=61,
                length=3,
                overrides={"gul_bara": True},
                timing="fischer",
                bank=300_000,
                extra=3_000,
            ),
        )
    ),
    m.DeviceCode(code="KAZBEK42", expires_ms=120_000),
    m.Sealed(sealed="q83vEjRWeJCrze8SNFZ4kA"),
    *tournament_samples.MESSAGES,
)
