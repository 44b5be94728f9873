"""The rules in use: read at the start, and again when somebody asks for it."""

from pathlib import Path

import trio

from pitwall.actors.logs import log_of
from pitwall.detect.loader import RuleBook, load
from pitwall.detect.rules import RuleFile


class RuleShelf:
    """The rule book in use, and every rule file that was in use in this run, by hash."""

    def __init__(self, book: RuleBook, bundled: Path, user: Path) -> None:
        self.book = book
        self._bundled = bundled
        self._user = user
        self._by_hash = {file.sha256: file for file in book.files.values()}
        self._log = log_of("rules")

    def of_hash(self, sha256: str) -> RuleFile | None:
        """The rule file with this hash."""
        return self._by_hash.get(sha256)

    async def reload(self) -> RuleBook:
        """Read the files again; a bad one leaves the rules of its kind as they are."""
        self.book = await trio.to_thread.run_sync(load, self._bundled, self._user, self.book)
        self._by_hash.update((file.sha256, file) for file in self.book.files.values())
        self._log.info("rules read", kinds=len(self.book.files), rejected=len(self.book.rejected))
        for rejected in self.book.rejected:
            self._log.warning("rule file rejected", text=rejected.line)
        return self.book
