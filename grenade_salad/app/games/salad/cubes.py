"""Painted wooden cubes from above: a top face, a sliver of two sides, a soft shadow, the mark stamped on.

Everything here counts in real pixels. Pictures are made once for each seat, size and step of turning, and kept; from
them those in the lamp's light, which are quickly made: see `lit`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import atan2, cos, pi, sin

import pygame

from grenade_salad.app.games.salad.scaled_sprites import Fitted, Pair, Placed, step_of_fit
from grenade_salad.app.ui import pictures, shapes
from grenade_salad.app.ui.lamp import Lamp
from grenade_salad.app.ui.theme import BLACK, WHITE, Colour, mix, seat_colour, seat_ink, seat_mark
from grenade_salad.films.rotation import Turn

_TURN = 2 * pi
STEPS = 120
"""Steps of turning in a full turn."""
_FINE = 4
"""Pictures of small cubes are drawn larger by this factor, then scaled down."""
_SMALL = 32
"""The widest cube that is small, in pixels."""
_LINE = 0.035
"""The light on an edge, in cube widths."""
_BASE = 28
"""The width of the square in pixels from which all shadows are made."""
_DEPTH = 0.2
"""The sliver of side that is seen, in cube widths."""

_RAYS = 6
"""From so many sides light falls on cubes."""
_NEAR, _FAR = 0.15**2, 0.65**2
"""How far from the lamp, squared, as a share of how high it hangs, cubes are lit from one side, and are darker."""
_MOVING = 2000
"""Pictures that are kept at once, with those that they are put together from, while all cubes turn."""
Spot = tuple[float, float]


def step_of(angle: float) -> int:
    """The step of turning nearest to an angle in radians."""
    return round(angle / _TURN * STEPS) % STEPS


def size_of(pixels: float) -> float:
    """The size of cube in pixels for which there is a picture: half a pixel fine while small, coarser when large."""
    step = 0.5 if pixels < 24 else 1.0 if pixels < 48 else 2.0
    return max(3.0, round(pixels / step) * step)


def cube(
    seat: int,
    pixels: float,
    angle: float,
    hatched: bool = False,
    flying: bool = False,
    light: int = 0,
    fits: Fitted | None = None,
    times: float = 1.0,
) -> pygame.Surface:
    """A cube of that width in pixels, turned by radians counter-clockwise; its top face's centre is in the middle.

    One that is flying is turned and sized in larger steps, so that fewer pictures have to be made in time. `light` is
    what `lit` says of its place; 0 is the usual light from the upper left. With `fits` it is shown so many `times` as
    large, and may be fitted from another picture for a moment.
    """
    size, step = size_of(pixels), step_of(angle)
    if flying:
        size, step = float(round(size / 2) * 2), step // 4 * 4

    def make() -> pygame.Surface:
        key = "lit cube", seat, size, step, hatched, light
        return shapes.baked(key, lambda: _in_light(seat, size, step, hatched, light))

    return make() if fits is None else fits.picture((seat, step, hatched), size, times, make, light=light)


def lit(lamp: Lamp, at: Spot) -> int:
    """How the lamp lights a cube at a point of the screen: one of few ways, so that few pictures are made of it."""
    across, down, high = lamp.under[0] - at[0], lamp.under[1] - at[1], lamp.high
    far = (across * across + down * down) / (high * high)
    if far < _NEAR:
        return 1
    return (2 if far < _FAR else 2 + _RAYS) + round(atan2(-down, across) / (2 * pi) * _RAYS) % _RAYS


def shadow(
    pixels: float, angle: float, blur: float = 0.12, fits: Fitted | None = None, times: float = 1.0
) -> pygame.Surface:
    """The soft shadow of a cube of that width; `blur` is in cube widths. `fits` and `times` as for a cube."""
    size, step, soft = size_of(pixels), step_of(angle) % (STEPS // 4), round(blur * 10) / 10
    if soft > 0.15:
        step = step // 6 * 6

    def make() -> pygame.Surface:
        return shapes.baked(("cube shadow", size, step, soft), lambda: _shadow(size, step, soft))

    return make() if fits is None else fits.picture((step, soft), size, times, make, soft=True)


def lying(pixels: float, hatched: bool, fits: Fitted, times: float) -> Callable[[int, float, int], Pair]:
    """Of cubes that lie, all of one size: the shadow and the picture for a seat, an angle and a light, as `shadow` and
    `cube` give them. What is the same for all is worked out once, what was asked for is kept while it is right."""
    known = fits.known((size_of(pixels), hatched, step_of_fit(times)))

    def pair(seat: int, angle: float, light: int) -> tuple[Placed, Placed]:
        key = seat, round(angle / _TURN * STEPS) % STEPS, light
        found = known.get(key)
        if found is None:
            late, fits.late = fits.late, False
            below = shadow(pixels, angle, fits=fits, times=times)
            made = cube(seat, pixels, angle, hatched, light=light, fits=fits, times=times)
            found = _placed(below), _placed(made)
            if fits.settled:
                known[key] = found
            fits.late |= late
        return found

    return pair


def _placed(made: pygame.Surface) -> Placed:
    return made, made.get_width() / 2, made.get_height() / 2


def outline(
    pixels: float,
    angle: float,
    colour: Colour,
    width: float,
    grow: float = 0.0,
    fits: Fitted | None = None,
    times: float = 1.0,
) -> pygame.Surface:
    """The smooth outline of a cube; `width` in pixels, `grow` in cube widths to each side; the others as for a cube."""
    size, step = size_of(pixels), step_of(angle) % (STEPS // 4)
    key = ("cube outline", size, step, colour, round(width, 1), round(grow, 2))

    def make() -> pygame.Surface:
        return shapes.baked(key, lambda: _outline(size, step, colour, width, grow))

    return make() if fits is None else fits.picture((step, colour, key[-1]), size, times, make)


def fitted(picture: pygame.Surface, times: float, soft: bool = False) -> pygame.Surface:
    """A picture so many times as large: for moments, and not kept. One that is `soft` anyway is fitted in a fifth of
    the time."""
    if times == 1.0:
        return picture
    return pygame.transform.scale_by(picture, times) if soft else pygame.transform.smoothscale_by(picture, times)


def _corners(centre: float, half: float, step: int) -> list[Spot]:
    """The corners of a square on the screen, where y runs down."""
    angle = -step * 2 * pi / STEPS
    c, s = half * cos(angle), half * sin(angle)
    return [(centre + x * c - y * s, centre + x * s + y * c) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]


def _edges(top: list[Spot]) -> list[tuple[Spot, Spot]]:
    """Both ends of each edge."""
    return list(zip(top, [*top[1:], top[0]], strict=True))


def _small(large: pygame.Surface, side: int) -> pygame.Surface:
    return _cut(pygame.transform.smoothscale(large, (side, side)))


def _cut(made: pygame.Surface) -> pygame.Surface:
    """Without what is empty around it: that costs as much to draw as the rest. The middle stays the middle."""
    whole, seen = made.get_rect(), made.get_bounding_rect()
    across = min(seen.left, whole.right - seen.right)
    down = min(seen.top, whole.bottom - seen.bottom)
    return made.subsurface(whole.inflate(-2 * across, -2 * down)).convert_alpha()


def _cube(seat: int, size: float, step: int, hatched: bool) -> pygame.Surface:
    """The sides, then the top with its grain, edges and mark; a small one is drawn large, since it has few pixels."""
    side = int(size * 1.5 + size * _DEPTH * 2) // 2 * 2 + 3
    fine = _FINE if size <= _SMALL else 1
    made = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
    paint = seat_colour(seat)
    made.fill((*mix(paint, BLACK, 0.5), 0))
    centre, half = side * fine / 2, size * fine / 2
    top = _corners(centre, half, step)
    _sides(made, top, paint, size * fine * _DEPTH, smooth=fine == 1)
    wide = round(size * max(fine, 2))
    face = shapes.baked(("cube face", seat, wide), lambda: _top(seat, wide))
    # What is around a picture makes its edges smooth when it is turned.
    framed = pygame.Surface((wide + 4, wide + 4), pygame.SRCALPHA)
    framed.fill((*paint, 0))
    framed.blit(face, (2, 2))
    turned = pygame.transform.rotozoom(framed, step * 360 / STEPS, fine / max(fine, 2))
    made.blit(turned, turned.get_rect(center=(centre, centre)))
    if hatched:
        _hatch(made, seat, top)
    return _small(made, side) if fine > 1 else _cut(made)


def _in_light(seat: int, size: float, step: int, hatched: bool, light: int) -> pygame.Surface:
    """A cube with the lamp's shade on it. That is the same for all seats, and after a quarter of a turn: while cubes
    turn, the two are kept, as to put them together is a tenth of the work. Of large ones that would be too much."""
    quarter = step % (STEPS // 4)
    if (2 * size) ** 2 * 4 * _MOVING < shapes.room():
        made = shapes.baked(("cube", seat, size, step, hatched), lambda: _cube(seat, size, step, hatched))
        shade = shapes.baked(("cube shade", size, quarter, light), lambda: _shade(size, quarter, light))
    else:
        made, shade = _cube(seat, size, step, hatched), _shade(size, quarter, light)
    whole = made.copy()
    whole.blit(shade, shade.get_rect(center=whole.get_rect().center), special_flags=pygame.BLEND_RGB_MULT)
    return shapes.swift(whole)


def _shade(size: float, step: int, light: int) -> pygame.Surface:
    """What the lamp leaves of a cube's paint, which is all in the light: to be multiplied on it."""
    lamp, top_light = _shining(light)
    side = int(size * 1.5 + size * _DEPTH * 2) // 2 * 2 + 3
    fine = 2
    made = pygame.Surface((side * fine, side * fine), 0, 32)
    made.fill((255, 255, 255))
    top = _corners(side * fine / 2, size * fine / 2, step)
    depth, width = size * fine * _DEPTH, max(1, round(size * fine * _LINE))
    pygame.draw.polygon(made, (top_light,) * 3, _grown(top, side * fine / 2, 1.04))
    for a, b in _seen_sides(top):
        grey = round((190 + 65 * _facing(a, b, lamp)) * (top_light + 255) / 510)
        quad = [a, b, (b[0] + depth * 0.35, b[1] + depth), (a[0] + depth * 0.35, a[1] + depth)]
        pygame.draw.polygon(made, (grey, grey, grey), quad)
    for a, b in _edges(top):
        if _facing(a, b, lamp) < 0.2:
            n, m = _normal(a, b)
            start, end = ((x - n * width / 2, y - m * width / 2) for x, y in (a, b))
            pygame.draw.line(made, (150, 150, 150), start, end, width)
    return pygame.transform.smoothscale(made, (side, side)).convert()


def _shining(light: int) -> tuple[Spot, int]:
    """The way to the lamp on the screen, y down, and how much of its light the top of a cube has, of 255."""
    if light == 0:
        return (-0.7, -0.7), 255
    if light == 1:
        return (-0.3, -0.3), 255
    tier, ray = divmod(light - 2, _RAYS)
    way = ray * 2 * pi / _RAYS
    return (cos(way), -sin(way)), (240, 210)[tier]


def _grown(corners: Sequence[Spot], centre: float, times: float) -> list[Spot]:
    return [(centre + (x - centre) * times, centre + (y - centre) * times) for x, y in corners]


def _facing(a: Spot, b: Spot, lamp: Spot) -> float:
    """How much the side under an edge of the top faces the lamp, -1 to 1."""
    normal = _normal(a, b)
    return normal[0] * lamp[0] + normal[1] * lamp[1]


def _normal(a: Spot, b: Spot) -> Spot:
    """Out of the cube, from one of its top's edges, which run clockwise on the screen."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = max(1e-9, (dx * dx + dy * dy) ** 0.5)
    return dy / far, -dx / far


def _sides(made: pygame.Surface, top: list[Spot], paint: Colour, depth: float, smooth: bool) -> None:
    """The sides that are seen beside the top: those towards the lower right."""
    across, down, side = depth * 0.35, depth, mix(paint, BLACK, 0.12)
    for a, b in _seen_sides(top):
        quad = [a, b, (b[0] + across, b[1] + down), (a[0] + across, a[1] + down)]
        pygame.draw.polygon(made, side, quad)
        if smooth:
            pygame.draw.aalines(made, side, True, quad)


def _seen_sides(top: list[Spot]) -> list[tuple[Spot, Spot]]:
    """The edges of the top over those sides: both ends of each."""
    middle = sum(x * 0.35 + y for x, y in top) / 4
    return [(a, b) for a, b in _edges(top) if ((a[0] + b[0]) * 0.35 + a[1] + b[1]) / 2 > middle]


def _top(seat: int, wide: int) -> pygame.Surface:
    """The top face, not turned: paint with a darker edge, the grain of the wood, the mark, a line of light around."""
    face = pygame.Surface((wide, wide), pygame.SRCALPHA)
    paint = seat_colour(seat)
    face.fill(mix(paint, BLACK, 0.28))
    inside = face.get_rect().inflate(-round(wide * 0.08), -round(wide * 0.08))
    face.fill(mix(paint, WHITE, 0.06), inside)
    if wide >= 48 and pictures.exists("cube/grain.png"):
        grain = pygame.transform.smoothscale(pictures.bitmap("cube/grain.png").convert(), inside.size)
        face.blit(grain, inside, special_flags=pygame.BLEND_RGB_MULT)
    side = max(4, round(wide * 0.6))
    mark = pictures.picture(seat_mark(seat), (side, side), seat_ink(seat)).copy()
    mark.set_alpha(225)
    face.blit(mark, mark.get_rect(center=inside.center))
    line = max(1, round(wide * _LINE))
    pygame.draw.rect(face, mix(paint, WHITE, 0.45), face.get_rect(), line)
    return face


def _hatch(large: pygame.Surface, seat: int, top: list[Spot]) -> None:
    """Stripes over the top, in a direction of the seat's own: for eyes that do not tell the colours apart."""
    layer = pygame.Surface(large.get_size(), pygame.SRCALPHA)
    size = large.get_width()
    gap = max(6, size // 9)
    for at in range(-size, 2 * size, gap):
        lines = (
            ((at, 0), (at + size, size)),
            ((at, 0), (at - size, size)),
            ((0, at), (size, at)),
            ((at, 0), (at, size)),
        )
        start, end = lines[seat % len(lines)]
        pygame.draw.line(layer, (*seat_ink(seat), 110), start, end, max(1, gap // 5))
    mask = pygame.Surface(large.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(mask, WHITE, top)
    layer.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    large.blit(layer, (0, 0))


def _shadow(size: float, step: int, soft: float) -> pygame.Surface:
    """Turned and scaled from one blurred square for each softness: blurring is slow."""
    base = shapes.baked(("cube shadow base", soft), lambda: _shadow_base(soft))
    return _cut(pygame.transform.rotozoom(base, step * 360 / STEPS, size / _BASE))


def _shadow_base(soft: float) -> pygame.Surface:
    spread = round(_BASE * soft)
    side = _BASE + 6 * spread + 8
    layer = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.polygon(layer, (8, 12, 10, 150), _corners(side / 2, _BASE * 0.51, 0))
    return pygame.transform.gaussian_blur(layer, max(1, spread)) if spread else layer


def _outline(size: float, step: int, colour: Colour, width: float, grow: float) -> pygame.Surface:
    half = size * (0.5 + grow) + width / 2
    side = int((half + width) * 3) // 2 * 2 + 5
    large = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA)
    large.fill((*colour, 0))
    centre = side * _FINE / 2
    pygame.draw.polygon(large, colour, _corners(centre, (half + width / 2) * _FINE, step))
    pygame.draw.polygon(large, (*colour, 0), _corners(centre, (half - width / 2) * _FINE, step))
    return _small(large, side)


_FACES: tuple[tuple[int, int], ...] = ((2, 1), (2, -1), (0, 1), (0, -1), (1, 1), (1, -1))
"""Each face by the axis of the cube that goes through it, and on which side."""
_LAMP = (-0.36, 0.42, 0.83)
"""Towards a lamp at the upper left: to the right, up on the screen, up from the table."""
_LIT = 0.83
"""How much of the lamp a cube's top has that lies flat."""


def tumbling(seat: int, pixels: float, turn: Turn, towards: Sequence[float] = _LAMP) -> pygame.Surface:
    """A cube that is turned any way, seen as `cube` shows it; every face has the mark. `towards` is the way to the
    lamp, as `Lamp.towards` says it."""
    size = max(4.0, pixels)
    side = int(size * 1.9) // 2 * 2 + 5
    fine = 3 if size < 20 else 2
    large = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA)
    paint = seat_colour(seat)
    large.fill((*mix(paint, BLACK, 0.5), 0))
    columns = list(zip(*turn, strict=True))
    faces = []
    for axis, way in _FACES:
        normal = tuple(way * part for part in columns[axis])
        if normal[0] * _DEPTH * 0.35 - normal[1] * _DEPTH + normal[2] > 0:
            faces.append((normal[2], axis, way, normal))
    for _, axis, way, normal in sorted(faces):
        u, v = columns[(axis + 1) % 3], columns[(axis + 2) % 3]
        lamp = sum(a * b for a, b in zip(normal, towards, strict=True)) / _LIT
        _face(large, seat, (side * fine / 2, size * fine), (normal, u, v if way > 0 else (-v[0], -v[1], -v[2])), lamp)
    return _small(large, side)


def _face(
    large: pygame.Surface,
    seat: int,
    place: Spot,
    axes: tuple[Sequence[float], Sequence[float], Sequence[float]],
    lamp: float,
) -> None:
    """One painted side with its edge and mark; `place` is the middle of the picture and the width of the cube."""
    middle, size = place
    normal, u, v = axes

    def seen(way: Sequence[float]) -> Spot:
        return (way[0] - way[2] * _DEPTH * 0.35) * size, (-way[1] - way[2] * _DEPTH) * size

    (ux, uy), (vx, vy), (nx, ny) = seen(u), seen(v), seen(normal)
    x = middle + nx / 2 + _DEPTH * 0.35 / 2 * size
    y = middle + ny / 2 + _DEPTH / 2 * size

    def on_face(a: float, b: float) -> Spot:
        return x + a * ux + b * vx, y + a * uy + b * vy

    def square(half: float) -> list[Spot]:
        return [on_face(a * half, b * half) for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]

    paint = seat_colour(seat)
    lit = mix(paint, WHITE, 0.06 + min(0.14, max(0.0, lamp - 1) * 0.5))
    shade = mix(lit, BLACK, min(0.58, max(0.0, 1 - lamp) * 0.62))
    pygame.draw.polygon(large, mix(shade, BLACK, 0.26), square(0.5))
    pygame.draw.polygon(large, shade, square(0.46))
    ink = mix(shade, mix(seat_ink(seat), BLACK, 0.3 * max(0.0, min(1.0, 1 - lamp))), 0.86)
    for outline_of, filled in _mark(seat):
        pygame.draw.polygon(large, ink if filled else shade, [on_face(a * 0.6, b * 0.6) for a, b in outline_of])


@lru_cache(maxsize=16)
def _mark(seat: int) -> tuple[tuple[tuple[Spot, ...], bool], ...]:
    """The outlines of a seat's mark from -0.5 to 0.5, y up, the filled ones first, then the holes in them."""
    wide = 48
    drawn = pygame.mask.from_surface(pictures.picture(seat_mark(seat), (wide, wide), WHITE), 127)
    outside = drawn.copy()
    outside.invert()
    border = outside.connected_component((0, 0))
    holes = [one for one in outside.connected_components() if one.overlap(border, (0, 0)) is None and one.count() > 12]
    parts = [(one, True) for one in drawn.connected_components(12)] + [(one, False) for one in holes]
    return tuple(
        (tuple((x / wide - 0.5, 0.5 - y / wide) for x, y in one.outline(3)), filled)
        for one, filled in parts
        if len(one.outline(3)) > 2
    )
