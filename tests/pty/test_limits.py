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


def rooms_with(limit: int, taken: int) -> list[bool]:
    """Whether there is room for a client and for a pane in a process that has so many files open."""
    script = f"""
import os, resource
from pitwall.pty.limits import check_room_for_pane, leaves_room
resource.setrlimit(resource.RLIMIT_NOFILE, ({limit}, {limit}))
while (last := os.open(os.devnull, os.O_RDONLY)) < {taken} - 1:
    pass
connection = os.dup(last)
client = leaves_room(connection)
os.close(connection)
try:
    check_room_for_pane()
    print(int(client), 1)
except OSError as error:
    print(int(client), 0)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return [word == "1" for word in done.stdout.split()]


def test_panes_leave_room_to_clients_and_clients_to_the_daemon_itself() -> None:
    assert rooms_with(400, 351) == [True, True]
    assert rooms_with(400, 352) == [True, False]
    assert rooms_with(400, 383) == [True, False]
    assert rooms_with(400, 384) == [False, False]


def test_of_a_low_limit_most_is_for_panes() -> None:
    assert rooms_with(64, 47) == [True, True]
    assert rooms_with(64, 48) == [True, False]
    assert rooms_with(64, 56) == [False, False]
