"""What is switched on and off: modes, the alternate screen, the saved cursor, charsets, keyboard and resets."""

from pitwall.terminal import modes, sgr
from pitwall.terminal.base import BaseScreen, SavedCursor
from pitwall.terminal.charsets import ASCII, SETS
from pitwall.terminal.modes import CursorShape, MouseEncoding, MouseTracking, private

_TRACKING = frozenset(private(mode.value) for mode in MouseTracking if mode.value)
_ENCODINGS = frozenset(private(mode.value) for mode in MouseEncoding if mode.value)

DEEPEST_KEYBOARD_STACK = 16
"""Most entries of kitty's keyboard stack; the oldest go first."""

KITTY_FLAGS = 31


class Switching(BaseScreen):
    """Keeps the modes."""

    def set_mode(self, *numbers: int, **kwargs: bool) -> None:
        """SM (``CSI h``); with `private`, DECSET (``CSI ? h``)."""
        for number in numbers:
            self._switch(
                private(number) if kwargs.get("private") else number, True, bool(kwargs.get("private"))
            )
        self.refresh_plain()

    def reset_mode(self, *numbers: int, **kwargs: bool) -> None:
        """RM (``CSI l``); with `private`, DECRST (``CSI ? l``)."""
        for number in numbers:
            self._switch(
                private(number) if kwargs.get("private") else number, False, bool(kwargs.get("private"))
            )
        self.refresh_plain()

    def set_private_mode(self, *numbers: int) -> None:
        """DECSET (``CSI ? h``)."""
        self.set_mode(*numbers, private=True)

    def reset_private_mode(self, *numbers: int) -> None:
        """DECRST (``CSI ? l``)."""
        self.reset_mode(*numbers, private=True)

    def save_private_modes(self, *numbers: int) -> None:
        """XTSAVE (``CSI ? s``)."""
        for mode in map(private, numbers):
            if mode in modes.KNOWN_PRIVATE:
                self.saved_modes[mode] = mode in self.mode

    def restore_private_modes(self, *numbers: int) -> None:
        """XTRESTORE (``CSI ? r``)."""
        for mode in map(private, numbers):
            if mode in self.saved_modes:
                self._switch(mode, self.saved_modes[mode], True)
        self.refresh_plain()

    def _switch(self, mode: int, on: bool, is_private: bool) -> None:
        if mode not in (modes.KNOWN_PRIVATE if is_private else modes.KNOWN_ANSI):
            return
        if mode == modes.DECCOLM and modes.ALLOW_DECCOLM not in self.mode:
            return
        if mode in _TRACKING:
            self.mode -= _TRACKING
        elif mode in _ENCODINGS:
            self.mode -= _ENCODINGS
        if on:
            self.mode.add(mode)
        else:
            self.mode.discard(mode)
        if mode == modes.DECOM:
            self.cursor.x = 0
            self.cursor.y = self.top if on else 0
        elif mode == modes.DECCOLM:
            # The width belongs to the terminal's owner; what else the mode does is done.
            self.top, self.bottom = 0, self.lines - 1
            self.cursor.x = self.cursor.y = 0
            self.grid.clear(self.blank)
        elif mode == modes.SAVE_CURSOR_1048:
            self.mode.discard(mode)
            (self.save_cursor if on else self.restore_cursor)()
        elif mode in modes.ALTERNATES:
            self._switch_screen(mode, on)

    def _switch_screen(self, mode: int, on: bool) -> None:
        """Show the alternate screen, or the main one again."""
        self.mode -= modes.ALTERNATES
        self.grid.trim()
        if on:
            self.mode |= modes.ALTERNATES
            if mode == modes.ALTERNATE_1049:
                self.save_cursor()
            self.grid = self.other
            if mode == modes.ALTERNATE_1049:
                self.grid.clear(self.blank)
                self.cursor.x = self.column
            return
        if mode == modes.ALTERNATE_1047 and self.alternate:
            self.grid.clear(self.blank)
        self.grid = self.main
        if mode == modes.ALTERNATE_1049:
            self.restore_cursor()

    def save_cursor(self) -> None:
        """DECSC (``ESC 7``), SCOSC (``CSI s``)."""
        self.saved = SavedCursor(
            self.column, self.cursor.y, self.cursor.x == self.columns, self.style,
            modes.DECOM in self.mode, self.charset, tuple(self.charsets),
        )  # fmt: skip

    def restore_cursor(self) -> None:
        """DECRC (``ESC 8``), SCORC (``CSI u``): as saved, or home when nothing was."""
        saved = self.saved
        (self.mode.add if saved.origin else self.mode.discard)(modes.DECOM)
        first, last = (self.top, self.bottom) if saved.origin else (0, self.lines - 1)
        self.cursor.y = min(max(saved.y, first), last)
        self.cursor.x = min(saved.x, self.columns - 1)
        if saved.pending_wrap and self.cursor.x == self.columns - 1:
            self.cursor.x = self.columns
        self.style = saved.style._replace(link=self.style.link)
        self.charset = saved.active_charset
        self.charsets = list(saved.charsets)
        self.refresh_plain()

    def define_charset(self, code: str, mode: str) -> None:
        """SCS (``ESC ( B`` and its like): designate G0 to G3 by the intermediate `mode`."""
        self.charsets["()*+".index(mode)] = SETS.get(code, ASCII)
        self.refresh_plain()

    def shift_in(self) -> None:
        """SI: G0 is used."""
        self._lock(0)

    def shift_out(self) -> None:
        """SO: G1 is used."""
        self._lock(1)

    def lock_g2(self) -> None:
        """LS2 (``ESC n``): G2 is used."""
        self._lock(2)

    def lock_g3(self) -> None:
        """LS3 (``ESC o``): G3 is used."""
        self._lock(3)

    def _lock(self, charset: int) -> None:
        self.charset = charset
        self.refresh_plain()

    def single_shift_g2(self) -> None:
        """SS2 (``ESC N``): G2 for one character."""
        self.single_shift = 2
        self.refresh_plain()

    def single_shift_g3(self) -> None:
        """SS3 (``ESC O``): G3 for one character."""
        self.single_shift = 3
        self.refresh_plain()

    def application_keypad(self) -> None:
        """DECKPAM (``ESC =``)."""
        self.mode.add(modes.DECNKM)

    def numeric_keypad(self) -> None:
        """DECKPNM (``ESC >``)."""
        self.mode.discard(modes.DECNKM)

    def set_cursor_style(self, style: int = 0) -> None:
        """DECSCUSR (``CSI SP q``): odd numbers blink."""
        if style <= 6:
            self.cursor_shape = CursorShape(style + style % 2)
            (self.mode.add if style % 2 else self.mode.discard)(modes.CURSOR_BLINK)

    def protect(self, how: int = 0) -> None:
        """DECSCA (``CSI " q``): 1 protects what is drawn from now on, 0 and 2 do not."""
        style = self.style
        flags = style.flags | sgr.PROTECTED if how == 1 else style.flags & ~sgr.PROTECTED
        self.style = style._replace(flags=flags)

    def set_modify_keys(self, resource: int = 0, value: int = 0) -> None:
        """XTMODKEYS (``CSI > 4 ; value m``)."""
        if resource == 4:
            self.modify_other_keys = min(value, 3)

    @property
    def keyboard(self) -> list[int]:
        """kitty's keyboard stack of the screen that is shown; the last entry holds."""
        return self.keyboards[self.alternate]

    def push_keyboard(self, flags: int = 0) -> None:
        """Push kitty's keyboard flags (``CSI > flags u``)."""
        stack = self.keyboard
        stack.append(flags & KITTY_FLAGS)
        del stack[1 : max(1, len(stack) - DEEPEST_KEYBOARD_STACK)]

    def pop_keyboard(self, count: int = 1) -> None:
        """Pop kitty's keyboard flags (``CSI < count u``)."""
        stack = self.keyboard
        del stack[max(0, len(stack) - (count or 1)) :]
        if not stack:
            stack.append(0)

    def set_keyboard(self, flags: int = 0, how: int = 1) -> None:
        """Change kitty's keyboard flags (``CSI = flags ; how u``): 1 these, 2 these too, 3 not these."""
        old = self.keyboard[-1]
        new = {1: flags, 2: old | flags, 3: old & ~flags}.get(how or 1, old)
        self.keyboard[-1] = new & KITTY_FLAGS
