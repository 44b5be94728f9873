"""The texts inside OSC 7501 and OSC 99, read into reports."""

import binascii
import re
from base64 import b64decode

from pitwall.terminal.reports import Notification, ProgramStatus

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_WORD = re.compile(r"[A-Za-z0-9_.-]{1,64}")

LONGEST_MESSAGE = 160
LONGEST_NOTIFICATION = 512
MOST_OPEN_NOTIFICATIONS = 8


def without_controls(text: str) -> str:
    """Return `text` without C0 and C1 controls."""
    return _CONTROLS.sub("", text)


def in_one_line(text: str) -> str:
    """Return `text` for people: without controls, but with spaces for those that keep words apart."""
    return _CONTROLS.sub(lambda control: " " if control[0].isspace() else "", text)


def _decoded(base64: str) -> str:
    try:
        data = b64decode(base64 + "=" * (-len(base64) % 4), validate=True)
    except (binascii.Error, ValueError):
        return ""
    return data.decode("utf-8", "replace")


def _shortened(text: str) -> str:
    """Return a text cut as hints are (SEMANTICS 9)."""
    text = " ".join(in_one_line(text).split())
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"


def program_status(text: str) -> ProgramStatus | None:
    """Return the status in ``state=S:app=A:kind=K:msg=BASE64``, in any order, or None when it names no state."""
    fields = dict(field.partition("=")[::2] for field in text.split(":"))
    words = [fields.get(name, "") for name in ("state", "app", "kind")]
    state, app, kind = (word if _WORD.fullmatch(word) else "" for word in words)
    return ProgramStatus(state, app, kind, _shortened(_decoded(fields.get("msg", "")))) if state else None


class NotificationParts:
    """Puts kitty's notifications (OSC 99), which may come in parts, together."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[str, str]] = {}

    def add(self, text: str) -> Notification | None:
        """Take one OSC 99's text; return the notification that it completes."""
        metadata, _, payload = text.partition(";")
        fields = dict(field.partition("=")[::2] for field in metadata.split(":"))
        part = fields.get("p", "title")
        if part not in ("title", "body"):
            return None
        if fields.get("e") == "1":
            payload = _decoded(payload)
        identity = fields.get("i", "")[:64]
        title, body = self._open.pop(identity, ("", ""))
        payload = in_one_line(payload)
        title = (title + payload if part == "title" else title)[:LONGEST_NOTIFICATION]
        body = (body + payload if part == "body" else body)[:LONGEST_NOTIFICATION]
        if fields.get("d") == "0":
            self._open[identity] = (title, body)
            if len(self._open) > MOST_OPEN_NOTIFICATIONS:
                del self._open[next(iter(self._open))]
            return None
        return Notification(99, title, body) if title or body else None
