"""What a line lets anybody see that they did not see before: told by one function, to those alone."""

from __future__ import annotations

from grenade_salad.core import Event
from grenade_salad.games.open_table import events
from grenade_salad.games.open_table.knowledge import everybody, who_saw, who_sees
from grenade_salad.games.open_table.table import Table


def seen_now(table: Table) -> tuple[list[Event], int]:
    """What is seen now and was not before this line: to all, and to single seats; and who learned anything."""
    everyone = everybody(table.seats)
    shown, seen = list[str](), dict[int, list[str]]()
    saw = 0
    for piece in sorted(table.touched()):
        now = who_sees(table, piece)
        new = now & ~who_saw(table, piece)
        saw |= new
        if now == everyone:
            if new >> table.seats & 1:
                shown.append(table.words(piece))
            continue
        for seat in range(table.seats):
            if new >> seat & 1:
                seen.setdefault(seat, []).append(table.words(piece))
    told: list[Event] = [events.Shown(tuple(shown))] if shown else []
    told += [events.Saw(seat, tuple(words), knows=(seat,)) for seat, words in sorted(seen.items())]
    return told, saw
