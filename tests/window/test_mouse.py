"""A program hears of the mouse what it asked for, in its own encoding."""

import pytest

from pitwall.window.input import Mouse
from pitwall.window.mouse import report, wanted
from pitwall.wire.window import PaneModes

PRESS, RELEASE = Mouse(0, 4, 9, pressed=True), Mouse(0, 4, 9, pressed=False)
DRAG, MOVE, WHEEL = (
    Mouse(32, 4, 9, pressed=True),
    Mouse(35, 4, 9, pressed=True),
    Mouse(64, 4, 9, pressed=True),
)


@pytest.mark.parametrize(
    ("tracking", "heard"),
    [
        (0, set()),
        (9, {PRESS}),
        (1000, {PRESS, RELEASE, WHEEL}),
        (1002, {PRESS, RELEASE, WHEEL, DRAG}),
        (1003, {PRESS, RELEASE, WHEEL, DRAG, MOVE}),
    ],
)
def test_each_tracking_mode_hears_its_own(tracking: int, heard: set[Mouse]) -> None:
    assert {mouse for mouse in (PRESS, RELEASE, DRAG, MOVE, WHEEL) if wanted(mouse, tracking)} == heard


@pytest.mark.parametrize(
    ("encoding", "mouse", "data"),
    [
        (1006, PRESS, b"\x1b[<0;10;5M"),
        (1006, RELEASE, b"\x1b[<0;10;5m"),
        (1015, PRESS, b"\x1b[32;10;5M"),
        (1015, RELEASE, b"\x1b[35;10;5M"),
        (0, PRESS, b"\x1b[M \x2a\x25"),
        (0, RELEASE, b"\x1b[M#\x2a\x25"),
        (0, Mouse(0, 4, 300, pressed=True), b""),
        (1005, Mouse(0, 4, 299, pressed=True), b"\x1b[M " + chr(332).encode() + b"\x25"),
    ],
)
def test_each_encoding_writes_it_as_xterm_does(encoding: int, mouse: Mouse, data: bytes) -> None:
    assert report(mouse, PaneModes(mouse=1003, mouse_encoding=encoding)) == data
