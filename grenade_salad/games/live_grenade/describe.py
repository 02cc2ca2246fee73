"""Decisions of Live Grenade in a few words, as somebody reads them who sees what the seat sees."""

from __future__ import annotations

from grenade_salad.core import Action, View
from grenade_salad.games.live_grenade.moves import Theft
from grenade_salad.text import Message, Seat, m

# Translators: what somebody decided or would decide; after their name and a colon
_PLAIN = {
    "draw": m("draw a card"),
    "pass": m("let it pass"),
    "skip": m("Skip"),
    "reverse": m("Reverse"),
    "cancel": m("Cancel"),
    "pair": m("a pair"),
    "steal": m("Steal"),
}


def describe(action: Action, view: View) -> Message:
    """What the action is, without a full stop; the view is that of its seat, before it."""
    if isinstance(action, Theft):
        # Translators: {what} is Steal or "a pair"; after a name and a colon
        return m("{what} against {whom}", what=_PLAIN[action.do], whom=Seat(action.target))
    return _PLAIN[action.do]
