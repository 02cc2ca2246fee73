"""Animations of Grenade Salad: the drop, soldiers, cards and explosions."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, tau

from grenade_salad.core import Event, Json, View
from grenade_salad.films.drop_film import Film, make_film
from grenade_salad.films.drop_path import FPS, Path
from grenade_salad.films.rotation import heading
from grenade_salad.games.salad import events
from grenade_salad.games.salad.pieces import DROPPED_EACH, Pose, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.sheets.animations import (
    Animation,
    animate_in_turn,
    blast,
    fly,
    place,
    remove,
    seat_spot,
    shot,
    show_card,
    slide,
)

_BACK = "salad/back"
_FRAMES_PER_KEY = 8
"""Frames of the film between two keyframes of a path through the air."""
_MIN_IMPACT = 0.35
"""Minimum strength, 0 to 1, of an impact that has a sound."""
_MAX_SOUNDS = 12
"""Maximum number of impacts heard: the hardest ones."""


def animate(step_events: Sequence[Event], old_view: View, new_view: View) -> Sequence[Animation]:
    """Return the animations of a step, one after another."""
    assert isinstance(old_view, SaladView)
    assert isinstance(new_view, SaladView)
    return animate_in_turn(step_events, lambda event, delay: _animate_event(event, old_view, new_view, delay), 0.7)


def _animate_event(event: Event, old_view: SaladView, new_view: SaladView, delay: float) -> list[Animation]:
    soldiers_by_id = {any_soldier.id: any_soldier for any_soldier in (*new_view.soldiers, *old_view.soldiers)}
    match event:
        case events.Dropped():
            owners = {
                soldier_id: soldier_id // DROPPED_EACH for soldier_id in range(DROPPED_EACH * len(new_view.hands))
            }
            return _animate_drop((), owners, event.height, new_view, delay)
        case events.Landed():
            standing = {old_soldier.id for old_soldier in old_view.soldiers}
            falling = {
                fallen_id: event.seat for fallen_id in (*event.soldiers, *event.lost) if fallen_id not in standing
            }
            return _animate_drop(
                old_view.soldiers, falling, old_view.measures().default_height(len(new_view.hands)), new_view, delay
            )
        case events.Drew():
            return [fly(_BACK, "middle", seat_spot(event.seat), delay + 0.1 * n, "draw") for n in range(event.number)]
        case events.Moved():
            return [slide(event.soldier, *event.to, event.angle, delay)]
        case events.Placed():
            card = show_card("salad/pointer", seat_spot(event.seat), delay)
            return [card, place(event.soldier, event.seat, *event.to, event.angle, delay + 0.7)]
        case events.Tossed():
            return [show_card("salad/circles", seat_spot(event.seat), delay)]
        case events.Struck():
            start, end = soldiers_by_id[event.soldier], soldiers_by_id[event.target]
            sound = "shot" if event.card == "arrow" else "blow"
            card = show_card(f"salad/{event.card}", seat_spot(event.seat), delay)
            return [card, shot((start.x, start.y), (end.x, end.y), delay + 0.8, sound)]
        case events.Threw():
            card = show_card("salad/explosion", seat_spot(event.seat), delay)
            return [card, blast(event.at, old_view.measures().blast_radius, delay + 1.05)]
        case events.MineWentOff():
            card = show_card("salad/footpath", seat_spot(event.seat), delay, "mine_click")
            return [card, blast(event.at, old_view.measures().blast_radius, delay + 1.05)]
        case events.Killed(soldiers=dead) if dead:
            return [remove([soldier for soldier, _ in dead], event.by, delay)]
    return []


def _animate_drop(
    standing: Sequence[Soldier], falling: dict[int, int], height: float, new_view: SaladView, delay: float
) -> list[Animation]:
    """Return the film of a drop, made only from what everybody sees.

    Its random numbers are independent of the match's.
    """
    rests = tuple(Pose(landed.id, landed.x, landed.y, landed.angle) for landed in new_view.soldiers)
    film_seed = round(sum(pose.x + pose.y for pose in rests) * 100)
    drop = make_film(new_view.measures(), standing, tuple(falling), height, rests, 0, film_seed)
    owners = {**falling, **{standing_soldier.id: standing_soldier.seat for standing_soldier in standing}}
    pieces: list[Json] = [
        {"id": soldier, "seat": owners[soldier], "lost": soldier in drop.lost, "keys": _encode_keyframes(drop, column)}
        for column, soldier in enumerate(drop.ids)
    ]
    loudest = sorted(
        (candidate for candidate in drop.impacts if candidate.strength > _MIN_IMPACT),
        key=lambda candidate: -candidate.strength,
    )[:_MAX_SOUNDS]
    sounds = [Animation("sound", delay + impact.time, 0.0, "clack") for impact in sorted(loudest)]
    facts: dict[str, Json] = {"pieces": pieces, "fps": FPS, "fresh": not standing}
    return [Animation("fall", delay, drop.seconds, "rattle", facts), *sounds]


def _encode_keyframes(drop: Film, column: int) -> list[Json]:
    """Return the keyframes of one cube: frame, x, y, z and angle each.

    Lengths are in tenths of a mm, angles in hundredths of radians; the first keyframe is complete, the others are
    differences.
    """
    path, last = drop.paths[column], len(drop.positions) - 1
    frames = sorted({*_key_frames(path, last), last})
    deltas: list[Json] = []
    previous = (0, 0, 0, 0, 0)
    angle = 0.0
    final_poses = {pose.id: pose for pose in drop.poses_at(drop.seconds)}
    for frame in frames:
        x, y, z = drop.positions[frame].tolist()[column]
        heading_now = (
            final_poses[drop.ids[column]].angle
            if frame == last and drop.ids[column] in final_poses
            else _heading_at(path, frame)
        )
        angle = _unwrap_angle(heading_now, angle) if deltas else heading_now
        current = (frame, round(x * 10), round(y * 10), round(z * 10), round(angle * 100))
        deltas += [value - previous_value for value, previous_value in zip(current, previous, strict=True)]
        previous = current
    return deltas


def _key_frames(path: Path, last: int) -> list[int]:
    """Return the frames of a path's keyframes: its impacts, and some between them."""
    frames = [min(last, ceil(path.start * FPS))]
    for segment in path.segments:
        begin, end = ceil(segment.start * FPS), int(segment.end * FPS)
        pieces = max(2, (end - begin) // _FRAMES_PER_KEY) if segment.kind != "slam" else 1
        frames += [min(last, begin + (end - begin) * part // pieces) for part in range(pieces + 1)]
    return [frame for frame in frames if frame >= frames[0]]


def _heading_at(path: Path, frame: int) -> float:
    time = frame / FPS
    return path.angle if time >= path.end else heading(path.rotation_at(time))


def _unwrap_angle(angle: float, reference: float) -> float:
    """Return the angle with full turns added, so that it is next to the reference."""
    return angle + round((reference - angle) / tau) * tau
