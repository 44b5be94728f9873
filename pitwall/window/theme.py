"""The window's own colours: two built-in themes, each a look (SGR codes) for every thing that is painted."""

from dataclasses import dataclass, fields, replace

from pitwall.errors import ConfigRejected


@dataclass(frozen=True, slots=True)
class Theme:
    """SGR codes for the window's own things; what panes show keeps its own."""

    heading: str
    """The session's name, and the names of groups."""
    text: str
    faint: str
    """Branches, ages, hints."""
    active: str
    """Added to the row of the tab that is shown."""
    border: str
    border_focused: str
    status: str
    status_prefix: str
    """The status bar while the key behind the prefix is awaited, and while something is asked."""
    status_error: str
    overlay: str
    overlay_key: str
    selected: str
    """Marked text in copy mode, and the chosen line of a list."""
    found: str
    blocked: str
    working: str
    done: str
    idle: str
    running: str
    exited: str
    failed: str


DARK = Theme(
    heading="1;38;5;252",
    text="38;5;252",
    faint="38;5;244",
    active="48;5;238",
    border="38;5;240",
    border_focused="38;5;75",
    status="38;5;250;48;5;236",
    status_prefix="1;38;5;234;48;5;221",
    status_error="1;38;5;231;48;5;124",
    overlay="38;5;252;48;5;235",
    overlay_key="1;38;5;221;48;5;235",
    selected="38;5;234;48;5;153",
    found="38;5;234;48;5;221",
    blocked="1;38;5;209",
    working="38;5;75",
    done="1;38;5;114",
    idle="38;5;247",
    running="38;5;247",
    exited="38;5;244",
    failed="38;5;203",
)

LIGHT = Theme(
    heading="1;38;5;236",
    text="38;5;236",
    faint="38;5;243",
    active="48;5;254",
    border="38;5;250",
    border_focused="38;5;26",
    status="38;5;238;48;5;253",
    status_prefix="1;38;5;231;48;5;94",
    status_error="1;38;5;231;48;5;160",
    overlay="38;5;236;48;5;255",
    overlay_key="1;38;5;94;48;5;255",
    selected="38;5;231;48;5;26",
    found="38;5;234;48;5;222",
    blocked="1;38;5;160",
    working="38;5;26",
    done="1;38;5;28",
    idle="38;5;243",
    running="38;5;243",
    exited="38;5;245",
    failed="38;5;124",
)

THEMES = {"dark": DARK, "light": LIGHT}


def theme(name: str = "dark", **colours: str) -> Theme:
    """
    The theme of that name with some of its looks changed.

    Raises:
        ConfigRejected: there is no such theme, or nothing of that name is painted.
    """
    base = THEMES.get(name)
    if base is None:
        raise ConfigRejected(f"there is no theme {name!a}: choose one of {', '.join(THEMES)}")
    known = {field.name for field in fields(Theme)}
    for painted in colours:
        if painted not in known:
            raise ConfigRejected(
                f"nothing called {painted!a} is painted: colours are {', '.join(sorted(known))}"
            )
    return replace(base, **colours)
