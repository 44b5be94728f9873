"""
The graphic character sets that ``ESC ( B`` and its like designate, as translation tables.

Text is UTF-8, so only sets that replace ASCII characters matter: DEC's line drawing, and the British pound.
"""

DEC_SPECIAL: dict[int, str] = {
    ord(ascii_): drawn
    for ascii_, drawn in zip(
        "_`abcdefghijklmnopqrstuvwxyz{|}~",
        " ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·",
        strict=True,
    )
}
"""DEC Special Graphics (VT100), designated by ``0``."""

BRITISH: dict[int, str] = {ord("#"): "£"}

ASCII: dict[int, str] = {}

SETS: dict[str, dict[int, str]] = {"0": DEC_SPECIAL, "2": DEC_SPECIAL, "A": BRITISH, "B": ASCII}
"""By final character; every other set is taken for ASCII."""
