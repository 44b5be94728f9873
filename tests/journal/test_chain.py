"""How segments continue each other."""

from journal_samples import entries, header, segment_records

from pitwall.journal.chain import Link, chain
from pitwall.journal.entries import Entry
from pitwall.journal.segments import Segment, Verdict, read_segment


def data(first: int, count: int, previous: int = 0, schema: int = 1) -> bytes:
    return b"".join(segment_records(entries(count, first), header(first, previous, schema=schema)))


def three() -> list[Segment]:
    """Segments with the entries 1–4, 5–8 and 9–12, each continuing the one before."""
    one = read_segment(1, data(1, 4))
    two = read_segment(5, data(5, 4, one.crc(5)))
    return [one, two, read_segment(9, data(9, 4, two.crc(9)))]


def held(links: tuple[Link, ...]) -> list[Entry]:
    return [entry for link in links if link.part for entry in link.entries]


def verdicts(links: tuple[Link, ...]) -> list[Verdict]:
    return [link.verdict for link in links]


def flipped(segment: Segment, seq: int) -> Segment:
    """``segment`` with one bit of entry ``seq`` changed."""
    changed = bytearray(segment.scan.data)
    changed[segment.end(seq) + 20] ^= 1
    return read_segment(segment.first, bytes(changed))


def cut(segment: Segment, seq: int) -> Segment:
    """``segment`` cut in the middle of entry ``seq``."""
    return read_segment(segment.first, segment.scan.data[: segment.end(seq) + 20])


def test_whole_segments_make_one_journal() -> None:
    links = chain(three())
    assert held(links) == entries(12)
    assert set(verdicts(links)) == {Verdict.WHOLE}


def test_the_oldest_may_begin_anywhere() -> None:
    assert held(chain(three()[1:])) == entries(8, first=5)


def test_no_segments_are_a_journal_without_entries() -> None:
    assert chain([]) == ()


def test_a_missing_segment_ends_the_journal() -> None:
    links = chain([three()[0], three()[2]])
    assert held(links) == entries(4)
    assert verdicts(links) == [Verdict.WHOLE, Verdict.DETACHED]


def test_a_segment_of_another_journal_ends_it() -> None:
    foreign = read_segment(5, data(5, 4, previous=12345))
    links = chain([three()[0], foreign, three()[2]])
    assert held(links) == entries(4)
    assert verdicts(links) == [Verdict.WHOLE, Verdict.DETACHED, Verdict.DETACHED]


def test_a_torn_last_segment_is_torn() -> None:
    one, two, three_ = three()
    links = chain([one, two, cut(three_, 11)])
    assert held(links) == entries(10)
    assert verdicts(links) == [Verdict.WHOLE, Verdict.WHOLE, Verdict.TORN]


def test_a_torn_earlier_segment_is_damage_and_what_follows_is_detached() -> None:
    one, two, three_ = three()
    links = chain([one, cut(two, 7), three_])
    assert held(links) == entries(6)
    assert verdicts(links) == [Verdict.WHOLE, Verdict.DAMAGED, Verdict.DETACHED]


def test_damage_in_an_earlier_segment_ends_the_journal_there() -> None:
    one, two, three_ = three()
    links = chain([flipped(one, 2), two, three_])
    assert held(links) == entries(1)
    assert verdicts(links) == [Verdict.DAMAGED, Verdict.DETACHED, Verdict.DETACHED]


def test_a_segment_that_was_made_half_does_not_hurt_the_one_before() -> None:
    one, two, three_ = three()
    links = chain([one, two, read_segment(9, three_.scan.data[:30])])
    assert held(links) == entries(8)
    assert verdicts(links) == [Verdict.WHOLE, Verdict.WHOLE, Verdict.TORN]


def test_what_a_later_segment_replaces_is_void_whether_it_is_good_or_not() -> None:
    one = three()[0]
    again = read_segment(3, data(3, 5, one.crc(3)))
    for older in (one, cut(one, 4), flipped(one, 3)):
        links = chain([older, again])
        assert held(links) == entries(7)
        assert verdicts(links) == [Verdict.WHOLE, Verdict.WHOLE]
