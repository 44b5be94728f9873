"""The client's end of a conversation: what it says is what the wire package reads, whatever it is told."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from fakedaemon import Peer, daemon, listen
from hypothesis import given
from hypothesis import strategies as st

from pitwall.cli import talk
from pitwall.cli.connection import connect
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
        connection = connect()
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


def test_a_daemon_that_says_nothing_is_waited_for_and_the_user_is_told_once(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    said = ""

    def script(peer: Peer) -> None:
        nonlocal said
        give_up = time.monotonic() + 30
        while "has not answered yet" not in said:
            assert time.monotonic() < give_up
            said += capfd.readouterr().err
        peer.send(frames.OUTPUT, b"at last\n")
        peer.exit(5)

    assert converse(data, script, talk.Conversation(patience=0.01)) == 5
    assert said.count("pitwall: ") == 1
    assert capfd.readouterr() == ("at last\n", "")


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
    connection = connect()
    assert connection is not None
    code = talk.Conversation().run(connection, talk.frame(b"H", hello(["x" * 3_000_000])))
    thread.join()
    listener.close()

    assert code == 1
    assert capfd.readouterr().err == "other version"
