"""Sheets and animations of Live Grenade."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Action, Event, Json, View
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.actions import CardPlay, Theft
from grenade_salad.games.live_grenade.cards import name_card as card_words
from grenade_salad.games.live_grenade.cards import name_cards as cards_listed
from grenade_salad.games.live_grenade.describe import describe_question
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.sheets.animations import Animation, blast, call, fly, seat_spot, show_card
from grenade_salad.sheets.sheet import Choice, Sheet, SheetWriter, card_art, describe_end, playing_card
from grenade_salad.text import Message, Reader, Words, m

_DEAL_INTERVAL = 0.06
"""Seconds between two hands that are dealt."""


def animate(step_events: Sequence[Event], old_view: View, new_view: View) -> Sequence[Animation]:
    """Return the animations of a step, one after another; hands are dealt together."""
    animations: list[Animation] = []
    delay = 0.0
    for event in step_events:
        added = _animate_event(event, delay)
        animations += added
        if isinstance(event, events.Dealt):
            delay += _DEAL_INTERVAL
        else:
            delay = max((animation.delay + animation.seconds * 0.8 for animation in added), default=delay)
    return animations


def _animate_event(event: Event, delay: float) -> list[Animation]:
    match event:
        case events.Dealt():
            return [fly(card_art(None), "deck", seat_spot(event.seat), delay)]
        case events.Drew():
            return [fly(card_art(None), "deck", seat_spot(event.seat), delay, "draw")]
        case events.Grenade():
            return _animate_grenade(event, delay)
        case events.Out():
            cards = [
                fly(card_art(card), seat_spot(event.seat), "discard", delay + 0.08 * n, "flip" if n == 0 else "")
                for n, card in enumerate(event.cards)
            ]
            return [*cards, call(event.message(), event.seat, delay, "lose")]
        case events.Played():
            seat = seat_spot(event.seat)
            return [fly(card_art(card), seat, "discard", delay + 0.12 * n) for n, card in enumerate(event.cards)]
        case events.Stolen():
            return [fly(card_art(None), seat_spot(event.victim), seat_spot(event.thief), delay, "take", 0.6)]
        case events.Reshuffled():
            return [fly(card_art(None), "middle", "deck", delay, "shuffle")]
        case events.Won():
            return [call(event.message(), event.seat, delay, "win")]
    return []


def _animate_grenade(event: events.Grenade, delay: float) -> list[Animation]:
    """Show the drawn card; then a friend saves the player, or it explodes."""
    seat = seat_spot(event.seat)
    shown_card = show_card(card_art(event.card), "deck", delay, "grenade", 1.4)
    if event.friend:
        return [shown_card, fly(card_art(event.friend), seat, "discard", delay + 0.9, "relief", 0.6)]
    return [shown_card, blast(seat, delay=delay + 0.9)]


# Translators: buttons of a phone
_BUTTONS = {
    "draw": m("Draw a card"),
    "pair": m("Steal with a pair"),
    "steal": m("Steal with a 10"),
    "skip": m("Skip the draw with a Jack"),
    "reverse": m("Reverse the order of play with a Queen"),
    "cancel": m("Cancel it with a King"),
    "pass": m("Pass"),
}
_FRIEND = m("Best Friend: saves you by itself")
_NOTES = {
    "2": _FRIEND,
    "3": _FRIEND,
    "10": m("Steal", context="a card of Live Grenade"),
    "J": m("Skip", context="a card of Live Grenade"),
    "Q": m("Reverse", context="a card of Live Grenade"),
    "K": m("Cancel", context="a card of Live Grenade"),
}


def write_sheet(view: View, legal: Sequence[Action], reader: Reader) -> Sheet:
    """Write the sheet for the seat of the view."""
    assert isinstance(view, LiveGrenadeView)
    names = reader.names
    hand = view.hands[view.seat] if view.seat is not None else ()
    assert not isinstance(hand, int)
    return Sheet(
        status=_describe_status(view, names),
        public=_describe_public(view),
        facts=tuple(_describe_seat(view, seat) for seat in range(len(names))),
        question=describe_question(view.stack, names, view.seat) if view.stack else "",
        hand=tuple(playing_card(card, card_words(card), _NOTES.get(card[:-1], "")) for card in hand),
        hand_title=m("Your cards"),
        choices=tuple(_make_choice(action, names) for action in legal),
        picture=_describe_table(view),
        rule="LG-16" if view.is_over else "LG-22" if view.stack else "LG-09",
    )


def _describe_table(view: LiveGrenadeView) -> Json:
    """Describe the deck, the last discarded cards, open plays, and who is in.

    The seats are in the order of play.
    """
    deck = view.deck if isinstance(view.deck, int) else len(view.deck)
    discard: list[Json] = [card_art(card) for card in view.discard[-3:]]
    plays: list[Json] = [{"seat": play.seat, "cards": [card_art(card) for card in play.cards]} for play in view.stack]
    seats: list[Json] = [
        {"cards": hand if isinstance(hand, int) else len(hand), "in": alive}
        for hand, alive in zip(view.hands, view.alive, strict=True)
    ]
    piles: dict[str, Json] = {"deck": deck, "back": card_art(None), "discard": discard, "plays": plays}
    return {"kind": "piles", **piles, "seats": seats, "turn": view.turn, "direction": view.direction}


def _make_choice(action: Action, names: Sequence[str]) -> Choice:
    path: list[Words] = [_BUTTONS[action.do]]
    keys = ["do"]
    if isinstance(action, CardPlay):
        # Translators: a list of cards; a button
        path.append(m("{cards}", cards=cards_listed(action.cards)))
        keys.append("cards")
    if isinstance(action, Theft):
        # Translators: a button: after "Steal" and the cards
        path.append(m("from {whom}", whom=names[action.target]))
        keys.append("target")
    played = action.cards if isinstance(action, CardPlay) else ()
    return Choice(tuple(path), action, keys=tuple(keys), words=_describe_choice(action, names), cards=played)


def _describe_choice(action: Action, names: Sequence[str]) -> Words:
    """Return the whole decision in one sentence."""
    if not isinstance(action, CardPlay):
        return _BUTTONS[action.do]
    cards = cards_listed(action.cards)
    if isinstance(action, Theft):
        # Translators: buttons of a phone: a whole decision; {cards} are cards, as in "the 7 of clubs and the 7 of
        # spades"
        return m("Steal from {whom} with {cards}", cards=cards, whom=names[action.target])
    match action.do:
        case "skip":
            return m("Skip the draw with {cards}", cards=cards)
        case "reverse":
            return m("Reverse the order of play with {cards}", cards=cards)
    return m("Cancel it with {cards}", cards=cards)


def _describe_seat(view: LiveGrenadeView, seat: int) -> Message:
    if not view.alive[seat]:
        return m("out", context="of the game")
    hand = view.hands[seat]
    return m("{n} card", "{n} cards", n=hand if isinstance(hand, int) else len(hand))


def _describe_public(view: LiveGrenadeView) -> tuple[Message, ...]:
    deck = view.deck if isinstance(view.deck, int) else len(view.deck)
    grenades = m("{n} is a Live Grenade", "{n} are Live Grenades", n=view.grenades)
    # Translators: where {grenades} is "2 of them are Live Grenades"
    lines = [m("The deck has {n} card; {grenades}.", "The deck has {n} cards; {grenades}.", n=deck, grenades=grenades)]
    reversed_order = m("The order of play is reversed.")
    lines.append(m("The order of play is clockwise.") if view.direction == 1 else reversed_order)
    if view.discard:
        lines.append(m("Last on the discard pile: {card}.", card=card_words(view.discard[-1])))
    return tuple(lines)


def _describe_status(view: LiveGrenadeView, names: Sequence[str]) -> Words:
    if view.is_over:
        return describe_end(view)
    if view.due is not None:
        return m("The cards are being shuffled.")
    if view.stack:
        return m("{who}'s turn: a card was played. Waiting for answers.", who=names[view.turn])
    return m("It is your turn.") if view.turn == view.seat else m("It is {who}'s turn.", who=names[view.turn])


_RULES = {
    "draw": "LG-09",
    "pair": "LG-17",
    "steal": "LG-18",
    "skip": "LG-20",
    "reverse": "LG-21",
    "cancel": "LG-22",
    "pass": "LG-24",
}

SHEET = SheetWriter(write_sheet, rules=_RULES, tip_parts={"card": "hand", "draw": "do"}, animate=animate)
