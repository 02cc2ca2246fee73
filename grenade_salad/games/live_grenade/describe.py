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


def describe_question(stack: Sequence[Play], names: Sequence[str], viewer: int | None) -> Message:
    """Describe the last play, and ask if it is cancelled (LG-22, LG-23).

    It has at most eight words, since it is also spoken. `viewer` is the seat that reads it; None if several may.
    """
    last = stack[-1]
    player = names[last.seat]
    if len(stack) > 1:
        return _cancel_question(stack[-2], player, names, viewer)
    match last.do:
        case "skip":
            # Translators: the reader is asked whether they cancel that with a King
            return m("{who} skips the draw. Cancel?", who=player)
        case "reverse":
            # Translators: the order of play; the reader is asked whether they cancel that with a King
            return m("{who} reverses the order. Cancel?", who=player)
    assert last.target is not None
    if last.target == viewer:
        # Translators: the reader is asked whether they cancel that with a King
        return m("{who} steals from you. Cancel?", who=player)
    # Translators: the reader is asked whether they cancel that with a King
    return m("{who} steals from {whom}. Cancel?", who=player, whom=names[last.target])


def _cancel_question(under: Play, player: str, names: Sequence[str], viewer: int | None) -> Message:
    """Ask if the player's Cancel of another play is cancelled."""
    cancelled = names[under.seat]
    if under.seat == viewer:
        match under.do:
            case "pair":
                return m("{who} cancels your pair. Cancel that?", who=player)
            case "steal":
                return m("{who} cancels your Steal. Cancel that?", who=player)
            case "skip":
                return m("{who} cancels your Skip. Cancel that?", who=player)
            case "reverse":
                return m("{who} cancels your Reverse. Cancel that?", who=player)
        return m("{who} cancels your Cancel. Cancel that?", who=player)
    match under.do:
        case "pair":
            return m("{who} cancels {whom}'s pair. Cancel that?", who=player, whom=cancelled)
        case "steal":
            return m("{who} cancels {whom}'s Steal. Cancel that?", who=player, whom=cancelled)
        case "skip":
            return m("{who} cancels {whom}'s Skip. Cancel that?", who=player, whom=cancelled)
        case "reverse":
            return m("{who} cancels {whom}'s Reverse. Cancel that?", who=player, whom=cancelled)
    return m("{who} cancels {whom}'s Cancel. Cancel that?", who=player, whom=cancelled)
