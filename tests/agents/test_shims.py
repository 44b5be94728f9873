import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from pitwall.agents.definition import parse
from pitwall.agents.definitions import bundled_folder, load
from pitwall.agents.installation import hook_command
from pitwall.agents.launch import settings_of
from pitwall.agents.shims import FOLDER, on_path, shim, shims, write

CLAUDE = load(bundled_folder(), Path("absent")).definitions["claude"]
SHELLS = [
    shell for shell in ("/bin/sh", "/bin/bash", "/bin/dash", "/usr/bin/busybox") if os.path.exists(shell)
]
PANE = "8c1f3a90d2e4b7a1"
SAYS = '#!/bin/sh\nprintf "%s\\n" "$0" "$PATH" "$@"\n'


class Place:
    """A folder of shims, a real ``claude`` behind it on PATH, and the installed ``pitwall``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.shims = root / FOLDER
        self.bin = root / "it's bin"
        self.pitwall = self.program("pitwall", SAYS, folder=root / "my pitwall")
        self.settings = settings_of(hook_command(str(self.pitwall), "claude"))
        write(self.shims, shims([CLAUDE], str(self.pitwall)))
        self.claude = self.program("claude", SAYS)

    def program(self, name: str, script: str, *, folder: Path | None = None) -> Path:
        path = (folder or self.bin) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(script)
        path.chmod(0o755)
        return path

    def run(self, *arguments: str, path: str = "", **environ: str) -> "subprocess.CompletedProcess[str]":
        environ = {"PITWALL_PANE": PANE} | environ
        return subprocess.run(
            [self.shims / "claude", *arguments],
            env={"PATH": path or f"{self.shims}:{self.bin}:/usr/bin:/bin", **environ},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def said(done: "subprocess.CompletedProcess[str]") -> list[str]:
    """Path, PATH and arguments of the program that ran in the end."""
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_claude_typed_in_a_pane_starts_the_real_one_with_hooks(place: Place) -> None:
    path, _, *arguments = said(place.run("--model", "opus", "fix  it", ""))

    assert path == str(place.claude)
    assert arguments == ["--settings", place.settings, "--model", "opus", "fix  it", ""]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_reads_it_alike(place: Place, shell: str) -> None:
    command = [shell, "sh"] if shell.endswith("busybox") else [shell]
    done = subprocess.run(
        [*command, place.shims / "claude", "a"],
        env={"PATH": f"{place.shims}:{place.bin}", "PITWALL_PANE": PANE},
        capture_output=True,
        text=True,
        check=False,
    )

    assert said(done)[2:] == ["--settings", place.settings, "a"]


def test_outside_pitwall_it_adds_nothing(place: Place) -> None:
    assert said(place.run("a", PITWALL_PANE=""))[2:] == ["a"]


def test_it_can_be_switched_off(place: Place) -> None:
    assert said(place.run("a", PITWALL_SHIMS="off"))[2:] == ["a"]


@pytest.mark.parametrize("arguments", [["mcp", "list"], ["update"], ["--version"], ["--help"]])
def test_what_is_no_conversation_gets_nothing(place: Place, arguments: list[str]) -> None:
    assert said(place.run(*arguments))[2:] == arguments


@pytest.mark.parametrize("words", [["--settings", "x.json"], ["--settings=x.json"]])
def test_settings_of_the_users_own_are_left_to_pitwall_to_merge(place: Place, words: list[str]) -> None:
    path, _, *arguments = said(place.run("-c", *words))

    assert path == str(place.pitwall)
    assert arguments == ["hooks", "run", "claude", "--", str(place.claude), "-c", *words]


def test_settings_behind_two_dashes_are_a_prompt(place: Place) -> None:
    assert said(place.run("--", "--settings"))[2:] == ["--settings", place.settings, "--", "--settings"]


def test_when_pitwall_is_gone_the_users_settings_hold(place: Place) -> None:
    place.pitwall.unlink()

    assert said(place.run("--settings", "x"))[2:] == ["--settings", place.settings, "--settings", "x"]


def test_what_it_starts_has_no_shims_on_its_path(place: Place) -> None:
    other = f"/elsewhere/{FOLDER}"
    path = f"{other}/:{place.shims}::{place.bin}:{other}:/usr/bin"

    assert said(place.run(path=path))[1] == f":{place.bin}:/usr/bin"


def test_a_wrapper_that_looks_claude_up_again_does_not_come_back_to_it(place: Place) -> None:
    wrapper = place.program(
        "claude", '#!/bin/sh\nPATH="${PATH#*:}" exec claude "$@"\n', folder=place.root / "first"
    )
    done = place.run("a", path=f"{place.shims}:{wrapper.parent}:{place.bin}:/bin:/usr/bin")

    assert said(done)[0] == str(place.claude)
    assert said(done)[2:] == ["--settings", place.settings, "a"]


def test_without_a_claude_it_says_so_as_a_shell_does(place: Place) -> None:
    (place.bin / "claude").chmod(0o644)
    (place.root / "folder" / "claude").mkdir(parents=True)
    done = place.run(path=f"{place.shims}:{place.bin}:{place.root / 'folder'}:/nowhere")

    assert (done.returncode, done.stdout) == (127, "")
    assert done.stderr == "pitwall: there is no claude on your PATH\n"


@pytest.mark.parametrize("code", [0, 1, 42, 255])
def test_the_exit_code_is_claudes(place: Place, code: int) -> None:
    place.program("claude", f"#!/bin/sh\nexit {code}\n")

    assert place.run().returncode == code


def test_the_process_is_claudes_and_so_are_its_signals(place: Place) -> None:
    place.program("claude", "#!/bin/sh\necho $$\nkill -TERM $$\nsleep 60\n")
    process = subprocess.Popen(
        [place.shims / "claude"],
        env={"PATH": f"{place.shims}:{place.bin}:/usr/bin:/bin", "PITWALL_PANE": PANE},
        stdout=subprocess.PIPE,
        text=True,
    )
    output, _ = process.communicate(timeout=30)

    assert int(output) == process.pid
    assert process.returncode == -signal.SIGTERM


def test_variables_of_the_users_own_are_handed_on(place: Place) -> None:
    place.program("claude", '#!/bin/sh\necho "$path $program $rest $folder $word"\n')

    assert place.run(path="", program="1", rest="2", folder="3", word="4").stdout == " 1 2 3 4\n"


def test_only_agents_with_hooks_of_claudes_kind_have_shims() -> None:
    book = load(bundled_folder(), Path("absent"))

    assert set(shims(book.definitions.values(), "/opt/pitwall")) == {"claude"}
    assert shims(book.definitions.values(), "") == {}


def test_an_agent_whose_name_needs_quotes_has_no_shim() -> None:
    odd = parse(b'id = "x"\ncommand = "x; rm"\nhooks = "claude"', path="x.toml")

    assert shims([odd], "/opt/pitwall") == {}


def test_an_agent_without_subcommands_starts_with_hooks_too(tmp_path: Path) -> None:
    bare = parse(b'id = "bare"\ncommand = "bare"\nhooks = "claude"', path="x.toml")

    assert subprocess.run(["/bin/sh", "-n"], input=shim(bare, "/p"), text=True, check=False).returncode == 0
    assert "--help | --version)" in shim(bare, "/p")


def test_writing_replaces_changed_scripts_and_removes_others(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    write(folder, {"claude": "old", "gone": "x"})
    before = (folder / "claude").stat().st_ino
    write(folder, {"claude": "old"})

    assert sorted(path.name for path in folder.iterdir()) == ["claude", "shells"]
    assert (folder / "claude").stat().st_ino == before
    write(folder, {"claude": "new"})
    assert (folder / "claude").read_text() == "new"
    assert (folder / "claude").stat().st_ino != before
    assert (folder / "claude").stat().st_mode & 0o777 == 0o700


def test_shims_come_first_on_a_path_and_once() -> None:
    assert on_path(f"/a:/x/{FOLDER}:/b::/y/{FOLDER}/", f"/d/{FOLDER}") == f"/d/{FOLDER}:/a:/b:"


def test_the_settings_in_a_shim_are_json(place: Place) -> None:
    assert json.loads(said(place.run())[3])["hooks"]["Stop"]


def test_a_pipe_in_the_place_of_a_shim_is_replaced(place: Place) -> None:
    (place.shims / "claude").unlink()
    os.mkfifo(place.shims / "claude")
    write(place.shims, shims([CLAUDE], str(place.pitwall)))
    assert (place.shims / "claude").is_file()
