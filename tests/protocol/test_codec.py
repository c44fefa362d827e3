"""Commands and facts survive the wire; everything else is refused with a code and changes nothing."""

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.events import Stepped, StepUndone
from protocol import commands as c
from protocol import limits
from protocol.codec import (
    FrameError,
    decode_command,
    decode_commit,
    decode_message,
    encode_command,
    encode_commit,
    encode_message,
    encode_record,
    facts_in_bytes,
)
from protocol.errors import Code
from protocol.events import Commit, Event, RoomCreated
from protocol.messages import Events, Record
from protocol.settings import Settings
from tests.protocol.samples import EVENTS, MESSAGES, ROOM

PLAY = c.Play(id="k3-12", room=ROOM, turn=12, steps=((24, 6), (18, 3)))


def refused(frame: bytes | str) -> FrameError:
    with pytest.raises(FrameError) as caught:
        decode_command(frame)
    return caught.value


def test_commit_round_trips() -> None:
    commit = Commit(1_800_000_000_000, EVENTS)
    assert decode_commit(encode_commit(commit)) == commit


def test_record_takes_commits_as_they_are_stored() -> None:
    record = next(message for message in MESSAGES if isinstance(message, Record))
    head = replace(record, commits=())
    assert encode_record(head, map(encode_commit, record.commits)) == encode_message(record, text=False)


def test_facts_are_found_unread() -> None:
    for kind in map(type, EVENTS):
        assert {type(event) for event in EVENTS if finds(kind, event)} == {kind}


@pytest.mark.parametrize("title", ["\u00a4type\u00abstep_undone", "\u00e4type\u02abstep_undone", "step_undone"])
def test_text_is_not_taken_for_a_fact(title: str) -> None:
    assert not finds(StepUndone, RoomCreated(Settings(title=title), 1))


def finds(kind: type[Event], event: Event) -> bool:
    return facts_in_bytes((kind,)).search(encode_commit(Commit(1, (event,)))) is not None


def test_play_has_at_most_80_bytes() -> None:
    assert len(encode_command(PLAY, text=False)) <= 80


@pytest.mark.parametrize(
    ("frame", "code", "command"),
    [
        ("{", Code.BAD_FRAME, None),
        ("[]", Code.BAD_FRAME, None),
        ("NaN", Code.BAD_FRAME, None),
        ('{"id":"\\ud800"}', Code.BAD_FRAME, None),
        ("[" * 4000, Code.BAD_FRAME, None),
        ("x" * (limits.FRAME_BYTES + 1), Code.BAD_FRAME, None),
        (b"", Code.BAD_FRAME, None),
        (b"\xc1", Code.BAD_FRAME, None),
        (b"\x91" * 4000, Code.BAD_FRAME, None),
        (b"\xd6\xff\x00\x00\x00\x00", Code.BAD_FRAME, None),
        (b"\xc7\x01\x05\x00", Code.BAD_FRAME, None),
        (b"\x81\xa4type\xa3\xff\xff\xff", Code.BAD_FRAME, None),
        (b"\x81\x01\x02", Code.BAD_FRAME, None),
        ('{"id":"7"}', Code.UNKNOWN_COMMAND, "7"),
        ('{"id":"7","type":"hack"}', Code.UNKNOWN_COMMAND, "7"),
        ('{"id":7,"type":"list_rooms"}', Code.BAD_COMMAND, None),
        ('{"id":"","type":"list_rooms"}', Code.BAD_COMMAND, None),
        ('{"id":"7","type":"throw","room":"ABCDEF","turn":-1}', Code.BAD_COMMAND, "7"),
        ('{"id":"7","type":"throw","room":"abcdef","turn":1}', Code.BAD_COMMAND, "7"),
        ('{"id":"7","type":"throw","room":"ABCDEF","turn":1.5}', Code.BAD_COMMAND, "7"),
        ('{"id":"7","type":"throw","room":"ABCDEF","turn":1e400}', Code.BAD_FRAME, None),
        ('{"id":"7","type":"step","room":"ABCDEF","turn":1,"point":25,"die":1}', Code.BAD_COMMAND, "7"),
        ('{"id":"7","type":"step","room":"ABCDEF","turn":1,"point":1,"die":true}', Code.BAD_COMMAND, "7"),
        ('{"id":"7","type":"hello","token":"short"}', Code.BAD_COMMAND, "7"),
        ('{"id":"7","type":"create_room","settings":{"colour":"red"}}', Code.BAD_COMMAND, "7"),
        ('{"id":"7","type":"create_room","settings":{"length":26}}', Code.BAD_COMMAND, "7"),
    ],
)
def test_bad_frames_are_refused_with_a_code(frame: bytes | str, code: Code, command: str | None) -> None:
    error = refused(frame)
    assert (error.code, error.command) == (code, command)


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        ('{"id":?}', "This frame is not valid JSON: invalid character (byte 6)."),
        ('{"id":"\\ud83d', "This frame is not valid JSON: Input data was truncated."),
        ("[" * 4000, "This frame is nested too deep."),
        ('{"id":"\\ud800"}', "A text in this frame is not Unicode."),
        ('{"id":"\\udc00"}', "A text in this frame is not Unicode."),
        ("{}" * 4000, "A frame has at most 4096 bytes."),
        ("[]", "A frame is one object."),
        (b"\xc1", "This frame is not valid MessagePack."),
        (b"\x81\xa2id", "This frame is not valid MessagePack."),
        (b"\x91" * 4000, "This frame is nested too deep."),
        (b"\x81\x01\x02", "A key in this frame is no text."),
        (b"\x81\x90\x02", "A key in this frame is no text."),
        (b"\x81\xa2id\xa1\xff", "A text in this frame is not Unicode."),
        (b"\xc7\x01\x05\x00", "Extension types of MessagePack are not used here."),
    ],
)
def test_sentence_says_why_a_frame_cannot_be_read(frame: bytes | str, sentence: str) -> None:
    assert refused(frame).detail == sentence


def test_unknown_fields_of_a_command_are_ignored() -> None:
    assert decode_command('{"id":"7","type":"list_rooms","colour":"red"}') == c.ListRooms(id="7")


def test_events_of_unknown_types_are_left_out() -> None:
    events = '[{"type":"future"},{"type":"stepped","point":1,"die":2}]'
    frame = f'{{"type":"events","room":"ABCDEF","version":3,"at":5,"events":{events}}}'
    assert decode_message(frame) == Events(room="ABCDEF", version=3, at=5, events=(Stepped(1, 2),))


def outcome(frame: bytes) -> Code | None:
    """The code of a frame that is refused; whatever else it raises is a fault."""
    try:
        decode_command(frame)
    except FrameError as error:
        return error.code
    return None


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_else(frame: bytes) -> None:
    assert outcome(frame) in (None, Code.BAD_FRAME, Code.UNKNOWN_COMMAND, Code.BAD_COMMAND)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
fields = st.sampled_from(["id", "room", "turn", "point", "die", "steps", "settings", "token", "name", "seat", "after"])
kinds = st.sampled_from(["hello", "create_room", "play", "step", "subscribe", "say", "resign", "sit"])


@given(kinds, st.dictionaries(fields, json_values, max_size=6))
def test_no_values_raise_anything_else(kind: str, body: dict[str, object]) -> None:
    assert outcome(msgpack.packb({"type": kind, **body})) in (None, Code.BAD_COMMAND)
