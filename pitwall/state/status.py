"""
The status of an agent, folded from its signals: own word over screen rules over activity (SEMANTICS 5).

:func:`step` takes what is remembered and one input, and returns what is remembered then; ``fold.shown`` is the
status. The same inputs give the same statuses, on any machine: times come from the inputs alone.
"""

from dataclasses import replace

from pitwall.state.status_inputs import (
    AgentCame,
    AgentContinued,
    AgentPaused,
    AgentWent,
    Input,
    KeyPressed,
    OutputSeen,
    OwnWordCleared,
    OwnWordHeard,
    ScreenRead,
    TabLookedAt,
    Tick,
)
from pitwall.state.status_memory import (
    INTERRUPTED_MS,
    NO_TURN_MS,
    PAINT_MS,
    YIELD_MS,
    Fold,
    Run,
    Shown,
    Word,
)

__all__ = ["Fold", "Shown", "step"]


def step(fold: Fold, event: Input) -> Fold:
    """The fold after one input; an input out of the order of time counts as happening now."""
    fold = replace(fold, now=max(fold.now, event.at))
    if not fold.kind and not isinstance(event, AgentCame):
        return fold
    fold = _elapsed(_after(fold, event))
    if not fold.paused:
        fold = _folded(fold, signal_of(fold))
    if fold.shown.turn == fold.turn:
        return fold
    return replace(fold, shown=replace(fold.shown, turn=fold.turn))


def _after(fold: Fold, event: Input) -> Fold:
    """What is remembered of one input."""
    match event:
        case AgentCame():
            return Fold(now=fold.now, kind=event.kind)
        case AgentWent():
            return Fold(now=fold.now)
        case AgentPaused() | AgentContinued():
            return replace(fold, paused=isinstance(event, AgentPaused), run=None, output_at=None)
        case OwnWordHeard():
            return _heard(fold, event)
        case OwnWordCleared():
            return _cleared(fold, event)
        case TabLookedAt():
            return _looked_at(fold)
        case ScreenRead():
            return fold if fold.paused else _sampled(fold, event)
        case OutputSeen():
            return fold if fold.paused else replace(fold, output_at=max(fold.output_at or 0, event.at))
        case KeyPressed():
            return fold if fold.paused else _pressed(fold, event)
        case Tick():
            return fold


def _sampled(fold: Fold, read: ScreenRead) -> Fold:
    last = fold.run
    goes_on = last is not None and last.state == read.state
    run = Run(last.since, read, last.count + 1) if last and goes_on else Run(read.at, read)
    word = fold.word
    if word and not word.believed and read.state != "blocked" and read.at >= word.at + PAINT_MS:
        word = replace(word, believed=True)
    return replace(fold, run=run, word=word)


def _heard(fold: Fold, heard: OwnWordHeard) -> Fold:
    """The newest own word wins, also over keys and screen; late ones lose."""
    sent = min(heard.sent or heard.at, heard.at)
    if sent < fold.sent:
        return fold
    last = fold.word
    if last and last.background and heard.source == "report" and heard.status == "done":
        return fold
    detail = heard.detail
    if heard.reminder and last and last.status == heard.status == "blocked":
        detail = last.detail or heard.detail
    word = Word(heard.source, heard.status, detail, heard.at, heard.background)
    if heard.status == "done":
        if last and last.looked and last.source != heard.source:
            word = replace(last, source=heard.source, detail=detail)
        else:
            word = replace(word, believed=False)
    fold = replace(fold, word=word, sent=sent, aside="", aside_from=0)
    match heard.status:
        case "working":
            begins = fold.turn_since is None and not fold.turn
            return replace(fold, turn_since=heard.at) if begins else fold
        case "blocked":
            return _turn_begun(fold) if fold.turn_since is not None else fold
        case _:
            return replace(fold, turn_since=None)


def _cleared(fold: Fold, cleared: OwnWordCleared) -> Fold:
    sent = min(cleared.sent or cleared.at, cleared.at)
    word = fold.word
    if sent < fold.sent:
        return fold
    fold = replace(fold, sent=sent)
    if word is None or word.source != cleared.source:
        return fold
    if not word.believed and not (fold.run and fold.run.state == "blocked"):
        # An agent that takes its word back at its end has said done all the same.
        fold = replace(fold, word=replace(word, believed=True))
        fold = _folded(fold, signal_of(fold))
    return replace(fold, word=None, aside="", aside_from=0, turn_since=None)


def _pressed(fold: Fold, key: KeyPressed) -> Fold:
    """A key that could have ended what is shown sets the own word aside."""
    if fold.turn_since is not None:
        fold = _turn_begun(fold)
    blocked = fold.shown.status == "blocked"
    if not blocked and not fold.typed:
        fold = replace(fold, typed=True)
    interrupts = key.press == "interrupt" and (blocked or fold.shown.status == "working")
    if interrupts:
        fold = replace(fold, interrupted_at=key.at)
    unsaid = fold.word is None or (fold.word.status not in ("working", "blocked") and not blocked)
    if unsaid or fold.aside or not (blocked or interrupts):
        return fold
    return replace(fold, aside="key", aside_from=key.at + YIELD_MS)


def _looked_at(fold: Fold) -> Fold:
    if fold.shown.status != "done":
        return fold
    word = fold.word
    if word and word.status == "done":
        word = replace(word, status="idle", detail="", believed=True, looked=True)
    shown = replace(fold.shown, status="idle", detail="")
    return replace(fold, word=word, shown=shown, turn=False, looked=True)


def _elapsed(fold: Fold) -> Fold:
    """What time alone changes."""
    if fold.turn_since is not None and fold.now >= fold.turn_since + NO_TURN_MS:
        fold = _turn_begun(fold)
    if fold.disbelief is not None and fold.now >= fold.disbelief and fold.run is not None:
        fold = replace(fold, aside="screen", aside_from=fold.run.last.at)
    return fold


def _turn_begun(fold: Fold) -> Fold:
    if fold.turn and fold.turn_since is None:
        return fold
    return replace(fold, turn=True, turn_since=None)


def signal_of(fold: Fold) -> Shown | None:
    """What the signal that decides says; None when the status stays."""
    word = fold.word
    if word is None and fold.run is None:
        return None
    if word is None:
        return _screen(fold) or _activity(fold)
    if fold.yielded:
        if fold.run is None or fold.run.last.at < fold.aside_from or fold.run.state is None:
            return None
        return _screen(fold) or _activity(fold)
    if fold.unseen:
        return None
    if word.status == "blocked":
        hint = fold.run.last.detail if fold.run else ""
        return Shown("blocked", word.source, detail=word.detail or hint)
    if fold.live_dialog:
        return _screen(fold)
    if not word.believed:
        return None
    return Shown(word.status, word.source, detail=word.detail if word.status == "done" else "")


def _screen(fold: Fold) -> Shown | None:
    """What the rules say; None when none matches, or one that says nothing."""
    if fold.run is None or fold.run.state is None or fold.run.state == "unknown":
        return None
    read = fold.run.last
    detail = ""
    if fold.run.state == "blocked":
        detail = read.detail
        if not detail and fold.word and fold.word.status == "blocked":
            detail = fold.word.detail
    return Shown(fold.run.state, "screen", read.rule, read.region, detail)


def _activity(fold: Fold) -> Shown:
    return Shown("working" if fold.active else "unknown")


def _folded(fold: Fold, signal: Shown | None) -> Fold:
    """The table of SEMANTICS 5: what is shown, and the turn flag."""
    if signal is None:
        return fold
    by_word = signal.source in ("hook", "report")
    by_rule = signal.source == "screen"
    done = fold.shown.status == "done"
    match signal.status:
        case "working" if by_rule:
            return _showing(fold if fold.flickering else _turn_begun(fold), signal)
        case "working" if by_word:
            return _showing(fold, signal)
        case "working":
            opened = fold.run is not None and fold.run.state == "unknown"
            if opened and done:
                return fold
            turn = fold.turn or (fold.settled and not opened)
            return _showing(replace(fold, turn=turn), signal)
        case "blocked":
            return _showing(fold, signal)
        case "done":
            return _showing(replace(fold, turn=False, turn_since=None), signal)
        case "idle" if done:
            return replace(fold, turn=False)
        case "idle" if by_word:
            return _showing(replace(fold, turn=False), signal)
        case "idle":
            return _rested(fold, signal)
        case "unknown":
            return fold if done or fold.looked else _showing(fold, signal)


def _rested(fold: Fold, signal: Shown) -> Fold:
    """A rule says idle: the end of a turn, or of an interrupt, or nothing new."""
    if fold.held or fold.run is None:
        return fold
    pressed = fold.interrupted_at
    interrupted = pressed is not None and fold.run.last.at - pressed <= INTERRUPTED_MS
    status = "done" if fold.turn and not interrupted else signal.status
    shown = replace(signal, status=status)
    return _showing(replace(fold, turn=False, turn_since=None, interrupted_at=None), shown)


def _showing(fold: Fold, shown: Shown) -> Fold:
    settled = fold.settled or (shown.source != "activity" and shown.status != "blocked")
    if shown.turn != fold.turn:
        shown = replace(shown, turn=fold.turn)
    if (shown, settled, False) == (fold.shown, fold.settled, fold.looked):
        return fold
    return replace(fold, shown=shown, settled=settled, looked=False)
