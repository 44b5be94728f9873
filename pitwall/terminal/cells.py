"""
Rows of cells as strings, and the few ways to change one.

A row is two strings. Its *text* has one character a cell; the second cell of a wide character is ``TAIL``; cells
past the text's end are blank. Its *attributes* have one character a cell too, the pen's number as a code point;
cells past their end have the default attributes. Every function takes a row's string and returns the new one.
"""

TAIL = "\0"
"""What the second cell of a wide character holds."""

DEFAULT = "\0"
"""The attribute character of the default pen."""

BLANK = " "


def overwrite(text: str, start: int, new: str) -> str:
    """Return `text` with `new` put at cell `start`; halves of wide characters that are left alone become blanks."""
    size = len(text)
    if start >= size:
        return text + BLANK * (start - size) + new
    end = start + len(new)
    left, right = text[:start], text[end:]
    if text[start] == TAIL and start:
        left = left[:-1] + BLANK
    if right and right[0] == TAIL:
        right = BLANK + right[1:]
    return left + new + right


def erase(text: str, start: int, end: int) -> str:
    """Return `text` with cells `start` to `end` blank."""
    size = len(text)
    if start >= size:
        return text
    if end < size:
        return overwrite(text, start, BLANK * (end - start))
    left = text[:start]
    if text[start] == TAIL and start:
        left = left[:-1] + BLANK
    return left


def insert(text: str, start: int, count: int, columns: int) -> str:
    """Return `text` with `count` blanks put in at `start`; what is pushed past `columns` is lost."""
    if start >= len(text):
        return text
    left, right = text[:start], text[start:]
    if right[0] == TAIL and start:
        left, right = left[:-1] + BLANK, BLANK + right[1:]
    return cut(left + BLANK * count + right, columns)


def delete(text: str, start: int, count: int) -> str:
    """Return `text` without the `count` cells from `start`; the rest moves left."""
    if start >= len(text):
        return text
    left, right = text[:start], text[start + count :]
    if text[start] == TAIL and start:
        left = left[:-1] + BLANK
    if right and right[0] == TAIL:
        right = BLANK + right[1:]
    return left + right


def cut(text: str, columns: int) -> str:
    """Return the first `columns` cells of `text`; a wide character cut in two becomes a blank."""
    if len(text) <= columns:
        return text
    if text[columns] == TAIL and columns:
        return text[: columns - 1] + BLANK
    return text[:columns]


def paint(attributes: str, start: int, end: int, attribute: str) -> str:
    """Return `attributes` with cells `start` to `end` of the pen `attribute`."""
    size = len(attributes)
    if attribute == DEFAULT:
        if start >= size:
            return attributes
        if end >= size:
            return attributes[:start]
    if start > size:
        attributes += DEFAULT * (start - size)
    return attributes[:start] + attribute * (end - start) + attributes[end:]


def insert_attributes(attributes: str, start: int, count: int, columns: int, attribute: str) -> str:
    """Return `attributes` with `count` cells of `attribute` put in at `start`."""
    size = len(attributes)
    if start >= size:
        return (
            attributes
            if attribute == DEFAULT
            else paint(attributes, start, min(columns, start + count), attribute)
        )
    return (attributes[:start] + attribute * count + attributes[start:])[:columns]


def delete_attributes(attributes: str, start: int, count: int, columns: int, attribute: str) -> str:
    """Return `attributes` without `count` cells from `start`; the cells freed at the end are of `attribute`."""
    left = attributes[:start] + attributes[start + count :]
    return left if attribute == DEFAULT else paint(left, columns - count, columns, attribute)
