"""Program status reports (OSC 7501) are an agent's own word under the name that its definition gives."""

from daemons import House
from fakeagents import FakeAgent, install_rules

DEFINITION = """\
id = "drift"
command = "drift"
report = "drift-app"
"""


def test_a_users_agent_reports_under_the_name_that_its_definition_says(own_house: House) -> None:
    install_rules(own_house)
    (own_house.home / "agents").mkdir()
    (own_house.home / "agents" / "drift.toml").write_text(DEFINITION)
    own_house.start()
    with FakeAgent(own_house) as agent:
        agent.open()
        agent.shows("idle", "idle")
        agent.shows(r"print \x1b]7501;state=working:app=drift-app\x07", "working")
        agent.shows(r"print \x1b]7501;state=blocked:app=drift-app:msg=UmVhZHk/\x07", "blocked")
        row = own_house.row(agent.tab)
        assert row is not None
        assert row["question"] == "Ready?"
