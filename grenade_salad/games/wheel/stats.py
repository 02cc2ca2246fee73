"""Statistics of the wheel game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import Event
from grenade_salad.core.stats import Count, Stats, TurningPoint
from grenade_salad.games.wheel.events import Exploded, Moved, Out
from grenade_salad.text import Seat, m


def count(events: Sequence[Event], seat: int | None) -> Iterator[Count]:
    """Yield the length of the chain of explosions."""
    if seat is not None:
        yield seat, "longest_chain", sum(isinstance(event, Exploded) for event in events)


def find_turning_point(events: Sequence[Event], turn: int, winner: int) -> TurningPoint | None:
    """Return the die that threw players out, with their number, or None."""
    by = next((event.seat for event in events if isinstance(event, Moved)), None)
    out_seats = [event.seat for event in events if isinstance(event, Out)]
    if by is None or not out_seats:
        return None
    victims = [seat for seat in out_seats if seat != by]
    if not victims:
        return 1, m("{who}'s own die in turn {turn} was the turning point", who=Seat(by), turn=turn)
    text = m(
        "{who}'s die in turn {turn} was the turning point: {out} went out",
        "{who}'s die in turn {turn} was the turning point: {out} went out together",
        who=Seat(by),
        turn=turn,
        out=[*map(Seat, victims)],
        n=len(victims),
    )
    return len(victims) + (by == winner), text


STATS = Stats(
    words={"longest_chain": m("longest chain of explosions")},
    count=count,
    maximum_facts=("longest_chain",),
    turning_point=find_turning_point,
)
