"""A tab wins over a file of its name; a path is a file's."""

import pytest

from pitwall.commands.tab_or_file import for_want_of_a_tab, tab_meant
from pitwall.errors import AmbiguousName, DaemonUnreachable, NoSuchSession, NoSuchTab, PitwallError, Refusal


def no(error: type[PitwallError]) -> str:
    raise error


@pytest.mark.parametrize("word", ["ag", "2", "agent.txt"])
def test_a_tab_wins_over_a_file_of_its_name(word: str) -> None:
    assert tab_meant(word, None, is_file=True, find=lambda: "the tab") == "the tab"


def test_a_path_is_a_files_even_where_a_tab_is_called_so() -> None:
    assert tab_meant("./ag", None, is_file=True, find=lambda: "the tab") is None
    assert tab_meant("a/b", None, is_file=False, find=lambda: "the tab") == "the tab"


@pytest.mark.parametrize("error", [NoSuchTab, NoSuchSession])
def test_a_file_is_meant_where_no_tab_is_called_so(error: type[PitwallError]) -> None:
    assert tab_meant("ag", None, is_file=True, find=lambda: no(error)) is None
    with pytest.raises(error):
        tab_meant("ag", None, is_file=False, find=lambda: no(error))


@pytest.mark.parametrize("error", [NoSuchTab, NoSuchSession])
def test_a_path_of_no_file_that_no_tab_is_called_either_is_refused_as_both(error: type[PitwallError]) -> None:
    with pytest.raises(Refusal, match=r"there is no file './nosuch'; and "):
        tab_meant("./nosuch", None, is_file=False, find=lambda: no(error))


@pytest.mark.parametrize("error", [AmbiguousName, DaemonUnreachable])
def test_a_name_that_is_refused_otherwise_is_no_files(error: type[PitwallError]) -> None:
    with pytest.raises(error):
        tab_meant("ag", None, is_file=True, find=lambda: no(error))


@pytest.mark.parametrize("word", ["ag", "./ag"])
def test_in_a_session_that_is_named_there_are_tabs_alone(word: str) -> None:
    with pytest.raises(NoSuchTab):
        tab_meant(word, "main", is_file=True, find=lambda: no(NoSuchTab))


def test_a_refusal_of_a_file_that_no_path_named_says_why_it_was_looked_at() -> None:
    assert for_want_of_a_tab("./ag") == ""
    assert "no tab is called so" in for_want_of_a_tab("ag")
