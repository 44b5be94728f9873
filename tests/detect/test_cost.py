import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.detect.cost import MAX_POSITIONS, positions


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        ("", 0),
        ("abc", 3),
        ("a|b*", 2),
        ("^a$", 1),
        ("a{5}", 5),
        ("a{2,5}", 5),
        ("a{5,}", 6),
        ("a{ 2 , 5 }", 5),
        ("a{0}", 1),
        ("(ab){3}", 6),
        ("(?:ab){3}", 6),
        ("(?P<name>ab){3}", 6),
        ("(?<name>ab){3}", 6),
        ("(?i-s:ab){3}", 6),
        ("(?im)ab{3}", 4),
        ("((a{3}b){2}c){4}", 36),
        ("a{3}{4}", 12),
        ("[abc]{4}", 4),
        (r"[\]a]{4}", 4),
        ("[]a]{4}", 4),
        ("[^]a]{4}", 4),
        ("[[a-c]x]{4}", 4),
        ("[a&&[^b]]{4}", 4),
        (r"\p{Greek}{4}", 4),
        (r"\x{2800}{4}", 4),
        (r"\b{start}a{4}", 5),
        (r"\({4}", 4),
        (r"\\{4}", 4),
        (r"\d{3}-\d{4}", 8),
    ],
)
def test_counts_are_written_out(pattern: str, size: int) -> None:
    assert size == positions(pattern)


@pytest.mark.parametrize("pattern", ["(", ")", "[", "a{", "{3}", "(a", "a)", "[a", "\\", "(?", "a{,3}", "[^"])
def test_a_pattern_that_is_not_valid_is_counted_all_the_same(pattern: str) -> None:
    assert positions(pattern) <= len(pattern)


def test_a_count_of_very_many_digits_is_large_and_no_error() -> None:
    assert positions("a{" + "9" * 5000 + "}") > MAX_POSITIONS


ATOMS = st.sampled_from([("a", 1), ("[a]b]", 3), (r"\}", 1), (r"\p{L}", 1), ("[[a]{9}]", 1), (r"\{", 1)])


def _grown(inner: st.SearchStrategy[tuple[str, int]]) -> st.SearchStrategy[tuple[str, int]]:
    def counted(part: tuple[str, int], count: int) -> tuple[str, int]:
        return f"(?:{part[0]}){{1,{count}}}", part[1] * count

    def joined(parts: list[tuple[str, int]]) -> tuple[str, int]:
        return "(" + "".join(text for text, _ in parts) + ")", sum(size for _, size in parts)

    return st.builds(counted, inner, st.integers(1, 50)) | st.builds(joined, st.lists(inner, max_size=3))


@given(st.recursive(ATOMS, _grown, max_leaves=8))
def test_the_size_of_any_nesting_is_what_writing_it_out_would_give(sized: tuple[str, int]) -> None:
    pattern, size = sized

    assert size == positions(pattern)


@given(st.text(r"a()[]{}\?:,1^|", max_size=30))
def test_any_text_at_all_can_be_counted(pattern: str) -> None:
    assert positions(pattern) >= 0
