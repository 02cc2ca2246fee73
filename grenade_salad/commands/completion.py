"""`grenade-salad completion SHELL`: what completes its commands and options, for bash, zsh or fish."""

from __future__ import annotations

from argparse import Namespace


def run(args: Namespace) -> int:
    """Print the script."""
    import shtab

    print(shtab.complete(args.parser, args.shell))
    return 0
