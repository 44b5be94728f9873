import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitwall.agents import installation
from pitwall.agents.installation import command, hook_command, is_hook_command, is_temporary


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This installation's command, in a folder whose name holds a version."""
    path = tmp_path / "versions" / "1.2.3" / "bin" / "pitwall"
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(path.with_name("python")))
    return path


def test_trap_50_a_link_on_path_is_taken_as_it_stands(own: Path, tmp_path: Path) -> None:
    link = tmp_path / "local" / "pitwall"
    link.parent.mkdir()
    link.symlink_to(own)

    assert command({"PATH": f"/nowhere:{link.parent}"}) == str(link)


def test_another_installations_command_on_path_is_not_taken(own: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "pitwall"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)

    assert command({"PATH": str(other.parent)}) == str(own)


def test_without_a_path_the_command_beside_the_interpreter_is_taken(own: Path) -> None:
    assert command({}) == str(own)
    assert command({"PATH": ""}) == str(own)


def test_a_relative_folder_on_path_is_not_taken(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own.parent.parent)

    assert command({"PATH": "bin"}) == str(own)


def test_an_installation_without_a_command_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "_own_scripts", lambda: [str(tmp_path / "pitwall")])

    assert command({"PATH": "/usr/bin"}) == ""


@pytest.mark.parametrize(
    "path",
    [
        "/tmp/pitwall/bin/pitwall",
        "/var/tmp/x/pitwall",
        "/home/dev/.cache/uv/archive-v0/Xy1/bin/pitwall",
        "/home/dev/.local/pipx/.cache/0a1/bin/pitwall",
    ],
)
def test_trap_50_a_place_that_is_thrown_away_is_temporary(path: str) -> None:
    assert is_temporary(path)


@pytest.mark.parametrize(
    "path",
    [
        "/home/dev/.local/bin/pitwall",
        "/home/dev/.local/share/uv/tools/pitwall/bin/pitwall",
        "/opt/homebrew/bin/pitwall",
        "/tmpfs/pitwall",
    ],
)
def test_an_installed_command_is_not_temporary(path: str) -> None:
    assert not is_temporary(path)


@pytest.fixture
def noisy(tmp_path: Path) -> str:
    """A ``pitwall`` in an awkward folder that writes its arguments to a file, talks and fails."""
    path = tmp_path / "it's a $place" / "pitwall"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\necho "$*" > "{tmp_path}/said"\necho noise >&2\nexit 2\n')
    path.chmod(0o755)
    return str(path)


def run(line: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["/bin/sh", "-c", line], env=environ, capture_output=True, check=False)


def test_a_hook_runs_without_path_and_neither_fails_nor_talks(noisy: str, tmp_path: Path) -> None:
    done = run(hook_command(noisy, "claude"), PITWALL_PANE="8c1f3a90d2e4b7a1")

    assert (done.returncode, done.stderr, done.stdout) == (0, b"", b"")
    assert (tmp_path / "said").read_text() == "hook claude\n"


def test_a_hook_outside_pitwall_runs_nothing(noisy: str, tmp_path: Path) -> None:
    assert run(hook_command(noisy, "claude")).returncode == 0
    assert not (tmp_path / "said").exists()


def test_trap_51_a_hook_of_an_uninstalled_pitwall_neither_fails_nor_talks(tmp_path: Path) -> None:
    done = run(hook_command(str(tmp_path / "gone"), "codex"), PITWALL_PANE="8c1f3a90d2e4b7a1")

    assert (done.returncode, done.stderr, done.stdout) == (0, b"", b"")


@pytest.mark.parametrize("path", ["/a/pitwall", "/it's/pitwall", "/a b/pitwall"])
def test_a_hook_is_known_again_wherever_pitwall_is(path: str) -> None:
    assert is_hook_command(hook_command(path, "codex"), "codex")
    assert not is_hook_command(hook_command(path, "codex"), "claude")


@pytest.mark.parametrize("written", ["", "pitwall hook codex", "echo hook codex 2>/dev/null || true", os.sep])
def test_another_command_is_no_hook_of_pitwall(written: str) -> None:
    assert not is_hook_command(written, "codex")
