import itertools
import re
import shlex
from pathlib import Path

import pytest

from pitwall.agents.skill import AGENTS, home, install, is_unchanged, place, skill
from pitwall.commands.grammar import parse
from pitwall.commands.table import COMMANDS
from pitwall.errors import SettingsRejected


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path)}


def test_the_skill_begins_with_its_name_and_when_to_use_it() -> None:
    head = re.fullmatch(r"---\nname: (.+)\ndescription: (.+)\n---\n.*", skill(), re.DOTALL)

    assert head is not None
    assert head[1] == "pitwall"
    assert len(head[2]) < 1024


def command_lines(text: str) -> list[list[str]]:
    """The arguments of every ``pitwall`` in the indented lines of a text."""
    found = []
    for line in text.split("\n"):
        if not line.startswith("    "):
            continue
        words = shlex.shlex(line, posix=True, punctuation_chars=True)
        words.whitespace_split = True
        for operator, command in itertools.groupby(words, lambda word: word[0] in "()|&;<>"):
            argv = list(command)
            if not operator and argv[0] == "pitwall":
                found.append(argv[1:])
    return found


def test_every_command_line_in_the_skill_is_one_that_pitwall_takes() -> None:
    lines = command_lines(skill())

    assert len(lines) == 6
    assert {parse(COMMANDS, line).command.name for line in lines} == {"new", "wait", "ls"}


def test_every_command_named_in_the_skill_is_there() -> None:
    named = re.findall(r"`pitwall ([a-z ]+?)(?= -|[`…A-Z]| \[| [A-Z])", skill().partition("<!--")[0])

    assert {"new", "wait", "capture", "kill", "agent status"} <= {name.strip() for name in named}
    assert {name.strip() for name in named} <= COMMANDS.keys()


@pytest.mark.parametrize("agent", AGENTS)
def test_it_is_put_where_the_agent_looks(environ: dict[str, str], agent: str) -> None:
    path = install(agent, environ)

    assert path == place(agent, environ)
    assert path is not None
    assert path.read_text() == skill()
    assert install(agent, environ) is None


def test_agents_folders_are_where_their_own_variables_say() -> None:
    assert place("claude", {"HOME": "/h"}) == Path("/h/.claude/skills/pitwall/SKILL.md")
    assert home("claude", {"HOME": "/h", "CLAUDE_CONFIG_DIR": "/c"}) == Path("/c")
    assert home("codex", {"HOME": "/h", "CODEX_HOME": "/c"}) == Path("/c")
    assert home("pi", {"HOME": "/h", "PI_CODING_AGENT_DIR": "/p"}) == Path("/p")


def test_an_older_one_is_replaced(
    environ: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    older = tmp_path / "older.md"
    older.write_text("older")
    with monkeypatch.context() as patch:
        patch.setattr("pitwall.agents.skill._SOURCE", older)
        install("claude", environ)

    assert install("claude", environ) is not None
    assert place("claude", environ).read_text() == skill()


@pytest.mark.parametrize("text", ["mine\n", "", None])
def test_one_that_was_edited_stays(environ: dict[str, str], text: str | None) -> None:
    install("claude", environ)
    path = place("claude", environ)
    edited = path.read_text().replace("Three commands", "3 commands") if text is None else text
    path.write_text(edited)

    assert not is_unchanged(edited)
    with pytest.raises(SettingsRejected, match="it is not as pitwall wrote it"):
        install("claude", environ)
    assert path.read_text() == edited
