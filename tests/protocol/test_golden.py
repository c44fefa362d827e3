"""The frozen frames of version 1 are read for ever, and the recorded match is what the server really says."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
from msgpack import packb

import protocol
from engine.errors import Reason
from protocol import limits
from protocol.codec import (
    EVENTS,
    TOURNAMENT_EVENTS,
    decode_command,
    decode_commit,
    decode_message,
    encode_command,
    encode_message,
)
from protocol.commands import AnyCommand
from protocol.errors import Close, Code
from protocol.events import RoomCreated
from protocol.messages import AnyMessage
from protocol.schema import schema, text
from protocol.tags import tag
from protocol.tournament.acts import AnyAct
from protocol.tournament.errors import Wrong
from tests.protocol.make_golden import GOLDEN, game_lines_of
from tests.protocol.recording import record
from tests.protocol.samples import COMMANDS, MESSAGES
from tests.protocol.samples import EVENTS as SAMPLE_EVENTS
from tests.protocol.tournament_recording import record_tournament
from tests.protocol.tournament_samples import ACTS

ROOT = Path(protocol.__file__).parent
PROTOCOL = (ROOT / "PROTOCOL.md").read_text()
RECORDINGS = ("game.jsonl", "tournament.jsonl")


def stored(name: str) -> list[Any]:
    return [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]


@pytest.mark.parametrize(("line", "value"), list(zip(stored("commands.jsonl"), COMMANDS, strict=True)))
def test_golden_commands_are_read(line: dict[str, str], value: AnyCommand) -> None:
    assert decode_command(line["json"]) == value
    assert decode_command(bytes.fromhex(line["msgpack"])) == value
    assert json.loads(encode_command(value, text=True)) == json.loads(line["json"])


@pytest.mark.parametrize(("line", "value"), list(zip(stored("messages.jsonl"), MESSAGES, strict=True)))
def test_golden_messages_are_read(line: dict[str, str], value: AnyMessage) -> None:
    assert decode_message(line["json"]) == value
    assert decode_message(bytes.fromhex(line["msgpack"])) == value
    assert json.loads(encode_message(value, text=True)) == json.loads(line["json"])


@pytest.mark.parametrize("line", stored("full.jsonl"))
def test_what_is_left_out_may_be_there(line: dict[str, str]) -> None:
    full, sent = json.loads(line["full"]), json.loads(line["sent"])
    assert len(line["full"]) > len(line["sent"])
    decode: Any = decode_command if "id" in full and full["type"] != "ack" else decode_message
    assert decode(line["full"]) == decode(line["sent"])
    assert decode(packb(full)) == decode(packb(sent))


def test_logs_with_everything_are_read() -> None:
    (full, sent) = (
        json.loads(line) for kept in stored("full.jsonl") for line in kept.values() if '"room_created"' in line
    )
    logged = [decode_commit(packb({"at": wire["at"], "events": wire["events"]})) for wire in (full, sent)]
    assert isinstance(logged[0].events[0], RoomCreated)
    assert logged[0] == logged[1]


def test_every_type_has_a_golden_frame() -> None:
    assert {type(command) for command in COMMANDS} == set(get_args(AnyCommand))
    assert {type(message) for message in MESSAGES} == set(get_args(AnyMessage))
    assert {type(event) for event in SAMPLE_EVENTS} == set(EVENTS.values())
    assert {type(act) for act in ACTS} == set(get_args(AnyAct))


async def test_recorded_match_is_what_the_server_says() -> None:
    assert game_lines_of(await record()) == (GOLDEN / "game.jsonl").read_text().splitlines()


async def test_recorded_tournament_is_what_the_server_says() -> None:
    assert game_lines_of(await record_tournament()) == (GOLDEN / "tournament.jsonl").read_text().splitlines()


def test_stored_schema_is_made_from_the_types() -> None:
    assert (ROOT / "schema.json").read_text() == text()


def test_all_golden_frames_fit_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    frames = [line["json"] for name in ("commands.jsonl", "messages.jsonl") for line in stored(name)]
    frames += [line["frame"] for name in RECORDINGS for line in stored(name)]
    assert len(frames) > 100
    for frame in frames:
        validator.validate(json.loads(frame))


def test_quoted_frames_are_real() -> None:
    recorded = {line["frame"] for name in RECORDINGS for line in stored(name)}
    assert len(quoted_in(PROTOCOL)) > 20
    assert [line for line in quoted_in(PROTOCOL) if line not in recorded] == []


def test_tournaments_are_quoted_too() -> None:
    recorded = [line["frame"] for line in stored("tournament.jsonl")]
    quoted = {json.loads(line)["type"] for line in quoted_in(PROTOCOL) if line in recorded}
    assert {"open_tournament", "ack", "tournament_you", "conduct", "tournament", "error"} <= quoted


def quoted_in(text: str) -> list[str]:
    return [line for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]


def test_every_name_is_documented() -> None:
    names = [tag(kind.__name__) for kind in (*get_args(AnyCommand), *get_args(AnyMessage))]
    names += [*EVENTS, *TOURNAMENT_EVENTS, *Code, *Reason, *Wrong]
    names += [tag(kind.__name__) for kind in get_args(AnyAct)]
    assert [name for name in names if f"`{name}`" not in PROTOCOL] == []
    assert [code for code in Close if str(code.value) not in PROTOCOL] == []


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (limits.FRAME_BYTES, "4096 bytes"),
        (limits.ID_CHARS, "32 characters"),
        (limits.SUBSCRIPTIONS, "32 rooms"),
        (limits.CHAT_CHARS, "200 characters"),
        (limits.COMMANDS_PER_SECOND, "30 a second"),
        (limits.ABANDON_MS // 1000, "120 s"),
        (limits.OFFLINE_GRACE_MS // 1000, "2 s"),
        (limits.HEARTBEAT_MS // 1000, "5 s"),
        (limits.TAIL, "64 at most"),
        (limits.STEPS_IN_PLAY, "1 to 24"),
        (limits.MATCH_LENGTH, "1 to 25"),
        (limits.OPENING_MS // 1000, "30 s"),
        (limits.RECORDS_PER_SECOND, "2 a second"),
        (limits.RECORD_MS // 86_400_000, "90 days"),
        (limits.RECORD_BYTES // 1024, "128 KiB"),
        (limits.GAMES_LISTED, "up to 100 finished games"),
        (limits.DEVICE_MS // 1000, "120 s"),
        (limits.SEALED_CHARS, "1 to 128 characters"),
        (limits.TOURNAMENTS_OPEN, "8 tournaments"),
        (limits.TOURNAMENTS_LISTED, "at most 100"),
        (limits.JOURNAL_LINES, "up to 200 facts"),
        (limits.DIRECTOR_CODE_MS // 1000, "120 s"),
        (limits.DIRECTOR_CODE_TRIES, "5 wrong tries"),
        (limits.IMPORT_CHARS, "3000 characters"),
        (limits.IMPORT_PARTS, "1000 parts"),
    ],
)
def test_limits_are_documented(limit: int, words: str) -> None:
    assert str(limit) in words
    assert words in PROTOCOL
