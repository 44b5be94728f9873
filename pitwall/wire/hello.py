"""
The hello: who asks for what, from where (pure).

This layout stays readable for ever, for a daemon is met by the clients of every later and earlier version:
two bytes of protocol number (big-endian), then fields, each behind four bytes of length, in this order.

=====================  ==================================================================================
client version         ``pitwall.version.VERSION``
cwd                    the client's folder; empty when it is gone
umask                  decimal digits
terminals              the digits 0, 1 and 2 of those of stdin, stdout and stderr that are terminals
rows, columns          two fields, decimal digits; 0 without a terminal
resume token           the last token received before the connection was lost; empty at first
pane                   ``$PITWALL_PANE`` of the caller, or empty
started                nanoseconds of the monotonic clock at the client's start, decimal digits
environment            a count in decimal digits, then as many fields ``NAME=VALUE``: all of it for the
                       commands that may start a program, else what concerns the output
argv                   a count in decimal digits, then as many fields: what follows the program's name
=====================  ==================================================================================

Fields that follow are a later version's, to be ignored. Text is the operating system's bytes: what is not
UTF-8 is carried as surrogate escapes (PEP 383) and leaves as the same bytes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pitwall.errors import FrameError
from pitwall.wire.frames import decode_fields, encode_fields


@dataclass(frozen=True, slots=True)
class Hello:
    """What a client says of itself and its caller before anything else."""

    protocol: int
    client_version: str
    cwd: str
    umask: int
    terminals: frozenset[int]
    """File descriptors: of 0, 1 and 2, those that are terminals."""
    rows: int
    columns: int
    resume: bytes
    pane: str
    started_ns: int
    environment: Mapping[str, str]
    argv: tuple[str, ...]

    def encode(self) -> bytes:
        """The payload of the hello frame."""
        environment = [f"{name}={value}" for name, value in self.environment.items()]
        fields = [
            self.client_version.encode(),
            _encode(self.cwd),
            b"%d" % self.umask,
            b"".join(b"%d" % descriptor for descriptor in sorted(self.terminals)),
            b"%d" % self.rows,
            b"%d" % self.columns,
            self.resume,
            _encode(self.pane),
            b"%d" % self.started_ns,
            b"%d" % len(environment),
            *map(_encode, environment),
            b"%d" % len(self.argv),
            *map(_encode, self.argv),
        ]
        return self.protocol.to_bytes(2, "big") + encode_fields(fields)


def parse(payload: bytes) -> Hello:
    """
    The hello that a client of any version sent.

    Raises:
        FrameError: a field is missing or cut short, a number is none, or text holds a NUL, which neither
            a path nor an argument nor a variable can.
    """
    if len(payload) < 2:
        raise FrameError("a hello has no protocol number")
    fields = decode_fields(payload[2:])
    return Hello(
        protocol=int.from_bytes(payload[:2], "big"),
        client_version=_text(fields),
        cwd=_text(fields),
        umask=_number(fields) & 0o777,
        terminals=frozenset(digit - 48 for digit in _field(fields) if digit in b"012"),
        rows=_number(fields),
        columns=_number(fields),
        resume=_field(fields),
        pane=_text(fields),
        started_ns=_number(fields),
        environment=_environment(_texts(fields)),
        argv=tuple(_texts(fields)),
    )


def _environment(entries: Iterable[str]) -> Mapping[str, str]:
    """As getenv(3) reads it: the first of two entries of one name counts, one without ``=`` does not."""
    environment: dict[str, str] = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if name and equals:
            environment.setdefault(name, value)
    return environment


def _texts(fields: Iterator[bytes]) -> list[str]:
    return [_text(fields) for _ in range(_number(fields))]


def _text(fields: Iterator[bytes]) -> str:
    field = _field(fields)
    if b"\0" in field:
        raise FrameError("a hello's text holds a NUL")
    return field.decode("utf-8", "surrogateescape")


def _number(fields: Iterator[bytes]) -> int:
    """ASCII digits; ``int`` alone would take signs, spaces and underscores, and any count of digits."""
    field = _field(fields)
    if not field.isdigit() or len(field) > 20:
        raise FrameError("a hello's number is none")
    return int(field)


def _field(fields: Iterator[bytes]) -> bytes:
    field = next(fields, None)
    if field is None:
        raise FrameError("a hello ends too soon")
    return field


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
