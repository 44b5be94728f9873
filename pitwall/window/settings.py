"""What of the window can be configured, and what it is when nothing is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitwall.window.bindings import DEFAULT_KEYS, shown
from pitwall.window.layout import SIDEBAR
from pitwall.window.theme import DARK, Theme


@dataclass(frozen=True, slots=True)
class Settings:
    """
    A window's settings.

    ``prefix`` and the keys are named as in `pitwall.window.keys`; ``keys`` leads from a key to a command of
    `pitwall.window.bindings`. ``notifications`` is ``auto`` or the name of a way in `pitwall.window.notify`.
    """

    prefix: str = "C-b"
    keys: Mapping[str, str] = field(default_factory=lambda: DEFAULT_KEYS)
    theme: Theme = DARK
    sidebar: int = SIDEBAR
    notifications: str = "auto"

    @property
    def prefix_shown(self) -> str:
        """The prefix as people write it."""
        return shown(self.prefix)
