"""Statistics of the open table: dice and shots, since it knows no rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import Event
from grenade_salad.core.stats import Count, Stats
from grenade_salad.games.open_table.events import Rolled, Shot
from grenade_salad.text import m


def count(events: Sequence[Event], seat: int | None) -> Iterator[Count]:
    """Yield the dice and shots of each seat.

    Those that were taken back later count, too, since they were rolled.
    """
    for event in events:
        if isinstance(event, Rolled):
            yield event.seat, "rolled", len(event.faces)
        elif isinstance(event, Shot) and not event.pushed:
            yield event.seat, "shots", 1


STATS = Stats(words={"rolled": m("dice rolled"), "shots": m("shots")}, count=count)
