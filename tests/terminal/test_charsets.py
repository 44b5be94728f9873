"""Graphic character sets."""

from pitwall.terminal import Terminal
from pitwall.terminal.charsets import DEC_SPECIAL


def text_after(data: str) -> str:
    terminal = Terminal(2, 40)
    terminal.feed(data.encode())
    return terminal.text()


def test_all_of_dec_special_graphics() -> None:
    letters = "".join(map(chr, sorted(DEC_SPECIAL)))
    assert text_after(f"\x1b(0{letters}.") == " ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·."


def test_letters_outside_the_set_stay() -> None:
    assert text_after("\x1b(0AZ09é\x1b(Bq") == "AZ09éq"


def test_sets_are_shifted_to() -> None:
    assert text_after("\x1b)0q\x0eq\x0fq") == "q─q"
    assert text_after("\x1b*0\x1b+A\x1bnq\x1bo#\x0f#") == "─£#"


def test_sets_that_are_not_known_are_ascii() -> None:
    assert text_after("\x1b(0\x1b(Kq\x1b(%5q\x1b-Aq\x1b$Bq") == "qqqq"
