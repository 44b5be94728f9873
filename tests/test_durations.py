import ast
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall import durations


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("50ms", 0.05),
        ("90s", 90),
        ("10m", 600),
        ("1h30m", 5400),
        ("1h1m1s1ms", 3661.001),
        ("7", 7),
        ("0", 0),
        ("0s", 0),
        ("1.5s", 1.5),
        (".5", 0.5),
        ("1h", 3600),
    ],
)
def test_a_duration_is_read_as_people_write_it(text: str, seconds: float) -> None:
    assert durations.parse(text) == pytest.approx(seconds)


NO_DURATIONS = """
s -1 +1 1e3 1_000 nan inf Infinity 1h30 30m1h 1m1m 1d 1..5s 1.2.3 . ٣s 1ms2s \x1b[2J 10ns h1
"""


@pytest.mark.parametrize("text", [*NO_DURATIONS.split(), "", " ", "10 m", "9" * 400, "9" * 400 + "h"])
def test_what_is_no_duration_is_refused_with_advice(text: str) -> None:
    with pytest.raises(ValueError, match=r"50ms, 90s, 10m or 1h30m|leave it out") as raised:
        durations.parse(text)
    assert str(raised.value).isprintable()


@given(st.text(alphabet="0123456789.hms -", max_size=12))
def test_no_text_makes_anything_but_seconds_or_a_refusal(text: str) -> None:
    try:
        seconds = durations.parse(text)
    except ValueError:
        return
    assert 0 <= seconds < float("inf")


@given(st.integers(0, 99), st.integers(0, 59), st.integers(0, 59), st.integers(0, 999))
def test_the_parts_add_up(hours: int, minutes: int, seconds: int, milliseconds: int) -> None:
    text = f"{hours}h{minutes}m{seconds}s{milliseconds}ms"
    assert durations.parse(text) == pytest.approx(hours * 3600 + minutes * 60 + seconds + milliseconds / 1000)


def test_the_thin_client_imports_nothing_more_for_it() -> None:
    program = (
        "import sys; before = set(sys.modules); import pitwall.durations; print(set(sys.modules) - before)"
    )
    printed = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True, env=_path()
    ).stdout
    assert ast.literal_eval(printed) <= {"pitwall", "pitwall.durations"}


def _path() -> dict[str, str]:
    return {"PYTHONPATH": ":".join(sys.path)}
