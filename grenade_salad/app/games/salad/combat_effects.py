"""What hits: muzzle and line, splinters, dust, a mine that shows itself, pieces that fly to their taker's tray."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, dist, pi, sin, tau
from random import Random

import pygame

from grenade_salad.app.games.effects import around, draw_burst
from grenade_salad.app.games.salad.mat import Cube, draw_cubes
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, EMBER, EMBER_DARK, INK, TEXT, WHITE, Colour, mix, seat_colour
from grenade_salad.films import rotation
from grenade_salad.games.salad.pieces import Card

_WOOD: Colour = (214, 178, 128)
_DUST: Colour = (186, 174, 148)
_CHIPS, _PUFFS = 14, 11
_FLIES = 34.0
"""mm that splinters fly at most."""
FLOWN = 0.6
"""The share of the way to the tray after which a piece lies there."""
_PUFF = 32
"""The width of the puff in pixels from which all are scaled."""
_POINTS = 42.0
"""How wide it is, in units, what says how many points have come to a seat."""


@dataclass(slots=True)
class Burst:
    """A paper burst at a point in mm, with its radius; `share` runs from 0 to 1."""

    at: Point
    radius: float
    share: float = 0.0


@dataclass(slots=True)
class Flash:
    """A shot or a blow from one point to another, in mm."""

    start: Point
    end: Point
    card: Card
    share: float = 0.0


@dataclass(slots=True)
class Thrown:
    """A grenade in the air, from one point to another, in mm."""

    start: Point
    end: Point
    share: float = 0.0


@dataclass(slots=True)
class Chips:
    """Splinters of a soldier of that seat, from a point in mm, mostly in a direction in radians."""

    at: Point
    way: float
    seat: int
    share: float = 0.0


@dataclass(slots=True)
class Armed:
    """A mine that is heard and seen before it goes off, at a point in mm."""

    at: Point
    share: float = 0.0


@dataclass(slots=True)
class Carried:
    """A dead soldier on its way to the tray of who killed it: from mm of the table to a seat's panel."""

    cube: Cube
    to_seat: int
    share: float = 0.0


def knocked(cube: Cube, way: float, far: float, high: float) -> Callable[[float], None]:
    """A soldier is thrown over: what moves its cube, by a share from 0 to 1.

    It flies `far` mm in a direction in radians, `high` mm at most, and turns over its edges.
    """
    start = cube.x, cube.y
    lying = rotation.about(rotation.UP, cube.angle)
    axis = -sin(way), cos(way), 0.0

    def apply(share: float) -> None:
        gone = 1 - (1 - share) ** 2
        cube.x, cube.y = start[0] + far * cos(way) * gone, start[1] + far * sin(way) * gone
        hop = share / 0.7 if share < 0.7 else (share - 0.7) / 0.3
        cube.z = (high if share < 0.7 else high * 0.15) * 4 * hop * (1 - hop)
        cube.turn = rotation.after(rotation.about(axis, 1.5 * pi * gone), lying)

    return apply


def draw(
    canvas: Canvas,
    camera: Camera,
    shown: tuple[list[Thrown], list[Burst], list[Flash], list[Chips], list[Armed]],
    cube: float,
) -> None:
    """What flies and burns over the soldiers; `cube` is a soldier's width in mm."""
    thrown, bursts, flashes, chips, armed = shown
    for mine in armed:
        _draw_armed(canvas, camera, mine, cube)
    for one in thrown:
        _draw_thrown(canvas, camera, one, cube)
    for burst in bursts:
        _draw_dust(canvas, camera, burst)
        reach = burst.radius * camera.scale * (0.9 + 0.35 * burst.share)
        draw_burst(canvas, camera.to_screen(burst.at), reach, burst.share, fades=0.6)
        if burst.share < 0.12:
            canvas.circle(camera.to_screen(burst.at), reach * 0.7, WHITE, alpha=round(110 * (1 - burst.share / 0.12)))
    for flash in flashes:
        _draw_flash(canvas, camera, flash, cube)
    for some in chips:
        _draw_chips(canvas, camera, some, cube)


def _draw_thrown(canvas: Canvas, camera: Camera, thrown: Thrown, cube: float) -> None:
    a, b = camera.to_screen(thrown.start), camera.to_screen(thrown.end)
    share = thrown.share
    high = sin(share * pi) * (24 + 0.35 * (abs(a[0] - b[0]) + abs(a[1] - b[1])))
    x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    size = max(12.0, 0.8 * cube * camera.scale) + high * 0.1
    across, down = camera.lamp.away((x, y), size * 0.5 + high)
    canvas.circle((x + across, y + down), size * 0.55, INK, alpha=90)
    canvas.picture("blast/grenade.svg", around((x, y - high), size), angle=round(share * 12) * 30)


def _draw_armed(canvas: Canvas, camera: Camera, mine: Armed, cube: float) -> None:
    """It comes up under the soldier, and its ring flashes twice."""
    at, size = camera.to_screen(mine.at), cube * camera.scale
    beat = abs(sin(mine.share * 2 * pi))
    canvas.picture("blast/mine.svg", around(at, size * (0.9 + 0.25 * beat)), alpha=round(90 + 165 * beat))
    canvas.circle(at, size * (0.9 + 1.6 * mine.share), EMBER, alpha=round(70 * (1 - mine.share)))


def _draw_flash(canvas: Canvas, camera: Camera, flash: Flash, cube: float) -> None:
    """A muzzle and a line that runs to its target and fades; a blow is a hammer that swings between the two."""
    a, b = camera.to_screen(flash.start), camera.to_screen(flash.end)
    size = max(14.0, cube * camera.scale)
    way = atan2(b[1] - a[1], b[0] - a[0])
    if flash.card == "hammers":
        swing = sin(min(1.0, flash.share * 2.5) * pi / 2)
        at = a[0] + (b[0] - a[0]) * (0.3 + 0.5 * swing), a[1] + (b[1] - a[1]) * (0.3 + 0.5 * swing)
        fade = 255 if flash.share < 0.6 else max(0, round(255 * (1 - flash.share) / 0.4))
        turn = round((-60 + 90 * swing) / 10) * 10
        canvas.picture("symbols/hammers.svg", around((at[0], at[1] - size * 0.9), size * 1.3), angle=turn, alpha=fade)
        return
    grown, left = min(1.0, flash.share * 5), max(0.0, 1 - flash.share * 1.6)
    muzzle = a[0] + size * 0.6 * cos(way), a[1] + size * 0.6 * sin(way)
    tip = muzzle[0] + (b[0] - muzzle[0]) * grown, muzzle[1] + (b[1] - muzzle[1]) * grown
    if left > 0:
        canvas.line(muzzle, tip, INK, 1 + 4 * left)
        canvas.line(muzzle, tip, mix(EMBER, mix(BRASS_LIGHT, WHITE, 0.5), left), 0.6 + 2.4 * left)
    if flash.share < 0.55:
        reach = size * (1.0 + 0.5 * flash.share)
        ahead = a[0] + (size * 0.5 + reach) * cos(way), a[1] + (size * 0.5 + reach) * sin(way)
        fade = 255 if flash.share < 0.3 else round(255 * (0.55 - flash.share) / 0.25)
        canvas.picture("blast/shot.svg", around(ahead, reach), angle=round(-degrees(way)), alpha=fade)


def _draw_chips(canvas: Canvas, camera: Camera, chips: Chips, cube: float) -> None:
    """Bits of paint and wood that fly, fall and lie for a moment."""
    luck = Random(f"{chips.at}{chips.way}")
    scale, share = camera.scale, chips.share
    fade = 1.0 if share < 0.7 else max(0.0, (1 - share) / 0.3)
    paint = seat_colour(chips.seat)
    colours = paint, _WOOD, mix(paint, BLACK, 0.3)
    for number in range(_CHIPS):
        way = chips.way + luck.gauss(0, 0.7)
        far, size = luck.uniform(0.25, 1) * _FLIES * cube / 8, luck.uniform(0.1, 0.3) * cube
        spin, high = luck.uniform(-9, 9), luck.uniform(4, 16) * cube / 8
        gone = 1 - (1 - min(1.0, share * 1.6)) ** 2
        lift = high * max(0.0, sin(min(1.0, share * 1.6) * pi))
        x, y = camera.to_screen((chips.at[0] + far * gone * cos(way), chips.at[1] + far * gone * sin(way)))
        angle = way + spin * gone
        _sliver(canvas, (x + lift * scale * 0.3, y + lift * scale * 0.3), size * scale, angle, INK, 0.35 * fade)
        _sliver(canvas, (x, y - lift * scale * 0.5), size * scale, angle, colours[number % 3], fade)


def _sliver(canvas: Canvas, at: Point, long: float, angle: float, colour: Colour, alpha: float) -> None:
    if alpha <= 0.02:
        return
    c, s = cos(angle), sin(angle)
    wide = long * 0.32
    corners = [(long, 0.0), (long * 0.2, wide), (-long, wide * 0.4), (-long * 0.5, -wide)]
    points = [canvas.point((at[0] + x * c - y * s, at[1] + x * s + y * c)) for x, y in corners]
    if alpha >= 1:
        pygame.draw.polygon(canvas.surface, colour, points)
        return
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide_, high = max(x for x, _ in points) - left + 2, max(y for _, y in points) - top + 2
    layer = pygame.Surface((max(1, round(wide_)), max(1, round(high))), pygame.SRCALPHA)
    pygame.draw.polygon(layer, (*colour, round(255 * min(1.0, alpha))), [(x - left, y - top) for x, y in points])
    canvas.surface.blit(layer, (round(left), round(top)))


def _draw_dust(canvas: Canvas, camera: Camera, burst: Burst) -> None:
    """A ring of dust that is driven outwards, and thins."""
    luck = Random(f"dust {burst.at}")
    share = min(1.0, burst.share * 1.1)
    puff = shapes.baked(("puff", _PUFF), _puff)
    for number in range(_PUFFS):
        way = tau * number / _PUFFS + luck.uniform(-0.2, 0.2)
        far = burst.radius * (0.5 + luck.uniform(0.65, 1.05) * (1 - (1 - share) ** 3))
        size = burst.radius * luck.uniform(0.5, 0.8) * (0.6 + 0.9 * share)
        pixels = max(4, round(size * camera.scale * canvas.factor / 4) * 4)
        made = shapes.baked(("puff", pixels), lambda: pygame.transform.smoothscale(puff, (pixels, pixels)))  # noqa: B023
        made.set_alpha(round(150 * (1 - share) ** 0.8 * min(1.0, burst.share * 12)))
        x, y = canvas.point(camera.to_screen((burst.at[0] + far * cos(way), burst.at[1] + far * sin(way))))
        canvas.surface.blit(made, (round(x - pixels / 2), round(y - pixels / 2)))


def _puff() -> pygame.Surface:
    """A soft disc of dust."""
    layer = pygame.Surface((_PUFF, _PUFF), pygame.SRCALPHA)
    layer.fill((*_DUST, 0))
    for step in range(_PUFF // 2, 0, -1):
        alpha = round(255 * (1 - step / (_PUFF / 2)) ** 1.3)
        pygame.draw.circle(layer, (*_DUST, alpha), (_PUFF / 2, _PUFF / 2), step)
    return layer


def draw_carried(canvas: Canvas, camera: Camera, carried: list[Carried], width: float, trays: dict[int, Point]) -> None:
    """The dead on their way over the table: shown by a camera without edges."""
    for one in carried:
        if one.share >= FLOWN:
            continue
        tray = trays.get(one.to_seat, camera.rect.center)
        share = one.share / FLOWN
        start = camera.to_screen((one.cube.x, one.cube.y))
        at, over = way_to_tray(start, tray, camera.rect, width * camera.scale, share)
        x, y = camera.to_table(at)
        turn = (
            None
            if one.cube.turn is None
            else rotation.after(rotation.about((0.6, 0.8, 0.0), 2 * pi * share), one.cube.turn)
        )
        high = sin(over * pi) * 60
        draw_cubes(canvas, camera, [Cube(one.cube.id, one.cube.seat, x, y, one.cube.angle, high, turn=turn)], width)


def way_to_tray(start: Point, tray: Point, board: Rect, wide: float, share: float) -> tuple[Point, float]:
    """Where a dead soldier is after a share of its way, and the share of the part over the mat, in the air.

    It flies over the mat to where the tray is nearest, and leaves it there, so that it crosses no other panel; who
    died outside of the look comes from its edge. In units; `wide` is how wide the soldier is.
    """
    edge = min(1.1 * wide, board.width / 2, board.height / 2)
    inside = board.inflate(-2 * edge, -2 * edge)
    first, last = (
        (min(max(x, inside.left), inside.right), min(max(y, inside.top), inside.bottom)) for x, y in (start, tray)
    )
    over, off = dist(first, last), dist(last, tray)
    gone = share * (over + off)
    if gone < over:
        return _between(first, last, gone / over), gone / over
    return _between(last, tray, (gone - over) / max(off, 1e-9)), 1.0


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def points_beside(panels: Sequence[Rect], middle: Point, carried: Sequence[Carried]) -> list[tuple[int, Rect]]:
    """How many points have just come to a seat, and where that stands for a moment: beside its panel, on the side of
    the table's middle, so that it covers none of the panel's words."""
    found = []
    for seat, panel in enumerate(panels):
        landed = [one.share for one in carried if one.to_seat == seat and one.share >= FLOWN]
        if not landed:
            continue
        rises = 10 * (max(landed) - FLOWN) / (1 - FLOWN)
        box = Rect(0, 0, _POINTS, 26)
        across, down = middle[0] - panel.centerx, middle[1] - panel.centery
        if abs(across) * panel.height > abs(down) * panel.width:
            side = panel.right + 4 if across > 0 else panel.left - 4 - box.width
            box.topleft = side, panel.centery - box.height / 2 - rises
        else:
            side = panel.bottom + 4 if down > 0 else panel.top - 4 - box.height
            box.topleft = panel.centerx - box.width / 2, side + (rises if down > 0 else -rises)
        found.append((len(landed), box))
    return found


def draw_points(canvas: Canvas, points: Sequence[tuple[int, Rect]]) -> None:
    """What `points_beside` has found."""
    for number, box in points:
        canvas.paper(box, radius=8)
        canvas.text(f"+{number}", box.center, TEXT, EMBER_DARK, bold=True, anchor="center")
