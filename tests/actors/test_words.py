"""An agent's own word counts from the pane's recognised agent alone, and waits a while until that is known."""

import pytest

from pitwall.actors.words import HELD, Heard, Hook, Words
from pitwall.agents.hooks import HookSaid
from pitwall.agents.reports import HELD_MS
from pitwall.events.agents import AgentKnown, AgentSpoke, PermissionModeChanged
from pitwall.events.ids import PaneId
from pitwall.state.model import Agent
from pitwall.state.status_inputs import OwnWordCleared, OwnWordHeard
from pitwall.terminal.reports import ProgramStatus

PANE = PaneId("a" * 16)
CLAUDE = Agent("claude", pid=100, began=7)
WORKING = ProgramStatus(state="working", app="claude-code")


class Ear:
    """Words of one pane, and how often its foreground was to be looked at."""

    def __init__(self) -> None:
        self.polls = 0
        self.words = Words(PANE, self._poll, lambda app: "claude" if app == "claude-code" else app)

    def _poll(self) -> None:
        self.polls += 1


def hook(
    *, kind: str = "claude", sent: int = 900, sender: tuple[int, int] | None = (100, 7), **said: object
) -> Hook:
    return Hook(kind, HookSaid(**{"word": "working", **said}), sent, sender)  # type: ignore[arg-type]


def test_a_report_of_the_recognised_agent_is_its_word() -> None:
    heard = Ear().words.hear(WORKING, CLAUDE, 1000)
    assert heard.word == OwnWordHeard(1000, "report", "working", "", 0)
    assert heard.facts == (AgentSpoke(pane=PANE, source="report", word="working"),)


@pytest.mark.parametrize(
    ("state", "word", "detail"),
    [("blocked", "blocked", "approve Bash?"), ("error", "done", "approve Bash?"), ("idle", "idle", "")],
)
def test_a_reports_message_is_the_question_or_the_errors_text(state: str, word: str, detail: str) -> None:
    report = ProgramStatus(state=state, app="claude-code", message="approve\a Bash?")
    heard = Ear().words.hear(report, CLAUDE, 1000)
    assert isinstance(heard.word, OwnWordHeard)
    assert (heard.word.status, heard.word.detail) == (word, detail)


def test_a_report_can_be_taken_back() -> None:
    heard = Ear().words.hear(ProgramStatus(state="clear", app="claude-code"), CLAUDE, 1000)
    assert heard.word == OwnWordCleared(1000, "report", 0)


@pytest.mark.parametrize(
    "report", [ProgramStatus(state="working", app="codex"), ProgramStatus(state="dancing", app="claude-code")]
)
def test_text_that_merely_passes_through_the_terminal_sets_no_state(report: ProgramStatus) -> None:
    assert Ear().words.hear(report, CLAUDE, 1000) == Heard()


def test_trap_30_a_word_that_comes_before_its_agent_is_recognised_is_held_and_has_it_looked_for() -> None:
    ear = Ear()
    assert ear.words.hear(hook(word="blocked", detail="Run it?"), None, 1000) == Heard()
    assert ear.polls == 1
    (heard,) = ear.words.recognised(CLAUDE, 1500)
    assert isinstance(heard.word, OwnWordHeard)
    assert (heard.word.status, heard.word.detail) == ("blocked", "Run it?")
    assert ear.words.recognised(CLAUDE, 1600) == []


def test_a_word_is_not_held_for_ever_nor_are_many() -> None:
    ear = Ear()
    ear.words.hear(WORKING, None, 1000)
    assert ear.words.recognised(CLAUDE, 1000 + HELD_MS + 1) == []
    for _ in range(3 * HELD):
        ear.words.hear(WORKING, None, 5000)
    assert len(ear.words.recognised(CLAUDE, 5000)) == HELD


def test_a_suspended_agent_does_not_write_to_its_terminal_but_its_hooks_count() -> None:
    suspended = Agent("claude", pid=100, began=7, suspended=True)
    assert Ear().words.hear(WORKING, suspended, 1000) == Heard()
    assert Ear().words.hear(hook(), suspended, 1000).word is not None


def test_H08_a_nested_agents_hooks_are_ignored() -> None:
    assert Ear().words.hear(hook(sender=(555, 9), session="nested"), CLAUDE, 1000) == Heard()


def test_a_hook_of_another_kind_of_agent_is_ignored() -> None:
    assert Ear().words.hear(hook(kind="codex"), CLAUDE, 1000) == Heard()


def test_H04_a_hook_is_as_old_as_its_process() -> None:
    heard = Ear().words.hear(hook(sent=400), CLAUDE, 1000)
    assert isinstance(heard.word, OwnWordHeard)
    assert (heard.word.at, heard.word.sent) == (1000, 400)


def test_a_hook_from_the_future_is_as_old_as_now() -> None:
    heard = Ear().words.hear(hook(sent=4000), CLAUDE, 1000)
    assert isinstance(heard.word, OwnWordHeard)
    assert heard.word.sent == 1000


def test_the_conversation_and_the_permission_mode_are_facts() -> None:
    heard = Ear().words.hear(hook(word=None, session="abc", mode="plan"), CLAUDE, 1000)
    assert heard.word is None
    assert heard.facts == (
        AgentKnown(pane=PANE, agent="claude", session="abc"),
        PermissionModeChanged(pane=PANE, mode="plan"),
    )


def test_trap_52_the_late_words_of_an_older_runtime_are_ignored() -> None:
    ear = Ear()
    assert ear.words.hear(hook(runtime="one"), CLAUDE, 1000).word is not None
    assert ear.words.hear(hook(runtime="two"), CLAUDE, 1100).word is not None
    assert ear.words.hear(hook(runtime="one", word="done"), CLAUDE, 1200) == Heard()
    assert ear.words.hear(hook(runtime="two", word="done"), CLAUDE, 1300).word is not None


def test_H04_a_hook_that_comes_late_brings_no_earlier_conversation_or_mode_back() -> None:
    words = Ear().words
    words.hear(hook(word=None, session="new", mode="plan", sent=900), CLAUDE, 1000)
    late = words.hear(hook(word="cleared", session="old", mode="default", sent=800), CLAUDE, 1010)
    assert late.word == OwnWordCleared(1010, "hook", 800)
    assert late.facts == (AgentSpoke(pane=PANE, source="hook", word="cleared"),)


def test_a_hook_that_was_sent_at_the_same_time_still_tells_its_conversation() -> None:
    words = Ear().words
    words.hear(hook(sent=900), CLAUDE, 1000)
    (known,) = words.hear(hook(word=None, session="new", sent=900), CLAUDE, 1000).facts
    assert known == AgentKnown(pane=PANE, agent="claude", session="new")


def test_a_word_that_is_said_again_is_one_fact() -> None:
    words = Ear().words
    assert len(words.hear(WORKING, CLAUDE, 1000).facts) == 1
    again = words.hear(WORKING, CLAUDE, 1100)
    assert again.facts == ()
    assert again.word == OwnWordHeard(1100, "report", "working", "", 0)
    assert len(words.hear(ProgramStatus(state="idle", app="claude-code"), CLAUDE, 1200).facts) == 1
    assert len(words.hear(WORKING, CLAUDE, 1300).facts) == 1
