"""The recipes of the guide to driving pitwall from an agent, run as printed, with stand-ins for codex and go."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from daemons import House
from fakeagents import install_rules

pytestmark = pytest.mark.skipif(shutil.which("jq") is None, reason="the recipes need jq; CI has it")

REVIEW = """\
tab=$(pitwall new -d -n "review auth" -- codex "review origin/main..HEAD; write SHIP or HOLD and the findings \
to /tmp/review.txt")
pitwall wait "$tab" --until done --timeout 20m
case $? in
  0) cat /tmp/review.txt ;;
  2) pitwall ls --json | jq -r --arg id "$tab" '.[] | select("#\\(.n)" == $id) | .question'
     echo "the review tab is waiting on you; answer it there" ;;
esac
"""

GUIDE = (Path(__file__).parents[2] / "docs" / "driving-pitwall.md").read_text(encoding="utf-8")
GUIDES_REVIEW = next(
    block for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL) if "case $?" in block
)

TESTS = """\
tab=$(pitwall new -n tests -- go test ./...)
pitwall wait "$tab" --until exit --timeout 15m   # exits with go test's status
"""

CODEX = r"""
import os, sys, time
def draw(text):
    sys.stdout.write("\x1b[2J\x1b[H" + text)
    sys.stdout.flush()
draw("drift> ")
time.sleep(0.5)
for frame in range(8):
    draw(f"reading {frame} files\r\n* working")
    time.sleep(0.1)
if os.environ["CODEX_WILL"] == "ask":
    draw("? Run go test ./...?\r\n")
else:
    path = sys.argv[1].rpartition(" ")[2]
    with open(path, "w") as file:
        file.write("SHIP\nno findings\n")
    draw("I wrote my verdict.\r\ndrift> ")
time.sleep(60)
"""


@pytest.fixture
def codex(own_house: House) -> House:
    install_rules(own_house, "codex")
    own_house.python("codex", CODEX)
    return own_house


def run(house: House, recipe: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The recipe in a shell; its one absolute path is another, so that two runs at once do not share it."""
    recipe = recipe.replace("/tmp/review.txt", str(house.work / "review.txt"))
    return subprocess.run(
        ["sh", "-c", recipe],
        env=house.environment(**environment),
        cwd=house.work,
        text=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )


def test_a_review_that_is_done_is_read_from_its_file_twice_in_a_row(codex: House) -> None:
    for count in (1, 2):
        Path(codex.work, "review.txt").unlink(missing_ok=True)
        result = run(codex, REVIEW, CODEX_WILL="write")
        assert (result.stdout, result.stderr) == ("done\nSHIP\nno findings\n", "")
        assert result.returncode == 0
        rows = codex.ls()
        assert [(row["title"], row["agent"], row["state"]) for row in rows] == [
            ("review auth", "codex", "done")
        ] * count


def test_a_review_that_needs_the_user_says_what_it_asks_twice_in_a_row(codex: House) -> None:
    for count in (1, 2):
        result = run(codex, REVIEW, CODEX_WILL="ask")
        assert result.stdout == (
            "blocked: Run go test ./...?\n"
            "Run go test ./...?\n"
            "the review tab is waiting on you; answer it there\n"
        )
        assert (result.stderr, result.returncode) == ("", 0)
        assert [row["question"] for row in codex.ls()] == ["Run go test ./...?"] * count


def test_the_guides_review_means_its_own_tab_though_others_open_meanwhile(codex: House) -> None:
    waiting = 'pitwall wait "$tab"'
    assert GUIDES_REVIEW.count(waiting) == 1
    recipe = GUIDES_REVIEW.replace(waiting, f"pitwall new -- sleep 60 >&2; {waiting}")
    result = run(codex, recipe, CODEX_WILL="ask")
    assert result.stdout == (
        "blocked: Run go test ./...?\nRun go test ./...?\nthe review tab is waiting on you; answer it there\n"
    )
    assert [row["title"] for row in codex.ls()][-1] == "review auth"


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_tests_recipe_exits_with_the_tests_status_twice_in_a_row(own_house: House, status: int) -> None:
    own_house.script("go", f'echo "go $*"; sleep 0.2; echo FAIL; exit {status}')
    for tab in ("#1", "#2"):
        result = run(own_house, TESTS)
        assert (result.returncode, result.stdout, result.stderr) == (status, f"exit {status}\n", "")
        assert own_house.ask("capture", tab).out == "go test ./...\nFAIL\n"
    assert own_house.run("kill", "-f", "#2").code == 0
    assert [row["n"] for row in own_house.ls()] == [1]
