"""``config.toml``: what it may hold, and what is said of what it must not."""

from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.commands.config import DEFAULT
from pitwall.config import (
    KEY_NAMES,
    MIB,
    PAINTED,
    THEMES,
    WAYS,
    WINDOW_COMMANDS,
    Config,
    Loaded,
    Notifications,
    load,
    parse,
    sgr_of,
    stamp,
)
from pitwall.errors import ConfigRejected
from pitwall.window import bindings, keys, notify, theme
from pitwall.window.layout import SIDEBAR
from pitwall.window.settings import Settings


def problems(text: str) -> tuple[str, ...]:
    loaded = parse(text)
    assert loaded.config == Config(), "what is wrong must not count"
    return loaded.problems


def test_nothing_configured_is_the_default() -> None:
    assert parse("") == Loaded(Config(), ())


def test_everything_can_be_set() -> None:
    text = """
        prefix = "ctrl-a"
        theme = "light"
        sidebar = 40
        [keys]
        "ctrl-t" = "new"
        "&" = ""
        [colours]
        blocked = "bold #ff8800 on 236"
        [notifications]
        way = "osc9"
        blocked = "bell"
        done = "off"
        failed = "desktop"
        [evidence]
        budget_mib = 64
        [agents]
        shims = false
    """
    assert parse(text) == Loaded(
        Config(
            prefix="ctrl-a",
            theme="light",
            sidebar=40,
            keys={"ctrl-t": "new", "&": ""},
            colours={"blocked": "1;38;2;255;136;0;48;5;236"},
            notifications=Notifications("osc9", "bell", "off", "desktop"),
            evidence=64 * MIB,
            shims=False,
        ),
        (),
    )


def test_a_key_that_is_not_known_is_named_with_its_line_and_what_may_be_meant() -> None:
    assert problems('\nprefx = "a"\n') == (
        'line 2: there is no "prefx" to be configured; did you mean "prefix"?',
    )
    assert problems("[notifications]\nblokced = 'bell'\n") == (
        'line 2: there is no "blokced" in [notifications] to be configured; did you mean "blocked"?',
    )
    assert problems("# one\n[colurs]\nx = 1\n") == (
        'line 2: there is no "colurs" to be configured; did you mean "colours"?',
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sidebar = 3", "line 1: sidebar: 3 is out of range; write a number from 16 to 200"),
        ("sidebar = '30'", "line 1: sidebar: this is a string; write a number from 16 to 200"),
        ("sidebar = true", "line 1: sidebar: this is a boolean; write a number from 16 to 200"),
        ("theme = 'drak'", 'line 1: theme: "drak" is no choice; did you mean "dark"?'),
        ("theme = 1", "line 1: theme: this is an integer; write a string, in quotes"),
        ("keys = 3", "line 1: keys is an integer; write a table: [keys]"),
        ("[keys]\nx = 'zoon'", 'line 2: x: "zoon" is no command of the window; did you mean "zoom"?'),
        (
            "[keys]\nctrl-shift-foo = 'zoom'",
            'line 2: ctrl-shift-foo: "ctrl-shift-foo" is no key; write ctrl-b, alt-x, F5, PageUp or one character',
        ),
        ("[agents]\nshims = 'no'", "line 2: shims: this is a string; write true or false"),
        ("x = [", "line 1: not valid TOML:"),
    ],
)
def test_a_value_that_cannot_be_is_told_with_its_line(text: str, told: str) -> None:
    (problem,) = problems(text)
    assert problem.startswith(told)


def test_what_is_right_counts_beside_what_is_wrong() -> None:
    loaded = parse("sidebar = 20\ntheme = 'blue'\n")
    assert loaded.config == Config(sidebar=20)
    assert len(loaded.problems) == 1


def test_all_that_is_wrong_is_told() -> None:
    assert len(problems("a = 1\nb = 2\n[keys]\n'c' = 'd'\n[agents]\nshims = 3\n")) == 4


def test_a_line_is_that_of_its_own_table() -> None:
    text = "[colours]\ndone = 'red'\n[notifications]\ndone = 'loud'\n"
    assert parse(text).problems[0].startswith("line 4: done:")


@pytest.mark.parametrize(
    ("look", "codes"),
    [
        ("", ""),
        ("red", "31"),
        ("bright-blue", "94"),
        ("208", "38;5;208"),
        ("#102030", "38;2;16;32;48"),
        ("on 7", "48;5;7"),
        ("bold faint italic underline reverse strike default on default", "1;2;3;4;7;9;39;49"),
        ("on bright-white", "107"),
    ],
)
def test_a_look_is_attributes_and_colours(look: str, codes: str) -> None:
    assert sgr_of(look) == codes


@pytest.mark.parametrize("look", ["reed", "256", "#12345", "on", "bold on", "-1", "1;31", "bright-", "٣"])
def test_what_is_no_look_is_refused(look: str) -> None:
    with pytest.raises(ConfigRejected, match="is no colour"):
        sgr_of(look)


@given(st.text())
def test_any_text_is_read_and_nothing_told_has_two_lines(text: str) -> None:
    for problem in parse(text).problems:
        assert "\n" not in problem


def test_the_default_file_has_everything_as_it_is(tmp_path: Path) -> None:
    assert parse(DEFAULT) == Loaded(Config(), ())
    uncommented = "\n".join(line.removeprefix("# ") for line in DEFAULT.splitlines()[3:])
    loaded = parse(uncommented)
    assert loaded.problems == ()
    assert (loaded.config.prefix, loaded.config.theme, loaded.config.sidebar) == ("ctrl-b", "dark", 30)
    assert (loaded.config.notifications, loaded.config.evidence) == (Notifications(), 1024 * MIB)
    assert loaded.config.shims is True
    assert set(loaded.config.keys) | set(loaded.config.colours)


def test_a_notice_has_the_level_of_its_state() -> None:
    levels = Notifications(blocked="bell", done="off", failed="desktop")
    assert [levels.level(state) for state in ("blocked", "done", "exited", "idle")] == [
        "bell",
        "off",
        "desktop",
        "off",
    ]


class TestFile:
    """The file itself."""

    def test_none_is_the_default(self, tmp_path: Path) -> None:
        path = str(tmp_path / "config.toml")
        assert load(path) == Loaded(Config(), ())
        assert stamp(path) is None

    def test_is_read(self, tmp_path: Path) -> None:
        path = tmp_path / "config.toml"
        path.write_text("sidebar = 20")
        assert load(str(path)).config.sidebar == 20

    def test_another_content_has_another_stamp(self, tmp_path: Path) -> None:
        path = tmp_path / "config.toml"
        path.write_text("sidebar = 20")
        before = stamp(str(path))
        assert stamp(str(path)) == before
        path.write_text("sidebar = 200")
        assert stamp(str(path)) != before

    def test_that_cannot_be_read_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "config.toml"
        path.write_bytes(b"x = '\xff'")
        assert load(str(path)).problems == ("line 1: byte 0xff is not UTF-8; save the file as UTF-8",)
        assert "it is a folder" in load(str(tmp_path)).problems[0]
        link = tmp_path / "link"
        link.symlink_to(link)
        assert load(str(link)).config == Config()
        assert load(str(link)).problems


class TestAgreement:
    """What the configuration names is what the window has."""

    def test_of_commands(self) -> None:
        assert set(WINDOW_COMMANDS) == set(bindings.COMMANDS)

    def test_of_colours(self) -> None:
        assert set(PAINTED) == {field.name for field in fields(theme.Theme)}
        assert set(THEMES) == set(theme.THEMES)

    def test_of_keys(self) -> None:
        for name in (*KEY_NAMES, "x", "?", "é", "-"):
            for held in ("", "ctrl-", "alt-", "shift-", "c-m-"):
                keys.named(held + name)
                assert parse(f"[keys]\n'{held}{name}' = 'zoom'").problems == ()

    def test_of_ways_and_defaults(self) -> None:
        assert {notify.known_way({name: name}) for name in ("KITTY_WINDOW_ID", "WT_SESSION", "")} < set(WAYS)
        assert all(notify.notification("title", "text", way) for way in WAYS if way not in ("auto", "none"))
        assert keys.named(Config().prefix) == Settings().prefix
        assert Config().sidebar == Settings().sidebar == SIDEBAR
