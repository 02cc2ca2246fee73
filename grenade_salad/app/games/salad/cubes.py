"""Painted wooden cubes from above: top, a bit of two sides, shadow and mark.

All sizes are in real pixels. Pictures are rendered once for each seat, size and step of turning, and cached. From
them those in the lamp's light are made, which is quick: see `quantize_light`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import atan2, cos, pi, sin

import pygame

from grenade_salad.app.games.salad.scaled_sprites import CentredPicture, CubePictures, ScaledSprites, scaling_step
from grenade_salad.app.ui import pictures, shapes
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.lamp import Lamp
from grenade_salad.app.ui.theme import BLACK, INK, WHITE, Colour, mix, seat_colour, seat_ink, seat_mark
from grenade_salad.films.rotation import Rotation

_TURN = 2 * pi
STEPS = 120
"""Steps of turning in a full turn."""
_FINE = 4
"""Factor by which pictures of small cubes are drawn larger, then scaled down."""
_SMALL = 32
"""Maximum width of a small cube, in pixels."""
_MARK = 0.64
"""Width of the mark on a face, in cube widths."""
_LINE = 0.035
"""Width of the light on an edge, in cube widths."""
_BASE = 28
"""Width in pixels of the square from which all shadows are made."""
_DEPTH = 0.26
"""Visible part of a side, in cube widths."""
_RIM = 0.06
"""Width of the dark line around a cube, in cube widths.

By it every colour stands out from the cloth, even one that is as bright.
"""
_SHADOW = (22, 14, 6, 170)
"""Colour of the middle of a shadow: the wood and the cloth around it are warm."""
_SLANT = 0.35
"""Offset of the lower end of a side to the right, as a share of its visible part."""
_OUTLINE_EDGE = 0.45
"""Width of the dark line around an outline, as a share of the outline's."""
_RAYS = 6
"""Number of directions from which light falls on cubes."""
_NEAR_SQUARED, _FAR_SQUARED = 0.15**2, 0.65**2
"""Squared distances from the lamp, as a share of its height.

From the first on, cubes are lit from one side; from the second on, they are darker.
"""
_MAX_MOVING_PICTURES = 2000
"""Maximum number of cached pictures, with their parts, while all cubes turn."""


def turn_step(angle: float) -> int:
    """Return the step of turning nearest to an angle in radians."""
    return round(angle / _TURN * STEPS) % STEPS


def rounded_size(pixels: float) -> float:
    """Round a size in pixels to one with a picture: coarser if it is larger."""
    step = 0.5 if pixels < 24 else 1.0 if pixels < 48 else 2.0
    return max(3.0, round(pixels / step) * step)


def render_cube(
    seat: int,
    pixels: float,
    angle: float,
    *,
    is_hatched: bool = False,
    is_flying: bool = False,
    light: int = 0,
    sprites: ScaledSprites | None = None,
    factor: float = 1.0,
) -> pygame.Surface:
    """Return a cube of that width in pixels, its top's centre in the middle.

    It is turned by radians counter-clockwise. A flying one is turned and sized in larger steps, so that fewer pictures
    are rendered in time. `light` is from `quantize_light`; 0 is the usual light from the upper left. With `sprites` it
    is shown `factor` times as large, and may be scaled from another picture for a moment.
    """
    size, step = rounded_size(pixels), turn_step(angle)
    if is_flying:
        size, step = float(round(size / 2) * 2), step // 4 * 4

    def make() -> pygame.Surface:
        key = "lit cube", seat, size, step, is_hatched, light
        return shapes.get_cached(key, lambda: _render_lit_cube(seat, size, step, is_hatched, light))

    return make() if sprites is None else sprites.picture((seat, step, is_hatched), size, factor, make, light=light)


def quantize_light(lamp: Lamp, point: Point) -> int:
    """Return how the lamp lights a cube at a point of the screen, as a small number.

    Few values keep the number of pictures small.
    """
    across, down, height = lamp.foot[0] - point[0], lamp.foot[1] - point[1], lamp.height
    distance_squared = (across * across + down * down) / (height * height)
    if distance_squared < _NEAR_SQUARED:
        return 1
    return (2 if distance_squared < _FAR_SQUARED else 2 + _RAYS) + round(
        atan2(-down, across) / (2 * pi) * _RAYS
    ) % _RAYS


def render_shadow(
    pixels: float, angle: float, blur: float = 0.12, sprites: ScaledSprites | None = None, factor: float = 1.0
) -> pygame.Surface:
    """Return the soft shadow of a cube of that width.

    `blur` is in cube widths. `sprites` and `factor` are as for `render_cube`.
    """
    size, step, soft = rounded_size(pixels), turn_step(angle) % (STEPS // 4), round(blur * 10) / 10
    if soft > 0.15:
        step = step // 6 * 6

    def make() -> pygame.Surface:
        return shapes.get_cached(("cube shadow", size, step, soft), lambda: _render_shadow(size, step, soft))

    return make() if sprites is None else sprites.picture((step, soft), size, factor, make, is_soft=True)


def make_resting_renderer(
    pixels: float, is_hatched: bool, sprites: ScaledSprites, factor: float
) -> Callable[[int, float, int], CubePictures]:
    """Return a function that renders cubes at rest, all of one size.

    It gets seat, angle and light. The pictures are the shadow and the cube, as of `render_shadow` and `render_cube`.
    What is the same for all is computed once, and results are cached while they are valid.
    """
    cached = sprites.cached_pictures((rounded_size(pixels), is_hatched, scaling_step(factor)))

    def pair(seat: int, angle: float, light: int) -> tuple[CentredPicture, CentredPicture]:
        key = seat, turn_step(angle), light
        result = cached.get(key)
        if result is None:
            # Only these two pictures decide whether the pair can be cached.
            was_late, sprites.is_late = sprites.is_late, False
            below = render_shadow(pixels, angle, sprites=sprites, factor=factor)
            picture = render_cube(
                seat, pixels, angle, is_hatched=is_hatched, light=light, sprites=sprites, factor=factor
            )
            result = _centred(below), _centred(picture)
            if sprites.is_settled:
                cached[key] = result
            sprites.is_late |= was_late
        return result

    return pair


def _centred(surface: pygame.Surface) -> CentredPicture:
    return surface, surface.get_width() / 2, surface.get_height() / 2


def render_outline(
    pixels: float,
    angle: float,
    colour: Colour,
    width: float,
    grow: float = 0.0,
    sprites: ScaledSprites | None = None,
    factor: float = 1.0,
) -> pygame.Surface:
    """Return the is_smooth outline of a cube.

    `width` is in pixels, `grow` in cube widths to each side; the others are as for `render_cube`.
    """
    size, step = rounded_size(pixels), turn_step(angle) % (STEPS // 4)
    key = ("cube outline", size, step, colour, round(width, 1), round(grow, 2))

    def make() -> pygame.Surface:
        return shapes.get_cached(key, lambda: _render_outline(size, step, colour, width, grow))

    return make() if sprites is None else sprites.picture((step, colour, key[-1]), size, factor, make)


def scale_picture(picture: pygame.Surface, factor: float, *, is_soft: bool = False) -> pygame.Surface:
    """Scale a picture for a moment, uncached. A soft one takes a fifth of the time."""
    if factor == 1.0:
        return picture
    return pygame.transform.scale_by(picture, factor) if is_soft else pygame.transform.smoothscale_by(picture, factor)


def _corners(centre: float, half: float, step: int) -> list[Point]:
    """Return the corners of a square on the screen, where y points down."""
    angle = -step * 2 * pi / STEPS
    c, s = half * cos(angle), half * sin(angle)
    return [(centre + x * c - y * s, centre + x * s + y * c) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]


def _edges(top: list[Point]) -> list[tuple[Point, Point]]:
    """Return both ends of each edge."""
    return list(zip(top, [*top[1:], top[0]], strict=True))


def _picture_side(size: float) -> int:
    """Return the side in pixels of the picture of a cube, however it is turned.

    It is odd, so that the cube's centre is in the middle of a pixel.
    """
    return int(size * (1.5 + 2 * (_DEPTH + _RIM))) // 2 * 2 + 3


def _shrink(large: pygame.Surface, side: int) -> pygame.Surface:
    return _crop(pygame.transform.smoothscale(large, (side, side)))


def _crop(surface: pygame.Surface) -> pygame.Surface:
    """Crop the empty border, which costs time to draw, around the same middle."""
    full, visible = surface.get_rect(), surface.get_bounding_rect()
    across = min(visible.left, full.right - visible.right)
    down = min(visible.top, full.bottom - visible.bottom)
    return surface.subsurface(full.inflate(-2 * across, -2 * down)).convert_alpha()


def _render_cube(seat: int, size: float, step: int, is_hatched: bool) -> pygame.Surface:
    """Render the sides, then the top with its grain, edges and mark.

    A small cube is drawn large and scaled down, since it has few pixels.
    """
    side = _picture_side(size)
    fine = _FINE if size <= _SMALL else 1
    surface = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
    paint = seat_colour(seat)
    surface.fill((*INK, 0))
    centre, half = side * fine / 2, size * fine / 2
    top = _corners(centre, half, step)
    rim_corners = _corners(centre, half + max(1.0, half * 2 * _RIM), step)
    _draw_silhouette(surface, rim_corners, size * fine * _DEPTH, is_smooth=fine == 1)
    _draw_sides(surface, top, paint, size * fine * _DEPTH, is_smooth=fine == 1)
    face_width = round(size * max(fine, 2))
    face = shapes.get_cached(("cube face", seat, face_width), lambda: _render_top(seat, face_width))
    # The border around a picture smooths its edges when it is turned.
    framed = pygame.Surface((face_width + 4, face_width + 4), pygame.SRCALPHA)
    framed.fill((*paint, 0))
    framed.blit(face, (2, 2))
    turned = pygame.transform.rotozoom(framed, step * 360 / STEPS, fine / max(fine, 2))
    surface.blit(turned, turned.get_rect(center=(centre, centre)))
    if is_hatched:
        _draw_hatching(surface, seat, top)
    return _shrink(surface, side) if fine > 1 else _crop(surface)


def _render_lit_cube(seat: int, size: float, step: int, is_hatched: bool, light: int) -> pygame.Surface:
    """Render a cube with the lamp's shade on it.

    The shade is the same for all seats, and after a quarter of a turn. While cubes turn, both parts are cached: to
    combine them is a tenth of the work. For large cubes that would be too much memory.
    """
    quarter = step % (STEPS // 4)
    if (2 * size) ** 2 * 4 * _MAX_MOVING_PICTURES < shapes.cache_limit():
        unlit = shapes.get_cached(
            ("cube", seat, size, step, is_hatched), lambda: _render_cube(seat, size, step, is_hatched)
        )
        shade = shapes.get_cached(("cube shade", size, quarter, light), lambda: _render_shade(size, quarter, light))
    else:
        unlit, shade = _render_cube(seat, size, step, is_hatched), _render_shade(size, quarter, light)
    result = unlit.copy()
    result.blit(shade, shade.get_rect(center=result.get_rect().center), special_flags=pygame.BLEND_RGB_MULT)
    return shapes.accelerate(result)


def _render_shade(size: float, step: int, light: int) -> pygame.Surface:
    """Render the shade of the lamp, to be multiplied on a cube that is fully lit."""
    lamp, top_light = _light_vector(light)
    side = _picture_side(size)
    fine = 2
    # Without transparency, since it is multiplied on the cube.
    surface = pygame.Surface((side * fine, side * fine), 0, 32)
    surface.fill((255, 255, 255))
    top = _corners(side * fine / 2, size * fine / 2, step)
    depth, width = size * fine * _DEPTH, max(1, round(size * fine * _LINE))
    pygame.draw.polygon(surface, (top_light,) * 3, _scale_corners(top, side * fine / 2, 1.04))
    for a, b in _visible_edges(top):
        grey = round((190 + 65 * _facing(a, b, lamp)) * (top_light + 255) / 510)
        quad = [a, b, (b[0] + depth * _SLANT, b[1] + depth), (a[0] + depth * _SLANT, a[1] + depth)]
        pygame.draw.polygon(surface, (grey, grey, grey), quad)
    for a, b in _edges(top):
        if _facing(a, b, lamp) < 0.2:
            n, m = _normal(a, b)
            start, end = ((x - n * width / 2, y - m * width / 2) for x, y in (a, b))
            pygame.draw.line(surface, (150, 150, 150), start, end, width)
    return pygame.transform.smoothscale(surface, (side, side)).convert()


def _light_vector(light: int) -> tuple[Point, int]:
    """Return the direction to the lamp, y down, and the light on a top, of 255."""
    if light == 0:
        return (-0.7, -0.7), 255
    if light == 1:
        return (-0.3, -0.3), 255
    tier, ray = divmod(light - 2, _RAYS)
    angle = ray * 2 * pi / _RAYS
    return (cos(angle), -sin(angle)), (250, 232)[tier]


def _scale_corners(corners: Sequence[Point], centre: float, factor: float) -> list[Point]:
    return [(centre + (x - centre) * factor, centre + (y - centre) * factor) for x, y in corners]


def _facing(a: Point, b: Point, lamp: Point) -> float:
    """Return how much the side under an edge of the top faces the lamp, from -1 to 1."""
    normal = _normal(a, b)
    return normal[0] * lamp[0] + normal[1] * lamp[1]


def _normal(a: Point, b: Point) -> Point:
    """Return the normal of an edge of the top, out of the cube.

    Edges run clockwise on the screen.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = max(1e-9, (dx * dx + dy * dy) ** 0.5)
    return dy / length, -dx / length


def _draw_sides(surface: pygame.Surface, top: list[Point], paint: Colour, depth: float, is_smooth: bool) -> None:
    """Draw the visible sides, at the lower right of the top."""
    across, down, side = depth * _SLANT, depth, mix(paint, BLACK, 0.12)
    for a, b in _visible_edges(top):
        quad = [a, b, (b[0] + across, b[1] + down), (a[0] + across, a[1] + down)]
        pygame.draw.polygon(surface, side, quad)
        if is_smooth:
            pygame.draw.aalines(surface, side, True, quad)


def _draw_silhouette(surface: pygame.Surface, top: list[Point], depth: float, is_smooth: bool) -> None:
    """Fill the outline of a cube with ink; `top` is larger than its top by the rim."""
    outline = _convex_hull([*top, *((x + depth * _SLANT, y + depth) for x, y in top)])
    pygame.draw.polygon(surface, INK, outline)
    if is_smooth:
        pygame.draw.aalines(surface, INK, True, outline)


def _convex_hull(points: Sequence[Point]) -> list[Point]:
    """Return the corners of the smallest convex polygon around the points, in order."""
    hull: list[Point] = []
    for ordered in (sorted(points), sorted(points, reverse=True)):
        half: list[Point] = []
        for x, y in ordered:
            while len(half) > 1 and (half[-1][0] - half[-2][0]) * (y - half[-2][1]) <= (
                (half[-1][1] - half[-2][1]) * (x - half[-2][0])
            ):
                half.pop()
            half.append((x, y))
        hull += half[:-1]
    return hull


def _visible_edges(top: list[Point]) -> list[tuple[Point, Point]]:
    """Return the edges of the top above the visible sides, as both ends of each."""
    middle = sum(x * _SLANT + y for x, y in top) / 4
    return [(a, b) for a, b in _edges(top) if ((a[0] + b[0]) * _SLANT + a[1] + b[1]) / 2 > middle]


def _render_top(seat: int, width: int) -> pygame.Surface:
    """Render the top: paint with a darker edge, grain, the mark, and a line of light.

    It is not turned.
    """
    face = pygame.Surface((width, width), pygame.SRCALPHA)
    paint = seat_colour(seat)
    face.fill(mix(paint, BLACK, 0.28))
    inside = face.get_rect().inflate(-round(width * 0.08), -round(width * 0.08))
    face.fill(mix(paint, WHITE, 0.06), inside)
    if width >= 48 and pictures.has_bitmap("cube/grain.png"):
        grain = pygame.transform.smoothscale(pictures.load_bitmap("cube/grain.png").convert(), inside.size)
        face.blit(grain, inside, special_flags=pygame.BLEND_RGB_MULT)
    side = max(4, round(width * _MARK))
    mark = pictures.load_picture(seat_mark(seat), (side, side), seat_ink(seat)).copy()
    mark.set_alpha(240)
    face.blit(mark, mark.get_rect(center=inside.center))
    line = max(1, round(width * _LINE))
    pygame.draw.rect(face, mix(paint, WHITE, 0.45), face.get_rect(), line)
    return face


def _draw_hatching(large: pygame.Surface, seat: int, top: list[Point]) -> None:
    """Draw stripes in the seat's own direction, for people who confuse the colours."""
    layer = pygame.Surface(large.get_size(), pygame.SRCALPHA)
    size = large.get_width()
    gap = max(6, size // 9)
    for offset in range(-size, 2 * size, gap):
        lines = (
            ((offset, 0), (offset + size, size)),
            ((offset, 0), (offset - size, size)),
            ((0, offset), (size, offset)),
            ((offset, 0), (offset, size)),
        )
        start, end = lines[seat % len(lines)]
        pygame.draw.line(layer, (*seat_ink(seat), 110), start, end, max(1, gap // 5))
    mask = pygame.Surface(large.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(mask, WHITE, top)
    layer.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    large.blit(layer, (0, 0))


def _render_shadow(size: float, step: int, soft: float) -> pygame.Surface:
    """Turn and scale one blurred square for each softness, since blurring is slow."""
    base = shapes.get_cached(("cube shadow base", soft), lambda: _render_shadow_base(soft))
    return _crop(pygame.transform.rotozoom(base, step * 360 / STEPS, size / _BASE))


def _render_shadow_base(soft: float) -> pygame.Surface:
    spread = round(_BASE * soft)
    side = _BASE + 6 * spread + 8
    layer = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.polygon(layer, _SHADOW, _corners(side / 2, _BASE * 0.51, 0))
    return pygame.transform.gaussian_blur(layer, max(1, spread)) if spread else layer


def _render_outline(size: float, step: int, colour: Colour, width: float, grow: float) -> pygame.Surface:
    """Render an outline between two lines of ink, visible on bright cloth, too."""
    half, edge = size * (0.5 + grow) + width / 2, max(0.8, width * _OUTLINE_EDGE)
    side = int((half + width + edge) * 3) // 2 * 2 + 5
    large = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA)
    large.fill((*INK, 0))
    centre = side * _FINE / 2
    for reach, paint in (
        (half + width / 2 + edge, INK),
        (half + width / 2, colour),
        (half - width / 2, (*INK, 0)),
    ):
        pygame.draw.polygon(large, paint, _corners(centre, reach * _FINE, step))
    return _shrink(large, side)


_FACES: tuple[tuple[int, int], ...] = ((2, 1), (2, -1), (0, 1), (0, -1), (1, 1), (1, -1))
"""Faces of a cube: the index of the axis through it, and the sign of the side."""
_LAMP = (-0.36, 0.42, 0.83)
"""Direction to a lamp at the upper left: right, up on the screen, off the table."""
_LIT = 0.83
"""Light of the lamp on the top of a cube that is flat."""


def render_tumbling_cube(
    seat: int, pixels: float, rotation: Rotation, towards: Sequence[float] = _LAMP
) -> pygame.Surface:
    """Return a cube with any rotation, in the style of `render_cube`.

    Every face has the mark. `towards` is the direction to the lamp, as of `Lamp.towards`.
    """
    size = max(4.0, pixels)
    side = int(size * 2.1) // 2 * 2 + 5
    fine = 3 if size < 20 else 2
    large = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
    large.fill((*INK, 0))
    columns = list(zip(*rotation, strict=True))
    faces = []
    for axis, sign in _FACES:
        normal = tuple(sign * part for part in columns[axis])
        if normal[0] * _DEPTH * _SLANT - normal[1] * _DEPTH + normal[2] > 0:
            faces.append((normal[2], axis, sign, normal))
    _draw_tumbling_silhouette(large, columns, side * fine / 2, size * fine)
    for _, axis, sign, normal in sorted(faces):
        u, v = columns[(axis + 1) % 3], columns[(axis + 2) % 3]
        lamp = sum(a * b for a, b in zip(normal, towards, strict=True)) / _LIT
        axes = normal, u, v if sign > 0 else (-v[0], -v[1], -v[2])
        _draw_face(large, seat, axes, middle=side * fine / 2, size=size * fine, lamp=lamp)
    return _shrink(large, side)


def _draw_tumbling_silhouette(
    large: pygame.Surface, columns: Sequence[Sequence[float]], middle: float, size: float
) -> None:
    """Fill the outline of a cube in any rotation with ink, larger by the rim."""
    centre = middle + _DEPTH * _SLANT / 2 * size, middle + _DEPTH / 2 * size
    half, corners = size * (0.5 + _RIM), []
    for signs in product((1, -1), repeat=3):
        x, y, z = (
            sum(sign * part for sign, part in zip(signs, parts, strict=True)) for parts in zip(*columns, strict=True)
        )
        corners.append((centre[0] + (x - z * _DEPTH * _SLANT) * half, centre[1] - (y + z * _DEPTH) * half))
    pygame.draw.polygon(large, INK, _convex_hull(corners))


def _draw_face(
    large: pygame.Surface,
    seat: int,
    axes: tuple[Sequence[float], Sequence[float], Sequence[float]],
    *,
    middle: float,
    size: float,
    lamp: float,
) -> None:
    """Draw a painted side with its edge and mark on the picture of a cube.

    `axes` are its normal and the directions of its edges. `middle` is that of the picture across and down, `size` the
    width of the cube, `lamp` the light on this side.
    """
    normal, u, v = axes

    def project(vector: Sequence[float]) -> Point:
        return (vector[0] - vector[2] * _DEPTH * _SLANT) * size, (-vector[1] - vector[2] * _DEPTH) * size

    (ux, uy), (vx, vy), (nx, ny) = project(u), project(v), project(normal)
    x = middle + nx / 2 + _DEPTH * _SLANT / 2 * size
    y = middle + ny / 2 + _DEPTH / 2 * size

    def on_face(a: float, b: float) -> Point:
        return x + a * ux + b * vx, y + a * uy + b * vy

    def square(half: float) -> list[Point]:
        return [on_face(a * half, b * half) for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]

    paint = seat_colour(seat)
    lit = mix(paint, WHITE, 0.06 + min(0.14, max(0.0, lamp - 1) * 0.5))
    shade = mix(lit, BLACK, min(0.58, max(0.0, 1 - lamp) * 0.62))
    pygame.draw.polygon(large, mix(shade, BLACK, 0.26), square(0.5))
    pygame.draw.polygon(large, shade, square(0.46))
    ink = mix(shade, mix(seat_ink(seat), BLACK, 0.3 * max(0.0, min(1.0, 1 - lamp))), 0.86)
    for contour, filled in _mark_outlines(seat):
        pygame.draw.polygon(large, ink if filled else shade, [on_face(a * _MARK, b * _MARK) for a, b in contour])


@lru_cache(maxsize=16)
def _mark_outlines(seat: int) -> tuple[tuple[tuple[Point, ...], bool], ...]:
    """Return the outlines of a seat's mark, from -0.5 to 0.5, y up.

    Each is with True if it is filled. The filled ones are first, then the holes in them.
    """
    size = 48
    mask = pygame.mask.from_surface(pictures.load_picture(seat_mark(seat), (size, size), WHITE), 127)
    outside = mask.copy()
    outside.invert()
    border = outside.connected_component((0, 0))
    holes = [
        component
        for component in outside.connected_components()
        if component.overlap(border, (0, 0)) is None and component.count() > 12
    ]
    parts = [(component, True) for component in mask.connected_components(12)] + [
        (component, False) for component in holes
    ]
    return tuple(
        (tuple((x / size - 0.5, 0.5 - y / size) for x, y in component.outline(3)), filled)
        for component, filled in parts
        if len(component.outline(3)) > 2
    )
