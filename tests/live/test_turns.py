"""What pitwall says of real agents while the scripted model has them work, ask, and end."""

import pytest
from daemons import House
from liveagents import QUESTION, LiveAgent, status
from livemodel import Server, Step
from windowclient import WindowClient

pytestmark = pytest.mark.live

every_agent = pytest.mark.parametrize("live_agent", ["claude", "codex", "pi"], indirect=True)
agents_that_ask = pytest.mark.parametrize("live_agent", ["claude", "codex"], indirect=True)
only_claude = pytest.mark.parametrize("live_agent", ["claude"], indirect=True)


@every_agent
def test_a_turn_is_working_and_then_done(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    server.script.expect(step := Step("Hello there, all is well."))
    tab = live_agent.open(live_house, window, "say hello")
    server.script.until_asked(1)

    live_house.until_state(tab, "working")
    step.gate.set()
    live_house.until_state(tab, "done")
    said = status(live_house, tab)
    assert said["source"] in ("hook", "report")
    assert said["hooks"]["last"] == "done"
    assert said["session"]


@agents_that_ask
def test_an_approval_is_blocked_and_when_it_is_given_the_turn_goes_on(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    server.script.expect(
        Step("I shall make a file.", live_agent.shell).open(), after := Step("The file is made.")
    )
    tab = live_agent.open(live_house, window, "make a file")
    row = live_house.until_state(tab, "blocked")
    assert live_agent.asks in row["question"]
    assert not (live_house.work / "approved").exists()

    live_agent.reply(live_house, window, tab, live_agent.approve)
    server.script.until_asked(2)
    live_house.until_state(tab, "working")
    after.gate.set()
    live_house.until_state(tab, "done")
    assert (live_house.work / "approved").exists()


@agents_that_ask
def test_trap_09_a_refused_approval_does_not_stay_blocked(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    server.script.expect(Step("I shall make a file.", live_agent.shell).open())
    tab = live_agent.open(live_house, window, "make a file")
    live_house.until_state(tab, "blocked")

    live_agent.reply(live_house, window, tab, live_agent.deny)
    live_house.until_state(tab, "idle")
    assert not (live_house.work / "approved").exists()
    assert server.script.unscripted == []


@every_agent
def test_H01_an_interrupted_turn_ends_idle(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    server.script.expect(Step("This takes a while, and then some."))
    tab = live_agent.open(live_house, window, "take your time")
    server.script.until_asked(1)
    live_house.until_state(tab, "working")

    live_agent.press(live_house, window, tab, "\x1b")
    live_house.until_state(tab, "idle")


@only_claude
def test_a_question_is_blocked_with_its_text(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    server.script.expect(Step("One question first.", live_agent.ask).open(), Step("Postgres it is.").open())
    tab = live_agent.open(live_house, window, "ask me something")

    assert live_house.until_state(tab, "blocked")["question"] == QUESTION
    live_agent.reply(live_house, window, tab, live_agent.answer)
    live_house.until_state(tab, "done")


@only_claude
def test_settings_of_the_users_own_hold_beside_pitwalls_hooks(
    live_house: House, live_agent: LiveAgent, server: Server, window: WindowClient
) -> None:
    own = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "touch stopped"}]}]}}'
    server.script.expect(Step("Hello there.").open())
    tab = live_agent.open(live_house, window, "say hello", "--settings", own)

    live_house.until_state(tab, "done")
    assert (live_house.work / "stopped").exists()
    assert status(live_house, tab)["hooks"]["seen"]
