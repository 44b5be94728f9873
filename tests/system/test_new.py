"""``pitwall new`` against a real daemon (SEMANTICS 3)."""

import json
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from daemonclient import Result
from daemons import House, finished

PRINT_EVERYTHING = """
import json, os, sys
mask = os.umask(0)
about = {
    "argv": [os.fsencode(word).hex() for word in sys.argv],
    "cwd": os.getcwd(),
    "environment": dict(os.environ),
    "umask": mask,
    "size": list(os.get_terminal_size(0)),
    "terminals": [os.isatty(fd) for fd in (0, 1, 2)],
    "leader": os.getpid() == os.getsid(0) == os.getpgrp(),
    "files": sorted(int(name) for name in os.listdir("/proc/self/fd")),
}
with open(os.environ["ABOUT"] + ".new", "w") as file:
    json.dump(about, file)
os.rename(os.environ["ABOUT"] + ".new", os.environ["ABOUT"])
"""


@pytest.fixture
def about(house: House, tmp_path: Path) -> "About":
    return About(house, tmp_path / "about.json")


class About:
    """A command that tells what it was started with."""

    def __init__(self, house: House, path: Path) -> None:
        self.house = house
        self.program = house.python("about", PRINT_EVERYTHING)
        self.environment = {"ABOUT": str(path)}
        self._path = path

    def told(self, *flags: str, command: tuple[str, ...] = ("about",), **options):
        env = self.environment | options.pop("env", {})
        tab = self.house.new(*flags, "--", *command, env=env, **options)
        assert self.house.ask("wait", tab["id"], "--until", "exit").code == 0
        return json.loads(self._path.read_text())


def test_prints_its_number_and_nothing_else(house: House) -> None:
    assert house.run("new", "--", "true") == Result(0, "#1\n", "")
    assert house.run("new", "-n", "named", "--", "true") == Result(0, "#2\n", "")
    assert [row["title"] for row in house.ls()] == ["true", "named"]


def test_json_prints_the_tab_as_ls_does(house: House) -> None:
    result = house.run("new", "--json", "-d", "-n", "api", "--", "sleep", "60")
    assert result.code == 0
    row = json.loads(result.out)
    assert row == house.ls()[0] | {"branch": row["branch"], "cwd": row["cwd"]}
    assert row["detached"] is True


def test_the_command_gets_the_callers_environment(about: About) -> None:
    environment = about.told(env={"COLOUR": "blue", "ODD": "a\nb", "BYTES": "\udcff"})["environment"]
    assert environment["COLOUR"] == "blue"
    assert environment["ODD"] == "a\nb"
    assert environment["BYTES"] == "\udcff"
    assert (environment["TERM"], environment["COLORTERM"]) == ("xterm-256color", "truecolor")


def test_trap_53_what_tells_of_another_terminal_or_agent_does_not_leak(about: About) -> None:
    leaks = ("TMUX", "TMUX_PANE", "ZELLIJ", "ZELLIJ_PANE_ID", "STY", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT")
    environment = about.told(env=dict.fromkeys(leaks, "1"))["environment"]
    assert not set(leaks) & environment.keys()


def test_the_command_knows_its_pane_tab_session_and_socket(about: About, house: House) -> None:
    environment = about.told()["environment"]
    opened = house.pane(house.ls()[0])["data"]
    assert environment["PITWALL_PANE"] == opened["pane"]
    assert environment["PITWALL_TAB"] == opened["tab"]
    assert environment["PITWALL_SESSION"] == "main"
    assert environment["PITWALL_SOCKET"] == house.socket
    assert environment["PITWALL_HOME"] == str(house.home)


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_the_command_gets_the_callers_umask(about: About, umask: int) -> None:
    assert about.told(umask=umask)["umask"] == umask


def test_trap_47_the_terminal_has_its_size_before_the_command_looks(about: About) -> None:
    assert about.told("--size", "33x44")["size"] == [44, 33]


def test_the_size_is_the_callers_terminals_else_40_by_120(about: About) -> None:
    assert about.told(size=(50, 132), terminals=frozenset({0, 1, 2}))["size"] == [132, 50]
    assert about.told()["size"] == [120, 40]


def test_the_command_leads_a_session_on_a_terminal_and_inherits_no_file(about: About) -> None:
    told = about.told()
    assert told["terminals"] == [True, True, True]
    assert told["leader"]
    assert [fd for fd in told["files"] if fd > 3] == [], "3 is the listing's own"


def test_a_relative_program_is_the_callers(about: About, house: House) -> None:
    told = about.told(command=("./about",), cwd=house.bin)
    assert bytes.fromhex(told["argv"][0]).decode() == str(about.program)
    told = about.told("..", command=("bin/about",), cwd=house.work)
    assert told["cwd"] == str(house.work.parent), (
        "the folder of the tab is not the one the program is sought in"
    )


def test_a_relative_folder_is_the_callers(about: About, house: House, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    assert about.told("inner", cwd=tmp_path)["cwd"] == str(tmp_path / "inner")
    assert about.told(cwd=tmp_path)["cwd"] == str(tmp_path)


def test_the_program_is_sought_on_the_callers_path(house: House, tmp_path: Path) -> None:
    program = tmp_path / "only-here"
    program.write_text("#!/bin/sh\nexit 21\n")
    program.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    tab = house.new("--", "only-here", env={"PATH": path})
    assert house.ask("wait", tab["id"], "--until", "exit").code == 21
    assert house.ask("new", "--", "only-here").code == 1


@pytest.mark.parametrize(
    "words",
    [
        ("",),
        ("", "", ""),
        ("a b", "it's", '"quoted"', "$HOME", "*", ";", "`id`"),
        ("one\ntwo", "tab\there", "\x1b[31mred"),
        ("\udcff\udcfe", "caf\udce9"),
        ("naïve", "漢字", "👨‍👩‍👧"),
        ("--", "-n", "--help", "-f"),
    ],
    ids=["empty", "empties", "shell", "controls", "bytes", "unicode", "flags"],
)
def test_arguments_arrive_as_they_are(about: About, words: tuple[str, ...]) -> None:
    told = about.told(command=("about", *words))
    assert [os.fsdecode(bytes.fromhex(word)) for word in told["argv"][1:]] == list(words)


def test_arguments_of_bytes_survive_the_command_line(about: About, house: House) -> None:
    client = subprocess.run(
        [sys.executable, "-P", "-m", "pitwall.cli.thin", "new", "--", "about", b"\xff\xfe"],
        env=house.environment(**about.environment),
        cwd=house.work,
        capture_output=True,
    )
    assert client.returncode == 0, client.stderr
    assert house.ask("wait", "1", "--until", "exit").code == 0
    told = json.loads(Path(about.environment["ABOUT"]).read_text())
    assert told["argv"][1] == "fffe"


def test_300_kilobytes_of_arguments_are_no_trouble(about: About) -> None:
    words = ("x" * 100_000,) * 3
    told = about.told(command=("about", *words))
    assert [len(word) // 2 for word in told["argv"][1:]] == [100_000] * 3


def test_more_arguments_than_the_journal_holds_are_refused(house: House) -> None:
    result = house.ask("new", "--", "true", *["x" * 100_000] * 6)
    assert result.code == 1
    assert "524288 bytes" in result.err
    assert house.ls() == []


@pytest.mark.parametrize(
    ("argv", "code", "says"),
    [
        (("new", "--", "no-such-program"), 1, "there is no program 'no-such-program' on your PATH"),
        (("new", "--", "./nothing"), 1, "nothing'; the path is taken from the folder you are in"),
        (("new", "--", "/"), 1, "is a folder, no program"),
        (("new", "--", ""), 1, "there is no program ''"),
        (("new", ""), 1, 'the folder "" is none'),
        (("new", "no-such-folder"), 1, "no-such-folder' does not exist"),
        (("new", "bin/pitwall", "--", "true"), 1, "is not a folder"),
        (("new", "--"), 2, "nothing follows `--`"),
        (("session", "new", "-d", "x", "--"), 2, "nothing follows `--`"),
        (("new", "--size", "big"), 2, "'big' is no size"),
        (("new", "--size", "0x10"), 2, "must be 1 to 1000"),
        (("new", "--size", "1001x10"), 2, "must be 1 to 1000"),
        (
            ("new", "-s", "nowhere"),
            1,
            'no session is named "nowhere": `pitwall session ls` lists them, `session new -d`',
        ),
        (("new", "make", "test"), 2, "unrecognized arguments: test; a command goes behind `--`"),
        (("new", "--", "make test"), 1, "leave out the quotes, or use `sh -c`"),
        (("new", "-n", "x" * 201, "--", "true"), 1, "201 characters"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)
def test_what_cannot_be_opened_says_why_and_leaves_no_tab(
    house: House, argv: tuple[str, ...], code: int, says: str
) -> None:
    result = house.ask(*argv)
    assert (result.code, result.out) == (code, "")
    assert result.err.startswith("pitwall: ")
    assert says in result.err
    assert house.ls() == []


def test_a_program_that_cannot_be_executed_leaves_no_tab_and_no_process(house: House) -> None:
    house.script("broken", "", interpreter="/no/such/interpreter")
    result = house.ask("new", "--", "broken")
    assert (result.code, result.out) == (1, "")
    assert "the interpreter /no/such/interpreter named in its first line is missing" in result.err
    assert house.ls() == []
    opened = [event for event in house.events() if event["type"] == "pane.started"][-1]
    house.until("pane.exited", since=opened["seq"], pane=opened["data"]["pane"])


def test_a_folder_that_is_gone_is_refused(house: House, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    client = house.popen("ls")
    client.communicate()
    result = finished(
        house.popen(
            "new",
            "--",
            "true",
            cwd=gone,
            preexec_fn=gone.rmdir,
        )
    )
    assert result.code == 1
    assert "the folder you are in is gone" in result.err


def test_without_a_command_the_tab_is_a_shell(house: House) -> None:
    tab = house.new()
    assert (tab["state"], tab["title"]) == ("running", house.work.name)
    opened = house.pane(tab)["data"]
    assert (opened["argv"], opened["program"]) == ([], "/bin/sh")


def test_trap_22_a_shell_given_as_the_command_is_a_shell_that_stays(house: House) -> None:
    tab = house.new("--", "sh")
    assert house.until_state(tab, "running")["title"] == "sh"
    os.kill(house.pid(tab), 9)
    assert house.until_state(tab, "exited")["exit_code"] == -9


def test_trap_22_a_held_command_is_no_idle_shell_and_no_job(house: House, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/trunk\n")
    tab = house.new("--", "sleep", "60", cwd=tmp_path)
    polled = house.until_row(tab, lambda row: row["branch"] == "trunk")
    assert (polled["state"], polled["title"]) == ("running", "sleep")
    assert not [event for event in house.events(house.pane(tab)["seq"]) if event["type"] == "job.started"]


def test_a_detached_tab_comes_after_the_visible_ones(house: House) -> None:
    house.new("-d", "-n", "hidden", "--", "sleep", "60")
    house.new("-n", "shown", "--", "sleep", "60")
    assert [(row["n"], row["title"], row["detached"]) for row in house.ls()] == [
        (1, "shown", False),
        (2, "hidden", True),
    ]


@pytest.mark.parametrize("name", ["../../x", "a/b", "-rf", "1", "#1", "x" * 200, "🚀 ünï", "a'b\"c"])
def test_S09_odd_names_are_taken_literally(house: House, name: str) -> None:
    before = {path for path in house.home.rglob("*") if "journal" not in str(path)}
    tab = house.new(f"--name={name}", "--", "sleep", "60")
    assert tab["title"] == name
    assert {path for path in house.home.rglob("*") if "journal" not in str(path)} == before
    assert house.ask("kill", "-f", tab["id"]).code == 0


def test_S09_an_empty_name_leaves_the_title_to_the_work(house: House) -> None:
    assert house.new("-n", "", "--", "sleep", "60")["title"] == "sleep"
    assert house.new("-n", "\x1b\x07 \n", "--", "sleep", "60")["title"] == "sleep"


def test_S01_control_characters_of_a_name_are_never_kept(house: House) -> None:
    assert house.new("-n", "a\x07b\x1b[2J\x9bc\nd", "--", "sleep", "60")["title"] == "ab[2Jc d"


def test_S09_a_name_that_is_a_number_does_not_shadow_the_tab_of_that_number(house: House) -> None:
    first = house.new("-n", "2", "--", "sleep", "60")
    second = house.new("-n", "other", "--", "sleep", "60")
    assert house.ask("rename", "2", "named by number").code == 0
    assert house.row(first)["title"] == "2"
    assert house.row(second)["title"] == "named by number"
    assert house.ask("rename", "3", "x").code == 1, "a number out of range is an error"


def test_trap_33_100_new_at_once_get_100_numbers(house: House) -> None:
    results: list[Result] = []
    conversations = [house.talk("new", "-d", "--", "sleep", "60") for _ in range(100)]
    readers = [
        threading.Thread(target=lambda talk=talk: results.append(talk.result())) for talk in conversations
    ]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert {(result.code, result.err) for result in results} == {(0, "")}
    assert sorted(int(result.out.removeprefix("#")) for result in results) == list(range(1, 101))
    assert [row["n"] for row in house.ls()] == list(range(1, 101))


def test_W20_trap_43_40_new_with_no_daemon_start_exactly_one(own_house: House) -> None:
    clients = [own_house.popen("new", "-d", "--", "sleep", "60") for _ in range(40)]
    results = [finished(client) for client in clients]
    assert {(result.code, result.err) for result in results} == {(0, "")}
    assert sorted(int(result.out.removeprefix("#")) for result in results) == list(range(1, 41))
    assert [event["type"] for event in own_house.events()].count("run.started") == 1


def test_the_session_of_the_calling_pane_is_the_one_meant(house: House) -> None:
    house.new("-n", "first", "--", "sleep", "60")
    assert house.ask("session", "new", "-d", "other").code == 0
    pane = house.pane(house.ls("-s", "other")[0])["data"]["pane"]
    house.new("-n", "in main", "-s", "main", "--", "sleep", "60")
    house.ask("new", "-n", "from the pane", "--", "sleep", "60", pane=pane)
    house.ask("new", "-n", "from nowhere", "--", "sleep", "60", pane="0123456789abcdef")
    assert [row["title"] for row in house.ls("-s", "other")] == [
        house.work.name,
        "from the pane",
        "from nowhere",
    ]
    assert [row["title"] for row in house.ls("-s", "main")] == ["first", "in main"]


def test_what_the_daemon_makes_is_closed_to_others_whatever_the_callers_umask(own_house: House) -> None:
    assert own_house.run("new", "--", "true", umask=0).code == 0
    for path in [own_house.home, *own_house.home.rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
