"""Combat effects: shots, splinters, dust, mines, and soldiers that fly to a tray."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, dist, pi, sin, tau
from random import Random

import pygame

from grenade_salad.app.games.effects import draw_burst, square_around
from grenade_salad.app.games.salad.mat import Cube, draw_cubes
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, EMBER, EMBER_DARK, INK, TEXT, WHITE, Colour, mix, seat_colour
from grenade_salad.films import rotation
from grenade_salad.games.salad.pieces import Card

_WOOD: Colour = (214, 178, 128)
_DUST: Colour = (232, 220, 194)
_CHIP_COUNT, _PUFF_COUNT = 14, 11
"""Splinters of a soldier that is hit, and clouds of dust around a burst."""
_MAX_CHIP_DISTANCE = 34.0
"""mm that splinters fly at most."""
FLIGHT_SHARE = 0.6
"""Share of the time of `Carried` after which the soldier is in the tray."""
_FLIGHT_HEIGHT, _FLIGHT_AXIS = 60.0, (0.6, 0.8, 0.0)
"""Maximum height in mm of such a soldier, and the axis about which it turns over."""
_FIRST_HOP_SHARE, _SECOND_HOP_HEIGHT = 0.7, 0.15
"""Share of the first of two hops of a hit soldier, and height of the second by it."""
_CHIPS_FLY = 1.6
"""Speed of splinters: they lie still for the rest of their time."""
_PUFF_SIZE = 32
"""Width in pixels of the puff that all others are scaled from."""
_POINTS_WIDTH = 42.0
"""Width in units of the sheet that shows points won."""


@dataclass(slots=True)
class Burst:
    """A burst of paper at a point in mm, with its radius; `share` runs from 0 to 1."""

    position: Point
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
    """Splinters of a seat's soldier, from a point in mm.

    They fly mostly in `direction`, in radians.
    """

    position: Point
    direction: float
    seat: int
    share: float = 0.0


@dataclass(slots=True)
class Armed:
    """A mine that is heard and visible before it goes off, at a point in mm."""

    position: Point
    share: float = 0.0


@dataclass(slots=True)
class Carried:
    """A dead soldier on its way from the table to the tray of the killer's seat."""

    cube: Cube
    to_seat: int
    share: float = 0.0


def knock_over(cube: Cube, direction: float, distance: float, height: float) -> Callable[[float], None]:
    """Return a function of a share, 0 to 1, that moves a knocked-over soldier.

    It flies `distance` mm in a direction in radians, `height` mm high at most, and turns over its edges.
    """
    start = cube.x, cube.y
    lying = rotation.rotate_about(rotation.UP, cube.angle)
    axis = -sin(direction), cos(direction), 0.0

    def apply(share: float) -> None:
        progress = 1 - (1 - share) ** 2
        cube.x, cube.y = (
            start[0] + distance * cos(direction) * progress,
            start[1] + distance * sin(direction) * progress,
        )
        is_first = share < _FIRST_HOP_SHARE
        hop = share / _FIRST_HOP_SHARE if is_first else (share - _FIRST_HOP_SHARE) / (1 - _FIRST_HOP_SHARE)
        cube.z = (height if is_first else height * _SECOND_HOP_HEIGHT) * 4 * hop * (1 - hop)
        cube.rotation = rotation.compose(rotation.rotate_about(axis, 1.5 * pi * progress), lying)

    return apply


def draw_hits(
    canvas: Canvas,
    camera: Camera,
    effects: tuple[list[Thrown], list[Burst], list[Flash], list[Chips], list[Armed]],
    cube: float,
) -> None:
    """Draw the effects over the soldiers; `cube` is a soldier's width in mm."""
    thrown, bursts, flashes, chips, armed = effects
    for mine in armed:
        _draw_armed(canvas, camera, mine, cube)
    for grenade in thrown:
        _draw_thrown(canvas, camera, grenade, cube)
    for burst in bursts:
        _draw_dust(canvas, camera, burst)
        reach = burst.radius * camera.scale * (0.9 + 0.35 * burst.share)
        draw_burst(canvas, camera.to_screen(burst.position), reach, burst.share, fade_start=0.6)
        if burst.share < 0.12:
            canvas.circle(
                camera.to_screen(burst.position), reach * 0.7, WHITE, alpha=round(110 * (1 - burst.share / 0.12))
            )
    for flash in flashes:
        _draw_flash(canvas, camera, flash, cube)
    for splinters in chips:
        _draw_chips(canvas, camera, splinters, cube)


def _draw_thrown(canvas: Canvas, camera: Camera, thrown: Thrown, cube: float) -> None:
    a, b = camera.to_screen(thrown.start), camera.to_screen(thrown.end)
    share = thrown.share
    height = sin(share * pi) * (24 + 0.35 * (abs(a[0] - b[0]) + abs(a[1] - b[1])))
    x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    size = max(12.0, 0.8 * cube * camera.scale) + height * 0.1
    across, down = camera.lamp.shadow_offset((x, y), size * 0.5 + height)
    canvas.circle((x + across, y + down), size * 0.55, INK, alpha=90)
    canvas.picture("blast/grenade.svg", square_around((x, y - height), size), angle=round(share * 12) * 30)


def _draw_armed(canvas: Canvas, camera: Camera, mine: Armed, cube: float) -> None:
    """Draw a mine that rises under its soldier, with a ring that flashes twice."""
    centre, size = camera.to_screen(mine.position), cube * camera.scale
    beat = abs(sin(mine.share * 2 * pi))
    canvas.picture("blast/mine.svg", square_around(centre, size * (0.9 + 0.25 * beat)), alpha=round(90 + 165 * beat))
    canvas.circle(centre, size * (0.9 + 1.6 * mine.share), EMBER, alpha=round(70 * (1 - mine.share)))


def _draw_flash(canvas: Canvas, camera: Camera, flash: Flash, cube: float) -> None:
    """Draw a shot or a blow.

    A shot is a muzzle flash and a line that runs to its target and fades; a blow is a hammer that swings between the
    two.
    """
    a, b = camera.to_screen(flash.start), camera.to_screen(flash.end)
    size = max(14.0, cube * camera.scale)
    direction = atan2(b[1] - a[1], b[0] - a[0])
    if flash.card == "hammers":
        swing = sin(min(1.0, flash.share * 2.5) * pi / 2)
        position = a[0] + (b[0] - a[0]) * (0.3 + 0.5 * swing), a[1] + (b[1] - a[1]) * (0.3 + 0.5 * swing)
        fade = 255 if flash.share < 0.6 else max(0, round(255 * (1 - flash.share) / 0.4))
        # In steps of 10°: each angle is rendered by itself.
        angle = round((-60 + 90 * swing) / 10) * 10
        box = square_around((position[0], position[1] - size * 0.9), size * 1.3)
        canvas.picture("symbols/hammers.svg", box, angle=angle, alpha=fade)
        return
    grown, left = min(1.0, flash.share * 5), max(0.0, 1 - flash.share * 1.6)
    muzzle = a[0] + size * 0.6 * cos(direction), a[1] + size * 0.6 * sin(direction)
    tip = muzzle[0] + (b[0] - muzzle[0]) * grown, muzzle[1] + (b[1] - muzzle[1]) * grown
    if left > 0:
        canvas.line(muzzle, tip, INK, 1 + 4 * left)
        canvas.line(muzzle, tip, mix(EMBER, mix(BRASS_LIGHT, WHITE, 0.5), left), 0.6 + 2.4 * left)
    if flash.share < 0.55:
        reach = size * (1.0 + 0.5 * flash.share)
        ahead = a[0] + (size * 0.5 + reach) * cos(direction), a[1] + (size * 0.5 + reach) * sin(direction)
        fade = 255 if flash.share < 0.3 else round(255 * (0.55 - flash.share) / 0.25)
        canvas.picture("blast/shot.svg", square_around(ahead, reach), angle=round(-degrees(direction)), alpha=fade)


def _draw_chips(canvas: Canvas, camera: Camera, chips: Chips, cube: float) -> None:
    """Draw bits of paint and wood that fly, fall and lie for a moment."""
    # Seeded by where it is, so that the splinters are the same in each frame.
    rng = Random(f"{chips.position}{chips.direction}")
    scale, share = camera.scale, chips.share
    fade = 1.0 if share < 0.7 else max(0.0, (1 - share) / 0.3)
    paint = seat_colour(chips.seat)
    colours = paint, _WOOD, mix(paint, BLACK, 0.3)
    for index in range(_CHIP_COUNT):
        direction = chips.direction + rng.gauss(0, 0.7)
        distance, size = rng.uniform(0.25, 1) * _MAX_CHIP_DISTANCE * cube / 8, rng.uniform(0.1, 0.3) * cube
        spin, height = rng.uniform(-9, 9), rng.uniform(4, 16) * cube / 8
        flight = min(1.0, share * _CHIPS_FLY)
        progress = 1 - (1 - flight) ** 2
        lift = height * max(0.0, sin(flight * pi))
        x, y = camera.to_screen(
            (
                chips.position[0] + distance * progress * cos(direction),
                chips.position[1] + distance * progress * sin(direction),
            )
        )
        angle = direction + spin * progress
        _draw_sliver(canvas, (x + lift * scale * 0.3, y + lift * scale * 0.3), size * scale, angle, INK, 0.35 * fade)
        _draw_sliver(canvas, (x, y - lift * scale * 0.5), size * scale, angle, colours[index % 3], fade)


def _draw_sliver(canvas: Canvas, centre: Point, length: float, angle: float, colour: Colour, alpha: float) -> None:
    if alpha <= 0.02:
        return
    c, s = cos(angle), sin(angle)
    width = length * 0.32
    corners = [(length, 0.0), (length * 0.2, width), (-length, width * 0.4), (-length * 0.5, -width)]
    points = [canvas.pixel_point((centre[0] + x * c - y * s, centre[1] + x * s + y * c)) for x, y in corners]
    if alpha >= 1:
        pygame.draw.polygon(canvas.surface, colour, points)
        return
    left, top = min(x for x, _ in points), min(y for _, y in points)
    layer_width, layer_height = max(x for x, _ in points) - left + 2, max(y for _, y in points) - top + 2
    layer = pygame.Surface((max(1, round(layer_width)), max(1, round(layer_height))), pygame.SRCALPHA)
    pygame.draw.polygon(layer, (*colour, round(255 * min(1.0, alpha))), [(x - left, y - top) for x, y in points])
    canvas.surface.blit(layer, (round(left), round(top)))


def _draw_dust(canvas: Canvas, camera: Camera, burst: Burst) -> None:
    """Draw a ring of dust that is driven outwards and thins."""
    rng = Random(f"dust {burst.position}")
    share = min(1.0, burst.share * 1.1)
    puff = shapes.get_cached(("puff", _PUFF_SIZE), _make_puff)
    for index in range(_PUFF_COUNT):
        direction = tau * index / _PUFF_COUNT + rng.uniform(-0.2, 0.2)
        distance = burst.radius * (0.5 + rng.uniform(0.65, 1.05) * (1 - (1 - share) ** 3))
        size = burst.radius * rng.uniform(0.5, 0.8) * (0.6 + 0.9 * share)
        pixels = max(4, round(size * camera.scale * canvas.factor / 4) * 4)
        cloud = shapes.get_cached(("puff", pixels), lambda: pygame.transform.smoothscale(puff, (pixels, pixels)))  # noqa: B023
        cloud.set_alpha(round(150 * (1 - share) ** 0.8 * min(1.0, burst.share * 12)))
        x, y = canvas.pixel_point(
            camera.to_screen(
                (burst.position[0] + distance * cos(direction), burst.position[1] + distance * sin(direction))
            )
        )
        canvas.surface.blit(cloud, (round(x - pixels / 2), round(y - pixels / 2)))


def _make_puff() -> pygame.Surface:
    """Return a soft disc of dust."""
    layer = pygame.Surface((_PUFF_SIZE, _PUFF_SIZE), pygame.SRCALPHA)
    layer.fill((*_DUST, 0))
    for step in range(_PUFF_SIZE // 2, 0, -1):
        alpha = round(255 * (1 - step / (_PUFF_SIZE / 2)) ** 1.3)
        pygame.draw.circle(layer, (*_DUST, alpha), (_PUFF_SIZE / 2, _PUFF_SIZE / 2), step)
    return layer


def draw_carried(canvas: Canvas, camera: Camera, carried: list[Carried], width: float, trays: dict[int, Point]) -> None:
    """Draw dead soldiers on their way over the table."""
    for carried_soldier in carried:
        if carried_soldier.share >= FLIGHT_SHARE:
            continue
        tray = trays.get(carried_soldier.to_seat, camera.rect.center)
        share = carried_soldier.share / FLIGHT_SHARE
        start = camera.to_screen((carried_soldier.cube.x, carried_soldier.cube.y))
        position, over = tray_flight(start, tray, camera.rect, width * camera.scale, share)
        x, y = camera.to_table(position)
        turned = carried_soldier.cube.rotation
        if turned is not None:
            turned = rotation.compose(rotation.rotate_about(_FLIGHT_AXIS, 2 * pi * share), turned)
        cube = replace(carried_soldier.cube, x=x, y=y, z=sin(over * pi) * _FLIGHT_HEIGHT, rotation=turned)
        draw_cubes(canvas, camera, [cube], width)


def tray_flight(start: Point, tray: Point, board: Rect, width: float, share: float) -> tuple[Point, float]:
    """Return where a dead soldier is on its way to a tray, and a share of its flight.

    The point, in units, is after a `share` of the whole way. The flight is the part over the mat. The soldier flies
    over the mat to the point nearest to the tray and leaves it there, so that it crosses no other panel. A soldier
    that died outside the camera's view starts at the edge of the view. `width` is the soldier's, in units.
    """
    edge = min(1.1 * width, board.width / 2, board.height / 2)
    inside = board.inflate(-2 * edge, -2 * edge)
    first, last = (
        (min(max(x, inside.left), inside.right), min(max(y, inside.top), inside.bottom)) for x, y in (start, tray)
    )
    mat_distance, panel_distance = dist(first, last), dist(last, tray)
    travelled = share * (mat_distance + panel_distance)
    if travelled < mat_distance:
        return _interpolate(first, last, travelled / mat_distance), travelled / mat_distance
    return _interpolate(last, tray, (travelled - mat_distance) / max(panel_distance, 1e-9)), 1.0


def _interpolate(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def place_points(panels: Sequence[Rect], middle: Point, carried: Sequence[Carried]) -> list[tuple[int, Rect]]:
    """Return how many points have just arrived at seats, with boxes to show them.

    A box is beside the seat's panel, towards the middle of the table, so that it covers none of the panel's words.
    """
    boxes = []
    for seat, panel in enumerate(panels):
        landed = [soldier.share for soldier in carried if soldier.to_seat == seat and soldier.share >= FLIGHT_SHARE]
        if not landed:
            continue
        rises = 10 * (max(landed) - FLIGHT_SHARE) / (1 - FLIGHT_SHARE)
        box = Rect(0, 0, _POINTS_WIDTH, 26)
        across, down = middle[0] - panel.centerx, middle[1] - panel.centery
        if abs(across) * panel.height > abs(down) * panel.width:
            side = panel.right + 4 if across > 0 else panel.left - 4 - box.width
            box.topleft = side, panel.centery - box.height / 2 - rises
        else:
            side = panel.bottom + 4 if down > 0 else panel.top - 4 - box.height
            box.topleft = panel.centerx - box.width / 2, side + (rises if down > 0 else -rises)
        boxes.append((len(landed), box))
    return boxes


def draw_points(canvas: Canvas, points: Sequence[tuple[int, Rect]]) -> None:
    """Draw what `place_points` returns."""
    for count, box in points:
        canvas.paper(box, radius=8)
        canvas.text(f"+{count}", box.center, TEXT, EMBER_DARK, bold=True, anchor="center")
