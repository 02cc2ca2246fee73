"""What moves at the wheel: dice that roll and hop from card to card, cards that blow up, hearts that are shown."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.core import Event, View
from grenade_salad.games.wheel import events
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.phone.show import Beat, blast, call, fly, hop, seat_spot, tumble
from grenade_salad.phone.words import art

_ROLLS = tuple(f"dice/black{pips}" for pips in range(1, 7))


def show(happened: Sequence[Event], before: View, after: View) -> Sequence[Beat]:
    """The beats of a step, one after another."""
    assert isinstance(after, WheelView)
    beats: list[Beat] = []
    at = 0.0
    for event in happened:
        new = _beats(event, after, at)
        beats += new
        at = max((beat.at + beat.seconds * 0.8 for beat in new), default=at)
    return beats


def _beats(event: Event, after: WheelView, at: float) -> list[Beat]:
    match event:
        case events.Dealt():
            return [fly(art(None), "middle", seat_spot(event.seat), at + 0.12 * n) for n in range(event.number)]
        case events.Rolled():
            return [tumble(_ROLLS, f"dice/black{event.pips}", "roll", at)]
        case events.Moved():
            return [hop(f"die {event.die}", [f"ring {one}" for one in event.path], f"dice/white{event.pips}", at)]
        case events.Exploded():
            return [blast(f"ring {event.at}", at=at)]
        case events.Reset():
            return [hop(f"die {die}", [f"ring {event.to}"], "dice/white1", at, step=0.4) for die in event.dice]
        case events.Out():
            return [*_shown(event.seat, event.hearts, at), call(event.message(), event.seat, at + 0.3, "lose")]
        case events.HeartLost():
            return [*_shown(event.seat, (event.heart,), at), call(event.message(), event.seat, at + 0.3, "lose")]
        case events.Won():
            return [call(event.message(), event.seat, at, "win")]
    return []


def _shown(seat: int, hearts: Sequence[str], at: float) -> list[Beat]:
    return [fly(art(card), seat_spot(seat), "middle", at + 0.2 * n, "flip", 1.2) for n, card in enumerate(hearts)]
