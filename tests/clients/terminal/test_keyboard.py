import os
from pathlib import Path

from clients.terminal.keyboard import typed_lines


async def lines_of(data: bytes) -> list[str]:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    lines = [line async for line in typed_lines(reading)]
    os.close(reading)
    return lines


async def test_pipe_gives_lines_until_its_end() -> None:
    assert await lines_of(b"new to 3\n\r\n\nd") == ["new to 3", "", "", "d"]


async def test_lines_are_read_as_utf8() -> None:
    assert await lines_of("say Привет\n".encode() + b"\xff\n") == ["say Привет", "\ufffd"]


async def test_many_lines_wait_for_the_reader() -> None:
    assert await lines_of(b"d\n" * 500) == ["d"] * 500


async def test_endless_line_is_cut() -> None:
    assert await lines_of(b"x" * 10_000 + b"\nd\n" + b"y" * 9_000) == ["x" * 4096, "d", "y" * 4096]


async def test_file_gives_lines_too(tmp_path: Path) -> None:
    file = tmp_path / "script"
    file.write_bytes(b"r\nquit\n")
    with file.open("rb") as script:
        assert [line async for line in typed_lines(script.fileno())] == ["r", "quit"]


async def test_closed_descriptor_is_the_end() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)
    assert [line async for line in typed_lines(reading)] == []
