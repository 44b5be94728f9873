"""What opening a journal found amiss, in words for the person at the keyboard."""

from dataclasses import dataclass, replace
from enum import StrEnum


class Kind(StrEnum):
    """What sort of thing was found; in the order of how much it matters, least first."""

    TORN = "torn"
    NEWER_SCHEMA = "newer schema"
    DETACHED = "detached"
    DAMAGED = "damaged"
    NEWER_FORMAT = "newer format"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was amiss and what was done about it; as text, a line of advice."""

    kind: Kind
    file: str
    """The name of the segment, or the folder of the journal for a newer format."""
    text: str

    @property
    def serious(self) -> bool:
        """Whether something that was promised may be missing; an interrupted write is not serious."""
        return self.kind is not Kind.TORN

    def __str__(self) -> str:
        return self.text


def torn(file: str, size: int, last: int, kept: str) -> Finding:
    """A segment ended in ``size`` bytes of an unfinished record, now in the file ``kept``."""
    text = (
        f"the journal ended in an unfinished record, as after a crash or a power cut: "
        f"it goes on after entry {last}; the {size} bytes behind it are kept in {kept}"
    )
    return Finding(Kind.TORN, file, text)


def damaged(file: str, last: int, kept: str) -> Finding:
    """A segment, now in the file ``kept``, has a bad record behind entry ``last``."""
    text = (
        f"the journal's {file} is damaged behind entry {last}: all before it is in use, and what came after "
        f"is not; the file is kept as {kept}, and `pitwall journal verify` tells what can be read of it"
    )
    return Finding(Kind.DAMAGED, file, text)


def spared(file: str, last: int) -> Finding:
    """A segment that the start did not have to read has a bad record behind entry ``last``."""
    text = (
        f"the journal's {file} is damaged behind entry {last}: this start did not need it, but one that has to "
        "read it, as after an upgrade, loses what came after; put a copy of the file back while no daemon runs, and "
        "see `pitwall journal verify`"
    )
    return Finding(Kind.DAMAGED, file, text)


def no_file(path: str, kept: str) -> Finding:
    """A pipe or the like, now in the same folder as ``kept``, had the name of one of the journal's files."""
    text = f"{path} was no plain file: it is not in use and is kept as {kept}"
    return Finding(Kind.DAMAGED, path.rpartition("/")[2], text)


def no_segment(path: str, kept: str) -> Finding:
    """The same where a segment would be."""
    found = no_file(path, kept)
    advice = "if a segment was there, a copy of it can be put back while no daemon runs"
    return replace(found, text=f"{found.text}; {advice}")


def detached(file: str, last: int, kept: str) -> Finding:
    """A segment, now in the file ``kept``, does not continue entry ``last``."""
    text = (
        f"the journal's {file} does not continue entry {last}, so what is between is missing: it is not "
        f"in use and is kept as {kept}; a copy of the whole journal can be put back while no daemon runs"
    )
    return Finding(Kind.DETACHED, file, text)


def newer_schema(file: str, by: str) -> Finding:
    """``by`` wrote a segment whose entries may mean more than this version knows."""
    text = (
        f"the journal's {file} was written by {by}, which knows more than this version: "
        "what is new in it is kept but not shown; upgrade pitwall to see it"
    )
    return Finding(Kind.NEWER_SCHEMA, file, text)


def newer_format(folder: str, by: str, format_: int, beside: str) -> Finding:
    """The journal is in a format of the future; an own one is kept in the folder ``beside``."""
    text = (
        f"the journal in {folder} was written by {by} in format {format_}, which this version cannot read: "
        f"it is left as it is, and this version keeps its own in {beside}; upgrade pitwall to have it back"
    )
    return Finding(Kind.NEWER_FORMAT, folder, text)
