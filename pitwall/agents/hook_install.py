"""Hooks in the agents' own settings, for agents that take none at each start: put there, looked for, taken away."""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from pitwall.agents import codex_settings, pi_extension
from pitwall.agents.backups import Backup, Backups, fingerprint
from pitwall.agents.settingsfile import SettingsFile, check_writable, read, replace
from pitwall.errors import SettingsRejected

Kind = Literal["codex", "pi"]
KINDS: tuple[Kind, ...] = ("codex", "pi")

State = Literal["installed", "outdated", "missing", "no agent"]
"""``outdated``: hooks of another version or installation, or some of them only. ``no agent``: it has no folder."""

TRIES = 3

Text: TypeAlias = str | None
"""A file's text; ``None`` for no file."""


@dataclass(frozen=True, slots=True)
class Part:
    """
    One file of an agent that pitwall has a part in.

    ``put`` and ``take`` make the text with pitwall's part and without it of the text there is and the text there was
    before pitwall's came (``None`` if that is not known, or there was no file). ``state`` judges a text.
    """

    path: Path
    put: Callable[[Text, Text], Text]
    take: Callable[[Text, Text], Text]
    state: Callable[[Text], State]


@dataclass(frozen=True, slots=True)
class Change:
    """What is to become of a file; ``None`` for no file. ``backup`` is kept with it, or none."""

    file: SettingsFile
    after: bytes | None
    backup: Backup | None

    @property
    def is_none(self) -> bool:
        """Whether the file is so already."""
        return self.file.data == self.after


def folder(kind: Kind, environ: Mapping[str, str]) -> Path:
    """The folder of an agent's settings."""
    home = Path(environ.get("HOME") or os.path.expanduser("~"))
    if kind == "codex":
        return Path(environ.get("CODEX_HOME") or home / ".codex")
    return Path(environ.get("PI_CODING_AGENT_DIR") or home / ".pi" / "agent")


def parts(kind: Kind, environ: Mapping[str, str], pitwall: str) -> tuple[Part, ...]:
    """The files of an agent's that pitwall has a part in; ``pitwall`` is the installed command."""
    place = folder(kind, environ)
    if kind == "pi":
        text = pi_extension.extension(pitwall)
        return (
            Part(
                place / "extensions" / pi_extension.NAME, _put_extension(text), _take_extension, _judge(text)
            ),
        )
    return (
        Part(
            place / "hooks.json",
            lambda now, before: codex_settings.with_hooks(now or "", pitwall, before),
            _take_hooks,
            lambda now: _hooks_state(now or "", pitwall),
        ),
        Part(
            place / "config.toml",
            lambda now, before: codex_settings.with_notify(now or "", pitwall),
            _take_notify,
            lambda now: _notify_state(now or "", pitwall),
        ),
    )


def state(kind: Kind, environ: Mapping[str, str], pitwall: str) -> State:
    """Whether an agent's hooks are installed; raises SettingsRejected for files that cannot be read or understood."""
    if not folder(kind, environ).is_dir():
        return "no agent"
    states = {_state(part) for part in parts(kind, environ, pitwall)}
    return states.pop() if len(states) == 1 else "outdated"


def _state(part: Part) -> State:
    text = _text(read(part.path))
    with _told_of(part.path):
        return part.state(text)


def install(
    kind: Kind, environ: Mapping[str, str], pitwall: str, backups: Backups, *, dry_run: bool = False
) -> tuple[Change, ...]:
    """
    Put an agent's hooks in its settings, and return what that changed.

    Raises:
        SettingsRejected: a file is of a shape that is not understood, or cannot be written; none was changed.
    """
    return _change(parts(kind, environ, pitwall), _installed, backups, dry_run=dry_run)


def uninstall(
    kind: Kind, environ: Mapping[str, str], pitwall: str, backups: Backups, *, dry_run: bool = False
) -> tuple[Change, ...]:
    """Take an agent's hooks out of its settings, as ``install`` puts them there."""
    return _change(parts(kind, environ, pitwall), _uninstalled, backups, dry_run=dry_run)


def _change(
    files: tuple[Part, ...],
    plan: "Callable[[Part, SettingsFile, Backup | None], Change]",
    backups: Backups,
    *,
    dry_run: bool,
) -> tuple[Change, ...]:
    if dry_run:
        return _planned(files, plan, backups)
    with backups.locked():
        done: list[Change] = []
        for _ in range(TRIES):
            changes = _planned(files, plan, backups)
            if all(change.is_none or _made(change, backups, done) for change in changes):
                return tuple(done)
    raise SettingsRejected("another program changes its settings at this moment; try again when it has ended")


def _planned(
    files: tuple[Part, ...], plan: "Callable[[Part, SettingsFile, Backup | None], Change]", backups: Backups
) -> tuple[Change, ...]:
    changes = []
    for part in files:
        file = read(part.path)
        change = plan(part, file, backups.of(file))
        if not change.is_none:
            check_writable(file)
        changes.append(change)
    return tuple(changes)


def _made(change: Change, backups: Backups, done: list[Change]) -> bool:
    if change.backup is not None:
        backups.keep(change.file, change.backup)
    if not replace(change.file, change.after):
        return False
    if change.backup is None:
        backups.forget(change.file)
    done.append(change)
    return True


def _installed(part: Part, file: SettingsFile, backup: Backup | None) -> Change:
    if backup is not None and backup.installed == fingerprint(file.data):
        original = backup.original
    else:
        before = None if backup is None else _decoded(backup.original)
        text = _text(file)
        with _told_of(part.path):
            original = _encoded(part.take(text, before))
        if backup is not None and backup.original is None and original in (b"", b"{}"):
            original = None
    text = _decoded(original)
    with _told_of(part.path):
        after = _encoded(part.put(text, text))
    if after == file.data:
        return Change(file, after, backup)
    return Change(file, after, Backup(original, fingerprint(after)))


def _uninstalled(part: Part, file: SettingsFile, backup: Backup | None) -> Change:
    if backup is not None and backup.installed == fingerprint(file.data):
        return Change(file, backup.original, None)
    before = None if backup is None else _decoded(backup.original)
    text = _text(file)
    with _told_of(part.path):
        after = _encoded(part.take(text, before))
    if backup is not None and backup.original is None and (after or b"").strip() in (b"", b"{}"):
        after = None
    return Change(file, after, None)


def _text(file: SettingsFile) -> Text:
    return None if file.data is None else file.text


def _decoded(data: bytes | None) -> Text:
    return None if data is None else data.decode("utf-8", "replace")


def _encoded(text: Text) -> bytes | None:
    return None if text is None else text.encode("utf-8")


def _take_hooks(now: Text, before: Text) -> Text:
    return now if now is None else codex_settings.without_hooks(now, before)


def _take_notify(now: Text, before: Text) -> Text:
    return now if now is None else codex_settings.without_notify(now)


def _put_extension(text: str) -> Callable[[Text, Text], Text]:
    def put(now: Text, before: Text) -> Text:
        _take_extension(now, before)
        return text

    return put


def _take_extension(now: Text, before: Text) -> Text:
    if now is not None and not pi_extension.is_unchanged(now):
        raise SettingsRejected(
            "it is not as pitwall wrote it, so it is left alone; move it away, or delete it"
        )
    return None


def _judge(text: str) -> Callable[[Text], State]:
    return lambda now: "installed" if now == text else "missing" if now is None else "outdated"


def _hooks_state(text: str, pitwall: str) -> State:
    if not text.strip() or not codex_settings.has_any_hooks(text):
        return "missing"
    return "installed" if codex_settings.has_hooks(text, pitwall) else "outdated"


def _notify_state(text: str, pitwall: str) -> State:
    if codex_settings.with_notify(text, pitwall) == text:
        return "installed"
    return "outdated" if codex_settings.has_notify(text) else "missing"


@contextlib.contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """What is rejected within is told with the file's path."""
    try:
        yield
    except SettingsRejected as error:
        raise SettingsRejected(f"{path}: {error}") from None
