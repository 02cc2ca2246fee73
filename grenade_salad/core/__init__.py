"""The contract of all games: seats, actions, luck, events and who may see them, reaction windows, reasons.

Standard library only. A game is a pure state machine: it knows no screen, no clock, no file and no network.
"""

from grenade_salad.core.events import Event, TurnBegan, redact
from grenade_salad.core.game import Game, Options, Setup, State, View
from grenade_salad.core.luck import Chance, rng
from grenade_salad.core.moves import Action
from grenade_salad.core.plain import Json, plain
from grenade_salad.core.reasons import GameOver, Illegal, LuckIsDue, NoSuchSeat, NotAsked, NotDue, Reason, WrongSeats
from grenade_salad.core.window import Window, clockwise

__all__ = [
    "Action",
    "Chance",
    "Event",
    "Game",
    "GameOver",
    "Illegal",
    "Json",
    "LuckIsDue",
    "NoSuchSeat",
    "NotAsked",
    "NotDue",
    "Options",
    "Reason",
    "Setup",
    "State",
    "TurnBegan",
    "View",
    "Window",
    "WrongSeats",
    "clockwise",
    "plain",
    "redact",
    "rng",
]
