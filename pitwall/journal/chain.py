"""How the segments of a journal continue each other, and where that ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitwall.journal.entries import Entry
from pitwall.journal.header import Header
from pitwall.journal.segments import Segment, Verdict


@dataclass(frozen=True, slots=True)
class Link:
    """One segment in its place."""

    segment: Segment
    until: int
    """Entries of the segment whose ``seq`` is lower are part of the journal."""
    verdict: Verdict
    part: bool
    """Whether the segment has a place in the journal at all."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The segment's entries that are part of the journal, without those that were vouched for."""
        return self.segment.before(self.until)

    @property
    def holds_any(self) -> bool:
        """Whether any of its entries is part of the journal."""
        return self.until > self.segment.first


def chain(segments: Sequence[Segment]) -> tuple[Link, ...]:
    """
    The segments, in the order of their names, each with its part in the journal.

    The oldest may begin anywhere. Each later one names the record it continues by number and checksum;
    what the segment before holds from there on is void: it never was promised to anybody. Behind the
    first place where this fails nothing counts, so what counts is always one unbroken stretch.
    """
    links: list[Link] = []
    broken = False
    for index, segment in enumerate(segments):
        following = segments[index + 1] if index + 1 < len(segments) else None
        part = isinstance(segment.header, Header) and not broken
        if broken:
            verdict = Verdict.DETACHED if segment.verdict is Verdict.WHOLE else segment.verdict
            links.append(Link(segment, segment.first, verdict, part))
        elif following is None:
            links.append(Link(segment, segment.next, segment.verdict, part))
        elif continues(segment, following):
            links.append(Link(segment, following.first, Verdict.WHOLE, part))
        else:
            broken = True
            unfinished = index + 2 == len(segments) and following.header is None
            torn = segment.verdict is Verdict.TORN and not unfinished
            links.append(Link(segment, segment.next, Verdict.DAMAGED if torn else segment.verdict, part))
    return tuple(links)


def continues(segment: Segment, following: Segment) -> bool:
    """Whether ``following`` begins right behind a good entry of ``segment``."""
    return (
        isinstance(segment.header, Header)
        and isinstance(following.header, Header)
        and segment.first < following.first <= segment.next
        and segment.crc(following.first) == following.header.previous
    )
