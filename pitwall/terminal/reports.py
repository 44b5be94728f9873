"""What a program tells its terminal besides what to draw: frozen values, taken by `Terminal.take_reports`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProgramStatus:
    """OSC 7501: what the program says of itself; `message` is decoded, without controls."""

    state: str
    app: str = ""
    kind: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Notification:
    """A desktop notification: OSC 9, 99 or 777, which `code` tells."""

    code: int
    title: str
    body: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """OSC 9;4: `state` 0 removed, 1 normal, 2 error, 3 indeterminate, 4 paused; `percent` 0 to 100."""

    state: int
    percent: int = 0


@dataclass(frozen=True, slots=True)
class PromptMark:
    """OSC 133: `mark` is A (prompt), B (input), C (output) or D (end, maybe with an exit code)."""

    mark: str
    exit_code: int | None = None


@dataclass(frozen=True, slots=True)
class Folder:
    """OSC 7: the program's working folder, a decoded absolute path, and the host it is on."""

    path: str
    host: str = ""


@dataclass(frozen=True, slots=True)
class Bell:
    """BEL, once for any number of them in a row."""


Report = ProgramStatus | Notification | Progress | PromptMark | Folder | Bell
