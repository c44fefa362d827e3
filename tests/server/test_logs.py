"""Log lines for people and for machines."""

import json
import logging
from collections.abc import Iterator

import pytest

from server import logs


@pytest.fixture(autouse=True)
def _loggers_as_before() -> Iterator[None]:
    root, websockets = logging.getLogger(), logging.getLogger("websockets")
    before = (root.level, websockets.level)
    handlers, root.handlers = root.handlers, []
    yield
    root.handlers = handlers
    for logger, level in zip((root, websockets), before, strict=True):
        logger.setLevel(level)


def test_text_is_a_readable_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "text")
    logging.getLogger("server.app").info("room %s opened", "ABCDEF")
    assert capsys.readouterr().err.endswith(" INFO server.app: room ABCDEF opened\n")


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json")
    logging.getLogger("server.app").warning("two\nlines of «%s»", "text")
    (line,) = capsys.readouterr().err.splitlines()
    entry = json.loads(line)
    assert entry.pop("time")
    assert entry == {"level": "WARNING", "logger": "server.app", "message": "two\nlines of «text»"}


def test_json_holds_the_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json")
    try:
        raise ValueError("broken")
    except ValueError:
        logging.getLogger("server").exception("failed")
    assert "ValueError: broken" in json.loads(capsys.readouterr().err)["traceback"]


def test_level_hides_what_is_below(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("warning", "text")
    logging.getLogger("server").info("hidden")
    logging.getLogger("server").warning("shown")
    assert [line.split()[-1] for line in capsys.readouterr().err.splitlines()] == ["shown"]


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_frames_are_never_logged(level: str) -> None:
    logs.setup(level, "text")
    assert not logging.getLogger("websockets.server").isEnabledFor(logging.DEBUG)


def test_setup_twice_logs_once(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("info", "json")
    logs.setup("info", "text")
    logging.getLogger("server").info("once")
    assert len(capsys.readouterr().err.splitlines()) == 1
