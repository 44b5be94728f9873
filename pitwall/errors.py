"""
Every exception that pitwall raises on purpose.

::

    PitwallError
    ├── UsageError                 the command line is wrong
    ├── Refusal                    what was asked for cannot be done
    │   ├── NoSuchTab
    │   ├── NoSuchSession
    │   ├── AmbiguousName
    │   ├── CannotStart            no such program, no such folder, exec failed
    │   ├── DaemonUnreachable      no daemon runs, or it does not answer
    │   └── SettingsRejected       an agent's settings file cannot be changed as asked
    ├── RuleFileRejected           a rule file or an agent definition is not valid
    │   └── BadPattern             one of its regexes is not valid
    ├── JournalError
    │   ├── JournalLocked          another process writes this journal
    │   ├── JournalUnwritable      the disk is full or failing
    │   └── EntryTooLarge          what is to be recorded is larger than a record may be
    ├── NoPlainFile                (an OSError too) a pipe, a socket, a device or a folder is where a file should be
    ├── FrameError                 the other end of a connection sent what is no frame
    ├── ConfigRejected             config.toml is not valid
    ├── DemoFailed                 something went otherwise than the demo tells it
    └── Unsupported                this system cannot run pitwall

A message says what happened and what to do about it, in words for the person at the keyboard.
It may be printed as it stands behind ``pitwall: ``; it never holds arguments, keystrokes or an environment.
"""

import errno


class PitwallError(Exception):
    """Anything pitwall raises on purpose; its text is for the person at the keyboard."""


class UsageError(PitwallError):
    """The command line is wrong; exit code 2, but 1 for ``wait``, whose 2 means blocked (SEMANTICS 2)."""


class Refusal(PitwallError):
    """What was asked for cannot be done; exit code 1."""


class NoSuchTab(Refusal):
    """No tab of the session answers to the name."""


class NoSuchSession(Refusal):
    """No session answers to the name."""


class AmbiguousName(Refusal):
    """A name fits several tabs or sessions; the message lists them."""


class CannotStart(Refusal):
    """A command cannot be started: the program or the folder is missing, or exec failed."""


class DaemonUnreachable(Refusal):
    """No daemon runs, or the one that runs does not answer."""


class SettingsRejected(Refusal):
    """An agent's settings file cannot be changed as asked; nothing was written. The message says why."""


class RuleFileRejected(PitwallError):
    """
    A rule file or an agent definition is not valid; the message names the file, the rule and the key.

    ``reason`` is the message without the file, ``problems`` everything that is wrong, the reason first.
    """

    def __init__(self, reason: str, *, path: str = "", problems: tuple[str, ...] = ()) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason
        self.problems = problems or (reason,)


class BadPattern(RuleFileRejected):
    """A regex is not valid in Rust's syntax; the message quotes the engine's diagram."""


class JournalError(PitwallError):
    """The journal cannot be used as asked."""


class JournalLocked(JournalError):
    """Another process holds the journal's lock: one daemon writes it at a time."""


class JournalUnwritable(JournalError):
    """A write or an fsync failed; nothing after the last good record can be trusted to be on disk."""


class EntryTooLarge(JournalError):
    """What is to be recorded takes more than the 1 MiB of a record, such as a command's arguments."""


class NoPlainFile(PitwallError, OSError):
    """A pipe, a socket, a device or a folder is where a file should be; ``strerror`` says which."""

    def __init__(self, path: str, kind: str) -> None:
        super().__init__(errno.EINVAL, f"it is {kind}, and no plain file", path)

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}; move it out of the way"


class FrameError(PitwallError):
    """The other end of a connection sent bytes that are no frame of the protocol."""


class ConfigRejected(PitwallError):
    """``config.toml`` is not valid; the message names the line and the key."""


class DemoFailed(PitwallError):
    """Something went otherwise than ``pitwall demo`` tells it."""


class Unsupported(PitwallError):
    """This system cannot run pitwall."""
