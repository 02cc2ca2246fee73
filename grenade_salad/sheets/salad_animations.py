"""What moves at Grenade Salad: the drop as it falls, soldiers that are put, moved, hit and taken, cards and blasts."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, tau

from grenade_salad.core import Event, Json, View
from grenade_salad.films.drop_film import Film, film
from grenade_salad.films.drop_path import FPS, Way
from grenade_salad.films.rotation import heading
from grenade_salad.games.salad import events
from grenade_salad.games.salad.pieces import DROPPED_EACH, Pose, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.sheets.animations import Beat, blast, fly, gone, held, put, seat_spot, shot, slide

_BACK = "salad/back"
_OFTEN = 8
"""Frames of the film between two points of a way that goes through the air."""
_HARD = 0.35
"""How hard a cube must hit for a sound of its own, 0 to 1."""
_MOST_SOUNDS = 12


def show(happened: Sequence[Event], before: View, after: View) -> Sequence[Beat]:
    """The beats of a step, one after another."""
    assert isinstance(before, SaladView)
    assert isinstance(after, SaladView)
    beats: list[Beat] = []
    at = 0.0
    for event in happened:
        new = _beats(event, before, after, at)
        beats += new
        at = max((beat.at + beat.seconds * 0.7 for beat in new), default=at)
    return beats


def _beats(event: Event, before: SaladView, after: SaladView, at: float) -> list[Beat]:
    where = {one.id: one for one in (*after.soldiers, *before.soldiers)}
    match event:
        case events.Dropped():
            owners = {number: number // DROPPED_EACH for number in range(DROPPED_EACH * len(after.hands))}
            return _fall((), owners, event.height, after, at)
        case events.Landed():
            stood = {one.id for one in before.soldiers}
            falling = {one: event.seat for one in (*event.soldiers, *event.lost) if one not in stood}
            return _fall(before.soldiers, falling, before.measures().default_height(len(after.hands)), after, at)
        case events.Drew():
            return [fly(_BACK, "middle", seat_spot(event.seat), at + 0.1 * n, "draw") for n in range(event.number)]
        case events.Moved():
            return [slide(event.soldier, *event.to, event.angle, at)]
        case events.Placed():
            card = held("salad/pointer", seat_spot(event.seat), at)
            return [card, put(event.soldier, event.seat, *event.to, event.angle, at + 0.7)]
        case events.Tossed():
            return [held("salad/circles", seat_spot(event.seat), at)]
        case events.Struck():
            start, end = where[event.soldier], where[event.target]
            sound = "shot" if event.card == "arrow" else "blow"
            card = held(f"salad/{event.card}", seat_spot(event.seat), at)
            return [card, shot((start.x, start.y), (end.x, end.y), at + 0.8, sound)]
        case events.Threw():
            card = held("salad/explosion", seat_spot(event.seat), at)
            return [card, blast(event.at, before.measures().blast_radius, at + 1.05)]
        case events.MineWentOff():
            card = held("salad/footpath", seat_spot(event.seat), at, "mine_click")
            return [card, blast(event.at, before.measures().blast_radius, at + 1.05)]
        case events.Killed(soldiers=dead) if dead:
            return [gone([soldier for soldier, _ in dead], event.by, at)]
    return []


def _fall(stood: Sequence[Soldier], falling: dict[int, int], height: float, after: SaladView, at: float) -> list[Beat]:
    """The film of a drop, from what everybody sees alone: its chances have nothing to do with those of the match."""
    rests = tuple(Pose(one.id, one.x, one.y, one.angle) for one in after.soldiers)
    line = round(sum(pose.x + pose.y for pose in rests) * 100)
    made = film(after.measures(), stood, tuple(falling), height, rests, 0, line)
    owners = {**falling, **{one.id: one.seat for one in stood}}
    pieces: list[Json] = [
        {"id": soldier, "seat": owners[soldier], "lost": soldier in made.lost, "keys": _keys(made, column)}
        for column, soldier in enumerate(made.ids)
    ]
    loud = sorted((clack for clack in made.clacks if clack.hard > _HARD), key=lambda clack: -clack.hard)[:_MOST_SOUNDS]
    sounds = [Beat("sound", at + clack.time, 0.0, "clack") for clack in sorted(loud)]
    facts: dict[str, Json] = {"pieces": pieces, "fps": FPS, "fresh": not stood}
    return [Beat("fall", at, made.seconds, "rattle", facts), *sounds]


def _keys(made: Film, column: int) -> list[Json]:
    """Moments of one cube's way, each as frame, x, y, z in tenths of a mm and hundredths of radians; the first in full,
    the others as what has changed."""
    way, last = made.ways[column], len(made.places) - 1
    frames = sorted({*_frames(way, last), last})
    found: list[Json] = []
    was = (0, 0, 0, 0, 0)
    angle = 0.0
    seen = {one.id: one for one in made.at(made.seconds)}
    for frame in frames:
        x, y, z = made.places[frame].tolist()[column]
        turned = seen[made.ids[column]].angle if frame == last and made.ids[column] in seen else _angle(way, frame)
        angle = _near(turned, angle) if found else turned
        now = (frame, round(x * 10), round(y * 10), round(z * 10), round(angle * 100))
        found += [one - other for one, other in zip(now, was, strict=True)]
        was = now
    return found


def _frames(way: Way, last: int) -> list[int]:
    """The frames at which a way is told: its contacts, and some between them."""
    found = [min(last, ceil(way.start * FPS))]
    for leg in way.legs:
        begin, end = ceil(leg.start * FPS), int(leg.end * FPS)
        pieces = max(2, (end - begin) // _OFTEN) if leg.kind != "slam" else 1
        found += [min(last, begin + (end - begin) * part // pieces) for part in range(pieces + 1)]
    return [frame for frame in found if frame >= found[0]]


def _angle(way: Way, frame: int) -> float:
    time = frame / FPS
    return way.angle if time >= way.end else heading(way.turned(time))


def _near(angle: float, other: float) -> float:
    """The angle, as many turns on as brings it next to the other."""
    return angle + round((other - angle) / tau) * tau
