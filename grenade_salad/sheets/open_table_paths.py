"""Paths of sliding pieces on the open table, for web pages, with sounds.

A path is as few points as possible.

They come from the film of the window (films/slide_film.py), computed from what everybody sees, and thinned: between two
points the page moves a piece straight, never more than `_TOLERANCE` beside its path. Abrupt turns are points.
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
"""Maximum distance in mm of a piece on a page from its path."""
_TURN_RADIUS = 20.0
"""Distance in mm from the middle of a piece at which a turn counts as motion."""
_MIN_MOTION = 0.5
"""Motion, in mm and mm of a turn, below which a piece has no path."""
_MAX_PIECES = 30
"""Maximum number of pieces shown on their paths; others just appear in place."""
_POCKET_SECONDS = 0.35
"""Seconds in which a pocketed piece is laid to the others of its pocket."""
_MAX_IMPACTS = 12
"""Maximum number of impacts heard: the hardest ones."""
_MIN_IMPULSE = 80.0
"""Minimum impulse in g mm/s of an impact that is heard."""


def follow_paths(
    animations: Sequence[Animation], old_view: View, action: Action, rest: Chance, rng: Random
) -> Sequence[Animation]:
    """Replace straight lines by paths if a step is a flick, a push or a roll.

    Pocketed pieces are moved to the others of their pocket when the film has ended.
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
    """Yield the piece ids and animations of the pieces that move farthest."""
    distances = np.abs(np.diff(slide.frames[:, :, :2], axis=0)).sum(axis=(0, 2))
    for row in np.argsort(-distances)[:_MAX_PIECES].tolist():
        path = slide.frames[:, row].copy()
        path[:, 2] *= _TURN_RADIUS
        if np.abs(path - path[0]).max() < _MIN_MOTION:
            continue
        keys = [_make_keyframe(slide, frame, row) for frame in _thin_path(path)]
        yield slide.ids[row], follow_path(slide.ids[row], keys, slide.seconds)


def _make_keyframe(slide: Film, frame: int, row: int) -> list[float]:
    """Return ms, x, y and angle of a row in a frame."""
    x, y, angle = slide.frames[frame, row].tolist()
    return [round(frame * FRAME * slide.slowdown * 1000), round(x, 1), round(y, 1), round(angle, 3)]


def _thin_path(path: Frames) -> list[int]:
    """Return the frames that are needed to stay within `_TOLERANCE` of the path."""
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
