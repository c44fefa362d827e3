"""Write the golden frames: `python -m tests.protocol.make_golden`. Those of a published version stay as they are.

So does `full.jsonl`: frames in which nothing is left out, beside what is sent in their place.
"""

import asyncio
import json
from pathlib import Path

import protocol
from protocol.codec import encode_command, encode_message
from protocol.commands import AnyCommand
from protocol.messages import AnyMessage
from tests.protocol.recording import record
from tests.protocol.samples import COMMANDS, MESSAGES
from tests.protocol.tournament_recording import record_tournament

GOLDEN = Path(protocol.__file__).parent / "golden" / "v1"


def line(value: AnyCommand | AnyMessage) -> str:
    """A value in both codecs."""
    encode = encode_message if value in MESSAGES else encode_command
    text, packed = encode(value, True), encode(value, False)  # type: ignore[arg-type]
    assert isinstance(packed, bytes)
    return json.dumps({"json": text, "msgpack": packed.hex()}, ensure_ascii=False)


def game_lines_of(frames: list[tuple[str, str, str]]) -> list[str]:
    """A recorded match or tournament, a frame a line."""
    lines = ({"connection": name, "from": side, "frame": frame} for name, side, frame in frames)
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def write(name: str, lines: list[str]) -> None:
    (GOLDEN / name).write_text("".join(f"{one}\n" for one in lines))


if __name__ == "__main__":
    write("commands.jsonl", [line(command) for command in COMMANDS])
    write("messages.jsonl", [line(message) for message in MESSAGES])
    write("game.jsonl", game_lines_of(asyncio.run(record())))
    write("tournament.jsonl", game_lines_of(asyncio.run(record_tournament())))
