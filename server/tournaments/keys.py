"""Handing out keys: to the director for anybody, to a player for himself, to the next device of the director."""

from typing import Final

from protocol import commands as c
from protocol import limits
from protocol.errors import Code, Refusal
from protocol.ids import PlayerId
from protocol.messages import DirectorCode, Key
from protocol.tournament.errors import Wrong
from protocol.tournament.events import KeyRole
from server.luck import new_token
from server.session import Identity
from server.tournaments.access import DirectorCodes, Office, digest_of, issued, new_key, role_of
from server.tournaments.commands import Issue
from server.tournaments.decide import Actor
from server.tournaments.feed import Copy, Visitor
from server.tournaments.service import UNKNOWN, Tournaments, Who, by_server
from server.tournaments.state import TournamentState

NOT_OPEN: Final = Refusal(Code.TOURNAMENT_UNKNOWN, "You have not opened this tournament.")
KEY_UNKNOWN: Final = Refusal(Code.KEY_UNKNOWN, "This key is not good, or no longer.")
WRONG_DIGITS: Final = Refusal(Code.CODE_UNKNOWN, "These digits are not good, or no longer.")
NOT_ALLOWED: Final = Refusal(Wrong.NOT_ALLOWED, "That is for somebody else to say.")


class Keys:
    """Every method raises StoreUnavailable."""

    def __init__(self, tournaments: Tournaments, office: Office) -> None:
        self.tournaments, self.office = tournaments, office
        self.codes = DirectorCodes(tournaments.store)

    async def issue(self, visitor: Visitor | None, who: Identity, command: c.IssueKey) -> Key | Refusal:
        copy = await self.tournaments.copy(command.tournament)
        if copy is None:
            return UNKNOWN
        player = None if command.role != "player" else command.player or _own(copy.state, who.actor.player)
        if refusal := self._why_not(copy.state, visitor, command, player):
            return refusal

        def asker(state: TournamentState) -> Actor:
            """Nobody with a say, when his key has become void meanwhile."""
            return by_server(state) if self._why_not(state, visitor, command, player) is None else Actor("player")

        return await self._new(copy, visitor, who, command.id, command.role, player, command.alone, asker)

    def _why_not(
        self, state: TournamentState, visitor: Visitor | None, command: c.IssueKey, player: str | None
    ) -> Refusal | None:
        if command.office is not None:
            return None if self.office.knows(command.office) else KEY_UNKNOWN
        if visitor is None:
            return NOT_OPEN
        if role_of(state, visitor.digest, visitor.device) == "director":
            return None
        own = _own(state, visitor.device)
        return None if command.role == "player" and own is not None and own == player else NOT_ALLOWED

    async def offer(self, visitor: Visitor | None, command: c.OfferDirector) -> DirectorCode | Refusal:
        """Six digits for the director's next device."""
        copy = await self.tournaments.copy(command.tournament)
        if copy is None or visitor is None:
            return NOT_OPEN
        if role_of(copy.state, visitor.digest, visitor.device) != "director":
            return NOT_ALLOWED
        digits = await self.codes.offer(copy.code, self.tournaments.now())
        return DirectorCode(code=digits, expires_ms=limits.DIRECTOR_CODE_MS)

    async def use_code(self, who: Identity, command: c.UseDirectorCode) -> Key | Refusal:
        """Sent again, the command gives the same key, although its digits are used up."""
        copy = await self.tournaments.copy(command.tournament)
        if copy is None:
            return UNKNOWN
        known = issued(copy.state, digest_of(copy.code, _key(copy, who, command.id, "director", None)))
        if known is None and not await self.codes.use(copy.code, command.code, self.tournaments.now()):
            return WRONG_DIGITS
        return await self._new(copy, None, who, command.id, "director", None, alone=False, asker=by_server)

    async def _new(
        self,
        copy: Copy,
        visitor: Visitor | None,
        who: Identity,
        command: str,
        role: KeyRole,
        player: str | None,
        alone: bool,
        asker: Who,
    ) -> Key | Refusal:
        key = _key(copy, who, command, role, player)
        digest = digest_of(copy.code, key)
        if issued(copy.state, digest) is None:
            shown = None if visitor is None or visitor.digest is None else issued(copy.state, visitor.digest)
            op = f"{who.actor.player}/key {role} {player}/{command}"
            done = await self.tournaments.execute(copy.code, asker, Issue(digest, role, player, alone), op)
            if isinstance(done, Refusal):
                return done
            if visitor is not None and shown is not None and alone and (shown.role, shown.player) == (role, player):
                visitor.digest = digest  # who makes his own key void goes on with the new one
        return Key(tournament=copy.code, role=role, key=key, player=player)


INVITATIONS: Final = 3
"""That are printed at a restart."""


async def for_terminal(tournaments: Tournaments) -> list[tuple[str, Key]]:
    """The newest tournaments that go on, by their titles, and a new director's key to each; raises StoreUnavailable.

    While one runs, those that have not begun can wait: anybody can make them.
    """
    lines = [line for line in await tournaments.listed() if line.phase != "finished"]
    running = [line for line in lines if line.phase == "running"]
    invitations = []
    for line in (running or lines)[:INVITATIONS]:
        key = new_token()
        issue = Issue(digest_of(line.tournament, key), "director")
        done = await tournaments.execute(line.tournament, by_server, issue)
        if not isinstance(done, Refusal):
            invitations.append((line.title, Key(tournament=line.tournament, role="director", key=key)))
    return invitations


def _own(state: TournamentState, device: PlayerId) -> str | None:
    """For whom this device plays."""
    player = state.player_of(device)
    return None if player is None else player.id


def _key(copy: Copy, who: Identity, command: str, role: KeyRole, player: str | None) -> str:
    return new_key(who.secret, copy.code, role, player or "", command)
