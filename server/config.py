"""What an operator can set: on the command line or, as NARDE_<OPTION>, in the environment. The command line wins."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from protocol.version import PRODUCT
from server.logs import Format


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one server. `redis_url` None is the embedded store in `data_dir`."""

    host: str = "0.0.0.0"
    port: int = 8080
    data_dir: Path = Path("narde-data")
    redis_url: str | None = None
    workers: int = 1
    fsync: Literal["always", "everysec"] = "always"
    trusted_proxies: int = 0
    allow_origin: tuple[str, ...] = ()
    max_connections: int = 20_000
    max_connections_per_address: int = 200
    metrics_public: bool = False
    log_level: str = "info"
    log_format: Format = "text"
    reuse_port: bool = False
    quiet: bool = False

    @classmethod
    def parse(cls, argv: Sequence[str], environ: Mapping[str, str]) -> "Config":
        """Raises SystemExit: with code 2 for what makes no sense, with 0 after --help and --version."""
        parser = _parser(_home(environ))
        known = {action.dest: action for action in parser._actions if action.option_strings}
        for name, action in known.items():
            value = environ.get(f"NARDE_{name.upper()}")
            if value is not None and name not in ("help", "version"):
                action.default = _from_environment(action, value)
        values = vars(parser.parse_args(list(argv)))
        values["allow_origin"] = tuple(values["allow_origin"] or ())
        return cls(**values)

    def for_worker(self, url: str) -> list[str]:
        """The command line of a worker that shares this server's port and store."""
        line = ["--redis-url", url, "--workers", "1", "--reuse-port", "--quiet"]
        line += ["--host", self.host, "--port", str(self.port), "--log-level", self.log_level]
        line += ["--log-format", self.log_format, "--trusted-proxies", str(self.trusted_proxies)]
        line += ["--max-connections", str(self.max_connections)]
        line += ["--max-connections-per-address", str(self.max_connections_per_address)]
        for origin in self.allow_origin:
            line += ["--allow-origin", origin]
        return [*line, "--metrics-public"] if self.metrics_public else line


def _home(environ: Mapping[str, str]) -> Path:
    """Where games are kept unless it is said otherwise (XDG Base Directory Specification)."""
    base = environ.get("XDG_DATA_HOME") or Path(environ.get("HOME", ".")) / ".local" / "share"
    return Path(base) / "narde"


def _from_environment(action: argparse.Action, value: str) -> object:
    if isinstance(action, argparse._StoreTrueAction):
        return value.lower() in ("1", "yes", "true", "on")
    return value.split() if isinstance(action, argparse._AppendAction) else value


def _number(least: int, most: int) -> type[int]:
    def parse(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number} is not from {least} to {most}")
        return number

    parse.__name__ = "number"
    return parse  # type: ignore[return-value]  # argparse takes any callable


def _parser(data_dir: Path) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="narde",
        description="The multiplayer server for Long Narde.",
        epilog="Every option can also be set in the environment: --redis-url is NARDE_REDIS_URL.",
    )
    add = parser.add_argument
    add("--host", default="0.0.0.0", help="address to listen on (%(default)s: all)")
    add("--port", type=_number(0, 65535), default=8080, help="port to listen on (%(default)s; 0: any that is free)")
    add("--data-dir", type=Path, default=data_dir, help="where the embedded store keeps all games (%(default)s)")
    add("--redis-url", help="use this Redis or Valkey instead of the embedded store; also Sentinel and Cluster")
    add("--workers", type=_number(1, 64), default=1, help="server processes that share the port (%(default)s)")
    add(
        "--fsync",
        choices=("always", "everysec"),
        default="always",
        help="when the embedded store writes to the disk; always: before every answer (%(default)s)",
    )
    add("--trusted-proxies", type=_number(0, 8), default=0, help="proxies in front that set X-Forwarded-For")
    add("--allow-origin", action="append", metavar="ORIGIN", help="another site whose pages may connect; repeatable")
    add("--max-connections", type=_number(1, 1_000_000), default=20_000, help="in all (%(default)s)")
    add("--max-connections-per-address", type=_number(1, 1_000_000), default=200, help="(%(default)s)")
    add("--metrics-public", action="store_true", help="serve /metrics to other machines too")
    add("--log-level", choices=("debug", "info", "warning", "error"), default="info")
    add("--log-format", choices=("text", "json"), default="text")
    add("--reuse-port", action="store_true", help="share the port with other processes of this machine")
    add("--quiet", action="store_true", help="do not print the addresses")
    add("--version", action="version", version=f"narde {PRODUCT}")
    return parser
