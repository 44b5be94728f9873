"""Program status reports (OSC 7501), as agents write them: what one says (pure)."""

from dataclasses import dataclass

from pitwall.events.agents import Word

HELD_MS = 2_000
"""How long a report waits for its agent to be recognised; it triggers that itself."""

_WORDS: dict[str, Word] = {
    "idle": "idle",
    "working": "working",
    "blocked": "blocked",
    "done": "done",
    "error": "done",
    "clear": "cleared",
}


@dataclass(frozen=True, slots=True)
class Said:
    """What a report says; ``detail`` is the question, or an error's message."""

    word: Word
    detail: str


def said(state: str, message: str) -> Said | None:
    """What a report of this state says; ``None`` for a state that is not known."""
    word = _WORDS.get(state)
    if word is None:
        return None
    return Said(word, message if state in ("blocked", "error") else "")
