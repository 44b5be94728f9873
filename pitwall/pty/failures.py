"""Why a program could not be started, in words for the person who asked for it."""

import errno
import os

from pitwall.errors import CannotStart

_ADVICE = {
    errno.ENOENT: "check its name and that it is still installed",
    errno.EACCES: "it must be a file that may be executed: see chmod +x",
    errno.ENOEXEC: "a script needs a first line such as #!/bin/sh, a program must be built for this machine",
    errno.E2BIG: "shorten its arguments or the environment",
    errno.ETXTBSY: "it is being written: try again when that is over",
    errno.ENOMEM: "free some memory and try again",
    errno.EAGAIN: "too many processes run: end some or raise the limit (ulimit -u)",
    errno.ELOOP: "its symbolic links lead in a circle: mend them",
    errno.ENOTDIR: "a part of its path is a file: check the path",
}
_NO_TERMINAL = {
    errno.EMFILE: "close some tabs, or allow the daemon more (ulimit -n) and run: pitwall daemon restart",
    errno.ENFILE: "close some programs of this machine",
    errno.ENOSPC: "every terminal of this machine is in use: close some tabs or terminals",
}


def exec_failed(program: str, code: int) -> CannotStart:
    """``execve`` of ``program`` failed with errno ``code``; looks at the file to tell what was missing."""
    advice = _ADVICE.get(code, "check that it runs from a plain terminal")
    if code == errno.ENOENT and os.path.exists(program):
        interpreter = interpreter_of(program)
        advice = (
            f"the interpreter {interpreter} named in its first line is missing: install it or mend that line"
            if interpreter
            else "the loader it was built for is missing: it is no program for this system"
        )
    elif code == errno.EACCES and os.path.isdir(program):
        advice = "it is a folder: name a program in it"
    return CannotStart(f"cannot start {program}: {os.strerror(code)}; {advice}")


def chdir_failed(cwd: str, code: int) -> CannotStart:
    """The folder to start in could not be entered."""
    return CannotStart(
        f"cannot start in {cwd}: {os.strerror(code)}; name a folder that exists and may be entered"
    )


def no_terminal(error: OSError) -> CannotStart:
    """No PTY, socket or process could be had for the pane."""
    code = error.errno or 0
    advice = _NO_TERMINAL.get(code) or _ADVICE.get(code) or "close some tabs and try again"
    return CannotStart(f"cannot open a terminal: {os.strerror(code)}; {advice}")


def launcher_died(program: str, code: int) -> CannotStart:
    """The launcher ended before it became the program: the Python that runs pitwall no longer works."""
    return CannotStart(
        f"cannot start {program}: pitwall's own launcher ended with {code}; "
        "if Python or pitwall was just upgraded, run: pitwall daemon restart"
    )


def not_passable(program: str) -> CannotStart:
    """An argument, a variable or a path holds what the kernel cannot pass on: a NUL or half a character."""
    return CannotStart(
        f"cannot start {program!r}: a NUL or an invalid character is in its arguments, folder or environment"
    )


def interpreter_of(program: str) -> str:
    """The interpreter that a script's ``#!`` line names, without its arguments; "" if there is none."""
    try:
        with open(program, "rb") as file:
            line = file.readline(256)
    except OSError:
        return ""
    words = line[2:].split()
    return os.fsdecode(words[0]) if line.startswith(b"#!") and words else ""
