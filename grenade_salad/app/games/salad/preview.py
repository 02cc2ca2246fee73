"""Draws previews on the battlefield: rings of reach, lines of sight, blasts with who would die, ghosts and labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import atan2, cos, degrees, dist, pi, sin

import pygame

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.scaled_sprites import Fitted
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

_WAYS = tuple(pi / 2 + turn * pi / 8 for turn in (0, 8, 1, -1, 2, -2, 4, -4, 7, -7, 6, -6, 3, -3, 5, -5))
"""Directions in which a label can lie, those first that people expect: above, below, then aside."""
_STEP = 22.0
_STEPS = 14


def square(at: Point, half: float) -> Rect:
    """The box around a point."""
    return Rect(at[0] - half, at[1] - half, 2 * half, 2 * half)


def place(area: Rect, at: Point, size: tuple[float, float], talked_of: Sequence[Rect], crowd: Sequence[Rect]) -> Rect:
    """The label's box inside the area: it never covers what is talked of if there is any place where it does not, and
    of the crowd as little as it can; the nearest of these places to the point."""
    best, least = Rect(at, size).clamp(area), float("inf")
    blocked, near = list(talked_of), list(crowd)
    for step in range(1, _STEPS + 1):
        for index, way in enumerate(_WAYS):
            box = Rect(0, 0, *size)
            reach = step * _STEP
            box.center = (at[0] + cos(way) * (reach + size[0] / 2), at[1] - sin(way) * (reach + size[1] / 2))
            if not area.contains(box):
                continue
            cost = reach + index + 1000.0 * len(box.collidelistall(blocked)) + 60.0 * len(box.collidelistall(near))
            if cost < least:
                best, least = box, cost
    return best


def lead(canvas: Canvas, box: Rect, at: Point) -> None:
    """The thin line from a label to its point."""
    start = (min(max(at[0], box.left + 8), box.right - 8), min(max(at[1], box.top + 4), box.bottom - 4))
    canvas.line(start, at, INK, 2.6)
    canvas.line(start, at, PAPER, 1.2)
    canvas.circle(at, 3.2, INK)
    canvas.circle(at, 2.2, PAPER)


_FINE = 4
"""How many times as large a picture is made that is turned."""
_TAG = 30.0
"""The height of a label in units."""


def draw_under(canvas: Canvas, camera: Camera, preview: Preview) -> None:
    """What lies on the cloth, under the soldiers: how far one reaches, and the area of a blast."""
    if preview.ring:
        disc(canvas, camera, *preview.ring, BRASS_LIGHT, 22)
    if preview.blast:
        blast(canvas, camera, preview.blast, 90)


def draw_over(
    canvas: Canvas,
    camera: Camera,
    preview: Preview,
    where: Mapping[int, Placed],
    width: float,
    blocked: Sequence[Rect] = (),
    fits: Fitted | None = None,
) -> list[pygame.Rect]:
    """Everything else that a preview says, over the soldiers; `width` is a cube's in mm, `blocked` where no label can
    stand. What `draw_who` has drawn."""
    who = draw_who(canvas, camera, preview, where, width, fits)
    outlined = partial(_outline, canvas, camera, width=width, fits=fits)
    with canvas.clipped(camera.view):
        if preview.line:
            _line(canvas, camera, preview.line, arc=preview.blast is not None)
        for soldier in preview.victims:
            outlined(where.get(soldier), colour=EMBER, grow=0.1)
            _victim(canvas, camera, where.get(soldier), width)
        if preview.in_the_way is not None:
            outlined(where.get(preview.in_the_way), colour=EMBER, grow=0.14)
        if preview.ghost:
            _ghost(canvas, camera, preview.ghost, width)
        _label(canvas, camera, preview, where, width, blocked)
    return who


def draw_who(
    canvas: Canvas,
    camera: Camera,
    preview: Preview,
    where: Mapping[int, Placed],
    width: float,
    fits: Fitted | None = None,
) -> list[pygame.Rect]:
    """Who can do it, and to whom it can be done, below everything else: where that is drawn, in pixels."""
    found = []
    with canvas.clipped(camera.view):
        for soldier in preview.able:
            found.append(
                _outline(canvas, camera, where.get(soldier), width=width, colour=BRASS_LIGHT, grow=0.05, fits=fits)
            )
        for soldier in preview.marked:
            found.append(_sights(canvas, camera, where.get(soldier), width))
    return found


def disc(
    canvas: Canvas, camera: Camera, centre: Point, radius: float, colour: Colour, fill: int, dashes: bool = False
) -> pygame.Rect:
    """A circle on the table, in mm: thinly filled, with a line around it. Where it is, in pixels."""
    pixels = max(2, round(radius * camera.scale * canvas.factor))
    line = max(2, canvas.px(2))
    made = shapes.baked(("disc", pixels, colour, fill, dashes, line), lambda: _disc(pixels, colour, fill, dashes, line))
    return canvas.surface.blit(made, made.get_rect(center=canvas.point(camera.to_screen(centre))))


def blast(canvas: Canvas, camera: Camera, area: Area, fill: int) -> None:
    """What a blast would cover (GS-19)."""
    if not area.square:
        disc(canvas, camera, area.at, area.reach, EMBER, fill, dashes=True)
        return
    pixels = max(2, round(area.reach * camera.scale * canvas.factor))
    line = max(2, canvas.px(2))
    made = shapes.baked(("tile", pixels, fill, line), lambda: _tile(pixels, EMBER, fill, line))
    canvas.surface.blit(made, made.get_rect(center=canvas.point(camera.to_screen(area.at))))


def _tile(pixels: int, colour: Colour, fill: int, line: int) -> pygame.Surface:
    """A thinly filled square with a dashed edge; `pixels` are half a side."""
    side = 2 * (pixels + line + 2)
    layer = pygame.Surface((side, side), pygame.SRCALPHA)
    layer.fill((*colour, 0))
    inside = pygame.Rect(0, 0, 2 * pixels, 2 * pixels)
    inside.center = (side // 2, side // 2)
    layer.fill((*colour, fill), inside)
    pygame.draw.rect(layer, (*colour, 235), inside.inflate(line, line), line)
    dash = line * 3
    for start in range(inside.left, inside.right, 2 * dash):
        long = min(dash, inside.right - start)
        for edge in (inside.top - 2 * line, inside.bottom):
            layer.fill((*colour, fill), (start, edge, long, 2 * line))
            layer.fill((*colour, fill), (edge, start, 2 * line, long))
    return layer.convert_alpha()


def _disc(pixels: int, colour: Colour, fill: int, dashes: bool, line: int) -> pygame.Surface:
    side = 2 * (pixels + line + 2)
    layer = pygame.Surface((side, side), pygame.SRCALPHA)
    layer.fill((*colour, 0))
    centre = (side // 2, side // 2)
    pygame.draw.aacircle(layer, (*colour, fill), centre, pixels)
    pygame.draw.aacircle(layer, (*colour, 235), centre, pixels + line // 2, line)
    if dashes:
        count = max(12, round(pixels * 2 * pi / (line * 7)))
        for index in range(count):
            a, b = (2 * pi * (index + share) / count for share in (0.0, 0.42))
            # A gap is as clear as what lies on its two sides: nothing outside, the filling inside.
            for near, far, alpha in ((pixels, pixels + line * 2, 0), (pixels - line, pixels, fill)):
                corners = [
                    (centre[0] + r * cos(way), centre[1] + r * sin(way))
                    for r, way in ((near, a), (far, a), (far, b), (near, b))
                ]
                pygame.draw.polygon(layer, (*colour, alpha), corners)
    return layer.convert_alpha()


def _outline(
    canvas: Canvas,
    camera: Camera,
    soldier: Placed | None,
    *,
    width: float,
    colour: Colour,
    grow: float,
    fits: Fitted | None,
) -> pygame.Rect:
    if soldier is None:
        return pygame.Rect(0, 0, 0, 0)
    pixels = width * camera.scale / camera.fit * canvas.factor
    fits = Fitted() if fits is None else fits
    picture = cubes.outline(pixels, soldier.angle, colour, max(1.6, pixels * 0.11), grow, fits, camera.fit)
    return canvas.surface.blit(picture, picture.get_rect(center=canvas.point(camera.to_screen((soldier.x, soldier.y)))))


def _sights(canvas: Canvas, camera: Camera, soldier: Placed | None, width: float) -> pygame.Rect:
    """The corners of the outline of somebody who can be hit, turned as they are: none lies over a neighbour."""
    if soldier is None:
        return pygame.Rect(0, 0, 0, 0)
    pixels = round(width * camera.scale / camera.fit * canvas.factor)
    step = round(degrees(soldier.angle)) % 90
    made = shapes.baked(("sights", pixels, step), lambda: _corners(pixels, step))
    picture = cubes.fitted(made, camera.fit)
    return canvas.surface.blit(picture, picture.get_rect(center=canvas.point(camera.to_screen((soldier.x, soldier.y)))))


def _corners(pixels: int, turned: int) -> pygame.Surface:
    """The corners of a square of so many pixels, turned by degrees: brass with a dark edge inside."""
    side, line = pixels * _FINE, max(2 * _FINE, pixels * _FINE // 8)
    layer = pygame.Surface((side + 2 * line, side + 2 * line), pygame.SRCALPHA)
    layer.fill((*BRASS_LIGHT, 0))
    box = pygame.Rect(line // 2, line // 2, side + line, side + line)
    pygame.draw.rect(layer, INK, box.inflate(-line, -line), line)
    pygame.draw.rect(layer, BRASS_LIGHT, box, line)
    gap = pygame.Rect(0, 0, side * 2 // 5, side + 3 * line)
    for hole in (gap, pygame.Rect(0, 0, gap.height, gap.width)):
        hole.center = box.center
        layer.fill((*BRASS_LIGHT, 0), hole)
    return pygame.transform.rotozoom(layer, turned, 1 / _FINE).convert_alpha()


def _victim(canvas: Canvas, camera: Camera, soldier: Placed | None, width: float) -> None:
    """A skull on the shoulder."""
    if soldier is None:
        return
    x, y = camera.to_screen((soldier.x, soldier.y))
    size = min(30.0, max(10.0, width * camera.scale * 0.75))
    side = canvas.px(size)
    off = width * camera.scale * 0.55

    def make() -> pygame.Surface:
        layer = pygame.Surface((side + 4, side + 4), pygame.SRCALPHA)
        pygame.draw.aacircle(layer, PAPER, (side // 2 + 2, side // 2 + 2), side // 2 + 1)
        pygame.draw.aacircle(layer, INK, (side // 2 + 2, side // 2 + 2), side // 2 + 1, 1)
        skull = pictures.picture("icons/skull.svg", (round(side * 0.76), round(side * 0.76)), INK)
        layer.blit(skull, skull.get_rect(center=layer.get_rect().center))
        return layer.convert_alpha()

    made = shapes.baked(("skull", side), make)
    canvas.surface.blit(made, made.get_rect(center=canvas.point((x + off, y - off))))


def _line(canvas: Canvas, camera: Camera, line: Line, arc: bool) -> None:
    """Brass if the way is free, ember with a cross at its end if not; a throw flies in an arc of dots."""
    start, end = camera.to_screen(line.start), camera.to_screen(line.end)
    colour = BRASS_LIGHT if line.free else EMBER
    if arc:
        _arc(canvas, start, end, colour)
        return
    canvas.line(start, end, INK, 4)
    canvas.line(start, end, colour, 2)
    if not line.free:
        x, y = end
        for a, b in (((x - 5, y - 5), (x + 5, y + 5)), ((x - 5, y + 5), (x + 5, y - 5))):
            canvas.line(a, b, INK, 5)
            canvas.line(a, b, EMBER, 3)
        return
    way = atan2(end[1] - start[1], end[0] - start[0])
    tips = [(end[0] - 10 * cos(way + off), end[1] - 10 * sin(way + off)) for off in (-0.45, 0.45)]
    canvas.polygon([end, *tips], colour)


def _arc(canvas: Canvas, start: Point, end: Point, colour: Colour) -> None:
    far = dist(start, end)
    count = max(2, round(far / 7))
    for index in range(1, count + 1):
        share = index / count
        x = start[0] + (end[0] - start[0]) * share
        y = start[1] + (end[1] - start[1]) * share - far * 0.5 * share * (1 - share)
        canvas.circle((x, y), 2.2, INK)
        canvas.circle((x, y), 1.5, colour)
    for width, ink in ((4, INK), (2, colour)):
        canvas.line((end[0] - 7, end[1]), (end[0] + 7, end[1]), ink, width)
        canvas.line((end[0], end[1] - 7), (end[0], end[1] + 7), ink, width)


def _ghost(canvas: Canvas, camera: Camera, ghost: Ghost, width: float) -> None:
    """The lifted soldier: a little larger, with its shadow farther off, outlined in brass or ember."""
    pixels = width * camera.scale * canvas.factor
    at = canvas.point(camera.to_screen((ghost.x, ghost.y)))
    foot = cubes.outline(pixels, ghost.angle, BRASS_LIGHT if ghost.fine else EMBER, max(1.6, pixels * 0.1), 0.08)
    shadow = cubes.shadow(pixels, ghost.angle, 0.2)
    lamp = camera.lamp.scaled(canvas.factor)
    across, down = lamp.away(at, pixels * 1.6)
    spot = at[0] + pixels * 0.1 + across, at[1] + pixels * 0.25 + down
    canvas.surface.blit(shadow, shadow.get_rect(center=spot))
    picture = cubes.cube(ghost.seat, pixels * 1.08, ghost.angle, light=cubes.lit(lamp, at))
    canvas.surface.blit(picture, picture.get_rect(center=at))
    canvas.surface.blit(foot, foot.get_rect(center=at))


def _label(
    canvas: Canvas,
    camera: Camera,
    preview: Preview,
    where: Mapping[int, Placed],
    width: float,
    blocked: Sequence[Rect],
) -> None:
    """A paper tag outside of what it talks about, with a thin line to it: what would happen, or why it cannot be."""
    words = say(preview.why or preview.says, begin=True)
    if not words or preview.label_at is None:
        return
    room = min(340.0, camera.rect.width - 16)
    note = canvas.lines(say(preview.beyond, begin=True), room - 20, SMALL, bold=True) if preview.beyond else ()
    lines = canvas.lines(words, room - 20, SMALL, bold=True)
    wide = max(canvas.width(line, SMALL, bold=True) for line in (*lines, *note)) + 20
    high = _TAG + (len(lines) + len(note) - 1) * SMALL * 1.3
    at = camera.to_screen(preview.label_at)
    half = width * camera.scale * 0.75
    crowd = [square(camera.to_screen((one.x, one.y)), half) for one in where.values()]
    talked_of = [*_talked_of(camera, preview, where, width), *blocked]
    box = place(camera.rect.inflate(-12, -12), at, (wide, high), talked_of, crowd)
    lead(canvas, box, at)
    tag(canvas, box, lines, note, bool(preview.why))


def _talked_of(camera: Camera, preview: Preview, where: Mapping[int, Placed], width: float) -> list[Rect]:
    """The boxes on the screen that a label about it must not cover."""
    half = width * camera.scale * 0.9
    numbers = (*preview.victims, *(() if preview.in_the_way is None else (preview.in_the_way,)))
    spots = [(where[one].x, where[one].y) for one in numbers if one in where]
    if preview.ghost is not None:
        spots.append((preview.ghost.x, preview.ghost.y))
    found = [square(camera.to_screen(spot), half) for spot in spots]
    if preview.line is not None:
        a, b = camera.to_screen(preview.line.start), camera.to_screen(preview.line.end)
        found += [square(a, half), square(b, half)]
        steps = int(dist(a, b) / 24) + 1
        along = [share / steps for share in range(1, steps)]
        found += [square((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), 8) for share in along]
    if preview.blast is not None:
        found.append(square(camera.to_screen(preview.blast.at), preview.blast.reach * camera.scale * 0.86))
    return found


def tag(canvas: Canvas, rect: Rect, lines: Sequence[str], note: Sequence[str], is_refused: bool) -> None:
    """Draw a small sheet with bold words and a softer note below; in ember if `is_refused`."""
    canvas.paper(rect, mix(PAPER, EMBER, 0.12) if is_refused else PAPER, 6)
    canvas.frame(rect, EMBER if is_refused else PAPER_EDGE, 2 if is_refused else 1, 6)
    ink = mix(EMBER, INK, 0.55) if is_refused else mix(BRASS_DARK, INK, 0.7)
    for index, line in enumerate((*lines, *note)):
        at = (rect.centerx, rect.y + _TAG / 2 + index * SMALL * 1.3)
        canvas.text(line, at, SMALL, ink if index < len(lines) else INK_SOFT, bold=True, anchor="center")
