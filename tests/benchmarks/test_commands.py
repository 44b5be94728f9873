"""The benchmark of everyday commands runs, from a wheel install, and says what it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "commands.py"

LINES = (
    r"python -c pass +[\d.]+ ms +[\d.]+ ms CPU",
    r"ls +[\d.]+ ms +[\d.]+ ms CPU +[\d.]+x +[\d.]+x CPU  \(limit 1.3x\)",
    r"wait, satisfied +[\d.]+ ms +[\d.]+ ms CPU +[\d.]+x +[\d.]+x CPU  \(limit 1.3x\)",
    r"new +[\d.]+ ms +[\d.]+ ms CPU +[\d.]+x +[\d.]+x CPU  \(limit 2.5x\)",
    r"wait wakes up +[\d.]+ ms after the exit \(worst [\d.]+ ms\)",
    r"100 new at once +\d+ ms +[\d.]+x as many `python -c pass` at once; 100 tabs opened",
)


@pytest.mark.slow
def test_it_prints_a_line_for_each_promise_and_every_new_opens_a_tab() -> None:
    command = [sys.executable, str(BENCHMARK), "--rounds", "3", "--tabs", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    printed = ended.stdout.splitlines()
    assert len(printed) == len(LINES), ended.stdout
    for line, pattern in zip(printed, LINES, strict=True):
        assert re.fullmatch(pattern, line), line
