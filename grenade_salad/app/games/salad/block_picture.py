"""Wooden blocks on the mat (GS-35): shadows, visible sides and grained tops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, sin

import pygame

from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BLACK, WHITE, WOOD, WOOD_DARK, Colour, mix
from grenade_salad.games.physics.rectangle import rectangle_corners
from grenade_salad.games.salad.pieces import BLOCK_RISE, Block

_SIDE = 2.6
"""Visible part of the sides in mm.

It is inside the foot, so that a soldier behind a block is not drawn on it.
"""
_SHADOW = 105
"""Opacity of the shadows, of 255."""
_GRAIN = 3.5
"""Distance between two lines of the grain, in mm."""


def draw_blocks(canvas: Canvas, camera: Camera, blocks: Sequence[Block]) -> None:
    """Draw all blocks with their shadows, the farthest first.

    The foot of a block is its place on the table.
    """
    if not blocks:
        return
    with canvas.clipped(camera.drawn_rect):
        feet = [_foot(camera, block) for block in blocks]
        for foot in feet:
            _draw_shadow(canvas, camera, foot)
        for block, foot in sorted(zip(blocks, feet, strict=True), key=lambda pair: -pair[0].y):
            _draw_block(canvas, camera, block, foot)


def _foot(camera: Camera, block: Block) -> list[Point]:
    return [camera.to_screen(corner) for corner in rectangle_corners(block, block.half)]


def _draw_shadow(canvas: Canvas, camera: Camera, foot: Sequence[Point]) -> None:
    """Draw the shadow from the foot to where the light past the top reaches the mat."""
    height = BLOCK_RISE * camera.scale
    fallen = [(x + across, y + down) for x, y in foot for across, down in [camera.lamp.shadow_offset((x, y), height)]]
    hull = _hull([*foot, *((x + height * 0.05, y + height * 0.12) for x, y in fallen)])
    left, top = min(x for x, _ in hull), min(y for _, y in hull)
    box = Rect(left - 2, top - 2, max(x for x, _ in hull) - left + 4, max(y for _, y in hull) - top + 4)
    pixel_box = canvas.pixel_rect(box)
    if not pixel_box.colliderect(canvas.surface.get_clip()):
        return
    pixels = tuple((x - pixel_box.x, y - pixel_box.y) for x, y in map(canvas.pixel_point, hull))
    canvas.surface.blit(_render_shadow(pixel_box.size, pixels, max(1, canvas.px(height * 0.08))), pixel_box)


@lru_cache(maxsize=32)
def _render_shadow(size: tuple[int, int], points: tuple[tuple[int, int], ...], blur: int) -> pygame.Surface:
    surface = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.polygon(surface, (0, 0, 0, _SHADOW), points)
    return pygame.transform.box_blur(surface, blur)


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex hull in order around it (Andrew's monotone chain).

    >>> _hull([(0.0, 0.0), (2.0, 0.0), (1.0, 0.5), (1.0, 2.0)])
    [(0.0, 0.0), (2.0, 0.0), (1.0, 2.0)]
    """
    hull: list[Point] = []
    for ordered in (sorted(set(points)), sorted(set(points), reverse=True)):
        half: list[Point] = []
        for x, y in ordered:
            while len(half) > 1 and _bend(half[-2], half[-1], (x, y)) <= 0:
                half.pop()
            half.append((x, y))
        hull += half[:-1]
    return hull


def _bend(a: Point, b: Point, c: Point) -> float:
    """Return a number above 0 if the path from `a` to `b` to `c` bends to the left.

    >>> _bend((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    1.0
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _top_block(block: Block) -> Block:
    """Return the top of a block on the screen, as a block.

    Its foot, and the foot moved up by the visible part of the sides, overlap there.
    """
    across, up = abs(sin(block.angle)) * _SIDE, abs(cos(block.angle)) * _SIDE
    return replace(block, y=block.y + _SIDE / 2, width=block.width - across, height=block.height - up)


def _draw_block(canvas: Canvas, camera: Camera, block: Block, foot: Sequence[Point]) -> None:
    """Draw the visible sides, which are lighter towards the lamp, and the grained top."""
    top = _foot(camera, _top_block(block))
    wood = mix(WOOD, WOOD_DARK, 0.5)
    middle = camera.to_screen((block.x, block.y))
    towards = camera.lamp.direction_from(middle)
    sides = list(zip(foot, [*foot[1:], foot[0]], top, [*top[1:], top[0]], strict=True))
    for a, b, above_a, above_b in sides:
        if a[1] + b[1] > 2 * middle[1]:
            across, down = b[1] - a[1], a[0] - b[0]
            length = max(1e-9, (across * across + down * down) ** 0.5)
            facing = abs(across * towards[0] - down * towards[1]) / length
            canvas.polygon([above_a, above_b, b, a], mix(wood, BLACK, 0.42 - 0.16 * facing))
    canvas.polygon(top, wood)
    _draw_grain(canvas, top, block, mix(wood, WOOD_DARK, 0.35))
    light = mix(wood, WHITE, 0.35)
    for a, b, above_a, above_b in sides:
        canvas.line(above_a, above_b, light if a[1] + b[1] < 2 * middle[1] else mix(wood, BLACK, 0.2), 1.2)


def _draw_grain(canvas: Canvas, top: Sequence[Point], block: Block, colour: Colour) -> None:
    """Draw lines along the longer sides."""
    a, b, c, d = top
    across = block.height if block.width >= block.height else block.width
    if block.width < block.height:
        a, b, c, d = b, c, d, a
    lines = max(1, int(across / _GRAIN))
    for index in range(1, lines):
        share, inset = index / lines, 0.04 + 0.05 * (index * 7 % 5) / 4
        start = a[0] + (d[0] - a[0]) * share, a[1] + (d[1] - a[1]) * share
        end = b[0] + (c[0] - b[0]) * share, b[1] + (c[1] - b[1]) * share
        vector = end[0] - start[0], end[1] - start[1]
        canvas.line(
            (start[0] + vector[0] * inset, start[1] + vector[1] * inset),
            (end[0] - vector[0] * inset, end[1] - vector[1] * inset),
            colour,
            0.8,
        )
