"""A terminal gets the colours it has."""

import pytest

from pitwall.window.colours import Depth, nearest, shown_sgr


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE_COLOUR),
        ({"TERM": "xterm-256color"}, Depth.INDEXED),
        ({"TERM": "screen-256color", "TMUX": "/tmp/x,1,0"}, Depth.TRUE_COLOUR),
        ({"TERM": "xterm-kitty"}, Depth.TRUE_COLOUR),
        ({"TERM": "screen"}, Depth.INDEXED),
        ({}, Depth.INDEXED),
    ],
)
def test_the_environment_tells_how_many_colours_there_are(environment: dict[str, str], depth: Depth) -> None:
    assert Depth.of(environment) is depth


@pytest.mark.parametrize(
    ("codes", "shown"),
    [
        ("", ""),
        ("1;31;48;5;7", "1;31;48;5;7"),
        ("38;2;255;0;0", "38;5;196"),
        ("1;48;2;0;0;0;4", "1;48;5;16;4"),
        ("4:3;38;2;255;255;255;58:2::1:2:3", "4;38;5;231"),
        ("58:5:4", ""),
        ("38;5;42", "38;5;42"),
    ],
)
def test_true_colours_and_underline_styles_become_what_older_terminals_know(codes: str, shown: str) -> None:
    assert shown_sgr(codes, Depth.INDEXED) == shown
    assert shown_sgr(codes, Depth.TRUE_COLOUR) == codes


@pytest.mark.parametrize(
    ("rgb", "index"), [((95, 135, 175), 67), ((8, 8, 8), 232), ((238, 238, 238), 255), ((0, 255, 0), 46)]
)
def test_the_nearest_colour_of_256(rgb: tuple[int, int, int], index: int) -> None:
    assert nearest(*rgb) == index
