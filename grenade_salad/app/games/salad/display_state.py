"""Display state of the board: it follows the steps, while the match may be ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil, cos, radians, sin
from typing import Literal, TypeAlias

import pygame

from grenade_salad.app.games.effects import interpolate_box, shake_offset
from grenade_salad.app.games.salad import combat_effects
from grenade_salad.app.games.salad.combat_effects import Armed, Burst, Carried, Chips, Flash, Thrown
from grenade_salad.app.games.salad.mat import HOVER, Cube
from grenade_salad.app.games.salad.traces import Trace
from grenade_salad.app.ui import pictures, shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.motion import ease
from grenade_salad.app.ui.theme import INK, Colour, seat_colour
from grenade_salad.films.drop_film import OPEN_SECONDS, Film
from grenade_salad.games.salad.pieces import Card, Soldier

_HAND_SIZE = 62.0, 186.0
"""Size of a hand with its sleeve, in mm on the table."""
_GRIP = 100.0, 120.0
"""Point of the picture that is over the soldiers, in units of the picture."""
_PICTURE_WIDTH = 200.0
_ARRIVAL_TIME = 0.16
"""Seconds in which the hands arrive."""
_ANGLE_STEP = 4
"""Degrees by which the pictures of turned hands differ."""
_MAX_WIDTH = 320
"""Maximum width of the pictures of hands, in pixels.

It takes a frame's time to turn larger ones.
"""
_SHADOW_REDUCTION = 4
"""Factor by which shadows are coarser."""


def draw_hands(canvas: Canvas, camera: Camera, film: Film, time: float, seat: int | None) -> None:
    """Draw the hands of a seat, so many seconds after the film began.

    Without a seat they have the colour of no seat.
    """
    if time >= film.opens_at + OPEN_SECONDS:
        return
    opening = ease(max(0.0, (time - film.opens_at) / OPEN_SECONDS))
    arrival = ease(min(1.0, time / _ARRIVAL_TIME))
    alpha = round(255 * min(1.0, time / 0.08, (1 - opening) * 3))
    if alpha <= 0:
        return
    shake = 1.0 if time < film.opens_at else max(0.0, 1 - opening * 3)
    x = film.middle[0] + 5.0 * sin(time * 31) * shake
    y = film.middle[1] + 4.0 * sin(time * 43 + 1) * shake - 110 * (1 - arrival) - 30 * opening
    enlargement = 1 + HOVER * min(film.height / 8, 30.0)
    lean = -24 - 4 * sin(time * 37) * shake + 28 * opening
    for mirrored in (False, True):
        side = 1 if mirrored else -1
        centre = x + side * (12 + 74 * opening) * enlargement, y
        _draw_hand(canvas, camera, centre, (enlargement, -side * lean, alpha), mirrored, seat)


def _draw_hand(
    canvas: Canvas,
    camera: Camera,
    centre: tuple[float, float],
    attributes: tuple[float, float, int],
    mirrored: bool,
    seat: int | None,
) -> None:
    """Draw a hand.

    `attributes` are its enlargement, its degrees counter-clockwise, and its opacity, 0 to 255.
    """
    enlargement, degrees, alpha = attributes
    angle = round(degrees / _ANGLE_STEP) * _ANGLE_STEP
    width = _HAND_SIZE[0] * enlargement * camera.scale * canvas.factor
    picture_width = min(_MAX_WIDTH, max(16, ceil(width / 64) * 64))
    size = picture_width, round(picture_width * _HAND_SIZE[1] / _HAND_SIZE[0])
    colour = INK if seat is None else seat_colour(seat)
    scale = width / _PICTURE_WIDTH
    across, down = (_GRIP[0] - 100) * scale, (_GRIP[1] - 300) * scale
    turn = radians(angle)
    offset = across * cos(turn) + down * sin(turn), down * cos(turn) - across * sin(turn)
    x, y = canvas.pixel_point(camera.to_screen(centre))
    across, down = camera.lamp.scaled(canvas.factor).shadow_offset(
        (x, y), enlargement * camera.scale * canvas.factor * 70
    )
    for name, dx, dy, max_alpha in (("hand's shadow", across, down, 110), ("hand", 0.0, 0.0, 255)):
        picture = _hand_picture(name, size, INK if name != "hand" else colour, -angle if mirrored else angle, mirrored)
        factor = width / picture_width * (1 if name == "hand" else _SHADOW_REDUCTION)
        _blit_scaled(
            canvas.surface, picture, (x - offset[0] + dx, y - offset[1] + dy), factor, alpha * max_alpha // 255
        )


def _blit_scaled(surface: pygame.Surface, picture: pygame.Surface, centre: Point, factor: float, alpha: int) -> None:
    """Draw a picture scaled by a factor, as far as it is visible.

    Most of a sleeve is not.
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


def _hand_picture(name: str, size: tuple[int, int], colour: Colour, angle: int, mirrored: bool) -> pygame.Surface:
    """Return a turned hand, or its shadow.

    A mirrored one is the other one flipped, which costs less than turning it.
    """
    if mirrored:
        make = partial(pygame.transform.flip, _hand_picture(name, size, colour, angle, False), True, False)
    else:
        make = partial(_turn_hand if name == "hand" else _turn_shadow, size, colour, angle)
    return shapes.get_cached((name, size, colour, angle, mirrored), make)


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


CardPlace: TypeAlias = Literal["deck", "discard"] | int
"""A place of cards: the deck, the discard, or a seat by its number."""


@dataclass(slots=True)
class FlyingCard:
    """A card that moves between places of the table; face down if `card` is None."""

    card: Card | None
    start: CardPlace
    end: CardPlace
    share: float = 0.0


@dataclass(slots=True)
class SaladDisplay:
    """The soldiers as they are shown, and the effects over them."""

    cubes: dict[int, Cube] = field(default_factory=dict)
    traces: list[Trace] = field(default_factory=list)
    """Traces of the fight on the mat."""
    bursts: list[Burst] = field(default_factory=list)
    flashes: list[Flash] = field(default_factory=list)
    thrown: list[Thrown] = field(default_factory=list)
    chips: list[Chips] = field(default_factory=list)
    armed: list[Armed] = field(default_factory=list)
    carried: list[Carried] = field(default_factory=list)
    cards: list[FlyingCard] = field(default_factory=list)
    last_location: tuple[Point, float] | None = None
    """Location of the last action in mm, and the radius around it."""
    trail: tuple[Point, Point] | None = None
    """Start and end of the last move of a soldier."""
    shake_strength: float = 0.0
    """Strength with which the table shakes, 0 to 1."""
    film: Film | None = None
    """The drop that is shown now."""
    film_time: float = 0.0
    film_seat: int | None = None
    """The seat whose hands drop; None for the hands of all."""

    @property
    def is_calm(self) -> bool:
        """True if no effect is shown over the soldiers, and the table does not shake."""
        has_hands = self.film is not None and self.film_time < self.film.opens_at + OPEN_SECONDS
        has_effects = (
            self.bursts or self.flashes or self.thrown or self.chips or self.armed or self.carried or self.cards
        )
        return not (has_hands or has_effects or self.shake_strength > 0)

    def show_soldiers(self, soldiers: Iterable[Soldier]) -> None:
        """Show exactly these soldiers, at rest."""
        self.cubes = {
            soldier.id: Cube(soldier.id, soldier.seat, soldier.x, soldier.y, soldier.angle) for soldier in soldiers
        }
        self.bursts, self.flashes, self.thrown, self.carried, self.cards = [], [], [], [], []
        self.chips, self.armed = [], []
        self.shake_strength, self.film = 0.0, None

    def reset(self, soldiers: Iterable[Soldier]) -> None:
        """Show these soldiers, and no trace of earlier steps."""
        self.show_soldiers(soldiers)
        self.traces, self.last_location, self.trail = [], None, None

    def shake_camera(self, camera: Camera, time: float) -> Camera:
        """Return the camera, with an offset while the table shakes."""
        if self.shake_strength <= 0:
            return camera
        return replace(camera, rect=camera.rect.move(shake_offset(6.0 * self.shake_strength, time)))


def draw_effects(canvas: Canvas, camera: Camera, display: SaladDisplay, cube: float) -> None:
    """Draw the effects over the soldiers; `cube` is a soldier's width in mm."""
    combat_effects.draw_hits(
        canvas, camera, (display.thrown, display.bursts, display.flashes, display.chips, display.armed), cube
    )
    if display.film is not None:
        draw_hands(canvas, camera, display.film, display.film_time, display.film_seat)


def draw_cards(canvas: Canvas, display: SaladDisplay, card_box: Callable[[CardPlace], Rect]) -> None:
    """Draw cards that slide over the table."""
    for card in display.cards:
        box = interpolate_box(card_box(card.start), card_box(card.end), card.share, 0.25)
        canvas.picture(f"cards/salad/{card.card or 'back'}.svg", box)
