"""The open table in words: short lines in the panels, and all of it for those who hear it, holders first."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.open_table import accessible_board
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.games.open_table.placed_pieces import hand_name
from grenade_salad.games.open_table.view import TableView
from grenade_salad.games.open_table.words import called
from grenade_salad.text import Words, m, say

MOST = 40
"""Lines at most."""


def facts_of(view: TableView, seats: int, seat: int) -> Sequence[Words]:
    """What everybody sees of a seat: how many it holds, and its counters."""
    found: list[Words] = []
    name = hand_name(view, seats, seat)
    seen = view.holder(name) if name else None
    if seen is not None:
        found.append(m("{n} in hand", n=seen.count))
    for name, (counter, owner) in view.box.counter_owners(seats).items():
        if owner == seat:
            found.append(m("{what}: {n}", what=called(counter.name), n=view.counters[name]))
    return found


def table_lines(desk: Desk) -> Sequence[str]:
    """Holders first, then what lies loose, from the upper left to the lower right."""
    return [say(line, begin=True) for line in accessible_board.lines(desk, MOST)]


def hand_lines(desk: Desk, seat: int) -> Sequence[str]:
    """The hand of a seat, for its own ears."""
    view = desk.table.match.state.view(seat)
    assert isinstance(view, TableView)
    faces = desk.faces_for(view, hand_name(view, desk.seats, seat))
    return [say(accessible_board.front_words(desk, face), begin=True) for face in faces]
