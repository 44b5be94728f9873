import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitwall.agents.hook_pi import said
from pitwall.agents.hooks import HookSaid
from pitwall.agents.pi_extension import extension, is_unchanged

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="no node here")

PANE = "8c1f3a90d2e4b7a1"

HARNESS = """
import extension from "./extension.mjs";
const [steps, stays] = JSON.parse(process.argv[2]);
const handlers = {};
extension({ on: (name, handler) => { (handlers[name] ??= []).push(handler); } });
for (const [name, event, hasUI] of steps) {
  const ctx = { hasUI, sessionManager: { getSessionId: () => "session-1" } };
  for (const handler of handlers[name] ?? []) {
    if ((await handler({ type: name, ...event }, ctx)) !== undefined) throw new Error("it answered " + name);
  }
}
if (stays) process.stdin.resume();
"""

Step = tuple[str, dict[str, object], bool]
"""An event's name, the event, and whether pi has a user interface."""


class Pi:
    """node with the extension in it, as pi loads it, and a ``pitwall`` that passes on what it is told."""

    def __init__(self, root: Path, *, retry_ms: int = 2500) -> None:
        self._root = root
        os.mkfifo(root / "reports")
        self._reports = os.fdopen(os.open(root / "reports", os.O_RDWR), "rb", buffering=0)
        pitwall = root / 'it\'s "here"' / "pitwall"
        pitwall.parent.mkdir()
        pitwall.write_text(
            f'#!/bin/sh\nreport=$(cat)\nprintf "%s %s\\n" "$*" "$report" 1<> "{root}/reports"\necho noise\nexit 1\n'
        )
        pitwall.chmod(0o755)
        (root / "extension.mjs").write_text(extension(str(pitwall)).replace("= 2500;", f"= {retry_ms};"))
        (root / "harness.mjs").write_text(HARNESS)

    def close(self) -> None:
        self._reports.close()

    def run(self, *steps: Step, pane: str = PANE) -> None:
        """Let pi go through the events and end; it prints nothing."""
        with self.staying(*steps, pane=pane, stays=False):
            pass

    @contextlib.contextmanager
    def staying(self, *steps: Step, pane: str = PANE, stays: bool = True) -> Iterator[None]:
        """Let pi go through the events, and stay until the context ends; it prints nothing."""
        assert NODE is not None
        process = subprocess.Popen(
            [NODE, self._root / "harness.mjs", json.dumps([steps, stays])],
            env={"PATH": "/usr/bin:/bin", "PITWALL_PANE": pane},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        try:
            yield
            output, _ = process.communicate(timeout=60)
        finally:
            process.kill()
        assert (process.returncode, output) == (0, b"")

    def reports(self, count: int) -> list[dict[str, str]]:
        """The next reports, as soon as they are there."""
        found = []
        for _ in range(count):
            command, _, report = self._reports.readline().decode().partition(" pi ")
            assert command == "hook"
            found.append(json.loads(report))
        return found

    def no_more(self) -> bool:
        os.set_blocking(self._reports.fileno(), False)
        return self._reports.read() is None


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[Pi]:
    pi = Pi(tmp_path)
    yield pi
    pi.close()


def ended(reason: str, message: str = "") -> dict[str, object]:
    return {
        "messages": [
            {"role": "assistant", "stopReason": reason, "errorMessage": message},
            {"role": "toolResult"},
        ]
    }


@needs_node
def test_a_turn_is_told_as_it_goes_and_in_its_order(pi: Pi) -> None:
    tools: list[Step] = [("tool_call", {"toolName": f"tool {count}"}, True) for count in range(5)]
    with pi.staying(
        ("session_start", {"reason": "startup"}, True),
        ("agent_start", {}, True),
        *tools,
        ("agent_end", ended("stop"), True),
    ):
        reports = pi.reports(8)

    assert [each["event"] for each in reports] == [
        "session_start", "agent_start", *["tool_call"] * 5, "agent_end",
    ]  # fmt: skip
    assert [each["tool"] for each in reports[2:7]] == [f"tool {count}" for count in range(5)]
    assert {each["session"] for each in reports} == {"session-1"}
    assert len({each["runtime"] for each in reports}) == 1
    assert [said(each).word for each in reports] == [None, *["working"] * 6, "done"]


@needs_node
def test_outside_pitwall_it_does_nothing(pi: Pi) -> None:
    pi.run(("agent_start", {}, False), ("session_shutdown", {"reason": "quit"}, False), pane="")

    assert pi.no_more()


@needs_node
def test_trap_52_without_a_user_interface_the_last_report_is_waited_for(pi: Pi) -> None:
    pi.run(("agent_end", ended("stop"), False), ("session_shutdown", {"reason": "quit"}, False))

    assert [said(each).word for each in pi.reports(2)] == ["done", "cleared"]


@needs_node
def test_trap_52_a_report_does_not_keep_pi_alive(pi: Pi) -> None:
    """An error that waits for a new attempt, at most 20 seconds, is told when pi ends before."""
    pi.run(("agent_end", ended("error", "overloaded"), True))

    assert pi.no_more()


@needs_node
def test_an_interrupted_turn_is_told_as_that(pi: Pi) -> None:
    pi.run(("agent_end", ended("aborted", "Request was aborted"), False))

    assert said(pi.reports(1)[0]).word == "cleared"


@needs_node
def test_an_error_is_told_with_its_message_when_pi_does_not_try_again(tmp_path: Path) -> None:
    quick = Pi(tmp_path, retry_ms=20)
    with quick.staying(("agent_end", ended("error", "x" * 3000 + "\0"), True)):
        (report,) = quick.reports(1)
    quick.close()

    assert said(report) == HookSaid("done", "x" * 2000, "session-1", runtime=report["runtime"])


@needs_node
def test_an_error_that_is_tried_again_ends_nothing(tmp_path: Path) -> None:
    quick = Pi(tmp_path, retry_ms=200)
    with quick.staying(
        ("before_agent_start", {}, True),
        ("agent_end", ended("error", "529"), True),
        ("agent_start", {}, True),
        ("agent_end", ended("error", "gave up"), True),
    ):
        reports = quick.reports(2)
    quick.close()

    assert [(said(each).word, said(each).detail) for each in reports] == [
        ("working", ""),
        ("done", "gave up"),
    ]


@needs_node
def test_an_error_before_the_end_is_told_first(pi: Pi) -> None:
    pi.run(("agent_end", ended("error", "401"), False), ("session_shutdown", {"reason": "quit"}, False))

    assert [(said(each).word, said(each).detail) for each in pi.reports(2)] == [
        ("done", "401"),
        ("cleared", ""),
    ]


@needs_node
def test_trap_52_a_reload_tells_no_end(pi: Pi) -> None:
    pi.run(("session_shutdown", {"reason": "reload"}, False), ("session_start", {}, False))

    assert [each["event"] for each in pi.reports(1)] == ["session_start"]


@needs_node
def test_a_pi_that_settles_is_heard_when_it_has(pi: Pi) -> None:
    with pi.staying(
        ("agent_settled", ended("stop"), True),
        ("agent_start", {}, True),
        ("agent_end", ended("error", "529"), True),
        ("agent_settled", ended("error", "gave up"), True),
    ):
        reports = pi.reports(3)

    assert [(said(each).word, said(each).detail) for each in reports] == [
        ("done", ""), ("working", ""), ("done", "gave up"),
    ]  # fmt: skip


@needs_node
@pytest.mark.parametrize("event", [{}, {"messages": None}, {"messages": [None, 1, {"role": "assistant"}]}])
def test_odd_events_are_ends_like_others(pi: Pi, event: dict[str, object]) -> None:
    pi.run(("agent_end", event, False), ("tool_call", {}, False))

    assert [said(each).word for each in pi.reports(1)] == ["done"]


@needs_node
def test_a_pitwall_that_is_gone_is_not_pis_trouble(pi: Pi, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / 'it\'s "here"')

    pi.run(("agent_start", {}, True), ("agent_end", ended("stop"), False))


def test_the_extension_knows_itself_again() -> None:
    text = extension("/opt/pitwall")

    assert is_unchanged(text)
    assert is_unchanged(extension('/opt/it\'s "x"\\'))
    assert not is_unchanged(text + " ")
    assert not is_unchanged(text.replace("agent_start", "agent_begin"))
    assert not is_unchanged("")
    assert not is_unchanged(text.partition("\n")[2])


def test_the_path_is_a_string_of_javascripts() -> None:
    assert 'const PITWALL = "/it\'s \\"x\\"/\\u00e9";' in extension('/it\'s "x"/é')
