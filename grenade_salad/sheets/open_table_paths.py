"""How things came to lie as they do on the open table, for pages: the way of each as few points, and what is heard.

It is the film of the window (films/slide_film.py), worked out from what everybody sees, and thinned: between two
points the page goes straight, which is never farther off than `_OFF`. Where something turns in a moment is a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from grenade_salad.core import Action, Chance, View
from grenade_salad.films.slide_film import Film, film
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.physics import seen_scene
from grenade_salad.games.open_table.view import TableView
from grenade_salad.games.physics.sliding import FRAME, Frames
from grenade_salad.sheets.animations import Beat, drive

_OFF = 1.0
"""mm that a thing on a page may be beside its way."""
_ARM = 20.0
"""mm from its middle at which a turn counts as so far."""
_STILL = 0.5
"""mm and mm of a turn that are no way."""
_MOST = 30
"""Pieces that are seen on their way; the others are simply there."""
_ASIDE = 0.35
"""Seconds in which what a pocket took is laid to the others that it has."""
_HEARD = 12
"""Hits that are heard, the hardest of all."""
_LEAST = 80.0
"""g mm/s of one that is heard."""


def filmed(beats: Sequence[Beat], before: View, action: Action, rest: Chance, luck: Random) -> Sequence[Beat]:
    """The beats of a step, if they are of a flick, a push or a roll with ways in place of straight lines.

    What a pocket took goes to the others in it when the film has ended.
    """
    assert isinstance(before, TableView)
    if not isinstance(action, (actions.Flick, actions.Push, actions.Roll)) or not isinstance(rest, actions.Rest):
        return beats
    made = film(seen_scene(before, len(before.looks)), action, rest, before.options.steady, luck)
    if made is None:
        return beats
    ways = dict(_ways(made))
    others = [beat for beat in beats if beat.do != "glide" or beat.facts["key"] not in ways]
    gone = [beat for beat in beats if (key := beat.facts.get("key")) in ways and key in made.gone]
    aside = [replace(beat, at=made.seconds, seconds=_ASIDE) for beat in gone]
    return [*others, *ways.values(), *_heard(made), *aside]


def _ways(made: Film) -> Iterator[tuple[int, Beat]]:
    """The ways of what moves farthest, by what it is."""
    far = np.abs(np.diff(made.frames[:, :, :2], axis=0)).sum(axis=(0, 2))
    for row in np.argsort(-far)[:_MOST].tolist():
        way = made.frames[:, row].copy()
        way[:, 2] *= _ARM
        if np.abs(way - way[0]).max() < _STILL:
            continue
        keys = [_key(made, at, row) for at in _points(way)]
        yield made.ids[row], drive(made.ids[row], keys, made.seconds)


def _key(made: Film, at: int, row: int) -> list[float]:
    """ms, x, y and angle in a frame."""
    x, y, angle = made.frames[at, row].tolist()
    return [round(at * FRAME * made.slow * 1000), round(x, 1), round(y, 1), round(angle, 3)]


def _points(way: Frames) -> list[int]:
    """The frames that are enough: all others lie within `_OFF` of a straight way from one to the next."""
    found, left = {0, len(way) - 1}, [(0, len(way) - 1)]
    while left:
        first, last = left.pop()
        if last - first < 2:
            continue
        shares = np.arange(1, last - first)[:, None] / (last - first)
        off = np.abs(way[first + 1 : last] - way[first] - (way[last] - way[first]) * shares).max(axis=1)
        if off.max() > _OFF:
            middle = first + 1 + int(off.argmax())
            found.add(middle)
            left += [(first, middle), (middle, last)]
    return sorted(found)


def _heard(made: Film) -> Iterator[Beat]:
    loud = sorted((hit for hit in made.hits if hit.impulse >= _LEAST), key=lambda hit: -hit.impulse)[:_HEARD]
    for hit in loud:
        yield Beat("sound", hit.time * made.slow, 0.1, "clack")
