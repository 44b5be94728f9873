"""The facts that ended what was in a pane stand among its evidence, where they happened."""

from pitwall.events.base import Fact, Recorded
from pitwall.events.ids import PaneId, TabId
from pitwall.events.panes import PaneClosed, PaneExited, PaneStarted
from pitwall.events.tabs import TabClosed
from pitwall.evidence.course import course, endings_of, until_event, until_time
from pitwall.evidence.records import Evidence
from pitwall.state.status_inputs import Tick

PANE, OTHER = PaneId("1" * 16), PaneId("2" * 16)
TAB, ELSEWHERE = TabId("3" * 16), TabId("4" * 16)
EXIT = PaneExited(pane=PANE, code=4)


def piece(seq: int, *, after: int, at: int) -> Evidence:
    return Evidence(seq, at, after, PANE, Tick(at))


def fact(seq: int, at: int, of: Fact = EXIT) -> Recorded:
    return Recorded(seq, at, of)


def test_an_ending_stands_between_what_was_recorded_before_and_after_it() -> None:
    before, after = piece(1, after=5, at=50), piece(2, after=6, at=60)
    assert course([before, after], [fact(6, 60)]) == [before, fact(6, 60), after]
    assert course([before], [fact(6, 60), fact(7, 60)]) == [before, fact(6, 60), fact(7, 60)]


def test_an_ending_from_before_all_evidence_is_left_out() -> None:
    first = piece(1, after=9, at=90)
    assert course([first], [fact(6, 60)]) == [first]
    assert course([], [fact(6, 60)]) == []


def test_an_ending_whose_number_was_given_before_behind_damage_is_placed_by_the_clock() -> None:
    lost = [piece(1, after=40, at=50), piece(2, after=60, at=51)]
    assert course(lost, [fact(6, 90)]) == [*lost, fact(6, 90)]


def test_an_ending_when_the_clock_was_set_back_is_placed_by_its_number() -> None:
    pieces = [piece(1, after=5, at=50), piece(2, after=5, at=51)]
    assert course(pieces, [fact(6, 10)]) == [*pieces, fact(6, 10)]


def test_endings_before_the_clock_was_set_back_hold_up_none_behind_it() -> None:
    came, again, tick = piece(1, after=7, at=100), piece(2, after=11, at=41), piece(3, after=12, at=42)
    started = PaneStarted(pane=PANE, tab=TAB, pid=1, began=1, boot="")
    endings = [fact(8, 101), fact(10, 40, started)]
    assert course([came, again, tick], endings) == [came, *endings, again, tick]


def test_what_led_to_an_event_is_what_came_before_it() -> None:
    steps = course([piece(1, after=5, at=50), piece(2, after=7, at=70)], [fact(6, 60)])
    assert [len(until_event(steps, number)) for number in range(5, 9)] == [0, 1, 2, 3]


def test_what_had_come_by_a_time_is_what_was_recorded_then() -> None:
    steps = course([piece(1, after=5, at=50), piece(2, after=7, at=70)], [fact(6, 60)])
    assert [len(until_time(steps, at)) for at in (49, 50, 60, 69, 70, 999)] == [0, 1, 2, 2, 3, 3]


def test_a_pane_ends_by_its_own_facts_and_with_its_tab() -> None:
    own: list[Fact] = [
        EXIT,
        PaneStarted(pane=PANE, tab=TAB, pid=1, began=1, boot=""),
        PaneClosed(pane=PANE, tab=TAB),
        TabClosed(tab=TAB, why="killed"),
    ]
    others: list[Fact] = [
        PaneExited(pane=OTHER, code=0),
        PaneClosed(pane=OTHER, tab=TAB),
        TabClosed(tab=ELSEWHERE, why="killed"),
    ]
    facts = [fact(seq, seq, of) for seq, of in enumerate([*own, *others], 1)]
    assert endings_of(PANE, TAB, facts) == facts[: len(own)]
