"""pitwall's extension for pi: a TypeScript file of its own, known again by a checksum in its first line (pure)."""

import hashlib
import json
import re
from pathlib import Path

NAME = "pitwall.ts"

_SOURCE = Path(__file__).with_name("pi_extension.ts")
_FIRST_LINE = re.compile(r"// pitwall's extension for pi, from `pitwall hooks install pi`: ([0-9a-f]{16})\n")


def extension(pitwall: str) -> str:
    """The extension's text; ``pitwall`` is the installed command."""
    body = _SOURCE.read_text(encoding="utf-8").replace('"@PITWALL@"', json.dumps(pitwall))
    return f"// pitwall's extension for pi, from `pitwall hooks install pi`: {_checksum(body)}\n{body}"


def is_unchanged(text: str) -> bool:
    """Whether a text is pitwall's extension, of any version, as it was installed."""
    match = _FIRST_LINE.match(text)
    return match is not None and match[1] == _checksum(text[match.end() :])


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:16]
