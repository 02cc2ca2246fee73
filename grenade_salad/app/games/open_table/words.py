"""The open table in words: short lines in the panels, and all of it for those who hear it, holders first."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.open_table.desk import Desk
from grenade_salad.app.games.open_table.ground_picture import title_of
from grenade_salad.app.games.open_table.lying import Lying, hand_name, kind_of
from grenade_salad.app.games.open_table.pictures import words_of
from grenade_salad.app.games.open_table.render import name_of
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.games.open_table.words import called
from grenade_salad.text import Words, m, say

MOST = 40
"""Lines of loose pieces at most."""


def facts_of(view: TableView, seats: int, seat: int) -> Sequence[Words]:
    """What everybody sees of a seat: how many it holds, and its counters."""
    found: list[Words] = []
    name = hand_name(view, seats, seat)
    seen = view.holder(name) if name else None
    if seen is not None:
        found.append(m("{n} in hand", n=seen.count))
    for counter, value in view.counters.items():
        title, _, number = counter.rpartition(" ")
        if title and number == str(seat):
            found.append(m("{what}: {n}", what=called(title), n=value))
    return found


def table_lines(desk: Desk) -> Sequence[str]:
    """Holders first, then what lies loose, from the upper left to the lower right."""
    lines = []
    for area in desk.areas:
        inside = [one for one in desk.things if one.holder == area.holder.name and not one.bag]
        title, number = title_of(desk, area), area.seen.count
        if inside and not inside[-1].back:
            top = name_of(desk, inside[-1])
            # Translators: for those who hear the table: a place, how many lie there, and what is on top
            lines.append(say(m("{place}: {n}, top {what}", place=title, n=number, what=top)))
        else:
            lines.append(say(m("{place}: {n}", place=title, n=number)))
    loose = [one for one in desk.things if one.holder is None and one.shape != "board"]
    for one in sorted(loose, key=_reading)[:MOST]:
        lines.append(say(_line(desk, one)))
    return lines


def _reading(one: Lying) -> tuple[int, float]:
    return -round(one.at[1] / 40), one.at[0]


def _line(desk: Desk, one: Lying) -> Words:
    if one.stack:
        # Translators: for those who hear the table
        return m("a stack of {n}, on top {what}", n=one.count, what=name_of(desk, one))
    return m("{what}, face down", what=name_of(desk, one)) if one.back else name_of(desk, one)


def hand_lines(desk: Desk, seat: int) -> Sequence[str]:
    """The hand of a seat, for its own ears."""
    view = desk.table.match.state.view(seat)
    assert isinstance(view, TableView)
    seen = view.holder(hand_name(view, desk.seats, seat))
    faces: tuple[Face, ...] = seen.inside if seen is not None and isinstance(seen.inside, tuple) else ()
    kinds = [(kind_of(view.box, face), face) for face in faces]
    return [say(called(words_of(kind, face))) for kind, face in kinds if kind is not None]
