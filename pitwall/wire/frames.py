"""
Frames: what client and daemon say to each other over the Unix socket (pure).

A frame is one byte of kind, four bytes of length (big-endian), and that many bytes of payload. A payload
holds 64 KiB at most; a hello's, and a scene's, which lists every tab, 4 MiB. The kinds and their payloads:

==  ==================  =====================================================================
H   client → daemon     hello, the first frame (``pitwall.wire.hello``)
A   client → daemon     the answer to an ask: the line without its newline; empty at the end of stdin
I   client → daemon     bytes of the client's stdin
E   client → daemon     the end of the client's stdin; no payload
O   daemon → client     bytes for stdout
R   daemon → client     bytes for stderr
Q   daemon → client     ask: text for stderr, then a line of stdin is wanted back as ``A``
T   daemon → client     token: opaque bytes to say hello with after a lost connection
X   daemon → client     exit: one byte, the exit code; the last frame
==  ==================  =====================================================================

Either side ignores kinds it does not know, so that a later version may add some.
"""

from collections.abc import Iterable, Iterator

from pitwall.errors import FrameError

HELLO = b"H"
ANSWER = b"A"
INPUT = b"I"
END = b"E"
OUTPUT = b"O"
ERROR_OUTPUT = b"R"
ASK = b"Q"
TOKEN = b"T"
EXIT = b"X"
SCENE = b"S"
"""A window's (``pitwall.wire.window``)."""

PAYLOAD_LIMIT = 64 * 1024
HELLO_LIMIT = SCENE_LIMIT = 4 * 1024 * 1024
_LIMITS = {HELLO: HELLO_LIMIT, SCENE: SCENE_LIMIT}
HEADER_SIZE = 5


def encode(kind: bytes, payload: bytes = b"") -> bytes:
    """
    One frame.

    Raises:
        FrameError: the payload is longer than its kind allows.
    """
    _check(kind, len(payload))
    return kind + len(payload).to_bytes(4, "big") + payload


def encode_chunks(kind: bytes, data: bytes) -> Iterator[bytes]:
    """As many frames as ``data`` needs; none for no data."""
    for start in range(0, len(data), PAYLOAD_LIMIT):
        yield encode(kind, data[start : start + PAYLOAD_LIMIT])


def encode_fields(fields: Iterable[bytes]) -> bytes:
    """Fields of any bytes one after another, each behind its length in four bytes (big-endian)."""
    return b"".join([len(field).to_bytes(4, "big") + field for field in fields])


def decode_fields(data: bytes) -> Iterator[bytes]:
    """
    What ``encode_fields`` was given.

    Raises:
        FrameError: the last field is cut short.
    """
    position = 0
    while position < len(data):
        start = position + 4
        position = start + int.from_bytes(data[position:start], "big")
        if position > len(data) or start > len(data):
            raise FrameError("a field is longer than what is left of its frame")
        yield data[start:position]


class FrameReader:
    """
    Turns a stream of bytes, in pieces of any size, into frames; holds one unfinished frame at most.

    After a ``FrameError`` nothing that follows on the stream can be read: close the connection.
    """

    __slots__ = ("_buffer",)

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """
        Take ``data``; iterate over the frames (kind, payload) that are whole by now.

        Raises:
            FrameError: while iterating, behind the last good frame, when a length is beyond its limit.
        """
        self._buffer += data
        return self._whole_frames()

    @property
    def unfinished(self) -> bool:
        """Whether the bytes so far end inside a frame."""
        return bool(self._buffer)

    def _whole_frames(self) -> Iterator[tuple[bytes, bytes]]:
        buffer = self._buffer
        while len(buffer) >= HEADER_SIZE:
            kind = bytes(buffer[:1])
            size = int.from_bytes(buffer[1:HEADER_SIZE], "big")
            _check(kind, size)
            end = HEADER_SIZE + size
            if len(buffer) < end:
                return
            payload = bytes(buffer[HEADER_SIZE:end])
            del buffer[:end]
            yield kind, payload


def _check(kind: bytes, size: int) -> None:
    limit = _LIMITS.get(kind, PAYLOAD_LIMIT)
    if size > limit:
        raise FrameError(f"a frame of kind {kind!r} holds {size} bytes, {limit} is the most")
