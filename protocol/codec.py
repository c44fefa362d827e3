"""Between values and bytes. Everything is checked once, here; behind it nobody sees a dict.

A command or message is an object with a `type`; so is an event. Bytes that cannot be read raise FrameError, which names
the code and, when it can be found, the id of the command.
"""

import dataclasses
import json
import re
from collections.abc import Callable, Iterable
from functools import reduce
from operator import attrgetter, or_
from typing import Any, Final, cast, get_args, get_type_hints

import msgpack
import msgspec
from msgspec.structs import astuple

from protocol.commands import AnyCommand
from protocol.errors import Code
from protocol.events import Commit, Event
from protocol.limits import FRAME_BYTES, ID_CHARS
from protocol.messages import AnyMessage, Events, Record
from protocol.tags import tag
from protocol.tournament import events as tournaments

Wire = dict[str, Any]


class FrameError(Exception):
    """A frame that is no command: the code to answer, a sentence, and the command's id if it had one."""

    def __init__(self, code: Code, detail: str, command: str | None = None) -> None:
        super().__init__(detail)
        self.code, self.detail, self.command = code, detail, command


_COMMANDS: Final[dict[str, type[AnyCommand]]] = {tag(kind.__name__): kind for kind in get_args(AnyCommand)}
_MESSAGES: Final[dict[str, type[AnyMessage]]] = {tag(kind.__name__): kind for kind in get_args(AnyMessage)}
EVENTS: Final[dict[str, type[Event]]] = {tag(kind.__name__): kind for kind in get_args(Event)}
_TAGS: Final = {kind: name for name, kind in EVENTS.items()}
TOURNAMENT_EVENTS: Final[dict[str, type[tournaments.Event]]] = {
    tag(kind.__name__): kind for kind in get_args(tournaments.Event)
}


def plain(kind: type[Events | Record]) -> type[msgspec.Struct]:
    """The same message with anything for its facts: a choice of dataclasses is beyond the library."""
    hints = get_type_hints(kind, include_extras=True)
    fields = [(name, Any if name in ("events", "commits") else hint) for name, hint in hints.items() if name[0] != "_"]
    return msgspec.defstruct(kind.__name__, fields, tag_field="type", tag=tag(kind.__name__), frozen=True, kw_only=True)


_PLAIN_RECORD: Final = plain(Record)
_COMMAND: Final[msgspec.msgpack.Decoder[AnyCommand]] = msgspec.msgpack.Decoder(AnyCommand)
_JSON_COMMAND: Final[msgspec.json.Decoder[AnyCommand]] = msgspec.json.Decoder(AnyCommand)


# --- frames -----------------------------------------------------------------------------------------------------------


def _refuse_extension(code: int, data: bytes) -> None:
    raise FrameError(Code.BAD_FRAME, "Extension types of MessagePack are not used here.")


def _unpack(data: bytes) -> object:
    return msgpack.unpackb(data, ext_hook=_refuse_extension, timestamp=0)


def _read(data: bytes | str) -> Wire:
    try:
        wire = msgspec.json.decode(data) if isinstance(data, str) else _unpack(data)
    except (ValueError, RecursionError, msgpack.exceptions.UnpackException) as error:
        raise FrameError(Code.BAD_FRAME, _unreadable(data, error)) from None
    if not isinstance(wire, dict):
        raise FrameError(Code.BAD_FRAME, "A frame is one object.")
    return wire


def _unreadable(data: bytes | str, error: Exception) -> str:
    """Why a frame cannot be read, in a sentence: the words of the libraries are about their own insides."""
    if isinstance(error, RecursionError | msgpack.exceptions.StackError):
        return "This frame is nested too deep."
    if isinstance(error, UnicodeError) or (isinstance(data, str) and _has_half_a_pair(data)):
        return "A text in this frame is not Unicode."
    if isinstance(data, str):
        return f"This frame is not valid JSON: {str(error).removeprefix('JSON is malformed: ')}."
    if "strict_map_key" in str(error):
        return "A key in this frame is no text."
    return "This frame is not valid MessagePack."


def _has_half_a_pair(data: str) -> bool:
    """Of surrogates; msgspec takes that for a frame that ends too early."""
    try:
        json.dumps(json.loads(data), ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        return isinstance(error, UnicodeError)
    return False


_pack: Final = msgspec.msgpack.Encoder().encode
_print: Final = msgspec.json.Encoder().encode


def _write(what: object, text: bool) -> bytes | str:
    return _print(what).decode() if text else _pack(what)


def decode_command(data: bytes | str) -> AnyCommand:
    """The command in a frame: text is JSON, bytes are msgpack. Raises FrameError."""
    if len(data) > FRAME_BYTES:
        raise FrameError(Code.BAD_FRAME, f"A frame has at most {FRAME_BYTES} bytes.")
    try:
        return _JSON_COMMAND.decode(data) if isinstance(data, str) else _COMMAND.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return _decode_slowly(data)


def _decode_slowly(data: bytes | str) -> AnyCommand:
    """The same step by step, so that it comes out what is wrong."""
    wire = _read(data)
    command = wire.get("id")
    command = command if isinstance(command, str) and 0 < len(command) <= ID_CHARS else None
    kind = wire.get("type")
    if not isinstance(kind, str) or kind not in _COMMANDS:
        raise FrameError(Code.UNKNOWN_COMMAND, f"no command has the type {str(kind)[:ID_CHARS]!r}", command)
    try:
        return msgspec.convert(wire, _COMMANDS[kind])
    except (msgspec.ValidationError, RecursionError) as error:
        raise FrameError(Code.BAD_COMMAND, str(error), command) from None


def encode_command(command: AnyCommand, text: bool) -> bytes | str:
    return _write(command, text)


def encode_message(message: AnyMessage, text: bool) -> bytes | str:
    """A frame: JSON when `text`, else msgpack."""
    match message:
        case Events(room=room, version=version, at=at, events=events):
            return encode_entry(room, version, encode_commit(Commit(at, events)), text)
        case Record():
            return _write(_with_commits(message, map(_stored, message.commits)), text)
        case _:
            return _write(message, text)


def encode_entry(room: str, version: int, entry: bytes, text: bool) -> bytes | str:
    """The Events of one version of a room, around what the store keeps of it."""
    if text:
        return _write({"type": "events", "room": room, "version": version, **_ENTRY.decode(entry)}, text)
    return b"%b%b%b%b%b" % (_EVENTS_ROOM, _pack(room), _VERSION, _pack(version), entry[1:])


def encode_record(record: Record, commits: Iterable[bytes]) -> bytes:
    """The frame of a record around what the store keeps of its commits; those that it has itself are left out."""
    return _pack(_with_commits(record, map(msgspec.Raw, commits)))


def _with_commits(record: Record, commits: Iterable[object]) -> Wire:
    wire: Wire = msgspec.to_builtins(msgspec.structs.replace(record, commits=()))
    return wire | {"commits": list(commits)}


def decode_message(data: bytes | str) -> AnyMessage:
    """The message in a frame, for clients. Events of a type that is not known here are left out. Raises FrameError."""
    wire = _read(data)
    try:
        kind = _MESSAGES[wire["type"]]
        if kind is Events:
            events = _commit_from_wire(wire).events
            return Events(room=wire["room"], version=wire["version"], at=wire["at"], events=events)
        if kind is Record:
            commits = tuple(map(_commit_from_wire, wire["commits"]))
            return Record(**msgspec.structs.asdict(msgspec.convert(wire, _PLAIN_RECORD)) | {"commits": commits})
        return msgspec.convert(wire, kind)
    except (KeyError, TypeError, msgspec.ValidationError) as error:
        raise FrameError(Code.BAD_FRAME, f"no message: {error}") from None


# --- facts ------------------------------------------------------------------------------------------------------------


def event_to_wire(event: Event) -> Wire:
    return {"type": _TAGS[type(event)], **msgspec.to_builtins(event)}


def event_from_wire(wire: Wire) -> Event:
    """Raises msgspec.ValidationError or KeyError."""
    return msgspec.convert(wire, EVENTS[wire["type"]])


def _commit_from_wire(wire: Wire) -> Commit:
    """Without the events of a type that is not known here."""
    return Commit(wire["at"], tuple(event_from_wire(event) for event in wire["events"] if event["type"] in EVENTS))


# A fact is written and read as a struct with its fields and its type, which the library does in one stroke.


def _twin(kind: type[Event]) -> type[msgspec.Struct]:
    hints = get_type_hints(kind)
    defaults = {field.name: field.default for field in dataclasses.fields(kind)}
    fields = [(n, hints[n]) if d is dataclasses.MISSING else (n, hints[n], d) for n, d in defaults.items()]
    return msgspec.defstruct(kind.__name__, fields, tag_field="type", tag=_TAGS[kind], gc=False)


def _values(kind: type[Event]) -> Callable[[Event], tuple[Any, ...]]:
    names = [field.name for field in dataclasses.fields(kind)]
    return attrgetter(*names) if len(names) > 1 else lambda event: tuple([getattr(event, name) for name in names])


_TWINS: Final = {kind: (_twin(kind), _values(kind)) for kind in _TAGS}
_KINDS: Final = {twin: kind for kind, (twin, _) in _TWINS.items()}
_AnyTwin: Any = reduce(or_, _KINDS)


class _Stored(msgspec.Struct, gc=False):
    """A commit as it is kept. An Events frame has the same fields, and two more before them."""

    at: int
    events: list[_AnyTwin]


_STORED: Final = msgspec.msgpack.Decoder(_Stored)
_ENTRY: Final[msgspec.msgpack.Decoder[Wire]] = msgspec.msgpack.Decoder(dict[str, Any])
_EVENTS_ROOM: Final = b"\x85" + b"".join(map(_pack, ("type", "events", "room")))
_VERSION: Final = _pack("version")


def _stored(commit: Commit) -> _Stored:
    twins = []
    for event in commit.events:
        twin, values = _TWINS[type(event)]
        twins.append(twin(*values(event)))
    return _Stored(commit.at, twins)


def encode_commit(commit: Commit) -> bytes:
    """What the store keeps of one version of a room."""
    return _pack(_stored(commit))


def facts_in_bytes(kinds: Iterable[type[Event]]) -> re.Pattern[bytes]:
    """What finds facts of these types in the bytes that the store keeps, which is far quicker than to read them.

    No text of a player can be taken for one: after `type` comes a byte that begins no character of UTF-8.
    """
    names = b"|".join(re.escape(_pack(_TAGS[kind])) for kind in kinds)
    return re.compile(b"%b(?:%b)" % (re.escape(_pack("type")), names))


def decode_commit(data: bytes) -> Commit:
    """Raises msgspec.MsgspecError for anything else."""
    stored = _STORED.decode(data)
    return Commit(stored.at, tuple([_KINDS[type(twin)](*astuple(twin)) for twin in stored.events]))


# --- facts of tournaments ---------------------------------------------------------------------------------------------


def tournament_event_to_wire(event: tournaments.Event) -> Wire:
    return {"type": tag(type(event).__name__), **msgspec.to_builtins(event)}


def tournament_event_from_wire(wire: Wire) -> tournaments.Event:
    """Raises msgspec.ValidationError or KeyError."""
    return msgspec.convert(wire, TOURNAMENT_EVENTS[wire["type"]])


def encode_tournament_commit(commit: tournaments.Commit) -> bytes:
    """What the store keeps of one version of a tournament."""
    events = [tournament_event_to_wire(event) for event in commit.events]
    return cast(bytes, msgpack.packb({"at": commit.at, "source": commit.source, "events": events}))


def decode_tournament_commit(data: bytes) -> tournaments.Commit:
    wire = cast(Wire, _unpack(data))
    events = tuple(tournament_event_from_wire(event) for event in wire["events"])
    return tournaments.Commit(wire["at"], events, wire["source"])
