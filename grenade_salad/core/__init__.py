"""The contract of all games: seats, actions, luck, events and who may see them, reaction windows, reasons.

Standard library only. A game is a pure state machine: it knows no screen, no clock, no file and no network. It has
classes of `Options`, `Setup`, `Action`, `Chance`, `Event` and `View`, a `State` that says what must hold, and a `Game`
that names them. What else a game may bring is in `core.registry.Plugin`.

Names are imported when they are asked for: the first screen needs none of them.
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from grenade_salad.core.actions import Action, Undo
    from grenade_salad.core.chance import Chance, Luck, luck_of, rng
    from grenade_salad.core.events import Event, TurnBegan, about, line, redact
    from grenade_salad.core.game import Game, State, WhyEnded, check_start, places
    from grenade_salad.core.options import Options, Setup
    from grenade_salad.core.reaction_window import Window, clockwise
    from grenade_salad.core.reasons import (
        GameOver,
        Illegal,
        LuckIsDue,
        NoSuchSeat,
        NotAsked,
        NotDue,
        NoTurns,
        Reason,
        WrongSeats,
    )
    from grenade_salad.core.serialization import Json, plain
    from grenade_salad.core.view import View

__all__ = [
    "Action",
    "Chance",
    "Event",
    "Game",
    "GameOver",
    "Illegal",
    "Json",
    "Luck",
    "LuckIsDue",
    "NoSuchSeat",
    "NoTurns",
    "NotAsked",
    "NotDue",
    "Options",
    "Reason",
    "Setup",
    "State",
    "TurnBegan",
    "Undo",
    "View",
    "WhyEnded",
    "Window",
    "WrongSeats",
    "about",
    "check_start",
    "clockwise",
    "line",
    "luck_of",
    "places",
    "plain",
    "redact",
    "rng",
]

_WHERE = {
    "events": ("Event", "TurnBegan", "about", "line", "redact"),
    "game": ("Game", "State", "WhyEnded", "check_start", "places"),
    "chance": ("Chance", "Luck", "luck_of", "rng"),
    "actions": ("Action", "Undo"),
    "serialization": ("Json", "plain"),
    "options": ("Options", "Setup"),
    "reasons": (
        "GameOver",
        "Illegal",
        "LuckIsDue",
        "NoSuchSeat",
        "NoTurns",
        "NotAsked",
        "NotDue",
        "Reason",
        "WrongSeats",
    ),
    "view": ("View",),
    "reaction_window": ("Window", "clockwise"),
}
"""The modules, and what comes from them."""


def __getattr__(name: str) -> object:
    for module, names in _WHERE.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """All names, so that `help(grenade_salad.core)` shows them."""
    return sorted({*globals(), *__all__})
