"""
Small shell scripts, first on a pane's PATH, that start an agent typed in a shell with pitwall's hooks.

A shim stands for the program of the same name that comes next on PATH. It becomes that program by ``exec``, so that
signals, the exit code and the process id are the program's; the PATH it hands on is without shims, so that
neither a wrapper script nor an agent within the agent comes back to it.
"""

import os
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

from pitwall.agents import shellinit
from pitwall.agents.definition import AgentDefinition
from pitwall.agents.installation import hook_command
from pitwall.agents.launch import settings_of
from pitwall.plainfiles import read_plain

FOLDER = "pitwall-shims"
"""The name of the folder, by which a shim knows itself and those of other data folders on PATH."""

_SCRIPT = """\
#!/bin/sh
# pitwall's: starts @NAME@ with pitwall's hooks, for this run alone.
# Outside pitwall, and with PITWALL_SHIMS=off, it only starts @NAME@.
_pw_path= _pw_between= _pw_program= _pw_rest="$PATH:"
while [ -n "$_pw_rest" ]; do
    _pw_folder="${_pw_rest%%:*}"
    _pw_rest="${_pw_rest#*:}"
    case "$_pw_folder" in
        */@FOLDER@ | */@FOLDER@/) continue ;;
    esac
    _pw_path="$_pw_path$_pw_between$_pw_folder"
    _pw_between=:
    if [ -z "$_pw_program" ] && [ -f "${_pw_folder:-.}/@NAME@" ] && [ -x "${_pw_folder:-.}/@NAME@" ]; then
        _pw_program="${_pw_folder:-.}/@NAME@"
    fi
done
if [ -z "$_pw_program" ]; then
    echo "pitwall: there is no @NAME@ on your PATH" >&2
    exit 127
fi
PATH="$_pw_path"
if [ -z "$PITWALL_PANE" ] || [ "$PITWALL_SHIMS" = off ]; then
    exec "$_pw_program" "$@"
fi
case "${1-}" in
    @SUBCOMMANDS@) exec "$_pw_program" "$@" ;;
esac
for _pw_word; do
    case "$_pw_word" in
        --) break ;;
        --settings | --settings=*)
            [ -x @PITWALL@ ] || break
            exec @PITWALL@ hooks run @KIND@ -- "$_pw_program" "$@"
            ;;
    esac
done
exec "$_pw_program" --settings @SETTINGS@ "$@"
"""


def shim(definition: AgentDefinition, pitwall: str) -> str:
    """The script for an agent whose hooks are given as Claude Code's are; ``pitwall`` is the installed command."""
    words = {
        "@NAME@": definition.command,
        "@FOLDER@": FOLDER,
        "@SUBCOMMANDS@": " | ".join(map(shlex.quote, ("--help", "--version", *definition.subcommands))),
        "@PITWALL@": shlex.quote(pitwall),
        "@KIND@": shlex.quote(definition.kind),
        "@SETTINGS@": shlex.quote(settings_of(hook_command(pitwall, "claude"))),
    }
    script = _SCRIPT
    for word, text in words.items():
        script = script.replace(word, text)
    return script


def shims(definitions: Iterable[AgentDefinition], pitwall: str) -> Mapping[str, str]:
    """The scripts by name, of the agents that get their hooks at each start."""
    return {
        each.command: shim(each, pitwall)
        for each in definitions
        if each.hooks == "claude" and pitwall and _is_plain(each.command)
    }


def write(folder: Path, scripts: Mapping[str, str]) -> None:
    """
    Make the folder hold exactly these scripts, and what shells read to keep it on PATH.

    A script that runs is replaced, not written into. Raises OSError.
    """
    wanted = {**scripts, **shellinit.files(str(folder))}
    for name, script in wanted.items():
        path = folder / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _holds(path, script):
            continue
        new = path.with_name(f".{path.name}.new")
        new.unlink(missing_ok=True)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o700)
        with open(descriptor, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(script)
        new.rename(path)
    for path in folder.iterdir():
        if path.name not in scripts and path.name != shellinit.FOLDER:
            path.unlink()


def environment(shell: str, environ: Mapping[str, str], folder: str) -> dict[str, str]:
    """A shell's environment with the folder of shims first on PATH, also once its start-up files have set it."""
    path = on_path(environ.get("PATH") or os.defpath, folder)
    return {**shellinit.environment(shell, environ, folder), "PATH": path}


def on_path(path: str, folder: str) -> str:
    """A PATH with the folder of shims first, and no other such folder."""
    others = [each for each in path.split(":") if os.path.basename(each.rstrip("/")) != FOLDER]
    return ":".join([folder, *others])


def _is_plain(name: str) -> bool:
    """Whether a name stands for itself in a shell script, in quotes and out of them."""
    return name.replace("-", "").replace("_", "").replace(".", "").isalnum() and name.isascii()


def _holds(path: Path, script: str) -> bool:
    try:
        return read_plain(path) == script.encode("utf-8", "surrogateescape") and os.access(path, os.X_OK)
    except OSError:
        return False
