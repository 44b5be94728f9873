"""A detector that is started anew goes on with the agent that the one before it had seen."""

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked
from worlds import World

from pitwall.actors.detector import DetectorActor
from pitwall.actors.evidence import Piece
from pitwall.actors.messages import DetectorMessage, ForegroundPolled, ScreenSampled
from pitwall.actors.occupancy import Occupancy
from pitwall.agents.program import Program
from pitwall.detect.loader import RuleBook
from pitwall.detect.rulefile import parse
from pitwall.events.agents import AgentLeft, StatusChanged
from pitwall.events.base import Fact
from pitwall.events.ids import PaneId
from pitwall.state.intents import Observe
from pitwall.state.model import Agent, State
from pitwall.state.status_inputs import AgentCame, AgentPaused
from pitwall.terminal import Terminal

PANE = PaneId("a" * 16)
SHELL = Program(pid=10, began=1, executable="/bin/bash", comm="bash", argv=("-bash",))
RULES = parse(
    b'[[rules]]\nid = "prompt"\nstate = "idle"\ncontains = ["drift>"]\n', kind="drift", path="drift"
)


class Ledger:
    """A directory that keeps what it is told."""

    def __init__(self) -> None:
        self.state: State = World().state
        self.facts: list[Fact] = []

    async def tell(self, intent: Observe) -> None:
        self.facts += intent.facts


class Detecting:
    """A detector actor whose agent was known before it was started; its process is alive or not."""

    def __init__(self, agent: Agent, *, alive: bool = True) -> None:
        self.ledger = Ledger()
        self.pieces: list[Piece] = []
        self.woken: list[float] = []
        self.send, messages = trio.open_memory_channel[DetectorMessage](8)
        self.actor = DetectorActor(
            PANE,
            messages,
            self.ledger,  # type: ignore[arg-type]
            lambda: RuleBook({"drift": RULES}),
            Occupancy(PANE, SHELL.pid, agent, began=lambda pid: agent.began if alive else None),
            wake_at=self.woken.append,
            poll_now=lambda: None,
            kind_of=str,
            record=self.pieces.append,
        )

    async def hears(self, message: DetectorMessage) -> list[Fact]:
        """All facts that come of one message."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.actor.run)
            self.send.send_nowait(message)
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        return self.ledger.facts


@pytest.fixture
def agent(autojump_clock: MockClock) -> Agent:
    return Agent("drift", pid=20, began=2)


async def test_its_screen_is_read_by_its_rules(agent: Agent) -> None:
    terminal = Terminal(5, 20, history=0)
    terminal.feed(b"drift> ")
    detecting = Detecting(agent)
    facts = await detecting.hears(ScreenSampled(terminal.sample(), None))
    (changed,) = [fact for fact in facts if isinstance(fact, StatusChanged)]
    assert (changed.status, changed.source, changed.rule) == ("idle", "screen", "prompt")
    assert any(isinstance(piece.item, AgentCame) for piece in detecting.pieces)
    assert detecting.woken


async def test_trap_17_its_end_in_between_is_noticed(agent: Agent) -> None:
    facts = await Detecting(agent, alive=False).hears(ForegroundPolled(SHELL, "", None, "/", ""))
    assert AgentLeft(pane=PANE) in facts


async def test_one_that_is_suspended_stays_so(autojump_clock: MockClock) -> None:
    detecting = Detecting(Agent("drift", pid=20, began=2, suspended=True))
    facts = await detecting.hears(ForegroundPolled(SHELL, "", None, "/", ""))
    assert not any(isinstance(fact, AgentLeft) for fact in facts)
    assert any(isinstance(piece.item, AgentPaused) for piece in detecting.pieces)
