"""
How the folder of shims stays first on a shell's PATH, though the shell's own start-up files set another (pure).

Each shell is given, by its environment alone, a line to run once its files are read. What the user set of the
variables for that comes back before their files see it, or is kept in use.
"""

import os
import re
import shlex
from collections.abc import Mapping
from types import MappingProxyType

FOLDER = "shells"
"""Below the folder of shims: what the shells read."""

_ZDOTDIR = "PITWALL_ZDOTDIR"
_DATA_DIRS = "PITWALL_DATA_DIRS"
_STANDARD_DATA_DIRS = "/usr/local/share:/usr/share"
"""What an unset XDG_DATA_DIRS means (XDG Base Directory Specification)."""

_SH = """\
PATH=@FOLDER@:$PATH
"""

_BASH = '[ -n "$_pitwall_path" ] || { _pitwall_path=1; PATH=@FOLDER@:$PATH; }'

_ZSH = """\
if [[ -n "${PITWALL_ZDOTDIR-}" ]]; then export ZDOTDIR="$PITWALL_ZDOTDIR"; else unset ZDOTDIR; fi
unset PITWALL_ZDOTDIR
_pitwall_path() {
    PATH=@FOLDER@:$PATH
    precmd_functions=(${precmd_functions:#_pitwall_path})
    unfunction _pitwall_path
}
if [[ -o interactive ]]; then typeset -ga precmd_functions; precmd_functions+=(_pitwall_path); fi
if [[ -r "${ZDOTDIR-$HOME}/.zshenv" ]]; then source "${ZDOTDIR-$HOME}/.zshenv"; fi
"""

_FISH = """\
if set -q PITWALL_DATA_DIRS
    if test -n "$PITWALL_DATA_DIRS"
        set -gx --path XDG_DATA_DIRS $PITWALL_DATA_DIRS
    else
        set -e XDG_DATA_DIRS
    end
    set -e PITWALL_DATA_DIRS
end
if status is-interactive
    function _pitwall_path --on-event fish_prompt
        set -gx PATH @FOLDER@ $PATH
        functions -e _pitwall_path
    end
end
"""


def files(folder: str) -> Mapping[str, str]:
    """What the shells read, by path below the folder of shims."""
    return MappingProxyType(
        {
            f"{FOLDER}/env.sh": _filled(_SH, folder),
            f"{FOLDER}/zsh/.zshenv": _filled(_ZSH, folder),
            f"{FOLDER}/fish/vendor_conf.d/pitwall.fish": _filled(_FISH, folder),
        }
    )


def environment(shell: str, environ: Mapping[str, str], folder: str) -> dict[str, str]:
    """A shell's environment that makes it put the folder of shims first on PATH; ``shell`` is its path or name."""
    changed = dict(environ)
    match os.path.basename(shell).removeprefix("-"):
        case "bash":
            line, own = _filled(_BASH, folder), environ.get("PROMPT_COMMAND", "")
            if line not in own:
                changed["PROMPT_COMMAND"] = f"{line}; {own}" if own.strip() else line
        case "zsh":
            changed[_ZDOTDIR] = environ.get("ZDOTDIR", "")
            changed["ZDOTDIR"] = f"{folder}/{FOLDER}/zsh"
        case "fish":
            own = environ.get("XDG_DATA_DIRS", "")
            changed[_DATA_DIRS] = own
            changed["XDG_DATA_DIRS"] = f"{folder}/{FOLDER}:{own or _STANDARD_DATA_DIRS}"
        case _:
            # The value is expanded like a word in double quotes (POSIX, sh, "ENV").
            path = re.sub(r"([\\$`])", r"\\\1", f"{folder}/{FOLDER}/env.sh")
            changed.setdefault("ENV", path)
    return changed


def _filled(text: str, folder: str) -> str:
    return text.replace("@FOLDER@", shlex.quote(folder))
