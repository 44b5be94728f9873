import json

import pytest
from hypothesis import given
from strategies import is_plain, lives, os_texts
from worlds import World

from pitwall.events.ids import FilePath
from pitwall.events.panes import BranchChanged, PaneMoved
from pitwall.events.tabs import TabRenamed
from pitwall.state.listing import (
    abbreviated,
    render_json,
    render_row,
    render_session_table,
    render_table,
    rows,
    session_rows,
)
from pitwall.state.model import Session

KEYS = [
    "n",
    "id",
    "title",
    "group",
    "cwd",
    "branch",
    "agent",
    "state",
    "question",
    "exit_code",
    "panes",
    "detached",
]


def main_session(world: World) -> Session:
    return next(iter(world.state.sessions.values()))


def the_specs_world() -> World:
    """The example of the spec: a codex tab, second of its session, that asks."""
    world = World()
    world.tab()
    tab = world.tab("codex", title="review auth", group="api", expected="codex", cwd="/srv/api")
    pane = world.only_pane(tab).id
    world.happens(BranchChanged(pane=pane, branch="auth-review"))
    world.sees(pane, "codex")
    world.reads(pane, "blocked", "Run go test ./...?")
    return world


def test_a_row_is_the_specs_example_key_for_key() -> None:
    world = the_specs_world()
    row = rows(world.state, main_session(world))[1]
    assert render_row(row) == (
        f'{{"n":2,"id":"{row["id"]}","title":"review auth","group":"api","cwd":"/srv/api",'
        '"branch":"auth-review","agent":"codex","state":"blocked","question":"Run go test ./...?",'
        '"exit_code":null,"panes":1,"detached":false}'
    )


@given(lives(), os_texts())
def test_every_listing_is_one_array_with_every_key_and_one_element_a_line(world: World, folder: str) -> None:
    for pane in tuple(world.state.open_panes()):
        world.happens(PaneMoved(pane=pane.id, cwd=FilePath(folder)))
    for session in world.state.sessions.values():
        listed = rows(world.state, session)
        printed = render_json(listed)
        assert is_plain(printed.replace("\n", ""))
        read = json.loads(printed.encode("utf-8"))
        assert [list(element) for element in read] == [KEYS] * len(listed)
        assert [element["n"] for element in read] == list(range(1, len(listed) + 1))
        if listed:
            first, *elements, last = printed.splitlines()
            assert (first, last) == ("[", "]")
            assert [json.loads(line.rstrip(",")) for line in elements] == read


def test_no_tabs_are_an_empty_array_and_no_table() -> None:
    assert render_json([]) == "[]\n"
    assert render_table([], "/home/ada") == ""
    assert render_session_table([]) == ""


def test_detached_tabs_come_last_in_the_listing() -> None:
    world = World()
    world.tab(title="hidden", detached=True), world.tab(title="shown")
    listed = rows(world.state, main_session(world))
    assert [(row["n"], row["title"], row["detached"]) for row in listed] == [
        (1, "shown", False),
        (2, "hidden", True),
    ]


@pytest.mark.parametrize("code", [0, 137, -9, None])
def test_an_exit_code_is_null_until_there_is_one_and_where_it_is_lost(code: int | None) -> None:
    world = World()
    tab = world.tab("go", "test")
    assert rows(world.state, main_session(world))[0]["exit_code"] is None
    world.exits(world.only_pane(tab).id, code)
    row = rows(world.state, main_session(world))[0]
    assert (row["state"], row["exit_code"]) == ("exited", code)


def test_S01_no_control_byte_is_printed_by_either_form() -> None:
    world = World()
    tab = world.tab(title="x")
    world.happens(
        TabRenamed(tab=tab.id, title="a\x07\x1b[2Jb\x9b31m\nc"),
        PaneMoved(pane=world.only_pane(tab).id, cwd=FilePath("/tmp/\x1b[31m\x7f\x9b\u202e\n")),
    )
    listed = rows(world.state, main_session(world))
    assert is_plain(render_json(listed).replace("\n", ""))
    assert is_plain(render_table(listed, "").replace("\n", ""))
    assert json.loads(render_json(listed))[0]["cwd"] == "/tmp/\x1b[31m\x7f\x9b\u202e\n"


def test_a_path_that_is_no_utf_8_is_listed_with_a_replacement_character() -> None:
    world = World()
    tab = world.tab(cwd="/caf\udce9")
    listed = rows(world.state, main_session(world))
    assert json.loads(render_json(listed))[0]["cwd"] == "/caf\N{REPLACEMENT CHARACTER}"
    assert "/caf\N{REPLACEMENT CHARACTER}" in render_table(listed, "")
    assert world.only_pane(tab).cwd == "/caf\udce9"


def test_letters_of_every_script_are_listed_as_they_are() -> None:
    world = World()
    world.tab(title="漢字 é 👩")
    assert '"title":"漢字 é 👩"' in render_json(rows(world.state, main_session(world)))


def test_the_table_is_aligned_by_what_a_terminal_shows() -> None:
    world = the_specs_world()
    world.tab("claude", title="漢字", detached=True, expected="claude", cwd="/home/ada")
    assert render_table(rows(world.state, main_session(world)), "/home/ada") == (
        "#  NAME             STATE    FOLDER    GROUP\n"
        "1  api              running  ~/api\n"
        "2  review auth      blocked  /srv/api  api\n"
        "3  漢字 (detached)  -        ~\n"
    )


@pytest.mark.parametrize(
    ("folder", "home", "shown"),
    [
        ("/home/ada", "/home/ada", "~"),
        ("/home/ada/api", "/home/ada/", "~/api"),
        ("/home/adam", "/home/ada", "/home/adam"),
        ("/srv", "", "/srv"),
        ("/srv", "/", "/srv"),
        ("/a\nb", "/home/ada", "/a b"),
    ],
)
def test_the_home_folder_is_a_tilde(folder: str, home: str, shown: str) -> None:
    assert abbreviated(folder, home) == shown


def test_sessions_are_listed_with_their_tabs_and_the_one_used_last() -> None:
    world = World()
    main, other = world.session("main"), world.session("other")
    world.tab(session=main), world.tab(session=main, detached=True)
    listed = session_rows(world.state)
    assert listed == [
        {"name": "main", "id": main.id, "tabs": 2, "detached": 1, "current": False},
        {"name": "other", "id": other.id, "tabs": 0, "detached": 0, "current": True},
    ]
    assert render_session_table(listed) == "   NAME   TABS\n   main   2\n*  other  0\n"
