"""What the user's input can do to an agent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.state.keys import press_of


def _press(data: bytes) -> str | None:
    return press_of(data)[0]


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b",
        b"\x1b\x1b",
        b"\x03",
        b"\x1b[27u",
        b"\x1b[27;1u",
        b"\x1b[27;1:1u",
        b"\x1b[27;1:2u",
        b"\x1b[27;65u",
        b"\x1b[27;129u",
        b"\x1b[99;5u",
        b"\x1b[99;69u",
        b"\x1b[99:67;5:1u",
        b"\x1b[99;5;3u",
        b"\x1b[27;5;99~",
        b"wait\x03",
        b"no\x1b",
        b"\x1b[A\x1b",
    ],
)
def test_a_bare_escape_and_control_c_interrupt_in_every_encoding(data: bytes) -> None:
    assert _press(data) == "interrupt"


@pytest.mark.parametrize(
    "data",
    [
        b"y",
        b"2",
        b"\r",
        b"\t",
        b"\x7f",
        b"\x04",
        b"\x1a",
        "é".encode(),
        b"hello there\r",
        b"\x1b[Z",
        b"\x1b[3~",
        b"\x1b[15~",
        b"\x1bOP",
        b"\x1bOM",
        b"\x1b[13u",
        b"\x1b[97u",
        b"\x1b[121;1:1u",
        b"\x1b[9;2u",
        b"\x1b[27;2u",
        b"\x1b[27;5u",
        b"\x1b[99;6u",
        b"\x1b[100;5u",
        b"\x1b[27;5;100~",
    ],
)
def test_any_other_key_can_answer_a_dialog(data: bytes) -> None:
    assert _press(data) == "other"


@pytest.mark.parametrize(
    "data", [b"\x1b[27;1:3u", b"\x1b[99;5:3u", b"\x1b[13;1:3u", b"\x1b[3;1:3~", b"\x1b[1;1:3P"]
)
def test_trap_10_a_key_that_is_let_go_does_nothing(data: bytes) -> None:
    assert _press(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b"\x1bb",
        b"\x1b\r",
        b"\x1b\x7f",
        "\x1bé".encode(),
        b"\x1b[99;3u",
        b"\x1b[27;3u",
        b"\x1b[99;7u",
        b"\x1b[3;3~",
    ],
)
def test_alt_combinations_do_nothing(data: bytes) -> None:
    assert _press(data) is None


@pytest.mark.parametrize(
    "data",
    [
        *(b"\x1b[" + final for final in (b"A", b"B", b"C", b"D", b"H", b"F")),
        *(b"\x1bO" + final for final in (b"A", b"B", b"C", b"D", b"H", b"F")),
        b"\x1b[1;5A",
        b"\x1b[1;1:3B",
        b"\x1b[5~",
        b"\x1b[6~",
        b"\x1b[57419u",
        b"\x1b[57441;2u",
        b"\x1b[57448;1:3u",
        b"\x1b[57358u",
    ],
)
def test_trap_10_arrows_paging_and_lone_modifiers_do_nothing(data: bytes) -> None:
    assert _press(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[<0;10;5M",
        b"\x1b[<35;10;5m",
        b"\x1b[M #!",
        b"\x1b[M\x03\x1b!",
        b"\x1b[35;10;5M",
        b"\x1b[I",
        b"\x1b[O",
    ],
)
def test_mouse_and_focus_reports_do_nothing(data: bytes) -> None:
    assert _press(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[12;40R",
        b"\x1b[?62;4c",
        b"\x1b[>1;10;0c",
        b"\x1b[0n",
        b"\x1b[?997;1n",
        b"\x1b[?2026;2$y",
        b"\x1b[?1u",
        b"\x1b[8;40;120t",
        b"\x1b]11;rgb:0000/0000/0000\x1b\\",
        b"\x1b]10;rgb:ff/ff/ff\x07",
        b"\x1bP>|XTerm(390)\x1b\\",
        b"\x1b_Gi=1;OK\x1b\\",
    ],
)
def test_answers_of_a_terminal_do_nothing(data: bytes) -> None:
    assert _press(data) is None


@given(st.binary(max_size=50).filter(lambda data: b"\x1b[201~" not in data))
def test_trap_10_a_paste_never_interrupts_whatever_it_holds(pasted: bytes) -> None:
    assert press_of(b"\x1b[200~" + pasted + b"\x1b[201~") == ("other", False)


@given(st.binary(max_size=30).filter(lambda data: b"\x1b[201~" not in data), st.integers(0, 30))
def test_a_paste_in_two_pieces_never_interrupts(pasted: bytes, cut: int) -> None:
    first, pasting = press_of(b"\x1b[200~" + pasted[:cut])
    second, over = press_of(pasted[cut:] + b"\x1b[201~", pasting)

    assert (first, pasting, second, over) == ("other", True, "other", False)


def test_a_key_after_a_paste_counts() -> None:
    assert press_of(b"\x1b[200~text\x1b[201~\x03") == ("interrupt", False)
    assert press_of(b"text\x1b[201~\x1b", pasting=True) == ("interrupt", False)


def test_no_input_does_nothing() -> None:
    assert press_of(b"") == (None, False)
    assert press_of(b"", pasting=True) == ("other", True)


@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_stop_the_reading_of_keys(data: bytes, pasting: bool) -> None:
    assert press_of(data, pasting)[0] in (None, "interrupt", "other")


@given(st.lists(st.sampled_from([*b"\x1b[]OPu~;:0123456789<>?AMRI $\x03y", 200]), max_size=40))
def test_no_sequence_stops_the_reading_of_keys(data: list[int]) -> None:
    assert press_of(bytes(data))[0] in (None, "interrupt", "other")


def test_numbers_without_end_stop_nothing() -> None:
    assert _press(b"\x1b[" + b"9" * 10_000 + b"u") in (None, "other")
