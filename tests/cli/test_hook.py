"""A hook hands the agent's report over, and is never seen, heard or waited for by the agent."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fakedaemon import PATIENCE, Peer, client_command, client_environment, daemon, listen, open_files, until

from pitwall.cli import hook
from pitwall.wire import frames

PANE = "0123456789abcdef"


def start(data: Path, **environment: str) -> subprocess.Popen[bytes]:
    """A hook process with a stdin to write to."""
    return subprocess.Popen(
        client_command("hook", "claude"),
        env=client_environment(data, **environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def is_unnoticed(process: subprocess.Popen[bytes], report: bytes = b"{}") -> None:
    """Given its report, the hook ends with 0 and without a word."""
    out, err = process.communicate(report, timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, b"", b"")


@pytest.mark.parametrize("size", [0, 1, 65536, 65537, 1_000_000])
def test_the_report_reaches_the_daemon_whole_and_in_frames(data: Path, size: int) -> None:
    report = bytes(range(256)) * (size // 256 + 1)
    received: list[tuple[bytes, bytes]] = []

    def script(peer: Peer) -> None:
        while (frame := peer.receive()) is not None and frame[0] != frames.END:
            received.append(frame)
        peer.exit(0)

    with daemon(data, script) as hellos:
        is_unnoticed(start(data, PITWALL_PANE=PANE), report[:size])

    assert {kind for kind, _ in received} <= {frames.INPUT}
    assert b"".join(payload for _, payload in received) == report[:size]
    assert (hellos[0].argv, hellos[0].pane) == (("hook", "claude"), PANE)


def reads_its_report(process: subprocess.Popen[bytes]) -> bool:
    """Whether the hook has come as far as to be silent, which it is before it reads."""
    return open_files(process).get("2") == os.devnull


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_hello_says_when_the_hook_began_and_not_when_it_had_its_report(data: Path) -> None:
    """Late reports lose, and what makes one late is when the agent ran the hook."""
    with daemon(data, lambda peer: peer.exit(0)) as hellos:
        process = start(data, PITWALL_PANE=PANE)
        until(lambda: reads_its_report(process))
        reported_ns = time.monotonic_ns()
        is_unnoticed(process)

    assert hellos[0].started_ns < reported_ns


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_ctrl_c_meant_for_the_agent_makes_no_failed_hook(data: Path) -> None:
    process = start(data, PITWALL_PANE=PANE)
    until(lambda: reads_its_report(process))
    process.send_signal(signal.SIGINT)

    assert process.wait(PATIENCE) == 0
    assert process.communicate() == (b"", b"")


def test_a_hook_gives_up_after_two_seconds_whatever_it_waits_for(data: Path) -> None:
    ended: list[float] = []

    def script(peer: Peer) -> None:
        peer.until_hung_up()
        ended.append((time.monotonic_ns() - hellos[0].started_ns) / 1e9)

    with daemon(data, script) as hellos:
        reported = start(data, PITWALL_PANE=PANE)
        waits_for_its_report = start(data, PITWALL_PANE=PANE)
        is_unnoticed(reported)
        assert waits_for_its_report.wait(PATIENCE) == 0
        waits_for_its_report.communicate()

    assert 1.9 < ended[0] < 2.5


def test_outside_of_a_pane_a_hook_does_nothing_not_even_wait_for_a_report(data: Path) -> None:
    listener = listen(data)
    process = start(data)

    assert process.wait(PATIENCE) == 0
    listener.setblocking(False)
    with pytest.raises(BlockingIOError):
        listener.accept()
    listener.close()
    assert process.communicate() == (b"", b"")


def test_without_a_daemon_a_hook_is_silent(data: Path) -> None:
    is_unnoticed(start(data, PITWALL_PANE=PANE))


def test_a_socket_that_cannot_be_trusted_is_no_reason_to_speak(data: Path) -> None:
    listener = listen(data)
    (data / "run").chmod(0o777)
    is_unnoticed(start(data, PITWALL_PANE=PANE))
    listener.close()


def test_trap_51_whatever_the_daemon_says_a_hook_prints_nothing_and_exits_with_0(data: Path) -> None:
    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b'{"decision": "approve"}')
        peer.send(frames.ERROR_OUTPUT, b"pitwall: no such command")
        peer.exit(2)

    with daemon(data, script):
        is_unnoticed(start(data, PITWALL_PANE=PANE))


@pytest.mark.parametrize("said", [b"", b"O", b"HTTP/1.1 400 Bad Request"])
def test_a_daemon_that_dies_or_speaks_nonsense_is_no_reason_to_speak(data: Path, said: bytes) -> None:
    with daemon(data, lambda peer: peer.send_raw(said)):
        is_unnoticed(start(data, PITWALL_PANE=PANE))


def test_a_report_beyond_the_limit_is_not_sent_for_a_part_of_it_means_nothing(data: Path) -> None:
    listener = listen(data)
    is_unnoticed(start(data, PITWALL_PANE=PANE), bytes(hook.REPORT_LIMIT + 1))

    listener.setblocking(False)
    with pytest.raises(BlockingIOError):
        listener.accept()
    listener.close()
