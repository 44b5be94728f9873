"""Whoever writes rules sees at once what they make of a screen, and puts them to use without a restart."""

from pathlib import Path

import pytest
from daemons import House
from fakeagents import RULES, FakeAgent, install_rules

SAVED = "state: blocked\nrule: question\n---\nsome text\n? Run it?\n"


@pytest.fixture
def own(agent: FakeAgent) -> Path:
    """The rule file of the agent's kind."""
    return agent.house.home / "detect" / "drift.toml"


class TestReload:
    """``rules reload``"""

    def test_puts_an_edited_file_to_use_on_the_screen_that_is_there(
        self, agent: FakeAgent, own: Path
    ) -> None:
        agent.open()
        agent.order("odd")
        agent.house.until_shows(agent.tab, "nothing that a rule knows")
        own.write_text(RULES + '[[rules]]\nid = "odd"\nstate = "blocked"\npriority = 950\n'
                       'region = "bottom_lines(3)"\ncontains = ["nothing that a rule knows"]\n')  # fmt: skip
        try:
            done = agent.house.run("rules", "reload")
            assert done.code == 0
            assert any(line.split()[0] == "drift" for line in done.out.splitlines())
            agent.house.until_state(agent.tab, "blocked")
        finally:
            own.write_text(RULES)
            agent.house.ask("rules", "reload")

    def test_of_a_bad_file_fails_and_leaves_the_rules_in_use(self, agent: FakeAgent, own: Path) -> None:
        agent.open()
        own.write_text("[[rules]]\nid = 3\n")
        try:
            done = agent.house.run("rules", "reload")
            assert done.code == 1
            assert "drift.toml" in done.out
            agent.shows("ask Run it?", "blocked")
        finally:
            own.write_text(RULES)
            agent.house.ask("rules", "reload")


class TestExplain:
    """``rules explain``"""

    def test_tells_of_a_tab_which_rule_decides_and_why_those_before_it_do_not(self, agent: FakeAgent) -> None:
        agent.open("-n", "review")
        agent.shows("idle", "idle")
        lines = agent.house.run("rules", "explain", "review").out.splitlines()
        assert lines[0].endswith("drift.toml: 3 rules, the first that matches decides")
        marks = {line.split()[1]: line.split()[0] for line in lines if ", priority " in line}
        assert marks == {"question": "no", "spinner": "no", "prompt": "decides"}
        assert any("drift>" in line for line in lines)

    def test_tries_another_file_on_the_screen(self, agent: FakeAgent, tmp_path: Path) -> None:
        agent.open()
        agent.order("odd")
        agent.house.until_shows(agent.tab, "nothing that a rule knows")
        (tmp_path / "drift.toml").write_text(
            '[[rules]]\nid = "new"\nstate = "blocked"\npriority = 1\nregion = "bottom_lines(3)"\ncontains = ["knows"]\n'
        )
        told = agent.house.run("rules", "explain", "1", "--rules", str(tmp_path / "drift.toml"))
        assert "decides  new (blocked, priority 1)" in told.out

    def test_tries_another_kinds_rules_on_the_screen(self, agent: FakeAgent) -> None:
        agent.open()
        agent.shows("ask Run it?", "blocked")
        assert "/claude.toml: " in agent.house.run("rules", "explain", "1", "--kind", "claude").out
        unknown = agent.house.run("rules", "explain", "1", "--kind", "nosuch")
        assert (unknown.code, "there are no rules for 'nosuch'" in unknown.err) == (1, True)

    def test_of_a_tab_without_an_agent_gives_advice(self, house: House) -> None:
        house.new("--", "sleep", "60")
        refused = house.run("rules", "explain", "1")
        assert (refused.code, "`--kind KIND`" in refused.err) == (1, True)

    @pytest.mark.parametrize("running", [True, False])
    def test_reads_a_saved_screen_with_and_without_a_daemon(self, own_house: House, running: bool) -> None:
        install_rules(own_house)
        if running:
            own_house.start()
        saved = own_house.work / "drift" / "asks.txt"
        saved.parent.mkdir()
        saved.write_text(SAVED)
        told = own_house.run("rules", "explain", "drift/asks.txt")
        assert (told.code, told.err) == (0, "")
        assert "decides  question (blocked, priority 900)" in told.out
        assert "| ? Run it?" in told.out

    def test_of_what_is_neither_a_file_nor_a_tab_says_so(self, own_house: House) -> None:
        refused = own_house.run("rules", "explain", "nosuch")
        assert (refused.code, "there is no file 'nosuch'" in refused.err) == (1, True)

    def test_of_a_file_that_holds_no_screen_says_why(self, own_house: House) -> None:
        (own_house.work / "odd.txt").write_text("just text\n")
        refused = own_house.run("rules", "explain", "odd.txt", "--kind", "claude")
        assert (refused.code, "holds no saved screen" in refused.err) == (1, True)
