"""Statistics of Live Grenade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import Event
from grenade_salad.core.stats import Count, Stats, TurningPoint
from grenade_salad.games.live_grenade.events import Grenade, Out, Stolen
from grenade_salad.text import Seat, m

_RESCUE_WEIGHT = 100.0
"""Weight of a rescue of the winner, greater than any hand."""


def count(events: Sequence[Event], seat: int | None) -> Iterator[Count]:
    """Yield the grenades that a Best Friend survived, and the stolen cards."""
    for event in events:
        match event:
            case Grenade(friend=str()):
                yield event.seat, "grenades_survived", 1
            case Stolen():
                yield event.thief, "cards_stolen", 1


def find_turning_point(events: Sequence[Event], turn: int, winner: int) -> TurningPoint | None:
    """Weigh the events of a line as a turning point, with a message, or return None.

    A Best Friend that saved the winner outweighs all else; a player who goes out weighs as much as the lost cards.
    """
    for event in events:
        match event:
            case Grenade(friend=str()) if event.seat == winner:
                return _RESCUE_WEIGHT, m(
                    "A Best Friend saved {who} in turn {turn}, and that was the turning point",
                    who=Seat(winner),
                    turn=turn,
                )
            case Out():
                message = m("{who}'s grenade in turn {turn} was the turning point", who=Seat(event.seat), turn=turn)
                return len(event.cards), message
    return None


# Translators: something remarkable at the end: after a name and a number
STATS = Stats(
    words={"grenades_survived": m("grenades survived"), "cards_stolen": m("cards stolen")},
    count=count,
    turning_point=find_turning_point,
    chance_events=(Grenade,),
)
