"""Hands that shake the soldiers and drop them, while a film of a drop is shown."""

from __future__ import annotations

from functools import partial
from math import ceil, cos, radians, sin

import pygame

from grenade_salad.app.games.salad.mat import HOVER, MAX_HOVER
from grenade_salad.app.ui import pictures, shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.motion import ease
from grenade_salad.app.ui.theme import INK, Colour, seat_colour
from grenade_salad.films.drop_film import OPEN_SECONDS, Film

_HAND_SIZE = 62.0, 186.0
"""Size of a hand with its sleeve, in mm on the table."""
_GRIP = 100.0, 120.0
"""Point of the picture that is over the soldiers, in units of the picture."""
_PICTURE_SIZE = 200.0, 600.0
"""Size of the picture, in its own units."""
_ARRIVAL_TIME = 0.16
"""Seconds in which the hands arrive."""
_APPEARANCE_TIME = 0.08
"""Seconds in which they become opaque."""
_ARRIVAL_DISTANCE, _RETREAT = 110.0, 30.0
"""mm that they move up the table to arrive, and down while they open."""
_SHAKE = (5.0, 31.0), (4.0, 43.0)
"""mm that they shake across and up at most, each with its radians a second."""
_CLOSED_GAP, _OPENING = 12.0, 74.0
"""mm of each hand from the middle, and mm that it moves aside while they open."""
_CLOSED_LEAN, _OPEN_LEAN = -24.0, 4.0
"""Degrees that each hand leans, closed and open."""
_LEAN_SHAKE = 4.0, 37.0
"""Degrees that they lean more at most while they shake, and radians a second."""
_SHADOW_HEIGHT = 70.0
"""Height in mm from which a hand throws its shadow."""
_SHADOW_ALPHA = 110
"""Opacity of the shadow, of 255."""
_CUBE_WIDTH = 8.0
"""Usual width of a cube in mm: hands appear as high as cubes above the table."""
_SIZE_STEP = 64
"""Pixels by which the widths of the pictures differ."""
_ANGLE_STEP = 4
"""Degrees by which the pictures of turned hands differ."""
_MAX_WIDTH = 320
"""Maximum width of the pictures of hands, in pixels.

It takes a frame's time to turn larger ones.
"""
_SHADOW_REDUCTION = 4
"""Factor by which shadows are coarser."""


def draw_hands(canvas: Canvas, camera: Camera, film: Film, time: float, seat: int | None) -> None:
    """Draw the hands of a seat `time` seconds after the film began.

    Without a seat they have the colour of no seat.
    """
    if time >= film.opens_at + OPEN_SECONDS:
        return
    opening = ease(max(0.0, (time - film.opens_at) / OPEN_SECONDS))
    arrival = ease(min(1.0, time / _ARRIVAL_TIME))
    alpha = round(255 * min(1.0, time / _APPEARANCE_TIME, (1 - opening) * 3))
    if alpha <= 0:
        return
    shake = 1.0 if time < film.opens_at else max(0.0, 1 - opening * 3)
    (across, across_speed), (up, up_speed) = _SHAKE
    x = film.middle[0] + across * sin(time * across_speed) * shake
    y = film.middle[1] + up * sin(time * up_speed + 1) * shake
    y -= _ARRIVAL_DISTANCE * (1 - arrival) + _RETREAT * opening
    enlargement = 1 + HOVER * min(film.height / _CUBE_WIDTH, MAX_HOVER)
    lean = _CLOSED_LEAN - _LEAN_SHAKE[0] * sin(time * _LEAN_SHAKE[1]) * shake + (_OPEN_LEAN - _CLOSED_LEAN) * opening
    for is_right in (False, True):
        side = 1 if is_right else -1
        centre = x + side * (_CLOSED_GAP + _OPENING * opening) * enlargement, y
        colour = INK if seat is None else seat_colour(seat)
        _draw_hand(
            canvas,
            camera,
            centre,
            colour,
            enlargement=enlargement,
            degrees=-side * lean,
            alpha=alpha,
            is_right=is_right,
        )


def _draw_hand(
    canvas: Canvas,
    camera: Camera,
    centre: Point,
    colour: Colour,
    *,
    enlargement: float,
    degrees: float,
    alpha: int,
    is_right: bool,
) -> None:
    """Draw a hand, turned counter-clockwise, and its shadow on the table.

    `centre` is the point of the table under its grip, in mm; `alpha` is 0 to 255.
    """
    angle = round(degrees / _ANGLE_STEP) * _ANGLE_STEP
    scale = camera.scale * canvas.factor
    width = _HAND_SIZE[0] * enlargement * scale
    picture_width = min(_MAX_WIDTH, max(16, ceil(width / _SIZE_STEP) * _SIZE_STEP))
    size = picture_width, round(picture_width * _HAND_SIZE[1] / _HAND_SIZE[0])
    picture_scale = width / _PICTURE_SIZE[0]
    right, down = ((_GRIP[side] - _PICTURE_SIZE[side] / 2) * picture_scale for side in (0, 1))
    c, s = cos(radians(angle)), sin(radians(angle))
    grip = right * c + down * s, down * c - right * s
    x, y = canvas.pixel_point(camera.to_screen(centre))
    shadow_offset = camera.lamp.scaled(canvas.factor).shadow_offset((x, y), enlargement * scale * _SHADOW_HEIGHT)
    for name, (dx, dy), max_alpha in (("hand's shadow", shadow_offset, _SHADOW_ALPHA), ("hand", (0.0, 0.0), 255)):
        is_hand = name == "hand"
        picture = _hand_picture(name, size, colour if is_hand else INK, -angle if is_right else angle, is_right)
        factor = width / picture_width * (1 if is_hand else _SHADOW_REDUCTION)
        _blit_scaled(canvas.surface, picture, (x - grip[0] + dx, y - grip[1] + dy), factor, alpha * max_alpha // 255)


def _blit_scaled(surface: pygame.Surface, picture: pygame.Surface, centre: Point, factor: float, alpha: int) -> None:
    """Draw a picture scaled by a factor, as far as it is visible.

    Most of a sleeve is not: to scale it would take most of the time.
    """
    width, height = picture.get_width() * factor, picture.get_height() * factor
    left, top = round(centre[0] - width / 2), round(centre[1] - height / 2)
    visible = pygame.Rect(left, top, round(width), round(height)).clip(surface.get_clip())
    if not visible.width or not visible.height:
        return
    x, y = int((visible.x - left) / factor), int((visible.y - top) / factor)
    right, bottom = ceil((visible.right - left) / factor), ceil((visible.bottom - top) / factor)
    part = picture.subsurface(pygame.Rect(x, y, right - x, bottom - y).clip(picture.get_rect()))
    scaled = pygame.transform.smoothscale(part, (round(part.get_width() * factor), round(part.get_height() * factor)))
    scaled.set_alpha(alpha)
    surface.blit(scaled, (left + round(x * factor), top + round(y * factor)))


def _hand_picture(name: str, size: tuple[int, int], colour: Colour, angle: int, is_right: bool) -> pygame.Surface:
    """Return a turned hand, or its shadow.

    The right one is the left one flipped, which costs less than turning it.
    """
    if is_right:
        make = partial(pygame.transform.flip, _hand_picture(name, size, colour, angle, False), True, False)
    else:
        make = partial(_turn_hand if name == "hand" else _turn_shadow, size, colour, angle)
    return shapes.get_cached((name, size, colour, angle, is_right), make)


def _turn_hand(size: tuple[int, int], colour: Colour, angle: int) -> pygame.Surface:
    hand = shapes.get_cached(("whole hand", size, colour), lambda: _make_hand(size, colour))
    return pygame.transform.rotozoom(hand, angle, 1.0)


def _make_hand(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Return the glove on its sleeve, for the left side."""
    hand = pictures.load_picture("hands/sleeve.svg", size, colour).copy()
    hand.blit(pictures.load_picture("hands/glove.svg", size), (0, 0))
    return pygame.transform.flip(hand, True, False)


def _turn_shadow(size: tuple[int, int], colour: Colour, angle: int) -> pygame.Surface:
    """Return a dark, soft shadow: small and blurred, to be enlarged when drawn."""
    small = shapes.get_cached(("whole hand's shadow", size), lambda: _make_shadow(size, colour))
    return pygame.transform.rotate(small, angle)


def _make_shadow(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    small = pygame.transform.smoothscale_by(_make_hand(size, colour), 1 / _SHADOW_REDUCTION)
    small.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.gaussian_blur(small, 2)
