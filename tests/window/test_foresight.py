"""What is wished for is shown before the daemon has answered, where that can be told."""

from dataclasses import replace

import pytest
from windowdaemon import scene
from windowmodels import SIDE_BY_SIDE, TABS

from pitwall.window.foresight import Foresight
from pitwall.wire.window import PaneBox, Scene

ONE, TWO = f"{1:016x}", f"{2:016x}"
OTHER = (PaneBox("p3", 0, 0, 23, 70, True, ""),)


@pytest.fixture
def foresight() -> Foresight:
    foresight = Foresight()
    foresight.learn(scene(*TABS, active=2, panes=OTHER, focused="p3"))
    return foresight


@pytest.fixture
def told() -> Scene:
    return scene(*TABS, active=1, panes=SIDE_BY_SIDE, focused="p1", answered=7)


def test_a_tab_is_foreseen_as_it_was_left_beside_what_is_known_now(foresight: Foresight, told: Scene) -> None:
    foreseen = foresight.foreseen(told, TWO, "", {"p3"})
    assert (foreseen.active, foreseen.panes, foreseen.focused) == (TWO, OTHER, "p3")
    assert (foreseen.tabs, foreseen.answered) == (told.tabs, 7)


def test_nothing_is_foreseen_where_nothing_is_wished_for(foresight: Foresight, told: Scene) -> None:
    assert foresight.foreseen(told, "", "", {"p3"}) is told
    assert foresight.foreseen(told, ONE, "", {"p3"}) is told


def test_a_tab_that_was_never_shown_is_waited_for(told: Scene) -> None:
    assert Foresight().foreseen(told, TWO, "", {"p3"}) is told


def test_a_tab_whose_screens_are_not_kept_is_waited_for(foresight: Foresight, told: Scene) -> None:
    assert foresight.foreseen(told, TWO, "", {"p1"}) is told


def test_a_tab_that_has_closed_is_not_foreseen(foresight: Foresight) -> None:
    without = scene(TABS[0], TABS[2], active=1, panes=SIDE_BY_SIDE)
    assert foresight.foreseen(without, TWO, "", {"p3"}) is without


def test_nothing_is_foreseen_in_another_room(foresight: Foresight, told: Scene) -> None:
    foresight.resized()
    assert foresight.foreseen(told, TWO, "", {"p3"}) is told


def test_a_pane_beside_has_the_focus_at_once(foresight: Foresight, told: Scene) -> None:
    assert foresight.foreseen(told, "", "p2", ()).focused == "p2"
    assert foresight.foreseen(told, "", "elsewhere", ()) is told


def test_which_pane_a_zoomed_tab_shows_is_the_daemons_to_say(foresight: Foresight) -> None:
    zoomed = scene(*TABS, panes=SIDE_BY_SIDE, focused="p1", zoomed=True)
    assert foresight.foreseen(zoomed, "", "p2", ()) is zoomed


def test_a_scene_that_shows_no_pane_teaches_nothing(told: Scene) -> None:
    foresight = Foresight()
    foresight.learn(replace(scene(*TABS, active=2), panes=()))
    assert foresight.foreseen(told, TWO, "", ()) is told


def test_closed_tabs_are_forgotten(foresight: Foresight, told: Scene) -> None:
    foresight.learn(scene(TABS[0], active=1, panes=SIDE_BY_SIDE))
    assert foresight.foreseen(told, TWO, "", {"p3"}) is told
