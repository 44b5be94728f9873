"""``capture`` with colours and as a picture, against a real daemon."""

from xml.etree import ElementTree

from daemonclient import Result
from daemons import House

from pitwall.terminal import Terminal
from pitwall.terminal.svg import DARK, LIGHT

PRINT = r"printf 'plain \033[1;31mred\033[m\n\n\033[44mblue\033[m\n'; exec cat"


def test_ansi_keeps_the_colours(house: House) -> None:
    tab = house.new("--size", "6x30", "--", "sh", "-c", PRINT)
    house.until_shows(tab, "blue")
    captured = house.ask("capture", "--ansi", "1")
    assert captured.code == 0
    assert captured.out.splitlines()[1] == ""
    shown, plain = Terminal(6, 30), Terminal(6, 30)
    shown.feed(captured.out.replace("\n", "\r\n").encode())
    plain.feed(b"plain \x1b[1;31mred\x1b[m\r\n\r\n\x1b[44mblue\x1b[m\r\n")
    assert [row.runs() for row in shown.look().rows] == [row.runs() for row in plain.look().rows]


def test_svg_is_a_picture_of_the_screen_dark_or_light(house: House) -> None:
    tab = house.new("--size", "6x30", "-n", "colours", "--", "sh", "-c", PRINT)
    house.until_shows(tab, "blue")
    for flags, scheme in (((), DARK), (("--light",), LIGHT)):
        picture = ElementTree.fromstring(house.ask("capture", "--svg", *flags, "1").out)
        colours = {element.get("fill") for element in picture.iter()}
        assert {scheme.background, scheme.palette[1], scheme.palette[4]} <= colours
        assert "".join(picture.itertext()).split() == ["colours", "plain", "red", "blue"]


def test_one_form_at_a_time(house: House) -> None:
    house.new("--", "sleep", "60")
    result = house.ask("capture", "--ansi", "--svg", "1")
    assert result.code == 2


def test_an_empty_screen_is_nothing_with_colours_too(house: House) -> None:
    house.new("--", "sleep", "60")
    assert house.ask("capture", "--ansi", "1") == Result(0, "", "")
