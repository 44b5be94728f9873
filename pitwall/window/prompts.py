"""Prompts: a line asked for in the status bar, a yes or no, a choice from a list narrowed by typing (pure)."""

from dataclasses import dataclass, field
from typing import Literal

from pitwall.window.keys import Key

Kind = Literal["line", "confirm", "choice"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of what can be chosen: what stands for it, and what is shown and searched."""

    value: str
    text: str


@dataclass(slots=True)
class Prompt:
    """What is being asked; `command` says what becomes of the answer, `target` of whom it is."""

    command: str
    question: str
    kind: Kind = "line"
    target: str = ""
    text: str = ""
    cursor: int = 0
    choices: tuple[Choice, ...] = ()
    chosen: int = 0
    answer: str | None = None
    over: bool = field(default=False)

    def __post_init__(self) -> None:
        self.cursor = len(self.text)

    def matches(self) -> list[Choice]:
        """The choices that hold every typed word, whatever their case."""
        words = self.text.casefold().split()
        return [choice for choice in self.choices if all(word in choice.text.casefold() for word in words)]

    def press(self, key: Key) -> None:
        """Take a key; afterwards `over` tells whether that was all, and `answer` what was answered, if anything."""
        if key.released:
            return
        if key.name in ("Escape", "C-c", "C-g", "C-["):
            self.over = True
        elif self.kind == "confirm":
            self.answer = "yes" if key.name in ("y", "Y") else None
            self.over = True
        elif key.name in ("Enter", "C-j"):
            self._accept()
        elif self.kind == "choice" and key.name in ("Down", "C-n", "Tab"):
            self.chosen = min(self.chosen + 1, max(0, len(self.matches()) - 1))
        elif self.kind == "choice" and key.name in ("Up", "C-p", "S-Tab"):
            self.chosen = max(0, self.chosen - 1)
        else:
            self._edit(key)

    def paste(self, data: bytes) -> None:
        """Take pasted text as typed, on one line."""
        if self.kind != "confirm":
            self._insert(" ".join(data.decode("utf-8", "replace").split()))

    def _accept(self) -> None:
        self.over = True
        if self.kind == "choice":
            matches = self.matches()
            self.answer = matches[min(self.chosen, len(matches) - 1)].value if matches else None
        else:
            self.answer = self.text

    def _edit(self, key: Key) -> None:
        name = key.name
        if name == "Backspace" or name == "C-h":
            self.text = self.text[: max(0, self.cursor - 1)] + self.text[self.cursor :]
            self.cursor = max(0, self.cursor - 1)
        elif name in ("Delete", "C-d"):
            self.text = self.text[: self.cursor] + self.text[self.cursor + 1 :]
        elif name in ("Left", "C-Left"):
            self.cursor = max(0, self.cursor - 1)
        elif name in ("Right", "C-Right"):
            self.cursor = min(len(self.text), self.cursor + 1)
        elif name in ("Home", "C-a"):
            self.cursor = 0
        elif name in ("End", "C-e"):
            self.cursor = len(self.text)
        elif name == "C-u":
            self.text, self.cursor = self.text[self.cursor :], 0
        elif name == "C-k":
            self.text = self.text[: self.cursor]
        elif name == "C-w":
            kept = self.text[: self.cursor].rstrip()
            kept = kept[: kept.rfind(" ") + 1]
            self.text, self.cursor = kept + self.text[self.cursor :], len(kept)
        elif key.text:
            self._insert(key.text)
        else:
            return
        self.chosen = 0

    def _insert(self, text: str) -> None:
        plain = "".join(character for character in text if character.isprintable())
        self.text = self.text[: self.cursor] + plain + self.text[self.cursor :]
        self.cursor += len(plain)
        self.chosen = 0
