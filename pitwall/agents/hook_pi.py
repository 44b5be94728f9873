"""What pitwall's extension for pi says (pure): its own events, one JSON object each."""

from collections.abc import Mapping

from pitwall.agents.hooks import HookSaid, Json, text
from pitwall.events.agents import Word

_WORDS: Mapping[str, Word] = {
    "agent_start": "working",
    "tool_call": "working",
    "agent_end": "done",
    "agent_settled": "done",
    "shutdown": "cleared",
}


def said(payload: Mapping[str, Json]) -> HookSaid:
    """What an event of the extension says; an end with an error has its message, an aborted one takes it back."""
    event = text(payload.get("event"))
    word = _WORDS.get(event)
    detail = ""
    if word == "done":
        outcome = text(payload.get("outcome"))
        word = "cleared" if outcome == "aborted" else "done"
        detail = text(payload.get("message")) if outcome == "error" else ""
    return HookSaid(
        word=word,
        detail=detail,
        session=text(payload.get("session")),
        runtime=text(payload.get("runtime")),
    )
