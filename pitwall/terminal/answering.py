"""
What the terminal answers when it is asked.

An answer holds numbers, fixed words and this program's version; never a title or anything else that a program, or
a file that is only shown, could choose.
"""

from pitwall.terminal import modes
from pitwall.terminal.base import BaseScreen
from pitwall.terminal.sgr import PROTECTED, sgr_codes
from pitwall.version import VERSION

_CSI = "\x1b["
_DCS = "\x1bP"
_ST = "\x1b\\"

_STATUS = {15: "?13", 25: "?20", 26: "?27;1;0;0", 53: "?50", 55: "?50", 56: "?57;0", 75: "?70", 85: "?83"}
"""DSR: no printer, keys unlocked, a North American keyboard, no locator, data intact, one session."""

DARK = 1

DEEPEST_TITLE_STACK = 10

_CAPABILITIES = {"TN": "xterm-256color", "Co": "256", "colors": "256", "RGB": "8/8/8"}
"""What XTGETTCAP is answered with."""


def _version_number() -> int:
    major, minor, patch = (int(part) for part in VERSION.split(".")[:3])
    return major * 10000 + minor * 100 + patch


class Answering(BaseScreen):
    """Writes replies."""

    def report_device_attributes(self, mode: int = 0, **kwargs: bool) -> None:
        """DA1 (``CSI c``), DECID (``ESC Z``): a VT220 with colours."""
        if mode == 0:
            self.reply(f"{_CSI}?62;22c")

    def report_secondary_attributes(self, mode: int = 0) -> None:
        """DA2 (``CSI > c``)."""
        if mode == 0:
            self.reply(f"{_CSI}>1;{_version_number()};0c")

    def report_tertiary_attributes(self, mode: int = 0) -> None:
        """DA3 (``CSI = c``): no unit number."""
        if mode == 0:
            self.reply(f"{_DCS}!|00000000{_ST}")

    def report_device_status(self, mode: int = 0) -> None:
        """DSR (``CSI n``): 5 all is well, 6 where the cursor is (CPR)."""
        if mode == 5:
            self.reply(f"{_CSI}0n")
        elif mode == 6:
            self.reply(f"{_CSI}{self._row_reported()};{self.column + 1}R")

    def report_private_status(self, mode: int = 0) -> None:
        """DSR, DEC's own (``CSI ? n``): 6 the cursor's place and page (DECXCPR), 996 dark or light colours."""
        if mode == 6:
            self.reply(f"{_CSI}?{self._row_reported()};{self.column + 1};1R")
        elif mode == 996:
            self.reply(f"{_CSI}?997;{DARK}n")
        elif mode == 62:
            self.reply(f"{_CSI}0000*{{")
        elif mode in _STATUS:
            self.reply(f"{_CSI}{_STATUS[mode]}n")

    def _row_reported(self) -> int:
        return self.cursor.y + 1 - (self.top if modes.DECOM in self.mode else 0)

    def report_mode(self, number: int = 0) -> None:
        """DECRQM (``CSI $ p``)."""
        setting = 4 if number in modes.NEVER_SET_ANSI else self._setting(number, number in modes.KNOWN_ANSI)
        self.reply(f"{_CSI}{number};{setting}$y")

    def report_private_mode(self, number: int = 0) -> None:
        """DECRQM, DEC's own (``CSI ? $ p``)."""
        mode = modes.private(number)
        self.reply(f"{_CSI}?{number};{self._setting(mode, mode in modes.KNOWN_PRIVATE)}$y")

    def _setting(self, mode: int, known: bool) -> int:
        """Return 0 for not known, 1 for set, 2 for reset; 4, always reset, is `report_mode`'s own."""
        if not known:
            return 0
        return 1 if mode in self.mode else 2

    def report_version(self, mode: int = 0) -> None:
        """XTVERSION (``CSI > q``)."""
        if mode == 0:
            self.reply(f"{_DCS}>|pitwall({VERSION}){_ST}")

    def report_parameters(self, request: int = 0) -> None:
        """DECREQTPARM (``CSI x``): no parity, eight bits, the fastest line."""
        if request in (0, 1):
            self.reply(f"{_CSI}{request + 2};1;1;128;128;1;0x")

    def report_keyboard(self) -> None:
        """kitty's keyboard flags (``CSI ? u``)."""
        self.reply(f"{_CSI}?{self.keyboards[self.alternate][-1]}u")

    def report_modify_keys(self, resource: int = 0) -> None:
        """XTQMODKEYS (``CSI ? 4 m``)."""
        if resource == 4:
            self.reply(f"{_CSI}>4;{self.modify_other_keys}m")

    def window_operation(self, operation: int = 0, what: int = 0) -> None:
        """XTWINOPS (``CSI t``): sizes in characters are told, titles are kept and restored, the rest is not done."""
        if operation == 11:
            self.reply(f"{_CSI}1t")
        elif operation == 18:
            self.reply(f"{_CSI}8;{self.lines};{self.columns}t")
        elif operation == 19:
            self.reply(f"{_CSI}9;{self.lines};{self.columns}t")
        elif operation == 22 and what in (0, 1, 2):
            self.titles.append((self.title, self.icon_name))
            del self.titles[:-DEEPEST_TITLE_STACK]
        elif operation == 23 and what in (0, 1, 2) and self.titles:
            title, icon_name = self.titles.pop()
            self.title = title if what != 1 else self.title
            self.icon_name = icon_name if what != 2 else self.icon_name

    def report_setting(self, setting: str) -> None:
        """DECRQSS (``DCS $ q setting ST``)."""
        answers = {
            "m": ";".join(["0", *sgr_codes(self.style)]) + "m",
            "r": f"{self.top + 1};{self.bottom + 1}r",
            "s": f"1;{self.columns}s",
            "t": f"{max(self.lines, 24)}t",
            "*|": f"{self.lines}*|",
            " q": f"{self._cursor_style()} q",
            '"p': '62;1"p',
            '"q': f'{int(bool(self.style.flags & PROTECTED))}"q',
        }
        answer = answers.get(setting)
        self.reply(f"{_DCS}0$r{_ST}" if answer is None else f"{_DCS}1$r{answer}{_ST}")

    def _cursor_style(self) -> int:
        shape = self.cursor_shape.value or 2
        return shape - 1 if modes.CURSOR_BLINK in self.mode else shape

    def report_capabilities(self, names: list[str]) -> None:
        """XTGETTCAP (``DCS + q names ST``, in hexadecimal): only what is known is named in the answer."""
        for name in names[:16]:
            try:
                value = _CAPABILITIES.get(bytes.fromhex(name).decode("ascii"))
            except ValueError:
                value = None
            if value is None:
                self.reply(f"{_DCS}0+r{_ST}")
            else:
                self.reply(f"{_DCS}1+r{name.upper()}={value.encode().hex().upper()}{_ST}")
