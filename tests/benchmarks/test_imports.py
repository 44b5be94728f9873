"""Benchmarks run by hand: what they import must be there all the same."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = sorted((Path(__file__).parents[2] / "benchmarks").glob("*.py"))

LOAD = "import runpy, sys; sys.path.insert(0, sys.argv[1]); runpy.run_path(sys.argv[2], run_name='loaded')"


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_a_benchmark_finds_all_it_imports(path: Path) -> None:
    loaded = subprocess.run(
        (sys.executable, "-c", LOAD, str(path.parent), str(path)), capture_output=True, text=True, timeout=60
    )
    assert loaded.returncode == 0, loaded.stderr
