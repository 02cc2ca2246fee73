"""The contract of all games: seats, actions, chance, events, windows and reasons.

Standard library only. A game is a pure state machine: it knows no screen, no clock, no file and no network. It has
classes of `Options`, `Setup`, `Action`, `Chance`, `Event` and `View`, a `State` that keeps the contract, and a `Game`
that names them. Whatever else a game may provide is in `core.registry.Plugin`.

Names are imported when they are first used: the first screen needs none of them.
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from grenade_salad.core.actions import Action, Undo
    from grenade_salad.core.chance import Chance, MatchRandom, derive_rng, derive_seed, match_rngs
    from grenade_salad.core.events import Event, TurnBegan, log_line, redact, subject_seat
    from grenade_salad.core.game import Game, check_start
    from grenade_salad.core.options import Options, Setup
    from grenade_salad.core.reaction_window import ReactionWindow, clockwise
    from grenade_salad.core.reasons import (
        ChanceNotPending,
        ChancePending,
        GameOver,
        Illegal,
        NoSuchSeat,
        NotActive,
        NoTurns,
        Reason,
        WrongSeatCount,
    )
    from grenade_salad.core.serialization import Json, to_json
    from grenade_salad.core.state import EndReason, State, rank_seats
    from grenade_salad.core.view import View

__all__ = [
    "Action",
    "Chance",
    "Event",
    "Game",
    "GameOver",
    "Illegal",
    "Json",
    "MatchRandom",
    "ChancePending",
    "NoSuchSeat",
    "NoTurns",
    "NotActive",
    "ChanceNotPending",
    "Options",
    "Reason",
    "Setup",
    "State",
    "TurnBegan",
    "Undo",
    "View",
    "EndReason",
    "ReactionWindow",
    "WrongSeatCount",
    "subject_seat",
    "check_start",
    "clockwise",
    "log_line",
    "match_rngs",
    "rank_seats",
    "to_json",
    "redact",
    "derive_rng",
    "derive_seed",
]

_NAMES_BY_MODULE = {
    "events": ("Event", "TurnBegan", "subject_seat", "log_line", "redact"),
    "game": ("Game", "check_start"),
    "state": ("State", "EndReason", "rank_seats"),
    "chance": ("Chance", "MatchRandom", "match_rngs", "derive_rng", "derive_seed"),
    "actions": ("Action", "Undo"),
    "serialization": ("Json", "to_json"),
    "options": ("Options", "Setup"),
    "reasons": (
        "GameOver",
        "Illegal",
        "ChancePending",
        "NoSuchSeat",
        "NoTurns",
        "NotActive",
        "ChanceNotPending",
        "Reason",
        "WrongSeatCount",
    ),
    "view": ("View",),
    "reaction_window": ("ReactionWindow", "clockwise"),
}
"""The modules and the names that they export."""


def __getattr__(name: str) -> object:
    for module, names in _NAMES_BY_MODULE.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, so that `help(grenade_salad.core)` shows them."""
    return sorted({*globals(), *__all__})
