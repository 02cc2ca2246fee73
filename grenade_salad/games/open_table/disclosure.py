"""Everything that a line newly discloses, in one function, to the right seats."""

from __future__ import annotations

from collections.abc import Iterator

from grenade_salad.core import Event
from grenade_salad.games.open_table import events
from grenade_salad.games.open_table.knowledge import (
    all_viewers,
    find_previous_viewers,
    find_viewers,
    is_outside,
    was_outside,
)
from grenade_salad.games.open_table.tabletop import Tabletop
from grenade_salad.games.open_table.words import outside_name


def merge_disclosures(news: list[Event], disclosures: list[Event]) -> list[Event]:
    """Return what happened and what became visible by it.

    A front that the action's own event has told is not told again. After a recall or a sort, whether another back is on
    top now would tell what was hidden below it.
    """
    match news:
        case [events.Recalled() | events.GaveBack() | events.Sorted(), *_]:
            return [*news, *(event for event in disclosures if not isinstance(event, events.CameOut))]
        case [events.Uncovered(what=front)]:
            return [*news, *_drop_front(front, disclosures)]
    return [*news, *disclosures]


def _drop_front(front: str, disclosures: list[Event]) -> Iterator[Event]:
    for event in disclosures:
        if not isinstance(event, events.Shown):
            yield event
        elif remaining := _remove_front(event.faces, front):
            yield events.Shown(remaining)


def _remove_front(faces: tuple[str, ...], front: str) -> tuple[str, ...]:
    index = faces.index(front)
    return faces[:index] + faces[index + 1 :]


def is_opened(table: Tabletop, piece: int) -> bool:
    """True if this line made the front of a piece visible to all."""
    everyone = all_viewers(table.seats)
    return find_viewers(table, piece) == everyone and not find_previous_viewers(table, piece) >> table.seats & 1


def was_secret(table: Tabletop, piece: int) -> bool:
    """True if the front of a piece told more than its back or its old stack.

    An example of such a stack is a bowl. A piece that leaves a hand or a bag was secret, whatever its back says.
    """
    old_state = table.old_piece(piece)
    holder = table.holders.get(old_state.home) if isinstance(old_state.home, str) else None
    kind, _ = table.box.pieces[old_state.thing_index]
    return (holder is not None and holder.secret != "open") or not table.box.backs_reveal[kind]


def find_disclosures(table: Tabletop) -> tuple[list[Event], int]:
    """Return events of what became visible by this line, and who learned a secret.

    The events are for all and for single seats; the seats are a bit each.
    """
    everyone = all_viewers(table.seats)
    public_fronts, private_fronts = list[str](), dict[int, list[str]]()
    informed = 0
    for piece in sorted(table.touched_pieces()):
        current_viewers = find_viewers(table, piece)
        new_viewers = current_viewers & ~find_previous_viewers(table, piece)
        informed |= new_viewers if was_secret(table, piece) else 0
        if current_viewers == everyone:
            if new_viewers >> table.seats & 1:
                public_fronts.append(table.front_name(piece))
            continue
        for seat in range(table.seats):
            if new_viewers >> seat & 1:
                private_fronts.setdefault(seat, []).append(table.front_name(piece))
    new_outside = [
        piece for piece in sorted(table.touched_pieces()) if is_outside(table, piece) and not was_outside(table, piece)
    ]
    result: list[Event] = (
        [events.CameOut(tuple(outside_name(table, piece) for piece in new_outside))] if new_outside else []
    )
    if public_fronts:
        result.append(events.Shown(tuple(public_fronts)))
    result += [events.Saw(seat, tuple(words), visible_to=(seat,)) for seat, words in sorted(private_fronts.items())]
    return result, informed
