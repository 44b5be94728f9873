"""Output gets there or says why not, and of the input no more is taken than is meant."""

import os
import threading
from collections.abc import Callable, Iterator

import pytest

from pitwall.cli import stdio


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
    stdio.write_all(1, text)
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
        stdio.write_all(1, b"text")

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
        stdio.write_all(1, b"text")

    assert left.value.code == 1
    assert "No space left" in capfd.readouterr().err


def test_a_stderr_nobody_reads_ends_nothing() -> None:
    out, into = os.pipe()
    os.close(out)
    saved = os.dup(2)
    os.dup2(into, 2)
    os.close(into)
    try:
        stdio.write_all(2, b"text")
    finally:
        os.dup2(saved, 2)
        os.close(saved)


@pytest.mark.parametrize(("size", "read"), [(0, True), (99, True), (100, True), (101, False)])
def test_all_of_stdin_is_read_up_to_a_limit(stdin: Callable[[bytes], None], size: int, read: bool) -> None:
    stdin(b"x" * size)

    assert stdio.read_all(100) == (b"x" * size if read else None)
