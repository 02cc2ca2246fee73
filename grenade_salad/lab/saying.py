"""Decisions in a few words, as somebody reads them who sees what the seat sees. Players are {SEAT}, as in reasons."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from grenade_salad.core import Action, View

_PLAIN = {
    "draw": "draw a card",
    "pass": "let it pass",
    "end": "end the turn",
    "keep": "keep the drop",
    "skip": "Skip",
    "reverse": "Reverse",
    "cancel": "Cancel",
    "pair": "a pair",
    "steal": "Steal",
    "explosion": "Explosion",
    "pointer": "Pointer",
}


def in_names(words: str, names: Sequence[str]) -> str:
    """The words with people's names for {SEAT}.

    >>> in_names("hits two of {1}'s soldiers", ("Ann", "Bo"))
    "hits two of Bo's soldiers"
    """
    for seat, name in enumerate(names):
        words = words.replace(f"{{{seat}}}", name)
    return words


def said(action: Action, view: View) -> str:
    """What the action is, without a full stop; the view is that of its seat, before it."""
    if view.game == "wheel":
        return _wheel(action, view)
    if view.game == "grenade-salad":
        return _salad(action, view)
    target = getattr(action, "target", None)
    return _PLAIN[action.do] + (f" against {{{target}}}" if target is not None else "")


def _wheel(action: Action, view: View) -> str:
    from grenade_salad.games.wheel import Advance
    from grenade_salad.games.wheel.cards import words
    from grenade_salad.games.wheel.view import WheelView

    assert isinstance(action, Advance)
    assert isinstance(view, WheelView)
    die = view.dice[action.die]
    several = len({other.pips for other in view.dice if other.at == die.at}) > 1
    return f"the {die.pips} on {words(view.ring[die.at])}" if several else f"the die on {words(view.ring[die.at])}"


def _salad(action: Action, view: View) -> str:
    from grenade_salad.games.salad import moves
    from grenade_salad.games.salad.view import SaladView

    assert isinstance(view, SaladView)
    where = {soldier.id: soldier for soldier in view.soldiers}
    match action:
        case moves.Move():
            one = where[action.soldier]
            far = dist(action.to or (one.x, one.y), (one.x, one.y))
            return f"move soldier {action.soldier} by {far:.0f} mm"
        case moves.Drop():
            return f"drop from {action.height or 0:.0f} mm"
        case moves.Circles():
            return f"Three Circles from {action.height or 0:.0f} mm"
        case moves.Hammers() | moves.Arrow():
            return f"{action.do.capitalize()} at {{{where[action.target].seat}}}'s soldier {action.target}"
        case moves.Explosion():
            x, y = action.at or (0.0, 0.0)
            return f"Explosion at {x:.0f}, {y:.0f}"
        case moves.Pointer():
            x, y = action.to or (0.0, 0.0)
            return f"Pointer to {x:.0f}, {y:.0f}"
        case moves.Footpath():
            return f"a mine under {{{where[action.soldier].seat}}}'s soldier {action.soldier}"
    return _PLAIN[action.do]
