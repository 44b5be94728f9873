"""What a client is told when its command line is wrong."""

import pytest

from pitwall.actors.client import usage_code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("wait", 1),
        ("wait 3 --until never", 1),
        ("-s work wait 3", 1),
        ("--session work wait 3", 1),
        ("kill wait too many", 2),
        ("-s wait kill", 2),
        ("rename a b c", 2),
        ("move 3 -- wait", 2),
    ],
)
def test_bad_usage_is_2_but_1_for_wait_whose_2_means_blocked(line: str, code: int) -> None:
    assert usage_code(tuple(line.split())) == code
