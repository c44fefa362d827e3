"""What is asked of tournaments, and what each command is answered."""

from collections import OrderedDict
from dataclasses import replace
from typing import Final, assert_never

import msgspec

from protocol import commands as c
from protocol import limits
from protocol.errors import Code, Refusal
from protocol.messages import Ack, DirectorCode, Key
from protocol.messages import Tournaments as Listed
from protocol.tournament import acts
from protocol.tournament.acts import AnyAct
from protocol.tournament.errors import Wrong
from protocol.tournament.events import Commit, Config
from server.luck import new_seed
from server.rooms.decide import check
from server.rooms.service import UNAVAILABLE
from server.session import Identity, Session
from server.store.log import StoreUnavailable
from server.text import tidy, visible_name
from server.tournaments.access import digest_of, issued, new_key, role_of
from server.tournaments.broadcast import Broadcast
from server.tournaments.commands import Link
from server.tournaments.decide import HELPER, Actor, create
from server.tournaments.export import from_json
from server.tournaments.feed import Copy, Visitor
from server.tournaments.keys import KEY_UNKNOWN, NOT_OPEN, Keys
from server.tournaments.problems import Problem
from server.tournaments.service import UNKNOWN, Tournaments, by_server
from server.tournaments.state import TournamentState

TOO_MANY: Final = Refusal(Code.TOO_MANY_ROOMS, f"One connection follows at most {limits.TOURNAMENTS_OPEN} tournaments.")
OUT_OF_ORDER: Final = Refusal(Code.BAD_IMPORT, "The parts come one after another, from the first to the last.")
UPLOADS: Final = 8
"""Imports at the same time; the one that was begun first makes room for another."""

Answer = Ack | Listed | Key | DirectorCode | Refusal


class Desk:
    def __init__(self, tournaments: Tournaments, broadcast: Broadcast, keys: Keys) -> None:
        self.tournaments, self.broadcast, self.keys = tournaments, broadcast, keys
        self._uploads: OrderedDict[Session, list[str]] = OrderedDict()

    async def answer(self, session: Session, who: Identity, command: c.OfTournaments) -> Answer:
        """Do what is asked. What a newcomer is to be told follows the Ack: see `after`."""
        try:
            return await self._answer(session, who, command)
        except StoreUnavailable:
            return UNAVAILABLE

    async def _answer(self, session: Session, who: Identity, command: c.OfTournaments) -> Answer:
        match command:
            case c.CreateTournament():
                return await self._create(who, command)
            case c.ListTournaments():
                return Listed(tournaments=tuple((await self.tournaments.listed())[: limits.TOURNAMENTS_LISTED]))
            case c.OpenTournament():
                return await self._open(session, who, command)
            case c.LeaveTournament():
                self._leave(session, command.tournament)
                return Ack(id=command.id)
            case c.Conduct():
                return await self._conduct(session, who, command)
            case c.IssueKey():
                return await self.keys.issue(session.tournaments.get(command.tournament), who, command)
            case c.OfferDirector():
                return await self.keys.offer(session.tournaments.get(command.tournament), command)
            case c.UseDirectorCode():
                return await self.keys.use_code(who, command)
            case c.ImportTournament():
                return await self._import(session, who, command)
            case _:
                assert_never(command)

    async def after(self, session: Session, code: str) -> None:
        """What follows the Ack of OpenTournament. Raises StoreUnavailable."""
        if (copy := await self.tournaments.copy(code)) is not None:
            await self.broadcast.attach(copy, session.tournaments[code])

    def close(self, session: Session) -> None:
        """The connection is gone."""
        self._uploads.pop(session, None)
        for code in list(session.tournaments):
            self._leave(session, code)

    def knows(self, code: str) -> bool:
        """The code is no secret: all tournaments are listed. Says nothing of those that are not in memory."""
        return code in self.tournaments.live

    # --- new ones -----------------------------------------------------------------------------------------------------

    async def _create(self, who: Identity, command: c.CreateTournament) -> Key | Refusal:
        now, config = self.tournaments.now(), _clean(command.config)
        if refusal := _bad_matches(config):
            return refusal
        created = create(config, now)
        if isinstance(created, Problem):
            return Refusal(created.code, created.detail)
        return await self._found(who, command.id, [Commit(now, created, "director")])

    async def _found(self, who: Identity, command: str, commits: list[Commit]) -> Key | Refusal:
        key = new_key(who.secret, "create", command)
        code = await self.tournaments.create(who.secret, f"{who.actor.player}/{command}", key, commits)
        return code if isinstance(code, Refusal) else Key(tournament=code, role="director", key=key)

    async def _import(self, session: Session, who: Identity, command: c.ImportTournament) -> Ack | Key | Refusal:
        """Each part is kept until the last one is there."""
        if command.part == 1:
            self._uploads.pop(session, None)
            self._uploads[session] = []
            if len(self._uploads) > UPLOADS:
                self._uploads.popitem(last=False)
        parts = self._uploads.get(session)
        if parts is None or command.part != len(parts) + 1 or command.part > command.parts:
            self._uploads.pop(session, None)
            return OUT_OF_ORDER
        parts.append(command.text)
        if command.part < command.parts:
            return Ack(id=command.id)
        del self._uploads[session]
        try:
            commits = await self.tournaments.heavy(from_json, "".join(parts))
        except ValueError as error:
            return Refusal(Code.BAD_IMPORT, str(error))
        return await self._found(who, command.id, list(commits))

    # --- visitors -----------------------------------------------------------------------------------------------------

    async def _open(self, session: Session, who: Identity, command: c.OpenTournament) -> Ack | Refusal:
        code = command.tournament
        if code not in session.tournaments and len(session.tournaments) >= limits.TOURNAMENTS_OPEN:
            return TOO_MANY
        copy = await self.tournaments.copy(code)
        if copy is None:
            return UNKNOWN
        visitor = Visitor(who.actor.player, session.text, session.send_frame)
        if command.key is not None and (refusal := await self._show(copy, visitor, command.id, command.key)):
            return refusal
        self._leave(session, code)
        session.tournaments[code] = visitor
        return Ack(id=command.id, version=copy.state.version)

    async def _show(self, copy: Copy, visitor: Visitor, command: str, key: str) -> Refusal | None:
        """A key is shown. A player's makes the device his."""
        digest = digest_of(copy.code, key)
        if issued(copy.state, digest) is None:
            await self.tournaments.look(copy)
        if (known := issued(copy.state, digest)) is None:
            return KEY_UNKNOWN
        visitor.digest = digest
        if known.role != "player" or known.player is None:
            return None
        linked = await self.tournaments.execute(
            copy.code, by_server, Link(known.player, visitor.device), f"{visitor.device}/{command}"
        )
        return linked if isinstance(linked, Refusal) else None

    def _leave(self, session: Session, code: str) -> None:
        visitor, copy = session.tournaments.pop(code, None), self.tournaments.live.get(code)
        if visitor is not None and copy is not None:
            self.broadcast.detach(copy, visitor)

    async def _conduct(self, session: Session, who: Identity, command: c.Conduct) -> Ack | Refusal:
        visitor, copy = session.tournaments.get(command.tournament), await self.tournaments.copy(command.tournament)
        if visitor is None or copy is None:
            return NOT_OPEN
        act = _ready_to_judge(command.act)
        if isinstance(act, acts.Configure) and (refusal := _bad_matches(act.config)):
            return refusal
        op = f"{who.actor.player}/{command.id}"
        done = await self.tournaments.execute(copy.code, lambda state: _actor(state, visitor, act), act, op)
        return done if isinstance(done, Refusal) else Ack(id=command.id, version=done)


def _actor(state: TournamentState, visitor: Visitor, act: AnyAct) -> Actor:
    """Whoever is nobody speaks for himself, and so does a helper about what helpers have no say in."""
    role = role_of(state, visitor.digest, visitor.device)
    if role == "viewer" or (role == "helper" and not isinstance(act, HELPER)):
        return Actor("player", visitor.device)
    return Actor(role, visitor.device)


def _ready_to_judge(act: AnyAct) -> AnyAct:
    """With harmless texts, and with the server's own lot."""
    match act:
        case acts.Start():
            return acts.Start(new_seed())
        case acts.Configure(config):
            return acts.Configure(_clean(config))
        case acts.Register() | acts.Rename():
            return msgspec.structs.replace(act, name=visible_name(act.name))
    texts = {name: tidy(getattr(act, name)) for name in ("text", "reason") if hasattr(act, name)}
    return msgspec.structs.replace(act, **texts)


def _clean(config: Config) -> Config:
    return replace(config, title=tidy(config.title))


def _bad_matches(config: Config) -> Refusal | None:
    """Why no room can be made for its matches."""
    refusal = check(config.matches)
    return None if refusal is None else Refusal(Wrong.BAD_CONFIG, refusal.detail)
