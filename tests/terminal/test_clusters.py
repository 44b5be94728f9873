"""Characters with marks joined to them."""

from pitwall.terminal.clusters import LONGEST, SLACK, ClusterTable


def test_a_mark_joined_gives_one_character_for_both() -> None:
    table = ClusterTable()
    character = table.join("e", "\u0301")
    assert len(character) == 1
    assert table.strings[ord(character)] == "e\u0301"
    assert table.join("e", "\u0301") == character


def test_marks_join_what_is_joined_already() -> None:
    table = ClusterTable()
    family = table.join(table.join("👨", "\u200d"), "\ufe0f")
    assert table.strings[ord(family)] == "👨\u200d\ufe0f"


def test_endless_marks_are_dropped() -> None:
    table = ClusterTable()
    character = "e"
    for _ in range(1000):
        character = table.join(character, "\u0301")
    assert table.strings[ord(character)] == "e" + "\u0301" * (LONGEST - 1)
    assert len(table) < LONGEST


def test_when_plane_16_is_used_up_marks_are_dropped() -> None:
    table = ClusterTable()
    for code in range(70000):
        table.character(f"a{code}")
    assert table.join("b", "\u0301") == "b"
    assert len(table) == 0xFFFE


def test_only_the_clusters_in_use_are_numbered_anew() -> None:
    table = ClusterTable()
    characters = [table.join(chr(0x4E00 + number), "\u0301") for number in range(SLACK + 1)]
    assert table.full
    smaller, translation = table.renumbered([characters[7]])
    assert smaller.strings[ord(characters[7].translate(translation))] == "\u4e07\u0301"
    assert len(smaller) == 1
