"""What Claude Code's and Codex's hooks say, event by event."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.agents.hook_claude import PLAN, said
from pitwall.agents.hooks import NOTHING, HookSaid

PAYLOADS = Path(__file__).parent / "payloads"
RECORDED = [
    pytest.param(record["tag"], record["payload"], id=f"{agent}-{number}-{record['tag']}")
    for agent in ("claude", "codex")
    for number, record in enumerate(map(json.loads, (PAYLOADS / f"{agent}.jsonl").read_text().splitlines()))
    if record["tag"] != "notify"
]
WORDS = {
    "SessionStart": {None},
    "UserPromptSubmit": {"working"},
    "PreToolUse": {"working", "blocked"},
    "PermissionRequest": {"blocked"},
    "PostToolUse": {"working"},
    "Notification": {"blocked"},
    "Stop": {"done", "working"},
    "StopFailure": {"done"},
    "SubagentStart": {None},
    "SubagentStop": {None},
    "SessionEnd": {"cleared"},
}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(("tag", "payload"), RECORDED)
def test_every_recorded_hook_says_what_its_event_means(tag: str, payload: dict[str, object]) -> None:
    heard = said(payload)  # type: ignore[arg-type]
    assert heard.word in WORDS[tag]
    assert heard.session == payload["session_id"]
    if heard.word == "blocked":
        assert heard.detail


def hook(event: str, **fields: object) -> HookSaid:
    return said({"hook_event_name": event, "session_id": "s", "transcript_path": "/t", **fields})  # type: ignore[arg-type]


def test_a_question_asks_its_first_questions_text() -> None:
    asked = {"questions": [{"question": "Which database?"}, {"question": "Which port?"}]}
    heard = hook("PreToolUse", tool_name="AskUserQuestion", tool_input=asked)
    assert (heard.word, heard.detail) == ("blocked", "Which database?")


def test_a_plan_waits_for_approval() -> None:
    heard = hook("PermissionRequest", tool_name="ExitPlanMode", tool_input={"plan": "1. …"})
    assert (heard.word, heard.detail) == ("blocked", PLAN)


@pytest.mark.parametrize(
    ("tool", "given_input", "question"),
    [
        ("Bash", {"command": "npm test", "description": "Run the tests"}, "Bash: npm test"),
        ("Write", {"file_path": "/src/a.py", "content": "x"}, "Write: /src/a.py"),
        ("Odd", {}, "Odd"),
        ("Odd", {"command": 3}, "Odd"),
    ],
)
def test_a_permission_says_what_the_tool_would_do(
    tool: str, given_input: dict[str, object], question: str
) -> None:
    assert hook("PermissionRequest", tool_name=tool, tool_input=given_input).detail == question


def test_trap_12_an_idle_reminder_says_nothing() -> None:
    assert hook("Notification", notification_type="idle_prompt", message="waiting").word is None


def test_trap_16_a_permission_notification_only_reminds() -> None:
    heard = hook(
        "Notification", notification_type="permission_prompt", message="Claude needs your permission"
    )
    assert (heard.word, heard.reminder) == ("blocked", True)


@pytest.mark.parametrize(
    ("tasks", "word", "background"),
    [
        ([], "done", False),
        ([{"type": "shell", "status": "running"}], "done", False),
        ([{"type": "subagent", "status": "running"}], "working", True),
        ([{"type": "subagent", "status": "completed"}], "done", False),
        (
            [{"type": "shell", "status": "running"}, {"type": "workflow", "status": "running"}],
            "working",
            True,
        ),
    ],
)
def test_trap_13_a_stop_is_done_unless_a_subagent_or_workflow_goes_on(
    tasks: list[dict[str, str]], word: str, background: bool
) -> None:
    heard = hook("Stop", background_tasks=tasks)
    assert (heard.word, heard.background) == (word, background)


def test_trap_15_a_failed_tool_is_no_failed_turn_and_a_failed_turn_is_done() -> None:
    assert hook("PostToolUseFailure", tool_name="Bash").word == "working"
    failed = hook("StopFailure", error="unknown", last_assistant_message="API Error: 400")
    assert (failed.word, failed.detail) == ("done", "API Error: 400")


@pytest.mark.parametrize("event", ["SubagentStop", "SessionStart"])
def test_trap_14_a_subagents_stop_and_a_compact_start_change_no_status(event: str) -> None:
    assert hook(event, source="compact").word is None


def test_a_side_conversation_is_ignored() -> None:
    assert said({"hook_event_name": "Stop", "session_id": "side", "transcript_path": None}) == NOTHING


@given(
    st.dictionaries(
        st.sampled_from(["hook_event_name", "tool_name", "tool_input", "background_tasks"]), json_values
    )
)
def test_any_json_at_all_is_borne(payload: dict[str, object]) -> None:
    said(payload)  # type: ignore[arg-type]
