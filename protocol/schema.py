"""JSON Schema (draft 2020-12) of every command, message and event: `python -m protocol.schema` prints it.

Made from the types themselves, so it says what the codec does; `schema.json` beside this file is its output.
"""

import json
from typing import Any, get_args

import msgspec

from protocol.codec import EVENTS, plain
from protocol.commands import AnyCommand
from protocol.messages import AnyMessage, Events, Record
from protocol.version import MSGPACK

_REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """The whole schema: `$defs` holds every type, and Command, Message and Event the choices among them."""
    commands, messages = list(get_args(AnyCommand)), list(get_args(AnyMessage))
    plains = [plain(kind) if kind in (Events, Record) else kind for kind in messages]
    _, defs = msgspec.json.schema_components([*commands, *plains, *EVENTS.values()], ref_template=_REF)
    for name, kind in EVENTS.items():
        _tag(defs[kind.__name__], name)
    _fill(defs)
    defs["Command"] = _one_of(kind.__name__ for kind in commands)
    defs["Message"] = _one_of(kind.__name__ for kind in messages)
    defs["Event"] = _one_of(kind.__name__ for kind in EVENTS.values())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": MSGPACK.removesuffix(".msgpack"),
        "oneOf": [{"$ref": _ref("Command")}, {"$ref": _ref("Message")}],
        "$defs": dict(sorted(defs.items())),
    }


def _tag(definition: dict[str, Any], name: str) -> None:
    """An event is told from the others by its `type`, as commands and messages are."""
    definition["properties"] = {"type": {"enum": [name]}} | definition["properties"]
    definition["required"] = ["type", *definition.get("required", [])]


def _fill(defs: dict[str, Any]) -> None:
    """Say what the facts are where `plain` has left them out."""
    commit = {"at": {"type": "integer"}, "events": _list_of("Event")}
    defs["Commit"] = {"title": "Commit", "type": "object", "properties": commit, "required": list(commit)}
    for kind, field, holds in ((Events, "events", "Event"), (Record, "commits", "Commit")):
        defs[kind.__name__]["properties"][field] = _list_of(holds)
        defs[kind.__name__]["description"] = kind.__doc__


def _list_of(name: str) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": _ref(name)}}


def _one_of(names: Any) -> dict[str, Any]:
    return {"oneOf": [{"$ref": _ref(name)} for name in names]}


def _ref(name: str) -> str:
    return _REF.format(name=name)


def text() -> str:
    """The schema as it is stored."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
