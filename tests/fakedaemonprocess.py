"""
A stand-in for ``python -m pitwall.daemon``: the same arguments, readiness and lock, in a process of its own.

What it does is said in ``$FAKE_DAEMON``, words that are done in order:

``warn:TEXT``   a line for the starter
``die:TEXT``    the line, and exit with 1
``raise``       a traceback on the error output and no line
``busy``        exit with 75 as long as the file ``busy`` is in the data folder
``hang``        neither listen nor end
``leave``       a child that holds the readiness pipe open, and exit with 1

Then it listens, writes what it is to ``born.PID`` in the data folder (``pid.PID`` is there before), says
``ready``, and answers each client with ``#1`` and 0.
"""

import fcntl
import json
import os
import socket
import sys
import time
from pathlib import Path

from pitwall import paths


def main() -> int:
    data = paths.data_folder()
    ready = int(sys.argv[sys.argv.index("--ready-fd") + 1])
    about = {
        "pid": os.getpid(),
        "session": os.getsid(0),
        "cwd": os.getcwd(),
        "home": os.environ.get("PITWALL_HOME"),
        "pane": os.environ.get("PITWALL_PANE"),
        "files": open_files(),
    }
    Path(data, f"pid.{os.getpid()}").touch()
    for word in os.environ.get("FAKE_DAEMON", "").split():
        action, _, text = word.partition(":")
        if action == "warn":
            os.write(ready, f"pitwall: {text}\n".encode())
        elif action == "die":
            os.write(ready, f"pitwall: {text}\n".encode())
            return 1
        elif action == "raise":
            raise RuntimeError("the last words")
        elif action == "busy" and os.path.exists(os.path.join(data, "busy")):
            Path(data, "was-busy").touch()
            return 75
        elif action == "hang":
            time.sleep(60)
        elif action == "leave":
            if os.fork() == 0:
                Path(data, f"pid.{os.getpid()}").touch()
                time.sleep(60)
                os._exit(0)
            return 1
    lock = os.open(os.path.join(data, "lock"), os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return 75
    serve(data, ready, json.dumps(about))
    return 0


def open_files() -> dict[str, str]:
    files = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            files[name] = os.readlink(f"/proc/self/fd/{name}")
        except FileNotFoundError:
            pass  # the listing's own
    return files


def serve(data: str, ready: int, about: str) -> None:
    path = paths.socket_path(data)
    if os.path.lexists(path):
        os.unlink(path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(256)
        Path(data, f"born.{os.getpid()}").write_text(about)
        os.write(ready, b"ready\n")
        os.close(ready)
        while True:
            connection, _ = listener.accept()
            with connection:
                if connection.recv(65536):
                    connection.sendall(b"O\0\0\0\3#1\nX\0\0\0\1\0")


if __name__ == "__main__":
    sys.exit(main())
