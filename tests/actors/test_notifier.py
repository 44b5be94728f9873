"""What the desktop is asked to show."""

import os
from pathlib import Path

import pytest

from pitwall.actors import notifier
from pitwall.actors.notifier import desktop, notification
from pitwall.wire.window import Notice

NOTICE = Notice("a" * 16, 3, "--api", "blocked", "Run <b>rm</b> & mv?")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    for name in ("notify-send", "osascript"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return tmp_path


def test_is_shown_by_notify_send_and_is_no_option_and_no_markup(programs: Path) -> None:
    assert notification(NOTICE, "linux", {"PATH": str(programs)}) == [
        str(programs / "notify-send"),
        "--app-name=pitwall",
        "--",
        "#3 --api",
        "Run &lt;b&gt;rm&lt;/b&gt; &amp; mv?",
    ]


def test_is_shown_by_osascript_on_macos_and_is_no_part_of_its_script(programs: Path) -> None:
    command = notification(NOTICE, "darwin", {"PATH": str(programs)})
    assert command is not None
    assert command[0] == str(programs / "osascript")
    assert command[-2:] == ["#3 --api", NOTICE.text]
    assert NOTICE.text not in command[2]


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_where_there_is_no_program_nobody_is_told(tmp_path: Path, platform: str) -> None:
    assert notification(NOTICE, platform, {"PATH": str(tmp_path)}) is None


def test_the_way_to_the_desktop_is_found_where_it_was_not_inherited(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = f"/run/user/{os.getuid()}/bus"
    monkeypatch.setattr(notifier.os.path, "exists", lambda path: path == bus)
    assert desktop({"A": "b"}) == {"A": "b", "DBUS_SESSION_BUS_ADDRESS": f"unix:path={bus}"}
    assert desktop({"DBUS_SESSION_BUS_ADDRESS": "mine"}) == {"DBUS_SESSION_BUS_ADDRESS": "mine"}
    monkeypatch.setattr(notifier.os.path, "exists", lambda path: False)
    assert desktop({"A": "b"}) == {"A": "b"}
