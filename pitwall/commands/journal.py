"""``pitwall journal …``: look at the journal on disk; no daemon is needed, and nothing is changed."""

import argparse
from collections import Counter
from pathlib import Path

from pitwall import paths
from pitwall.commands.command import Command
from pitwall.commands.events import json_line, text_line
from pitwall.errors import Refusal
from pitwall.journal.evidence import DEFAULT_BUDGET, read_evidence
from pitwall.journal.evidence import FOLDER as EVIDENCE
from pitwall.journal.segments import Verdict
from pitwall.journal.verify import FileVerdict, SnapshotVerdict, holds_journal, read, verify


def _folder_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", metavar="FOLDER", help="a journal's folder; this user's if not given"
    )


def dump_grammar(parser: argparse.ArgumentParser) -> None:
    _folder_argument(parser)
    parser.add_argument(
        "--since", type=int, default=0, metavar="N", help="only what came after event number N"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def dump(arguments: argparse.Namespace) -> int:
    render = json_line if arguments.json else text_line
    for entry in read(_folder(arguments), since=arguments.since):
        print(render((entry.seq, entry.at, entry.type, entry.data)))
    return 0


def verify_offline(arguments: argparse.Namespace) -> int:
    verification = verify(_folder(arguments))
    if verification.newer is not None:
        print(f"written by {verification.newer}: left as it is; this version's journal is beside it")
    for file in verification.files:
        print(file_line(file))
    for snapshot in verification.snapshots:
        print(snapshot_line(snapshot))
    print(f"{verification.entries} events, the last is number {verification.last}")
    return 0 if verification.whole else 1


def file_line(file: FileVerdict) -> str:
    """What is to be said of one file."""
    aside = ", put aside by an earlier start" if file.aside else ""
    more = ""
    if file.salvageable:
        seqs = [entry.seq for entry in file.salvageable]
        more = f"; {len(seqs)} more events can be read behind the damage, numbers {min(seqs)} to {max(seqs)}"
    good = f"{file.good} of {file.size} bytes good"
    return f"{file.path.name}: {file.verdict}{aside}: {file.entries} events, {good}{more}"


def snapshot_line(snapshot: SnapshotVerdict) -> str:
    """What is to be said of a snapshot."""
    means = {
        Verdict.WHOLE: f"what the events up to number {snapshot.seq} add up to",
        Verdict.DETACHED: "of other events than the journal has; it is not used",
        Verdict.NEWER_FORMAT: "of another version; it is not used",
    }
    spare = "it is not used, and nothing is lost with it; it may be removed"
    return f"{snapshot.path.name}: {snapshot.verdict}: {means.get(snapshot.verdict, spare)}"


def _folder(arguments: argparse.Namespace) -> Path:
    """The journal's folder; one that was named and holds none raises ``Refusal``."""
    if arguments.folder is None:
        return Path(paths.journal_folder(paths.data_folder()))
    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise Refusal(
            f"{arguments.folder!r} is no folder; name the folder of a journal, or none for your own"
        )
    if not holds_journal(folder):
        inside = Path(paths.journal_folder(arguments.folder))
        advice = f"name {str(inside)!r}" if holds_journal(inside) else "name the folder of one"
        raise Refusal(f"{arguments.folder!r} holds no journal; {advice}, or none for your own")
    return folder


def stats(arguments: argparse.Namespace) -> int:
    folder = _folder(arguments)
    counts = Counter(entry.type for entry in read(folder))
    for name, count in counts.most_common():
        print(f"{count:>8}  {name}")
    facts, evidence = _size(folder), _size(folder / EVIDENCE)
    print(f"{counts.total():>8}  facts in {facts:,} bytes")
    records = sum(1 for _ in read_evidence(folder / EVIDENCE))
    print(f"{records:>8}  evidence records in {evidence:,} bytes, of {DEFAULT_BUDGET:,} at most")
    return 0


def _size(folder: Path) -> int:
    """The bytes of a lane's segments, compressed or not."""
    return sum(path.stat().st_size for path in folder.glob("[0-9]*.cborseq*")) if folder.is_dir() else 0


COMMANDS = (
    Command(
        "journal verify",
        "Check every record of the journal; say what is damaged, and what can still be read of it.",
        "none",
        _folder_argument,
        run_offline=verify_offline,
        examples="""exit codes:
  0  all of it is sound
  1  something is damaged, and nothing was changed; or the folder holds no journal""",
    ),
    Command(
        "journal dump",
        "Print every event of the journal, oldest first.",
        "none",
        dump_grammar,
        run_offline=dump,
    ),
    Command(
        "journal stats",
        "Count the events by type, and say how much room facts and evidence take.",
        "none",
        _folder_argument,
        run_offline=stats,
    ),
)
