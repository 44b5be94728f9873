"""The first record of a segment."""

from dataclasses import replace

import pytest
from journal_samples import BY, NOW, RUN, header

from pitwall.journal import encoding
from pitwall.journal.header import Header, NewerFormat, decode_header, encode_header

ABOUT = {
    "format": 1,
    "schema": 1,
    "segment": 2,
    "first": 10,
    "prev": 0xDEADBEEF,
    "run": bytes.fromhex(RUN),
    "made": NOW,
    "by": BY,
}


def body(**changes: object) -> bytes:
    """The body of a header with some keys changed, or left out where the change is None."""
    about = {key: value for key, value in {**ABOUT, **changes}.items() if value is not None}
    return encoding.encode(["pitwall-journal", about])


def test_a_header_comes_back() -> None:
    made = header(first=10, previous=0xDEADBEEF, segment=2)
    assert encode_header(made) == body()
    assert decode_header(body()) == made


def test_keys_of_later_versions_are_passed_over() -> None:
    assert decode_header(body(host="ana's laptop")) == decode_header(body())


def test_a_newer_schema_can_be_read() -> None:
    found = decode_header(body(schema=7))
    assert isinstance(found, Header)
    assert found.schema == 7


def test_a_newer_format_is_known_by_its_number_whatever_else_it_holds() -> None:
    assert decode_header(body(format=2, by="pitwall 9.0")) == NewerFormat(2, "pitwall 9.0")
    assert decode_header(encoding.encode(["pitwall-journal", {"format": 3}])) == NewerFormat(
        3, "a newer pitwall"
    )


def test_a_header_that_nobody_could_read_is_not_written() -> None:
    with pytest.raises(ValueError, match="16 hex digits"):
        encode_header(replace(header(), run=b"short"))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        encoding.encode(["pitwall-journal"]),
        encoding.encode(["pitwall-evidence", ABOUT]),
        encoding.encode(["pitwall-journal", [1]]),
        body(format=0),
        body(format=True),
        body(format="1"),
        body(first=0),
        body(prev=-1),
        body(run=b"short"),
        body(run=RUN),
        body(by=7),
        *(body(**{key: None}) for key in ABOUT),
    ],
)
def test_anything_else_is_no_header(data: bytes) -> None:
    assert decode_header(data) is None
