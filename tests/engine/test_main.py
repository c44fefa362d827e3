"""`python -m engine`: a line in, a line out, whatever the line is."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from engine.__main__ import answers, main, perft
from engine.rules import PRESETS, make_rules
from tests.engine.samples import CASE_FILES, CASES, records

GOOD: dict[str, Any] = {
    "id": "good",
    "rules": {"preset": "lange-narde"},
    "white": "24x15",
    "black": "24x15",
    "to_move": "white",
    "dice": [3, 1],
    "turn": 1,
    "first_mover": True,
}


def ask(*lines: bytes) -> list[dict[str, Any]]:
    return list(answers(lines))


def encoded(record: object) -> bytes:
    return json.dumps(record).encode()


@pytest.mark.parametrize("name", CASE_FILES)
def test_answers_every_case(name: str) -> None:
    cases = records(name)
    questions = [{key: case[key] for key in GOOD} for case in cases]
    expected = [{key: case[key] for key in ("id", "dice_used", "finals")} for case in cases]
    assert ask(*map(encoded, questions)) == expected


@pytest.mark.parametrize(
    "change",
    [
        {"rules": {"preset": "backgammon"}},
        {"rules": {"preset": ["lange-narde"]}},
        {"rules": {"preset": "lange-narde", "koks": True}},
        {"rules": {"preset": "lange-narde", "head_limit": [1]}},
        {"rules": {}},
        {"rules": "lange-narde"},
        {"white": "24x14"},
        {"white": "24x16"},
        {"white": None},
        {"white": "24x15 / B: 24x15"},
        {"black": "12x15"},
        {"to_move": "red"},
        {"dice": [7, 1]},
        {"dice": [0, 1]},
        {"dice": [3]},
        {"dice": [3, 1, 1]},
        {"dice": [3.0, 1]},
        {"dice": [True, 1]},
        {"dice": [float("nan"), 1]},
        {"dice": "31"},
        {"turn": 0},
        {"turn": -(10**400)},
        {"turn": float("inf")},
        {"turn": "1"},
        {"turn": True},
        {"first_mover": 1},
    ],
)
def test_bad_record_gets_an_error(change: dict[str, Any]) -> None:
    bad, good = ask(encoded(GOOD | change), encoded(GOOD))
    assert bad == {"id": "good", "error": bad["error"]}
    assert bad["error"]
    assert good == {"id": "good", "dice_used": 2, "finals": ["24x14 20x1"]}


@pytest.mark.parametrize("missing", GOOD)
def test_missing_field_is_named(missing: str) -> None:
    (answer,) = ask(encoded({key: value for key, value in GOOD.items() if key != missing}))
    assert answer["error"] == f"'{missing}' is missing"


@pytest.mark.parametrize(
    "line",
    [
        b"x",
        b"[]",
        b"1",
        b"null",
        b"NaN",
        b'"id"',
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 5_000,
        encoded(GOOD | {"id": 1.5}),
    ],
)
def test_bad_line_gets_an_error_without_id(line: bytes) -> None:
    bad, good = ask(line, encoded(GOOD))
    assert bad == {"id": None, "error": bad["error"]}
    assert bad["error"]
    assert good["dice_used"] == 2


@pytest.mark.parametrize(("lines", "code"), [([GOOD], 0), ([GOOD, {}, GOOD], 1), ([], 0)])
def test_exit_code_tells_of_bad_lines(
    lines: list[object], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(map(encoded, lines)))))
    assert main(["moves"]) == code
    answered = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in answer for answer in answered] == [line is not GOOD for line in lines]


def test_huge_turn_is_a_turn() -> None:
    assert ask(encoded(GOOD | {"turn": 10**400}))[0]["dice_used"] == 2


def test_blank_lines_are_skipped() -> None:
    assert ask(b"\n", encoded(GOOD), b"  \n")[0]["id"] == "good"


@pytest.mark.parametrize("preset", PRESETS)
def test_perft_counts_four_turns(preset: str) -> None:
    expected = json.loads((CASES / "perft.json").read_text(encoding="utf-8"))[preset]
    assert perft(make_rules(preset), 4) == expected


def test_perft_takes_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--set", "opening_roll=fresh", "--set", "head_exception_first=none"]
    assert main(["perft", "--preset", "lange-narde", "--depth", "1", *options]) == 0
    assert json.loads(capsys.readouterr().out) == {"paths": [21], "distinct": [10]}


def test_perft_refuses_a_depth_below_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["perft", "--depth", "0"])
    assert "invalid depth value: '0'" in capsys.readouterr().err


def test_perft_refuses_unknown_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["perft", "--set", "koks=yes"])
    assert "koks" in capsys.readouterr().err


def test_closed_pipe_ends_quietly() -> None:
    # The question is asked only when nobody can hear the answer any more.
    command = [sys.executable, "-m", "engine", "moves"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(encoded(GOOD) + b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_answers_come_line_by_line() -> None:
    command = [sys.executable, "-m", "engine", "moves"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(encoded(GOOD) + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["dice_used"] == 2
        process.stdin.close()
    assert process.returncode == 0
