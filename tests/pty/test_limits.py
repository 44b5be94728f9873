"""The daemon may open many files; the programs in its panes may open what they always could."""

import resource
import subprocess
import sys

SCRIPT = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
from pitwall.pty.limits import given_open_files, raise_open_files
raise_open_files()
print(given_open_files(), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def limits_with(soft: int, hard: int) -> list[int]:
    script = SCRIPT.format(soft=soft, hard=hard)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return [int(word) for word in done.stdout.split()]


def test_the_soft_limit_is_raised_to_the_hard_one() -> None:
    assert limits_with(256, 512) == [256, 512, 512]


def test_a_limit_that_is_high_enough_is_left() -> None:
    assert limits_with(512, 512) == [512, 512, 512]


def test_this_process_is_told_what_it_was_started_with() -> None:
    from pitwall.pty.limits import given_open_files

    assert given_open_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
