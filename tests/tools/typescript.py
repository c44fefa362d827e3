"""The types of the wire for the web client: `python -m tests.tools.typescript > clients/web/core/protocol.d.ts`.

Made from protocol/schema.json. Only commands have optional fields: what the server leaves out of a message, the web
client fills in as soon as it is read (core/message.js).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
SCHEMA: Final = ROOT / "protocol" / "schema.json"
TARGET: Final = ROOT / "clients" / "web" / "core" / "protocol.d.ts"
NAMES: Final = {"Error": "ErrorMessage"}
"""What is called otherwise there: nobody wants to lose JavaScript's own `Error`."""
HEAD: Final = "// The types of the wire, made from protocol/schema.json by `python -m tests.tools.typescript`.\n"
TAIL: Final = """
/** A ready line of chat. */
export type Phrase = NonNullable<Say["phrase"]>;
/** What can be asked of a tournament. */
export type Act = Conduct["act"];
/** How well the house bot plays. */
export type Strength = NonNullable<InviteBot["strength"]>;
"""

Definition = dict[str, Any]


def text() -> str:
    """The declarations as they are stored."""
    defs: dict[str, Definition] = json.loads(SCHEMA.read_text())["$defs"]
    asked = [*defs["Command"]["oneOf"], *defs["Conduct"]["properties"]["act"]["anyOf"]]
    commands = {_referred(choice) for choice in asked}
    parts = (_declaration(name, definition, name in commands) for name, definition in defs.items())
    return "\n".join([HEAD, *parts]) + TAIL


def _declaration(name: str, definition: Definition, command: bool) -> str:
    comment = "".join(_comment(definition.get("description", "")))
    if "properties" not in definition:
        return f"{comment}export type {NAMES.get(name, name)} = {_type(definition, command)};\n"
    required = set(definition["required"]) if command else set(definition["properties"])
    fields = (
        f"  {field}{'' if field in required else '?'}: {_type(kind, command)};\n"
        for field, kind in definition["properties"].items()
    )
    return f"{comment}export interface {NAMES.get(name, name)} {{\n{''.join(fields)}}}\n"


def _comment(description: str) -> Iterator[str]:
    if not description:
        return
    yield "/**\n"
    yield from (f" * {line}".rstrip() + "\n" for line in description.splitlines())
    yield " */\n"


def _type(kind: Definition, command: bool) -> str:
    """The type of a field; in a command, what it refers to may be given in part."""
    match kind:
        case {"$ref": _}:
            name = _referred(kind)
            return f"Partial<{NAMES.get(name, name)}>" if command and "default" in kind else NAMES.get(name, name)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": choices} | {"oneOf": choices}:
            return " | ".join(_type(choice, command) for choice in choices)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(_type(item, command) for item in items)}]"
        case {"type": "array", "items": item}:
            return _list(_type(item, command))
        case {"type": "object", "additionalProperties": value}:
            return f"{{ [name: string]: {_type(value, command)} }}"
        case {"type": "integer"}:
            return "number"
        case {"type": "object"}:
            return "{ [name: string]: any }"
        case {"type": name}:
            return str(name)
    raise ValueError(f"no type is known for {kind}")


def _list(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def _referred(kind: Definition) -> str:
    return str(kind["$ref"]).rpartition("/")[2]


if __name__ == "__main__":
    print(text(), end="")
