"""The documents hold true: their links lead somewhere, and the commands they show exist."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitwall.commands.grammar import parse
from pitwall.commands.table import COMMANDS
from pitwall.errors import UsageError
from pitwall.window.bindings import BINDINGS, shown

CHECKOUT = Path(__file__).parent.parent
DOCUMENTS = sorted(
    path.relative_to(CHECKOUT)
    for pattern in (
        "*.md",
        "docs/*.md",
        "detect/*.md",
        "journal/*.md",
        "benchmarks/*.md",
        "tests/recordings/*.md",
    )
    for path in CHECKOUT.glob(pattern)
)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^\s*```sh\n(.*?)^\s*```$", re.MULTILINE | re.DOTALL)
ENDS = frozenset((";", ";;", "|", "||", "&", "&&", ")", "(", ">", "<"))


def text_of(document: Path) -> str:
    return (CHECKOUT / document).read_text(encoding="utf-8")


def anchors(text: str) -> set[str]:
    """The fragments of a page's headings, as forges make them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def shown_commands(text: str) -> Iterator[list[str]]:
    """The arguments of every ``pitwall`` in the shell examples of a page."""
    for block in FENCE.findall(text):
        unfinished = ""
        for line in block.splitlines():
            try:
                words = words_of(unfinished + line)
            except ValueError:
                unfinished += line + "\n"
                continue
            unfinished = ""
            while "pitwall" in words:
                words = words[words.index("pitwall") + 1 :]
                end = next((at for at, word in enumerate(words) if word in ENDS), len(words))
                yield words[:end]


def words_of(line: str) -> list[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    return list(lexer)


def test_every_document_is_found() -> None:
    assert {"README.md", "ARCHITECTURE.md", "docs/semantics.md"} <= {str(path) for path in DOCUMENTS}


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_every_link_leads_somewhere(document: Path) -> None:
    for link in LINK.findall(text_of(document)):
        target, _, fragment = link.partition("#")
        if target.startswith("https://"):
            continue
        path = CHECKOUT / document.parent / target if target else CHECKOUT / document
        assert path.exists(), f"{document}: nothing is at {link}"
        if fragment:
            assert fragment in anchors(path.read_text(encoding="utf-8")), f"{document}: no heading for {link}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_every_command_shown_is_one(document: Path) -> None:
    for argv in shown_commands(text_of(document)):
        if argv in (["--help"], ["--version"]):
            continue
        try:
            parse(COMMANDS, argv)
        except UsageError as error:
            raise AssertionError(f"{document}: pitwall {shlex.join(argv)}: {error}") from error


def test_commands_are_found_wherever_they_stand_in_a_line() -> None:
    page = """```sh
tab=$(pitwall new -n "a b" -- make test) && pitwall wait "$tab" --until exit   # in a comment: pitwall nothing
case $? in
  2) pitwall ls --json | jq -r '.[] |
       select(.x)' ;;
esac
```"""
    assert list(shown_commands(page)) == [
        ["new", "-n", "a b", "--", "make", "test"],
        ["wait", "$tab", "--until", "exit"],
        ["ls", "--json"],
    ]


def test_every_section_of_the_semantics_that_the_code_cites_is_there() -> None:
    sections = set(re.findall(r"^## (\d+)\.", text_of(Path("docs/semantics.md")), re.MULTILINE))
    for path in (CHECKOUT / "pitwall").rglob("*.py"):
        cited = set(re.findall(r"SEMANTICS (\d+)", path.read_text(encoding="utf-8")))
        assert cited <= sections, f"{path.name} cites sections {sorted(cited - sections)}"


def test_every_key_of_the_window_is_told_with_what_it_does() -> None:
    page = text_of(Path("docs/window.md")).replace("\\|", "|")
    for binding in BINDINGS:
        keys = " ".join(f"`{shown(key)}`" for key in binding.keys)
        assert f"| {keys} | {binding.does} |" in page
