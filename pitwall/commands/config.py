"""``pitwall config …``: where the configuration is, what it may hold, and whether it is well."""

import argparse

from pitwall import config, paths
from pitwall.commands.command import Command, no_arguments

DEFAULT = """\
# pitwall's configuration: copy what you want to change, and remove the # before it.
# What is not set is as it stands here. Open windows and the daemon take changes up by themselves.

# prefix = "ctrl-b"        # the key before those of [keys]
# theme = "dark"           # or "light"
# sidebar = 30             # its columns

# [keys]                   # behind the prefix; ? shows them all, "" takes one away
# "c" = "new"
# "ctrl-n" = "next"
# "&" = ""

# [colours]                # the window's own: a colour is a name, a number up to 255, or #rrggbb
# blocked = "bold 209"
# active = "on #444444"

# [notifications]          # of tabs that you are not looking at: "desktop", "bell" or "off"
# blocked = "desktop"
# done = "desktop"
# failed = "desktop"
# way = "auto"             # how a window has its terminal notify: osc9, osc99, osc777, bell or none

# [evidence]
# budget_mib = 1024        # how much is kept of what agents' screens showed, for `rules explain` and `replay`

# [agents]
# shims = true             # agents typed in a pane's shell are started with their hooks
"""


def path(arguments: argparse.Namespace) -> int:
    print(paths.config_file(paths.data_folder()))
    return 0


def default(arguments: argparse.Namespace) -> int:
    print(DEFAULT, end="")
    return 0


def check_grammar(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="another file than the one that is used")


def check(arguments: argparse.Namespace) -> int:
    file = arguments.file or paths.config_file(paths.data_folder())
    if config.stamp(file) is None:
        print(f"{file}: there is none; everything is as `pitwall config default` shows")
        return 1 if arguments.file else 0
    problems = config.load(file).problems
    for problem in problems:
        print(f"{file}: {problem}")
    if not problems:
        print(f"{file}: ok")
    return 1 if problems else 0


COMMANDS = (
    Command(
        "config path", "Print where the configuration is read from.", "none", no_arguments, run_offline=path
    ),
    Command(
        "config default",
        "Print a configuration with everything that can be set, as it is by default.",
        "none",
        no_arguments,
        run_offline=default,
        examples='example:\n  pitwall config default > "$(pitwall config path)"',
    ),
    Command(
        "config check",
        "Say what is wrong in the configuration, by lines.",
        "none",
        check_grammar,
        run_offline=check,
    ),
)
