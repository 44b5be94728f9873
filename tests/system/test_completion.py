"""The names that shells complete, from a real daemon."""

from daemonclient import Result
from daemons import House


def test_tabs_are_named_with_their_numbers(house: House) -> None:
    house.new("-n", "my api", "--", "sleep", "60")
    house.new("-d", "-n", "tests", "--", "sleep", "60")
    assert house.run("__tabs") == Result(0, "1\tmy api\n2\ttests\n", "")


def test_sessions_are_named(house: House) -> None:
    house.new("--", "sleep", "60")
    assert house.ask("session", "new", "-d", "api").code == 0
    assert house.run("__sessions") == Result(0, "main\napi\n", "")


def test_without_a_daemon_there_are_no_names(own_house: House) -> None:
    assert own_house.run("__tabs") == Result(0, "", "")
    assert own_house.run("__sessions") == Result(0, "", "")


def test_no_help_names_what_is_for_scripts(own_house: House) -> None:
    assert "__" not in own_house.run("--help").out
