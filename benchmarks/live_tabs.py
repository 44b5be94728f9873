"""Recordings played into tabs of a real daemon in real time, their keys typed through windows."""

import json
import shutil
import sys
import time
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from daemons import House, Row, house, readable
from recordings import SUFFIX, Recording
from recordings import play as play_offline
from windowclient import WindowClient

from pitwall.detect.rules import RuleFile
from pitwall.journal.evidence import FOLDER as EVIDENCE
from pitwall.journal.evidence import segments
from pitwall.wire.window import Geometry, Keys

CHECKOUT = Path(__file__).resolve().parent.parent
PLAYER = CHECKOUT / "scripts" / "play" / "claude"
FOLDER = CHECKOUT / "tests" / "recordings"
TABS = 10
PATIENCE = 30.0
"""Seconds for a player to begin, and for evidence to be written."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A status from ``at`` on, ms of the recording's time."""

    at: int
    status: str
    source: str = ""
    rule: str = ""
    detail: str = ""

    @property
    def words(self) -> tuple[str, str, str, str]:
        """All of it but the time."""
        return self.status, self.source, self.rule, self.detail


UNKNOWN = Shown(0, "unknown", "activity")
"""What is shown of an agent that nothing is known of yet; no fact tells of it."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was shown while a recording was played, and in which tab and pane."""

    recording: Recording
    shown: tuple[Shown, ...]
    tab: str = ""
    pane: str = ""


class Stage:
    """A house in which recordings are played by programs that bear their agents' names."""

    def __init__(self, at: House) -> None:
        self.house = at
        for kind in ("claude", "codex", "gemini", "pi"):
            shutil.copy(PLAYER, at.bin / kind)  # agents are known by what a link leads to

    def play_all(self, recordings: Sequence[Recording], tabs: int = TABS) -> list[Played]:
        """Play recordings, so many at a time."""
        with ThreadPoolExecutor(tabs) as stage:
            return list(stage.map(self.play, recordings))

    def play(self, recording: Recording) -> Played:
        """Play one into a tab, typing the keys of the recording when they were typed."""
        tab, began = self.open(recording)
        pane = self.house.pane(tab)["data"]["pane"]
        size = recording.rows, recording.cols
        with WindowClient(self.house, "attach", tab["id"], size=size, focused=False) as window:
            since = _began(began)
            for at, kind, fields in recording.records:
                _listen(window, since + at * 1000)
                if kind == "i":
                    window.say(Keys(pane, b64decode(str(fields["b"]))))
                elif kind == "r":
                    window.say(Geometry(int(str(fields["rows"])), int(str(fields["cols"])), focused=False))
            _listen(window, since + recording.end * 1000)
        self.house.until("pane.exited", pane=pane)
        return Played(recording, (UNKNOWN, *self.statuses(pane, since)), tab["id"], pane)

    def open(self, recording: Recording) -> tuple[Row, Path]:
        """Open the tab; the file into which its player writes when it began."""
        began = self.house.work / f"began-{recording.name}"
        size = f"{recording.rows}x{recording.cols}"
        file = path_of(recording.name)
        player = (recording.kind, str(file), "--began", str(began))
        return self.house.new("-n", recording.name, "--size", size, "--", *player), began

    def statuses(self, pane: str, began: int) -> Iterator[Shown]:
        """The statuses that the pane's facts tell of."""
        for event in self.house.events():
            fields: Mapping[str, str] = event["data"]
            if event["type"] == "status.changed" and fields["pane"] == pane:
                words = (fields.get(name, "") for name in ("status", "source", "rule", "detail"))
                yield Shown((event["at"] - began) // 1000, *words)

    def replayed(self, *sources: str) -> dict[str, list[tuple[str, str, str, str]]]:
        """Every status that `pitwall replay` tells of a tab, or of files of evidence, by panes."""
        told: dict[str, list[tuple[str, str, str, str]]] = {}
        for source in sources:
            said = self.house.run("replay", "--json", source)
            assert said.code == 0, said
            for row in map(json.loads, said.out.splitlines()):
                if row["seq"] is None:
                    continue  # a fact that ended what was shown
                words = (row["status"], row["source"], row["rule"], row["detail"])
                told.setdefault(row["pane"], []).append(words)
        return told

    def until_written(self, played: Sequence[Played]) -> None:
        """Wait until the evidence of all that was shown is on the disk."""
        give_up = time.monotonic() + PATIENCE
        told: dict[str, list[tuple[str, str, str, str]]] = {}
        while any(len(told.get(each.pane, ())) < len(each.shown) for each in played):
            assert time.monotonic() < give_up, f"evidence was never written: {told}"
            told = self.replayed(*self.evidence())

    def verdicts(self, played: Played) -> str:
        """What `pitwall replay` says last: whether the recorded verdicts are judged the same again."""
        said = self.house.run("replay", played.tab)
        assert said.code == 0, said
        return said.out.splitlines()[-1]

    def evidence(self) -> list[str]:
        """The files of evidence that there are, oldest first."""
        return [str(file) for file in segments(self.house.home / "journal" / EVIDENCE)]

    def copied_evidence(self, into: Path) -> list[str]:
        """Copies of them."""
        into.mkdir()
        return [str(shutil.copy(file, into)) for file in self.evidence()]


def path_of(name: str) -> Path:
    """The file of a recording, by its name."""
    return FOLDER / f"{name}{SUFFIX}"


def _began(file: Path) -> int:
    give_up = time.monotonic() + PATIENCE
    while not (text := file.read_text() if file.exists() else "").endswith("\n"):
        assert time.monotonic() < give_up, f"the player never began: {file}"
        time.sleep(0.01)
    return int(text)


def _listen(window: WindowClient, until: int) -> None:
    """Take what the window is told until that wall-clock time, µs."""
    while (left := until / 1e6 - time.time()) > 0:
        if readable(window.fileno(), left):
            window.hear()


def offline(recording: Recording, rules: Mapping[str, RuleFile]) -> tuple[Shown, ...]:
    """What the detector says of a recording by itself."""
    playing = play_offline(recording, rules, own_words=True)
    return tuple(Shown(at, s.status, s.source, s.rule, s.detail) for at, s in playing.shown)


def apart(one: Sequence[Shown], other: Sequence[Shown], end: int) -> int:
    """
    How far apart two tellings of the same are, ms.

    So far must one look in the other, backwards or forwards, to find at any moment the status with the hint that is
    shown there; ``end`` if it is not found at all.
    """
    return max(_farthest(one, other, end), _farthest(other, one, end))


def _farthest(one: Sequence[Shown], other: Sequence[Shown], end: int) -> int:
    farthest = 0
    for start, until, shown in stretches(one, end):
        same = [(a, b) for a, b, seen in stretches(other, end) if _alike(seen, shown)]
        if not same:
            return end
        moments = [
            start,
            until,
            *((b + a) // 2 for (_, b), (a, _) in pairwise(same) if start < (b + a) // 2 < until),
        ]
        farthest = max(farthest, *(min(max(a - at, at - b, 0) for a, b in same) for at in moments))
    return farthest


def _alike(one: Shown, other: Shown) -> bool:
    return (one.status, one.detail) == (other.status, other.detail)


def stretches(shown: Sequence[Shown], end: int) -> Iterator[tuple[int, int, Shown]]:
    """Beginning, end and status of each stretch in which neither status nor hint changes."""
    told = [each for each in shown if each.at < end]
    changes = [each for at, each in enumerate(told) if not at or not _alike(told[at - 1], each)]
    for each, following in pairwise([*changes, Shown(end, "")]):
        yield max(each.at, 0), max(following.at, 0), each


__all__ = ["House", "Played", "Shown", "Stage", "apart", "house", "offline", "path_of"]
