"""`grenade-salad rules [GAME]`: the numbered rules."""

from __future__ import annotations

import sys
from argparse import Namespace

from grenade_salad.commands import Fail
from grenade_salad.commands.house_rules import listing
from grenade_salad.core import discovery, registry
from grenade_salad.system import resources
from grenade_salad.system.command_line import to_type
from grenade_salad.text import m, say
from grenade_salad.text.say import language


def run(args: Namespace) -> int:
    """Print the rules of a game, or which games there are."""
    if args.game is None:
        names, refused = registry.playable()
        for name in names:
            print(f"{name:15}{discovery.visible(say(registry.plugin(name).on_box))}")
        print(say(m("\nRead them with: {command}", command=to_type("rules", "GAME"))))
        for why in refused:
            print(discovery.visible(why), file=sys.stderr)
        return 0
    if args.options:
        print(discovery.harmless("\n".join(listing(args.game))))
        return 0
    try:
        page = registry.plugin(args.game).rules_page
    except registry.NoGame as error:
        raise Fail(str(error)) from None
    if page is None:
        raise Fail(say(m("{game} has no rules to read", game=registry.title(args.game))))
    try:
        text = resources.in_language(page, language()).read_text(encoding="utf-8")
    except OSError:
        raise Fail(
            say(m("the rules of {game} are missing: {file} is not there", game=args.game, file=str(page)))
        ) from None
    print(discovery.harmless(text).rstrip("\n"))
    return 0
