"""The keys behind the prefix do what the help says."""

import pytest
from windowdaemon import scene, tab
from windowmodels import SIDE_BY_SIDE, TABS, press, window

from pitwall.window import commands
from pitwall.window.bindings import BINDINGS
from pitwall.wire.window import Act, PageAsked, Run

ONE, TWO, THREE = (f"{number:016x}" for number in (1, 2, 3))


def test_every_command_of_the_help_can_be_run() -> None:
    for binding in BINDINGS:
        commands.run(window(panes=SIDE_BY_SIDE), binding.command)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (b"c", Run(("new",))),
        (b"n", Act("select", TWO)),
        (b"p", Act("select", THREE)),
        (b"a", Act("select", TWO)),
        (b"f", None),
        (b"fthr\r", Act("select", THREE)),
        (b",\x15web\r", Run(("rename", ONE, "--", "web"))),
        (b",\x1b", None),
        (b".3\r", Run(("move", ONE, "3"))),
        (b"gback\r", Run(("group", ONE, "--", "back"))),
        (b"D", Run(("detach", ONE))),
        (b"&y", Run(("kill", "-f", "--", ONE))),
        (b"&n", None),
        (b"&\r", None),
        (b"%", Run(("split", "--right"))),
        (b'"', Run(("split", "--below"))),
        (b"\x1b[C", Act("focus", "p2")),
        (b"\x1b[A", None),
        (b"o", Act("focus", "p2")),
        (b"z", Act("zoom", "p1")),
        (b"xy", Act("close", "p1")),
        (b"xn", None),
        (b"\x1b[1;5C", Act("grow", "p1", 0, 4)),
        (b"H", Act("grow", "p1", 0, -4)),
        (b"J", None),
        (b"[", PageAsked("p1", -200, 200)),
    ],
)  # fmt: skip
def test_a_key_behind_the_prefix(keys: bytes, said: object) -> None:
    assert press(window(panes=SIDE_BY_SIDE), b"\x02" + keys) == ([said] if said is not None else [])


@pytest.mark.parametrize(("keys", "said"), [(b"z", [Act("zoom", "")]), (b"x", []), (b"H", []), (b"o", [])])
def test_a_pane_of_a_tab_that_is_not_shown_yet_is_not_one_of_the_tab_before(
    keys: bytes, said: list[Act]
) -> None:
    model = window(panes=SIDE_BY_SIDE)
    assert press(model, b"\x022\x02" + keys) == [Act("select", f"{2:016x}"), *said]


def test_who_hides_a_tab_is_told_when_it_goes_and_how_it_is_found() -> None:
    model = window()
    press(model, b"\x02D")
    assert model.message is not None
    assert "as soon as another tab is shown" in model.message.text


def test_the_border_on_the_other_side_moves_where_there_is_none_behind() -> None:
    model = window(panes=SIDE_BY_SIDE, focused="p2")
    assert press(model, b"\x02H") == [Act("grow", "p1", 0, -4)]


def test_a_pane_whose_program_has_ended_closes_unasked() -> None:
    from dataclasses import replace

    model = window(panes=(replace(SIDE_BY_SIDE[0], live=False), SIDE_BY_SIDE[1]))
    assert press(model, b"\x02x") == [Act("close", "p1")]


def test_attention_goes_round_those_that_need_the_user() -> None:
    tabs = (tab(1, "a"), tab(2, "b", "done", attention=1), tab(3, "c", "blocked", attention=0))
    assert press(window(tabs=tabs), b"\x02a") == [Act("select", THREE)]
    assert press(window(tabs=tabs, active=3), b"\x02a") == [Act("select", TWO)]
    assert press(window(tabs=tabs, active=2), b"\x02a") == [Act("select", THREE)]
    alone = window(tabs=tabs[:1])
    assert press(alone, b"\x02a") == []
    assert alone.message is not None


def test_the_last_tab_is_the_one_shown_before() -> None:
    model = window()
    assert press(model, b"\x02l") == []
    model.take(scene(*TABS, active=3))
    assert press(model, b"\x02l") == [Act("select", ONE)]


def test_another_session_is_chosen_from_a_list() -> None:
    model = window(sessions=("main", "play", "work"))
    assert press(model, b"\x02s\x1b[B\r") == [Act("session", "work")]


def test_a_hidden_sidebar_leaves_its_room_to_the_panes() -> None:
    model = window()
    (geometry,) = press(model, b"\x02b")
    assert geometry == model.geometry()
    assert model.geometry().cols == 100
    press(model, b"\x02b")
    assert model.geometry().cols == 70
