"""Every cell of the outer terminal belongs to one region."""

from hypothesis import given
from hypothesis import strategies as st

from pitwall.window.layout import NARROW, laid_out


@given(st.integers(1, 80), st.integers(1, 300), st.integers(0, 100), st.booleans())
def test_regions_cover_the_terminal_without_overlapping(
    rows: int, cols: int, sidebar: int, hidden: bool
) -> None:
    layout = laid_out(rows, cols, sidebar=sidebar, hidden=hidden)
    regions = (layout.sidebar, layout.header, layout.panes, layout.status)
    for row in (0, rows // 2, rows - 1):
        for col in (0, cols // 2, cols - 1):
            assert sum((row, col) in region for region in regions) == 1
    assert layout.panes.rows >= 1
    assert layout.panes.cols >= 1


def test_a_narrow_terminal_has_a_header_instead_of_a_sidebar() -> None:
    layout = laid_out(24, NARROW - 1)
    assert layout.sidebar.cols == 0
    assert layout.header.rows == 1
    assert (layout.panes.rows, layout.panes.cols) == (22, NARROW - 1)
    assert laid_out(24, NARROW).header.rows == 0


def test_a_sidebar_takes_half_of_the_terminal_at_most() -> None:
    assert laid_out(24, 80, sidebar=70).sidebar.cols == 40
