"""A screen as a picture."""

from xml.etree import ElementTree

from hypothesis import given
from terminal_streams import streams

from pitwall.terminal import Terminal
from pitwall.terminal.svg import CELL_HEIGHT, CELL_WIDTH, DARK, LIGHT, MARGIN, Scheme, svg

NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawn(data: bytes, scheme: Scheme = DARK, **options: object) -> ElementTree.Element:
    terminal = Terminal(3, 20)
    terminal.feed(data)
    look = terminal.look()
    return ElementTree.fromstring(svg(look.rows, look.cols, scheme, **options))  # type: ignore[arg-type]


def texts(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return list(picture.iter(f"{NAMESPACE}text"))


def backgrounds(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return list(picture.iter(f"{NAMESPACE}rect"))[1:]


def test_is_as_large_as_the_screen() -> None:
    picture = drawn(b"")
    assert float(picture.attrib["width"]) == 20 * CELL_WIDTH + 2 * MARGIN
    assert float(picture.attrib["height"]) == 3 * CELL_HEIGHT + 2 * MARGIN
    assert texts(picture) == []


def test_text_stands_in_its_cells_in_its_colour() -> None:
    plain, red = texts(drawn(b"\r\nab \x1b[31;1mred\x1b[m"))
    assert (plain.text, plain.get("fill")) == ("ab ", None)
    assert (red.text, red.get("fill"), red.get("font-weight")) == ("red", DARK.palette[1], "bold")
    assert float(red.attrib["x"]) == round(3 * CELL_WIDTH, 2)
    assert float(red.attrib["textLength"]) == round(3 * CELL_WIDTH, 2)
    assert CELL_HEIGHT < float(red.attrib["y"]) < 2 * CELL_HEIGHT


def test_wide_characters_take_two_cells() -> None:
    (text,) = texts(drawn("漢字".encode()))
    assert (text.text, float(text.attrib["textLength"])) == ("漢字", round(4 * CELL_WIDTH, 2))


def test_backgrounds_are_behind_text_and_reverse_turns_both_round() -> None:
    picture = drawn(b"\x1b[44mblue\x1b[m\x1b[7mturned\x1b[m")
    assert [rect.get("fill") for rect in backgrounds(picture)] == [DARK.palette[4], DARK.foreground]
    assert [text.get("fill") for text in texts(picture)] == [None, DARK.background]


def test_colours_past_the_sixteenth_are_the_same_in_every_scheme() -> None:
    for scheme in (DARK, LIGHT):
        first, second = texts(drawn(b"\x1b[38;5;196mx\x1b[38;2;1;2;3my", scheme))
        assert (first.get("fill"), second.get("fill")) == ("#ff0000", "#010203")


def test_light_and_dark_have_colours_of_their_own() -> None:
    data = b"\x1b[32mgreen"
    assert texts(drawn(data, LIGHT))[0].get("fill") == LIGHT.palette[2] != DARK.palette[2]


def test_lines_under_and_through_text_and_none_of_what_is_concealed() -> None:
    line, wavy, hidden = b"\x1b[4mline\x1b[m", b"\x1b[4:3;9mwavy\x1b[m", b"\x1b[8mhidden\x1b[m"
    decorations = {text.text: text.get("text-decoration") for text in texts(drawn(line + wavy + hidden))}
    assert decorations == {"line": "underline", "wavy": "underline wavy line-through"}


def test_the_cursor_is_where_it_is_and_only_if_asked_for() -> None:
    assert backgrounds(drawn(b"")) == []
    (cursor,) = backgrounds(drawn(b"", cursor=(1, 2)))
    assert (float(cursor.attrib["x"]), float(cursor.attrib["y"])) == (2 * CELL_WIDTH, CELL_HEIGHT)


def test_a_title_is_text() -> None:
    title = drawn(b"", title="<b> & \x01\ufffe").find(f"{NAMESPACE}title")
    assert title is not None
    assert title.text == "<b> & "


@given(streams())
def test_any_screen_is_well_formed_and_has_all_its_text(data: bytes) -> None:
    terminal = Terminal(3, 20)
    terminal.feed(data)
    look = terminal.look()
    picture = ElementTree.fromstring(svg(look.rows, look.cols))
    for text in texts(picture):
        assert float(text.attrib["textLength"]) > 0
        assert text.text
