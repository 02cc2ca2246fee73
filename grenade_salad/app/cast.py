"""The machine players as people meet them: what they are called, and how their strength and style are told."""

from __future__ import annotations

from collections.abc import Collection

from grenade_salad import bots
from grenade_salad.match.seats import Controller

NAMES: dict[str, tuple[str, ...]] = {
    "random": ("Dicy", "Ran"),
    "easy": ("Elsie", "Emil", "Edda", "Enzo"),
    "normal": ("Nora", "Nick", "Nele", "Ned"),
    "normal-careful": ("Clara", "Carl", "Celia", "Cai"),
    "normal-reckless": ("Rudi", "Roxy", "Rex", "Ruby"),
    "hard": ("Hilda", "Hal", "Hetty", "Hugo"),
    "hard-careful": ("Cora", "Cyril", "Cleo", "Cem"),
    "hard-reckless": ("Ravi", "Rita", "Rocco", "Runa"),
    "expert": ("Mei", "Max", "Maud", "Milo"),
    "expert-careful": ("Cass", "Curt", "Chloe", "Clive"),
    "expert-reckless": ("Ralf", "Romy", "Rhys", "Raja"),
}
"""Names of players for each kind: short enough for a panel, no two the same. Careful ones begin with C, reckless ones
with R, the others as their level does; experts are masters."""
SPARE = ("Tina", "Gil", "Bela", "Uma", "Wes", "Didi", "Vito", "Zora")
"""More of them, for when all of a kind sit at the table."""

_KNOWN = frozenset((*(name for names in NAMES.values() for name in names), *SPARE))


def ladder() -> tuple[str, ...]:
    """The machine players that people can choose in the game, the weakest first, each with its styles after it."""
    found = []
    for level in bots.LEVELS:
        if level == "random":
            continue
        found.append(level)
        if level in bots.STYLED:
            found += [f"{level}-{style}" for style in bots.STYLES]
    return tuple(found)


def choices(now: Controller) -> tuple[Controller, ...]:
    """Who can decide for a seat; who decides now is one of them, though nobody could choose it (a phone, `random`)."""
    common = (Controller(), *(Controller("bot", name) for name in ladder()))
    return common if now.words() in [one.words() for one in common] else (*common, now)


def place(choices: Collection[Controller], now: Controller) -> int:
    """Where among these is who decides now."""
    return [one.words() for one in choices].index(now.words())


def words(one: Controller) -> str:
    """Who decides, for people.

    >>> words(Controller("bot", "hard-careful"))
    'Hard, careful'
    """
    if one.kind != "bot":
        return one.kind.capitalize()
    return one.level.capitalize().replace("-", ", ")


def seated(one: Controller) -> Controller:
    """The controller, or a machine of level normal in place of one that is not there."""
    missing = one.kind == "bot" and bots.why_not_level(one.level)
    return Controller("bot", "normal") if missing else one


def renamed(name: str, before: Controller, after: Controller, person: str, taken: Collection[str]) -> str:
    """What a seat is called when somebody else decides for it from now on.

    A machine brings a name that is not taken, a person gets `person` back; a name that a machine was given stays.
    """
    own = name in _KNOWN
    if after.kind != "bot":
        return person if own else name
    if before.kind == "bot" and not own:
        return name
    offered = NAMES.get(after.level.partition(":")[0], ())
    return name if name in offered else next((free for free in (*offered, *SPARE) if free not in taken), name)
