"""Lists lie over the panes, and show as much as there is room for."""

from windowmodels import frame, press, texts, window


def test_the_help_lies_over_the_panes() -> None:
    model = window("hello")
    press(model, b"\x02?")
    shown = "\n".join(texts(frame(model, 0)))
    assert "behind ctrl-b:" in shown
    assert "leave; everything goes on" in shown


def test_a_long_help_scrolls_and_stops_at_its_end() -> None:
    model = window("hello", rows=12)
    press(model, b"\x02?" + b"\x1b[6~" * 20)
    shown = "\n".join(texts(frame(model, 0)))
    assert "send ctrl-b to the pane" in shown
    press(model, b"k")
    assert "send ctrl-b to the pane" not in "\n".join(texts(frame(model, 0)))


def test_a_help_says_that_it_scrolls_only_where_it_does() -> None:
    for rows, scrolls in ((24, True), (80, False)):
        model = window("hello", rows=rows)
        press(model, b"\x02?")
        assert ("behind ctrl-b:  up and down scroll" in "\n".join(texts(frame(model, 0)))) is scrolls


def test_a_list_to_choose_from_is_narrowed_as_one_types() -> None:
    model = window("hello")
    press(model, b"\x02fthr")
    painted = frame(model, 0)
    shown = texts(painted)
    assert any("3 three back idle" in line for line in shown)
    assert not any("2 two blocked" in line[30:] for line in shown)
    assert shown[23] == " tab: thr"
    assert painted.cursor == (23, 9)
