"""OSC and DCS: titles, colours, links, questions, and what programs report to the outside."""

import re
from typing import ClassVar
from urllib.parse import unquote, urlsplit

from pitwall.terminal import modes
from pitwall.terminal.answering import Answering
from pitwall.terminal.colours import PALETTE, format_colour, parse_colour
from pitwall.terminal.messages import in_one_line, program_status, without_controls
from pitwall.terminal.reports import Folder, Notification, Progress, PromptMark
from pitwall.terminal.sgr import Link
from pitwall.terminal.tokenizer import LONGEST_STRING

LONGEST_TITLE = 512
LONGEST_URI = 2083
"""Longest link and folder kept, in characters: what VTE keeps."""

_LIGHT, _DARK = PALETTE[7], PALETTE[0]

DYNAMIC_COLOURS = {10: _LIGHT, 11: _DARK, 12: _LIGHT, 13: _LIGHT, 14: _DARK, 17: _LIGHT, 19: _DARK}
"""The colours of text, background, cursor, pointer (two) and selection (two), until a program changes them."""

FIRST_DYNAMIC = 256
"""Where their numbers begin among those of the palette."""

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
            handler = self.OSC.get(int(number)) if number.isdecimal() and len(number) < 6 else None
            if handler is not None:
                handler(self, int(number), rest, end)
        elif token[1] == "P":
            if body.startswith("$q"):
                self.report_setting(body[2:])
            elif body.startswith("+q"):
                self.report_capabilities(body[2:].split(";"))
            elif body in ("=1s", "=2s"):
                (self.mode.add if body == "=1s" else self.mode.discard)(modes.SYNCHRONIZED)

    def set_title(self, param: str) -> None:
        """Keep the window title (OSC 0 and 2)."""
        self.title = without_controls(param)[:LONGEST_TITLE]

    def set_icon_name(self, param: str) -> None:
        """Keep the icon name (OSC 0 and 1), which is shown nowhere."""
        self.icon_name = without_controls(param)[:LONGEST_TITLE]

    def _names(self, number: int, text: str, end: str) -> None:
        """OSC 0 both names, 1 the icon name, 2 the title."""
        if number != 1:
            self.set_title(text)
        if number != 2:
            self.set_icon_name(text)

    def _palette(self, number: int, text: str, end: str) -> None:
        """OSC 4: pairs of an index and a colour, or ``?`` for the question."""
        fields = text.split(";")
        for index, spec in zip(fields[::2], fields[1::2], strict=False):
            if index.isdecimal() and len(index) < 4 and int(index) < 256:
                self._colour(int(index), spec, f"4;{int(index)}", end)

    def _dynamic(self, number: int, text: str, end: str) -> None:
        """OSC 10 to 19: the colours of text, background, cursor and so on; each further field is of the next number."""
        for place, spec in enumerate(text.split(";"), number):
            if place in DYNAMIC_COLOURS:
                self._colour(FIRST_DYNAMIC + place, spec, str(place), end)

    def _colour(self, place: int, spec: str, name: str, end: str) -> None:
        """Set a colour, or answer the question for it."""
        if spec == "?":
            default = PALETTE[place] if place < FIRST_DYNAMIC else DYNAMIC_COLOURS[place - FIRST_DYNAMIC]
            self.reply(f"\x1b]{name};{format_colour(self.colours.get(place, default))}{end}")
        elif (colour := parse_colour(spec)) is not None:
            self.colours[place] = colour

    def _reset_palette(self, number: int, text: str, end: str) -> None:
        """OSC 104: the indices named, or all."""
        named = [int(field) for field in text.split(";") if field.isdecimal() and len(field) < 4]
        for place in named or range(FIRST_DYNAMIC):
            self.colours.pop(place, None)

    def _reset_dynamic(self, number: int, text: str, end: str) -> None:
        """OSC 110 to 119: the colours of OSC 10 to 19."""
        self.colours.pop(FIRST_DYNAMIC + number - 100, None)

    def _folder(self, number: int, text: str, end: str) -> None:
        """OSC 7: a ``file:`` URL."""
        try:
            url = urlsplit(text[: LONGEST_URI + 1])
        except ValueError:
            return
        path = without_controls(unquote(url.path))
        if url.scheme == "file" and path.startswith("/") and len(text) <= LONGEST_URI:
            self.reports.append(Folder(path, without_controls(url.netloc)))

    def _link(self, number: int, text: str, end: str) -> None:
        """OSC 8: parameters and a URI; an empty URI ends the link."""
        parameters, _, uri = text.partition(";")
        link = None
        if uri and len(text) <= LONGEST_URI and self.table.takes_links:
            named = dict(field.partition("=")[::2] for field in parameters.split(":"))
            link = Link(without_controls(uri), without_controls(named.get("id", "")))
        self.style = self.style._replace(link=link)

    def _notification_or_progress(self, number: int, text: str, end: str) -> None:
        """OSC 9: a notification (iTerm2), or progress (ConEmu's 9;4)."""
        if text.startswith("4;"):
            state, _, percent = text[2:].partition(";")
            if state in ("0", "1", "2", "3", "4"):
                number = int(percent) if percent.isdecimal() and len(percent) < 4 else 0
                self.reports.append(Progress(int(state), min(number, 100)))
        elif text and not _CONEMU.match(text):
            self.reports.append(Notification(9, in_one_line(text)[:LONGEST_TITLE]))

    def _kitty_notification(self, number: int, text: str, end: str) -> None:
        notification = self.notification_parts.add(text)
        if notification is not None:
            self.reports.append(notification)

    def _prompt_mark(self, number: int, text: str, end: str) -> None:
        """OSC 133: FinalTerm's marks."""
        mark, _, rest = text.partition(";")
        if mark in ("A", "B", "C", "D"):
            code = rest.partition(";")[0]
            exit_code = int(code) if mark == "D" and code.isdecimal() and len(code) < 6 else None
            self.reports.append(PromptMark(mark, exit_code))

    def _rxvt_notification(self, number: int, text: str, end: str) -> None:
        """OSC 777: ``notify;title;body``."""
        command, _, rest = text.partition(";")
        if command == "notify":
            title, _, body = in_one_line(rest)[: 2 * LONGEST_TITLE].partition(";")
            self.reports.append(Notification(777, title[:LONGEST_TITLE], body[:LONGEST_TITLE]))

    def _program_status(self, number: int, text: str, end: str) -> None:
        """OSC 7501: the question is answered with itself, a status is reported."""
        if text == "?":
            self.reply(f"\x1b]7501;?{end}")
        elif (status := program_status(text)) is not None:
            self.reports.append(status)

    OSC: ClassVar = {
        0: _names, 1: _names, 2: _names, 4: _palette, 7: _folder, 8: _link, 9: _notification_or_progress,
        **dict.fromkeys(DYNAMIC_COLOURS, _dynamic), 99: _kitty_notification, 104: _reset_palette,
        **dict.fromkeys((100 + number for number in DYNAMIC_COLOURS), _reset_dynamic), 133: _prompt_mark,
        777: _rxvt_notification, 7501: _program_status,
    }  # fmt: skip
    """By number; each takes the number, the text after it and the string's own end, which an answer must have too."""
