"""Where the running pitwall is installed: the command that goes on working when it is upgraded."""

import os
import shlex
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Mapping

_CACHES = ("archive-v0", "pipx/.cache", "pip-run-")
"""Parts of the paths of installations that are thrown away: uv's and pipx's runs without installing."""

_OUTSIDE = 'test -z "$PITWALL_PANE"'


def command(environ: Mapping[str, str] = os.environ) -> str:
    """
    The absolute path of this installation's ``pitwall``; "" if it has none.

    The one on PATH is taken as it stands there, when it is this installation's: a link such as ``~/.local/bin``'s
    stays where it is when what it points at is replaced by a newer version.
    """
    own = [path for path in _own_scripts() if os.access(path, os.X_OK) and os.path.isfile(path)]
    on_path = shutil.which("pitwall", path=environ.get("PATH", os.defpath))
    if (
        on_path is not None
        and os.path.isabs(on_path)
        and any(os.path.samefile(on_path, path) for path in own)
    ):
        return on_path
    return own[0] if own else ""


def is_temporary(path: str) -> bool:
    """Whether a path is one that may be gone tomorrow."""
    real = os.path.realpath(path)
    folders = {tempfile.gettempdir(), "/tmp", "/var/tmp", "/run", "/dev/shm"}
    return any(part in real for part in _CACHES) or any(
        real.startswith(os.path.realpath(folder) + "/") for folder in folders
    )


def hook_command(path: str, kind: str) -> str:
    """
    The shell command of a hook: silent, never failing, and nothing at all outside pitwall.

    It does without PATH, and holds when pitwall is gone. It is one that fish understands as well.
    """
    return f"{_OUTSIDE} || {shlex.quote(path)}{_ending(kind)}"


def is_hook_command(written: str, kind: str) -> bool:
    """Whether a shell command is what ``hook_command`` makes, for any installation."""
    return written.startswith(f"{_OUTSIDE} || ") and written.endswith(_ending(kind))


def _ending(kind: str) -> str:
    return f" hook {kind} 2>/dev/null || true"


def _own_scripts() -> Iterable[str]:
    yield os.path.join(os.path.dirname(sys.executable), "pitwall")
    yield os.path.join(sysconfig.get_path("scripts"), "pitwall")
    yield os.path.join(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")), "pitwall")
