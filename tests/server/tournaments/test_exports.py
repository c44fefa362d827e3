"""A tournament leaves as a file and comes back from it."""

import pytest

from protocol import commands as c
from protocol import limits
from protocol.messages import Ack, Key
from protocol.tournament import acts
from server.tournaments.export import from_json
from server.tournaments.exports import OF_ADDRESS, Exports, TooFast
from tests.server.tournaments.guest import Guest
from tests.server.tournaments.hall import Hall


async def played(hall: Hall) -> tuple[Guest, dict[str, Guest]]:
    """An evening whose first round is over."""
    director, people = await hall.evening(2)
    await director.room("r1t1")
    await hall.play(people, director.match("r1t1"))
    await director.until(lambda guest: guest.rounds[1].closed)
    return director, people


def exports(guest: Guest) -> Exports:
    return Exports(guest.place.tournaments, lambda: 0.0)


async def test_file_has_everything_but_keys_and_devices(hall: Hall) -> None:
    director, people = await played(hall)
    await director.key("helper")
    body = await exports(director).file(director.code, "json", "here")
    assert body is not None
    assert from_json(body.decode())
    state = await director.place_state()
    secrets = [key.key for key in director.got(Key)] + [key.digest for key in state.keys]
    secrets += [guest.device for guest in (*people.values(), director)]
    assert not [secret for secret in secrets if secret.encode() in body]


async def test_exported_tournament_is_imported_again(hall: Hall) -> None:
    director, _ = await played(hall)
    body = await exports(director).file(director.code, "json", "here")
    assert body is not None
    text = body.decode()
    parts = [text[at : at + limits.IMPORT_CHARS] for at in range(0, len(text), limits.IMPORT_CHARS)]
    guest = await hall.guest("Somebody")
    for number, part in enumerate(parts, start=1):
        command = c.ImportTournament(id=hall.id(), part=number, parts=len(parts), text=part)
        assert isinstance(await guest.do(command), Ack)
    key = guest.got(Key)[0]
    assert key.tournament != director.code
    await guest.open(key.tournament, key.key)
    assert guest.you is not None
    assert guest.you.role == "director"
    assert guest.standings == director.standings
    assert [player.name for player in guest.players.values()] == ["Player 1", "Player 2"]
    assert not any(player.device for player in guest.players.values())
    await guest.act(acts.Finish())


async def test_table_opens_in_a_spreadsheet(hall: Hall) -> None:
    director, _ = await played(hall)
    body = await exports(director).file(director.code, "csv", "here")
    assert body is not None
    assert "Player 1" in body.decode("utf-8-sig")


async def test_files_of_one_address_are_bounded(hall: Hall) -> None:
    director = await hall.director()
    files = exports(director)
    for _ in range(OF_ADDRESS[1]):
        assert await files.file(director.code, "csv", "here")
    with pytest.raises(TooFast):
        await files.file(director.code, "csv", "here")
    assert await files.file(director.code, "csv", "elsewhere")
    assert await files.file("NOBODY", "json", "third") is None
