"""What an interpreter was told to run, read from its arguments (pure)."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """What an interpreter runs: a file, or a module or package by name; all empty if neither."""

    path: str = ""
    """As given, so perhaps relative to the process's folder."""
    name: str = ""
    """The name of a module or package that is no file."""
    inline: bool = False
    """The program text is an argument: ``-c``, ``-e``."""


@dataclass(frozen=True, slots=True)
class _Grammar:
    """How an interpreter reads its arguments, up to the script."""

    valued: frozenset[str] = frozenset()
    """Options whose value is the next argument."""
    inline: frozenset[str] = frozenset()
    """Options that hold the program text itself."""
    module: str = ""
    """The option that names a module."""
    subcommands: frozenset[str] = frozenset()
    """Words before the script."""
    letters: bool = False
    """Short options may be joined: ``-lc``."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NODE = _Grammar(
    valued=_words(
        "-r --require --import --loader --experimental-loader -C --conditions --title --input-type --env-file"
        " --inspect-port --icu-data-dir --openssl-config --redirect-warnings --disable-warning --watch-path"
    ),
    inline=_words("-e --eval -p --print -pe"),
)
_BUN = _Grammar(
    valued=_words("-r --preload --cwd --env-file --filter --define -d"),
    inline=_words("-e --eval -p --print"),
    subcommands=frozenset({"run"}),
)
_DENO = _Grammar(
    valued=_words("-c --config --import-map --cert --seed -L --log-level --location --ext"),
    inline=frozenset({"eval"}),
    subcommands=frozenset({"run"}),
)
_PYTHON = _Grammar(
    valued=_words("-W -X --check-hash-based-pycs"),
    inline=frozenset({"-c"}),
    module="-m",
    letters=True,
)
_SHELL = _Grammar(
    valued=_words("-o +o -O +O --rcfile --init-file"),
    inline=_words("-c -s"),
    letters=True,
)
_INTERPRETERS = (
    (re.compile(r"node(js)?(-?\d+)?"), _NODE),
    (re.compile(r"bun"), _BUN),
    (re.compile(r"deno"), _DENO),
    (re.compile(r"(python|pypy)[\d.]*t?"), _PYTHON),
    (re.compile(r"(ba|rba|da|z|k|mk|a|fi)?sh"), _SHELL),
)
_PACKAGE = re.compile(r"(?:npm|jsr):/?(?P<name>@?[^@]+)(?:@[^/]*)?(?P<command>/.+)?")


def entry(executable: str, argv: tuple[str, ...]) -> Entry:
    """
    What the interpreter ``executable`` (a base name) runs; an empty entry if it is none, or runs nothing.

    argv[0] may name the interpreter as well: ``sh`` is often a link to another shell.
    """
    if not argv:
        return Entry()
    grammar = _grammar(executable) or _grammar(posixpath.basename(argv[0]).removeprefix("-"))
    return _entry(grammar, argv[1:]) if grammar else Entry()


def _grammar(name: str) -> _Grammar | None:
    return next((grammar for pattern, grammar in _INTERPRETERS if pattern.fullmatch(name)), None)


def _entry(grammar: _Grammar, words: tuple[str, ...]) -> Entry:
    rest = iter(words)
    for word in rest:
        if word in grammar.subcommands:
            continue
        if word in grammar.inline:
            return Entry(inline=True)
        if word == "--":
            return _file(next(rest, ""))
        if word == "-" or not word:
            return Entry()
        if word[0] not in "-+":
            return _file(word)
        if grammar.module and word == grammar.module:
            return Entry(name=next(rest, ""))
        if word in grammar.valued:
            next(rest, "")
        elif grammar.letters and not word.startswith("--") and (joined := _joined(grammar, word, rest)):
            return joined
    return Entry()


def _joined(grammar: _Grammar, word: str, rest: Iterator[str]) -> Entry | None:
    """What joined short options such as ``-lc`` decide, if anything."""
    for at, letter in enumerate(word[1:], 1):
        option = word[0] + letter
        value = word[at + 1 :]
        if option in grammar.inline:
            return Entry(inline=True)
        if option == grammar.module:
            return Entry(name=value or next(rest, ""))
        if option in grammar.valued:
            if not value:
                next(rest, "")
            return None
    return None


def _file(word: str) -> Entry:
    package = _PACKAGE.fullmatch(word)
    if package:
        return Entry(name=posixpath.basename(package["command"] or package["name"]))
    return Entry(path=word)
