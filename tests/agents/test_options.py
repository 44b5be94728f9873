import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.agents.options import Option, Part, option, parts

VERBOSE = Option(("-v", "--verbose"))
MODEL = Option(("-m", "--model"), "value")
DEBUG = Option(("-d", "--debug"), "maybe")
FOLDERS = Option(("--add-dir",), "list")
NO_TOOLS = Option(("--no-tools", "-nt"))
OPTIONS = (VERBOSE, MODEL, DEBUG, FOLDERS, NO_TOOLS)


@pytest.mark.parametrize(
    ("written", "parsed"),
    [
        ("--verbose", Option(("--verbose",))),
        ("-m, --model <model>", Option(("-m", "--model"), "value")),
        ("--thinking,-t <level>", Option(("--thinking", "-t"), "value")),
        ("-d, --debug [filter]", Option(("-d", "--debug"), "maybe")),
        ("--add-dir <directories...>", Option(("--add-dir",), "list")),
        ("--cloud [a|b|c]", Option(("--cloud",), "maybe")),
    ],
)
def test_an_option_is_written_as_help_texts_write_it(written: str, parsed: Option) -> None:
    assert option(written) == parsed


@pytest.mark.parametrize(
    "written",
    ["", "model", "--model=<x>", "--model <", "-m --model", "--model <a> <b>", "--model model", "-"],
)
def test_what_is_no_options_syntax_is_no_option(written: str) -> None:
    assert option(written) is None


@pytest.mark.parametrize(
    ("words", "cut"),
    [
        (["--verbose", "hello"], [Part(("--verbose",), VERBOSE), Part(("hello",))]),
        (["-m", "opus"], [Part(("-m", "opus"), MODEL, ("opus",))]),
        (["-mopus"], [Part(("-mopus",), MODEL, ("opus",))]),
        (["-m=opus"], [Part(("-m=opus",), MODEL, ("opus",))]),
        (["--model=opus"], [Part(("--model=opus",), MODEL, ("opus",))]),
        (["--model="], [Part(("--model=",), MODEL, ("",))]),
        (["--model", "--verbose"], [Part(("--model", "--verbose"), MODEL, ("--verbose",))]),
        (["--debug", "api"], [Part(("--debug", "api"), DEBUG, ("api",))]),
        (["--debug", "-v"], [Part(("--debug",), DEBUG), Part(("-v",), VERBOSE)]),
        (
            ["--add-dir", "a", "b", "-v"],
            [Part(("--add-dir", "a", "b"), FOLDERS, ("a", "b")), Part(("-v",), VERBOSE)],
        ),
        (["-nt"], [Part(("-nt",), NO_TOOLS)]),
        (["--unknown", "x"], [Part(("--unknown",)), Part(("x",))]),
        (["--unknown=x"], [Part(("--unknown=x",))]),
        (["-"], [Part(("-",))]),
        (["-v", "--", "-m", "x"], [Part(("-v",), VERBOSE)]),
    ],
)
def test_a_command_line_is_cut_into_options_and_words(words: list[str], cut: list[Part]) -> None:
    assert list(parts(words, OPTIONS)) == cut


@pytest.mark.parametrize("words", [["--model"], ["-m"], ["--add-dir"], ["--model", "--", "opus"]])
def test_trap_36_an_option_whose_value_is_missing_is_incomplete(words: list[str]) -> None:
    assert not parts(words, OPTIONS)[-1].complete


@pytest.mark.parametrize(
    "words", [["--debug"], ["--verbose"], ["--model="], ["-m", ""], ["prompt"], ["--unknown"]]
)
def test_what_needs_no_value_or_has_it_is_complete(words: list[str]) -> None:
    assert parts(words, OPTIONS)[-1].complete


@given(
    st.lists(
        st.sampled_from(["-v", "-m", "-mx", "--add-dir", "--debug", "--x", "word", "", "-", "--model=1"])
    )
)
def test_the_parts_are_the_words_in_order(words: list[str]) -> None:
    assert [word for part in parts(words, OPTIONS) for word in part.words] == words
