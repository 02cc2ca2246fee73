"""Statistics of Grenade Salad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import Event, View
from grenade_salad.core.stats import Count, Stats, TurningPoint
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.events import Killed, Landed, MineWentOff, Placed, Struck, Threw, Tossed
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, Seat, m

_CARDS = (Placed, Tossed, Struck, Threw, MineWentOff)
_ARRIVED = (Placed, Landed)


def count(events: Sequence[Event], seat: int | None) -> Iterator[Count]:
    """Yield kills by weapon, own soldiers hit, the best blast and the best drop."""
    weapon = ""
    for event in events:
        match event:
            case Struck():
                weapon = event.card
            case Threw():
                weapon = "explosion"
            case MineWentOff():
                weapon = "footpath"
            case Killed():
                own_losses = sum(owner == event.by for _, owner in event.soldiers)
                yield event.by, f"kills_{weapon}", len(event.soldiers) - own_losses
                yield event.by, "own_hit", own_losses
                yield event.by, "best_blast", len(event.soldiers)
            case Landed():
                yield event.seat, "best_drop", len(event.soldiers)


def sat_through(turns: Sequence[Sequence[Event]], end: View) -> dict[str, float]:
    """Return the shares of idle turns, and the cards that were left.

    Idle are turns without a card, and turns in which no soldier comes or dies.
    """
    assert isinstance(end, SaladView)
    quiet = sum(not any(isinstance(event, _CARDS) for event in events) for events in turns)
    idle = sum(not any(isinstance(event, _ARRIVED) or _has_kills(event) for event in events) for events in turns)
    return {
        "% of the turns without a card": 100 * quiet / max(1, len(turns)),
        "% of the turns in which nobody comes or dies": 100 * idle / max(1, len(turns)),
        "cards left in hands": float(sum(hand if isinstance(hand, int) else len(hand) for hand in end.hands)),
        "cards left in the deck": float(end.deck if isinstance(end.deck, int) else len(end.deck)),
    }


def _has_kills(event: Event) -> bool:
    return isinstance(event, Killed) and bool(event.soldiers)


def find_turning_point(events: Sequence[Event], turn: int, winner: int) -> TurningPoint | None:
    """Return the kill of a turn with its weapon, or None."""
    weapon: Message | None = None
    for event in events:
        match event:
            case Struck():
                weapon = CARDS[event.card].name
            case Threw():
                weapon = m("grenade", context="what turned a match")
            case MineWentOff():
                weapon = m("mine", context="what turned a match")
            case Killed(by=by, soldiers=soldiers) if soldiers and weapon is not None:
                # Translators: {weapon} is "grenade", "mine" or a card; {turn} is a number
                text = m(
                    "{who}'s {weapon} in turn {turn} was the turning point", who=Seat(by), weapon=weapon, turn=turn
                )
                return len(soldiers), text
    return None


def _kills_label(card: Card) -> Message:
    return m("killed with {card}", card=CARDS[card].name)


STATS = Stats(
    words={
        "kills_hammers": _kills_label("hammers"),
        "kills_arrow": _kills_label("arrow"),
        "kills_explosion": _kills_label("explosion"),
        # Translators: something remarkable at the end: after a name and a number
        "kills_footpath": m("killed with mines"),
        "own_hit": m("own soldiers hit"),
        "best_blast": m("most killed at once"),
        "best_drop": m("most soldiers landed in one drop"),
    },
    count=count,
    turning_point=find_turning_point,
    measure_match=sat_through,
    maximum_facts=("best_blast", "best_drop"),
    bars={
        "kills_hammers": (CARDS["hammers"].name, "symbols/hammers.svg"),
        "kills_arrow": (CARDS["arrow"].name, "symbols/arrow.svg"),
        "kills_explosion": (CARDS["explosion"].name, "symbols/explosion.svg"),
        # Translators: a row of a table
        "kills_footpath": (m("Mines"), "symbols/footpath.svg"),
        "own_hit": (m("Own soldiers hit"), "icons/skull.svg"),
    },
)
