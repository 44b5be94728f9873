"""Windows over a real socket: what the daemon tells them, and what it does as they say."""

import os
import signal
import sys
import time

import pytest
from daemonclient import LOST, PATIENCE
from daemons import House, Row
from fakeagents import FakeAgent
from windowclient import WindowClient

from pitwall.wire import frames
from pitwall.wire.window import Geometry, Notice

CAT = ("--", "sh", "-c", "echo ready; exec cat")


def shown_size(house: House, tab: Row, rows: int, cols: int, since: int = 0) -> None:
    house.until("pane.resized", since, pane=house.pane(tab)["data"]["pane"], rows=rows, cols=cols)


class TestAttaching:
    """A window comes."""

    def test_shows_the_tab_and_what_is_on_its_screen(self, house: House) -> None:
        house.new("-n", "one", *CAT)
        tab = house.new("-n", "two", *CAT)
        with WindowClient(house, "attach", "2") as window:
            window.until_shows("ready")
            assert [(line.number, line.title, line.state) for line in window.scene.tabs] == [
                (1, "one", "running"),
                (2, "two", "running"),
            ]
            assert window.scene.active == tab["id"]
            (box,) = window.scene.panes
            assert (box.top, box.left, box.rows, box.cols, box.live) == (0, 0, 24, 80, True)
            assert window.scene.focused == box.id

    def test_without_a_tab_opens_the_first_one(self, house: House) -> None:
        with WindowClient(house) as window:
            assert len(window.scene.tabs) == 1
            assert window.scene.session == "main"
            assert house.ls()[0]["id"] == window.scene.active

    def test_goes_to_a_visible_tab_when_the_last_one_closes_behind_which_hidden_ones_stand(
        self, house: House
    ) -> None:
        kept = house.new(*CAT)
        house.new("-d", *CAT)
        closing = house.new(*CAT)
        with WindowClient(house, "attach", closing["id"]) as window:
            window.until_shows("ready")
            assert house.ask("kill", "-f", closing["id"]).code == 0
            window.until_scene(lambda scene: scene.active == kept["id"])

    def test_brings_a_detached_tab_back(self, house: House) -> None:
        tab = house.new("-d", *CAT)
        with WindowClient(house, "attach", "1") as window:
            assert not window.tab(tab["id"]).detached
            assert window.scene.active == tab["id"]

    def test_goes_to_the_session_that_is_named(self, house: House) -> None:
        house.new(*CAT)
        assert house.ask("session", "new", "-d", "api").code == 0
        with WindowClient(house, "session", "attach", "api") as window:
            assert (window.scene.session, window.scene.sessions) == ("api", ("main", "api"))
            window.act("session", "main")
            window.until_scene(lambda scene: scene.session == "main")
            window.until_shows("ready")

    def test_without_a_terminal_is_refused(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1", terminals=frozenset({0})) as window:
            assert window.until_ended() == 1
            assert window.errors.startswith(b"pitwall: a window needs a terminal")

    def test_inside_of_a_pane_is_refused(self, house: House) -> None:
        pane = house.pane(house.new(*CAT))["data"]["pane"]
        with WindowClient(house, "attach", "1", pane=pane) as window:
            assert window.until_ended() == 1
            assert b"would show itself" in window.errors


class TestPanes:
    """What is typed goes to programs, and what they draw comes back."""

    def test_keys_echo(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            window.type("hello\r")
            window.until_shows("hello\nhello")

    def test_only_rows_that_change_are_told(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            before = len(window.updates)
            window.type("x")
            window.until_shows("x")
            assert {line.row for update in window.updates[before:] for line in update.lines} == {1}

    def test_modes_are_told(self, house: House) -> None:
        house.new("--", "sh", "-c", r"printf '\033[?1h\033[?2004h\033[?1000h\033[?1006hready'; exec cat")
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            modes = window.modes[window.scene.focused]
            assert (modes.application_cursor, modes.bracketed_paste) == (True, True)
            assert (modes.mouse, modes.mouse_encoding) == (1000, 1006)

    def test_what_scrolled_off_is_paged(self, house: House) -> None:
        house.new("--size", "10x40", "--", "sh", "-c", "seq 1 100; echo ready; exec cat")
        house.until_shows({"id": "1"}, "ready")
        with WindowClient(house, "attach", "1", size=(10, 40)) as window:
            window.until_shows("ready")
            page = window.page(-5, 3)
            assert page.total == 92
            assert [line.runs[0].text.strip() for line in page.lines] == ["88", "89", "90"]
            assert window.page(0, 2).lines[0].runs[0].text.strip() == "1"
            assert window.page(10_000, 5).lines == ()

    def test_a_past_in_too_many_colours_for_a_frame_comes_in_parts(self, house: House) -> None:
        program = r"""
for n in range(6000):
    print(end=f"\33[38;2;{n % 256};{n // 256};7;48;2;1;{n % 7};9mx")
print("\33[m\nready", flush=True)
input()
"""
        house.new("--size", "10x40", "--", sys.executable, "-c", program)
        house.until_shows({"id": "1"}, "ready")
        with WindowClient(house, "attach", "1", size=(10, 40)) as window:
            window.until_shows("ready")
            page = window.page(0, 140)
            assert 0 < len(page.lines) < 140
            assert window.page(len(page.lines), 1).lines[0].runs[0].text.startswith("x")

    def test_a_split_pane_gets_the_keys_and_a_part_of_the_room(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1", size=(24, 81)) as window:
            window.until_shows("ready")
            first = window.scene.focused
            window.run("split", "--", "sh", "-c", "stty size; exec cat")
            scene = window.until_scene(lambda scene: len(scene.panes) == 2 and scene.focused != first)
            assert [(box.left, box.rows, box.cols) for box in scene.panes] == [(0, 24, 40), (41, 24, 40)]
            window.until_shows("24 40", scene.focused)
            window.type("second\r")
            window.until_shows("second\nsecond", scene.focused)
            assert "second" not in window.text(first)
            window.act("focus", first)
            window.until_scene(lambda scene: scene.focused == first)
            window.type("first\r")
            window.until_shows("first\nfirst", first)

    def test_a_border_moves(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1", size=(24, 81)) as window:
            window.until_shows("ready")
            window.run("split", *CAT)
            scene = window.until_scene(lambda scene: len(scene.panes) == 2)
            window.act("grow", scene.panes[0].id, cols=5)
            window.until_scene(lambda scene: [box.cols for box in scene.panes] == [45, 35])

    def test_a_zoomed_pane_has_all_the_room(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1", size=(24, 81)) as window:
            window.until_shows("ready")
            window.run("split", *CAT)
            scene = window.until_scene(lambda scene: len(scene.panes) == 2)
            window.act("zoom", window.scene.focused)
            zoomed = window.until_scene(lambda scene: scene.zoomed)
            assert [(box.id, box.rows, box.cols) for box in zoomed.panes] == [(zoomed.focused, 24, 81)]
            window.act("zoom", window.scene.focused)
            again = window.until_scene(lambda scene: not scene.zoomed)
            assert again.panes == scene.panes

    def test_a_pane_split_off_elsewhere_while_another_is_zoomed_fits(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1", size=(24, 81)) as window:
            window.until_shows("ready")
            window.run("split", *CAT)
            window.until_scene(lambda scene: len(scene.panes) == 2)
            window.act("zoom", window.scene.focused)
            window.until_scene(lambda scene: scene.zoomed)
            since = house.seq()
            shell = "while :; do stty size; sleep 0.1; done"
            assert house.ask("split", "1", "--below", "--", "sh", "-c", shell).code == 0
            pane = house.until("pane.opened", since)["data"]["pane"]
            window.act("zoom", window.scene.focused)
            window.until_scene(lambda scene: len(scene.panes) == 3)
            window.until_shows("12 40", pane)

    def test_a_pane_is_closed_with_what_runs_in_it(self, house: House) -> None:
        tab = house.new(*CAT)
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            first = window.scene.focused
            window.run("split", *CAT)
            scene = window.until_scene(lambda scene: len(scene.panes) == 2 and scene.focused != first)
            pid = house.pid(tab)
            window.act("close", scene.focused)
            left = window.until_scene(lambda scene: len(scene.panes) == 1)
            assert [(box.id, box.cols) for box in left.panes] == [(first, 80)]
            assert left.focused == first
            house.until("pane.exited", pane=scene.focused)
            assert pid not in house.processes()

    def test_a_shell_that_ends_closes_its_pane_alone(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            window.run("split")
            scene = window.until_scene(lambda scene: len(scene.panes) == 2)
            window.type("exit\r", scene.panes[1].id)
            window.until_scene(lambda scene: [box.cols for box in scene.panes] == [80])


class TestTabs:
    """The sidebar and the tab that is shown."""

    def test_another_tab_is_shown(self, house: House) -> None:
        house.new("--", "sh", "-c", "echo first; exec cat")
        second = house.new("--", "sh", "-c", "echo second; exec cat")
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("first")
            window.act("select", second["id"])
            window.until_scene(lambda scene: scene.active == second["id"])
            window.until_shows("second")

    def test_scenes_follow_what_becomes_of_tabs(self, house: House) -> None:
        tab = house.new("-n", "old", *CAT)
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            house.ask("rename", tab["id"], "new")
            window.until_scene(lambda scene: scene.tabs[0].title == "new")
            house.ask("group", tab["id"], "work")
            window.until_scene(lambda scene: scene.tabs[0].group == "work")
            failed = house.new("--", "sh", "-c", "exit 3")
            window.until_scene(
                lambda scene: [(line.state, line.exit_code) for line in scene.tabs[1:]] == [("exited", 3)]
            )
            assert window.scene.active == tab["id"]
            house.ask("kill", "-f", failed["id"])
            window.until_scene(lambda scene: len(scene.tabs) == 1)

    def test_a_new_tab_is_shown_and_starts_where_the_pane_is(self, house: House) -> None:
        (house.work / "inner").mkdir()
        house.new(*CAT, cwd=house.work / "inner")
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            window.run("new", "--", "sh", "-c", "pwd; exec cat")
            window.until_scene(lambda scene: len(scene.tabs) == 2 and scene.active == scene.tabs[1].id)
            window.until_shows("/inner")

    def test_what_a_command_says_comes_as_a_message(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            window.run("rename", "nowhere", "else")
            window.until(lambda: bool(window.messages), "a message")
            (message,) = window.messages
            assert message.code == 1
            assert 'no tab of session "main" is named "nowhere"' in message.text

    def test_when_its_tab_closes_the_next_one_is_shown(self, house: House) -> None:
        tabs = [house.new(*CAT) for _ in range(3)]
        with WindowClient(house, "attach", "2") as window:
            window.until_shows("ready")
            house.ask("kill", "-f", tabs[1]["id"])
            window.until_scene(lambda scene: scene.active == tabs[2]["id"])
            house.ask("kill", "-f", tabs[2]["id"])
            window.until_scene(lambda scene: scene.active == tabs[0]["id"])

    def test_it_ends_with_its_session(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            house.ask("kill", "-f", "1")
            assert window.until_ended() == 0

    def test_tabs_that_need_the_user_have_their_place(self, house: House, agent: FakeAgent) -> None:
        house.new(*CAT)
        tab = agent.open()
        with WindowClient(house, "attach", "1") as window:
            agent.shows("ask Run rm?", "blocked")
            window.until_scene(lambda scene: scene.tabs[1].state == "blocked")
            line = window.tab(tab["id"])
            assert (line.agent, line.question, line.attention) == ("drift", "Run rm?", 0)
            assert window.tab(window.scene.active).attention is None


class TestLooking:
    """Done until looked at, and told of while looking elsewhere."""

    def test_a_tab_is_done_until_it_is_shown(self, house: House, agent: FakeAgent) -> None:
        house.new(*CAT)
        tab = agent.open()
        with WindowClient(house, "attach", "1") as window:
            agent.works()
            agent.shows("idle", "done")
            window.until_scene(lambda scene: scene.tabs[1].state == "done")
            window.act("select", tab["id"])
            window.until_scene(lambda scene: scene.tabs[1].state == "idle")
            house.until_state(tab, "idle")

    def test_a_tab_that_is_shown_is_not_looked_at_without_the_focus(
        self, house: House, agent: FakeAgent
    ) -> None:
        tab = agent.open()
        with WindowClient(house, "attach", "1", focused=False) as window:
            agent.works()
            agent.shows("idle", "done")
            window.until_scene(lambda scene: scene.tabs[0].state == "done")
            window.until(lambda: bool(window.notices), "a notice")
            window.say(Geometry(24, 80, focused=True))
            window.until_scene(lambda scene: scene.tabs[0].state == "idle")
            house.until_state(tab, "idle")

    def test_the_user_is_told_of_tabs_they_do_not_look_at(self, house: House, agent: FakeAgent) -> None:
        house.new(*CAT)
        tab = agent.open("-n", "api")
        agent.shows("working", "working")
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            agent.shows("ask Run rm?", "blocked")
            window.until(lambda: bool(window.notices), "a notice")
            assert window.notices == [Notice(tab["id"], 2, "api", "blocked", "Run rm?")]

    def test_what_was_so_before_is_not_told(self, house: House, agent: FakeAgent) -> None:
        agent.open()
        agent.shows("ask Run rm?", "blocked")
        other = house.new("--", "sh", "-c", "read line; exit 4")
        with WindowClient(house, "attach", "2") as window:
            window.until_scene(lambda scene: scene.tabs[0].state == "blocked")
            window.say(Geometry(24, 80, focused=False))
            window.type("\r")
            window.until(lambda: bool(window.notices), "a notice")
            assert [notice.tab for notice in window.notices] == [other["id"]]


class TestSeveral:
    """Windows beside each other."""

    def test_a_tab_fits_the_smallest_window_and_grows_back(self, house: House) -> None:
        tab = house.new(*CAT)
        with WindowClient(house, "attach", "1", size=(50, 150)) as large:
            large.until_shows("ready")
            shown_size(house, tab, 50, 150)
            with WindowClient(house, "attach", "1", size=(24, 80)) as small:
                small.until_shows("ready")
                large.until_scene(lambda scene: (scene.panes[0].rows, scene.panes[0].cols) == (24, 80))
                since = house.seq()
            large.until_scene(lambda scene: (scene.panes[0].rows, scene.panes[0].cols) == (50, 150))
            shown_size(house, tab, 50, 150, since)

    def test_both_see_what_is_typed_in_one(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1") as one, WindowClient(house, "attach", "1") as other:
            one.until_shows("ready")
            other.until_shows("ready")
            one.type("hello\r")
            other.until_shows("hello\nhello")

    def test_they_show_different_tabs(self, house: House) -> None:
        for word in ("first", "second"):
            house.new("--", "sh", "-c", f"echo {word}; stty size; exec cat")
        with (
            WindowClient(house, "attach", "1", size=(20, 60)) as one,
            WindowClient(house, "attach", "2", size=(30, 90)) as other,
        ):
            one.until_shows("first")
            other.until_shows("second")
            assert (one.scene.panes[0].rows, other.scene.panes[0].rows) == (20, 30)

    def test_one_that_reads_nothing_slows_nobody_and_catches_up(self, house: House) -> None:
        paint = """
import sys
for frame, _ in enumerate(sys.stdin):
    text = "".join("\\x1b[38;2;%d;%d;9mx" % (n * 7 % 256, (n + frame) % 256) for n in range(3000))
    sys.stdout.write(f"\\x1b[H{text}\\x1b[m frame {frame}.")
    sys.stdout.flush()
"""
        house.new("--", str(house.python("painter", paint)))
        with (
            WindowClient(house, "attach", "1", size=(60, 200)) as slow,
            WindowClient(house, "attach", "1", size=(60, 200)) as quick,
        ):
            slow.until_scene(lambda scene: bool(scene.panes))
            quick.until_scene(lambda scene: bool(scene.panes))
            for frame in range(20):
                quick.type("\n")
                quick.until_shows(f"frame {frame}.")
            assert house.ask("ls").code == 0
            slow.until_shows("frame 19.")
            assert len(slow.updates) < len(quick.updates)


class TestLeaving:
    """A window goes, in whatever way."""

    def test_all_goes_on_without_it(self, house: House) -> None:
        tab = house.new(*CAT)
        since = house.seq()
        window = WindowClient(house, "attach", "1")
        window.until_shows("ready")
        connected = house.connections()
        window.close()
        while house.connections() >= connected:
            pass
        assert house.row(tab) is not None
        assert house.failures(since) == []

    def test_one_that_goes_while_it_is_resized_leaves_one_size_everywhere(self, house: House) -> None:
        corner = r"while :; do printf '\033[2J\033[999;999H#'; sleep 0.05; done"
        tab = house.new("--", "sh", "-c", corner)
        with open(f"/proc/{house.pid(tab)}/fd/0", "rb", buffering=0) as terminal:

            def sizes() -> set[tuple[int, int]]:
                told = [event["data"] for event in house.events() if event["type"] == "pane.resized"][-1]
                screen = house.ask("capture", tab["id"]).out.splitlines()
                real = os.get_terminal_size(terminal.fileno())
                return {
                    (told["rows"], told["cols"]),
                    (real.lines, real.columns),
                    (len(screen), len(screen[-1]) if screen else 0),
                }

            for turn in range(12):
                window = WindowClient(house, "attach", "1")
                window.until_shows("#")
                connected = house.connections()
                for step in range(1 + turn % 3):
                    window.say(Geometry(10 + turn + step, 60 + turn + step, focused=True))
                window.close()
                while house.connections() >= connected:
                    pass
                give_up = time.monotonic() + PATIENCE
                while len(sizes()) > 1:
                    assert time.monotonic() < give_up, sizes()

    def test_one_that_says_what_is_no_frame_is_cut_off_alone(self, house: House) -> None:
        house.new(*CAT)
        since = house.seq()
        with WindowClient(house, "attach", "1") as good, WindowClient(house, "attach", "1") as bad:
            good.until_shows("ready")
            bad.until_shows("ready")
            bad.send(frames.encode(b"K", b"\xff no CBOR"))
            assert bad.until_ended() in (LOST, 1)
            good.type("hello\r")
            good.until_shows("hello\nhello")
        assert house.failures(since) == []

    def test_what_a_later_version_says_is_passed_over(self, house: House) -> None:
        house.new(*CAT)
        with WindowClient(house, "attach", "1") as window:
            window.until_shows("ready")
            window.send(frames.encode(b"Z", b"something new"))
            window.act("close", "f" * 16)
            window.act("focus", "f" * 16)
            window.act("select", "f" * 16)
            window.act("session", "nowhere")
            window.type("keys for nobody", "f" * 16)
            window.type("hello\r")
            window.until_shows("hello\nhello")

    @pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
    def test_it_is_told_when_the_daemon_goes(self, own_house: House, end: signal.Signals) -> None:
        own_house.start()
        own_house.new(*CAT)
        with WindowClient(own_house, "attach", "1") as window:
            window.until_shows("ready")
            own_house.signal(end)
            assert window.until_ended() in (LOST, 0)


def test_what_an_ended_command_wrote_is_not_cut_by_a_small_window(house: House) -> None:
    tab = house.new("--size", "30x120", "--", "sh", "-c", "printf '%0107d' 7")
    house.until_state(tab, "exited")
    with WindowClient(house, "attach", tab["id"]) as window:
        window.until_shows("0000")
    assert house.run("capture", tab["id"]).out == "0" * 106 + "7\n"
