"""Program status reports (OSC 7501), as agents write them: which agent one is of, and what it says (pure)."""

from dataclasses import dataclass

from pitwall.events.agents import Word

HELD_MS = 2_000
"""How long a report waits for its agent to be recognised; it triggers that itself."""

_KINDS = {"claude-code": "claude"}
"""The kinds whose ``app`` has another name than the kind."""

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


def kind_of(app: str) -> str:
    """The agent kind that reports under this name."""
    return _KINDS.get(app, app)


def said(state: str, message: str) -> Said | None:
    """What a report of this state says; ``None`` for a state that is not known."""
    word = _WORDS.get(state)
    if word is None:
        return None
    return Said(word, message if state in ("blocked", "error") else "")
