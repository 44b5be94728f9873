"""What was dumped is loaded again, and nothing else is."""

from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.errors import FrameError
from pitwall.wire.records import dump, load


@dataclass(frozen=True, slots=True)
class Inner:
    word: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outer:
    inner: tuple[Inner, ...]
    choice: Literal["a", "b"]
    maybe: int | None
    yes: bool
    data: bytes


INNER = st.builds(
    Inner, st.text(st.characters(exclude_categories=["Cs"])), st.tuples(st.integers(), st.integers())
)
OUTER = st.builds(
    Outer, st.lists(INNER, max_size=3).map(tuple), st.sampled_from(["a", "b"]), st.none() | st.integers(),
    st.booleans(), st.binary(),
)  # fmt: skip
ONE = Outer((Inner("x", (1,)),), "a", None, True, b"y")


@given(OUTER)
def test_a_dumped_record_is_loaded_as_it_was(outer: Outer) -> None:
    assert load(Outer, dump(outer)) == outer


def test_a_dump_is_lists_in_the_order_of_the_fields() -> None:
    assert dump(ONE) == [[["x", [1]]], "a", None, True, b"y"]


def test_what_is_no_utf8_is_replaced() -> None:
    assert dump(Inner("a\udcff", ())) == ["a?", []]


def test_fields_of_a_later_version_are_ignored() -> None:
    assert load(Inner, ["x", [1], "more"]) == Inner("x", (1,))


@pytest.mark.parametrize(
    "value",
    [
        None, 5, "x", [], ["x"], [5, []], ["x", 5], ["x", ["y"]], ["x", [True]], {"word": "x"}, ["x", (1,)],
    ],
)  # fmt: skip
def test_anything_else_is_refused(value: object) -> None:
    with pytest.raises(FrameError):
        load(Inner, value)


def test_a_word_that_is_no_choice_is_refused() -> None:
    with pytest.raises(FrameError):
        load(Outer, [[], "c", None, True, b""])
