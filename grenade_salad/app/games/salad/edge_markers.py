"""Soldiers that the camera does not show: marks at the edge of the look with how far out they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from math import hypot
from typing import NamedTuple

from grenade_salad.app.games.salad.mat import Blits, Cube
from grenade_salad.app.ui import text
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import INK, PAPER, PAPER_EDGE, SMALL, seat_colour, seat_ink, seat_mark
from grenade_salad.text import Length, m, say
from grenade_salad.text.say import language

_HIGH = 26.0
_TOGETHER = (60.0, 160.0, float("inf"))
"""Units at the edge within which soldiers of a seat share a mark: the first with which there is room for all."""
_GAP = 4.0


class Mark(NamedTuple):
    """`number` soldiers of a seat, the nearest at a `spot` of the table in mm, `far` mm outside of the look; its box on
    the screen lies at a `side` of the look: 0 left, 1 right, 2 top, 3 bottom."""

    seat: int
    number: int
    spot: Point
    far: float
    side: int
    box: Rect


def outside(camera: Camera, cube: Cube) -> bool:
    """Whether a soldier on the table, or over it, is not in the look."""
    left, low, right, top = camera.bounds
    return cube.z >= 0 and not (left <= cube.x <= right and low <= cube.y <= top)


def marks(camera: Camera, shown: Iterable[Cube], blocked: Sequence[Rect] = ()) -> tuple[Mark, ...]:
    """The marks for all soldiers outside; none covers another, or a box that is blocked, as far as there is room."""
    out = [one for one in shown if outside(camera, one)]
    inside = camera.rect.inflate(-8, -8)
    found = sorted((_mark(camera, inside, cube) for cube in out), key=lambda mark: mark.far)
    placed: list[Mark] = []
    for side in range(4):
        members = [mark for mark in found if mark.side == side]
        if members:
            along = _along(members, *_room(camera.rect, side, blocked))
            free = all(camera.rect.contains(mark.box) and mark.box.collidelist(blocked) < 0 for mark in along)
            if side < 2 and not free:
                along = [_beside(mark, blocked) for mark in _along(members, *_room(camera.rect, side, ()))]
            placed += along
    return tuple(placed)


def _beside(mark: Mark, blocked: Sequence[Rect]) -> Mark:
    """Moved into the look, past what is blocked: at this side there is no room above or below it."""
    box = Rect(mark.box)
    for other in sorted(blocked, key=lambda one: one.x, reverse=mark.side == 1):
        if box.colliderect(other):
            box.x = other.right + _GAP if mark.side == 0 else other.x - _GAP - box.width
    return mark._replace(box=box)


def _mark(camera: Camera, inside: Rect, cube: Cube) -> Mark:
    area = camera.rect
    x, y = camera.to_screen((cube.x, cube.y))
    gaps = (area.left - x, x - area.right, area.top - y, y - area.bottom)
    far = hypot(max(0.0, gaps[0], gaps[1]), max(0.0, gaps[2], gaps[3])) / camera.scale
    side = gaps.index(max(gaps))
    box = Rect(0, 0, _wide(1, far), _HIGH)
    box.center = (x, y)
    return Mark(cube.seat, 1, (cube.x, cube.y), far, side, box.clamp(inside))


def _wide(number: int, far: float) -> float:
    """How wide a mark is."""
    return 82.0 + 9 * (far >= 9.95) + 9 * (far >= 99.5) + 26 * (number > 1)


def _room(area: Rect, side: int, blocked: Sequence[Rect]) -> tuple[float, float]:
    """From where to where marks can lie at a side: what is blocked at one of its ends is left free."""
    along = 1 if side < 2 else 0
    edge = Rect(area.x, area.y, area.width, area.height)
    if side < 2:
        edge.width, edge.x = 120.0, area.x if side == 0 else area.right - 120.0
    else:
        edge.height, edge.y = _HIGH + 8, area.y if side == 2 else area.bottom - _HIGH - 8
    inset = 4.0 if side > 1 else _HIGH + 12
    low, high = edge.topleft[along] + inset, edge.bottomright[along] - inset
    for box in blocked:
        if box.colliderect(edge):
            if box.center[along] < edge.center[along]:
                low = max(low, box.bottomright[along] + _GAP)
            else:
                high = min(high, box.topleft[along] - _GAP)
    return low, high


def _along(members: Sequence[Mark], low: float, high: float) -> list[Mark]:
    """The marks of a side in their order along it, joined as far as they must, pushed off each other, inside."""
    along = 1 if members[0].side < 2 else 0
    joined: list[Mark] = []
    for together in _TOGETHER:
        joined = _joined(members, together)
        if sum(one.box.size[along] + _GAP for one in joined) <= high - low:
            break
    order = sorted(joined, key=lambda mark: mark.box.topleft[along])
    starts, free = [], low
    for mark in order:
        starts.append(max(free, mark.box.topleft[along]))
        free = starts[-1] + mark.box.size[along] + _GAP
    for index in range(len(order) - 1, -1, -1):
        starts[index] = min(starts[index], high - order[index].box.size[along])
        high = starts[index] - _GAP
    return [_moved(mark, along, start) for mark, start in zip(order, starts, strict=True)]


def _joined(members: Sequence[Mark], together: float) -> list[Mark]:
    found: list[Mark] = []
    of_seat: dict[int, list[int]] = {}
    for one in members:
        places = of_seat.setdefault(one.seat, [])
        for index in places:
            other = found[index]
            if hypot(one.box.x - other.box.x, one.box.y - other.box.y) > together:
                continue
            wide = _wide(2, other.far)
            inside = other.box.width - wide if other.side == 1 else 0.0  # the right edge stays in the look
            box = Rect(other.box.x + inside, other.box.y, wide, _HIGH)
            found[index] = Mark(other.seat, other.number + 1, other.spot, other.far, other.side, box)
            break
        else:
            places.append(len(found))
            found.append(one)
    return found


def _moved(mark: Mark, along: int, start: float) -> Mark:
    box = Rect(mark.box)
    if along:
        box.y = start
    else:
        box.x = start
    return Mark(mark.seat, mark.number, mark.spot, mark.far, mark.side, box)


def draw_marks(canvas: Canvas, found: Sequence[Mark]) -> None:
    """A small sheet each: the seat's colour and mark, how many if there are several, how far out, and which way."""
    for mark in found:
        words = _away(round(mark.far), language())
        left = _after_number(canvas, mark)
        box = Rect(mark.box.x, mark.box.y, mark.box.width, _HIGH + 2)
        canvas.baked(("mark", *_kind(mark)), box, partial(_draw, mark))
        at = mark.box.x + left, mark.box.y + _HIGH / 2
        canvas.text(words, at, SMALL, INK, anchor="midleft", wide=mark.box.width - left - 14)


def mark_blits(canvas: Canvas, found: Sequence[Mark]) -> Blits:
    """The pictures that `draw_marks` draws, and where they go, in pixels: several frames can draw them at once."""
    made: Blits = []
    for mark in found:
        box = canvas.box(Rect(mark.box.x, mark.box.y, mark.box.width, _HIGH + 2))
        if box.width <= 0:
            continue
        made.append((canvas.layer(("mark", *_kind(mark)), box.size, partial(_draw, mark)), box.topleft))
        left = _after_number(canvas, mark)
        room = canvas.px(mark.box.width - left - 14)
        words, pixels = text.fitted(_away(round(mark.far), language()), max(1, canvas.px(SMALL)), room, "text")
        line = text.rendered(words, pixels, INK)
        at = canvas.point((mark.box.x + left, mark.box.y + _HIGH / 2))
        made.append((line, line.get_rect(midleft=at).topleft))
    return made


def _kind(mark: Mark) -> tuple[int, int, int]:
    return mark.seat, mark.number, mark.side


@lru_cache(maxsize=1000)
def _away(far: int, _language: str) -> str:
    """So many mm in words: marks are drawn in every frame."""
    return say(m("{far}", far=Length(far)))


_BADGE = Rect(4, 4, 18, 18)


def _after_number(canvas: Canvas, mark: Mark) -> float:
    """Where the distance stands on the sheet: behind how many they are."""
    left = _BADGE.right + 4
    return left + canvas.width(_many(mark), SMALL, bold=True) + 2 if mark.number > 1 else left


def _many(mark: Mark) -> str:
    return f"{mark.number}×"


def _draw(mark: Mark, canvas: Canvas) -> None:
    """All of it but the distance, which changes with every step of the camera."""
    box = Rect(0, 0, mark.box.width, _HIGH)
    canvas.fill(box.move(0, 2), INK, 13, alpha=90)
    canvas.fill(box, PAPER, 13, alpha=235)
    canvas.fill(_BADGE, seat_colour(mark.seat), 4)
    canvas.picture(seat_mark(mark.seat), _BADGE.inflate(-6, -6), seat_ink(mark.seat))
    if mark.number > 1:
        canvas.text(_many(mark), (_BADGE.right + 4, box.centery), SMALL, INK, bold=True, anchor="midleft")
    _tip(canvas, box, mark.side)


def _tip(canvas: Canvas, box: Rect, side: int) -> None:
    """A small arrow that points out of the look."""
    x, y = box.right - 9, box.centery
    ways = ((-4, 0), (4, 0), (0, -4), (0, 4))
    dx, dy = ways[side]
    canvas.polygon([(x + dx, y + dy), (x - dx + dy, y - dy + dx), (x - dx - dy, y - dy - dx)], PAPER_EDGE)
