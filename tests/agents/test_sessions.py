from pathlib import Path

import pytest

from pitwall.agents.definitions import bundled_folder, load
from pitwall.agents.sessions import chooses_session, converses, session_in

DEFINITIONS = load(bundled_folder(), Path("absent")).definitions
ID = "0f0e4a12-1b1c-4c3d-9e8f-0123456789ab"


@pytest.mark.parametrize(
    ("line", "converses_"),
    [
        ("claude", True),
        ("claude fix-it", True),
        ("claude --model opus mcp-please", True),
        ("claude mcp list", False),
        ("claude --debug update", True),
        ("claude --verbose update", False),
        ("claude --model opus doctor", False),
        ("claude -- mcp", True),
        ("codex resume", True),
        ("codex exec hello", False),
        ("codex -m o5 app-server", False),
        ("pi list", False),
    ],
)
def test_a_subcommand_of_another_kind_holds_no_conversation(line: str, converses_: bool) -> None:
    command, *arguments = line.split()

    assert converses(DEFINITIONS[command], arguments) is converses_


@pytest.mark.parametrize(
    ("line", "chooses"),
    [
        ("claude", False),
        ("claude --model opus prompt", False),
        ("claude -c", True),
        ("claude --continue", True),
        ("claude -r", True),
        (f"claude --resume={ID}", True),
        ("claude --from-pr 12", True),
        ("claude -- --continue", False),
        ("claude --append-system-prompt --continue", False),
        ("codex resume --last", True),
        ("codex fork", True),
        ("codex prompt", False),
        ("pi --no-session", True),
        ("gemini -r latest", True),
        ("opencode --continue", True),
    ],
)
def test_an_option_or_a_subcommand_chooses_the_conversation(line: str, chooses: bool) -> None:
    command, *arguments = line.split()

    assert chooses_session(DEFINITIONS[command], arguments) is chooses


@pytest.mark.parametrize(
    ("line", "session"),
    [
        (f"claude --resume {ID}", ID),
        (f"claude -r {ID} --model opus prompt", ID),
        (f"claude --resume={ID}", ID),
        (f"claude --session-id {ID}", ID),
        (f"claude --resume {ID} --fork-session", ""),
        ("claude --resume some-name", ""),
        ("claude --continue", ""),
        (f"claude {ID}", ""),
        (f"claude -- --resume {ID}", ""),
        (f"codex resume {ID}", ID),
        (f"codex -m o5 resume --search {ID} prompt", ID),
        (f"codex fork {ID}", ""),
        ("codex resume --last", ""),
        (f"codex resume --last {ID}", ""),
        (f"codex {ID}", ""),
        (f"pi --session {ID}", ID),
        ("pi --session 0f0e4a12", ""),
        (f"pi --fork {ID}", ""),
        (f"gemini --session-id {ID}", ID),
        (f"copilot --resume={ID}", ID),
        ("opencode -s ses_7a3Bc9", "ses_7a3Bc9"),
        ("aider", ""),
    ],
)
def test_the_id_of_the_conversation_is_read_off_the_arguments(line: str, session: str) -> None:
    command, *arguments = line.split()

    assert session_in(DEFINITIONS[command], arguments) == session
