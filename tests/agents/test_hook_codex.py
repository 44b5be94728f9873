"""What Codex's notifications say."""

import json
from pathlib import Path

from pitwall.agents.hook_codex import said
from pitwall.agents.hooks import NOTHING

NOTIFICATIONS = [
    record["payload"]
    for record in map(
        json.loads, (Path(__file__).parent / "payloads" / "codex.jsonl").read_text().splitlines()
    )
    if record["tag"] == "notify"
]


def test_the_end_of_the_helper_threads_turn_is_not_the_turns_end() -> None:
    titles = [n for n in NOTIFICATIONS if n["input-messages"][0].startswith("Generate a concise")]
    assert titles
    for payload in titles:
        assert said(payload, "01a22c5c-4526-7e13-8940-70cfa8a64afd") == NOTHING


def test_the_end_of_the_main_threads_turn_is_done() -> None:
    payload = NOTIFICATIONS[0]
    assert said(payload, payload["thread-id"]).word == "done"


def test_a_hook_of_codex_says_what_the_same_of_claude_would() -> None:
    payload = {"hook_event_name": "Stop", "session_id": "s", "transcript_path": "/t"}
    assert said(payload, "").word == "done"


def test_trap_14_a_notification_without_a_known_conversation_says_nothing() -> None:
    assert said({"type": "agent-turn-complete", "thread-id": ""}, "") == NOTHING
