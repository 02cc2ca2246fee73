"""Short descriptions of actions, for people who see what the seat sees."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action, View
from grenade_salad.games.live_grenade.actions import Theft
from grenade_salad.games.live_grenade.chance import Play
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
    """Describe an action without a full stop; the view is its seat's, before it."""
    if isinstance(action, Theft):
        # Translators: {what} is Steal or "a pair"; after a name and a colon
        return m("{what} against {whom}", what=_PLAIN[action.do], whom=Seat(action.target))
    return _PLAIN[action.do]


def describe_play(play: Play, names: Sequence[str]) -> Message:
    """Describe a play as a sentence about the player."""
    player = names[play.seat]
    match play.do:
        case "skip":
            # Translators: what is asked about; "Does anybody cancel it?" follows
            return m("{who} skips the draw with a Jack", who=player)
        case "reverse":
            return m("{who} reverses the order of play with a Queen", who=player)
        case "cancel":
            return m("{who} cancels that with a King", who=player)
    assert play.target is not None
    victim = names[play.target]
    if play.do == "steal":
        return m("{who} steals from {whom} with a 10", who=player, whom=victim)
    return m("{who} steals from {whom} with a pair of {rank}s", who=player, whom=victim, rank=play.cards[0][:-1])
