import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.agents.definition import AgentDefinition, parse
from pitwall.agents.definitions import bundled_folder, load
from pitwall.agents.resume import resume_arguments, split_command

DEFINITIONS = load(bundled_folder(), Path("absent")).definitions
ID = "0f0e4a12-1b1c-4c3d-9e8f-0123456789ab"
OTHER = "11111111-1b1c-4c3d-9e8f-0123456789ab"


def resumed(line: str, mode: str = "") -> str | None:
    command, *arguments = shlex.split(line)
    words = resume_arguments(DEFINITIONS[command], arguments, session=ID, mode=mode)
    return None if words is None else shlex.join(words)


CLAUDE_KEPT = [
    "--add-dir ../a ../b",
    "--agent reviewer",
    """--agents '{"a": {"prompt": "x"}}'""",
    "--allow-dangerously-skip-permissions",
    "--allowedTools 'Bash(git *)' Edit",
    "--allowed-tools Edit",
    "--append-system-prompt 'be brief'",
    "--append-system-prompt-file brief.md",
    "--autocompact auto",
    "--ax-screen-reader",
    "--bare",
    "--betas a b",
    "--brief",
    "--chrome",
    "--dangerously-skip-permissions",
    "-d",
    "-d api,hooks",
    "--debug=hooks",
    "--debug-file /d.log",
    "--disable-slash-commands",
    "--disallowedTools Bash",
    "--disallowed-tools Bash",
    "--effort high",
    "--exclude-dynamic-system-prompt-sections",
    "--fallback-model sonnet",
    "--ide",
    "--mcp-config a.json b.json",
    "--mcp-debug",
    "--model opus",
    "--model=opus",
    "-n 'auth review'",
    "--no-chrome",
    "--permission-mode plan",
    "--plugin-dir ./p --plugin-dir q.zip",
    "--plugin-url https://example.test/p.zip",
    "--prompt-suggestions off",
    "--remote-control laptop",
    "--remote-control-session-name-prefix box",
    "--restricted",
    "--safe-mode",
    "--setting-sources user,local",
    "--settings s.json",
    "--strict-mcp-config",
    "--system-prompt 'you are'",
    "--system-prompt-file s.md",
    "--system-prompt-snapshot off",
    "--tools ''",
    "--verbose",
]

CLAUDE_DROPPED = [
    "",
    "'fix the tests'",
    "-- --model opus",
    "-c",
    "--continue",
    "-r",
    f"--resume {OTHER}",
    f"--resume={OTHER}",
    f"-r {OTHER}",
    "-r 'search words'",
    f"--session-id {OTHER}",
    "--fork-session",
    "--from-pr 12",
    "--cloud 'do it'",
    "--teleport abc",
    "-p",
    "--print 'say hello'",
    "--output-format stream-json",
    "--input-format stream-json",
    "--include-hook-events",
    "--include-partial-messages",
    "--replay-user-messages",
    "--json-schema '{}'",
    "--max-budget-usd 1.50",
    "--max-turns 3",
    "--no-session-persistence",
    "--permission-prompts none",
    "--permission-prompt-tool mcp__x",
    "--forward-subagent-text",
    "--bg",
    "--background",
    "--desktop",
    "--environment ccpool_1",
    "--file file_abc:doc.txt",
    "--worktree",
    "-w name",
    "--tmux",
    "--unknown-option value",
    "--unknown-option=value",
    "--model",
    "--append-system-prompt",
    "--add-dir",
    "--settings",
]


@pytest.mark.parametrize("options", CLAUDE_KEPT)
def test_claude_keeps_what_holds_for_the_conversation(options: str) -> None:
    assert resumed(f"claude {options}") == f"{options} --resume {ID}"


@pytest.mark.parametrize("words", CLAUDE_DROPPED)
def test_claude_drops_prompts_sessions_and_modes_that_run_once(words: str) -> None:
    assert resumed(f"claude {words}") == f"--resume {ID}"
    assert resumed(f"claude --verbose {words}") == f"--verbose --resume {ID}"


@pytest.mark.parametrize(
    ("line", "arguments"),
    [
        ("codex", f"resume {ID}"),
        ("codex 'fix it'", f"resume {ID}"),
        ("codex -m o5 'fix it'", f"resume -m o5 {ID}"),
        ("codex -mo5", f"resume -mo5 {ID}"),
        ("codex --config effort=high -c x=1", f"resume --config effort=high -c x=1 {ID}"),
        ("codex --enable a --disable b", f"resume --enable a --disable b {ID}"),
        ("codex --remote unix:// --remote-auth-token-env T", f"resume --remote unix:// --remote-auth-token-env T {ID}"),
        ("codex --strict-config --oss --local-provider o", f"resume --strict-config --oss --local-provider o {ID}"),
        ("codex -p work", f"resume -p work {ID}"),
        ("codex -s read-only -a on-request", f"resume -s read-only -a on-request {ID}"),
        ("codex --full-auto", f"resume --full-auto {ID}"),
        ("codex --approve-for-me", f"resume --approve-for-me {ID}"),
        ("codex --dangerously-bypass-approvals-and-sandbox", f"resume --dangerously-bypass-approvals-and-sandbox {ID}"),
        ("codex --dangerously-bypass-hook-trust", f"resume --dangerously-bypass-hook-trust {ID}"),
        ("codex --yolo", f"resume --yolo {ID}"),
        ("codex -C /srv --add-dir ../x", f"resume -C /srv --add-dir ../x {ID}"),
        ("codex --search --no-alt-screen --no-daemon", f"resume --search --no-alt-screen --no-daemon {ID}"),
        (f"codex resume {OTHER}", f"resume {ID}"),
        (f"codex -m o5 resume {OTHER} --search 'go on'", f"resume -m o5 --search {ID}"),
        ("codex resume --last --all", f"resume {ID}"),
        (f"codex fork {OTHER}", f"resume {ID}"),
        ("codex exec --json -m o5 'do it'", f"resume -m o5 {ID}"),
        ("codex -i shot.png 'what is this'", f"resume {ID}"),
        ("codex --worktree", f"resume {ID}"),
        ("codex -- --search", f"resume {ID}"),
        ("codex --model", f"resume {ID}"),
        ("pi", f"--session {ID}"),
        ("pi 'hello' @notes.md", f"--session {ID}"),
        ("pi --provider openai --model gpt:high", f"--provider openai --model gpt:high --session {ID}"),
        ("pi --api-key k --thinking low", f"--api-key k --thinking low --session {ID}"),
        ("pi --system-prompt a --append-system-prompt b", f"--system-prompt a --append-system-prompt b --session {ID}"),
        ("pi --session-dir d --models a,b", f"--session-dir d --models a,b --session {ID}"),
        ("pi -nt -nbt -t read,ls -ne -ns -np -nc", f"-nt -nbt -t read,ls -ne -ns -np -nc --session {ID}"),
        ("pi -e x.ts --skill s", f"-e x.ts --skill s --session {ID}"),
        ("pi --prompt-template p --theme t", f"--prompt-template p --theme t --session {ID}"),
        ("pi --no-themes --verbose --offline", f"--no-themes --verbose --offline --session {ID}"),
        ("pi -p 'hello' --mode json", f"--session {ID}"),
        ("pi -c -r --no-session", f"--session {ID}"),
        (f"pi --session {OTHER} --fork {OTHER}", f"--session {ID}"),
        ("pi --export s.jsonl --list-models x", f"--session {ID}"),
        ("pi --model", f"--session {ID}"),
        ("gemini -m pro --approval-mode plan -i 'go'", f"-m pro --approval-mode plan --resume {ID}"),
        (f"gemini --session-id {OTHER} -p 'go' -y", f"-y --resume {ID}"),
        ("gemini --worktree", f"--resume {ID}"),
        ("qwen --continue -m x", f"-m x --resume {ID}"),
        ("copilot --model x -p 'go'", f"--model x --resume={ID}"),
        (f"opencode -s {OTHER} --agent plan", f"--agent plan --session {ID}"),
    ],
)  # fmt: skip
def test_other_agents_are_resumed_in_their_own_words(line: str, arguments: str) -> None:
    assert resumed(line) == arguments


def test_an_agent_without_sessions_cannot_be_resumed() -> None:
    assert resumed("aider --model x") is None
    assert resume_arguments(DEFINITIONS["claude"], [], session="") is None


@pytest.mark.parametrize("prompt", ["deploy to production", "resume", "--", "-rf", "--model"])
@pytest.mark.parametrize("kind", ["claude", "codex", "pi", "gemini"])
def test_trap_35_and_36_a_prompt_is_never_sent_again(kind: str, prompt: str) -> None:
    assert resume_arguments(DEFINITIONS[kind], ["--", prompt], session=ID) == resume_arguments(
        DEFINITIONS[kind], [], session=ID
    )


@pytest.mark.parametrize("option", ["--model", "--add-dir", "--settings", "--append-system-prompt"])
def test_trap_36_a_trailing_option_does_not_swallow_resume(option: str) -> None:
    assert resumed(f"claude --verbose {option}") == f"--verbose --resume {ID}"


@pytest.mark.parametrize("mode", ["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"])
def test_trap_38_claude_comes_back_in_the_mode_it_reported_last(mode: str) -> None:
    assert resumed("claude --model opus", mode) == f"--model opus --permission-mode {mode} --resume {ID}"


@pytest.mark.parametrize("option", ["--permission-mode acceptEdits", "--dangerously-skip-permissions"])
def test_trap_38_a_mode_that_the_command_set_holds(option: str) -> None:
    assert resumed(f"claude {option}", "plan") == f"{option} --resume {ID}"


def test_trap_38_a_mode_option_whose_value_is_missing_sets_none() -> None:
    assert resumed("claude --permission-mode", "plan") == f"--permission-mode plan --resume {ID}"


@pytest.mark.parametrize("mode", ["", "somethingNew", "--dangerously-skip-permissions", "a b"])
def test_a_mode_that_is_not_known_is_not_passed_on(mode: str) -> None:
    assert resumed("claude", mode) == f"--resume {ID}"


def test_trap_38_codex_is_given_back_no_more_than_not_to_ask() -> None:
    assert resumed("codex", "bypassPermissions") == f"resume --ask-for-approval never {ID}"
    assert resumed("codex", "default") == f"resume {ID}"


@pytest.mark.parametrize(
    "option",
    ["-s read-only", "--yolo", "-a never", "-c approval_policy=never", "--config=sandbox_mode=read-only"],
)
def test_trap_38_codexs_own_policy_holds(option: str) -> None:
    assert resumed(f"codex {option}", "bypassPermissions") == f"resume {option} {ID}"


def test_another_setting_of_codex_is_no_policy() -> None:
    assert (
        resumed("codex -c model=x", "bypassPermissions") == f"resume -c model=x --ask-for-approval never {ID}"
    )


def test_a_users_definition_says_where_the_options_go() -> None:
    def words(resume_args: str) -> tuple[str, ...] | None:
        text = f'id = "d"\nresume_args = {resume_args}\nresume_options = ["--fast"]'
        return resume_arguments(parse(text.encode(), path="d"), ["--fast", "prompt"], session="7")

    assert words('["--id={session_id}"]') == ("--fast", "--id=7")
    assert words('["open", "{session_id}", "{options}"]') == ("open", "7", "--fast")


@given(
    kind=st.sampled_from(["claude", "codex", "pi", "gemini", "qwen", "opencode", "copilot"]),
    arguments=st.lists(
        st.sampled_from(
            ["--model", "opus", "--", "-p", "-c", "--add-dir", "-d", "--resume", "prompt", "", "-", "=", "-x"]
        )
        | st.text(max_size=5)
    ),
    mode=st.sampled_from(["", "plan", "bypassPermissions"]),
)
def test_resuming_a_resumed_agent_changes_nothing(kind: str, arguments: list[str], mode: str) -> None:
    """However often the daemon restarts, the command line stays the same, and names the session once."""
    definition: AgentDefinition = DEFINITIONS[kind]
    once = resume_arguments(definition, arguments, session=ID, mode=mode)

    assert once is not None
    assert resume_arguments(definition, once, session=ID, mode=mode) == once
    assert sum(ID in word for word in once) == 1


@pytest.mark.parametrize(
    ("line", "split"),
    [
        ("claude --model opus", ("claude", "--model opus")),
        ("/usr/local/bin/claude", ("/usr/local/bin/claude", "")),
        ("node /opt/claude/cli.js --model opus claude", ("node /opt/claude/cli.js", "--model opus claude")),
        ("node --trace --require x.js cli.js -c", ("node --trace --require x.js cli.js", "-c")),
        ("python3 -m claude -c", ("python3 -m claude", "-c")),
        ("/bin/sh /usr/bin/claude -c", ("/bin/sh /usr/bin/claude", "-c")),
        ("sh my-claude -c", None),
        ("sh -c 'claude -c'", None),
        ("npx @anthropic-ai/claude-code -c", None),
        ("my-claude", None),
        ("node", None),
        ("", None),
    ],
)  # fmt: skip
def test_an_agents_own_arguments_are_told_from_what_starts_it(
    line: str, split: tuple[str, str] | None
) -> None:
    found = split_command(shlex.split(line), {"claude"})

    assert found == (None if split is None else (tuple(shlex.split(split[0])), tuple(shlex.split(split[1]))))
