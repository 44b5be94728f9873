"""A window that nobody has configured."""

from pitwall.window.keys import named
from pitwall.window.settings import Settings


def test_the_prefix_is_ctrl_b_unless_configured() -> None:
    assert Settings().prefix == named("ctrl-b")
    assert Settings().prefix_shown == "ctrl-b"
    assert Settings(prefix=named("f12")).prefix_shown == "f12"
