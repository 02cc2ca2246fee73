"""`grenade-salad completion SHELL`: a script for bash, zsh or fish.

It completes commands, options and files.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    for action in _list_actions(args.parser):
        # A shell asks our script alone: without this it would no longer complete names of files.
        if "DIR" in str(action.metavar):
            vars(action)["complete"] = shtab.DIRECTORY
        elif "FILE" in str(action.metavar) or action.dest in ("box", "folder"):
            vars(action)["complete"] = shtab.FILE
    print(shtab.complete(args.parser, args.shell))
    return 0


def _list_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of the program and of each of its commands."""
    for action in parser._actions:  # argparse names them nowhere else; shtab reads them there, too.
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from _list_actions(sub)
