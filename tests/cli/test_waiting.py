"""A wait outlives its daemon, and its timeout holds whatever it hangs in."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from fakedaemon import PATIENCE, Peer, client_command, client_environment, daemon, fill, listen

from pitwall.cli import thin, waiting
from pitwall.wire import frames

WAIT = ("wait", "build", "--until", "done")


def client(data: Path, *argv: str) -> subprocess.Popen[bytes]:
    """A client process with pipes for its output."""
    return subprocess.Popen(
        client_command(*argv), env=client_environment(data), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def wait(*argv: str) -> int:
    """The exit code of a wait in this process."""
    try:
        return thin.run(argv or WAIT, 0)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else -1


def result(output: bytes, code: int) -> Callable[[Peer], None]:
    """A daemon's script: the wait is over at once."""

    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, output)
        peer.exit(code)

    return script


@pytest.mark.parametrize(
    ("output", "code"), [(b"done\n", 0), (b"blocked: Run it?\n", 2), (b"exit unknown\n", 3), (b"exit 7\n", 7)]
)
def test_the_daemons_judgement_is_printed_and_returned(
    data: Path, capfd: pytest.CaptureFixture[str], output: bytes, code: int
) -> None:
    with daemon(data, result(output, code)) as hellos:
        assert wait() == code

    assert capfd.readouterr() == (output.decode(), "")
    assert (hellos[0].argv, hellos[0].resume) == (WAIT, b"")


def test_without_a_daemon_a_wait_is_an_error_at_once_and_starts_none(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert wait(*WAIT, "--timeout", "1h") == 1
    assert capfd.readouterr().err.startswith("pitwall: no daemon runs: ")
    assert signal.setitimer(signal.ITIMER_REAL, 0)[0] > 3000


@pytest.mark.parametrize(
    "timeout", [["--timeout", "soon"], ["--timeout="], ["--timeout", "1h", "--timeout", "x"]]
)
def test_a_timeout_that_is_none_is_an_error_with_code_1(
    data: Path, capfd: pytest.CaptureFixture[str], timeout: list[str]
) -> None:
    assert wait(*WAIT, *timeout) == 1
    assert capfd.readouterr().err.startswith("pitwall: --timeout: ")


def times_out(process: subprocess.Popen[bytes], timeout: str = "200ms") -> None:
    """It ends with 124, a line on stderr and nothing on stdout."""
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (124, b"")
    assert err == f"pitwall: timed out after {timeout}\n".encode()


def test_trap_31_a_wait_times_out_although_the_daemon_says_nothing(data: Path) -> None:
    with daemon(data, Peer.until_hung_up, again=True):
        times_out(client(data, *WAIT, "--timeout", "200ms"))


def test_a_wait_times_out_although_the_daemon_never_stops_talking(data: Path) -> None:
    def script(peer: Peer) -> None:
        while peer.send(b"z", bytes(1000)):
            pass

    with daemon(data, script, again=True):
        times_out(client(data, "-s", "work", *WAIT, "--timeout=200ms"))


def test_a_wait_that_times_out_before_the_exit_code_has_printed_nothing(data: Path) -> None:
    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b"done\n")
        peer.until_hung_up()

    with daemon(data, script, again=True):
        times_out(client(data, *WAIT, "--timeout", "200ms"))


@pytest.mark.skipif(sys.platform != "linux", reason="a full backlog blocks on Linux alone")
def test_a_wait_times_out_while_connecting_to_a_hung_daemon(data: Path) -> None:
    listener = listen(data, backlog=0)
    before = fill(listener)

    times_out(client(data, *WAIT, "--timeout", "200ms"))

    for connection in (listener, *before):
        connection.close()


def test_a_wait_times_out_while_it_looks_for_the_next_daemon(data: Path) -> None:
    with daemon(data, Peer.hang_up):
        process = client(data, *WAIT, "--timeout", "1s")

    times_out(process, "1s")


@pytest.mark.parametrize("timeout", ["0", "1ms"])
def test_what_holds_already_wins_over_a_timeout_of_next_to_nothing(data: Path, timeout: str) -> None:
    with daemon(data, result(b"exit 7\n", 7)):
        process = client(data, *WAIT, "--timeout", timeout)
        out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out, err) == (7, b"exit 7\n", b"")


@pytest.mark.parametrize("timeout", ["0", "1ms"])
def test_such_a_timeout_is_over_once_the_daemon_has_judged_and_nothing_holds(
    data: Path, timeout: str
) -> None:
    def judges(peer: Peer) -> None:
        peer.send(frames.TOKEN, b"fact 7")
        peer.until_hung_up()

    patient = (
        f"from pitwall.cli import waiting; waiting.FIRST_JUDGEMENT_SECONDS = {2 * PATIENCE}; "
        "import sys; from pitwall.cli.thin import main; sys.exit(main())"
    )
    with daemon(data, judges):
        command = [sys.executable, "-c", patient, *WAIT, "--timeout", timeout]
        process = subprocess.Popen(
            command, env=client_environment(data), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        times_out(process, timeout)


def test_a_timeout_of_nothing_ends_although_the_daemon_says_nothing(data: Path) -> None:
    listener = listen(data)
    times_out(client(data, *WAIT, "--timeout", "0"), "0")
    listener.close()


def test_a_caller_that_blocks_alarms_still_gets_its_timeout(data: Path) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    try:
        with daemon(data, Peer.until_hung_up, again=True):
            times_out(client(data, *WAIT, "--timeout", "200ms"))
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def test_W03_the_timeout_is_kept_to_the_half_second(data: Path) -> None:
    with daemon(data, Peer.until_hung_up) as hellos:
        process = client(data, *WAIT, "--timeout", "1s")
        process.communicate(timeout=PATIENCE)
        ended_ns = time.monotonic_ns()

    assert process.returncode == 124
    assert 1.0 <= (ended_ns - hellos[0].started_ns) / 1e9 < 1.5


def test_a_judgement_in_time_is_not_undone_by_the_timeout(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with daemon(data, result(b"done\n", 0)):
        assert wait(*WAIT, "--timeout", "1h") == 0

    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert capfd.readouterr().out == "done\n"


def test_W06_a_wait_goes_on_with_the_next_daemon_where_the_last_one_left_it(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def dies(peer: Peer) -> None:
        peer.send(frames.TOKEN, b"fact 6")
        peer.send(frames.TOKEN, b"fact 7")
        peer.send(frames.OUTPUT, b"half a wo")

    with daemon(data, dies, Peer.hang_up, result(b"done\n", 0)) as hellos:
        assert wait() == 0

    assert [hello.resume for hello in hellos] == [b"", b"fact 7", b"fact 7"]
    assert {hello.argv for hello in hellos} == {WAIT}
    assert capfd.readouterr() == ("done\n", "")


@pytest.mark.parametrize("killed", [True, False])
def test_W06_a_wait_whose_daemon_ends_finds_the_one_that_comes_up_later(data: Path, killed: bool) -> None:
    with daemon(data, lambda peer: peer.send(frames.TOKEN, b"fact 7"), killed=killed):
        process = client(data, *WAIT)
    # Nobody listens now, for as long as the next daemon takes to come up.
    with daemon(data, result(b"exit unknown\n", 3)) as hellos:
        out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out, err) == (3, b"exit unknown\n", b"")
    assert hellos[0].resume == b"fact 7"


@pytest.mark.parametrize("killed", [True, False])
def test_W06_a_wait_whose_daemon_does_not_come_back_is_an_error_that_says_so(
    data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], killed: bool
) -> None:
    monkeypatch.setattr(waiting, "RECONNECT_SECONDS", 0.2)
    with daemon(data, lambda peer: peer.send(frames.OUTPUT, b"half"), killed=killed):
        assert wait() == 1

    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("pitwall: the daemon is gone and no other came within 0.2 s")


def test_a_daemon_that_hangs_up_on_every_try_is_given_up(
    data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each of its answers is a sign of life, yet the wait does not go round for ever."""
    monkeypatch.setattr(waiting, "RECONNECT_SECONDS", 0.2)
    with daemon(data, lambda peer: peer.send(frames.TOKEN, b"t"), again=True) as hellos:
        assert wait() == 1

    assert 2 <= len(hellos) <= 5
    assert "the daemon is gone" in capfd.readouterr().err


def test_daemons_that_come_and_go_for_longer_than_the_limit_are_each_waited_for(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the time without a daemon counts, and no longer once one has stayed."""
    monkeypatch.setattr(waiting, "RECONNECT_SECONDS", 0.2)
    monkeypatch.setattr(waiting, "STEADY_SECONDS", 0.0)
    with daemon(data, *[Peer.hang_up] * 10, result(b"done\n", 0)) as hellos:
        assert wait() == 0

    assert len(hellos) == 11


def test_ctrl_c_while_looking_for_the_next_daemon_ends_with_130_quietly(data: Path) -> None:
    with daemon(data, Peer.hang_up):
        process = client(data, *WAIT)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, out, err) == (130, b"", b"")
