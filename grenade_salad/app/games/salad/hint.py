"""Hints drawn: as a preview on the mat, or as a small map under the cover."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.salad import words
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import EMBER, EMBER_DARK, INK, MAT, PAPER, seat_colour
from grenade_salad.core import Action
from grenade_salad.games.salad.actions import ThrowAway
from grenade_salad.games.salad.aim import Abilities, Aim, Preview
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, m

_MIN_CUBE_WIDTH, _EDGE = 8.0, 2.0
"""Minimum width of a soldier on the small map, and width of its edge, in units."""
# Translators: what a machine would do
_ACTION_WORDS = {
    "drop": m("Drop the soldiers"),
    "keep": m("Keep this drop"),
    "end": m("End the turn"),
    "move": m("Move a soldier"),
    "pass": m("Pass"),
}


def preview_hint(action: Action, view: SaladView, names: Sequence[str], reader: int | None) -> Preview | None:
    """Return the preview of an action; None if it has nothing to show on the mat."""
    intent = words.reconstruct_intent(action)
    if intent is None or action.seat is None:
        return None
    return Aim(view, action.seat, names, lambda _: None, Abilities(), reader).preview(intent)


def describe_hint(action: Action, view: SaladView, names: Sequence[str], seat: int) -> Message:
    """Return the action and its effect in words, as the seat may know them."""
    if isinstance(action, ThrowAway):
        # Translators: what a machine would do
        return m("Throw {card} away", card=CARDS[action.card].name)
    action_words = m("Play {card}", card=CARDS[action.do].name) if action.do in CARDS else _ACTION_WORDS[action.do]
    preview = preview_hint(action, view, names, seat)
    effect = preview.effect if preview is not None else ""
    if not effect:
        return action_words
    return m("{what}: {says}", context="an action, and what it would do", what=action_words, says=effect)


def draw_map(canvas: Canvas, box: Rect, view: SaladView, preview: Preview, width: float) -> None:
    """Draw the table as large as the box allows, with the soldiers and a preview.

    `width` is a cube's in mm.
    """
    table_width, table_height = view.options.table
    scale = min(box.width / table_width, box.height / table_height)
    mat = Rect(0, 0, table_width * scale, table_height * scale)
    mat.center = box.center
    canvas.fill(mat, MAT, 6)

    def to_box(point: Point) -> Point:
        return mat.x + point[0] * scale, mat.y + point[1] * scale

    def draw_cube(centre: Point, angle: float, seat: int, edge: tuple[int, int, int]) -> None:
        x, y = to_box(centre)
        half = max(_MIN_CUBE_WIDTH, width * scale) / 2
        for reach, colour in ((half + _EDGE, edge), (half, seat_colour(seat))):
            directions = [angle + pi / 4 + corner * pi / 2 for corner in range(4)]
            diagonal = reach * sqrt(2)
            canvas.polygon([(x + diagonal * cos(d), y + diagonal * sin(d)) for d in directions], colour)

    if preview.ring is not None:
        canvas.circle(to_box(preview.ring[0]), preview.ring[1] * scale, INK, 2)
    if preview.blast is not None:
        middle, reach = to_box(preview.blast.centre), preview.blast.reach * scale
        if preview.blast.is_square:
            canvas.frame(square_around(middle, reach), EMBER_DARK, 2)
        else:
            canvas.circle(middle, reach, EMBER_DARK, 2)
    for soldier in view.soldiers:
        edge = EMBER if soldier.id in preview.victims else INK
        draw_cube((soldier.x, soldier.y), soldier.angle, soldier.seat, edge)
    if preview.line is not None:
        canvas.line(to_box(preview.line.start), to_box(preview.line.end), INK, 3)
    if preview.ghost is not None:
        ghost = preview.ghost
        if preview.ring is not None:
            canvas.line(to_box(preview.ring[0]), to_box((ghost.x, ghost.y)), INK, 3)
        draw_cube((ghost.x, ghost.y), ghost.angle, ghost.seat, PAPER)
