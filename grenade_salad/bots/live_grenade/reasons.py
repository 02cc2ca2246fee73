"""Why a seat might do something in Live Grenade, in a few words, by what its view shows."""

from __future__ import annotations

from grenade_salad.bots.live_grenade.beliefs import own_hand, unseen
from grenade_salad.bots.live_grenade.worlds import FRIEND, JACK, KING, QUEEN
from grenade_salad.core import Action, View
from grenade_salad.games.live_grenade import LiveGrenadeView
from grenade_salad.games.live_grenade.moves import Theft

_LIKELY = 0.25
"""From which chance of a Best Friend on that is the reason to steal."""
_CALM = 0.12
"""Up to which risk a draw counts as quiet."""
_SHOWN = {"pair": "pair", "steal": "Steal", "skip": "Skip", "reverse": "Reverse"}


def reason(seat: int, view: View, action: Action) -> str:
    """Why the seat might do that; players are written as {0}, {1} and so on, and there is no full stop."""
    assert isinstance(view, LiveGrenadeView)
    if isinstance(action, Theft):
        return _theft(seat, view, action.target)
    match action.do:
        case "draw":
            return _draw(seat, view)
        case "skip" | "reverse":
            return _ender(seat, view, action.do)
        case "cancel":
            return _cancel(seat, view)
    return _pass(seat, view)


def _aces(view: LiveGrenadeView) -> str:
    """How many of the cards in the deck are grenades."""
    if view.grenades == view.deck:
        return "the next card is a grenade for certain"
    if view.grenades == 1:
        return f"one card in {view.deck} is a grenade"
    return f"{view.grenades} of {view.deck} cards are grenades"


def _risk(view: LiveGrenadeView) -> float:
    assert isinstance(view.deck, int)
    return view.grenades / view.deck


def _theft(seat: int, view: LiveGrenadeView, target: int) -> str:
    size = view.hands[target]
    share = unseen(view, own_hand(view, seat)) / max(1, int(unseen(view, own_hand(view, seat)).sum()))
    who = f"{{{target}}}"
    if size == 1:
        return f"it is the last card in {who}'s hand"
    friend = float(share[FRIEND])
    if friend >= _LIKELY:
        return f"{friend:.0%} of the hidden cards are Best Friends, and {who} holds {size}"
    useful = friend + float(share[JACK] + share[QUEEN] + share[KING])
    return f"{who} has one card less, and {useful:.0%} of the hidden cards help you"


def _draw(seat: int, view: LiveGrenadeView) -> str:
    friends = int(own_hand(view, seat)[FRIEND])
    risk = _risk(view)
    if friends:
        return f"{_aces(view)}, and a Best Friend would save you"
    if risk <= _CALM:
        return f"only {_aces(view)}, better cards are kept for later"
    hand = own_hand(view, seat)
    if hand[JACK] + hand[QUEEN]:
        return f"{_aces(view)}, and the next player would face worse"
    return f"{_aces(view)}, and nothing in your hand avoids it"


def _ender(seat: int, view: LiveGrenadeView, do: str) -> str:
    friends = int(own_hand(view, seat)[FRIEND])
    if friends:
        return f"{_aces(view)}, and a Best Friend is worth more than this card"
    turned = do == "reverse" and sum(view.alive) > 2
    after = _next(view, -view.direction if turned else view.direction)
    return f"{_aces(view)} and you have no Best Friend: {{{after}}} draws first"


def _cancel(seat: int, view: LiveGrenadeView) -> str:
    play = view.stack[0]
    if play.target is None:
        if play.seat == seat:
            return f"your {_SHOWN[play.do]} counts again: {_aces(view)}"
        return f"{{{play.seat}}} has to draw then: {_aces(view)}"
    if play.seat == seat:
        return f"your {_SHOWN[play.do]} counts again"
    if play.target != seat:
        return f"{{{play.seat}}} gets no card of {{{play.target}}} then"
    hand = own_hand(view, seat)
    friends, size = int(hand[FRIEND]), int(hand.sum())
    if not friends:
        return f"{size} cards are worth keeping together"
    return f"{friends} of your {size} cards {'is a Best Friend' if friends == 1 else 'are Best Friends'}"


def _pass(seat: int, view: LiveGrenadeView) -> str:
    hand = own_hand(view, seat)
    if not hand[KING]:
        return "you have no King"
    play = view.stack[0]
    on = len(view.stack) % 2 == 1
    if not on and play.seat != seat:
        return f"the {_SHOWN[play.do]} does nothing as it is"
    if play.seat == seat:
        return f"the King is worth more than your {_SHOWN[play.do]}"
    if play.target is None:
        return f"a King now would only cost {{{play.seat}}} a {_SHOWN[play.do]}: {_aces(view)}"
    if play.target == seat and on:
        return "what may be stolen is worth less than a King"
    return "it takes nothing of yours, and the King is worth more later"


def _next(view: LiveGrenadeView, way: int) -> int:
    seat = (view.turn + way) % len(view.alive)
    while not view.alive[seat]:
        seat = (seat + way) % len(view.alive)
    return seat
