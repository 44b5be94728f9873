"""``pitwall wait`` on tabs that run agents, read from their screens (SEMANTICS 6)."""

import os
import signal

import pytest
from daemonclient import Result
from daemons import finished
from fakeagents import FakeAgent

EVERY_UNTIL = pytest.mark.parametrize("until", ["done", "idle", "blocked", "exit"])
AGENT_UNTILS = pytest.mark.parametrize("until", ["done", "idle", "blocked"])


def waiting(agent: FakeAgent, until: str):
    """A wait for the agent that is under way."""
    conversation = agent.house.talk("wait", agent.tab["id"], "--until", until)
    conversation.until_token()
    return conversation


def waited(agent: FakeAgent, until: str) -> Result:
    """A wait to its end."""
    return agent.house.ask("wait", agent.tab["id"], "--until", until)


# Row 2: the process ended


@AGENT_UNTILS
def test_trap_26_an_agent_that_exits_without_done_is_3(agent: FakeAgent, until: str) -> None:
    agent.open()
    agent.shows("working", "working")
    with waiting(agent, until) as wait:
        agent.order("exit 0")
        assert wait.result() == Result(3, "exit 0\n", "")
    row = agent.house.row(agent.tab)
    assert (row["state"], row["exit_code"], row["agent"]) == ("exited", 0, "drift")


def test_trap_34_an_agents_own_code_is_for_who_waits_for_its_exit(agent: FakeAgent) -> None:
    agent.open()
    agent.order("exit 124")
    assert waited(agent, "exit") == Result(124, "exit 124\n", "")
    assert waited(agent, "done") == Result(3, "exit 124\n", "")


def test_an_agent_that_ended_before_it_was_seen_was_expected_all_the_same(agent: FakeAgent) -> None:
    agent.open()
    agent.order("exit 2")
    assert waited(agent, "done") == Result(3, "exit 2\n", "")


@AGENT_UNTILS
def test_W07_a_held_agent_that_is_killed_while_working_is_3(agent: FakeAgent, until: str) -> None:
    agent.open()
    agent.shows("working", "working")
    with waiting(agent, until) as wait:
        os.kill(agent.house.pid(agent.tab), signal.SIGKILL)
        assert wait.result() == Result(3, "exit -9\n", "")


# Row 3: the agent is gone, and a shell is left


def in_a_shell(agent: FakeAgent) -> int:
    """Run the agent as a job of the shell that is a tab's own; its pid."""
    shell = agent.house.script(
        "jobs-shell", f"set -m\n{agent.program} & echo $! > {agent.house.work}/job; fg\nsleep 60"
    )
    agent.tab = agent.house.new(env=agent.environment | {"SHELL": str(shell)})
    agent.house.until_row(agent.tab, lambda row: row["agent"] == "drift")
    return int((agent.house.work / "job").read_text())


def test_W07_an_agent_that_dies_in_its_shell_ends_a_wait_for_done_with_3(agent: FakeAgent) -> None:
    pid = in_a_shell(agent)
    agent.shows("working", "working")
    with waiting(agent, "done") as wait:
        os.kill(pid, signal.SIGKILL)
        result = wait.result()
    assert (result.code, result.out) == (3, "exit unknown\n")
    assert "the agent is gone" in result.err
    row = agent.house.row(agent.tab)
    assert (row["agent"], row["exit_code"]) == ("", None)


@pytest.mark.parametrize("until", ["idle", "blocked"])
def test_an_agent_that_left_its_shell_ends_a_wait_that_saw_it(agent: FakeAgent, until: str) -> None:
    in_a_shell(agent)
    agent.shows("working", "working")
    with waiting(agent, until) as wait:
        agent.order("exit 0")
        result = wait.result()
    assert (result.code, result.out) == (3, "exit unknown\n")


def test_an_agent_that_left_before_the_wait_is_waited_for_again(agent: FakeAgent) -> None:
    in_a_shell(agent)
    agent.order("exit 0")
    agent.house.until_row(agent.tab, lambda row: row["agent"] == "")
    assert waited(agent, "done").code == 3
    idle = agent.house.run("wait", agent.tab["id"], "--until", "idle", "--timeout", "300ms")
    assert idle.code == 124


def test_a_wait_for_the_exit_outlives_the_agent(agent: FakeAgent) -> None:
    in_a_shell(agent)
    with waiting(agent, "exit") as wait:
        agent.order("exit 0")
        agent.house.until_row(agent.tab, lambda row: row["agent"] == "")
        os.kill(agent.house.pid(agent.tab), signal.SIGTERM)
        assert wait.result() == Result(1, "exit -15\n", "")


def test_trap_17_a_suspended_agent_is_not_gone(agent: FakeAgent) -> None:
    pid = in_a_shell(agent)
    agent.shows("idle", "idle")
    with waiting(agent, "blocked") as wait:
        os.kill(pid, signal.SIGSTOP)
        row = agent.house.until_row(agent.tab, lambda row: row["agent"] == "")
        assert row["state"] == "working", "what the shell runs now is a job"
        os.kill(pid, signal.SIGKILL)
        wait.close()


@pytest.mark.parametrize("script", ["drift; exec sleep 60", "drift; exec sh", "drift; sleep 60"])
def test_trap_19_an_agent_run_by_a_shells_script_has_left_when_its_process_has(
    agent: FakeAgent, script: str
) -> None:
    agent.tab = agent.house.new("--", "sh", "-c", script, env=agent.environment)
    agent.house.until_row(agent.tab, lambda row: row["agent"] == "drift")
    with waiting(agent, "done") as wait:
        agent.order("exit 0")
        agent.house.until_row(agent.tab, lambda row: row["agent"] == "")
        result = wait.result()
    assert (result.code, result.out) == (3, "exit unknown\n")


def test_trap_19_an_agent_that_a_shell_becomes_is_seen_and_its_end_is_the_tabs(agent: FakeAgent) -> None:
    agent.tab = agent.house.new("--", "sh", "-c", "sleep 0.4; exec drift", env=agent.environment)
    agent.house.until_row(agent.tab, lambda row: row["agent"] == "drift")
    agent.order("exit 8")
    assert waited(agent, "done") == Result(3, "exit 8\n", "")


# Row 4: the wanted state


@pytest.mark.parametrize("until", ["done", "idle"])
def test_W01_W02_the_end_of_a_turn_ends_both_waits(agent: FakeAgent, until: str) -> None:
    agent.open()
    agent.works()
    with waiting(agent, until) as wait:
        agent.order("idle")
        assert wait.result() == Result(0, "done\n", "")
    assert agent.house.row(agent.tab)["state"] == "done"


def test_trap_28_a_done_that_shows_already_counts(agent: FakeAgent) -> None:
    agent.open()
    agent.works()
    agent.shows("idle", "done")
    assert waited(agent, "done") == Result(0, "done\n", "")
    assert waited(agent, "idle") == Result(0, "done\n", "")


def test_trap_29_an_idle_agent_that_had_no_turn_is_idle_and_not_done(agent: FakeAgent) -> None:
    agent.open()
    agent.shows("idle", "idle")
    assert waited(agent, "idle") == Result(0, "idle\n", "")
    with waiting(agent, "done") as wait:
        agent.works()
        agent.order("idle")
        assert wait.result() == Result(0, "done\n", "")


def test_trap_29_an_agent_that_has_not_started_is_neither_done_nor_idle(agent: FakeAgent) -> None:
    agent.house.script("drift", f"sleep 0.7\nexec {agent.house.bin}/drift-itself")
    agent.house.python("drift-itself", "input()")
    tab = agent.house.new("--", "drift")
    assert (tab["state"], tab["agent"]) == ("", "drift")
    result = agent.house.run("wait", tab["id"], "--until", "idle", "--timeout", "200ms")
    assert (result.code, result.out) == (124, "")


def test_trap_24_a_blank_screen_is_not_idle(agent: FakeAgent) -> None:
    agent.open()
    agent.shows("working", "working")
    agent.order("blank")
    row = agent.house.until_row(agent.tab, lambda row: row["state"] != "working")
    assert row["state"] == "running", "nothing is known of it"


def test_blocked_is_what_some_wait_for(agent: FakeAgent) -> None:
    agent.open()
    with waiting(agent, "blocked") as wait:
        agent.order("ask Run it?")
        assert wait.result() == Result(0, "blocked\n", "")


# Row 5: blocked while something else is wanted


@pytest.mark.parametrize("until", ["done", "idle", "exit"])
def test_a_question_ends_every_other_wait_with_2_and_its_text(agent: FakeAgent, until: str) -> None:
    agent.open()
    agent.shows("working", "working")
    with waiting(agent, until) as wait:
        agent.order("ask Run go test ./...?")
        assert wait.result() == Result(2, "blocked: Run go test ./...?\n", "")
    row = agent.house.row(agent.tab)
    assert (row["state"], row["question"]) == ("blocked", "Run go test ./...?")


def test_S08_a_question_is_short_valid_and_without_controls(agent: FakeAgent) -> None:
    agent.open("--size", "24x400")
    agent.order("bytes " + (b"\x1b[2J\x1b[H? Really \x1b[31mrun\x1b[0m \xff\xfe" + b"x" * 300).hex())
    row = agent.house.until_state(agent.tab, "blocked")
    question = row["question"]
    assert question.startswith("Really run")
    assert len(question) == 160
    assert question.endswith("…")
    assert question.isprintable()
    assert waited(agent, "done") == Result(2, f"blocked: {question}\n", "")


# Row 6, and what else may happen meanwhile


def test_H10_an_agent_that_is_slow_to_begin_is_waited_for(agent: FakeAgent) -> None:
    agent.open()
    agent.shows("idle", "idle")
    with waiting(agent, "done") as wait:
        agent.shows("odd", "running")
        agent.works()
        agent.order("idle")
        assert wait.result() == Result(0, "done\n", "")


def test_every_until_is_answered_at_once_by_several_waits(agent: FakeAgent) -> None:
    agent.open()
    agent.shows("working", "working")
    with waiting(agent, "done") as done, waiting(agent, "blocked") as blocked, waiting(agent, "exit") as end:
        agent.order("ask Go on?")
        assert [done.result().code, blocked.result().code, end.result().code] == [2, 0, 2]


def test_the_client_prints_and_exits_as_the_daemon_says(agent: FakeAgent) -> None:
    agent.open("-n", "review")
    agent.shows("working", "working")
    wait = agent.house.popen("wait", "review", "--until", "done", "--timeout", "50s")
    agent.house.until_served(wait)
    agent.order("ask Ship it?")
    assert finished(wait) == Result(2, "blocked: Ship it?\n", "")


def test_trap_21_a_helper_server_of_an_agent_is_no_agent(agent: FakeAgent) -> None:
    house = agent.house
    house.python("drift", "import sys, time; print('server'); sys.stdout.flush(); time.sleep(60)")
    (house.work / ".git").mkdir()
    (house.work / ".git" / "HEAD").write_text("ref: refs/heads/trunk\n")
    tab = house.new("--", "sh", "-c", "drift app-server; true")
    row = house.until_row(tab, lambda row: row["branch"] == "trunk")
    assert (row["agent"], row["state"]) == ("", "running")


def test_D45_trap_20_names_in_arguments_are_no_agents(agent: FakeAgent) -> None:
    house = agent.house
    house.python("server.py", "import time; time.sleep(60)")
    (house.work / ".git").mkdir(exist_ok=True)
    (house.work / ".git" / "HEAD").write_text("ref: refs/heads/trunk\n")
    tab = house.new("--", "server.py", "--name", "drift", "drift")
    row = house.until_row(tab, lambda row: row["branch"] == "trunk")
    assert row["agent"] == ""
