"""What is counted in the wheel game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import Event
from grenade_salad.core.stats import Count, Stats, Turn
from grenade_salad.games.wheel.events import Exploded, Moved, Out
from grenade_salad.text import Seat, m


def count(events: Sequence[Event], seat: int | None) -> Iterator[Count]:
    """The longest chain of explosions."""
    if seat is not None:
        yield seat, "longest_chain", sum(isinstance(event, Exploded) for event in events)


def turned(events: Sequence[Event], turn: int, winner: int) -> Turn | None:
    """Whose die threw whom out."""
    by = next((event.seat for event in events if isinstance(event, Moved)), None)
    gone = [event.seat for event in events if isinstance(event, Out)]
    if by is None or not gone:
        return None
    out = [seat for seat in gone if seat != by]
    if not out:
        return 1, m("{who}'s own die in turn {turn} was the turning point", who=Seat(by), turn=turn)
    told = m(
        "{who}'s die in turn {turn} was the turning point: {out} went out",
        "{who}'s die in turn {turn} was the turning point: {out} went out together",
        who=Seat(by),
        turn=turn,
        out=[*map(Seat, out)],
        n=len(out),
    )
    return len(out) + (by == winner), told


STATS = Stats(
    words={"longest_chain": m("longest chain of explosions")},
    count=count,
    most=("longest_chain",),
    turning_point=turned,
)
