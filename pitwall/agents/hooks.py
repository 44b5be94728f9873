"""
What an agent's hook says: the fields of its payload that count, and nothing else of it (pure).

Payloads are whatever JSON an agent of any version sends: what is missing or odd says nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pitwall.events.agents import Word

Json: TypeAlias = "Mapping[str, Json] | list[Json] | str | int | float | bool | None"


@dataclass(frozen=True, slots=True)
class HookSaid:
    """
    What one hook says.

    ``word`` is ``None`` where it says nothing of the status. ``detail`` is the question or an error's message.
    ``session`` is the id of the main conversation, ``mode`` its permission mode; each empty where unsaid.
    ``background``: the turn is over but for a subagent or workflow. ``reminder``: it repeats a question already
    asked. ``runtime`` tells apart runs of an agent within one process.
    """

    word: Word | None = None
    detail: str = ""
    session: str = ""
    mode: str = ""
    background: bool = False
    reminder: bool = False
    runtime: str = ""


NOTHING = HookSaid()


def text(value: Json) -> str:
    """The value if it is text, else nothing."""
    return value if isinstance(value, str) else ""


def mapping(value: Json) -> Mapping[str, Json]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def items(value: Json) -> list[Json]:
    """The value if it is an array, else an empty one."""
    return value if isinstance(value, list) else []
