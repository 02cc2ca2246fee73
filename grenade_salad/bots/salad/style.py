"""How a player likes to play: what it does among choices that it thinks about equally good."""

from __future__ import annotations

from math import dist

from grenade_salad.core import Action
from grenade_salad.games.salad import Circles, End, Explosion, Footpath, Move, Pass, Pointer
from grenade_salad.games.salad.view import SaladView

_SIGN = {"": 0.0, "careful": -1.0, "reckless": 1.0}
_HIGH = 200.0
"""A drop from higher than this many mm scatters the soldiers: that is careful."""


def taste(style: str, view: SaladView, seat: int, action: Action) -> float:
    """How much somebody of that style likes an action, from -1 to 1; 0 for everything without a style."""
    return _SIGN[style] * _boldness(view, seat, action) if style else 0.0


def _boldness(view: SaladView, seat: int, action: Action) -> float:
    """How bold an action is: throws, steps towards others. Shots from afar and lonely places are not.

    Blows count for nothing: Hammers that are kept too long are never of use again, whatever the style.
    """
    match action:
        case Explosion() | Footpath():
            return 1.0
        case Move(to=(x, y)):
            start = next(soldier for soldier in view.soldiers if soldier.id == action.soldier)
            nearer = _nearest(view, seat, (start.x, start.y)) - _nearest(view, seat, (x, y))
            return max(-1.0, min(1.0, nearer / view.options.tile))
        case Circles(height=float(height)):
            return (_HIGH - height) / _HIGH
        case Pointer(to=(x, y)):
            return 1.0 if _nearest(view, seat, (x, y)) < 2 * view.options.tile else -1.0
        case End() | Pass():
            return -1.0
    return 0.0


def _nearest(view: SaladView, seat: int, at: tuple[float, float]) -> float:
    """How far away the nearest enemy is, in mm."""
    return min((dist(at, (one.x, one.y)) for one in view.soldiers if one.seat != seat), default=0.0)
