"""The client's end of a conversation: what it says is what the wire package reads, whatever it is told."""

import errno
import os
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from fakedaemon import Peer, daemon, listen
from hypothesis import given
from hypothesis import strategies as st

from pitwall import paths
from pitwall.cli import talk
from pitwall.version import PROTOCOL, VERSION
from pitwall.wire import frames
from pitwall.wire.hello import parse


@given(st.binary(min_size=1, max_size=1), st.binary(max_size=100))
def test_client_and_daemon_agree_on_what_a_frame_is(kind: bytes, payload: bytes) -> None:
    assert talk.frame(kind, payload) == frames.encode(kind, payload)


def test_client_and_daemon_agree_on_the_limits() -> None:
    assert (talk.PAYLOAD_LIMIT, talk.HELLO_LIMIT) == (frames.PAYLOAD_LIMIT, frames.HELLO_LIMIT)


def hello(argv: list[str], *, whole_environment: bool = False, token: bytes = b"") -> bytes:
    """A hello's payload."""
    ((kind, payload),) = frames.FrameReader().feed(
        talk.hello(argv, token=token, whole_environment=whole_environment, started_ns=7)
    )
    assert kind == frames.HELLO
    return payload


@given(st.lists(st.binary(max_size=20).map(lambda word: os.fsdecode(word.replace(b"\0", b"")))))
def test_the_daemon_reads_the_arguments_byte_for_byte(argv: list[str]) -> None:
    read = parse(hello(argv))

    assert [os.fsencode(word) for word in read.argv] == [os.fsencode(word) for word in argv]


def test_the_hello_tells_where_and_by_what_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / os.fsdecode(b"odd \xff name")
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PITWALL_PANE", "0123456789abcdef")
    before = os.umask(0o027)
    try:
        read = parse(hello(["ls"], token=b"\x00\xff"))
        assert os.umask(before) == 0o027
    finally:
        os.umask(before)

    assert read.protocol == PROTOCOL
    assert read.client_version == VERSION
    assert read.cwd == os.fsencode(folder).decode("utf-8", "surrogateescape")
    assert read.umask == 0o027
    assert read.resume == b"\x00\xff"
    assert read.pane == "0123456789abcdef"
    assert read.started_ns == 7


def test_the_environment_is_sent_whole_or_only_what_concerns_the_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    monkeypatch.setenv("TERM", "xterm")

    whole = parse(hello(["new"], whole_environment=True)).environment
    little = parse(hello(["ls"])).environment

    assert whole == {
        os.fsencode(name).decode("utf-8", "surrogateescape"): os.fsencode(value).decode(
            "utf-8", "surrogateescape"
        )
        for name, value in os.environ.items()
    }
    assert "SECRET_KEY" not in little
    assert little["TERM"] == "xterm"


def test_a_folder_that_is_gone_is_said_as_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()

    assert parse(hello(["ls"])).cwd == ""


def test_terminals_and_their_size_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda descriptor: descriptor in (0, 2))
    monkeypatch.setattr(os, "get_terminal_size", lambda descriptor: (132, 50) if descriptor == 0 else None)

    read = parse(hello(["ls"]))

    assert read.terminals == {0, 2}
    assert (read.rows, read.columns) == (50, 132)


def test_without_a_terminal_there_is_no_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda descriptor: False)

    read = parse(hello(["ls"]))

    assert (read.terminals, read.rows, read.columns) == (frozenset(), 0, 0)


def test_arguments_beyond_the_limit_are_refused_with_advice(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        hello(["x" * talk.HELLO_LIMIT])

    assert left.value.code == 1
    assert "hand over a file" in capfd.readouterr().err


def converse(
    data: Path, script: Callable[[Peer], object], conversation: talk.Conversation | None = None
) -> int | None:
    """What a conversation with a daemon that follows the script ends with."""
    with daemon(data, script):
        connection = talk.connect()
        assert connection is not None
        opening = talk.frame(b"H", hello(["ls"]))
        return (conversation or talk.Conversation()).run(connection, opening)


def test_output_goes_where_it_is_meant_and_the_exit_code_is_returned(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b"out\n")
        peer.send(frames.ERROR_OUTPUT, b"err\n")
        peer.send(frames.OUTPUT, b"more\n")
        peer.exit(42)

    assert converse(data, script) == 42
    assert capfd.readouterr() == ("out\nmore\n", "err\n")


def test_frames_that_come_byte_by_byte_are_read(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def script(peer: Peer) -> None:
        for byte in frames.encode(frames.OUTPUT, b"slow") + frames.encode(frames.EXIT, b"\x03"):
            peer.send_raw(bytes([byte]))

    assert converse(data, script) == 3
    assert capfd.readouterr().out == "slow"


def test_kinds_of_a_later_version_are_ignored(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def script(peer: Peer) -> None:
        peer.send(b"z", b"of the future")
        peer.send(frames.OUTPUT, b"known")
        peer.exit(0)

    assert converse(data, script) == 0
    assert capfd.readouterr() == ("known", "")


@pytest.mark.parametrize("said", [b"", b"O", frames.encode(frames.EXIT, b"\0")[:-1]])
def test_a_connection_that_ends_without_an_exit_is_lost(data: Path, said: bytes) -> None:
    assert converse(data, lambda peer: peer.send_raw(said)) is None


def test_what_cannot_be_a_frame_is_an_error_and_never_waited_for(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        converse(data, lambda peer: peer.send_raw(b"HTTP/1.1 400"))

    assert left.value.code == 1
    assert "cannot read" in capfd.readouterr().err


def test_held_output_is_printed_with_the_exit_code_and_not_before(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []

    def script(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b"do")
        peer.send(frames.OUTPUT, b"ne\n")
        peer.exit(0)

    conversation = talk.Conversation(
        hold_output=True, before_exit=lambda: seen.append(capfd.readouterr().out)
    )

    assert converse(data, script, conversation) == 0
    assert seen == [""]
    assert capfd.readouterr().out == "done\n"


def test_held_output_of_a_lost_connection_is_forgotten_but_its_token_is_not(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def dies(peer: Peer) -> None:
        peer.send(frames.TOKEN, b"\x01")
        peer.send(frames.TOKEN, b"\x02")
        peer.send(frames.OUTPUT, b"half")

    def lives(peer: Peer) -> None:
        peer.send(frames.OUTPUT, b"whole")
        peer.exit(0)

    conversation = talk.Conversation(hold_output=True)

    assert converse(data, dies, conversation) is None
    assert conversation.token == b"\x02"
    assert converse(data, lives, conversation) == 0
    assert capfd.readouterr().out == "whole"


@pytest.fixture
def stdin() -> Iterator[Callable[[bytes], None]]:
    """Gives this process a stdin of those bytes."""
    saved = os.dup(0)

    def give(text: bytes) -> None:
        out, into = os.pipe()
        os.write(into, text)
        os.close(into)
        os.dup2(out, 0)
        os.close(out)

    yield give
    os.dup2(saved, 0)
    os.close(saved)


@pytest.mark.parametrize(
    ("typed", "answered", "left"),
    [
        (b"y\nrest", b"y", b"rest"),
        (b"", b"", b""),
        (b"\n\n", b"", b"\n"),
        (b"no newline", b"no newline", b""),
    ],
)
def test_a_question_is_put_on_stderr_and_answered_with_one_line_of_stdin_and_no_more(
    data: Path,
    stdin: Callable[[bytes], None],
    capfd: pytest.CaptureFixture[str],
    typed: bytes,
    answered: bytes,
    left: bytes,
) -> None:
    answers: list[tuple[bytes, bytes] | None] = []

    def script(peer: Peer) -> None:
        peer.send(frames.ASK, b"kill tests? [y/N] ")
        answers.append(peer.receive())
        peer.exit(0)

    stdin(typed)

    assert converse(data, script) == 0
    assert answers == [(frames.ANSWER, answered)]
    assert capfd.readouterr() == ("", "kill tests? [y/N] ")
    assert os.read(0, 100) == left


def test_a_daemon_that_hangs_up_on_a_long_hello_is_heard_all_the_same(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A daemon of another protocol answers when it has read the number, and reads no further."""
    listener = listen(data)

    def refuse() -> None:
        connection = listener.accept()[0]
        connection.recv(10)
        connection.sendall(frames.encode(frames.ERROR_OUTPUT, b"other version") + frames.encode(b"X", b"\1"))
        connection.close()

    thread = threading.Thread(target=refuse)
    thread.start()
    connection = talk.connect()
    assert connection is not None
    code = talk.Conversation().run(connection, talk.frame(b"H", hello(["x" * 3_000_000])))
    thread.join()
    listener.close()

    assert code == 1
    assert capfd.readouterr().err == "other version"


@pytest.fixture
def stdout() -> Iterator[Callable[[int], None]]:
    """Makes a descriptor this process's stdout."""
    saved = os.dup(1)

    def become(descriptor: int) -> None:
        os.dup2(descriptor, 1)

    yield become
    os.dup2(saved, 1)
    os.close(saved)


def test_a_non_blocking_stdout_gets_everything_in_the_end(stdout: Callable[[int], None]) -> None:
    out, into = os.pipe()
    os.set_blocking(into, False)
    text = bytes(1_000_000)
    read = bytearray()

    def drain() -> None:
        while piece := os.read(out, 65536):
            read.extend(piece)

    thread = threading.Thread(target=drain)
    stdout(into)
    thread.start()
    talk.write_all(1, text)
    os.dup2(2, 1)
    os.close(into)
    thread.join()
    os.close(out)

    assert bytes(read) == text


def test_a_stdout_nobody_reads_ends_the_process_quietly(
    stdout: Callable[[int], None], capfd: pytest.CaptureFixture[str]
) -> None:
    out, into = os.pipe()
    os.close(out)
    stdout(into)
    os.close(into)

    with pytest.raises(SystemExit) as left:
        talk.write_all(1, b"text")

    assert left.value.code == 141
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_under_stdout_is_an_error_that_says_so(
    stdout: Callable[[int], None], capfd: pytest.CaptureFixture[str]
) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    stdout(full)
    os.close(full)

    with pytest.raises(SystemExit) as left:
        talk.write_all(1, b"text")

    assert left.value.code == 1
    assert "No space left" in capfd.readouterr().err


def test_a_stderr_nobody_reads_ends_nothing() -> None:
    out, into = os.pipe()
    os.close(out)
    saved = os.dup(2)
    os.dup2(into, 2)
    os.close(into)
    try:
        talk.write_all(2, b"text")
    finally:
        os.dup2(saved, 2)
        os.close(saved)


@pytest.mark.parametrize(("size", "read"), [(0, True), (99, True), (100, True), (101, False)])
def test_all_of_stdin_is_read_up_to_a_limit(stdin: Callable[[bytes], None], size: int, read: bool) -> None:
    stdin(b"x" * size)

    assert talk.read_all(100) == (b"x" * size if read else None)


def stopped(capfd: pytest.CaptureFixture[str], action: Callable[[], object]) -> str:
    """The one line with which an action ends the process with 1."""
    with pytest.raises(SystemExit) as left:
        action()
    out, err = capfd.readouterr()
    assert (left.value.code, out) == (1, "")
    assert re.fullmatch(r"pitwall: [^\n]+\n", err), err
    return err


def test_without_a_socket_no_daemon_runs(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert talk.connect() is None
    assert "no daemon runs" in stopped(capfd, talk.no_daemon)


def test_trap_43_a_stale_socket_is_told_from_a_missing_one(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    listen(data).close()

    assert talk.connect() is None
    assert "the daemon has died" in stopped(capfd, talk.no_daemon)


def test_a_file_in_the_place_of_a_folder_is_no_daemon(data: Path) -> None:
    (data / "run").write_bytes(b"")

    assert talk.connect() is None


def test_a_socket_folder_of_another_user_is_refused(
    data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    listener = listen(data)
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)

    assert "belongs to another user" in stopped(capfd, talk.connect)
    listener.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a link away")
def test_another_users_link_to_a_folder_of_ones_own_is_refused(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (data / "elsewhere").mkdir(mode=0o700)
    (data / "run").symlink_to(data / "elsewhere")
    os.lchown(data / "run", 12345, -1)

    assert "12345" in stopped(capfd, talk.connect)


def test_a_socket_folder_open_to_others_is_refused(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listener = listen(data)
    (data / "run").chmod(0o770)

    assert "chmod 700" in stopped(capfd, talk.connect)
    listener.close()


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "may not be opened"),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (OSError("AF_UNIX path too long"), "path too long"),
    ],
)
def test_other_failures_to_connect_say_what_failed(
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    failure: OSError,
    message: str,
) -> None:
    class Refusing:
        def __init__(self, *_: object) -> None:
            pass

        def connect(self, path: str) -> None:
            raise failure

        def close(self) -> None:
            pass

    listener = listen(data)
    fake = SimpleNamespace(socket=Refusing, AF_UNIX=1, SOCK_STREAM=1)
    monkeypatch.setattr("pitwall.cli.talk.socket", fake)

    assert message in stopped(capfd, talk.connect)
    listener.close()


def test_in_a_pane_the_daemon_that_drives_it_is_meant(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pane has no PITWALL_HOME of its own: only the socket tells its daemon from the user's usual one."""
    monkeypatch.delenv("PITWALL_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("PITWALL_SOCKET", paths.socket_path(str(data)))

    assert talk.connect() is None
    listener = listen(data)
    connection = talk.connect()
    assert connection is not None
    connection.close()

    monkeypatch.setenv("PITWALL_HOME", str(tmp_path / "other"))
    assert talk.connect() is None
    listener.close()


def test_a_relative_home_in_a_folder_that_is_gone_is_an_error_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PITWALL_HOME", "relative")
    folder.rmdir()

    assert "PITWALL_HOME is relative" in stopped(capfd, talk.connect)
