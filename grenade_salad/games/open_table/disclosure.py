"""What a line lets anybody see that they did not see before: told by one function, to those alone."""

from __future__ import annotations

from collections.abc import Iterator

from grenade_salad.core import Event
from grenade_salad.games.open_table import events
from grenade_salad.games.open_table.knowledge import everybody, shown_outside, was_outside, who_saw, who_sees
from grenade_salad.games.open_table.tabletop import Table
from grenade_salad.games.open_table.words import look_of


def together(told: list[Event], shown: list[Event]) -> list[Event]:
    """What happened and what is seen by it; a piece whose own move has told its front is not told once more."""
    match told:
        case [events.Uncovered(what=front)]:
            return [*told, *_without(front, shown)]
    return [*told, *shown]


def _without(front: str, shown: list[Event]) -> Iterator[Event]:
    for event in shown:
        if not isinstance(event, events.Shown):
            yield event
        elif others := _but_one(event.faces, front):
            yield events.Shown(others)


def _but_one(faces: tuple[str, ...], front: str) -> tuple[str, ...]:
    at = faces.index(front)
    return faces[:at] + faces[at + 1 :]


def opens(table: Table, piece: int) -> bool:
    """Whether all see the front of a piece by this line, who did not before."""
    everyone = everybody(table.seats)
    return who_sees(table, piece) == everyone and not who_saw(table, piece) >> table.seats & 1


def was_secret(table: Table, piece: int) -> bool:
    """True if seeing the front of a piece told more than its back, or than the stack it was in, such as a bowl.

    What comes out of a hand or a bag was secret, whatever its back says.
    """
    before = table.old_piece(piece)
    holder = table.holders.get(before.home) if isinstance(before.home, str) else None
    kind, _ = table.box.things[before.thing]
    return (holder is not None and holder.secret != "open") or not table.box.plain[kind]


def seen_now(table: Table) -> tuple[list[Event], int]:
    """What is seen now and was not before this line: to all, and to single seats; and who learned a secret."""
    everyone = everybody(table.seats)
    shown, seen = list[str](), dict[int, list[str]]()
    saw = 0
    for piece in sorted(table.touched()):
        now = who_sees(table, piece)
        new = now & ~who_saw(table, piece)
        saw |= new if was_secret(table, piece) else 0
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
    told += [events.Saw(seat, tuple(words), visible_to=(seat,)) for seat, words in sorted(seen.items())]
    return told, saw
