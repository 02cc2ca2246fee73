"""Previews on the mat: reach, lines of sight, blasts, ghosts, labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import atan2, cos, degrees, dist, pi, sin

import pygame

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.scaled_sprites import ScaledSprites
from grenade_salad.app.ui import pictures, shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import (
    BRASS_DARK,
    BRASS_LIGHT,
    EMBER,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_EDGE,
    SMALL,
    Colour,
    mix,
)
from grenade_salad.games.physics.placed import Placed
from grenade_salad.games.salad.aim import Area, Ghost, Line, Preview
from grenade_salad.text import say

_LABEL_DIRECTIONS = tuple(pi / 2 + turn * pi / 8 for turn in (0, 8, 1, -1, 2, -2, 4, -4, 7, -7, 6, -6, 3, -3, 5, -5))
"""Directions in which a label can be: above, below, then aside."""
_STEP = 22.0
"""Units between the distances from its point at which a label is tried."""
_STEPS = 14
_SUBJECT_COST, _CROWD_COST = 1000.0, 60.0
"""Units that a label may be farther away to leave a subject or a soldier free."""
_OVERSAMPLING = 4
"""Factor of size at which pictures are made that are turned."""
_TAG_HEIGHT = 30.0
"""Height of a label with one line, in units."""
_MAX_LABEL_WIDTH, _LABEL_MARGIN = 340.0, 20.0
"""Maximum width of a label in units, and the part of it beside the words."""
_LINE_HEIGHT = SMALL * 1.3
_EDGE_ALPHA = 235
"""Opacity of the edge of an area, of 255."""
_BLAST_ALPHA, _RING_ALPHA = 100, 44
"""Opacity of the area of a blast, and of the ring of reach."""
_DARK_ALPHA = 225
"""Opacity of the dark lines beside the edge of an area, for bright cloth."""
_DOT_DISTANCE = 7.0
"""Units between two dots of a throw."""


def place_label(
    area: Rect, point: Point, size: tuple[float, float], subjects: Sequence[Rect], crowd: Sequence[Rect]
) -> Rect:
    """Return the box of a label inside the area, near its point.

    It never covers the subjects if any place allows that, and as little of the crowd as possible; of such places it
    is the nearest.
    """
    best, min_cost = Rect(point, size).clamp(area), float("inf")
    blocked, near = list(subjects), list(crowd)
    for step in range(1, _STEPS + 1):
        for index, direction in enumerate(_LABEL_DIRECTIONS):
            box = Rect(0, 0, *size)
            reach = step * _STEP
            box.center = (
                point[0] + cos(direction) * (reach + size[0] / 2),
                point[1] - sin(direction) * (reach + size[1] / 2),
            )
            if not area.contains(box):
                continue
            cost = reach + index
            cost += _SUBJECT_COST * len(box.collidelistall(blocked)) + _CROWD_COST * len(box.collidelistall(near))
            if cost < min_cost:
                best, min_cost = box, cost
    return best


def draw_leader(canvas: Canvas, box: Rect, point: Point) -> None:
    """Draw the thin line from a label to its point."""
    start = (min(max(point[0], box.left + 8), box.right - 8), min(max(point[1], box.top + 4), box.bottom - 4))
    canvas.line(start, point, INK, 2.6)
    canvas.line(start, point, PAPER, 1.2)
    canvas.circle(point, 3.2, INK)
    canvas.circle(point, 2.2, PAPER)


def draw_under(canvas: Canvas, camera: Camera, preview: Preview) -> None:
    """Draw what is under the soldiers: the ring of reach, and the area of a blast."""
    if preview.ring:
        draw_disc(canvas, camera, *preview.ring, BRASS_LIGHT, _RING_ALPHA)
    if preview.blast:
        draw_blast(canvas, camera, preview.blast, _BLAST_ALPHA)


def draw_over(
    canvas: Canvas,
    camera: Camera,
    preview: Preview,
    soldiers: Mapping[int, Placed],
    width: float,
    blocked: Sequence[Rect] = (),
    sprites: ScaledSprites | None = None,
) -> list[pygame.Rect]:
    """Draw all else of a preview over the soldiers.

    `width` is a cube's in mm; no label may be in the `blocked` boxes. Returns the boxes of `draw_marked`.
    """
    marked_boxes = draw_marked(canvas, camera, preview, soldiers, width, sprites)
    draw_outline = partial(_draw_outline, canvas, camera, width=width, sprites=sprites)
    with canvas.clipped(camera.drawn_rect):
        if preview.line:
            _draw_line(canvas, camera, preview.line, is_arc=preview.blast is not None)
        for soldier_id in preview.victims:
            draw_outline(soldiers.get(soldier_id), colour=EMBER, grow=0.1)
            _draw_skull(canvas, camera, soldiers.get(soldier_id), width)
        if preview.blocking_soldier is not None:
            draw_outline(soldiers.get(preview.blocking_soldier), colour=EMBER, grow=0.14)
        if preview.ghost:
            _draw_ghost(canvas, camera, preview.ghost, width)
        _draw_label(canvas, camera, preview, soldiers, width, blocked)
    return marked_boxes


def draw_marked(
    canvas: Canvas,
    camera: Camera,
    preview: Preview,
    soldiers: Mapping[int, Placed],
    width: float,
    sprites: ScaledSprites | None = None,
) -> list[pygame.Rect]:
    """Mark who can act and who can be hit; return the boxes drawn, in pixels.

    This is drawn below all else of a preview.
    """
    boxes = []
    with canvas.clipped(camera.drawn_rect):
        for soldier_id in preview.able:
            boxes.append(
                _draw_outline(
                    canvas,
                    camera,
                    soldiers.get(soldier_id),
                    width=width,
                    colour=BRASS_LIGHT,
                    grow=0.05,
                    sprites=sprites,
                )
            )
        for soldier_id in preview.marked:
            boxes.append(_draw_target_corners(canvas, camera, soldiers.get(soldier_id), width))
    return boxes


def draw_disc(
    canvas: Canvas, camera: Camera, centre: Point, radius: float, colour: Colour, fill: int, *, is_dashed: bool = False
) -> pygame.Rect:
    """Draw a circle on the table, thinly filled, and return its box in pixels.

    Centre and radius are in mm.
    """
    pixels = max(2, round(radius * camera.scale * canvas.factor))
    line = max(2, canvas.px(2))
    picture = shapes.get_cached(
        ("disc", pixels, colour, fill, is_dashed, line), lambda: _make_disc(pixels, colour, fill, is_dashed, line)
    )
    return canvas.surface.blit(picture, picture.get_rect(center=canvas.pixel_point(camera.to_screen(centre))))


def draw_blast(canvas: Canvas, camera: Camera, area: Area, fill: int) -> None:
    """Draw the area of a blast (GS-19)."""
    if not area.is_square:
        draw_disc(canvas, camera, area.centre, area.reach, EMBER, fill, is_dashed=True)
        return
    pixels = max(2, round(area.reach * camera.scale * canvas.factor))
    line = max(2, canvas.px(2))
    picture = shapes.get_cached(("tile", pixels, fill, line), lambda: _make_square(pixels, EMBER, fill, line))
    canvas.surface.blit(picture, picture.get_rect(center=canvas.pixel_point(camera.to_screen(area.centre))))


def _make_square(pixels: int, colour: Colour, fill: int, line: int) -> pygame.Surface:
    """Return a thinly filled square with a dashed edge; `pixels` are half a side."""
    side = 2 * (pixels + line + 2)
    layer = pygame.Surface((side, side), pygame.SRCALPHA)
    layer.fill((*colour, 0))
    inside = pygame.Rect(0, 0, 2 * pixels, 2 * pixels)
    inside.center = (side // 2, side // 2)
    layer.fill((*colour, fill), inside)
    pygame.draw.rect(layer, (*colour, _EDGE_ALPHA), inside.inflate(line, line), line)
    dash = line * 3
    for start in range(inside.left, inside.right, 2 * dash):
        length = min(dash, inside.right - start)
        for edge in (inside.top - 2 * line, inside.bottom):
            layer.fill((*colour, fill), (start, edge, length, 2 * line))
            layer.fill((*colour, fill), (edge, start, 2 * line, length))
    return layer.convert_alpha()


def _make_disc(pixels: int, colour: Colour, fill: int, is_dashed: bool, line: int) -> pygame.Surface:
    side = 2 * (pixels + line + 2)
    layer = pygame.Surface((side, side), pygame.SRCALPHA)
    layer.fill((*colour, 0))
    centre = (side // 2, side // 2)
    dark = line
    # A blast is drawn no farther than it reaches: its dark line is only inside.
    pygame.draw.aacircle(layer, (*INK, _DARK_ALPHA), centre, pixels + line // 2 + (0 if is_dashed else dark))
    pygame.draw.aacircle(layer, (*colour, fill), centre, pixels - line // 2 - dark)
    pygame.draw.aacircle(layer, (*colour, _EDGE_ALPHA), centre, pixels + line // 2, line)
    if is_dashed:
        count = max(12, round(pixels * 2 * pi / (line * 7)))
        for index in range(count):
            a, b = (2 * pi * (index + share) / count for share in (0.0, 0.42))
            # A gap is as transparent as what is beside it: clear outside, filled inside.
            for inner, outer, alpha in ((pixels, pixels + line * 2, 0), (pixels - line, pixels, fill)):
                corners = [
                    (centre[0] + r * cos(angle), centre[1] + r * sin(angle))
                    for r, angle in ((inner, a), (outer, a), (outer, b), (inner, b))
                ]
                pygame.draw.polygon(layer, (*colour, alpha), corners)
    return layer.convert_alpha()


def _draw_outline(
    canvas: Canvas,
    camera: Camera,
    soldier: Placed | None,
    *,
    width: float,
    colour: Colour,
    grow: float,
    sprites: ScaledSprites | None,
) -> pygame.Rect:
    """Draw an outline around a soldier, and return its box in pixels.

    `grow` is its distance from the soldier, in cube widths.
    """
    if soldier is None:
        return pygame.Rect(0, 0, 0, 0)
    pixels = width * camera.scale / camera.picture_zoom * canvas.factor
    sprites = ScaledSprites() if sprites is None else sprites
    picture = cubes.render_outline(
        pixels, soldier.angle, colour, max(1.6, pixels * 0.11), grow, sprites, camera.picture_zoom
    )
    return canvas.surface.blit(
        picture, picture.get_rect(center=canvas.pixel_point(camera.to_screen((soldier.x, soldier.y))))
    )


def _draw_target_corners(canvas: Canvas, camera: Camera, soldier: Placed | None, width: float) -> pygame.Rect:
    """Draw the corners of the outline of a soldier that can be hit, turned as it is.

    Corners alone do not cover a neighbour.
    """
    if soldier is None:
        return pygame.Rect(0, 0, 0, 0)
    pixels = round(width * camera.scale / camera.picture_zoom * canvas.factor)
    step = round(degrees(soldier.angle)) % 90
    corners = shapes.get_cached(("sights", pixels, step), lambda: _make_corners(pixels, step))
    picture = cubes.scale_picture(corners, camera.picture_zoom)
    return canvas.surface.blit(
        picture, picture.get_rect(center=canvas.pixel_point(camera.to_screen((soldier.x, soldier.y))))
    )


def _make_corners(pixels: int, degrees_turned: int) -> pygame.Surface:
    """Return the corners of a square, turned: brass between dark edges."""
    side, line = pixels * _OVERSAMPLING, max(2 * _OVERSAMPLING, pixels * _OVERSAMPLING // 8)
    layer = pygame.Surface((side + 3 * line, side + 3 * line), pygame.SRCALPHA)
    layer.fill((*INK, 0))
    box = pygame.Rect(line, line, side + line, side + line)
    pygame.draw.rect(layer, INK, box.inflate(line, line), 2 * line)
    pygame.draw.rect(layer, BRASS_LIGHT, box, line)
    gap = pygame.Rect(0, 0, side * 2 // 5, side + 4 * line)
    for hole in (gap, pygame.Rect(0, 0, gap.height, gap.width)):
        hole.center = box.center
        layer.fill((*INK, 0), hole)
    return pygame.transform.rotozoom(layer, degrees_turned, 1 / _OVERSAMPLING).convert_alpha()


def _draw_skull(canvas: Canvas, camera: Camera, soldier: Placed | None, width: float) -> None:
    """Draw a skull beside a soldier that would be killed."""
    if soldier is None:
        return
    x, y = camera.to_screen((soldier.x, soldier.y))
    size = min(30.0, max(10.0, width * camera.scale * 0.75))
    side = canvas.px(size)
    offset = width * camera.scale * 0.55

    def make_skull() -> pygame.Surface:
        layer = pygame.Surface((side + 4, side + 4), pygame.SRCALPHA)
        pygame.draw.aacircle(layer, PAPER, (side // 2 + 2, side // 2 + 2), side // 2 + 1)
        pygame.draw.aacircle(layer, INK, (side // 2 + 2, side // 2 + 2), side // 2 + 1, 1)
        skull = pictures.load_picture("icons/skull.svg", (round(side * 0.76), round(side * 0.76)), INK)
        layer.blit(skull, skull.get_rect(center=layer.get_rect().center))
        return layer.convert_alpha()

    badge = shapes.get_cached(("skull", side), make_skull)
    canvas.surface.blit(badge, badge.get_rect(center=canvas.pixel_point((x + offset, y - offset))))


def _draw_line(canvas: Canvas, camera: Camera, line: Line, *, is_arc: bool) -> None:
    """Draw a line of attack: brass if it is free, else ember with a cross at its end.

    A throw flies in an arc of dots.
    """
    start, end = camera.to_screen(line.start), camera.to_screen(line.end)
    colour = BRASS_LIGHT if line.is_free else EMBER
    if is_arc:
        _draw_arc(canvas, start, end, colour)
        return
    canvas.line(start, end, INK, 4)
    canvas.line(start, end, colour, 2)
    if not line.is_free:
        x, y = end
        for a, b in (((x - 5, y - 5), (x + 5, y + 5)), ((x - 5, y + 5), (x + 5, y - 5))):
            canvas.line(a, b, INK, 5)
            canvas.line(a, b, EMBER, 3)
        return
    direction = atan2(end[1] - start[1], end[0] - start[0])
    tips = [(end[0] - 10 * cos(direction + off), end[1] - 10 * sin(direction + off)) for off in (-0.45, 0.45)]
    canvas.polygon([end, *tips], colour)


def _draw_arc(canvas: Canvas, start: Point, end: Point, colour: Colour) -> None:
    """Draw the dots of a throw, and a cross where it lands."""
    distance = dist(start, end)
    count = max(2, round(distance / _DOT_DISTANCE))
    for index in range(1, count + 1):
        share = index / count
        x = start[0] + (end[0] - start[0]) * share
        y = start[1] + (end[1] - start[1]) * share - distance * 0.5 * share * (1 - share)
        canvas.circle((x, y), 2.8, INK)
        canvas.circle((x, y), 1.9, colour)
    for width, ink in ((4, INK), (2, colour)):
        canvas.line((end[0] - 7, end[1]), (end[0] + 7, end[1]), ink, width)
        canvas.line((end[0], end[1] - 7), (end[0], end[1] + 7), ink, width)


def _draw_ghost(canvas: Canvas, camera: Camera, ghost: Ghost, width: float) -> None:
    """Draw the lifted soldier, a little larger, outlined in brass or ember."""
    pixels = width * camera.scale * canvas.factor
    centre = canvas.pixel_point(camera.to_screen((ghost.x, ghost.y)))
    ring = cubes.render_outline(
        pixels, ghost.angle, BRASS_LIGHT if ghost.is_legal else EMBER, max(1.6, pixels * 0.1), 0.08
    )
    shadow = cubes.render_shadow(pixels, ghost.angle, 0.2)
    lamp = camera.lamp.scaled(canvas.factor)
    across, down = lamp.shadow_offset(centre, pixels * 1.6)
    spot = centre[0] + pixels * 0.1 + across, centre[1] + pixels * 0.25 + down
    canvas.surface.blit(shadow, shadow.get_rect(center=spot))
    picture = cubes.render_cube(ghost.seat, pixels * 1.08, ghost.angle, light=cubes.quantize_light(lamp, centre))
    canvas.surface.blit(picture, picture.get_rect(center=centre))
    canvas.surface.blit(ring, ring.get_rect(center=centre))


def _draw_label(
    canvas: Canvas,
    camera: Camera,
    preview: Preview,
    soldiers: Mapping[int, Placed],
    width: float,
    blocked: Sequence[Rect],
) -> None:
    """Draw a paper tag with a thin line to its point: the effect, or the reason."""
    words = say(preview.refusal or preview.effect, begin=True)
    if not words or preview.label_point is None:
        return
    max_width = min(_MAX_LABEL_WIDTH, camera.rect.width - 16) - _LABEL_MARGIN
    note = canvas.lines(say(preview.range_note, begin=True), max_width, SMALL, bold=True) if preview.range_note else ()
    lines = canvas.lines(words, max_width, SMALL, bold=True)
    label_width = max(canvas.width(line, SMALL, bold=True) for line in (*lines, *note)) + _LABEL_MARGIN
    label_height = _TAG_HEIGHT + (len(lines) + len(note) - 1) * _LINE_HEIGHT
    point = camera.to_screen(preview.label_point)
    half = width * camera.scale * 0.75
    crowd = [square_around(camera.to_screen((soldier.x, soldier.y)), half) for soldier in soldiers.values()]
    subjects = [*_label_subjects(camera, preview, soldiers, width), *blocked]
    box = place_label(camera.rect.inflate(-12, -12), point, (label_width, label_height), subjects, crowd)
    draw_leader(canvas, box, point)
    draw_tag(canvas, box, lines, note, is_refused=bool(preview.refusal))


def _label_subjects(camera: Camera, preview: Preview, soldiers: Mapping[int, Placed], width: float) -> list[Rect]:
    """Return the boxes on the screen that the label must not cover."""
    half = width * camera.scale * 0.9
    soldier_ids = (*preview.victims, *(() if preview.blocking_soldier is None else (preview.blocking_soldier,)))
    spots = [(soldiers[soldier_id].x, soldiers[soldier_id].y) for soldier_id in soldier_ids if soldier_id in soldiers]
    if preview.ghost is not None:
        spots.append((preview.ghost.x, preview.ghost.y))
    boxes = [square_around(camera.to_screen(spot), half) for spot in spots]
    if preview.line is not None:
        a, b = camera.to_screen(preview.line.start), camera.to_screen(preview.line.end)
        boxes += [square_around(a, half), square_around(b, half)]
        steps = int(dist(a, b) / 24) + 1
        along = [share / steps for share in range(1, steps)]
        boxes += [square_around((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), 8) for share in along]
    if preview.blast is not None:
        boxes.append(square_around(camera.to_screen(preview.blast.centre), preview.blast.reach * camera.scale * 0.86))
    return boxes


def draw_tag(canvas: Canvas, rect: Rect, lines: Sequence[str], note: Sequence[str], *, is_refused: bool) -> None:
    """Draw a small sheet with bold words and a softer note below.

    It is in ember if `is_refused`.
    """
    canvas.paper(rect, mix(PAPER, EMBER, 0.12) if is_refused else PAPER, 6)
    canvas.frame(rect, EMBER if is_refused else PAPER_EDGE, 2 if is_refused else 1, 6)
    ink = mix(EMBER, INK, 0.55) if is_refused else mix(BRASS_DARK, INK, 0.7)
    for index, line in enumerate((*lines, *note)):
        position = (rect.centerx, rect.y + _TAG_HEIGHT / 2 + index * _LINE_HEIGHT)
        canvas.text(line, position, SMALL, ink if index < len(lines) else INK_SOFT, bold=True, anchor="center")
