"""Actions of the wheel game in a few words, for a reader with the seat's view."""

from __future__ import annotations

from grenade_salad.core import Action, View
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.cards import card_name
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, m


def describe(action: Action, view: View) -> Message:
    """Return the action in words, without a full stop.

    The view is that of its seat, before it.
    """
    assert isinstance(action, Advance)
    assert isinstance(view, WheelView)
    die = view.dice[action.die]
    card = card_name(view.ring[die.at])
    if len({neighbour.pips for neighbour in view.dice if neighbour.at == die.at}) > 1:
        # Translators: a die, by the number that it shows: what somebody moves; after their name and a colon
        return m("the {pips} on {card}", pips=die.pips, card=card)
    return m("the die on {card}", card=card)
