"""Settings of a window: those of nobody's choice, and those of a configuration."""

from pitwall.config import PAINTED, WINDOW_COMMANDS, Config
from pitwall.window.bindings import COMMANDS
from pitwall.window.keys import named
from pitwall.window.settings import Settings
from pitwall.window.theme import LIGHT, Theme


def test_the_prefix_is_ctrl_b_unless_configured() -> None:
    assert Settings().prefix == named("ctrl-b")
    assert Settings().prefix_shown == "ctrl-b"
    assert Settings(prefix=named("f12")).prefix_shown == "f12"


def test_a_configuration_nobody_wrote_changes_nothing() -> None:
    assert Settings.of(Config()) == Settings()


def test_keys_colours_and_widths_are_taken_over() -> None:
    settings = Settings.of(
        Config(
            prefix="ctrl-a",
            theme="light",
            sidebar=40,
            keys={"ctrl-n": "new", "x": "", "q": "leave"},
            colours={"blocked": "1;31"},
        )
    )
    assert settings.prefix == "C-a"
    assert settings.sidebar == 40
    assert settings.theme.blocked == "1;31"
    assert settings.theme.done == LIGHT.done
    assert settings.keys["C-n"] == "new"
    assert settings.keys["q"] == "leave"
    assert "x" not in settings.keys
    assert settings.keys["c"] == "new"


def test_what_can_be_configured_is_what_there_is() -> None:
    assert set(WINDOW_COMMANDS) == set(COMMANDS)
    assert set(PAINTED) == set(Theme.__slots__)  # type: ignore[attr-defined]
