"""What moves at the open table: cards that are dealt and drawn, pieces that go elsewhere, dice, who won.

Where things go is read from what everybody sees before and after; what is not seen has its back up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grenade_salad.core import Event, View
from grenade_salad.games.open_table import events
from grenade_salad.games.open_table.faces import back_picture
from grenade_salad.games.open_table.lying import Key, Lying, things
from grenade_salad.games.open_table.view import TableView
from grenade_salad.games.open_table.words import Spot
from grenade_salad.phone.show import Beat, call, fly, seat_spot
from grenade_salad.phone.show import Spot as Place
from grenade_salad.phone.words import art

_MOST = 30
"""Pieces that are seen moving at once; the others are simply there."""
_SOUNDS = {events.Shuffled: "shuffle", events.Rolled: "die_roll", events.Flipped: "flip", events.Shot: "clack"}


def show(happened: Sequence[Event], before: View, after: View) -> Sequence[Beat]:
    """The beats of a step."""
    assert isinstance(before, TableView)
    assert isinstance(after, TableView)
    beats = [Beat("sound", 0.0, 0.1, sound) for event in happened if (sound := _SOUNDS.get(type(event)))]
    for event in happened:
        if isinstance(event, events.Dealt):
            beats += _dealt(event, before)
        elif isinstance(event, events.Finished) and event.won:
            beats.append(call(event.message(), event.won[0], 0.0, "win"))
        elif isinstance(event, events.Moved):
            beats += _moved(event, before, after)
    return beats + list(_glides(before, after))


def _dealt(event: events.Dealt, before: TableView) -> Iterator[Beat]:
    """Round by round, as one deals."""
    start, done = _place(event.of, before), 0
    for turn in range(max(event.each, default=0)):
        for to, many in zip(event.to, event.each, strict=True):
            if turn < many and done < _MOST:
                yield fly(_back(before), start, _place(to, before), 0.06 * done)
                done += 1


def _moved(event: events.Moved, before: TableView, after: TableView) -> Iterator[Beat]:
    """What came out of somewhere, or went in: it has no number on one of the two sides."""
    was, now = _lying(before), _lying(after)
    came, went = (
        [one for key, one in now.items() if key not in was],
        [one for key, one in was.items() if key not in now],
    )
    start: Place = _place(event.of, before) if event.of.kind != "table" or not went else went[0].at
    end: Place = _place(event.to, after) if event.to.kind != "table" or not came else came[0].at
    if event.of != event.to and start != end and not (event.of.kind == event.to.kind == "table"):
        yield fly(_back(before), start, end, 0.0, "draw" if event.to.kind == "hand" else "card")


def _glides(before: TableView, after: TableView) -> Iterator[Beat]:
    """What lies elsewhere than before and can be followed."""
    was, now = _lying(before), _lying(after)
    moved = [one for key, one in now.items() if key in was and was[key].at != one.at]
    for one in moved[:_MOST]:
        x, y = one.at
        yield Beat("glide", 0.0, 0.5, "put", {"key": one.key, "x": round(x, 1), "y": round(y, 1), "angle": one.angle})


def _lying(view: TableView) -> dict[Key, Lying]:
    return {one.key: one for one in things(view, len(view.looks)) if isinstance(one.key, int)}


def _place(spot: Spot, view: TableView) -> Place:
    """Where that is on the page of the table."""
    if spot.kind == "hand" and spot.seat is not None:
        return seat_spot(spot.seat)
    for holder in view.holders:
        found = view.box.holders_for(len(view.looks))[holder.name]
        if spot.kind in ("holder", "hand") and (found.title or found.name) == spot.title and found.seat == spot.seat:
            return f"area {holder.name}"
    return "middle"


def _back(view: TableView) -> str:
    """The back of what is dealt; most boxes have one."""
    for kind in view.box.kinds:
        found = back_picture(kind)
        if found is not None and not found.of_box and found.path.startswith("cards/"):
            return found.path.removeprefix("cards/").removesuffix(".svg")
    return art(None)
