"""
The daemon: the composition root.

It takes the journal, folds what is there, wires the actors together, restores what the last run left, and listens
until it is told to stop. ``python -m pitwall.daemon [--ready-fd N] [--foreground]``; people use ``pitwall daemon``.
"""

import argparse
import errno
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import trio
import trio.lowlevel

from pitwall import paths
from pitwall.actors import logs
from pitwall.actors.address import Address
from pitwall.actors.client import ClientActor
from pitwall.actors.clock import Clock
from pitwall.actors.configuration import ConfigShelf
from pitwall.actors.courtesy import Courtesy
from pitwall.actors.directory import Directory
from pitwall.actors.evidence import EvidenceActor
from pitwall.actors.foreground import ForegroundActor
from pitwall.actors.inspection import Inspection
from pitwall.actors.journal import QUEUE, Batch, Committed, JournalActor, keep
from pitwall.actors.listener import Listener, own_folder
from pitwall.actors.notifier import NotifierActor
from pitwall.actors.pane import Surroundings
from pitwall.actors.panes import PanesActor
from pitwall.actors.restoration import Restorer
from pitwall.actors.rules import RuleShelf
from pitwall.actors.supervisor import first_of, name_of, supervise, where
from pitwall.actors.window import Outside, WindowActor
from pitwall.actors.windows import Windows
from pitwall.agents import definitions, installation, shims
from pitwall.agents.definitions import AgentBook
from pitwall.agents.installation import hook_command
from pitwall.commands.call import Window
from pitwall.commands.house import House
from pitwall.commands.table import COMMANDS
from pitwall.detect.loader import RuleBook, bundled_folder, load
from pitwall.errors import JournalLocked, PitwallError
from pitwall.events.ids import RunId, SessionId, TabId, new_id
from pitwall.events.runs import ActorFailed
from pitwall.folded import MANY, open_journal
from pitwall.journal.evidence import FOLDER as EVIDENCE_FOLDER
from pitwall.journal.evidence import EvidenceFiles
from pitwall.journal.journal import Journal
from pitwall.journal.spared import look_through
from pitwall.pty import processes
from pitwall.pty.limits import raise_open_files
from pitwall.state.intents import BeginRun, ReportFailure, StopRun
from pitwall.state.model import State
from pitwall.version import VERSION

ALREADY_RUNNING = 75
"""The exit code when another daemon has the journal: EX_TEMPFAIL (sysexits.h)."""
STOP_LIMIT = 10.0
"""Seconds for a clean stop; what is not recorded by then is found by the next run."""
LAST_ANSWERS = 0.5
_FAILED = "pitwall: the daemon failed; `pitwall logs` says where"


@dataclass(frozen=True, slots=True)
class Start:
    """What a run begins with."""

    data: str
    journal: Journal
    evidence: EvidenceFiles
    state: State
    run: RunId
    boot: str
    config: ConfigShelf
    rules: RuleBook
    agents: AgentBook
    command: str
    """The installed ``pitwall``, for hooks; empty if there is none."""
    shims: str
    """The folder of shims for agents typed in shells; empty if they cannot be written."""
    warnings: tuple[str, ...]
    umask: int
    ready: Callable[[], None]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the daemon until it is stopped; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m pitwall.daemon")
    parser.add_argument("--ready-fd", type=int, default=None, help="where to say `ready`, or what went wrong")
    parser.add_argument("--foreground", action="store_true", help="log to the error output as well")
    arguments = parser.parse_args(argv)
    umask = os.umask(0o077)
    raise_open_files()
    _forget_signals()
    data = paths.data_folder()
    starter = _Starter(arguments.ready_fd)
    try:
        os.makedirs(data, mode=0o700, exist_ok=True)
        put_aside = logs.configure(paths.log_folder(data), to_stderr=arguments.foreground)
        os.chdir(data)
        start = _begin(data, umask, starter, put_aside)
    except JournalLocked as error:
        starter.say(f"pitwall: {error}")
        return ALREADY_RUNNING
    except (PitwallError, OSError) as error:
        starter.say(_why(error))
        return 1
    try:
        keep(start.journal, trio.run(_run, start))
    except Exception as failure:
        first = first_of(failure)
        logs.log_of("daemon").error("daemon failed", error=name_of(failure), where=where(failure))
        starter.say(_why(first))
        return 1
    finally:
        start.journal.close()
    return 0


def _why(failure: BaseException) -> str:
    """The line that says why the daemon does not run, and what to do."""
    if isinstance(failure, OSError) and failure.errno in (errno.EMFILE, errno.ENFILE):
        return f"pitwall: {failure.strerror}: allow more to be open (ulimit -n), or close some programs"
    return f"pitwall: {failure}" if isinstance(failure, PitwallError | OSError) else _FAILED


def _forget_signals() -> None:
    """What the caller ignored or blocked, under nohup or in a script, is not for the daemon to inherit."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


class _Starter:
    """Whoever started the daemon, as long as they listen."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor
        if descriptor is not None:
            os.set_inheritable(descriptor, False)

    def say(self, line: str) -> None:
        """One line for them, and for the error output."""
        if self._descriptor is None:
            print(line, file=sys.stderr, flush=True)
            return
        try:
            os.write(self._descriptor, f"{line}\n".encode("utf-8", "replace"))
        except OSError:
            pass  # they went away; the log has it

    def ready(self) -> None:
        """The socket listens."""
        if self._descriptor is not None:
            self.say("ready")
            os.close(self._descriptor)
            self._descriptor = None


def _begin(data: str, umask: int, starter: _Starter, put_aside: tuple[str, ...]) -> Start:
    log = logs.log_of("daemon")
    own_folder(paths.socket_folder(data))
    run = RunId(new_id())
    folder, by = Path(paths.journal_folder(data)), f"pitwall {VERSION}"
    opened = open_journal(folder, run=run, by=by, now=_now())
    journal = opened.journal
    try:
        shelf = ConfigShelf(paths.config_file(data))
        evidence = EvidenceFiles(
            folder / EVIDENCE_FOLDER, run=run, by=by, now=_now(), budget=shelf.config.evidence
        )
        rules = load(bundled_folder(), Path(paths.detect_folder(data)))
        agents = definitions.load(definitions.bundled_folder(), Path(paths.agents_folder(data)))
        command = installation.command()
        warnings = (
            *put_aside,
            *(f"pitwall: {finding}" for finding in (*journal.findings, *evidence.findings)),
            *(rejected.line for rejected in (*rules.rejected, *agents.rejected)),
            *(f"pitwall: in {paths.config_file(data)}: {problem}" for problem in shelf.problems),
        )
        for warning in warnings:
            log.warning("found at start", text=warning)
            starter.say(warning)
        log.info("journal read", facts=opened.state.seq, folded=opened.folded)
        if opened.folded > MANY:
            keep(journal, opened.state)
        return Start(
            data=data,
            journal=journal,
            evidence=evidence,
            state=opened.state,
            run=run,
            boot=processes.boot_id(),
            config=shelf,
            rules=rules,
            agents=agents,
            command=command,
            shims=_write_shims(data, agents, command),
            warnings=warnings,
            umask=umask,
            ready=starter.ready,
        )
    except BaseException:
        journal.close()
        raise


def _write_shims(data: str, agents: AgentBook, command: str) -> str:
    """The folder of the shims, written; empty if that cannot be."""
    folder = Path(data) / shims.FOLDER
    try:
        shims.write(folder, shims.shims(agents.definitions.values(), command))
    except OSError as error:
        logs.log_of("daemon").warning("shims not written", error=type(error).__name__)
        return ""
    return str(folder)


def _now() -> int:
    """Wall-clock µs since 1970."""
    return time.time_ns() // 1000


class _Stopping:
    """Whether the daemon is to stop, and to come back at once."""

    def __init__(self) -> None:
        self.begun = trio.Event()
        self.again = False

    def begin(self, *, again: bool = False) -> None:
        self.again = self.again or again
        self.begun.set()


async def _run(start: Start) -> State:
    """Run until stopped; the state that is left."""
    stopping = _Stopping()
    to_journal, batches = trio.open_memory_channel[Batch](QUEUE)
    to_directory, committed = trio.open_memory_channel[Committed](QUEUE)
    directory = Directory(start.state, _now, to_journal)
    journal = JournalActor(start.journal, batches, to_directory)
    log = logs.log_of("daemon")

    async def report(failure: ActorFailed) -> None:
        await directory.tell(ReportFailure(failure))

    async with trio.open_nursery() as ledger:
        ledger.start_soon(directory.run)
        ledger.start_soon(journal.run)
        ledger.start_soon(directory.announce, committed)
        await directory.ask(BeginRun(run=start.run, version=VERSION, boot=start.boot))
        log.info("run started", run=start.run, version=VERSION, pid=os.getpid(), tabs=len(start.state.tabs))
        clock = Clock()
        shelf = RuleShelf(start.rules, bundled_folder(), Path(paths.detect_folder(start.data)))
        evidence = EvidenceActor(start.evidence, shelf.of_hash, budget=lambda: start.config.config.evidence)

        def kinds() -> Mapping[str, Collection[str]]:
            return start.agents.kinds_by_process(shelf.book.files)

        def shims_folder() -> str:
            return start.shims if start.config.config.shims else ""

        foreground = ForegroundActor(kinds)
        async with trio.open_nursery() as actors:
            around = Surroundings(
                directory,
                clock,
                Courtesy(),
                foreground,
                rules=lambda: shelf.book,
                record=evidence.record,
                kind_of=start.agents.kind_of_report,
            )
            panes = PanesActor(actors, around, start.boot)

            windows = Windows(directory, panes)
            inspection = Inspection(look_through(start.journal.folder, start.journal.spared))
            notifier = NotifierActor(directory, windows, lambda: start.config.config.notifications)

            async def show(window: Window, session: SessionId, tab: TabId) -> int:
                outside = Outside(window.send, window.incoming, window.run)
                actor = WindowActor(
                    outside, directory, panes, windows, session, tab, lambda: journal.degraded
                )
                return await actor.run()

            async def reload_rules() -> RuleBook:
                book = await shelf.reload()
                await panes.rules_read()
                return book

            house = House(
                directory=directory,
                panes=panes,
                agents=lambda: start.agents,
                hook=hook_command(start.command, "claude") if start.command else "",
                shims=shims_folder,
                kinds=kinds,
                rules=lambda: shelf.book,
                reload_rules=reload_rules,
                journal=Path(paths.journal_folder(start.data)),
                data=start.data,
                boot=start.boot,
                warnings=lambda: start.warnings + inspection.warnings,
                stop=stopping.begin,
                show=show,
                fit=windows.fit,
                degraded=lambda: journal.degraded,
            )
            actors.start_soon(supervise, "clock", clock.run, report)
            actors.start_soon(supervise, "foreground", foreground.run, report)
            actors.start_soon(supervise, "panes", panes.run, report)
            actors.start_soon(supervise, "evidence", evidence.run, report)
            actors.start_soon(supervise, "windows", windows.run, report)
            actors.start_soon(supervise, "notifier", notifier.run, report)
            actors.start_soon(supervise, "inspection", inspection.run, report)
            actors.start_soon(_stop_on_signals, stopping)
            restorer = Restorer(
                directory,
                panes,
                start.agents,
                environ=os.environ,
                umask=start.umask,
                data=start.data,
                command=start.command,
                shims_folder=shims_folder,
            )
            await restorer.run(_now())
            await _serve(start, house, directory, panes, windows, actors, stopping)
            actors.cancel_scope.cancel()
        log.info("run stopped", run=start.run)
        directory.close()
        ledger.cancel_scope.deadline = trio.current_time() + STOP_LIMIT
    return directory.state


async def _serve(
    start: Start,
    house: House,
    directory: Directory,
    panes: PanesActor,
    windows: Windows,
    actors: trio.Nursery,
    stopping: _Stopping,
) -> None:
    """Listen until the daemon is to stop, and stop cleanly."""
    address = Address(
        paths.socket_folder(start.data), paths.socket_path(start.data), paths.journal_folder(start.data)
    )
    listening = address.bind()

    async def serve(stream: trio.SocketStream) -> None:
        await ClientActor(stream, house, COMMANDS).run()

    async with trio.open_nursery() as clients:

        def listen(anew: trio.socket.SocketType) -> None:
            nonlocal listening
            listening.close()
            listening = anew
            clients.start_soon(Listener(listening, serve).run)

        clients.start_soon(Listener(listening, serve).run)
        clients.start_soon(address.keep, listen)
        gc.freeze()  # what is there by now stays: to look through it for garbage would only hold up keys
        start.ready()
        await stopping.begun.wait()
        with trio.CancelScope(shield=True, deadline=trio.current_time() + STOP_LIMIT):
            address.release()
            if stopping.again:
                await windows.see_you_again()
            await directory.ask(StopRun())
            await panes.end_all()
            await trio.lowlevel.checkpoint()
        clients.cancel_scope.deadline = trio.current_time() + LAST_ANSWERS
        listening.close()


async def _stop_on_signals(stopping: _Stopping) -> None:
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT, signal.SIGHUP) as signals:
        async for number in signals:
            if number == signal.SIGHUP:
                continue  # the terminal it was started in has gone, which is no reason to go
            stopping.begin()


if __name__ == "__main__":
    sys.exit(main())
