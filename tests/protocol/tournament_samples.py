"""One value of everything that tournaments say on the wire."""

from protocol import commands as c
from protocol import messages as m
from protocol.commands import AnyCommand
from protocol.messages import AnyMessage
from protocol.settings import Settings
from protocol.tournament import acts as a
from protocol.tournament import views as v
from protocol.tournament.acts import AnyAct
from protocol.tournament.events import Config, Result

CUP = "NARDE7"
ADA = "nYHj0nGDTWoBE3uCQDZVRw"
KEY = "MTIzNDU2Nzg5MDEyMzQ1Ng"
CONFIG = Config("Нарды in Tbilisi", "swiss", Settings(length=2), rounds=4, cut=2, apart=(("p1", "p2"),))
RESULT = Result("played", "p1", (2, 1), (1, 0))
FORFEIT = Result("forfeit", "p2")

ACTS: tuple[AnyAct, ...] = (
    a.Configure(CONFIG),
    a.OpenCheckIn(),
    a.CloseCheckIn(),
    a.Merge("p3", "p1"),
    a.Start(),
    a.PairRound(2, anyway=True),
    a.Swap(2, "p5", "p8", "brothers"),
    a.StartRound(2),
    a.UndoRound(2, "UNDO ROUND 2"),
    a.ExtendClock(2, 300_000),
    a.CancelMatch("r2t1", "wrong board"),
    a.Correct("r1t1", RESULT, "misread"),
    a.PlayOff("p1", "p2"),
    a.Pause("supper"),
    a.Resume(),
    a.TakeBreak(1_800_000_900_000),
    a.Announce("Supper is ready."),
    a.Feature("r2t1"),
    a.Finish(),
    a.Reopen("a result was wrong"),
    a.Report("r2t2", FORFEIT, "not here"),
    a.Register("Ada"),
    a.Rename("p1", "Ada L"),
    a.CheckIn("p1", coming=True),
    a.Withdraw("p4", "ill"),
    a.Return("p4"),
    a.Ready("r2t1", "p1"),
    a.Claim("r2t2", "p3", (2, 0)),
)

COMMANDS: tuple[AnyCommand, ...] = (
    c.CreateTournament(id="k4-1", config=CONFIG),
    c.ListTournaments(id="k4-2"),
    c.OpenTournament(id="k4-3", tournament=CUP, key=KEY),
    c.LeaveTournament(id="k4-4", tournament=CUP),
    c.IssueKey(id="k4-5", tournament=CUP, role="player", player="p1", alone=True),
    c.OfferDirector(id="k4-6", tournament=CUP),
    c.UseDirectorCode(id="k4-7", tournament=CUP, code="024680"),
    c.ImportTournament(id="k4-8", part=1, parts=2, text='{"format":'),
    *(c.Conduct(id=f"k5-{number}", tournament=CUP, act=act) for number, act in enumerate(ACTS, start=1)),
)

_MATCH = v.MatchView(
    match="r2t1",
    table=1,
    a="p1",
    b="p2",
    stage="WB final",
    room="KAZBEK",
    ready=("p1",),
    started=1_800_000_060_000,
    score=(2, 1),
    claims={"p1": (2, 1)},
    disputed=True,
    result=RESULT,
    source="director",
    reason="misread",
    reported=1_800_000_600_000,
    corrections=(
        v.CorrectionView(at=1_800_000_700_000, source="director", reason="misread", before=FORFEIT, after=RESULT),
    ),
)
_ROUND = v.RoundView(
    number=2,
    kind="swiss",
    matches=(_MATCH,),
    byes=("p3",),
    started=1_800_000_000_000,
    ends=1_800_003_060_000,
    closed=True,
    edits=(
        v.EditView(
            at=1_799_999_999_000, reason="brothers", before=(("r2t1", "p1", "p3"),), after=(("r2t1", "p1", "p2"),)
        ),
    ),
)
_ROW = v.Row(
    "p1",
    rank=1,
    points=2,
    adjusted=2,
    buchholz=2.5,
    buchholz_cut1=1.5,
    sonneborn_berger=2.0,
    diff=1,
    points_for=2,
    mars=1,
    wins_played=1,
    parts=(v.Part(1, "bye", None, 1, 1.0, 1.0), v.Part(2, "played", "p2", 1, 1.5, 1.5)),
    apart="buchholz",
)

MESSAGES: tuple[AnyMessage, ...] = (
    m.Tournament(
        tournament=CUP,
        version=31,
        at=1_800_000_700_000,
        head=v.Head(
            config=CONFIG,
            phase="running",
            check_in=False,
            paired=2,
            rounds=4,
            played_out=False,
            advice="may_need_rematch",
            proposal=v.Proposal("swiss", 4, 2, 204),
            estimated_end=1_800_009_000_000,
            paused=(1_800_000_650_000, "supper"),
            break_until=1_800_000_900_000,
            announcement=(1_800_000_640_000, "Supper is ready."),
            featured="r2t1",
            pinned=True,
            late=(v.NoShow("r2t2", ("p4",), "offer", penalty=1),),
            choices=("re-pair", "keep pairing"),
            finish="played",
        ),
        players=(
            v.PlayerView(
                id="p1",
                name="Ada",
                seed=1,
                joined=1,
                here="yes",
                device=True,
                gone=v.Gone(at=1_800_000_500_000, round=2, source="player", reason="ill"),
            ),
        ),
        rounds=(_ROUND,),
        play_offs=(_MATCH,),
        standings=v.Standings(
            through=2, rows=(_ROW,), tie_breaks=("points", "buchholz"), before={"p1": 2}, ties=(("p1", "p2"),)
        ),
        bracket=(v.BracketNode(match="M3", stage="final", a="p1", b=None, b_from="winner M2", winner="p1"),),
        journal=(
            v.JournalLine(
                version=30, at=1_800_000_640_000, source="director", event={"type": "round_closed", "round": 1}
            ),
        ),
    ),
    m.TournamentYou(
        tournament=CUP,
        you=v.You(role="player", device=ADA, player="p1", waiting=v.Waiting("play", "r2t1", start_button=True)),
    ),
    m.Tournaments(
        tournaments=(
            v.TournamentListing(
                tournament=CUP,
                title="Нарды in Tbilisi",
                format="swiss",
                phase="running",
                players=9,
                round=2,
                rounds=4,
                created=1_800_000_000_000,
            ),
        )
    ),
    m.Key(tournament=CUP, role="player", key=KEY, player="p1"),
    m.DirectorCode(code="024680", expires_ms=120_000),
)
