"""What pitwall's extension for pi says."""

import pytest

from pitwall.agents.hook_pi import said
from pitwall.agents.hooks import HookSaid


@pytest.mark.parametrize(
    ("payload", "word", "detail"),
    [
        ({"event": "agent_start"}, "working", ""),
        ({"event": "tool_call", "tool": "bash"}, "working", ""),
        ({"event": "agent_end"}, "done", ""),
        ({"event": "agent_settled"}, "done", ""),
        ({"event": "agent_end", "outcome": "error", "message": "no credit"}, "done", "no credit"),
        ({"event": "agent_end", "outcome": "aborted"}, "cleared", ""),
        ({"event": "shutdown"}, "cleared", ""),
        ({"event": "session_start"}, None, ""),
        ({"event": 7}, None, ""),
    ],
)
def test_each_event_says_its_word(payload: dict[str, object], word: str | None, detail: str) -> None:
    heard = said(payload)  # type: ignore[arg-type]
    assert (heard.word, heard.detail) == (word, detail)


def test_trap_52_the_runtime_and_the_session_are_passed_on() -> None:
    heard = said({"event": "agent_start", "session": "abc", "runtime": "r1"})
    assert heard == HookSaid(word="working", session="abc", runtime="r1")
