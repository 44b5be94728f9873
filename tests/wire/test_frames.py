"""Frames survive any cutting of the stream, and nothing oversized is ever waited for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.errors import FrameError
from pitwall.wire import frames

kinds = st.binary(min_size=1, max_size=1)
some_frames = st.lists(st.tuples(kinds, st.binary(max_size=40)), max_size=8)


def read(pieces: list[bytes]) -> tuple[list[tuple[bytes, bytes]], bool]:
    """All frames of a stream that comes in pieces, and whether it broke."""
    reader = frames.FrameReader()
    read: list[tuple[bytes, bytes]] = []
    try:
        for piece in pieces:
            read.extend(reader.feed(piece))
    except FrameError:
        return read, True
    return read, False


@st.composite
def cut(draw: st.DrawFn, stream: bytes) -> list[bytes]:
    edges = sorted(draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    return [
        stream[start:end]
        for start, end in zip([0, *edges], [*edges, len(stream)], strict=True)
        if start < end
    ]


@given(some_frames, st.data())
def test_what_was_encoded_is_read_however_the_stream_is_cut(
    sent: list[tuple[bytes, bytes]], data: st.DataObject
) -> None:
    stream = b"".join(frames.encode(kind, payload) for kind, payload in sent)

    assert read(data.draw(cut(stream))) == (sent, False)


@given(st.binary(max_size=400), st.data())
def test_any_bytes_give_the_same_frames_and_the_same_end_however_they_are_cut(
    stream: bytes, data: st.DataObject
) -> None:
    whole, broken_whole = read([stream])
    pieces, broken_pieces = read(data.draw(cut(stream)))

    assert (pieces, broken_pieces) == (whole, broken_whole)


def test_a_length_beyond_the_limit_is_refused_at_its_header() -> None:
    reader = frames.FrameReader()
    header = b"I" + (frames.PAYLOAD_LIMIT + 1).to_bytes(4, "big")

    with pytest.raises(FrameError, match="65537 bytes, 65536 is the most"):
        list(reader.feed(header))


def test_good_frames_before_a_bad_one_are_read() -> None:
    good = frames.encode(frames.OUTPUT, b"text")
    reader = frames.FrameReader()
    coming = reader.feed(good + b"O\xff\xff\xff\xff")

    assert next(coming) == (b"O", b"text")
    with pytest.raises(FrameError):
        next(coming)


@pytest.mark.parametrize("kind", [frames.HELLO, frames.SCENE])
def test_a_hello_and_a_scene_alone_may_be_long(kind: bytes) -> None:
    payload = bytes(frames.HELLO_LIMIT)

    assert read([frames.encode(kind, payload)]) == ([(kind, payload)], False)
    with pytest.raises(FrameError):
        frames.encode(kind, payload + b"\0")
    with pytest.raises(FrameError):
        frames.encode(frames.INPUT, payload)


@pytest.mark.parametrize("length", range(frames.HEADER_SIZE + 1))
def test_a_stream_that_ends_inside_a_frame_is_known_to(length: int) -> None:
    reader = frames.FrameReader()
    whole = frames.encode(frames.EXIT, b"\0")

    assert list(reader.feed(whole[:length])) == []
    assert reader.unfinished == (length > 0)
    assert list(reader.feed(whole[length:])) == [(b"X", b"\0")]
    assert reader.unfinished is False


@pytest.mark.parametrize(
    "size", [0, 1, frames.PAYLOAD_LIMIT, frames.PAYLOAD_LIMIT + 1, 3 * frames.PAYLOAD_LIMIT]
)
def test_long_output_becomes_frames_that_add_up_to_it(size: int) -> None:
    data = bytes(range(256)) * (size // 256 + 1)

    read_back, broken = read(list(frames.encode_chunks(frames.OUTPUT, data[:size])))

    assert not broken
    assert {kind for kind, _ in read_back} <= {b"O"}
    assert b"".join(payload for _, payload in read_back) == data[:size]


@given(st.lists(st.binary(max_size=20), max_size=10))
def test_fields_come_back_as_they_were_put_together(fields: list[bytes]) -> None:
    assert list(frames.decode_fields(frames.encode_fields(fields))) == fields


@given(st.lists(st.binary(max_size=20), min_size=1, max_size=5), st.data())
def test_a_cut_field_is_an_error_and_never_a_shorter_field(fields: list[bytes], data: st.DataObject) -> None:
    whole = frames.encode_fields(fields)
    length = data.draw(st.integers(0, len(whole) - 1))

    kept: list[bytes] = []
    try:
        for field in frames.decode_fields(whole[:length]):
            kept.append(field)  # noqa: PERF402  the fields before the error count
    except FrameError:
        pass

    assert kept == fields[: len(kept)]
