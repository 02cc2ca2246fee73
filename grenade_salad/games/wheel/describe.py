"""Actions of the wheel game in a few words, for a reader with the seat's view."""

from __future__ import annotations

from grenade_salad.core import Action, View
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.cards import card_name
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, m


def describe(action: Action, view: View) -> Message:
    """Return the action in words, without a full stop.

    As in "the die on the 4 of spades". `view` is the acting seat's, before the action.
    """
    assert isinstance(action, Advance)
    assert isinstance(view, WheelView)
    die = view.dice[action.die]
    card = card_name(view.ring[die.at])
    pips_on_card = {other_die.pips for other_die in view.dice if other_die.at == die.at}
    # Dice with equal pips on one card are the same choice, so the card is enough.
    if len(pips_on_card) > 1:
        # Translators: a die, by the number that it shows: what somebody moves; after their name and a colon
        return m("the {pips} on {card}", pips=die.pips, card=card)
    return m("the die on {card}", card=card)
