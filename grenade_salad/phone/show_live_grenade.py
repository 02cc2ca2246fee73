"""What moves at Live Grenade: cards between deck, hands and the discard pile, grenades, and who is out."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Event, View
from grenade_salad.games.live_grenade import events
from grenade_salad.phone.show import Beat, blast, call, fly, held, seat_spot
from grenade_salad.phone.words import art

_BETWEEN_DEALS = 0.06


def show(happened: Sequence[Event], before: View, after: View) -> Sequence[Beat]:
    """The beats of a step, one after another; first hands are dealt together."""
    beats: list[Beat] = []
    at = 0.0
    for event in happened:
        new = _beats(event, at)
        beats += new
        if isinstance(event, events.Dealt):
            at += _BETWEEN_DEALS
        else:
            at = max((beat.at + beat.seconds * 0.8 for beat in new), default=at)
    return beats


def _beats(event: Event, at: float) -> list[Beat]:
    match event:
        case events.Dealt():
            return [fly(art(None), "deck", seat_spot(event.seat), at)]
        case events.Drew():
            return [fly(art(None), "deck", seat_spot(event.seat), at, "draw")]
        case events.Grenade():
            return _grenade(event, at)
        case events.Out():
            cards = [
                fly(art(card), seat_spot(event.seat), "discard", at + 0.08 * n, "flip" if n == 0 else "")
                for n, card in enumerate(event.cards)
            ]
            return [*cards, call(event.message(), event.seat, at, "lose")]
        case events.Played():
            seat = seat_spot(event.seat)
            return [fly(art(card), seat, "discard", at + 0.12 * n) for n, card in enumerate(event.cards)]
        case events.Stolen():
            return [fly(art(None), seat_spot(event.victim), seat_spot(event.thief), at, "take", 0.6)]
        case events.Reshuffled():
            return [fly(art(None), "middle", "deck", at, "shuffle")]
        case events.Won():
            return [call(event.message(), event.seat, at, "win")]
    return []


def _grenade(event: events.Grenade, at: float) -> list[Beat]:
    """The card is seen; a friend jumps on it, or it explodes."""
    seat = seat_spot(event.seat)
    drawn = held(art(event.card), "deck", at, "grenade", 1.4)
    if event.friend:
        return [drawn, fly(art(event.friend), seat, "discard", at + 0.9, "relief", 0.6)]
    return [drawn, blast(seat, at=at + 0.9)]
