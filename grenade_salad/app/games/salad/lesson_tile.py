"""The tile on the cloth with which the lesson shows how distances are measured."""

from __future__ import annotations

from math import cos, dist, sin, tau

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.theme import INK, PAPER, SMALL
from grenade_salad.games.salad.pieces import Measures, Point, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import m, say

_DIRECTION_COUNT = 24
"""Directions in which a place is looked for."""
_AWAY = 0.75
"""Distance of its middle from the soldier, in tile widths."""
_OPACITY = 110
"""Opacity of the tile, of 255."""


def find_nearest_pair(view: SaladView, seat: int | None) -> tuple[Soldier, Soldier] | None:
    """Return the seat's soldier and the rival that are nearest to each other."""
    own_soldiers = [soldier for soldier in view.soldiers if soldier.seat == seat]
    rivals = [soldier for soldier in view.soldiers if soldier.seat != seat]
    pairs = [(soldier, rival) for soldier in own_soldiers for rival in rivals]
    return min(pairs, key=lambda pair: dist((pair[0].x, pair[0].y), (pair[1].x, pair[1].y)), default=None)


def find_tile_place(view: SaladView, seat: int | None, measures: Measures) -> Point | None:
    """Return the middle of a free place for the tile, in mm; None if there is none.

    It is beside the soldier that the lesson moves, and away from its prey.
    """
    pair = find_nearest_pair(view, seat)
    if pair is None:
        return None
    (mover, prey), half, away = pair, measures.tile / 2, measures.tile * _AWAY + measures.cube
    angles = [tau * index / _DIRECTION_COUNT for index in range(_DIRECTION_COUNT)]
    places = [(mover.x + away * cos(angle), mover.y + away * sin(angle)) for angle in angles]
    places.sort(key=lambda place: -dist(place, (prey.x, prey.y)))
    return next((place for place in places if _is_free(place, half, view, measures)), None)


def _is_free(place: Point, half: float, view: SaladView, measures: Measures) -> bool:
    """True if a square of twice `half` is on the table, and over no soldier."""
    is_inside = all(half <= place[side] <= measures.table[side] - half for side in (0, 1))
    space = half + measures.cube
    return is_inside and not any(
        abs(soldier.x - place[0]) < space and abs(soldier.y - place[1]) < space for soldier in view.soldiers
    )


def draw_tile(canvas: Canvas, camera: Camera, place: Point, tile: float) -> None:
    """Draw the tile of a side of `tile` mm, with its name."""
    box = square_around(camera.to_screen(place), tile / 2 * camera.scale)
    canvas.fill(box, PAPER, 3, alpha=_OPACITY)
    canvas.frame(box, INK, 2, 3)
    canvas.text(say(m("one tile"), begin=True), box.center, SMALL, INK, bold=True, anchor="center")
