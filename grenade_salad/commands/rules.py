"""`grenade-salad rules [GAME]`: the numbered rules."""

from __future__ import annotations

from argparse import Namespace

from grenade_salad import paths
from grenade_salad.commands import Fail


def run(args: Namespace) -> int:
    """Print the rules of a game, or which games there are."""
    files = sorted(paths.rules().glob("*.md"))
    if args.game is None:
        for file in files:
            title = file.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
            print(f"{file.stem:15}{title}")
        print("\nRead them with: grenade-salad rules GAME")
        return 0
    file = paths.rules() / f"{args.game}.md"
    if file not in files:
        raise Fail(f"the rules of {args.game} are missing: {file} is not there")
    print(file.read_text(encoding="utf-8").rstrip("\n"))
    return 0
