"""
What typed keys and pasted text come to: input for the focused pane, or the window's own commands (pure).

Keys pass through byte for byte. Taken out are the prefix and the key behind it, and everything while the window itself
asks something, shows its help or is in copy mode.
"""

from dataclasses import replace

from pitwall.window import commands, pointing
from pitwall.window.input import PASTE_END, PASTE_START, FocusChanged, Mouse, Pasted, Plain, Sequence, Token
from pitwall.window.keys import Key, keys
from pitwall.window.model import Model
from pitwall.wire.window import Keys

MOST = 32 * 1024
"""Bytes of input in one frame."""


def typed(model: Model, token: Token) -> bool:
    """Take a token of what the outer terminal sent; whether the window may look different now."""
    match token:
        case FocusChanged():
            _focus(model, token)
        case Mouse():
            pointing.moved(model, token)
        case Pasted():
            _pasted(model, token)
        case Plain() | Sequence():
            return _keys(model, token)
    return True


def _focus(model: Model, token: FocusChanged) -> None:
    model.focus(token.focused)
    screen = model.focused_screen
    if screen is not None and screen.modes.focus:
        to_pane(model, b"\x1b[I" if token.focused else b"\x1b[O")


def _pasted(model: Model, token: Pasted) -> None:
    if model.prompt is not None:
        model.prompt.paste(token.data)
        return
    if model.help or model.copy is not None:
        return
    model.prefix = False
    screen = model.focused_screen
    bracketed = screen is not None and screen.modes.bracketed_paste
    first = PASTE_START if bracketed and token.first else b""
    last = PASTE_END if bracketed and token.last else b""
    to_pane(model, first + token.data + last)


def _keys(model: Model, token: Plain | Sequence) -> bool:
    message, model.message = model.message, None
    if not _is_own(model) and not _may_hold_prefix(model, token):
        to_pane(model, token.data)
        return message is not None
    found = keys(token)
    if not found and not _is_own(model):
        to_pane(model, token.data)
    passed = b""
    for key in found:
        if not _is_own(model) and key.name != model.settings.prefix:
            passed += key.data
            continue
        to_pane(model, passed)
        passed = b""
        press(model, key)
    to_pane(model, passed)
    return True


def _is_own(model: Model) -> bool:
    """Whether the window itself gets the keys."""
    return model.prefix or model.help or model.prompt is not None or model.copy is not None


def _may_hold_prefix(model: Model, token: Plain | Sequence) -> bool:
    """A quick look, for most input holds none."""
    if isinstance(token, Sequence):
        return token.data.endswith((b"u", b"~")) or not model.settings.prefix.startswith("C-")
    prefix = model.settings.prefix
    if len(prefix) == 3 and prefix.startswith("C-") and prefix[2].isalpha():
        return bytes([ord(prefix[2]) - 96]) in token.data
    return True


def press(model: Model, key: Key) -> None:
    """Take a key that is the window's own."""
    if model.prompt is not None:
        model.prompt.press(key)
        if model.prompt.over:
            prompt, model.prompt = model.prompt, None
            commands.answered(model, prompt)
    elif key.released:
        pass
    elif model.prefix:
        model.prefix = False
        _behind_prefix(model, key)
    elif key.name == model.settings.prefix:
        model.prefix = True
        model.help = False
    elif model.help:
        _in_help(model, key)
    elif model.copy is not None:
        _in_copy_mode(model, key)


def _behind_prefix(model: Model, key: Key) -> None:
    command = model.settings.keys.get(key.name)
    if key.name == model.settings.prefix:
        to_pane(model, key.data)
    elif command is not None:
        commands.run(model, command)
    elif key.name.isdecimal() and len(key.name) == 1:
        commands.select_number(model, int(key.name))
    elif key.name not in ("Escape", "C-c"):
        commands.refuse(
            model, f"nothing is bound to {key.name}: {model.settings.prefix_shown} ? shows the keys"
        )


def _in_help(model: Model, key: Key) -> None:
    if key.name in ("Down", "j", "PageDown", "Space"):
        model.help_top += 1 if key.name in ("Down", "j") else 10
    elif key.name in ("Up", "k", "PageUp"):
        model.help_top = max(0, model.help_top - (1 if key.name in ("Up", "k") else 10))
    else:
        model.help = False


def _in_copy_mode(model: Model, key: Key) -> None:
    copy = model.copy
    if copy is None:
        return
    copy.press(key)
    commands.after_copy_step(model)


def to_pane(model: Model, data: bytes) -> None:
    """Input for the focused pane."""
    pane = model.addressee
    if pane is None:
        return
    for start in range(0, len(data), MOST):
        piece = data[start : start + MOST]
        last = model.outbox[-1] if model.outbox else None
        if isinstance(last, Keys) and last.pane == pane and len(last.data) + len(piece) <= MOST:
            model.outbox[-1] = replace(last, data=last.data + piece)
        else:
            model.say(Keys(pane, piece))
