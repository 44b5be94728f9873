"""Entries and files for the tests of the journal."""

from hypothesis import strategies as st

from pitwall.events.values import Value
from pitwall.journal import framing
from pitwall.journal.entries import Entry, encode_entry
from pitwall.journal.header import SCHEMA, Header, encode_header

RUN = "00112233aabbccdd"
BY = "pitwall 0.1.0"
NOW = 1_764_510_697_000_000
STAMP = "20251130T135137Z"
"""``NOW`` as it stands in the names of files put aside."""


def entry(seq: int, size: int = 0) -> Entry:
    """A plausible entry, different for each ``seq``; ``size`` bytes of text make it longer."""
    pane = seq.to_bytes(8, "big")
    at = NOW + seq * 1_000_003
    match seq % 3:
        case 0:
            return Entry(seq, at, "pane.exited", {"pane": pane, "code": (None, 0, 1, -9)[seq % 4]})
        case 1:
            argv: list[Value] = ["make", "-j", "x" * size, b"caf\xe9"]
            return Entry(seq, at, "pane.opened", {"pane": pane, "argv": argv, "cwd": "/home/ana/größe"})
        case _:
            return Entry(seq, at, "tab.opened", {"tab": pane, "title": "x" * size, "detached": seq % 2 == 0})


def entries(count: int, first: int = 1) -> list[Entry]:
    """``count`` entries numbered from ``first`` on."""
    return [entry(seq) for seq in range(first, first + count)]


def header(first: int = 1, previous: int = 0, segment: int = 1, schema: int = SCHEMA) -> Header:
    """A header as the tests' journals write it."""
    return Header(schema, segment, first, previous, bytes.fromhex(RUN), NOW, BY)


def records(bodies: list[bytes], previous: int = 0) -> list[bytes]:
    """The records of ``bodies``, chained."""
    made: list[bytes] = []
    for body in bodies:
        record, previous = framing.encode(body, previous)
        made.append(record)
    return made


def segment_records(held: list[Entry], head: Header | None = None) -> list[bytes]:
    """The records of a segment: its header and the entries ``held``."""
    head = head or header(held[0].seq if held else 1)
    return records([encode_header(head), *(encode_entry(e) for e in held)])


ids = st.binary(min_size=8, max_size=8)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = st.none() | st.booleans() | st.integers(-(2**64), 2**64 - 1) | texts | st.binary(max_size=40)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=6,
)
datas = st.dictionaries(texts, values, max_size=4)


def numbered(first: int = 1, max_size: int = 6) -> st.SearchStrategy[list[Entry]]:
    """Any entries, numbered from ``first`` on."""
    parts = st.tuples(st.integers(0, 2**63), texts, datas)
    return st.lists(parts, max_size=max_size).map(
        lambda many: [Entry(first + i, at, kind, data) for i, (at, kind, data) in enumerate(many)]
    )
