"""Readings: what the rules say of one screen, and why."""

from dataclasses import dataclass

from pitwall.detect.anatomy import Anatomy
from pitwall.detect.hints import hint, without_controls
from pitwall.detect.regions import Region, RegionText
from pitwall.detect.rules import Rule, RuleFile, RuleState
from pitwall.detect.screen import Screen


@dataclass(frozen=True, slots=True)
class Reading:
    """
    What the first matching rule says of a screen; ``state`` is None and the rest empty when no rule matches.

    ``detail`` is the hint, for blocked only. ``matched_text`` is what met the rule's first condition,
    ``region_text`` all that the rule looked at.
    """

    state: RuleState | None = None
    rule: str = ""
    region: str = ""
    detail: str = ""
    matched_text: str = ""
    region_text: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """
    One rule tried against a screen, whether or not a rule before it decided.

    ``unmet`` names the first condition that failed and why; empty when the rule matched.
    """

    rule: str
    state: RuleState
    priority: int
    region: str
    region_text: str
    matched: bool
    unmet: str = ""


NO_MATCH = Reading()


class _Cuts:
    """The regions of one screen, each cut once."""

    def __init__(self, screen: Screen) -> None:
        self.anatomy = Anatomy(screen)
        self._texts: dict[Region, RegionText] = {}

    def __getitem__(self, region: Region) -> RegionText:
        text = self._texts.get(region)
        if text is None:
            text = self._texts[region] = RegionText(region.cut(self.anatomy))
        return text


def read(rule_file: RuleFile, screen: Screen) -> Reading:
    """What the file's first matching rule says of the screen."""
    cuts = _Cuts(screen)
    for rule in rule_file.rules:
        text = cuts[rule.region]
        if rule.conditions.holds(text):
            return Reading(
                state=rule.state,
                rule=rule.id,
                region=str(rule.region),
                detail=_detail(rule, cuts.anatomy),
                matched_text=rule.conditions.evidence(text),
                region_text=text.text,
            )
    return NO_MATCH


def explain(rule_file: RuleFile, screen: Screen) -> tuple[Attempt, ...]:
    """Every rule of the file in the order they are tried; the first that matched is the one that decides."""
    cuts = _Cuts(screen)
    return tuple(_attempt(rule, cuts[rule.region]) for rule in rule_file.rules)


def _attempt(rule: Rule, text: RegionText) -> Attempt:
    unmet = rule.conditions.unmet(text)
    return Attempt(
        rule=rule.id,
        state=rule.state,
        priority=rule.priority,
        region=str(rule.region),
        region_text=text.text,
        matched=unmet is None,
        unmet="" if unmet is None else str(unmet),
    )


def _detail(rule: Rule, anatomy: Anatomy) -> str:
    """The hint of a rule that decided; a fixed one is not shortened here, `agent status` shows it whole."""
    if rule.state != "blocked":
        return ""
    if rule.detail is not None:
        return without_controls(rule.detail)
    return hint(rule.detail_line, anatomy.lines)
