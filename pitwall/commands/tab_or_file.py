"""What ``TAB|FILE`` means: a file only by its path, or where no tab is called so."""

from collections.abc import Callable
from typing import TypeVar

from pitwall.errors import NoSuchSession, NoSuchTab, Refusal

Found = TypeVar("Found")

HELP = "a file by a path with a `/`, or by its name where no tab is called so"
"""How a file is named, for the help."""


def tab_meant(word: str, session: str | None, *, is_file: bool, find: Callable[[], Found]) -> Found | None:
    """
    The tab that ``word`` means, which ``find`` finds or refuses; ``None``: it means the file of that name.

    ``is_file`` says that there is one, ``session`` is the one that the caller named: only tabs are in it.
    """
    if session is None and is_file and "/" in word:
        return None
    try:
        return find()
    except (NoSuchTab, NoSuchSession) as refusal:
        if session is None and is_file:
            return None
        if session is None and "/" in word:
            raise Refusal(f"there is no file {word!r}; and {refusal}") from None
        raise


def for_want_of_a_tab(word: str) -> str:
    """What a refusal of the file that ``word`` means ends in, when no path said that it means one."""
    return "" if "/" in word else "; it was looked at because no tab is called so"
