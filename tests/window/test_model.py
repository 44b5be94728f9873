"""The model takes what the daemon says."""

from windowdaemon import scene, update
from windowmodels import SIDE_BY_SIDE, TABS, press, window

from pitwall.wire.window import Geometry, HistoryPage, Message, Notice, PaneBox


def test_panes_that_are_not_shown_any_more_are_forgotten() -> None:
    model = window(panes=SIDE_BY_SIDE)
    press(model, b"\x02[")
    model.take(scene(*TABS, panes=SIDE_BY_SIDE[1:]))
    assert set(model.panes) == {"p2"}
    assert model.copy is None


def test_an_update_may_come_before_the_scene_that_shows_its_pane() -> None:
    model = window()
    model.take(update("early", pane="p2"))
    model.take(scene(*TABS, panes=SIDE_BY_SIDE))
    assert "".join(model.panes["p2"].rows[0].chars).startswith("early")


def test_a_new_size_and_a_changed_focus_are_told() -> None:
    model = window()
    model.resize(30, 120)
    model.focus(False)
    model.focus(False)
    assert model.outbox == [Geometry(29, 90, focused=True), Geometry(29, 90, focused=False)]


def test_a_notice_is_for_the_desktop_and_the_status_bar() -> None:
    model = window()
    notice = Notice("t", 2, "two", "blocked", "May I?")
    model.take(notice)
    assert model.notices == [notice]
    assert model.message == Message("2 two: May I?")


def test_keys_go_to_the_first_pane_when_the_focused_one_is_gone() -> None:
    model = window(panes=SIDE_BY_SIDE, focused="gone")
    assert model.focused_box == SIDE_BY_SIDE[0]
    empty = window()
    empty.take(scene(*TABS, panes=SIDE_BY_SIDE[:1]))
    assert press(empty, b"x")


def test_history_of_another_pane_is_passed_over() -> None:
    model = window(panes=SIDE_BY_SIDE)
    press(model, b"\x02[")
    model.take(HistoryPage("p2", 0, 9, (), ()))
    assert model.copy is not None
    assert model.copy.total == -1


def test_copy_mode_follows_the_size_of_its_pane() -> None:
    model = window(*map(str, range(23)))
    press(model, b"\x02[")
    model.take(HistoryPage("p1", 0, 5, (), ()))
    model.take(scene(*TABS, panes=(PaneBox("p1", 0, 0, 10, 50, True, ""),)))
    assert model.copy is not None
    assert (model.copy.height, model.copy.cols) == (10, 50)
    assert model.copy.top <= model.copy.cursor[0] < model.copy.top + 10


def test_the_screens_that_are_to_be_kept_outlive_their_tabs_turn_and_others_do_not() -> None:
    model = window("hello", panes=SIDE_BY_SIDE)
    other = (PaneBox("p3", 0, 0, 23, 70, True, ""),)
    model.take(update("news", pane="p3", rows=23, cols=70))
    model.take(scene(*TABS, active=2, panes=other, kept=("p1",)))
    assert model.panes.keys() == {"p1", "p3"}
    model.take(scene(*TABS, panes=SIDE_BY_SIDE[:1]))
    assert model.panes.keys() == {"p1"}
    assert "".join(model.panes["p1"].rows[0].chars).startswith("hello")
