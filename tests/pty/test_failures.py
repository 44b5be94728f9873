"""Why a program could not start is told in words that say what to do."""

import errno
from pathlib import Path

import pytest

from pitwall.pty.failures import exec_failed, interpreter_of, launcher_died, no_terminal, not_passable


@pytest.mark.parametrize(
    ("line", "interpreter"),
    [
        (b"#!/bin/sh\n", "/bin/sh"),
        (b"#! /usr/bin/env  python3 -x\n", "/usr/bin/env"),
        (b"#!/no/end", "/no/end"),
        (b"#!\n", ""),
        (b"echo\n", ""),
        (b"\x7fELF\x00\xff\xfe", ""),
        (b"", ""),
    ],
)
def test_the_interpreter_is_read_from_the_first_line(tmp_path: Path, line: bytes, interpreter: str) -> None:
    (tmp_path / "script").write_bytes(line)

    assert interpreter_of(str(tmp_path / "script")) == interpreter


def test_a_program_of_another_system_lacks_its_loader(tmp_path: Path) -> None:
    (tmp_path / "tool").write_bytes(b"\x7fELF")

    assert str(exec_failed(str(tmp_path / "tool"), errno.ENOENT)).endswith(
        "the loader it was built for is missing: it is no program for this system"
    )


def test_an_error_nobody_foresaw_is_named_all_the_same() -> None:
    assert str(exec_failed("/bin/tool", errno.EXDEV)) == (
        "cannot start /bin/tool: Invalid cross-device link; check that it runs from a plain terminal"
    )


def test_the_advice_fits_the_cause() -> None:
    assert "ulimit -n" in str(no_terminal(OSError(errno.EMFILE, "")))
    assert "ulimit -u" in str(no_terminal(OSError(errno.EAGAIN, "")))
    assert "daemon restart" in str(launcher_died("/bin/tool", 1))
    assert "\0" not in str(not_passable("/bin/\0tool"))
