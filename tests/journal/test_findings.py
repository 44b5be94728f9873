"""What is said of a journal that was not in order."""

from pitwall.journal import findings

ALL = [
    findings.torn("0000000009.cborseq", 37, 12, "0000000009.torn-20260102T030405Z"),
    findings.damaged("0000000009.cborseq", 12, "0000000009.damaged-20260102T030405Z"),
    findings.detached("0000000009.cborseq", 4, "0000000009.damaged-20260102T030405Z"),
    findings.newer_schema("0000000009.cborseq", "pitwall 9.0"),
    findings.newer_format("/home/ana/journal", "pitwall 9.0", 2, "/home/ana/journal/format-1"),
]


def test_each_is_one_line() -> None:
    for finding in ALL:
        assert str(finding) == finding.text
        assert "\n" not in str(finding)


def test_only_an_interrupted_write_is_not_serious() -> None:
    assert [finding.serious for finding in ALL] == [False, True, True, True, True]


def test_each_that_put_bytes_aside_says_where_they_are() -> None:
    for finding in ALL[:3]:
        assert "20260102T030405Z" in str(finding)
