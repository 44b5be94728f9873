"""
The launcher: becomes the pane's program once its parent says go.

Not imported but run by path, ``python -I -S launch.py FD``, as the leader of a new session whose standard
streams are the pane's terminal. It stands between fork and exec so that no Python code has to run in a forked
copy of the daemon (``preexec_fn`` is unsafe beside threads: the documentation of ``subprocess``).

FD is a stream socket to the parent:

1. in: 8 bytes of length, big-endian, then NUL-separated: umask and limit of open files in decimal, folder,
   program, number of arguments, the arguments from argv[0] on, and ``NAME=VALUE`` for each variable. So the
   environment appears in no argument list and on no disk.
2. in: one go byte. The end of the stream instead: exit quietly, nothing was run.
3. out: ``chdir ERRNO`` or ``exec ERRNO`` and exit status 127; or ``exec`` alone and then the end of the
   stream: the descriptor closes on exec, and the program runs.

Only modules that cost nothing to import: a pane's start waits for this one.
"""

import fcntl
import os
import resource
import sys
import termios

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    try:
        import _signal as signal  # what lies beneath: the public module imports enum, 4 ms more for every pane
    except ImportError:
        import signal

LENGTH_BYTES = 8


def receive(fd: int, size: int) -> bytes:
    """Exactly ``size`` bytes; the end of the stream before that ends this process: nothing was asked for."""
    parts = []
    while size:
        try:
            part = os.read(fd, min(size, 65536))
        except ConnectionResetError:
            part = b""
        if not part:
            os._exit(0)
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def reset_signals() -> None:
    """Default dispositions, empty mask: Python ignores some signals, ``nohup`` too, and exec keeps that."""
    for number in signal.valid_signals():
        try:
            signal.signal(number, signal.SIG_DFL)
        except (OSError, ValueError):  # SIGKILL, SIGSTOP and those that libc keeps for itself
            pass
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def limit_open_files(files: int) -> None:
    """The soft limit that the daemon was started with; it has raised its own."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    except (OSError, ValueError):
        pass


def fail(fd: int, stage: bytes, error: OSError) -> None:
    """Report and end; the parent may be gone, and then nobody has to know."""
    try:
        os.write(fd, b"%s %d" % (stage, error.errno or 0))
    finally:
        os._exit(127)


def main(fd: int) -> None:
    """Prepare, wait for the go byte, and become the program."""
    os.set_inheritable(fd, False)
    reset_signals()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    request = receive(fd, int.from_bytes(receive(fd, LENGTH_BYTES), "big"))
    umask, files, cwd, program, count, *words = request.split(b"\0")
    argv, variables = words[: int(count)], words[int(count) :]
    environment = dict(variable.split(b"=", 1) for variable in variables)
    os.umask(int(umask))
    limit_open_files(int(files))
    try:
        os.chdir(cwd)
    except OSError as error:
        fail(fd, b"chdir", error)
    receive(fd, 1)
    os.write(fd, b"exec")
    try:
        os.execve(program, argv, environment)
    except OSError as error:
        fail(fd, b"", error)


if __name__ == "__main__":
    main(int(sys.argv[1]))
