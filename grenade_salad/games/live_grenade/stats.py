"""Statistics of Live Grenade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import Event
from grenade_salad.core.stats import Count, Stats, TurningPoint
from grenade_salad.games.live_grenade.events import Grenade, Out, Stolen
from grenade_salad.text import Seat, m


def count(events: Sequence[Event], seat: int | None) -> Iterator[Count]:
    """Yield the grenades that a Best Friend survived, and the stolen cards."""
    for event in events:
        match event:
            case Grenade() if event.friend is not None:
                yield event.seat, "grenades_survived", 1
            case Stolen():
                yield event.thief, "cards_stolen", 1


def find_turning_point(events: Sequence[Event], turn: int, winner: int) -> TurningPoint | None:
    """Return the moment when a Best Friend saved the winner.

    Without one, return the moment when a player went out with the most cards.
    """
    for event in events:
        match event:
            case Grenade(friend=str()) if event.seat == winner:
                saved = Seat(event.seat)
                return 100, m(
                    "A Best Friend saved {who} in turn {turn}, and that was the turning point", who=saved, turn=turn
                )
            case Out():
                message = m("{who}'s grenade in turn {turn} was the turning point", who=Seat(event.seat), turn=turn)
                return len(event.cards or ()), message
    return None


# Translators: something remarkable at the end: after a name and a number
STATS = Stats(
    words={"grenades_survived": m("grenades survived"), "cards_stolen": m("cards stolen")},
    count=count,
    turning_point=find_turning_point,
    chance_events=(Grenade,),
)
