"""Claude Code's hooks, and Codex's, which have the same shape: event to word (SEMANTICS 5, "Hook events"; pure)."""

from collections.abc import Mapping

from pitwall.agents.hooks import NOTHING, HookSaid, Json, items, mapping, text
from pitwall.events.agents import Word

PLAN = "Approve the plan?"
"""The question of a plan that waits for approval."""

_ASKING = "AskUserQuestion"
_PLANNING = "ExitPlanMode"
_WORKING = frozenset({"UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure"})
_CLEARING = frozenset({"SessionEnd", "Interrupt"})
_ASKED_AGAIN = frozenset({"permission_prompt", "elicitation_dialog", "elicitation_url_dialog"})
_SUBJECTS = (
    "command",
    "file_path",
    "notebook_path",
    "path",
    "url",
    "query",
    "pattern",
    "description",
    "prompt",
)
"""The field of a tool's input that says what it would do: the first that is there."""
_SHELL_TASKS = frozenset({"shell", "bash", "local_bash", "monitor"})
"""Kinds of background tasks that are not the turn's work."""


def said(payload: Mapping[str, Json]) -> HookSaid:
    """What a hook of Claude Code or Codex says; ``NOTHING`` for a side conversation's."""
    if "transcript_path" in payload and payload["transcript_path"] is None:
        return NOTHING
    event = text(payload.get("hook_event_name"))
    word, detail, background, reminder = _word(event, payload)
    return HookSaid(
        word=word,
        detail=detail,
        session=text(payload.get("session_id")),
        mode=text(payload.get("permission_mode")),
        background=background,
        reminder=reminder,
    )


def _word(event: str, payload: Mapping[str, Json]) -> tuple[Word | None, str, bool, bool]:
    """Word, detail, whether background work goes on, whether it is a reminder."""
    tool = text(payload.get("tool_name"))
    if event in ("PreToolUse", "PermissionRequest") and tool in (_ASKING, _PLANNING):
        return "blocked", question(tool, mapping(payload.get("tool_input"))), False, False
    if event == "PermissionRequest":
        return "blocked", question(tool, mapping(payload.get("tool_input"))), False, False
    if event in _WORKING:
        return "working", "", False, False
    if event == "Notification" and text(payload.get("notification_type")) in _ASKED_AGAIN:
        return "blocked", text(payload.get("message")), False, True
    if event == "Stop":
        busy = any(_is_work(mapping(task)) for task in items(payload.get("background_tasks")))
        return ("working", "", True, False) if busy else ("done", "", False, False)
    if event == "StopFailure":
        return "done", text(payload.get("last_assistant_message")) or text(payload.get("error")), False, False
    if event in _CLEARING:
        return "cleared", "", False, False
    return None, "", False, False


def question(tool: str, given: Mapping[str, Json]) -> str:
    """What is asked about a tool: the first question's text, the plan, or what the tool would do."""
    if tool == _ASKING:
        first = mapping(next(iter(items(given.get("questions"))), None))
        return text(first.get("question")) or text(given.get("question"))
    if tool == _PLANNING:
        return PLAN
    subject = next((found for name in _SUBJECTS if (found := text(given.get(name)))), "")
    return f"{tool}: {subject}" if tool and subject else tool or subject


def _is_work(task: Mapping[str, Json]) -> bool:
    """Whether a background task that runs is the turn's: a subagent or workflow, no shell or monitor."""
    status = text(task.get("status")).lower()
    kind = (text(task.get("type")) or text(task.get("kind"))).lower()
    return status not in ("completed", "failed", "killed", "stopped", "done") and kind not in _SHELL_TASKS
