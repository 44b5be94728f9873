"""OSC and DCS: titles, colours, links, questions, and what programs report to the outside."""

import re
from typing import ClassVar
from urllib.parse import unquote, urlsplit

from pitwall.terminal import modes
from pitwall.terminal.answering import Answering
from pitwall.terminal.colours import PALETTE, format_colour, parse_colour
from pitwall.terminal.messages import program_status, without_controls
from pitwall.terminal.reports import Folder, Notification, Progress, PromptMark
from pitwall.terminal.sgr import Link
from pitwall.terminal.tokenizer import LONGEST_STRING

LONGEST_TITLE = 512
LONGEST_URI = 2083
"""Longest link and folder kept, in characters: what VTE keeps."""

FOREGROUND, BACKGROUND, CURSOR = 256, 257, 258
"""The places of the dynamic colours (OSC 10 to 12) behind the palette's."""

_DEFAULTS = (*PALETTE, PALETTE[7], PALETTE[0], PALETTE[7])

_CONEMU = re.compile(r"(?:[1-9]|1[0-2])(?:;|$)")
"""ConEmu's own uses of OSC 9; all else after the 9 is a notification's text."""


class Strings(Answering):
    """Reads control strings."""

    def control_string(self, token: str) -> None:
        """Carry out a whole OSC or DCS; APC, PM, SOS and titles for GNU screen mean nothing here."""
        if len(token) > LONGEST_STRING:
            return
        end = "\x1b\\" if token.endswith("\\") else token[-1]
        body = token[2 : -len(end)]
        if token[1] == "]":
            number, _, rest = body.partition(";")
            handler = self.OSC.get(number)
            if handler is not None:
                handler(self, rest, end)
        elif token[1] == "P":
            if body.startswith("$q"):
                self.report_setting(body[2:])
            elif body.startswith("+q"):
                self.report_capabilities(body[2:].split(";"))
            elif body in ("=1s", "=2s"):
                (self.mode.add if body == "=1s" else self.mode.discard)(modes.SYNCHRONIZED)

    def set_title(self, param: str) -> None:
        self.title = without_controls(param)[:LONGEST_TITLE]

    def set_icon_name(self, param: str) -> None:
        self.icon_name = without_controls(param)[:LONGEST_TITLE]

    def _both_names(self, text: str, end: str) -> None:
        self.set_title(text)
        self.set_icon_name(text)

    def _window_title(self, text: str, end: str) -> None:
        self.set_title(text)

    def _icon_title(self, text: str, end: str) -> None:
        self.set_icon_name(text)

    def _palette(self, text: str, end: str) -> None:
        """OSC 4: pairs of an index and a colour, or ``?`` for the question."""
        fields = text.split(";")
        for index, spec in zip(fields[::2], fields[1::2], strict=False):
            if index.isdecimal() and len(index) < 4 and int(index) < 256:
                self._colour(int(index), spec, f"4;{int(index)}", end)

    def _colour(self, place: int, spec: str, name: str, end: str) -> None:
        if spec == "?":
            colour = self.colours.get(place, _DEFAULTS[place])
            self.reply(f"\x1b]{name};{format_colour(colour)}{end}")
        elif (colour_set := parse_colour(spec)) is not None:
            self.colours[place] = colour_set

    def _dynamic(self, first: int, text: str, end: str) -> None:
        """OSC 10, 11, 12: each further field is of the next number."""
        for place, spec in enumerate(text.split(";"), first):
            if place <= CURSOR:
                self._colour(place, spec, str(place - FOREGROUND + 10), end)

    def _foreground(self, text: str, end: str) -> None:
        self._dynamic(FOREGROUND, text, end)

    def _background(self, text: str, end: str) -> None:
        self._dynamic(BACKGROUND, text, end)

    def _cursor_colour(self, text: str, end: str) -> None:
        self._dynamic(CURSOR, text, end)

    def _reset_palette(self, text: str, end: str) -> None:
        """OSC 104: the indices named, or all."""
        named = [int(field) for field in text.split(";") if field.isdecimal() and len(field) < 4]
        for place in named or range(256):
            self.colours.pop(place, None)

    def _reset_foreground(self, text: str, end: str) -> None:
        self.colours.pop(FOREGROUND, None)

    def _reset_background(self, text: str, end: str) -> None:
        self.colours.pop(BACKGROUND, None)

    def _reset_cursor_colour(self, text: str, end: str) -> None:
        self.colours.pop(CURSOR, None)

    def _folder(self, text: str, end: str) -> None:
        """OSC 7: a ``file:`` URL."""
        try:
            url = urlsplit(text[: LONGEST_URI + 1])
        except ValueError:
            return
        path = without_controls(unquote(url.path))
        if url.scheme == "file" and path.startswith("/") and len(text) <= LONGEST_URI:
            self.reports.append(Folder(path, without_controls(url.netloc)))

    def _link(self, text: str, end: str) -> None:
        """OSC 8: parameters and a URI; an empty URI ends the link."""
        parameters, _, uri = text.partition(";")
        link = None
        if uri and len(text) <= LONGEST_URI and self.table.takes_links:
            named = dict(field.partition("=")[::2] for field in parameters.split(":"))
            link = Link(without_controls(uri), without_controls(named.get("id", "")))
        self.style = self.style._replace(link=link)

    def _notification_or_progress(self, text: str, end: str) -> None:
        """OSC 9: a notification (iTerm2), or progress (ConEmu's 9;4)."""
        if text.startswith("4;"):
            state, _, percent = text[2:].partition(";")
            if state in ("0", "1", "2", "3", "4"):
                number = int(percent) if percent.isdecimal() and len(percent) < 4 else 0
                self.reports.append(Progress(int(state), min(number, 100)))
        elif text and not _CONEMU.match(text):
            self.reports.append(Notification(9, without_controls(text)[:LONGEST_TITLE]))

    def _kitty_notification(self, text: str, end: str) -> None:
        notification = self.notification_parts.add(text)
        if notification is not None:
            self.reports.append(notification)

    def _prompt_mark(self, text: str, end: str) -> None:
        """OSC 133: FinalTerm's marks."""
        mark, _, rest = text.partition(";")
        if mark in ("A", "B", "C", "D"):
            code = rest.partition(";")[0]
            exit_code = int(code) if mark == "D" and code.isdecimal() and len(code) < 6 else None
            self.reports.append(PromptMark(mark, exit_code))

    def _rxvt_notification(self, text: str, end: str) -> None:
        """OSC 777: ``notify;title;body``."""
        command, _, rest = text.partition(";")
        if command == "notify":
            title, _, body = without_controls(rest)[: 2 * LONGEST_TITLE].partition(";")
            self.reports.append(Notification(777, title[:LONGEST_TITLE], body[:LONGEST_TITLE]))

    def _program_status(self, text: str, end: str) -> None:
        """OSC 7501: the question is answered with itself, a status is reported."""
        if text == "?":
            self.reply(f"\x1b]7501;?{end}")
        elif (status := program_status(text)) is not None:
            self.reports.append(status)

    OSC: ClassVar = {
        "0": _both_names, "1": _icon_title, "2": _window_title, "4": _palette, "7": _folder, "8": _link,
        "9": _notification_or_progress, "10": _foreground, "11": _background, "12": _cursor_colour,
        "99": _kitty_notification, "104": _reset_palette, "110": _reset_foreground, "111": _reset_background,
        "112": _reset_cursor_colour, "133": _prompt_mark, "777": _rxvt_notification, "7501": _program_status,
    }  # fmt: skip
    """By number; each takes the text after it and the string's own end, which an answer must have too."""
