"""How things came to lie as they do on the open table, for pages: the way of each as few points, and what is heard.

It is the film of the window (films/slide_film.py), worked out from what everybody sees, and thinned: between two
points the page goes straight, which is never farther off than `_TOLERANCE`. Where something turns in a moment is a
point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from grenade_salad.core import Action, Chance, View
from grenade_salad.films.slide_film import Film, make_film
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.physics import snapshot_view
from grenade_salad.games.open_table.view import TableView
from grenade_salad.games.physics.sliding import FRAME, Frames
from grenade_salad.sheets.animations import Animation, follow_path

_TOLERANCE = 1.0
"""mm that a thing on a page may be beside its way."""
_TURN_RADIUS = 20.0
"""mm from its middle at which a turn counts as so far."""
_MIN_MOTION = 0.5
"""mm and mm of a turn that are no way."""
_MAX_PIECES = 30
"""Pieces that are seen on their way; the others are simply there."""
_POCKET_SECONDS = 0.35
"""Seconds in which what a pocket took is laid to the others that it has."""
_MAX_IMPACTS = 12
"""Hits that are heard, the hardest of all."""
_MIN_IMPULSE = 80.0
"""g mm/s of one that is heard."""


def follow_paths(
    animations: Sequence[Animation], old_view: View, action: Action, rest: Chance, rng: Random
) -> Sequence[Animation]:
    """The beats of a step, if they are of a flick, a push or a roll with ways in place of straight lines.

    What a pocket took goes to the others in it when the film has ended.
    """
    assert isinstance(old_view, TableView)
    if not isinstance(action, (actions.Flick, actions.Push, actions.Roll)) or not isinstance(rest, actions.Rest):
        return animations
    slide = make_film(snapshot_view(old_view, len(old_view.looks)), action, rest, old_view.options.steady, rng)
    if slide is None:
        return animations
    path_animations = dict(_animate_paths(slide))
    other_animations = [
        animation
        for animation in animations
        if animation.do != "glide" or animation.facts["key"] not in path_animations
    ]
    pocketed = [
        beat for beat in animations if (key := beat.facts.get("key")) in path_animations and key in slide.pocket_frames
    ]
    pocket_animations = [replace(beat, delay=slide.seconds, seconds=_POCKET_SECONDS) for beat in pocketed]
    return [*other_animations, *path_animations.values(), *_sound_impacts(slide), *pocket_animations]


def _animate_paths(slide: Film) -> Iterator[tuple[int, Animation]]:
    """The ways of what moves farthest, by what it is."""
    distances = np.abs(np.diff(slide.frames[:, :, :2], axis=0)).sum(axis=(0, 2))
    for row in np.argsort(-distances)[:_MAX_PIECES].tolist():
        path = slide.frames[:, row].copy()
        path[:, 2] *= _TURN_RADIUS
        if np.abs(path - path[0]).max() < _MIN_MOTION:
            continue
        keys = [_make_keyframe(slide, frame, row) for frame in _thin_path(path)]
        yield slide.ids[row], follow_path(slide.ids[row], keys, slide.seconds)


def _make_keyframe(slide: Film, frame: int, row: int) -> list[float]:
    """ms, x, y and angle in a frame."""
    x, y, angle = slide.frames[frame, row].tolist()
    return [round(frame * FRAME * slide.slowdown * 1000), round(x, 1), round(y, 1), round(angle, 3)]


def _thin_path(path: Frames) -> list[int]:
    """The frames that are enough: all others lie within `_TOLERANCE` of a straight way from one to the next."""
    kept_frames, spans = {0, len(path) - 1}, [(0, len(path) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        shares = np.arange(1, last - first)[:, None] / (last - first)
        deviation = np.abs(path[first + 1 : last] - path[first] - (path[last] - path[first]) * shares).max(axis=1)
        if deviation.max() > _TOLERANCE:
            middle = first + 1 + int(deviation.argmax())
            kept_frames.add(middle)
            spans += [(first, middle), (middle, last)]
    return sorted(kept_frames)


def _sound_impacts(slide: Film) -> Iterator[Animation]:
    loudest = sorted(
        (impact for impact in slide.hits if impact.impulse >= _MIN_IMPULSE), key=lambda impact: -impact.impulse
    )[:_MAX_IMPACTS]
    for hit in loudest:
        yield Animation("sound", hit.time * slide.slowdown, 0.1, "clack")
