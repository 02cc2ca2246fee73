"""The number on a stack and the name that somebody gave it: where they are, how they look, what dragging does."""

from __future__ import annotations

from grenade_salad.app.games.open_table.hits import is_on
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.messages import draw_tip
from grenade_salad.app.ui.theme import INK, PAPER, SMALL
from grenade_salad.games.open_table.placed_pieces import Key, Lying, upright
from grenade_salad.text import m

_HIGH, _DIGIT = 24.0, 9.0
_LEAST = 20.0
"""Units that a bag must be wide for its number."""
_SMALL = 54.0
"""Units below which a stack is small beside its number."""


def shown(one: Lying, wide: float) -> bool:
    """Whether a number is on what is so many units wide."""
    return one.stack and not (one.bag and wide < _LEAST)


def box_of(desk: Desk, one: Lying) -> Rect:
    """Over the upper right corner of a stack."""
    x, y = desk.camera.to_screen(one.at)
    half = one.size[0] * desk.camera.scale / 2, one.size[1] * desk.camera.scale / 2
    return _around((x + half[0] - 3, y - half[1] + 3), one.count)


def _around(at: Point, count: int) -> Rect:
    """As wide as the digits want."""
    wide = _HIGH + _DIGIT * (len(str(count)) - 1)
    return Rect(at[0] - wide / 2, at[1] - _HIGH / 2, wide, _HIGH)


def badge_at(desk: Desk, at: Point) -> Key:
    """The stack whose number is at a point of the screen; "" if none is. On a small one the number covers so much that
    only what lies outside of the stack counts."""
    if not desk.camera.rect.collidepoint(at):
        return ""
    scale = desk.camera.scale
    for one in reversed(desk.things):
        if shown(one, one.size[0] * scale) and box_of(desk, one).collidepoint(at):
            small = min(one.size) * scale < _SMALL
            return "" if small and is_on(desk, one, at) else one.key
    return ""


def draw_badge(canvas: Canvas, count: int, at: Point) -> None:
    """How many there are, always on a stack."""
    box = _around(at, count)
    canvas.fill(box.inflate(3, 3), INK, 13)
    canvas.fill(box, PAPER, 12)
    canvas.text(str(count), box.center, SMALL, INK, bold=True, anchor="center")


def name_box(canvas: Canvas, desk: Desk, one: Lying) -> Rect:
    """Below a stack for whoever reads its name, by so many quarters turned on a flat screen."""
    centre, quarters = desk.camera.to_screen(one.at), desk.faces % 4
    wide, high = min(canvas.width(one.name, SMALL), 180.0) + 12, 22.0
    away = upright(one.size, one.angle)[0 if quarters % 2 else 1] * desk.camera.scale / 2 + 5 + high / 2
    right, low = ((0.0, away), (away, 0.0), (0.0, -away), (-away, 0.0))[quarters]
    box = Rect(0, 0, *((high, wide) if quarters % 2 else (wide, high)))
    box.center = centre[0] + right, centre[1] + low
    return box


def draw_name(canvas: Canvas, desk: Desk, one: Lying) -> None:
    """What somebody calls a stack, on a ground of its own."""
    box = name_box(canvas, desk, one)
    canvas.fill(box, INK, 5, alpha=170)
    with canvas.turned(box, desk.faces % 4) as upright:
        wide = upright.area.width - 8
        upright.text(one.name, upright.area.center, SMALL, PAPER, anchor="center", wide=wide)


def draw_hint(canvas: Canvas, desk: Desk) -> None:
    """While the pointer is on a number and nothing is held: what dragging it does."""
    one = desk.thing(desk.over_badge) if desk.over_badge != "" and not desk.hands else None
    if one is None or one.locked or desk.table.watched or desk.menu is not None:
        return
    # Translators: a tooltip at the number that is on a pile of cards
    words = m("Drag this number: all {n} of them. Drag the pile: only the one on top.", n=one.count)
    draw_tip(canvas, words, box_of(desk, one))
