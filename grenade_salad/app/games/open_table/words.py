"""The open table in words: facts for panels, and lines for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.open_table import accessible_board
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.games.open_table.placed_pieces import find_hand_name
from grenade_salad.games.open_table.view import TableView
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.text import Words, m, say

MAX_LINES = 40
"""Maximum number of lines."""


def seat_facts(view: TableView, seats: int, seat: int) -> Sequence[Words]:
    """Return what everybody sees of a seat: the size of its hand, and its counters."""
    facts: list[Words] = []
    name = find_hand_name(view, seats, seat)
    holder = view.holder(name) if name else None
    if holder is not None:
        facts.append(m("{n} in hand", n=holder.count))
    for name, (counter, owner) in view.box.counter_owners(seats).items():
        if owner == seat:
            facts.append(m("{what}: {n}", what=translate_word(counter.name), n=view.counters[name]))
    return facts


def table_lines(desk: TableInteraction) -> Sequence[str]:
    """Return lines for holders, then loose pieces, from top left to bottom right."""
    return [say(line, begin=True) for line in accessible_board.describe_lines(desk, MAX_LINES)]


def hand_lines(desk: TableInteraction, seat: int) -> Sequence[str]:
    """Return lines for the hand of a seat, for that seat alone."""
    view = desk.table.match.state.view(seat)
    assert isinstance(view, TableView)
    faces = desk.hand_faces(view, find_hand_name(view, desk.seats, seat))
    return [say(accessible_board.describe_front(desk, face), begin=True) for face in faces]
