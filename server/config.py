"""What an operator can set: on the command line or, as NARDE_<OPTION>, in the environment. The command line wins."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from protocol.version import PRODUCT
from server.logs import Format

STORES = ("redis", "rediss", "unix", "redis+sentinel", "redis+cluster")
_YES, _NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off")


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
        parser = _parser()
        parser.set_defaults(**{setting.name: setting.default for setting in fields(cls)})
        parser.set_defaults(data_dir=_home(environ), allow_origin=[])
        values = vars(parser.parse_args([*_from_environment(parser, environ), *argv]))
        values["allow_origin"] = tuple(dict.fromkeys(values["allow_origin"]))
        return cls(**values)

    def environment(self) -> dict[str, str]:
        """The variables from which `parse` makes these settings again."""
        return {_variable(setting.name): _written(getattr(self, setting.name)) for setting in fields(self)}

    def for_worker(self, url: str, port: int) -> dict[str, str]:
        """The environment of a worker that shares port and store. Unlike a command line it shows nobody a password."""
        return replace(self, redis_url=url, port=port, workers=1, reuse_port=True, quiet=True).environment()


def _home(environ: Mapping[str, str]) -> Path:
    """Where games are kept unless it is said otherwise (XDG Base Directory Specification)."""
    base = environ.get("XDG_DATA_HOME") or Path(environ.get("HOME", ".")) / ".local" / "share"
    return Path(base) / "narde"


def _variable(name: str) -> str:
    return f"NARDE_{name.upper()}"


def _written(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return _YES[0] if value else _NO[0]
        case tuple():
            return " ".join(value)
        case _:
            return str(value)


def _from_environment(parser: argparse.ArgumentParser, environ: Mapping[str, str]) -> Iterator[str]:
    """The variables as words of a command line. An empty one is none; an option that may be repeated is split."""
    for setting in fields(Config):
        variable, option = _variable(setting.name), f"--{setting.name.replace('_', '-')}"
        value = environ.get(variable, "").strip()
        if isinstance(setting.default, bool):
            if value.lower() not in (*_YES, *_NO, ""):
                parser.error(f"{variable} is {value!r}, which is neither yes nor no")
            yield from (option,) if value.lower() in _YES else ()
        elif isinstance(setting.default, tuple):
            yield from (f"{option}={word}" for word in value.split())
        elif value:
            yield f"{option}={value}"


def _number(least: int, most: int) -> type[int]:
    def number(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{value} is not from {least} to {most}")
        return value

    return number  # type: ignore[return-value]  # argparse takes any callable


def _store_url(text: str) -> str:
    if urlsplit(text).scheme not in STORES:
        raise argparse.ArgumentTypeError(f"{text!r} does not begin with one of {', '.join(STORES)}")
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="narde",
        description="The multiplayer server for Long Narde.",
        epilog="Every option can also be set in the environment: --redis-url is NARDE_REDIS_URL.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--host", help="address to listen on (%(default)s)")
    add("--port", type=_number(0, 65535), help="port to listen on (%(default)s; 0: any that is free)")
    add("--data-dir", type=Path, help="where the embedded store keeps all games (%(default)s)")
    add("--redis-url", type=_store_url, help="use this Redis or Valkey instead; also Sentinel and Cluster")
    add("--workers", type=_number(1, 64), help="server processes that share the port (%(default)s)")
    add(
        "--fsync",
        choices=("always", "everysec"),
        help="when the embedded store writes to the disk; always: before every answer (%(default)s)",
    )
    add("--trusted-proxies", type=_number(0, 8), help="proxies in front that set X-Forwarded-For (%(default)s)")
    add("--allow-origin", action="append", metavar="ORIGIN", help="another site whose pages may connect; repeatable")
    add("--max-connections", type=_number(1, 1_000_000), help="of each process (%(default)s)")
    add("--max-connections-per-address", type=_number(1, 1_000_000), help="of each process (%(default)s)")
    add("--metrics-public", action="store_true", help="serve /metrics to other machines too")
    add("--log-level", choices=("debug", "info", "warning", "error"), help="(%(default)s)")
    add("--log-format", choices=("text", "json"), help="(%(default)s)")
    add("--reuse-port", action="store_true", help="share the port with other processes of this machine")
    add("--quiet", action="store_true", help="do not print the addresses")
    add("--version", action="version", version=f"narde {PRODUCT}")
    return parser
