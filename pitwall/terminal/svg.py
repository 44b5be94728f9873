"""
A screen as a picture: an SVG that needs no fonts but the viewer's own monospaced one.

Text keeps its place whatever that font's width is: every run says how long it is (SVG 2, ``textLength``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from pitwall.terminal.attributes import Attributes, Underline
from pitwall.terminal.colours import DEFAULT_COLOUR, RGB, components
from pitwall.terminal.look import Row, Run

CELL_WIDTH, CELL_HEIGHT, FONT_SIZE = 8.4, 17, 14
BASELINE = 13
MARGIN = 10
_FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, &apos;DejaVu Sans Mono&apos;, monospace"
_LINES = {
    Underline.SINGLE: "underline",
    Underline.DOUBLE: "underline double",
    Underline.CURLY: "underline wavy",
    Underline.DOTTED: "underline dotted",
    Underline.DASHED: "underline dashed",
}


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of a terminal: its own two, and the palette's first sixteen, each as ``#rrggbb``."""

    foreground: str
    background: str
    palette: tuple[str, ...]

    def colour(self, colour: int, default: str) -> str:
        """A cell's colour; those past the sixteenth are the same in every terminal."""
        if colour == DEFAULT_COLOUR:
            return default
        if colour < RGB and colour < len(self.palette):
            return self.palette[colour]
        return "#{:02x}{:02x}{:02x}".format(*components(colour))


DARK = Scheme(
    foreground="#d5d8df",
    background="#1a1c22",
    palette=(
        "#2a2d35", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
        "#7f848e", "#ff7b86", "#b1dd8f", "#f5d08b", "#7cc4ff", "#dd9bf0", "#6fd3df", "#ffffff",
    ),
)  # fmt: skip

LIGHT = Scheme(
    foreground="#24272e",
    background="#fbfbf9",
    palette=(
        "#24272e", "#b5252f", "#2f7d32", "#8a6100", "#1f5fbf", "#8b2fa8", "#0b7680", "#a0a4ab",
        "#6b7079", "#d13a45", "#3e9142", "#a67a0c", "#3577d6", "#a44bc0", "#168f9a", "#ffffff",
    ),
)  # fmt: skip


def svg(
    rows: Sequence[Row],
    cols: int,
    scheme: Scheme = DARK,
    *,
    cursor: tuple[int, int] | None = None,
    title: str = "",
) -> str:
    """The picture of rows of so many cells; ``cursor`` is its row and column where it is shown."""
    width, height = cols * CELL_WIDTH + 2 * MARGIN, len(rows) * CELL_HEIGHT + 2 * MARGIN
    size = f'width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n']
    if title:
        parts.append(f"<title>{_text(title)}</title>\n")
    parts.append(f'<rect width="100%" height="100%" rx="6" fill="{scheme.background}"/>\n')
    parts.append(
        f'<g font-family="{_FONTS}" font-size="{FONT_SIZE}" fill="{scheme.foreground}" '
        f'transform="translate({MARGIN} {MARGIN})" xml:space="preserve">\n'
    )
    for number, row in enumerate(rows):
        parts += _row(number, row, scheme)
    if cursor is not None:
        parts.append(
            f'<rect x="{_n(cursor[1] * CELL_WIDTH)}" y="{cursor[0] * CELL_HEIGHT}" width="{CELL_WIDTH}" '
            f'height="{CELL_HEIGHT}" fill="{scheme.foreground}" fill-opacity="0.5"/>\n'
        )
    parts.append("</g>\n</svg>\n")
    return "".join(parts)


def _row(number: int, row: Row, scheme: Scheme) -> Iterator[str]:
    """Backgrounds first, so that no letter is cut off by its neighbour's."""
    runs = row.runs()
    left = 0
    places = []
    for run in runs:
        places.append((left, run))
        left += run.cells
    for cell, run in places:
        background = _background(run.attributes, scheme)
        if background != scheme.background:
            yield (
                f'<rect x="{_n(cell * CELL_WIDTH)}" y="{number * CELL_HEIGHT}" '
                f'width="{_n(run.cells * CELL_WIDTH)}" height="{CELL_HEIGHT}" fill="{background}"/>\n'
            )
    for cell, run in places:
        if run.attributes.conceal or not (run.text.strip() or _decoration(run.attributes)):
            continue
        yield _run(number, cell, run, scheme)


def _run(number: int, cell: int, run: Run, scheme: Scheme) -> str:
    attributes = run.attributes
    looks = [
        f'x="{_n(cell * CELL_WIDTH)}"',
        f'y="{_n(number * CELL_HEIGHT + BASELINE)}"',
        f'textLength="{_n(run.cells * CELL_WIDTH)}"',
        'lengthAdjust="spacingAndGlyphs"',
    ]
    foreground = _foreground(attributes, scheme)
    if foreground != scheme.foreground:
        looks.append(f'fill="{foreground}"')
    if attributes.bold:
        looks.append('font-weight="bold"')
    if attributes.italic:
        looks.append('font-style="italic"')
    if attributes.faint:
        looks.append('fill-opacity="0.6"')
    decoration = _decoration(attributes)
    if decoration:
        looks.append(f'text-decoration="{decoration}"')
    return f"<text {' '.join(looks)}>{_text(run.text)}</text>\n"


def _foreground(attributes: Attributes, scheme: Scheme) -> str:
    if attributes.reverse:
        return scheme.colour(attributes.background, scheme.background)
    return scheme.colour(attributes.foreground, scheme.foreground)


def _background(attributes: Attributes, scheme: Scheme) -> str:
    if attributes.reverse:
        return scheme.colour(attributes.foreground, scheme.foreground)
    return scheme.colour(attributes.background, scheme.background)


def _decoration(attributes: Attributes) -> str:
    lines = [_LINES[attributes.underline]] if attributes.underline else []
    if attributes.strike:
        lines.append("line-through")
    if attributes.overline:
        lines.append("overline")
    return " ".join(lines)


def _text(text: str) -> str:
    """The text as XML's; what XML 1.0 cannot hold is left out (section 2.2, Char)."""
    return escape("".join(character for character in text if _is_char(ord(character))))


def _is_char(point: int) -> bool:
    return point >= 32 and not (0xD800 <= point <= 0xDFFF or point in (0xFFFE, 0xFFFF))


def _n(number: float) -> str:
    """A number without digits that say nothing."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
