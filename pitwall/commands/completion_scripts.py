"""Completions for bash, zsh and fish: tables of what may be typed, and the little that walks them (pure)."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from pitwall.commands.completion_shapes import Shape
from pitwall.commands.completion_texts import BASH, BASH_AND_ZSH, FISH, ZSH


def bash(shapes: Sequence[Shape]) -> str:
    """The script for bash, for its ``completions`` folder or to be sourced."""

    def shape(shape: Shape) -> str:
        flags = " ".join(spelling for flag in shape.flags for spelling in flag.spellings)
        return (
            f"{_quoted(shape.name)}) flags={_quoted(flags)} words=({_all_quoted(shape.words)}) "
            f"takes={'1' if shape.takes_command else ''} repeats={'1' if shape.repeats else ''} ;;"
        )

    return _filled(
        BASH,
        BASH_AND_ZSH=BASH_AND_ZSH,
        WORDS=(
            f"{_quoted(group)}) echo {_quoted(' '.join(words))} ;;" for group, words in _words(shapes).items()
        ),
        GROUPS=_pattern(shapes),
        VALUES=_posix_values(shapes),
        SHAPES=map(shape, shapes),
    )


def zsh(shapes: Sequence[Shape]) -> str:
    """The script for zsh, for a folder of its ``fpath`` as ``_pitwall`` or to be sourced."""

    def described(word: str, summary: str) -> str:
        return f"{word}:{summary}".replace("`", "'") if summary else word

    def shape(shape: Shape) -> str:
        flags = [described(spelling, flag.summary) for flag in shape.flags for spelling in flag.spellings]
        return (
            f"{_quoted(shape.name)}) flags=({_all_quoted(flags)}) kinds=({_all_quoted(shape.words)}) "
            f"takes={'1' if shape.takes_command else ''} repeats={'1' if shape.repeats else ''} ;;"
        )

    return _filled(
        ZSH,
        BASH_AND_ZSH=BASH_AND_ZSH,
        WORDS=(
            f"{_quoted(group)}) names=({_all_quoted(described(*pair) for pair in words.items())}) ;;"
            for group, words in _words(shapes).items()
        ),
        GROUPS=_pattern(shapes),
        VALUES=_posix_values(shapes),
        SHAPES=map(shape, shapes),
    )


def fish(shapes: Sequence[Shape]) -> str:
    """The script for fish, for its ``completions`` folder or to be sourced."""

    def described(words: Iterable[tuple[str, str]]) -> str:
        return _all_quoted((f"{word}\t{summary}" for word, summary in words), _fish_quoted)

    def case(name: str, does: str) -> str:
        return f"case {_fish_quoted(name)}\n    {does}"

    return _filled(
        FISH,
        WORDS=(
            case(group, f"printf '%s\\n' {described(words.items())}")
            for group, words in _words(shapes).items()
        ),
        GROUPS=_all_quoted(filter(None, _words(shapes)), _fish_quoted),
        VALUES=(
            case(f"{command} {flag}", f"echo {_fish_quoted(':' + kind)}")
            for command, flag, kind in _values(shapes)
        ),
        FLAGS=(
            case(
                shape.name,
                "printf '%s\\n' "
                + described((spelling, flag.summary) for flag in shape.flags for spelling in flag.spellings),
            )
            for shape in shapes
        ),
        SHAPES=(
            case(
                shape.name,
                "printf '%s\\n' "
                f"{'takes' if shape.takes_command else 'alone'} {'repeats' if shape.repeats else 'once'} "
                + _all_quoted(shape.words, _fish_quoted),
            )
            for shape in shapes
        ),
    )


SCRIPTS: Mapping[str, Callable[[Sequence[Shape]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def _words(shapes: Sequence[Shape]) -> dict[str, dict[str, str]]:
    """The words that may come next and what they do, by the words before them."""
    words: dict[str, dict[str, str]] = {"": {}}
    for shape in shapes:
        first, _, second = shape.name.partition(" ")
        if second:
            words[""].setdefault(first, f"pitwall {first} ...")
            words.setdefault(first, {})[second] = shape.summary
        else:
            words[""][first] = shape.summary
    # One that is a command of its own is none of a group, and what follows it is its own.
    alone = {shape.name for shape in shapes}
    return {group: found for group, found in words.items() if group not in alone}


def _values(shapes: Sequence[Shape]) -> list[tuple[str, str, str]]:
    """Command, flag and the kind of word that follows it; those before any command with it left empty."""
    values = [
        (shape.name, spelling, flag.value)
        for shape in shapes
        for flag in shape.flags
        if flag.value is not None
        for spelling in flag.spellings
    ]
    return [("", "-s", "sessions"), ("", "--session", "sessions"), *values]


def _posix_values(shapes: Sequence[Shape]) -> list[str]:
    return [
        f"{_quoted(f'{command} {flag}')}) value={_quoted(':' + kind)} ;;"
        for command, flag, kind in _values(shapes)
    ]


def _pattern(shapes: Sequence[Shape]) -> str:
    return "|".join(filter(None, _words(shapes)))


def _filled(script: str, **parts: str | Iterable[str]) -> str:
    for name, part in parts.items():
        text = part if isinstance(part, str) else "\n".join(_indented(part))
        script = script.replace(f"@{name}@", text)
    return script


def _indented(lines: Iterable[str]) -> Iterable[str]:
    return ("        " + line.replace("\n", "\n        ") for line in lines)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _all_quoted(texts: Iterable[str], quoted: Callable[[str], str] = _quoted) -> str:
    return " ".join(map(quoted, texts))
