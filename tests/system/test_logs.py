"""What never gets into the logs: screen text, arguments, prompts, questions, the environment (TRAPS 46)."""

import json
import os
import signal
import stat
from pathlib import Path

from daemons import House
from fakeagents import FakeAgent, install_rules

SECRETS = {
    "argument": "s3cret-argument",
    "environment": "s3cret-environment",
    "screen": "s3cret-on-screen",
    "question": "s3cret-question",
    "title": "s3cret-title",
    "window title": "s3cret-window-title",
    "group": "s3cret-group",
    "program": "s3cret-program",
    "folder": "s3cret-folder",
}


def live_with_secrets(house: House) -> None:
    """A day in the life of a daemon that is told secrets in every way there is, and fails in some."""
    env = {"TOKEN": SECRETS["environment"]}
    tab = house.new("-n", SECRETS["title"], "--", "echo", SECRETS["argument"], SECRETS["screen"], env=env)
    house.until_state(tab, "exited")
    house.ask("group", "1", SECRETS["group"])
    with FakeAgent(house) as agent:
        agent.open(arguments=(SECRETS["argument"],), env=env)
        agent.order(rf"print \033]0;{SECRETS['window title']}\007")
        agent.shows("working", "working")
        agent.shows(f"ask {SECRETS['question']}?", "blocked")
        house.ask("agent", "status", agent.tab["id"])
        agent.order("exit 1")
        house.until_state(agent.tab, "exited")
    house.ask("new", "--", SECRETS["program"], SECRETS["argument"], env=env)
    house.ask("new", SECRETS["folder"], "--", "true", env=env)
    house.ask("rename", SECRETS["title"], "--odd", SECRETS["argument"], "x", env=env)
    house.ask("frobnicate", SECRETS["argument"], env=env)
    house.script("broken", SECRETS["screen"], interpreter="/no/such/interpreter")
    house.ask("new", "--", "broken", SECRETS["argument"], env=env)
    house.ask("capture", "1")
    house.ask("events")


def test_trap_46_no_secret_gets_into_the_logs(own_house: House) -> None:
    install_rules(own_house)
    own_house.start()
    live_with_secrets(own_house)
    own_house.kill9()
    own_house.start()
    own_house.signal(signal.SIGTERM)
    said = own_house.log()
    assert "run started" in said
    assert [what for what, secret in SECRETS.items() if secret in said] == []


def test_trap_46_notices_and_automatic_titles_hold_no_arguments(own_house: House) -> None:
    own_house.start()
    tab = own_house.new("--", "sleep", "60", env={"TOKEN": SECRETS["environment"]})
    other = own_house.new("--", "sh", "-c", f"exit 3 # {SECRETS['argument']}")
    own_house.until_state(other, "exited")
    assert [row["title"] for row in own_house.ls()] == ["sleep", "sh"]
    own_house.kill9()
    own_house.start()
    for row in own_house.ls():
        assert SECRETS["argument"] not in own_house.ask("capture", row["id"]).out
    assert own_house.row(tab)["title"] == "sleep"


def test_trap_46_the_environment_is_nowhere_on_disk_and_in_no_argument_list(own_house: House) -> None:
    own_house.start()
    tab = own_house.new("--", "sleep", "60", env={"TOKEN": SECRETS["environment"]})
    secret = SECRETS["environment"].encode()
    for path in own_house.home.rglob("*"):
        if path.is_file():
            assert secret not in path.read_bytes(), path
    assert secret not in Path(f"/proc/{own_house.pid(tab)}/cmdline").read_bytes()
    assert secret in Path(f"/proc/{own_house.pid(tab)}/environ").read_bytes()


def test_logs_are_json_lines_closed_to_others(own_house: House) -> None:
    own_house.start()
    own_house.new("--", "true")
    log = own_house.logs / "daemon.log"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert {"actor", "event", "level", "timestamp"} <= lines[0].keys()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert stat.S_IMODE(own_house.logs.stat().st_mode) == 0o700
    assert os.path.getsize(own_house.complaints) == 0
