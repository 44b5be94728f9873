import os
import pty
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from pitwall.agents.shellinit import environment
from pitwall.agents.shims import FOLDER, write
from pitwall.agents.shims import environment as with_shims

HOSTILE = "PATH=/usr/bin:/bin; export PATH\n"
FILES = {
    "bash": [".bash_profile"],
    "zsh": [".zshenv", ".zprofile", ".zshrc", ".zlogin"],
    "dash": [".profile"],
    "fish": [".config/fish/config.fish"],
}
SHELLS = [shell for shell in FILES if shutil.which(shell)]


class Place:
    """A home whose start-up files set PATH anew, and a folder of shims with an odd name."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.shims = root / "it's $here" / FOLDER
        write(self.shims, {"claude": "#!/bin/sh\n"})
        self.home.mkdir()

    def file(self, name: str, text: str) -> None:
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def environ(self, shell: str, **more: str) -> dict[str, str]:
        plain = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "TERM": "dumb", **more}
        return with_shims(shell, plain, str(self.shims))

    def typed(self, shell: str, line: str, environ: dict[str, str]) -> str:
        """What a login shell answers to a line typed at its first prompt."""
        done = self.home / "answer"
        master, slave = pty.openpty()
        path = shutil.which(shell)
        assert path is not None
        process = subprocess.Popen(
            [f"-{shell}"],
            executable=path,
            env=environ,
            cwd=self.home,
            preexec_fn=lambda: os.login_tty(slave),
        )
        os.close(slave)
        block = f"begin; {line}; end" if shell == "fish" else f"{{ {line}; }}"
        os.write(master, f"{block} > new; mv new answer; exit\r".encode())
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if select.select([master], [], [], 0.05)[0]:
                try:
                    os.read(master, 65536)
                except OSError:
                    break
        process.wait(60)
        os.close(master)
        return done.read_text()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shim_is_found_first_although_the_shells_files_set_path(place: Place, shell: str) -> None:
    for name in FILES[shell]:
        place.file(name, "set -gx PATH /usr/bin /bin\n" if shell == "fish" else HOSTILE)

    assert place.typed(shell, "command -v claude", place.environ(shell)) == f"{place.shims}/claude\n"


@pytest.mark.parametrize("shell", SHELLS)
def test_nothing_else_of_the_shells_environment_changes(place: Place, shell: str) -> None:
    environ = {"HOME": str(place.home), "PATH": f"{place.shims}:/usr/bin:/bin", "TERM": "dumb"}
    names = "env | cut -d= -f1 | grep -v -e '^_' -e OLDPWD -e SHLVL | sort"
    plain = place.typed(shell, names, environ).split()
    ours = place.typed(shell, names, place.environ(shell)).split()

    assert set(ours) - set(plain) <= {"PROMPT_COMMAND", "ENV"}
    assert set(plain) <= set(ours)


@pytest.mark.skipif("zsh" not in SHELLS, reason="no zsh here")
def test_a_zdotdir_of_the_users_own_is_heeded(place: Place) -> None:
    place.file("dot/.zshenv", "MINE=env-$ZDOTDIR\n")
    place.file("dot/.zshrc", 'MINE="$MINE rc"\n')
    environ = place.environ("zsh", ZDOTDIR=str(place.home / "dot"))

    assert (
        place.typed("zsh", 'echo "$MINE $ZDOTDIR"', environ) == f"env-{place.home}/dot rc {place.home}/dot\n"
    )


@pytest.mark.skipif("zsh" not in SHELLS, reason="no zsh here")
def test_zsh_keeps_what_the_user_does_before_a_prompt(place: Place) -> None:
    place.file(".zshrc", "autoload -Uz add-zsh-hook; mine() { MINE=1; }; add-zsh-hook precmd mine\n")
    answer = place.typed("zsh", 'echo "$MINE $precmd_functions"', place.environ("zsh"))

    assert answer == "1 mine\n"


@pytest.mark.skipif("bash" not in SHELLS, reason="no bash here")
def test_bash_keeps_what_the_user_does_before_a_prompt(place: Place) -> None:
    place.file(".bash_profile", 'PROMPT_COMMAND="MINE=1; $PROMPT_COMMAND"\n')
    answer = place.typed(
        "bash", 'echo "$MINE"; command -v claude', place.environ("bash", PROMPT_COMMAND="HIS=2")
    )

    assert answer == f"1\n{place.shims}/claude\n"
    line = environment("bash", {"PROMPT_COMMAND": "HIS=2"}, "/s")["PROMPT_COMMAND"]
    assert line.endswith("; HIS=2")
    assert environment("bash", {"PROMPT_COMMAND": line}, "/s")["PROMPT_COMMAND"] == line


@pytest.mark.skipif("bash" not in SHELLS, reason="no bash here")
def test_bash_puts_the_folder_there_once_and_leaves_path_to_the_user_then(place: Place) -> None:
    answer = place.typed("bash", 'PATH=/bin; eval "$PROMPT_COMMAND"; echo "$PATH"', place.environ("bash"))

    assert answer == "/bin\n"


def test_an_env_file_of_the_users_own_stays() -> None:
    assert environment("/bin/dash", {"ENV": "/mine"}, "/s")["ENV"] == "/mine"
    assert environment("/bin/dash", {}, "/s")["ENV"] == "/s/shells/env.sh"


@pytest.mark.parametrize(
    ("own", "seen"),
    [({}, "/s/shells:/usr/local/share:/usr/share"), ({"XDG_DATA_DIRS": "/x"}, "/s/shells:/x")],
)
def test_fish_still_finds_its_data(own: dict[str, str], seen: str) -> None:
    assert environment("fish", own, "/s")["XDG_DATA_DIRS"] == seen


def test_shells_of_no_known_kind_have_the_path_alone() -> None:
    changed = with_shims("/usr/bin/nu", {"PATH": "/bin"}, f"/d/{FOLDER}")

    assert changed["PATH"] == f"/d/{FOLDER}:/bin"
    assert changed.keys() <= {"PATH", "ENV"}
