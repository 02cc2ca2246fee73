"""Names of the machine players, and texts for their level and style."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, count

from grenade_salad import players
from grenade_salad.core import registry
from grenade_salad.match.match import NOBODY, Controller
from grenade_salad.text import Message, Words, m

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
"""Names of machine players by kind, all different and short enough for a panel.

Those of careful players begin with C, reckless ones with R, casual ones with L, experts (masters) with M, and the
others with the letter of their level.
"""
SPARE_NAMES = ("Tina", "Gil", "Bela", "Uma", "Wes", "Didi", "Vito", "Zora")
"""More names, if all of a kind are at the table."""

_ALL_NAMES = frozenset((*(name for names in NAMES.values() for name in names), *SPARE_NAMES))


def list_machines(game: str, seats: int) -> tuple[str, ...]:
    """Return the machine players to choose from, the weakest first.

    Each is followed by its styles. They are those of `players.useful_levels` for the number of seats.
    """
    kinds = []
    for level in players.useful_levels(game, seats):
        kinds.append(level)
        if level in players.STYLED_LEVELS:
            kinds += [f"{level}-{style}" for style in players.STYLES]
    return tuple(kinds)


def list_controllers(current: Controller, game: str, seats: int) -> tuple[Controller, ...]:
    """Return the controllers that a seat can have, external machine players last.

    The current one is among them even if it cannot be chosen: a phone, `random`, a level that wins no more with that
    number of players.
    """
    if registry.load(game).is_turnless:
        common: tuple[Controller, ...] = (Controller(), NOBODY)
    else:
        machines = (*list_machines(game, seats), *players.external_players(game))
        common = (Controller(), *(Controller("bot", name) for name in machines))
    return common if current.to_word() in [controller.to_word() for controller in common] else (*common, current)


def find_index(controllers: Collection[Controller], current: Controller) -> int:
    """Return the index of the current controller."""
    return [controller.to_word() for controller in controllers].index(current.to_word())


LEVELS: dict[str, Message] = {
    "random": m("random", context="a machine player"),
    "easy": m("easy", context="a machine player"),
    "casual": m("casual", context="a machine player"),
    "normal": m("normal", context="a machine player"),
    "hard": m("hard", context="a machine player"),
    "expert": m("expert", context="a machine player"),
}
HINT_LEVELS = ("normal", "hard", "expert")
"""The levels that people can ask for a hint."""
_STYLES = {
    "careful": m("careful", context="a machine player"),
    "reckless": m("reckless", context="a machine player"),
}
# Translators: who decides for a seat: somebody at this screen, or a phone
_KINDS = {"person": m("person"), "phone": m("phone"), "nobody": m("nobody")}


def describe_controller(controller: Controller) -> Words:
    """Return the text for a controller.

    >>> from grenade_salad.text import say
    >>> say(describe_controller(Controller("bot", "hard-careful")), begin=True)
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


def offered_hint_levels(current: str) -> tuple[str, ...]:
    """Return the levels for hints that are useful in some game, and `current`.

    See `players.useful_levels`.
    """
    useful = {level for game in registry.names() for level in _useful_levels_in(game)}
    return tuple(level for level in HINT_LEVELS if level in useful or level == current)


def _useful_levels_in(game: str) -> set[str]:
    """Return the levels that are useful with some number of players.

    There are none in a game that cannot be loaded.
    """
    try:
        plugin = registry.plugin(game)
        return {
            level
            for seats in range(plugin.min_seats, plugin.max_seats + 1)
            for level in players.useful_levels(game, seats)
        }
    except (registry.NoGame, ImportError, AttributeError, TypeError):
        return set()


def available_controller(controller: Controller, game: str) -> Controller:
    """Return the controller, or the nearest machine player that the game has.

    Without turns, a machine player becomes an empty seat.
    """
    if controller.kind == "bot":
        return (
            NOBODY
            if registry.load(game).is_turnless
            else Controller("bot", players.nearest_player(game, controller.level))
        )
    return controller


def choose_name(machine: Controller, taken: Collection[str]) -> str:
    """Return a name for a machine player that is not taken."""
    offered = NAMES.get(machine.level.partition(":")[0], ())
    numbers = map(str, count(1))
    return next(name for name in chain(offered, SPARE_NAMES, numbers) if name not in taken)


def rename_seat(
    name: str, old_controller: Controller, new_controller: Controller, person_name: str, taken: Collection[str]
) -> str:
    """Return the name of a seat whose controller changes.

    A machine player brings a name that is not taken, a person gets `person_name` back. A name that a machine player was
    given stays.
    """
    is_machine_name = name in _ALL_NAMES
    if new_controller.kind != "bot":
        return person_name if is_machine_name else name
    if old_controller.kind == "bot" and not is_machine_name:
        return name
    offered = NAMES.get(new_controller.level.partition(":")[0], ())
    if name in offered:
        return name
    return next((free_name for free_name in (*offered, *SPARE_NAMES) if free_name not in taken), name)
