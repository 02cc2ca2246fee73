"""The machine players as people meet them: what they are called, and how their strength and style are told."""

from __future__ import annotations

from collections.abc import Collection

from grenade_salad import players
from grenade_salad.core import registry
from grenade_salad.match.match import NOBODY, Controller
from grenade_salad.text import Message, Words, m, say

NAMES: dict[str, tuple[str, ...]] = {
    "random": ("Dicy", "Ran"),
    "easy": ("Elsie", "Emil", "Edda", "Enzo"),
    "casual": ("Lola", "Liam", "Lotte", "Lasse"),
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
with R, casual ones with L, the others as their level does; experts are masters."""
SPARE_NAMES = ("Tina", "Gil", "Bela", "Uma", "Wes", "Didi", "Vito", "Zora")
"""More of them, for when all of a kind sit at the table."""

_ALL_NAMES = frozenset((*(name for names in NAMES.values() for name in names), *SPARE_NAMES))


def list_machines(game: str, seats: int) -> tuple[str, ...]:
    """The machine players that people can choose with so many at the table, the weakest first, each with its styles
    after it: those of `players.rungs`.
    """
    kinds = []
    for level in players.useful_levels(game, seats):
        kinds.append(level)
        if level in players.STYLED_LEVELS:
            kinds += [f"{level}-{style}" for style in players.STYLES]
    return tuple(kinds)


def describe_strongest(game: str, seats: int) -> Message | None:
    """Who plays best with so many at the table, where there are levels above that win no more; else None."""
    all_levels, best = players.levels(game), players.useful_levels(game, seats)[-1]
    if best == all_levels[-1]:
        return None
    name = say(describe_controller(Controller("bot", best)), begin=True)
    return m("With {n} players, no other machine wins more often than {level}.", n=seats, level=name)


def list_controllers(current: Controller, game: str, seats: int) -> tuple[Controller, ...]:
    """Who can decide for a seat, players from outside after ours.

    Who decides now is one of them, though nobody could choose it: a phone, `random`, a level that wins no more with so
    many players.
    """
    if registry.load(game).is_turnless:
        common: tuple[Controller, ...] = (Controller(), NOBODY)
    else:
        machines = (*list_machines(game, seats), *players.external_players(game))
        common = (Controller(), *(Controller("bot", name) for name in machines))
    return common if current.to_word() in [controller.to_word() for controller in common] else (*common, current)


def find_index(controllers: Collection[Controller], current: Controller) -> int:
    """Where among these is who decides now."""
    return [controller.to_word() for controller in controllers].index(current.to_word())


LEVELS: dict[str, Message] = {
    "random": m("random", context="a machine player"),
    "easy": m("easy", context="a machine player"),
    "casual": m("casual", context="a machine player"),
    "normal": m("normal", context="a machine player"),
    "hard": m("hard", context="a machine player"),
    "expert": m("expert", context="a machine player"),
}
_STYLES = {
    "careful": m("careful", context="a machine player"),
    "reckless": m("reckless", context="a machine player"),
}
# Translators: who decides for a seat: somebody at this screen, or a phone
_KINDS = {"person": m("person"), "phone": m("phone"), "nobody": m("nobody")}


def describe_controller(controller: Controller) -> Words:
    """Who decides, for people.

    >>> from grenade_salad.text import say
    >>> say(words(Controller("bot", "hard-careful")), begin=True)
    'Hard, careful'
    """
    if controller.kind != "bot":
        return _KINDS.get(controller.kind, controller.kind)
    if players.external_name(controller.level):
        return players.external_name(controller.level)
    name, _, seconds = controller.level.partition(":")
    level, _, style = name.partition("-")
    text: Words = LEVELS.get(level, level)
    if style:
        # Translators: a machine player, as in "hard, careful"
        text = m("{level}, {style}", level=text, style=_STYLES.get(style, style))
    # Translators: a machine player, and how long it thinks
    return m("{player}: {seconds} s", player=text, seconds=seconds) if seconds else text


def available_controller(controller: Controller, game: str) -> Controller:
    """The controller, or the nearest machine in place of one that the game has not; an empty seat without turns."""
    if controller.kind == "bot":
        return (
            NOBODY
            if registry.load(game).is_turnless
            else Controller("bot", players.nearest_player(game, controller.level))
        )
    return controller


def choose_name(machine: Controller, taken: Collection[str]) -> str:
    """A name for a machine that nobody at the table has."""
    offered = NAMES.get(machine.level.partition(":")[0], ())
    return next(free for free in (*offered, *SPARE_NAMES, *map(str, range(1, 99))) if free not in taken)


def rename_seat(
    name: str, old_controller: Controller, new_controller: Controller, person_name: str, taken: Collection[str]
) -> str:
    """What a seat is called when somebody else decides for it from now on.

    A machine brings a name that is not taken, a person gets `person` back; a name that a machine was given stays.
    """
    is_machine_name = name in _ALL_NAMES
    if new_controller.kind != "bot":
        return person_name if is_machine_name else name
    if old_controller.kind == "bot" and not is_machine_name:
        return name
    offered = NAMES.get(new_controller.level.partition(":")[0], ())
    return name if name in offered else next((free for free in (*offered, *SPARE_NAMES) if free not in taken), name)
