import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import is_plain, lives, os_texts, wild_texts
from worlds import World

from pitwall.events.ids import FilePath
from pitwall.events.panes import JobEnded, JobStarted, PaneMoved, PaneTitled
from pitwall.events.tabs import TabRenamed
from pitwall.state.model import Tab
from pitwall.state.titles import title_of


def title(world: World, tab: Tab) -> str:
    return title_of(world.state, world.state.tabs[tab.id])


def agent_tab(kind: str, window_title: str, cwd: str = "/home/ada/api") -> tuple[World, Tab]:
    """A shell tab in which an agent runs and has set a window title."""
    world = World()
    tab = world.tab(cwd=cwd)
    pane = world.only_pane(tab).id
    world.happens(JobStarted(pane=pane, name="node"))
    world.sees(pane, kind)
    world.happens(PaneTitled(pane=pane, title=window_title))
    return world, tab


@given(lives(), wild_texts(), wild_texts(), os_texts())
def test_every_title_is_one_short_plain_line(world: World, chosen: str, window: str, folder: str) -> None:
    for tab in tuple(world.state.tabs.values()):
        world.happens(TabRenamed(tab=tab.id, title=chosen))
        for pane in world.panes(tab):
            world.happens(
                PaneTitled(pane=pane.id, title=window), PaneMoved(pane=pane.id, cwd=FilePath(folder))
            )
        shown = title(world, tab)
        assert 0 < len(shown) <= 200
        assert is_plain(shown)


def test_a_chosen_title_stays_whatever_runs() -> None:
    world, tab = agent_tab("claude", "✳ Fix the login")
    world.happens(TabRenamed(tab=tab.id, title="mine"))
    assert title(world, tab) == "mine"


@pytest.mark.parametrize("name", ["a\x07\x1b[2Jb", "a\x9b2Jb", "a\nb" + "c" * 10_000])
def test_S01_a_chosen_title_is_shown_plain_and_short(name: str) -> None:
    world = World()
    tab = world.tab(title=name)
    assert title(world, tab).isprintable()
    assert len(title(world, tab)) <= 200


@pytest.mark.parametrize(
    ("kind", "window_title", "shown"),
    [
        ("claude", "✳ Fix the login", "Fix the login"),
        ("claude", "◐ Fix the login", "Fix the login"),
        ("claude", "⠂ api: fix tests", "api: fix tests"),
        ("codex", "Fix the login | api", "Fix the login | api"),
        ("codex", "⠙ Fix the login | api", "Fix the login | api"),
        ("codex", "[ . ] Action Required | Fix the login | api", "Fix the login | api"),
        ("codex", "[ ! ] Action Required | Fix the login | api", "Fix the login | api"),
        ("opencode", "OC | Fix the login", "OC | Fix the login"),
        ("copilot", "Fix the login - GitHub Copilot", "Fix the login - GitHub Copilot"),
        ("claude", "漢字を直す", "漢字を直す"),
    ],
)
def test_an_agents_window_title_that_tells_of_the_work_is_the_title(
    kind: str, window_title: str, shown: str
) -> None:
    world, tab = agent_tab(kind, window_title)
    assert title(world, tab) == shown


@pytest.mark.parametrize(
    ("kind", "window_title"),
    [
        ("claude", "✳ Claude Code"),
        ("claude", ""),
        ("claude", "✳"),
        ("codex", "api"),
        ("codex", "⠙ api"),
        ("codex", "[ ! ] Action Required | api"),
        ("pi", "π - api"),
        ("qwen", "◐︎ Qwen - api"),
        ("gemini", "◇  Ready (api)"),
        ("gemini", "✦  Working… (api)"),
        ("gemini", "✋  Action Required (api)"),
        ("opencode", "OpenCode"),
        ("copilot", "GitHub Copilot"),
        ("drift", "drift"),
        ("claude", "/compact"),
        ("claude", "~/api"),
    ],
)
def test_trap_49_a_window_title_without_news_gives_way_to_the_agents_name(
    kind: str, window_title: str
) -> None:
    world, tab = agent_tab(kind, window_title)
    assert title(world, tab) == kind


@given(st.lists(st.sampled_from("✳⠋⠙◐◑◒✻✽✶ ·"), max_size=5).map(" ".join))
def test_trap_49_a_spinner_never_changes_the_title(frame: str) -> None:
    world, tab = agent_tab("claude", f"{frame} Fix the login")
    assert title(world, tab) == "Fix the login"


def test_trap_48_the_star_whose_utf_8_holds_a_string_terminator_is_a_spinner_like_any_other() -> None:
    world, tab = agent_tab("claude", b"\xe2\x9c\xb3 Fix the login".decode())
    assert title(world, tab) == "Fix the login"


def test_trap_49_a_folder_of_several_words_is_recognised() -> None:
    world, tab = agent_tab("codex", "my-api.v2", cwd="/home/ada/my-api.v2")
    assert title(world, tab) == "codex"


def test_a_shells_title_is_its_job_else_its_folder() -> None:
    world = World()
    tab = world.tab()
    pane = world.only_pane(tab).id
    assert title(world, tab) == "api"
    world.happens(JobStarted(pane=pane, name="make"))
    assert title(world, tab) == "make"
    world.happens(JobEnded(pane=pane), PaneMoved(pane=pane, cwd=FilePath("/home/ada/web/")))
    assert title(world, tab) == "web"


@pytest.mark.parametrize(
    ("cwd", "shown"), [("/", "/"), ("", "/"), ("/caf\udce9", "caf\N{REPLACEMENT CHARACTER}")]
)
def test_an_odd_folder_still_gives_a_title(cwd: str, shown: str) -> None:
    world = World()
    assert title(world, world.tab(cwd=cwd)) == shown


def test_a_shells_own_window_title_is_not_the_tabs() -> None:
    world = World()
    tab = world.tab()
    world.happens(PaneTitled(pane=world.only_pane(tab).id, title="ada@host: ~/api"))
    assert title(world, tab) == "api"


def test_trap_46_a_held_commands_title_is_its_name_without_arguments() -> None:
    world = World()
    tab = world.tab("/home/ada/bin/deploy", "--token", "secret")
    assert title(world, tab) == "deploy"
    world.exits(world.only_pane(tab).id, 1)
    assert title(world, tab) == "deploy"


def test_an_agent_that_was_not_seen_yet_gives_its_kind() -> None:
    world = World()
    assert title(world, world.tab("/opt/claude", "fix it", expected="claude")) == "claude"


def test_an_agent_that_left_its_shell_takes_its_title_along() -> None:
    world, tab = agent_tab("claude", "Fix the login")
    pane = world.only_pane(tab).id
    world.happens(JobEnded(pane=pane))
    world.leaves(pane)
    assert title(world, tab) == "api"
