"""Short explanations of actions in Live Grenade, from what the seat can see."""

from __future__ import annotations

from grenade_salad.core import Action, View
from grenade_salad.games.live_grenade import LiveGrenadeView
from grenade_salad.games.live_grenade.actions import Theft
from grenade_salad.players.live_grenade.beliefs import own_hand, unseen
from grenade_salad.players.live_grenade.determinizations import FRIEND, JACK, KING, QUEEN
from grenade_salad.players.live_grenade.normal import draw_risk, next_seat
from grenade_salad.text import Message, Seat, m

_LIKELY_FRIEND = 0.25
"""Minimum chance of a Best Friend that explains a theft."""
_QUIET_RISK = 0.12
"""Maximum risk of a draw that counts as quiet."""


def reason(seat: int, view: View, action: Action) -> Message:
    """Return why the seat might do that, without a full stop.

    The reader is the person who asked.
    """
    assert isinstance(view, LiveGrenadeView)
    if isinstance(view.hands[seat], int):
        return _explain_without_hand(seat, view, action)
    if isinstance(action, Theft):
        return _explain_theft(seat, view, action.target)
    match action.do:
        case "draw":
            return _explain_draw(seat, view)
        case "skip" | "reverse":
            return _explain_ender(seat, view, action.do)
        case "cancel":
            return _explain_cancel(seat, view)
    return _explain_pass(seat, view)


def _explain_without_hand(seat: int, view: LiveGrenadeView, action: Action) -> Message:
    """Explain the action to a reader who does not see the seat's hand.

    Nothing in it depends on the hand.
    """
    if isinstance(action, Theft):
        victim = Seat(action.target)
        if view.hands[action.target] == 1:
            # Translators: why a machine plays a card, in a few words
            return m("it is {whom}'s last card", whom=victim)
        return m("{whom} has one card fewer", whom=victim)
    match action.do:
        case "skip" | "reverse":
            return _explain_next_draw(view, action.do)
        case "cancel" if _is_vain(seat, view):
            return _describe_aces(view)
        case "cancel" if view.stack[0].target is None and view.stack[0].seat != seat:
            return _explain_turn_cancel(view)
        case "cancel" if view.stack[0].seat == seat:
            return _RESTORED[view.stack[0].do]
    return _describe_aces(view)


def _explain_next_draw(view: LiveGrenadeView, do: str) -> Message:
    return m("{aces}: {whom} draws first", aces=_describe_aces(view), whom=Seat(next_seat(view, view.turn, do)))


def _describe_aces(view: LiveGrenadeView) -> Message:
    """Return how many of the cards in the deck are grenades."""
    if view.grenades == view.deck:
        return m("the next card is a grenade for certain")
    assert isinstance(view.deck, int)
    # Translators: {deck} is how many cards are in the deck
    return m("one card in {deck} is a grenade", "{n} of {deck} cards are grenades", n=view.grenades, deck=view.deck)


def _explain_theft(seat: int, view: LiveGrenadeView, target: int) -> Message:
    size = view.hands[target]
    victim, hand = Seat(target), own_hand(view, seat)
    share = unseen(view, hand) / max(1, int(unseen(view, hand).sum()))
    if view.grenades == view.deck and not hand[FRIEND] + hand[JACK] + hand[QUEEN]:
        return m("the next card is a grenade for certain, and only a stolen card can save you")
    if size == 1:
        # Translators: why a machine plays a card, in a few words
        return m("it is {whom}'s last card", whom=victim)
    friend = float(share[FRIEND])
    if friend >= _LIKELY_FRIEND:
        assert isinstance(size, int)
        return m(
            "{whom} holds {n} cards, and {share:.0f}% of the cards that they may be are Best Friends",
            share=100 * friend,
            whom=victim,
            n=size,
        )
    useful = friend + float(share[JACK] + share[QUEEN] + share[KING])
    return m(
        "{whom} has one card fewer, and {share:.0f}% of the cards that it may be help you",
        whom=victim,
        share=100 * useful,
    )


def _explain_draw(seat: int, view: LiveGrenadeView) -> Message:
    friends = int(own_hand(view, seat)[FRIEND])
    risk, aces = draw_risk(view), _describe_aces(view)
    if friends:
        # Translators: {aces} is a sentence, as in "one card in 9 is a grenade"
        return m("{aces}, and a Best Friend would save you", aces=aces)
    hand = own_hand(view, seat)
    if hand[JACK] + hand[QUEEN]:
        if risk <= _QUIET_RISK:
            return m("{aces}, so cards that avoid a draw are kept for later", aces=aces)
        # Translators: {aces} is a sentence, as in "one card in 9 is a grenade"
        return aces if risk == 1 else m("{aces}, and the next player would face worse odds", aces=aces)
    return m("{aces}, and nothing in your hand avoids the draw", aces=aces)


def _explain_ender(seat: int, view: LiveGrenadeView, do: str) -> Message:
    hand = own_hand(view, seat)
    if hand[FRIEND]:
        return m("{aces}, and a Best Friend is worth more than this card", aces=_describe_aces(view))
    next_player = Seat(next_seat(view, view.turn, do))
    if not unseen(view, hand)[FRIEND]:
        return m(
            "{aces}, and no Best Friend is left in the match: {whom} draws first",
            aces=_describe_aces(view),
            whom=next_player,
        )
    return m("{aces}, and you have no Best Friend: {whom} draws first", aces=_describe_aces(view), whom=next_player)


def _is_vain(seat: int, view: LiveGrenadeView) -> bool:
    """True if a King would cancel the seat's own play or restore a rival's.

    There is no reason for such a King.
    """
    is_on = len(view.stack) % 2 == 1
    return is_on == (view.stack[0].seat == seat)


def _explain_turn_cancel(view: LiveGrenadeView) -> Message:
    """Explain that a Skip or Reverse is cancelled.

    Its player may still play another card, or draws.
    """
    # Translators: {aces} is a sentence, as in "one card in 9 is a grenade"
    return m("then it is still {whom}'s turn: {aces}", whom=Seat(view.stack[0].seat), aces=_describe_aces(view))


_RESTORED = {
    "pair": m("your Pair counts again"),
    "steal": m("your Steal counts again"),
    "skip": m("your Skip counts again"),
    "reverse": m("your Reverse counts again"),
}


def _explain_cancel(seat: int, view: LiveGrenadeView) -> Message:
    play = view.stack[0]
    if _is_vain(seat, view):
        return _describe_aces(view)
    if play.target is None:
        if play.seat == seat:
            return m("{play}: {aces}", context="a reason", play=_RESTORED[play.do], aces=_describe_aces(view))
        return _explain_turn_cancel(view)
    if play.seat == seat:
        return _RESTORED[play.do]
    if play.target != seat:
        # Translators: {thief} and {whom} are players
        return m("then {thief} gets no card from {whom}", thief=Seat(play.seat), whom=Seat(play.target))
    hand = own_hand(view, seat)
    friends, size = int(hand[FRIEND]), int(hand.sum())
    if not friends:
        # The King itself is played, so it is not counted.
        if size == 1:
            return _describe_aces(view)
        return m("{n} card is worth keeping", "{n} cards together are worth keeping", n=size - 1)
    return m(
        "{n} of your {size} cards is a Best Friend", "{n} of your {size} cards are Best Friends", n=friends, size=size
    )


def _explain_pass(seat: int, view: LiveGrenadeView) -> Message:
    hand = own_hand(view, seat)
    if not hand[KING]:
        return m("you have no King")
    play = view.stack[0]
    is_on = len(view.stack) % 2 == 1
    if not is_on and play.seat != seat:
        return _NO_EFFECT[play.do]
    if play.seat == seat:
        return _KING_WORTH[play.do]
    if play.target is None:
        cost = m("a King now would only cost {whom} a Skip: {aces}", whom=Seat(play.seat), aces=_describe_aces(view))
        turn = m("a King now would only cost {whom} a Reverse: {aces}", whom=Seat(play.seat), aces=_describe_aces(view))
        return cost if play.do == "skip" else turn
    if play.target == seat and is_on:
        return m("what may be stolen is worth less than a King")
    return m("it takes nothing of yours, and the King is worth more later")


_NO_EFFECT = {
    "pair": m("the pair has no effect as things stand"),
    "steal": m("the Steal has no effect as things stand"),
    "skip": m("the Skip has no effect as things stand"),
    "reverse": m("the Reverse has no effect as things stand"),
}
_KING_WORTH = {
    "pair": m("the King is worth more than your pair"),
    "steal": m("the King is worth more than your Steal"),
    "skip": m("the King is worth more than your Skip"),
    "reverse": m("the King is worth more than your Reverse"),
}
