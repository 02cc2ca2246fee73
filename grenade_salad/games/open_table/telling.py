"""What a line lets anybody see that they did not see before: told by one function, to those alone."""

from __future__ import annotations

from grenade_salad.core import Event
from grenade_salad.games.open_table import events
from grenade_salad.games.open_table.knowledge import everybody, shown_outside, was_outside, who_saw, who_sees
from grenade_salad.games.open_table.table import Table
from grenade_salad.games.open_table.words import look_of


def together(told: list[Event], shown: list[Event]) -> list[Event]:
    """What happened and what is seen by it: one piece that went somewhere and that all see there is one sentence."""
    match told, [event for event in shown if isinstance(event, events.Shown)]:
        case [events.Moved(n=1) as moved], [events.Shown(faces=(face,)) as seen]:
            one = events.Uncovered(moved.seat, 1, face, moved.of, moved.to)
            return [one, *(event for event in shown if event is not seen)]
    return [*told, *shown]


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
    new_here = [
        piece for piece in sorted(table.touched()) if shown_outside(table, piece) and not was_outside(table, piece)
    ]
    told: list[Event] = [events.CameOut(tuple(look_of(table, piece) for piece in new_here))] if new_here else []
    if shown:
        told.append(events.Shown(tuple(shown)))
    told += [events.Saw(seat, tuple(words), knows=(seat,)) for seat, words in sorted(seen.items())]
    return told, saw
