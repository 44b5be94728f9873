"""Keys go to the focused pane unchanged, unless they are the window's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from windowdaemon import scene
from windowmodels import TABS, press, window

from pitwall.wire.window import Act, Keys, Message, PaneBox, PaneModes, Run


@given(st.binary(max_size=60).filter(lambda data: b"\x02" not in data and b"\x1b" not in data))
def test_bytes_without_the_prefix_pass_unchanged(data: bytes) -> None:
    assert b"".join(said.data for said in press(window(), data) if isinstance(said, Keys)) == data


@pytest.mark.parametrize(
    "data", [b"\x1b", b"\x1b[A", b"\x1bOP", b"\x1b[99;5u", b"\x1bx", b"\x1b]11;rgb:1/2/3\x07"]
)
def test_sequences_pass_unchanged(data: bytes) -> None:
    assert press(window(), data) == [Keys("p1", data)]


def test_what_surrounds_a_command_reaches_the_pane_in_order() -> None:
    assert press(window(), b"ab\x02ccd") == [Keys("p1", b"ab"), Run(("new",)), Keys("", b"cd")]


def test_keys_behind_a_wish_for_another_pane_are_for_that_one() -> None:
    model = window()
    assert press(model, b"\x02cls\r")[1:] == [Keys("", b"ls\r")]
    model.take(scene(*TABS))
    assert press(model, b"ls") == [Keys("", b"ls")]
    model.take(scene(*TABS, active=3, answered=1))
    assert press(model, b"ls") == [Keys("p1", b"ls")]


def test_keys_behind_a_wish_that_was_refused_are_for_the_pane_that_is_shown() -> None:
    model = window()
    press(model, b"\x02%")
    model.take(Message("there is no room", 1))
    model.take(scene(*TABS, answered=1))
    assert press(model, b"ls") == [Keys("p1", b"ls")]


def test_keys_behind_two_wishes_are_not_for_what_the_first_one_shows() -> None:
    model = window()
    assert press(model, b"\x022\x023")[1:] == [Act("select", f"{3:016x}")]
    model.take(scene(*TABS, active=2, answered=1))
    assert press(model, b"ls") == [Keys("", b"ls")]
    model.take(scene(*TABS, active=3, answered=2))
    assert press(model, b"ls") == [Keys("p1", b"ls")]


@pytest.mark.parametrize(
    ("keys", "tabs"),
    [
        (b"\x02n\x02n", [2, 3]),
        (b"\x02n\x02p", [2, 1]),
        (b"\x022\x021", [2, 1]),
        (b"\x023\x02l\x02l", [3, 1, 3]),
        (b"\x022\x02a", [2]),
    ],
)
def test_wishes_in_a_row_begin_where_the_one_before_leads(keys: bytes, tabs: list[int]) -> None:
    model = window()
    wished = [said.target for said in press(model, keys) if isinstance(said, Act)]
    assert wished == [f"{number:016x}" for number in tabs]


def test_the_keys_go_to_the_next_pane_and_the_next() -> None:
    three = tuple(PaneBox(f"p{number}", 0, 30 * number, 23, 20, True, "") for number in range(3))
    model = window(panes=three)
    assert press(model, b"\x02o\x02o\x02o") == [Act("focus", f"p{number}") for number in (1, 2, 0)]


def test_the_prefix_twice_is_the_prefix_for_the_pane() -> None:
    assert press(window(), b"\x02\x02") == [Keys("p1", b"\x02")]


@pytest.mark.parametrize("prefix", [b"\x02", b"\x1b[98;5u", b"\x1b[27;5;98~"])
def test_the_prefix_is_known_in_every_keyboard_protocol(prefix: bytes) -> None:
    assert press(window(), prefix + b"c") == [Run(("new",))]
    assert press(window(), prefix + b"\x1b[57442;5u\x1b[98;5:3u\x1b[99u") == [Run(("new",))]


def test_a_key_that_is_bound_to_nothing_says_so_and_types_nothing() -> None:
    model = window()
    assert press(model, b"\x02Q") == []
    assert model.message is not None
    assert "nothing is bound to Q" in model.message.text


def test_escape_takes_the_prefix_back() -> None:
    model = window()
    assert press(model, b"\x02\x1b") == []
    assert model.message is None
    assert press(model, b"c") == [Keys("p1", b"c")]


def test_a_digit_goes_to_the_tab_of_that_number() -> None:
    model = window()
    assert press(model, b"\x023") == [Act("select", f"{3:016x}")]
    assert press(model, b"\x027") == []
    assert model.message is not None


@pytest.mark.parametrize(("wanted", "passed"), [(True, b"\x1b[200~a\x02b\x1b[201~"), (False, b"a\x02b")])
def test_a_paste_is_bracketed_only_for_a_program_that_asked(wanted: bool, passed: bytes) -> None:
    model = window(modes=PaneModes(bracketed_paste=wanted))
    assert press(model, b"\x1b[200~a\x02b\x1b[201~") == [Keys("p1", passed)]


@pytest.mark.parametrize("wanted", [True, False])
def test_focus_is_told_to_the_daemon_and_to_a_program_that_asked(wanted: bool) -> None:
    model = window(modes=PaneModes(focus=wanted))
    said = press(model, b"\x1b[O")
    assert said[0] == model.geometry()
    assert not model.geometry().focused
    assert said[1:] == ([Keys("p1", b"\x1b[O")] if wanted else [])


def test_a_long_paste_is_cut_into_frames_that_fit() -> None:
    said = press(window(), b"\x1b[200~" + b"x" * 100_000 + b"\x1b[201~")
    assert b"".join(keys.data for keys in said if isinstance(keys, Keys)) == b"x" * 100_000
    assert all(len(keys.data) <= 32 * 1024 for keys in said if isinstance(keys, Keys))


def test_the_help_takes_keys_until_it_is_closed() -> None:
    model = window()
    assert press(model, b"\x02?") == []
    assert model.help
    assert press(model, b"q") == []
    assert not model.help
    assert press(model, b"q") == [Keys("p1", b"q")]


def test_a_paste_into_a_prompt_is_typed_there() -> None:
    model = window()
    press(model, b"\x02,\x15")
    assert press(model, b"\x1b[200~new\nname\x1b[201~\r") == [Run(("rename", f"{1:016x}", "--", "new name"))]
