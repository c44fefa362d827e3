"""JSON Schema (draft 2020-12) of every command, message and event: `python -m protocol.schema` prints it.

Made from the types themselves, so it says what the codec does; `schema.json` beside this file is its output.
"""

import json
from typing import Any, get_args

import msgspec

from protocol.codec import EVENTS
from protocol.commands import AnyCommand
from protocol.messages import AnyMessage, Events
from protocol.version import MSGPACK

_REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """The whole schema: `$defs` holds every type, and Command, Message and Event the choices among them."""
    commands, messages = list(get_args(AnyCommand)), [kind for kind in get_args(AnyMessage) if kind is not Events]
    _, defs = msgspec.json.schema_components([*commands, *messages, *EVENTS.values()], ref_template=_REF)
    for name, kind in EVENTS.items():
        _tag(defs[kind.__name__], name)
    defs["Events"] = _events()
    defs["Command"] = _one_of(kind.__name__ for kind in commands)
    defs["Message"] = _one_of([*(kind.__name__ for kind in messages), "Events"])
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


def _events() -> dict[str, Any]:
    """`Events` holds a choice of dataclasses, for which the library has no schema."""

    class Plain(msgspec.Struct, tag_field="type", tag="events"):
        room: str
        version: int
        at: int
        events: list[Any]

    definition: dict[str, Any] = msgspec.json.schema_components([Plain], ref_template=_REF)[1]["Plain"]
    definition["properties"]["events"]["items"] = {"$ref": _ref("Event")}
    return definition | {"title": "Events", "description": Events.__doc__}


def _one_of(names: Any) -> dict[str, Any]:
    return {"oneOf": [{"$ref": _ref(name)} for name in names]}


def _ref(name: str) -> str:
    return _REF.format(name=name)


def text() -> str:
    """The schema as it is stored."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
