"""A disk that takes no more: the daemon and what runs in it go on, and nobody is told that something lasts."""

import resource
import signal
import sys

import pytest
from daemons import House

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits another process: prlimit(2)")


def fill(house: House, room: int = 0) -> None:
    """Have every write to a file of the daemon's fail from now on, as on a full disk."""
    pid = house.daemon_pid
    assert pid is not None
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))


def test_every_change_on_a_full_disk_is_made_and_says_that_it_may_not_last(own_house: House) -> None:
    own_house.start()
    tab = own_house.new("-n", "before", "--", "sleep", "60")
    fill(own_house)
    for change in (
        ("rename", tab["id"], "renamed"),
        ("group", tab["id"], "work"),
        ("detach", tab["id"]),
        ("session", "rename", "other"),
        ("new", "-n", "later", "--", "true"),
        ("kill", "-f", tab["id"]),
    ):
        result = own_house.ask(*change)
        assert result.code == 0, (change, result)
        assert "would not survive a restart" in result.err, (change, result)
    assert [row["title"] for row in own_house.ls()] == ["later"]
    assert "journal: the disk refuses it" in own_house.ask("daemon", "status").out
    fill(own_house, resource.RLIM_INFINITY)


def test_a_daemon_stops_on_a_full_disk(own_house: House) -> None:
    own_house.start()
    own_house.new("--", "sleep", "60")
    fill(own_house)
    own_house.new("--", "sleep", "60")
    own_house.signal(signal.SIGTERM)
    assert own_house.ended() == []
    assert own_house.start() == []
    assert [row["state"] for row in own_house.ls()] == ["exited"]
