"""A house of one's own for a test: a throwaway home, and the real daemon that lives in it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from daemonclient import PATIENCE, Conversation, Result, listening_pid
from procfs import connected, describe, environ_of, pids, readable, unix_sockets, wait_gone

import pitwall
from pitwall import paths

Row = dict[str, Any]
"""A tab as ``ls --json`` prints it, or an event as ``events --json`` does."""

MARK = "TEST_HOUSE"
"""A variable that all processes of a house inherit, panes too: ``PITWALL_*`` would not reach them."""


class House:
    """
    One data folder with its daemon, and a folder ``work`` that its callers stand in.

    ``run`` and ``popen`` start the client that people use; ``ask`` and ``talk`` say the same to the daemon from
    the test's own process, a hundred times faster.
    """

    def __init__(self, home: Path, work: Path) -> None:
        self.home = home
        self.work = work
        self.bin = work / "bin"
        self.bin.mkdir(parents=True, exist_ok=True)
        self.socket = paths.socket_path(str(home))
        self.mark = f"{os.getpid()}-{home.name}"
        self.logs = Path(paths.log_folder(str(home)))
        self.complaints = self.logs / "daemon.err"
        self._clients: list[subprocess.Popen[str]] = []
        self._daemons: list[subprocess.Popen[bytes]] = []
        self.script("pitwall", f'exec "{sys.executable}" -P -m pitwall.cli.thin "$@"')
        # Not the one of whoever runs the tests: their desktop would be told of every tab.
        self.script("notify-send", "exit 0")

    # What a command needs.

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of the house's clients: the test's own, of which nothing tells of another pitwall."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PITWALL_")}
        source = str(Path(pitwall.__path__[0]).parent)
        return (
            kept
            | {
                "PITWALL_HOME": str(self.home),
                "PYTHONPATH": source,
                "PATH": f"{self.bin}:{os.environ['PATH']}",
                "HOME": str(self.work),
                "SHELL": "/bin/sh",
                "TERM": "xterm-256color",
                MARK: self.mark,
            }
            | more
        )

    def script(self, name: str, text: str, interpreter: str = "/bin/sh") -> Path:
        """A program on the house's PATH."""
        path = self.bin / name
        path.write_text(f"#!{interpreter}\n{text}\n")
        path.chmod(0o755)
        return path

    def python(self, name: str, text: str) -> Path:
        """A Python program on the house's PATH."""
        return self.script(name, text, interpreter=sys.executable)

    # Commands.

    def popen(self, *argv: str, **options: Any) -> subprocess.Popen[str]:
        """A client as people start it; the house ends it with the test."""
        environment = self.environment(**options.pop("env", {}))
        client = subprocess.Popen(
            [sys.executable, "-P", "-m", "pitwall.cli.thin", *argv],
            env=environment,
            cwd=options.pop("cwd", self.work),
            stdin=options.pop("stdin", subprocess.DEVNULL),
            stdout=options.pop("stdout", subprocess.PIPE),
            stderr=options.pop("stderr", subprocess.PIPE),
            text=True,
            **options,
        )
        self._clients.append(client)
        return client

    def run(self, *argv: str, timeout: float = 2 * PATIENCE, **options: Any) -> Result:
        """A client as people start it, run to its end."""
        return finished(self.popen(*argv, **options), timeout)

    def talk(self, *argv: str, **options: Any) -> Conversation:
        """A conversation with the daemon, which must run."""
        environment = self.environment(**options.pop("env", {}))
        cwd = str(options.pop("cwd", self.work))
        try:
            return Conversation(self.socket, argv, cwd=cwd, environment=environment, **options)
        except (FileNotFoundError, ConnectionRefusedError) as error:
            raise AssertionError(f"no daemon listens; it said:\n{self.log()[-8000:]}") from error

    def ask(self, *argv: str, **options: Any) -> Result:
        """A command, asked of the daemon directly."""
        with self.talk(*argv, **options) as conversation:
            return conversation.result()

    def new(self, *argv: str, **options: Any) -> Row:
        """Open a tab, which must succeed; its row."""
        flags, dashes, command = split(argv)
        result = self.ask("new", "--json", *flags, *dashes, *command, **options)
        assert result.code == 0, result
        row: Row = json.loads(result.out)
        return row

    # What is so, and waiting until it is.

    def ls(self, *argv: str) -> list[Row]:
        """All tabs of the session."""
        result = self.ask("ls", "--json", *argv)
        assert result.code == 0, result
        rows: list[Row] = json.loads(result.out)
        return rows

    def row(self, tab: Row, *argv: str) -> Row | None:
        """The tab as it is now; ``None`` when it has closed."""
        return next((row for row in self.ls(*argv) if row["id"] == tab["id"]), None)

    def seq(self) -> int:
        """The number of the last event."""
        status = self.ask("daemon", "status").out
        return int(status.partition("events: ")[2].split()[0])

    def events(self, since: int = 0) -> list[Row]:
        """All events after ``since``."""
        return [
            json.loads(line) for line in self.ask("events", "--json", "--since", str(since)).out.splitlines()
        ]

    @contextmanager
    def following(self, since: int) -> Iterator[Iterator[Row]]:
        """The events after ``since``, as they happen."""
        with self.talk("events", "--follow", "--json", "--since", str(since)) as stream:
            yield (json.loads(line) for line in stream.lines())

    def until(self, kind: str, since: int = 0, **fields: object) -> Row:
        """The first event of that type with those fields, waited for."""
        with self.following(since) as events:
            for event in events:
                if event["type"] == kind and all(event["data"].get(key) == fields[key] for key in fields):
                    return event
        raise AssertionError(f"the daemon went away before {kind} {fields}")

    def until_row(self, tab: Row, test: Callable[[Row], bool], *argv: str) -> Row:
        """The tab's row, once it is as wanted."""
        since = self.seq()
        with self.following(since) as events:
            while True:
                row = self.row(tab, *argv)
                assert row is not None, f"the tab closed: {tab}"
                if test(row):
                    return row
                next(events)

    def until_state(self, tab: Row, state: str) -> Row:
        """The tab's row, once its state is that."""
        return self.until_row(tab, lambda row: row["state"] == state)

    def until_shows(self, tab: Row, text: str, *argv: str) -> str:
        """The tab's screen, once the text is on it."""
        give_up = time.monotonic() + PATIENCE
        while text not in (screen := self.ask("capture", *argv, tab["id"]).out):
            assert time.monotonic() < give_up, f"{text!r} never came on the screen:\n{screen}"
            os.sched_yield()
        return screen

    def until_connected(self, count: int) -> None:
        """Wait until that many clients are connected."""
        give_up = time.monotonic() + PATIENCE
        while self.connections() < count:
            assert time.monotonic() < give_up, f"{self.connections()} of {count} clients are connected"
            os.sched_yield()

    def until_served(self, *clients: "subprocess.Popen[str]") -> None:
        """
        Wait until the clients are connected, and the daemon has had time to take up what they ask for.

        What it answers to others meanwhile it answers in the order of their coming, near enough.
        """
        give_up = time.monotonic() + PATIENCE
        while not all(map(connected, clients)):
            assert time.monotonic() < give_up, "a client did not connect"
            os.sched_yield()
        for _ in range(20):
            self.ls()

    def connections(self) -> int:
        """How many connections the daemon has accepted (``/proc/net/unix``, proc(5): state 03)."""
        return sum(line[5] == "03" and line[-1] == self.socket for line in unix_sockets())

    def pane(self, tab: Row) -> Row:
        """The event that opened the tab's first pane."""
        return self.until("pane.opened", tab=tab["id"])

    def pid(self, tab: Row) -> int:
        """The last process that was started in the tab."""
        started = [event for event in self.events() if event["type"] == "pane.started"]
        return int([event["data"]["pid"] for event in started if event["data"]["tab"] == tab["id"]][-1])

    # The daemon.

    def start(self) -> list[str]:
        """Start the daemon; what it says before it is ready, by lines."""
        ready, told = os.pipe()
        with open(ready, "rb") as said:
            self.launch(told)
            os.close(told)
            assert readable(said.fileno(), 2 * PATIENCE), "the daemon is not ready"
            lines = said.read().decode().splitlines()
        assert lines[-1:] == ["ready"], (lines, self.log()[-4000:])
        return lines[:-1]

    def launch(self, *files: int) -> "subprocess.Popen[bytes]":
        """Start the daemon as a client does; one file is where it says that it is ready."""
        os.makedirs(self.logs, mode=0o700, exist_ok=True)
        flags = [word for file in files for word in ("--ready-fd", str(file))]
        with open(self.complaints, "ab") as complaints:
            daemon = subprocess.Popen(
                [sys.executable, "-P", "-X", "utf8", "-m", "pitwall.daemon", *flags],
                env=self.environment(),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=complaints,
                stderr=complaints,
                pass_fds=files,
                start_new_session=True,
            )
        self._daemons.append(daemon)
        return daemon

    @property
    def daemon_pid(self) -> int | None:
        """The daemon's pid; ``None`` when none listens."""
        return listening_pid(self.socket)

    def signal(self, number: signal.Signals) -> None:
        """Send the daemon a signal that ends it, and see it gone."""
        pid = self.daemon_pid
        assert pid is not None, "no daemon runs"
        ends = os.pidfd_open(pid)
        try:
            os.kill(pid, number)
            assert readable(ends, PATIENCE), f"the daemon does not end on {number!r}"
        finally:
            os.close(ends)

    def kill9(self) -> None:
        """End the daemon as a crash does."""
        self.signal(signal.SIGKILL)

    def log(self) -> str:
        """All that the daemon logged."""
        files = sorted(self.logs.glob("*"))
        return "".join(file.read_text(errors="replace") for file in files)

    # The end.

    def processes(self) -> list[int]:
        """All living processes of the house: clients, daemons, panes and what was started there."""
        mark = f"{MARK}={self.mark}".encode()
        return [pid for pid in pids() if mark in environ_of(pid)]

    def ended(self, but: Iterable[int] = (), seconds: float = 10.0) -> list[int]:
        """Wait for the house's processes to end, but for some; those that do not are returned."""
        give_up = time.monotonic() + seconds
        spared = set(but)
        while left := [pid for pid in self.processes() if pid not in spared]:
            if time.monotonic() > give_up:
                return left
            wait_gone(left[0], give_up - time.monotonic())
        return []

    def clear(self) -> None:
        """Close all that is open, for the next test in this house, and see that nothing of it is left."""
        self.end_clients()
        for session in json.loads(self.ask("session", "ls", "--json").out):
            assert self.ask("session", "kill", "-f", "--", session["name"]).code == 0
        daemon = self.daemon_pid
        assert daemon is not None, self.log()
        left = self.ended(but=[daemon])
        assert not left, [describe(pid) for pid in left]
        for path in (*self.work.iterdir(), *self.bin.iterdir()):
            if path.is_dir() and path != self.bin:
                shutil.rmtree(path)
            elif path.name != "pitwall" and path != self.bin:
                path.unlink()

    def close(self) -> None:
        """Stop the daemon cleanly and see that nothing of the house is left, no complaint either."""
        self.end_clients()
        try:
            if self.daemon_pid is not None:
                self.signal(signal.SIGTERM)
            left = [describe(pid) for pid in self.ended()]
            assert not left, left
            said = self.complaints.read_text() if self.complaints.exists() else ""
            assert "Traceback" not in said, said
        finally:
            for pid in self.processes():
                os.kill(pid, signal.SIGKILL)
            for daemon in self._daemons:
                daemon.wait()
            shutil.rmtree(self.home, ignore_errors=True)
            if not self.socket.startswith(str(self.home)):
                shutil.rmtree(os.path.dirname(self.socket), ignore_errors=True)

    def end_clients(self) -> None:
        """End the clients that still run."""
        for client in self._clients:
            if client.poll() is None:
                client.kill()
            client.communicate()
        self._clients.clear()

    def failures(self, since: int = 0) -> list[Row]:
        """Actors that failed."""
        return [event for event in self.events(since) if event["type"] == "actor.failed"]


@contextmanager
def house(work: Path) -> Iterator[House]:
    """A house with a short path, as a socket's path must be; no daemon runs yet."""
    built = House(Path(tempfile.mkdtemp(prefix="pw-")), work)
    try:
        yield built
    finally:
        built.close()


def finished(client: subprocess.Popen[str], timeout: float = 2 * PATIENCE) -> Result:
    """What became of a client, waited for."""
    try:
        out, err = client.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        client.kill()
        out, err = client.communicate()
        raise AssertionError(f"{client.args} did not end; it said {out!r} {err!r}") from None
    return Result(client.returncode, out or "", err or "")


def split(argv: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """What stands before the first ``--``, the ``--`` itself, and what follows."""
    words = list(argv)
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at : at + 1], words[at + 1 :]
