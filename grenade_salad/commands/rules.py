"""`grenade-salad rules [GAME]`: the numbered rules."""

from __future__ import annotations

import sys
from argparse import Namespace

from grenade_salad.commands import Fail
from grenade_salad.commands.house_rules import list_house_rules
from grenade_salad.core import discovery, registry
from grenade_salad.system import resources
from grenade_salad.system.command_line import format_command
from grenade_salad.text import m, say
from grenade_salad.text.say import language


def run(args: Namespace) -> int:
    """Print the rules of a game, or the list of games."""
    if args.game is None:
        names, refused = registry.check_plugins()
        for name in names:
            print(f"{name:15}{discovery.to_one_line(say(registry.plugin(name).display_title))}")
        print(say(m("\nRead them with: {command}", command=format_command("rules", "GAME"))))
        for why in refused:
            print(discovery.to_one_line(why), file=sys.stderr)
        return 0
    if args.options:
        print(discovery.strip_control_codes("\n".join(list_house_rules(args.game))))
        return 0
    page = registry.plugin(args.game).rules_page
    if page is None:
        raise Fail(say(m("{game} has no rules to read", game=registry.title(args.game))))
    try:
        text = resources.localized_page(page, language()).read_text(encoding="utf-8")
    except OSError:
        raise Fail(
            say(m("the rules of {game} are missing: {file} is not there", game=args.game, file=str(page)))
        ) from None
    print(discovery.strip_control_codes(text).rstrip("\n"))
    return 0
