"""
Facts to and from what the journal stores: a type name and a map with text keys.

The map of each type is specified in ``journal/journal.cddl``; ``pitwall.events.forms`` says how fields are stored.
"""

from collections.abc import Mapping

from pitwall.events import agents, panes, runs, sessions, tabs
from pitwall.events.base import Fact, UnknownFact
from pitwall.events.forms import Misfit, load_fields, store_fields
from pitwall.events.values import Value


def encode(fact: Fact) -> tuple[str, Mapping[str, Value]]:
    """The type name and data of ``fact``, ready for a journal entry."""
    if isinstance(fact, UnknownFact):
        data = fact.data
        return fact.type, data if isinstance(data, Mapping) else {}
    return fact.TYPE, store_fields(fact)


def decode(kind: str, data: Value) -> Fact:
    """The fact stored under ``kind``, or an ``UnknownFact`` when this version cannot read it."""
    fact_class = REGISTRY.get(kind)
    if fact_class is None or not isinstance(data, Mapping):
        return UnknownFact(type=kind, data=data)
    try:
        loaded = load_fields(fact_class, data)
    except Misfit:
        return UnknownFact(type=kind, data=data)
    return fact_class(**loaded)


REGISTRY: Mapping[str, type[Fact]] = {
    member.TYPE: member
    for module in (runs, sessions, tabs, panes, agents)
    for member in vars(module).values()
    if isinstance(member, type) and issubclass(member, Fact) and member is not Fact
}
"""Every type of fact by its name on disk."""
