"""Which sequence does what."""

import pytest

from pitwall.terminal import Terminal
from pitwall.terminal.screen import Screen
from pitwall.terminal.sequences import CONTROLS, CSI, ESCAPES, NOTHING, call_for, parse_csi


@pytest.mark.parametrize("name", sorted({*CONTROLS.values(), *ESCAPES.values(), *CSI.values()}))
def test_every_name_is_a_method_that_says_which_sequence_it_is(name: str) -> None:
    assert callable(getattr(Screen, name))
    assert getattr(Screen, name).__doc__ or name in {"bell"}


@pytest.mark.parametrize(
    ("token", "parsed"),
    [
        ("\x1b[m", ("m", ())),
        ("\x1b[1;2H", ("H", (1, 2))),
        ("\x1b[;3H", ("H", (0, 3))),
        ("\x1b[?25h", ("?h", (25,))),
        ("\x1b[2 q", (" q", (2,))),
        ("\x1b[?2026$p", ("?$p", (2026,))),
        ("\x1b[999999999999A", ("A", (9999,))),
        ("\x1b[1:2A", None),
        ("\x1b[1?2h", None),
        ("\x1b[<>1u", None),
    ],
)
def test_a_csi_sequence_is_taken_apart(token: str, parsed: tuple[str, tuple[int, ...]] | None) -> None:
    assert parse_csi(token) == parsed


def test_more_parameters_than_a_sequence_has_are_left_out() -> None:
    assert call_for("\x1b[3;4A") == (Screen.cursor_up, (3,))
    assert len(call_for("\x1b[" + "1;" * 500 + "h")[1]) <= 32


@pytest.mark.parametrize(
    "token", ["\x1b[5z", "\x1b[?1y", "\x1bQ", "\x01", "\x7f", "\x1b_x\x1b\\", "\x1b%G", "\x1b-A"]
)
def test_what_is_unknown_does_nothing(token: str) -> None:
    assert call_for(token) is NOTHING


@pytest.mark.parametrize(
    "token", [b"\x1b[?996n", b"\x1b[?6n", b"\x1b[?1r", b"\x1b[?4m", b"\x1b[?3g", b"\x1b[?1;2;3s"]
)
def test_E03_private_forms_never_raise(token: bytes) -> None:
    terminal = Terminal(5, 10)
    terminal.feed(token + b"ok")
    assert terminal.text() == "ok"


@pytest.mark.parametrize("sgr", [b"\x1b[38:2::255:0:0m", b"\x1b[4:3m", b"\x1b[58:2::1:2:3m"])
def test_E06_colons_do_not_leak(sgr: bytes) -> None:
    terminal = Terminal(5, 10)
    terminal.feed(sgr + b"abc")
    assert terminal.text() == "abc"
