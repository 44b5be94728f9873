"""Themes are complete, and their looks are SGR codes."""

import re
from dataclasses import fields

import pytest

from pitwall.errors import ConfigRejected
from pitwall.window.theme import LIGHT, THEMES, Theme, theme


@pytest.mark.parametrize("name", THEMES)
def test_every_look_is_sgr_codes(name: str) -> None:
    for field in fields(Theme):
        assert re.fullmatch(r"\d+(;\d+)*", getattr(THEMES[name], field.name)), field.name


def test_single_looks_can_be_changed() -> None:
    assert theme("light", blocked="7").blocked == "7"
    assert theme("light", blocked="7").done == LIGHT.done


def test_what_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(ConfigRejected, match="choose one of dark, light"):
        theme("solarized")
    with pytest.raises(ConfigRejected, match="colours are active"):
        theme("dark", bloked="1")
