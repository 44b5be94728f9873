"""
What the window paints with: cells of a terminal, each a string and a look.

A row is two lists of one length: in `chars` what stands in each cell (a character with the marks that join it; an
empty string behind a wide one), in `looks` how. A look is SGR codes such as ``1;38;5;2``, and if there is a link,
behind a ``|`` its parameters and its address, as they stand in OSC 8: ``;http://a`` or ``id=1f;http://a``. The empty
look is the terminal's default.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

BLANK = " "
TAIL = ""
"""The second cell of a wide character."""
PLAIN = ""
"""The look of a terminal's default."""


@dataclass(slots=True)
class Row:
    """Cells beside each other; whoever holds the row owns its lists."""

    chars: list[str]
    looks: list[str]


def blank_row(cols: int, look: str = PLAIN) -> Row:
    return Row([BLANK] * cols, [look] * cols)


def look_of(sgr: str, link: str, name: str = "") -> str:
    """
    The look of SGR codes and a link's address; what would end the sequence is taken out of the address.

    `name` is one of `link_name`, the same for all parts of one link; without one the outer terminal decides.
    """
    if not link:
        return sgr
    address = "".join(character for character in link if character.isprintable())
    return f"{sgr}|{name and f'id={name}'};{address}"


def link_name(pane: str, link_id: str) -> str:
    """
    What stands for a link's id in the outer terminal, where other panes have links too; nothing for none.

    It is short and of hex digits, whatever the id: terminals bound its length, and ``:``, ``;`` and controls end it.
    """
    return (
        blake2b(f"{pane} {link_id}".encode("utf-8", "replace"), digest_size=8).hexdigest() if link_id else ""
    )


def cells_of(text: str) -> list[str]:
    """The cells that text takes, as the emulator would place it; control characters are left out."""
    if text.isascii() and text.isprintable():
        return list(text)
    from pitwall.terminal.widths import cell_width  # ASCII needs none of the tables

    cells: list[str] = []
    for character in text:
        width = cell_width(character)
        if width == 0:
            if cells and (ord(character) >= 0xA0):
                base = len(cells) - (2 if cells[-1] == TAIL else 1)
                cells[base] += character
            continue
        cells.append(character)
        if width == 2:
            cells.append(TAIL)
    return cells


def width_of(text: str) -> int:
    """Cells that text takes."""
    return len(text) if text.isascii() and text.isprintable() else len(cells_of(text))


def fitted(cells: list[str], cols: int, *, ellipsis: bool = False) -> list[str]:
    """Exactly `cols` cells: cut or filled with blanks; a wide character that is cut in half leaves a blank."""
    if len(cells) <= cols:
        return cells + [BLANK] * (cols - len(cells))
    if ellipsis and cols > 0:
        return [*fitted(cells, cols - 1), "…"]
    kept = cells[:cols]
    if cells[cols] == TAIL and kept:
        kept[-1] = BLANK
    return kept


def mended(chars: list[str]) -> None:
    """Make blanks of wide characters' halves that stand alone at either end of the cells."""
    if chars and chars[0] == TAIL:
        chars[0] = BLANK


def cut(row: Row, first: int, cols: int) -> Row:
    """`cols` cells of a row from `first` on, blanks where it has none; halves of wide characters become blanks."""
    chars = row.chars[first:] if first else row.chars
    chars, looks = fitted(chars, cols), (row.looks[first:] + [PLAIN] * cols)[:cols]
    mended(chars)
    return Row(chars, looks)


def width(parts: Sequence[Row]) -> int:
    """Cells of all parts."""
    return sum([len(part.chars) for part in parts])


def joined(parts: Sequence[Row]) -> Row:
    """A row of its own with the cells of all parts."""
    return Row(
        [char for part in parts for char in part.chars], [look for part in parts for look in part.looks]
    )


def place(row: Row, col: int, chars: list[str], looks: list[str]) -> None:
    """Lay cells over those of a row from `col` on; what is beyond the row's ends is cut, halves become blanks."""
    if col < 0:
        chars, looks = chars[-col:], looks[-col:]
        mended(chars)
        col = 0
    room = len(row.chars) - col
    if room <= 0 or not chars:
        return
    if len(chars) > room:
        chars, looks = fitted(chars, room), looks[:room]
    end = col + len(chars)
    if row.chars[col] == TAIL:
        row.chars[col - 1] = BLANK
    if end < len(row.chars) and row.chars[end] == TAIL:
        row.chars[end] = BLANK
    row.chars[col:end] = chars
    row.looks[col:end] = looks


def write(row: Row, col: int, text: str, look: str = PLAIN, *, cols: int | None = None) -> int:
    """Write text of one look, with `cols` cut or filled to that many; returns the column behind it."""
    cells = cells_of(text)
    if cols is not None:
        cells = fitted(cells, cols, ellipsis=True)
    place(row, col, cells, [look] * len(cells))
    return col + len(cells)
