"""What opening a tab and splitting one share: a pane with a process."""

from dataclasses import dataclass

from pitwall.events.agents import AgentKnown
from pitwall.events.base import Fact
from pitwall.events.panes import PaneOpened, PaneStarted
from pitwall.state.model import Process


@dataclass(frozen=True, slots=True)
class NewPane:
    """
    A pane to be opened, and its process, which waits to be let go.

    ``conversation`` is that of its agent, where the command line says which.
    """

    opened: PaneOpened
    process: Process
    conversation: str = ""

    def facts(self) -> tuple[Fact, ...]:
        """The facts of the pane, its process, and its agent's conversation."""
        pane, tab, process = self.opened.pane, self.opened.tab, self.process
        started = PaneStarted(pane=pane, tab=tab, pid=process.pid, began=process.began, boot=process.boot)
        if not self.conversation:
            return (self.opened, started)
        known = AgentKnown(pane=pane, agent=self.opened.expected, session=self.conversation)
        return (self.opened, started, known)
