"""Real agents' conversations over a crash of the daemon, and agents that are typed in a shell."""

import os

import pytest
from daemons import House, Row
from liveagents import LiveAgent, speakers, status, words
from livemodel import Server, Step
from windowclient import WindowClient

pytestmark = pytest.mark.live

every_agent = pytest.mark.parametrize("live_agent", ["claude", "codex", "pi"], indirect=True)
only_claude = pytest.mark.parametrize("live_agent", ["claude"], indirect=True)


def crash(house: House) -> None:
    """End the daemon as a crash does, and start the next."""
    house.kill9()
    house.start()


def settled(house: House, tab: Row) -> None:
    """Wait until the agent is at its prompt."""
    house.until_row(tab, lambda row: row["state"] in ("idle", "done"))


@every_agent
def test_trap_35_after_a_crash_the_conversation_goes_on_once_and_nothing_is_said_again(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    server.script.expect(Step("Hello there, all is well.").open())
    tab = live_agent.open(live_house, window, "say hello")
    live_house.until_state(tab, "done")
    session = status(live_house, tab)["session"]
    crash(live_house)

    live_house.until_shows(tab, "Hello there, all is well.")
    settled(live_house, tab)
    line = " ".join(words(live_house, tab))
    assert live_agent.hides_arguments or " ".join((*live_agent.resumed, session)) in line
    assert "say hello" not in line
    assert {os.getsid(pid) for pid in speakers(live_house, session)} <= {live_house.pid(tab)}
    assert len(server.script.prompts) == 1
    assert status(live_house, tab)["session"] == session


@every_agent
def test_a_resumed_agent_takes_its_next_turn(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    server.script.expect(Step("Hello there, all is well.").open(), step := Step("And again, with feeling."))
    tab = live_agent.open(live_house, window, "say hello")
    live_house.until_state(tab, "done")
    crash(live_house)
    live_house.until_shows(tab, "Hello there, all is well.")
    settled(live_house, tab)

    with WindowClient(live_house, size=(40, 120), focused=False) as window:
        live_agent.submit(live_house, window, tab, "and again")
        server.script.until_asked(2)
        live_house.until_state(tab, "working")
        step.gate.set()
        live_house.until_state(tab, "done")
    assert "and again" in server.script.prompts[-1]


@only_claude
def test_trap_38_the_permission_mode_reported_last_comes_back(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    """Shift+Tab goes to the mode that accepts edits; the command line set none."""
    server.script.expect(Step("Hello there, all is well.").open(), Step("Once more.").open())
    tab = live_agent.open(live_house, window, "say hello", arguments=())
    live_house.until_state(tab, "done")
    mode = status(live_house, tab)["permission_mode"]
    live_agent.press(live_house, window, tab, "\x1b[Z")
    live_agent.submit(live_house, window, tab, "once more")
    live_house.until_shows(tab, "Once more.")
    live_house.until_state(tab, "done")
    after = status(live_house, tab)["permission_mode"]
    assert after != mode
    crash(live_house)

    live_house.until_shows(tab, "Once more.")
    assert words(live_house, tab)[-4:-1] == ["--permission-mode", after, "--resume"]


@every_agent
def test_an_agent_typed_in_a_shell_is_heard_and_comes_back_in_its_shell(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    server.script.expect(Step("Hello there, all is well.").open())
    live_house.script(live_agent.kind, f'exec "{live_agent.program}" "$@"')
    (live_house.work / ".profile").write_text(f"PATH={live_house.bin}:$PATH\n")
    tab = live_house.new()
    live_house.until_state(tab, "running")
    typed = " ".join((live_agent.kind, *live_agent.arguments, "'say hello'"))
    live_agent.press(live_house, window, tab, f"{typed}\r")
    live_agent.trust(live_house, window, tab)
    live_house.until_state(tab, "done")
    said = status(live_house, tab)
    assert said["hooks"]["seen"]
    crash(live_house)

    live_house.until_shows(tab, "Hello there, all is well.")
    settled(live_house, tab)
    assert status(live_house, tab)["session"] == said["session"]
    with WindowClient(live_house, size=(40, 120), focused=False) as window:
        live_agent.end(live_house, window, tab)
        row = live_house.until_state(tab, "running")
    assert row["agent"] == ""
