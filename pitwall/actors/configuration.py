"""The configuration as the daemon uses it: whoever needs a part of it gets what the file says by then."""

from pitwall.actors.logs import log_of
from pitwall.config import Config, load, stamp


class ConfigShelf:
    """
    The file's configuration, read again when it has changed.

    Looking costs one ``stat``; nobody wakes up to watch the file. ``problems`` are those of the last reading.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._stamp = stamp(path)
        loaded = load(path)
        self._config = loaded.config
        self.problems = loaded.problems
        self._log = log_of("configuration")

    @property
    def config(self) -> Config:
        """What the file says now."""
        now = stamp(self._path)
        if now != self._stamp:
            self._stamp = now
            loaded = load(self._path)
            self._config, self.problems = loaded.config, loaded.problems
            self._log.info("configuration read", problems=len(loaded.problems))
            for problem in loaded.problems:
                self._log.warning("configuration", problem=problem)
        return self._config
