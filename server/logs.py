"""Logging: readable lines for people, or one JSON object a line for machines."""

import json
import logging
import sys
from typing import Literal

Format = Literal["text", "json"]


class JsonFormatter(logging.Formatter):
    """One object a line: time, level, logger, message, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def setup(level: str, form: Format) -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s", "%H:%M:%S")
    handler.setFormatter(JsonFormatter() if form == "json" else plain)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # At INFO it reports every handshake, and at DEBUG every frame: the Hello with a player's token among them.
    logging.getLogger("websockets").setLevel(logging.INFO if level == "debug" else logging.ERROR)
