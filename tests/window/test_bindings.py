"""The table of keys is consistent, and the help tells all of it."""

from pitwall.window.bindings import BINDINGS, COMMANDS, DEFAULT_KEYS, help_lines
from pitwall.window.keys import named


def test_no_key_runs_two_commands_and_every_command_has_a_key() -> None:
    keys = [key for binding in BINDINGS for key in binding.keys]
    assert len(keys) == len(set(keys))
    assert all(binding.keys for binding in BINDINGS)
    assert len(COMMANDS) == len(BINDINGS)


def test_keys_are_named_as_the_window_reads_them() -> None:
    assert all(named(key) == key for key in DEFAULT_KEYS)


def test_the_help_names_every_command_by_its_keys() -> None:
    lines = help_lines({"C-x": "leave", "F5": "redraw"}, "C-a")
    assert lines[0] == ("ctrl-x", "leave; everything goes on")
    assert ("f5", "paint everything anew") in lines
    assert lines[-1] == ("ctrl-a", "send ctrl-a to the pane")
    assert len(help_lines(DEFAULT_KEYS, "C-b")) == len(BINDINGS) + 2
