"""Why a status is what it is: plain sentences for `agent status`."""

from pitwall.state.status_memory import Fold, Word


def why(fold: Fold, at: int) -> tuple[str, ...]:
    """The reasons for what the fold shows, most important first; ``at`` is what ages are counted to."""
    if not fold.kind:
        return ("No agent is recognised in this pane.",)
    reasons = [_verdict(fold)]
    if fold.paused:
        reasons.append("The agent is not in the foreground: its last status is kept.")
    if fold.shown.status == "done":
        reasons.append("Done is shown until the tab is looked at.")
    if fold.word is not None:
        reasons.append(_of_word(fold, fold.word))
    elif fold.interrupted_at is not None and fold.shown.status in ("working", "blocked"):
        reasons.append("A key that interrupts was pressed: an idle screen within 5 s of it is no done.")
    if fold.held:
        reasons.append("The screen reads idle after work in one sample: one more is waited for.")
    if fold.flickering:
        reasons.append("The screen reads working in one sample, and nobody typed: no turn before one more.")
    reasons.append(_of_screen(fold, at))
    reasons.append(_of_activity(fold, at))
    return tuple(filter(None, reasons))


def _verdict(fold: Fold) -> str:
    shown = fold.shown
    if shown.source == "screen":
        where = f" in the region {shown.region}" if shown.region else ""
        if shown.status == "done":
            return f"Done: the rule {shown.rule} read idle{where} after a turn."
        if _dialog_decides(fold):
            return (
                f"Blocked: the rule {shown.rule} read a live dialog{where} in two samples in a row, "
                f"which beats the agent's own word."
            )
        return f"{shown.status.capitalize()}: decided by the rule {shown.rule}{where}."
    if shown.source == "activity":
        if shown.status == "working":
            return "Working: output changed the screen within the last 1.2 s, and nothing better is known."
        return "Unknown: no own word, no rule that says something, and no output within the last 1.2 s."
    said = "hook" if shown.source == "hook" else "program status report"
    return f"{shown.status.capitalize()}: the agent's own word, by {said}."


def _dialog_decides(fold: Fold) -> bool:
    return fold.word is not None and not fold.yielded and fold.live_dialog and fold.word.status != "blocked"


def _of_word(fold: Fold, word: Word) -> str:
    """Why the own word decides no more, or not yet; empty when it does and there is nothing to say."""
    said = f"The own word is {word.status}, by {word.source}"
    if word.looked:
        return f"{said}: a done that was looked at."
    if fold.aside == "screen":
        return f"{said}, but the screen has read idle for 10 s: the word is set aside until the next."
    if fold.aside == "key":
        pressed = f"{said}, but a key was pressed that could have ended the turn"
        if fold.yielded:
            return f"{pressed}: the screen decides until the next own word."
        return f"{pressed}: the screen decides in half a second."
    if _dialog_decides(fold):
        return f"{said}; it counts again when the dialog has left the screen."
    if fold.unseen or not word.believed:
        return f"{said}; it is shown after one more sample of the screen."
    if word.background:
        return f"{said}: the turn is over, but a subagent or workflow of it still runs."
    return ""


def _of_screen(fold: Fold, at: int) -> str:
    if fold.run is None:
        return "The screen has not been sampled yet."
    age = _seconds(at - fold.run.last.at)
    if fold.run.state is None:
        return f"The screen, sampled {age} ago: no rule matched."
    if fold.run.state == "unknown":
        return f"The screen, sampled {age} ago: the rule {fold.run.last.rule} says that it tells nothing."
    return f"The screen, sampled {age} ago: the rule {fold.run.last.rule} reads {fold.run.state}."


def _of_activity(fold: Fold, at: int) -> str:
    if fold.output_at is None:
        return "No output has changed the screen since the agent came."
    return f"Output last changed the screen {_seconds(at - fold.output_at)} ago."


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.1f} s"
