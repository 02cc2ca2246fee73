"""What moves when a line was done: from where to where each piece goes, from the two views and the line alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import pi

from grenade_salad.app.games.open_table import hand_strip
from grenade_salad.app.games.open_table.interaction import Desk, Flight
from grenade_salad.app.ui.inputs import Point
from grenade_salad.core import Action, Chance
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.placed_pieces import HIDDEN, Key, Lying, areas, covers, hand_name, things
from grenade_salad.games.open_table.view import TableView

_STILL = 0.5
"""Units that are no way."""
MOST = 60
"""Pieces that fly at once; of more, only where they are."""
SECONDS = {"rest": 0.9, "came": 0.3}
USUAL = 0.22
_APART, _DEAL = 0.05, 1.3
"""Seconds between two cards that are dealt, and between the first and the last at most."""
_IN_PANEL, _FANNED = 24.0, 15.0
"""How wide cards are that go into a seat's panel, and how far apart, in units."""


def flights(desk: Desk, entry: Action | Chance, after: TableView) -> list[Flight]:
    """All that goes from one place to another; `desk.things` is what lay there before."""
    before = {one.key: one for one in desk.things if isinstance(one.key, int)}
    now = {one.key: one for one in things(after, desk.seats, desk.quarters) if isinstance(one.key, int)}
    laid = desk.landed[0].at if desk.landed else None
    found: list[Flight] = []
    for key, one in now.items():
        was = before.get(key)
        end = desk.camera.to_screen(one.at)
        if was is not None:
            if key in desk.poses:
                was = replace(was, at=desk.poses[key][:2], angle=desk.poses[key][2])
            start = desk.camera.to_screen(was.at)
            if laid is not None and desk.landed[0].what == (key,):
                start = laid
            angles = was.angle, one.angle
        else:
            start = laid or _spot(desk, getattr(entry, "of", "")) or end
            angles = one.angle, one.angle
        if abs(start[0] - end[0]) + abs(start[1] - end[1]) > _STILL:
            found.append(Flight(one if was is None else was, start, end, angles))
    if isinstance(entry, (actions.Move, actions.Deal)):
        found += _into(desk, entry, set(before) - set(now), after)
    return found if len(found) <= MOST else []


def laid(desk: Desk, after: TableView) -> Iterator[tuple[Lying, Lying | None]]:
    """What lies at another place than before, and the board or the piece that it lies on; None: on the cloth."""
    before = {one.key: one for one in desk.things}
    now = things(after, desk.seats, desk.quarters)
    for at, one in enumerate(now):
        was = before.get(one.key)
        if was is None or (was.at, was.face, was.count) != (one.at, one.face, one.count):
            there = [other for other in now[:at] if covers(other, one.at)]
            yield one, there[-1] if there else None


def _into(desk: Desk, entry: actions.Move | actions.Deal, gone: set[int], after: TableView) -> Iterator[Flight]:
    """What goes into hands, stacks and holders flies there with its back up, unless it lay open."""
    if isinstance(entry, actions.Deal):
        yield from _dealt(desk, entry, after)
        return
    if isinstance(entry.to, tuple) or entry.to is None or desk.landed:
        return
    end = _spot(desk, entry.to)
    for key in entry.what:
        one = desk.thing(key)
        if one is not None and key in gone and end is not None:
            yield Flight(one, desk.camera.to_screen(one.at), end, (one.angle, 0.0))
    if entry.of != "":
        yield from _one(desk, entry.of, entry.to)


def _one(desk: Desk, of: Key, to: Key) -> Iterator[Flight]:
    start, back = _spot(desk, of), _back(desk, of)
    goal = _goal(desk, to, 0, 1, back)
    if start is not None and goal is not None and start != goal[0]:
        yield Flight(back, start, goal[0], (0.0, _faces(desk, to)), grows=goal[1])


def _dealt(desk: Desk, entry: actions.Deal, after: TableView) -> Iterator[Flight]:
    """Cards go round, one at a time, and lie where they were dealt until all are."""
    names = [hand_name(after, desk.seats, one) if isinstance(one, int) else one for one in entry.to]
    names = names or [hand_name(after, desk.seats, seat) for seat in range(desk.seats)]
    numbers = [_count(after, name) - _count(desk.view, name) for name in names]
    start, back = _spot(desk, entry.of), _back(desk, entry.of)
    if start is None:
        return
    # Of more than can fly at once the first rounds are seen.
    rounds = min(max(numbers, default=0), max(1, MOST // max(1, len(names))))
    went = [(turn, at) for turn in range(rounds) for at, number in enumerate(numbers) if turn < number]
    whole = seconds(entry, len(went))
    for order, (turn, at) in enumerate(went):
        goal = _goal(desk, names[at], turn, numbers[at], back)
        if goal is not None and start != goal[0]:
            begins = (whole - USUAL) / whole * order / max(1, len(went) - 1)
            angles = (0.0, _faces(desk, names[at]))
            yield Flight(back, start, goal[0], angles, grows=goal[1], begins=begins, ends=begins + USUAL / whole)


def _count(view: TableView, name: str) -> int:
    seen = view.holder(name)
    return 0 if seen is None else seen.count


def _goal(desk: Desk, to: Key, index: int, number: int, back: Lying) -> tuple[Point, float] | None:
    """Where a card comes to lie, the one of that index of so many, and how large: in a hand as it lies there."""
    size = back.size[0] * desk.camera.scale
    for seat, panel in enumerate(desk.table.panels):
        if not (to and hand_name(desk.view, desk.seats, seat) == to):
            continue
        if seat == desk.seat and desk.strip.box.width > 0:
            places = hand_strip.boxes_for(desk, desk.hand_count + number)
            box = places[min(desk.hand_count + index, len(places) - 1)]
            return box.center, (box.width if desk.strip.quarters % 2 == 0 else box.height) / size
        step = min(_FANNED, (panel.rect.width - 2 * _IN_PANEL) / max(1, number - 1))
        left = panel.rect.right - _IN_PANEL - (number - 1) * step
        return (left + index * step, panel.rect.bottom - _IN_PANEL), _IN_PANEL / size
    spot = _spot(desk, to)
    return None if spot is None else (spot, 1.0)


def _faces(desk: Desk, to: Key) -> float:
    """How a card comes to lie in a hand, in radians: as its seat sees it."""
    own = (seat for seat in range(desk.seats) if to and hand_name(desk.view, desk.seats, seat) == to)
    seat = next(own, None)
    return 0.0 if seat is None else desk.quarters[seat] * pi / 2


def _back(desk: Desk, of: Key) -> Lying:
    """A card from there as it is seen by all: its back."""
    one = desk.thing(of)
    kind = one.kind if one is not None else None
    kind = kind or next((found for found in desk.view.box.kinds if found.piece == "card"), None)
    return Lying("", kind, HIDDEN, (0.0, 0.0), (63.0, 88.0) if kind is None else kind.size)


def _spot(desk: Desk, key: Key) -> Point | None:
    """Where a stack or a holder is on the screen; a hand is at its seat's panel, or in the strip."""
    if isinstance(key, int):
        one = desk.thing(key)
        return None if one is None else desk.camera.to_screen(one.at)
    for area in areas(desk.view, desk.seats):
        if area.holder.name == key:
            return desk.camera.to_screen(area.middle)
    for seat, panel in enumerate(desk.table.panels):
        if key and hand_name(desk.view, desk.seats, seat) == key:
            box = desk.strip.box if seat == desk.seat and desk.strip.box.width > 0 else panel.rect
            return box.center
    return None


def share_of(flight: Flight, share: float) -> float:
    """How far it is on its way at that share of the film."""
    return min(1.0, max(0.0, (share - flight.begins) / (flight.ends - flight.begins)))


def seconds(entry: Action | Chance, number: int = 1) -> float:
    """How long so many fly."""
    if isinstance(entry, actions.Deal):
        return USUAL + min(_DEAL, _APART * (number - 1))
    return SECONDS.get(entry.kind, USUAL) if isinstance(entry, Chance) else USUAL
