"""What may stand where a file is wanted, and is none."""

import os
import shutil
import socket
from collections.abc import Callable, Mapping
from pathlib import Path


def _socket(path: Path) -> None:
    # By a descriptor of its folder: a socket's path must be short.
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(f"/proc/self/fd/{folder}/{path.name}")
    finally:
        os.close(folder)


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "a file").touch()


ODD: Mapping[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "socket": _socket,
    "folder": _folder,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "dangling link": lambda path: path.symlink_to("/nowhere/at/all"),
}


def put(path: Path, kind: str) -> None:
    """Have something of that kind at a path, in place of what is there."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    ODD[kind](path)
