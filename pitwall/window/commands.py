"""What the window's commands do (pure): they change the model, or say something to the daemon."""

from collections.abc import Callable, Mapping

from pitwall.window import borders
from pitwall.window.copymode import CopyMode
from pitwall.window.model import Model
from pitwall.window.prompts import Choice, Prompt
from pitwall.window.sidebar import needing, visible_tabs
from pitwall.wire.window import Act, Message, Run

STEP_ROWS, STEP_COLS = 2, 4
"""How far a key moves a border."""


def run(model: Model, command: str) -> None:
    """Carry out a command by its name."""
    _DEEDS[command](model)


def refuse(model: Model, why: str) -> None:
    """Tell the user that nothing happened, and why."""
    model.message = Message(why, 1)


def select(model: Model, tab: str) -> None:
    """Show a tab."""
    if tab and tab != model.heading:
        model.say(Act("select", tab))


def select_number(model: Model, number: int) -> None:
    """Show the tab of a number; 0 is the tenth."""
    tab = next((tab for tab in model.scene.tabs if tab.number == (number or 10)), None)
    if tab is None:
        refuse(model, f"there is no tab {number or 10}")
    else:
        select(model, tab.id)


def answered(model: Model, prompt: Prompt) -> None:
    """Act on the answer to a prompt."""
    answer = prompt.answer
    if prompt.command == "search":
        if model.copy is not None:
            model.copy.search(answer or "")
            after_copy_step(model)
        return
    if answer is None:
        return
    match prompt.command:
        case "find":
            select(model, answer)
        case "session":
            model.say(Act("session", answer))
        case "kill":
            model.say(Run(("kill", "-f", "--", prompt.target)))
        case "close":
            model.say(Act("close", prompt.target))
        case "rename":
            model.say(Run(("rename", prompt.target, "--", answer)))
        case "move":
            model.say(Run(("move", prompt.target, answer.strip())))
        case "group":
            model.say(Run(("group", prompt.target, "--", answer)))
        case _:
            pass


def after_copy_step(model: Model) -> None:
    """Carry out what copy mode came to."""
    copy = model.copy
    if copy is None:
        return
    if copy.copied:
        model.copied.append(copy.copied)
        lines = copy.copied.count("\n") + (not copy.copied.endswith("\n"))
        model.message = Message(f"copied {lines} line{'' if lines == 1 else 's'}")
        copy.copied = ""
    if copy.over:
        model.copy = None
        return
    if copy.asking_query:
        copy.asking_query = False
        model.prompt = Prompt("search", "search forwards:" if copy.forwards else "search backwards:")
    model.say(*copy.asks())


def enter_copy_mode(model: Model, pane: str = "") -> CopyMode | None:
    """Hold a pane still, the focused one if not told otherwise."""
    held = pane or (model.focused_box.id if model.focused_box is not None else "")
    if model.copy is not None and model.copy.pane == held:
        return model.copy
    screen = model.panes.get(held)
    if screen is None:
        return None
    model.copy = CopyMode.of(held, screen)
    model.copy.early = model.foreseeing
    model.say(*model.copy.asks())
    return model.copy


def _leave(model: Model) -> None:
    model.left = True


def _help(model: Model) -> None:
    model.help, model.help_top = True, 0


def _new(model: Model) -> None:
    model.say(Run(("new",)))


def _step(model: Model, by: int) -> None:
    tabs = visible_tabs(model.scene)
    at = next((n for n, tab in enumerate(tabs) if tab.id == model.heading), None)
    if tabs:
        select(model, tabs[0 if at is None else (at + by) % len(tabs)].id)


def _attention(model: Model) -> None:
    """The most urgent tab; from one that needs the user, the next of them."""
    urgent = [tab.id for tab in needing(model.scene)]
    if model.heading in urgent:
        at = urgent.index(model.heading)
        urgent = urgent[at + 1 :] + urgent[:at]
    if urgent:
        select(model, urgent[0])
    else:
        refuse(model, "no other tab needs you")


def _last(model: Model) -> None:
    if model.tab(model.previous) is None:
        refuse(model, "no other tab was shown before")
    else:
        select(model, model.previous)


def _find(model: Model) -> None:
    tabs = [*visible_tabs(model.scene), *(tab for tab in model.scene.tabs if tab.detached)]
    choices = {
        tab.id: Choice(
            tab.id,
            " ".join(
                filter(
                    None,
                    (str(tab.number), tab.title, tab.group, tab.state, "detached" if tab.detached else ""),
                )
            ),
        )
        for tab in tabs
    }
    model.prompt = Prompt("find", "tab:", kind="choice", choices=tuple(choices.values()))


def _session(model: Model) -> None:
    others = tuple(Choice(name, name) for name in model.scene.sessions if name != model.scene.session)
    if others:
        model.prompt = Prompt("session", "session:", kind="choice", choices=others)
    else:
        refuse(model, "there is no other session: `pitwall session new NAME` makes one")


def _on_tab(model: Model, command: str, question: str, text: str = "") -> None:
    tab = model.heading_tab
    if tab is not None:
        model.prompt = Prompt(command, question, target=tab.id, text=text)


def _rename(model: Model) -> None:
    tab = model.heading_tab
    _on_tab(model, "rename", "new name:", tab.title if tab is not None else "")


def _group(model: Model) -> None:
    tab = model.heading_tab
    _on_tab(model, "group", "group:", tab.group if tab is not None else "")


def _detach(model: Model) -> None:
    if model.heading:
        model.say(Run(("detach", model.heading)))
        model.message = Message(
            "hidden as soon as another tab is shown; finding it by its name shows it again", 0
        )


def _kill(model: Model) -> None:
    tab = model.heading_tab
    if tab is not None:
        model.prompt = Prompt("kill", f"kill {tab.title}? [y/N]", kind="confirm", target=tab.id)


def _close(model: Model) -> None:
    box = model.focused_box
    if box is None or not model.heading_pane:
        return
    if box.live:
        model.prompt = Prompt(
            "close", f"close {box.title or 'the pane'}? [y/N]", kind="confirm", target=box.id
        )
    else:
        model.say(Act("close", box.id))


def _split(model: Model, flag: str) -> None:
    if model.scene.active:
        model.say(Run(("split", flag)))


def focus(model: Model, pane: str) -> None:
    """Give a pane the keys."""
    if pane and pane != model.heading_pane:
        model.say(Act("focus", pane))


def _focus_towards(model: Model, direction: str) -> None:
    focus(model, borders.neighbour(model.scene.panes, model.heading_pane, direction))


def _focus_next(model: Model) -> None:
    ids = [box.id for box in model.scene.panes]
    if model.heading_pane in ids:
        focus(model, ids[(ids.index(model.heading_pane) + 1) % len(ids)])


def _grow(model: Model, direction: str) -> None:
    """Move the border of the focused pane that lies in that direction, or else the one on the other side."""
    boxes, own = model.scene.panes, model.heading_pane
    rows = {"up": -STEP_ROWS, "down": STEP_ROWS}.get(direction, 0)
    cols = {"left": -STEP_COLS, "right": STEP_COLS}.get(direction, 0)
    behind = "right" if cols else "down"
    if borders.neighbour(boxes, own, behind) == own:
        before = borders.neighbour(boxes, own, "left" if cols else "up")
        if before == own:
            return
        own = before
    model.say(Act("grow", own, rows, cols))


def _zoom(model: Model) -> None:
    model.say(Act("zoom", model.heading_pane))


def _copy(model: Model) -> None:
    enter_copy_mode(model)


def _search(model: Model) -> None:
    copy = enter_copy_mode(model)
    if copy is not None:
        copy.forwards = False
        copy.asking_query = True
        after_copy_step(model)


def _sidebar(model: Model) -> None:
    model.toggle_sidebar()


def _redraw(model: Model) -> None:
    model.repaint = True


_DEEDS: Mapping[str, Callable[[Model], None]] = {
    "help": _help,
    "leave": _leave,
    "new": _new,
    "next": lambda model: _step(model, 1),
    "previous": lambda model: _step(model, -1),
    "attention": _attention,
    "last": _last,
    "find": _find,
    "session": _session,
    "rename": _rename,
    "move": lambda model: _on_tab(model, "move", "move to number:"),
    "group": _group,
    "detach": _detach,
    "kill": _kill,
    "split-right": lambda model: _split(model, "--right"),
    "split-below": lambda model: _split(model, "--below"),
    "focus-left": lambda model: _focus_towards(model, "left"),
    "focus-right": lambda model: _focus_towards(model, "right"),
    "focus-up": lambda model: _focus_towards(model, "up"),
    "focus-down": lambda model: _focus_towards(model, "down"),
    "focus-next": _focus_next,
    "grow-left": lambda model: _grow(model, "left"),
    "grow-right": lambda model: _grow(model, "right"),
    "grow-up": lambda model: _grow(model, "up"),
    "grow-down": lambda model: _grow(model, "down"),
    "zoom": _zoom,
    "close": _close,
    "copy": _copy,
    "search": _search,
    "sidebar": _sidebar,
    "redraw": _redraw,
}
