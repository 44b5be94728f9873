"""``pitwall wait`` on tabs that run commands and shells (SEMANTICS 6)."""

import os
import signal

import pytest
from daemonclient import Result
from daemons import House, Row, finished

EVERY_UNTIL = pytest.mark.parametrize("until", ["done", "idle", "blocked", "exit"])


def ends_with(house: House, script: str, until: str) -> tuple[int, str]:
    """The exit code and the output of a wait for a shell's script."""
    tab = house.new("--", "sh", "-c", script)
    result = house.ask("wait", tab["id"], "--until", until)
    assert result.err == ""
    return result.code, result.out


@pytest.mark.parametrize(
    ("script", "code", "out"),
    [
        ("exit 0", 0, "exit 0\n"),
        ("exit 137", 137, "exit 137\n"),
        ("kill -9 $$", 1, "exit -9\n"),
        ("kill -TERM $$", 1, "exit -15\n"),
    ],
)
@pytest.mark.parametrize("until", ["exit", "done"])
def test_W09_trap_32_codes_and_signals_are_kept_apart(
    house: House, script: str, code: int, out: str, until: str
) -> None:
    assert ends_with(house, script, until) == (code, out)


@pytest.mark.parametrize("code", [0, 1, 2, 3, 124, 255])
def test_trap_34_a_commands_own_code_is_the_waits(house: House, code: int) -> None:
    assert ends_with(house, f"exit {code}", "exit") == (code, f"exit {code}\n")


@pytest.mark.parametrize("until", ["idle", "blocked"])
def test_the_end_of_a_command_is_3_to_who_waits_for_something_else(house: House, until: str) -> None:
    assert ends_with(house, "exit 0", until) == (3, "exit 0\n")
    assert ends_with(house, "kill -9 $$", until) == (3, "exit -9\n")


def test_a_command_that_ended_long_ago_is_judged_at_once(house: House) -> None:
    tab = house.new("--", "sh", "-c", "exit 5")
    house.until_state(tab, "exited")
    assert house.ask("wait", tab["id"], "--until", "exit") == Result(5, "exit 5\n", "")
    assert house.row(tab)["exit_code"] == 5


def test_W08_trap_44_the_end_is_the_processs_and_not_that_of_its_output(house: House) -> None:
    tab = house.new("--", "sh", "-c", "exec 0<&- 1>&- 2>&-; sleep 0.5; exit 7")
    with house.following(house.pane(tab)["seq"]) as events:
        assert ends_before_exit(events, tab) == []
    assert house.ask("wait", tab["id"], "--until", "exit") == Result(7, "exit 7\n", "")


def ends_before_exit(events, tab) -> list[object]:
    """What was said of the tab's end before its code was known."""
    said: list[object] = []
    for event in events:
        if event["type"] == "pane.exited":
            assert event["data"]["code"] == 7
            return said
        if event["type"] in ("tab.closed", "job.ended", "actor.failed"):
            said.append(event)
    raise AssertionError("it never ended")


def test_trap_44_a_grandchild_that_keeps_the_terminal_open_delays_nothing(house: House) -> None:
    tab = house.new("--", "sh", "-c", "trap '' HUP; sleep 60 & exit 9")
    assert house.ask("wait", tab["id"], "--until", "exit") == Result(9, "exit 9\n", "")
    assert house.ask("kill", "-f", tab["id"]).code == 0


def test_the_last_output_is_on_the_screen_when_the_end_is_told(house: House) -> None:
    tab = house.new(
        "--", "sh", "-c", "i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done; echo the end"
    )
    assert house.ask("wait", tab["id"], "--until", "exit").code == 0
    assert house.ask("capture", tab["id"]).out.splitlines()[-2:] == ["line 1999", "the end"]


@EVERY_UNTIL
def test_W04_a_tab_closed_from_elsewhere_ends_the_wait_with_1(house: House, until: str) -> None:
    tab = house.new("--", "sleep", "60")
    with waiting(house, tab["id"], "--until", until) as wait:
        assert house.ask("kill", "-f", tab["id"]).code == 0
        assert wait.result() == Result(1, "", "pitwall: the tab was closed\n")


def test_trap_26_a_tab_that_vanishes_with_its_shell_still_gives_the_code(house: House) -> None:
    tab = house.new()
    with waiting(house, tab["id"], "--until", "exit") as wait:
        os.kill(house.pid(tab), signal.SIGKILL)
        assert wait.result() == Result(1, "exit -9\n", "")
    assert house.ls() == []


def test_W05_another_tab_of_the_same_name_never_answers_for_the_first(house: House) -> None:
    house.new("-n", "api", "--", "sleep", "60")
    with waiting(house, "api", "--until", "done") as wait:
        assert house.ask("kill", "-f", "api").code == 0
        other = house.new("-n", "api", "--", "true")
        house.until_state(other, "exited")
        assert wait.result() == Result(1, "", "pitwall: the tab was closed\n")


def test_a_wait_follows_its_tab_by_id_when_numbers_shift(house: House) -> None:
    first = house.new("--", "sleep", "60")
    second = house.new("--", "sleep", "60")
    with waiting(house, "2", "--until", "exit") as wait:
        house.ask("kill", "-f", first["id"])
        third = house.new("--", "sh", "-c", "exit 6")
        assert [row["id"] for row in house.ls()] == [second["id"], third["id"]]
        house.until_state(third, "exited")
        os.kill(house.pid(second), signal.SIGTERM)
        assert wait.result() == Result(1, "exit -15\n", "")


def test_idle_on_a_shell_waits_until_the_timeout(house: House) -> None:
    tab = house.new()
    assert house.run("wait", tab["id"], "--until", "idle", "--timeout", "300ms") == Result(
        124, "", "pitwall: timed out after 300ms\n"
    )


def test_W03_a_timeout_is_kept_to_half_a_second_and_prints_nothing(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    script = house.script(
        "timed",
        'before=$(cut -d" " -f1 /proc/uptime); pitwall wait "$1" --until idle --timeout 2s; code=$?\n'
        'echo "$before $(cut -d" " -f1 /proc/uptime)"; exit $code',
    )
    tab_of_script = house.new("--", str(script), tab["id"])
    assert house.ask("wait", tab_of_script["id"], "--until", "exit").code == 124
    said, times = house.ask("capture", tab_of_script["id"]).out.splitlines()
    assert said == "pitwall: timed out after 2s"
    before, after = map(float, times.split())
    assert after - before >= 1.9
    assert after - before < 2.5 + 2.0, "half a second, and patience with a busy machine"


def test_trap_31_the_timeout_also_ends_a_wait_that_the_daemon_does_not_answer(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    daemon = house.daemon_pid
    assert daemon is not None
    os.kill(daemon, signal.SIGSTOP)
    try:
        result = house.run("wait", tab["id"], "--until", "exit", "--timeout", "300ms")
    finally:
        os.kill(daemon, signal.SIGCONT)
    assert result == Result(124, "", "pitwall: timed out after 300ms\n")


@pytest.mark.parametrize("timeout", ["0", "1ms"])
def test_a_timeout_of_nothing_asks_whether_it_is_so_now(house: House, timeout: str) -> None:
    ended = house.new("--", "sh", "-c", "exit 5")
    house.until_state(ended, "exited")
    runs = house.new("--", "sleep", "60")

    def now(tab: Row, until: str) -> Result:
        return house.run("wait", tab["id"], "--until", until, "--timeout", timeout)

    assert now(ended, "exit") == Result(5, "exit 5\n", "")
    assert now(ended, "done") == Result(5, "exit 5\n", "")
    assert now(ended, "idle") == Result(3, "exit 5\n", "")
    assert now(runs, "exit") == Result(124, "", f"pitwall: timed out after {timeout}\n")
    assert house.run("wait", "nobody", "--until", "exit", "--timeout", timeout).code == 1


def test_an_end_that_comes_in_time_is_no_timeout(house: House) -> None:
    tab = house.new("--", "sh", "-c", "sleep 0.2; exit 4")
    result = house.run("wait", tab["id"], "--until", "exit", "--timeout", "20s")
    assert result == Result(4, "exit 4\n", "")


def test_without_a_daemon_a_wait_is_an_error_and_starts_none(own_house: House) -> None:
    result = own_house.run("wait", "1", "--until", "exit")
    assert (result.code, result.out) == (1, "")
    assert "no daemon runs" in result.err
    assert own_house.daemon_pid is None


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (("wait",), "the following arguments are required: --until"),
        (("wait", "1"), "the following arguments are required: --until"),
        (("wait", "1", "--until", "finished"), "write done, idle, blocked or exit"),
        (("wait", "1", "--until", "exit", "--timeout", "soon"), "--timeout"),
        (("wait", "1", "--until", "exit", "--timeout", "-1s"), "--timeout"),
        (("wait", "7", "--until", "exit"), 'there is no tab "7"'),
        (("wait", "nobody", "--until", "exit"), 'no tab of session "main" is named "nobody"'),
        (("wait", "s", "--until", "exit"), '"s" fits several tabs: #1, #2'),
        (("wait", "1", "--until", "exit", "-s", "none"), 'no session is named "none"'),
        (("wait", "1", "2", "--until", "exit"), "unrecognized arguments: 2"),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, tuple) else "",
)
def test_bad_usage_and_bad_names_are_1_since_2_means_blocked(
    house: House, argv: tuple[str, ...], says: str
) -> None:
    house.new("-n", "sa", "--", "sleep", "60")
    house.new("-n", "sb", "--", "sleep", "60")
    result = house.run(*argv)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("pitwall: ")
    assert says in result.err


def test_ctrl_c_is_130_and_quiet(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    wait = house.popen("wait", tab["id"], "--until", "exit")
    house.until_served(wait)
    wait.send_signal(signal.SIGINT)
    assert finished(wait) == Result(130, "", "")


def test_many_waits_on_one_tab_all_end(house: House) -> None:
    orders = house.work / "orders"
    os.mkfifo(orders)
    tab = house.new("--", "sh", "-c", f"read line < {orders}; exit 11")
    waits = [waiting(house, tab["id"], "--until", "exit") for _ in range(50)]
    orders.write_text("go\n")
    assert {wait.result() for wait in waits} == {Result(11, "exit 11\n", "")}
    orders.unlink()


def test_a_wait_that_goes_away_disturbs_nobody(house: House) -> None:
    tab = house.new("--", "sleep", "60")
    for _ in range(20):
        waiting(house, tab["id"], "--until", "exit").close()
    assert house.row(tab)["state"] == "running"


def waiting(house: House, *argv: str):
    """A wait that the daemon has taken up: it has sent its token."""
    conversation = house.talk("wait", *argv)
    conversation.until_token()
    return conversation
