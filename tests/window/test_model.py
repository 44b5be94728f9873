"""The model takes what the daemon says."""

from windowdaemon import scene, tab, update
from windowmodels import SIDE_BY_SIDE, TABS, press, window

from pitwall.window import commands
from pitwall.window.model import Model, WayBack
from pitwall.window.settings import Settings
from pitwall.wire.window import Act, Geometry, HistoryPage, Message, Notice, PaneBox


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


OTHER = (PaneBox("p3", 0, 0, 23, 70, True, ""),)


def two_tabs() -> Model:
    """A window that has shown its second tab, and shows the first one."""
    model = window("first", panes=SIDE_BY_SIDE)
    model.take(update("second", pane="p3", rows=23, cols=70))
    model.take(scene(*TABS, active=2, panes=OTHER, kept=("p1", "p2")))
    model.take(scene(*TABS, panes=SIDE_BY_SIDE, kept=("p3",)))
    return model


def test_a_tab_that_was_shown_is_shown_again_before_the_daemon_answers() -> None:
    model = two_tabs()
    press(model, b"\x022")
    assert (model.scene.active, model.scene.panes) == (f"{2:016x}", OTHER)
    model.take(scene(*TABS, tab(4, "four"), panes=SIDE_BY_SIDE, kept=("p3",)))
    assert (model.scene.active, len(model.scene.tabs)) == (f"{2:016x}", 4)
    model.take(scene(*TABS, active=2, panes=OTHER, kept=("p1", "p2"), answered=1))
    assert not model.foreseeing
    press(model, b"\x02l")
    assert model.scene.active == f"{1:016x}"


def test_behind_a_tab_that_was_foreseen_one_that_is_not_known_is_waited_for_there() -> None:
    model = two_tabs()
    press(model, b"\x022\x023")
    assert model.scene.active == f"{2:016x}"
    model.take(scene(*TABS, active=2, panes=OTHER, kept=("p1", "p2"), answered=1))
    assert model.scene.active == f"{2:016x}"
    model.take(scene(*TABS, active=3, answered=2))
    assert (model.scene.active, model.previous) == (f"{3:016x}", f"{2:016x}")


def test_a_wish_that_the_daemon_does_not_grant_is_taken_back() -> None:
    model = two_tabs()
    press(model, b"\x022")
    model.take(scene(TABS[0], TABS[2], panes=SIDE_BY_SIDE, answered=1))
    assert (model.scene.active, model.scene.panes) == (f"{1:016x}", SIDE_BY_SIDE)


def test_screens_that_are_foreseen_are_kept_whatever_comes_before_the_answer() -> None:
    model = two_tabs()
    press(model, b"\x022")
    model.take(scene(*TABS, panes=SIDE_BY_SIDE))
    assert model.panes.keys() == {"p1", "p2", "p3"}


def test_a_click_on_another_tab_ends_copy_mode_at_once() -> None:
    model = two_tabs()
    press(model, b"\x02[")
    commands.select(model, f"{2:016x}")
    assert model.copy is None


def test_another_window_is_led_to_each_tab_as_it_was_left() -> None:
    model = two_tabs()
    model.take(scene(*TABS, panes=SIDE_BY_SIDE, focused="p2", kept=("p3",)))
    model.toggle_sidebar()
    model.take(scene(*TABS, panes=SIDE_BY_SIDE, focused="p2", kept=("p3",)))
    model.take(scene(*TABS, active=2, panes=OTHER, zoomed=True))
    one, two = f"{1:016x}", f"{2:016x}"
    way = model.way_back()
    assert way == WayBack(
        session="main",
        wishes=(
            Act("select", one),
            Act("focus", "p2"),
            Act("select", two),
            Act("focus", "p3"),
            Act("zoom", "p3"),
            Act("select", two),
        ),
        previous=one,
        sidebar_hidden=True,
    )
    other = Model(24, 100, Settings())
    other.come_back(way)
    assert other.outbox == list(way.wishes)
    assert (other.previous, other.sidebar_hidden, other.waiting) == (one, True, True)


def test_copy_mode_in_a_tab_that_is_foreseen_holds_what_the_daemon_then_tells_of_it() -> None:
    model = two_tabs()
    press(model, b"\x022\x02/late\r")
    assert model.copy is not None
    model.take(HistoryPage("p3", 0, 0, (), ()))
    assert model.copy.missing
    model.take(update("early", "too late", pane="p3", rows=23, cols=70))
    assert (model.copy.cursor, model.copy.missing) == ((1, 4), False)
    model.take(scene(*TABS, active=2, panes=OTHER, answered=1))
    model.take(update("later", pane="p3", rows=23, cols=70))
    assert model.copy.text(1) == "too late"


def test_in_another_room_the_daemon_is_waited_for() -> None:
    model = two_tabs()
    model.resize(30, 120)
    press(model, b"\x022")
    assert model.scene.active == f"{1:016x}"
