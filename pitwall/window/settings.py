"""What of the window can be configured, in the words that it uses itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pitwall.config import Config, Notifications
from pitwall.window.bindings import DEFAULT_KEYS, shown
from pitwall.window.keys import named
from pitwall.window.layout import SIDEBAR
from pitwall.window.theme import DARK, Theme, theme


@dataclass(frozen=True, slots=True)
class Settings:
    """
    A window's settings.

    ``prefix`` and the keys are named as in `pitwall.window.keys`; ``keys`` leads from a key to a command of
    `pitwall.window.bindings`.
    """

    prefix: str = "C-b"
    keys: Mapping[str, str] = field(default_factory=lambda: DEFAULT_KEYS)
    theme: Theme = DARK
    sidebar: int = SIDEBAR
    notifications: Notifications = field(default_factory=Notifications)

    @property
    def prefix_shown(self) -> str:
        """The prefix as people write it."""
        return shown(self.prefix)

    @staticmethod
    def of(config: Config) -> "Settings":
        """The settings that a configuration makes; a key that leads to nothing loses its command."""
        keys = dict(DEFAULT_KEYS) | {named(key): command for key, command in config.keys.items()}
        return Settings(
            prefix=named(config.prefix),
            keys=MappingProxyType({key: command for key, command in keys.items() if command}),
            theme=theme(config.theme, **config.colours),
            sidebar=config.sidebar,
            notifications=config.notifications,
        )
