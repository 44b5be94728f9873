"""The numbers that stand for styles."""

from pitwall.terminal.attributes import (
    LINK_SLACK,
    MOST_TRANSITIONS,
    SLACK,
    Attributes,
    AttributeTable,
    Underline,
    attributes_of,
)
from pitwall.terminal.cells import DEFAULT
from pitwall.terminal.sgr import DEFAULT_STYLE, Link, apply_sgr


def test_a_style_is_numbered_once() -> None:
    table = AttributeTable()
    bold = table.after_sgr(DEFAULT, "\x1b[1m")
    assert bold.attribute == "\1"
    assert table.after_sgr(DEFAULT, "\x1b[01m") is bold
    assert table.after_sgr(bold.attribute, "\x1b[22m").attribute == DEFAULT


def test_the_way_an_sgr_leads_is_remembered() -> None:
    table = AttributeTable()
    bold = table.after_sgr(DEFAULT, "\x1b[1m")
    assert table.pens[DEFAULT].transitions["\x1b[1m"] is bold


def test_a_reset_is_remembered_of_colours_that_may_come_again() -> None:
    table = AttributeTable()
    red = table.after_sgr(DEFAULT, "\x1b[31m")
    random = table.after_sgr(DEFAULT, "\x1b[38;2;1;2;3m")
    for pen in (red, random):
        assert table.after_reset(pen.attribute, "\x1b[m") is table.pens[DEFAULT]
    assert red.transitions == {"\x1b[m": table.pens[DEFAULT]}
    assert random.transitions == {}


def test_what_is_remembered_is_bounded() -> None:
    table = AttributeTable()
    for number in range(MOST_TRANSITIONS + 10):
        table.after_sgr(DEFAULT, f"\x1b[1;{number}m")
    table.after_sgr(DEFAULT, f"\x1b[{'1;' * 100}1m")
    assert sum(len(pen.transitions) for pen in table.pens.values()) <= MOST_TRANSITIONS
    assert max(map(len, table.pens[DEFAULT].transitions)) < 20


def test_erased_cells_keep_the_background_alone() -> None:
    table = AttributeTable()
    pen = table.after_sgr(DEFAULT, "\x1b[1;31;44;4m")
    assert table.style(table.blank(pen.attribute)) == DEFAULT_STYLE._replace(background=4)
    assert table.blank(table.after_sgr(DEFAULT, "\x1b[1m").attribute) == DEFAULT


def test_a_reset_keeps_a_link() -> None:
    table = AttributeTable()
    linked = table.pen(DEFAULT_STYLE._replace(foreground=1, link=Link("http://x")))
    assert linked.attribute in table.beyond_sgr
    assert table.style(table.after_reset(linked.attribute, "\x1b[m").attribute) == DEFAULT_STYLE._replace(
        link=Link("http://x")
    )


def test_only_the_styles_in_use_are_numbered_anew() -> None:
    table = AttributeTable()
    pens = [table.after_sgr(DEFAULT, f"\x1b[38;5;{colour}m") for colour in range(200)]
    smaller, translation = table.renumbered([0, ord(pens[150].attribute)])
    assert len(smaller.styles) == 2
    assert smaller.style(pens[150].attribute.translate(translation)) == table.style(pens[150].attribute)


def test_a_table_tells_when_it_is_full_of_styles_or_of_links() -> None:
    table = AttributeTable()
    for colour in range(SLACK + 1):
        table.pen(DEFAULT_STYLE._replace(foreground=1 << 24 | colour))
    assert table.full
    assert not table.renumbered([0])[0].full
    linked = AttributeTable()
    linked.pen(DEFAULT_STYLE._replace(link=Link("x" * (LINK_SLACK + 1))))
    assert linked.full


def test_a_style_is_spelled_out() -> None:
    style = apply_sgr(DEFAULT_STYLE, "1;2;3;5;7;8;9;53;4:3;31;44;58:5:9")
    assert attributes_of(style) == Attributes(
        1, 4, 9, bold=True, faint=True, italic=True, underline=Underline.CURLY, blink=True, reverse=True,
        conceal=True, strike=True, overline=True,
    )  # fmt: skip
    assert attributes_of(DEFAULT_STYLE) == Attributes()
