"""Which conversation an agent's command line chooses, and what it does not leave to it (pure)."""

import re
from collections.abc import Sequence

from pitwall.agents.definition import OPTIONS, SESSION_ID, AgentDefinition
from pitwall.agents.options import Part, parts

_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|ses_[0-9A-Za-z]+", re.IGNORECASE)
"""A UUID, or OpenCode's: names, search words and parts of ids choose a conversation that only the agent knows."""


def converses(definition: AgentDefinition, arguments: Sequence[str]) -> bool:
    """Whether the arguments (those behind the command) start a conversation, not a subcommand of another kind."""
    first = _first_word(cut(definition, arguments))
    return first not in definition.subcommands


def chooses_session(definition: AgentDefinition, arguments: Sequence[str]) -> bool:
    """Whether the arguments choose a conversation, so that it must not be chosen for them."""
    found = cut(definition, arguments)
    verb = _resume_verb(definition)
    return bool(_selectors(definition, found)) or (bool(verb) and _first_word(found) in (verb, "fork"))


def session_in(definition: AgentDefinition, arguments: Sequence[str]) -> str:
    """The id of the conversation that the arguments name; "" if they name none, or make another of it."""
    found = cut(definition, arguments)
    selectors = _selectors(definition, found)
    verb = _resume_verb(definition)
    words = [part.words[0] for part in found if part.option is None and not part.words[0].startswith("-")]
    if verb and words[:1] == [verb]:
        named = words[1] if len(words) > 1 and not selectors else ""
    elif len(selectors) == 1 and selectors[0].values and _takes_id(definition, selectors[0]):
        named = selectors[0].values[0]
    else:
        named = ""
    return named if _ID.fullmatch(named) else ""


def cut(definition: AgentDefinition, arguments: Sequence[str]) -> tuple[Part, ...]:
    """The arguments cut by all the options that the definition knows."""
    return parts(arguments, (*definition.resume_options, *definition.session_options))


def _selectors(definition: AgentDefinition, found: Sequence[Part]) -> list[Part]:
    return [part for part in found if part.option is not None and part.option in definition.session_options]


def _first_word(found: Sequence[Part]) -> str:
    """The first word that is no option, nor begins like one."""
    words = (part.words[0] for part in found if part.option is None)
    return next((word for word in words if not word.startswith("-")), "")


def _resume_verb(definition: AgentDefinition) -> str:
    """The subcommand that resumes a conversation, if it is one."""
    first = next((word for word in definition.resume_args if word != OPTIONS), "")
    return "" if first.startswith("-") or SESSION_ID in first else first


def _takes_id(definition: AgentDefinition, selector: Part) -> bool:
    """Whether a selector's value is a conversation's id: it is what pitwall itself would write."""
    names = {word.partition("=")[0] for word in (*definition.resume_args, *definition.assign_session_id)}
    return selector.option is not None and bool(names & set(selector.option.names))
