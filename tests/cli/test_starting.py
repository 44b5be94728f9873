"""One daemon is started, however many ask, out of reach of those who asked; and a start that fails says why."""

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import fakedaemonprocess
import pytest
from fakedaemon import PATIENCE, client_environment, until

from pitwall import paths
from pitwall.cli import starting
from pitwall.errors import DaemonUnreachable

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the stand-in looks into /proc")

FAKE = [sys.executable, fakedaemonprocess.__file__]

NEW = f"""\
import sys
from pitwall.cli import starting, thin
starting.DAEMON_COMMAND = {FAKE!r}
sys.argv[1:1] = ["new"]
sys.exit(thin.main())
"""
"""A ``pitwall new`` that starts the stand-in."""


@pytest.fixture
def home(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder that is not there yet, whose daemons are stand-ins and end with the test."""
    folder = data / "home"
    monkeypatch.setenv("PITWALL_HOME", str(folder))
    monkeypatch.setenv("PYTHONPATH", client_environment(folder)["PYTHONPATH"])
    monkeypatch.setattr(starting, "DAEMON_COMMAND", FAKE)
    yield folder
    for named in folder.glob("**/pid.*"):
        try:
            os.kill(int(named.suffix[1:]), signal.SIGKILL)
        except ProcessLookupError:
            pass
    for process in starting._started:
        process.wait()
    starting._started.clear()


def births(home: Path) -> list[dict[str, object]]:
    """What each daemon that came to listen said of itself."""
    return [json.loads(born.read_text()) for born in home.glob("born.*")]


def new(home: Path, before: str = "", **environment: str) -> subprocess.Popen[bytes]:
    """A ``pitwall new`` in a process of its own; ``before`` is a shell's redirections or commands."""
    return subprocess.Popen(
        ["/bin/sh", "-c", f'{before or "exec"} "$@"', "sh", sys.executable, "-c", NEW],
        env=client_environment(home, **environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def answered(process: subprocess.Popen[bytes]) -> None:
    """It printed its tab's number and nothing else."""
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, b"#1\n", b"")


def test_W20_forty_at_once_start_one_daemon(home: Path) -> None:
    """The journal's lock would leave one alive, too; here no second one is even tried."""
    for process in [new(home) for _ in range(40)]:
        answered(process)

    assert len([*home.glob("pid.*")]) == 1


def test_a_daemon_that_listens_already_is_left_alone(home: Path) -> None:
    starting.start(str(home))
    starting.start(str(home))

    assert len(births(home)) == 1


def test_W19_what_a_killed_daemon_left_is_in_nobodys_way(home: Path) -> None:
    starting.start(str(home))
    (process,) = starting._started
    process.kill()
    process.wait()
    assert os.path.lexists(paths.socket_path(str(home)))

    starting.start(str(home))

    assert len(births(home)) == 2


def test_the_daemon_is_out_of_reach_of_whoever_started_it(home: Path) -> None:
    """Own session, nothing inherited, no folder held, nothing of the caller's pane."""
    answered(new(home, "exec 7</dev/zero; exec", PITWALL_PANE="0123456789abcdef"))

    (daemon,) = births(home)
    assert daemon["session"] == daemon["pid"]
    assert (daemon["cwd"], daemon["home"], daemon["pane"]) == ("/", str(home), None)
    files = daemon["files"]
    assert isinstance(files, dict)
    log = str(home / "logs" / "daemon.err")
    assert [files.pop(name) for name in "012"] == ["/dev/null", log, log]
    (ready,) = files.values()
    assert ready.startswith("pipe:")


@pytest.mark.parametrize("closed", ["exec <&- ;", "exec >&- ;", "exec 2>&- ;", "exec <&- >&- 2>&- ;"])
def test_a_caller_without_stdin_stdout_or_stderr_starts_a_daemon_like_any_other(
    home: Path, closed: str
) -> None:
    process = new(home, closed)
    process.communicate(timeout=PATIENCE)

    assert process.returncode == 0
    (daemon,) = births(home)
    files = daemon["files"]
    assert isinstance(files, dict)
    assert [files[name] for name in "012"] == ["/dev/null", *[str(home / "logs" / "daemon.err")] * 2]


@pytest.mark.parametrize("name", ["data", "x" * 120])
def test_folders_are_made_and_closed_to_others(home: Path, name: str) -> None:
    data = str(home / name)
    before = os.umask(0)
    try:
        starting.make_folders(data)
    finally:
        os.umask(before)

    for folder in (data, paths.socket_folder(data), paths.log_folder(data), os.path.join(data, "run")):
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    if paths.socket_folder(data).startswith("/tmp/pitwall-"):
        os.rmdir(paths.socket_folder(data))


def test_a_run_folder_that_was_open_to_others_is_closed(home: Path) -> None:
    (home / "run").mkdir(parents=True)
    (home / "run").chmod(0o777)

    starting.make_folders(str(home))

    assert stat.S_IMODE((home / "run").stat().st_mode) == 0o700


def test_a_daemon_of_a_long_path_is_found_by_its_starter(home: Path) -> None:
    data = home / ("x" * 120)
    folder = Path(paths.socket_folder(str(data)))
    try:
        answered(new(data))
        answered(new(data))
        assert len(births(data)) == 1
    finally:
        for left in folder.glob("*"):
            left.unlink()
        folder.rmdir()


def test_a_data_folder_that_cannot_be_made_is_an_error_with_advice(home: Path) -> None:
    home.parent.joinpath("file").write_bytes(b"")

    with pytest.raises(DaemonUnreachable, match=r"cannot make .*file/data: Not a directory; .*PITWALL_HOME"):
        starting.start(str(home.parent / "file" / "data"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_data_folder_that_cannot_be_written_is_an_error_with_advice(home: Path) -> None:
    home.mkdir(mode=0o500)

    with pytest.raises(DaemonUnreachable, match="Permission denied"):
        starting.start(str(home))


def test_warnings_of_the_start_reach_the_starters_error_output(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_DAEMON", "warn:ignoring-a.toml warn:odd\x1b[31m")

    starting.start(str(home))

    assert capfd.readouterr() == ("", "pitwall: ignoring-a.toml\npitwall: odd?[31m\n")


def test_a_daemon_that_refuses_to_start_is_quoted(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_DAEMON", "warn:first die:the-disk-is-full")

    with pytest.raises(DaemonUnreachable, match=r"^the daemon did not start: the-disk-is-full$"):
        starting.start(str(home))
    assert capfd.readouterr().err == "pitwall: first\n"


def test_a_daemon_that_dies_in_python_is_quoted_by_its_last_line(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_DAEMON", "raise")

    with pytest.raises(DaemonUnreachable, match=r"^the daemon did not start: RuntimeError: the last words$"):
        starting.start(str(home))


def test_a_daemon_that_dies_without_a_word_is_told_by_its_exit_code(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starting.make_folders(str(home))
    (home / "logs" / "daemon.err").write_text("an older trouble\n")
    monkeypatch.setattr(starting, "DAEMON_COMMAND", ["/bin/sh", "-c", "exit 9", "sh"])

    with pytest.raises(DaemonUnreachable, match="it ended with 9 and without a word"):
        starting.start(str(home))


def test_an_interpreter_that_is_gone_is_an_error_that_names_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "DAEMON_COMMAND", ["/nowhere/python"])

    with pytest.raises(DaemonUnreachable, match="cannot run /nowhere/python: No such file"):
        starting.start(str(home))


def test_a_dead_daemon_is_noticed_although_a_child_of_it_keeps_the_pipe(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_DAEMON", "leave")

    with pytest.raises(DaemonUnreachable, match="it ended with 1"):
        starting.start(str(home))
    until(lambda: len([*home.glob("pid.*")]) == 2)


def test_a_daemon_that_never_gets_ready_is_given_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_DAEMON", "hang")
    monkeypatch.setattr(starting, "READY_SECONDS", 0.1)

    with pytest.raises(DaemonUnreachable, match="still not ready"):
        starting.start(str(home))


def test_trap_43_a_daemon_on_its_way_out_is_waited_for(home: Path) -> None:
    """It listens no longer and still has the journal: the start is tried again until it succeeds."""
    home.mkdir()
    (home / "busy").touch()
    process = new(home, FAKE_DAEMON="busy")
    until((home / "was-busy").exists)
    assert process.poll() is None
    (home / "busy").unlink()

    answered(process)


def test_a_daemon_that_keeps_the_journal_and_does_not_answer_is_an_error(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    (home / "busy").touch()
    monkeypatch.setenv("FAKE_DAEMON", "busy")
    monkeypatch.setattr(starting, "BUSY_SECONDS", 0.0)

    with pytest.raises(DaemonUnreachable, match="another daemon has the journal"):
        starting.start(str(home))


def test_a_starter_that_is_interrupted_leaves_nobody_locked_out(home: Path) -> None:
    first = new(home, FAKE_DAEMON="hang")
    until(lambda: any(home.glob("pid.*")))
    first.kill()
    first.communicate()

    answered(new(home))


def test_the_error_log_is_kept_small(home: Path) -> None:
    starting.make_folders(str(home))
    log = home / "logs" / "daemon.err"
    log.write_bytes(bytes(starting.ERROR_LOG_LIMIT + 1))

    starting.start(str(home))

    assert log.stat().st_size == 0
