"""Many lines of plain ASCII at the bottom of the screen, as logs have them, put there all at once."""

from pitwall.terminal.cells import DEFAULT
from pitwall.terminal.screen import Screen

_PRINTABLE = bytes(range(0x20, 0x7F))

FEWEST = 4
"""Lines from which on this is worth it."""


def plain_lines(data: bytes) -> list[str] | None:
    """Return the lines of `data`, or None when it holds anything but printable ASCII and CR LF."""
    ends = data.count(b"\r\n")
    if ends < FEWEST or len(data.translate(None, _PRINTABLE)) != 2 * ends:
        return None
    return data.decode("ascii").split("\r\n")


def takes_lines(screen: Screen) -> bool:
    """Return whether each further line would just scroll the screen by its rows: the cursor is on a blank last row."""
    grid = screen.grid
    return (
        screen.plain
        and screen.cursor.x == 0
        and screen.cursor.y == screen.bottom == screen.lines - 1
        and screen.top == 0
        and not grid.text[-1]
        and not grid.attributes[-1]
        and screen.blank == DEFAULT
    )


def draw_lines(screen: Screen, lines: list[str]) -> None:
    """Draw whole lines on a screen that `takes_lines`; the cursor ends up on a blank last row again."""
    columns, grid, pen = screen.columns, screen.grid, screen.pen.attribute
    if max(map(len, lines)) > columns:
        lines = [
            line[start : start + columns] for line in lines for start in range(0, max(len(line), 1), columns)
        ]
    grid.text[-1:] = [*lines, ""]
    grid.attributes[-1:] = [
        *([""] * len(lines) if pen == DEFAULT else [pen * len(line) for line in lines]),
        "",
    ]
    grid.base += len(lines)
