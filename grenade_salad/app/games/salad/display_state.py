"""What is shown on the battlefield now: it follows what happened, step by step, while the match may be ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil, cos, radians, sin
from typing import Literal, TypeAlias

import pygame

from grenade_salad.app.games.effects import on_its_way, shaking
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
from grenade_salad.films.drop_film import OPENS, Film
from grenade_salad.games.salad.pieces import Card, Soldier

_SIZE = 62.0, 186.0
"""A hand with its sleeve, in mm on the table."""
_GRIP = 100.0, 120.0
"""What is over the soldiers, in units of the picture."""
_UNITS = 200.0
_COMES = 0.16
"""Seconds in which they come."""
_STEP = 4
"""Degrees by which the pictures of turned hands differ."""
_WIDEST = 320
"""Pixels that the pictures of hands are wide at most: to turn larger ones takes a frame's time."""
_COARSE = 4
"""How much coarser shadows are."""


def draw_hands(canvas: Canvas, camera: Camera, film: Film, time: float, seat: int | None) -> None:
    """The hands of that seat (of nobody in particular without one), the given seconds after the film began."""
    if time >= film.opens + OPENS:
        return
    open_ = ease(max(0.0, (time - film.opens) / OPENS))
    comes = ease(min(1.0, time / _COMES))
    alpha = round(255 * min(1.0, time / 0.08, (1 - open_) * 3))
    if alpha <= 0:
        return
    shaken = 1.0 if time < film.opens else max(0.0, 1 - open_ * 3)
    x = film.middle[0] + 5.0 * sin(time * 31) * shaken
    y = film.middle[1] + 4.0 * sin(time * 43 + 1) * shaken - 110 * (1 - comes) - 30 * open_
    near = 1 + HOVER * min(film.height / 8, 30.0)
    lean = -24 - 4 * sin(time * 37) * shaken + 28 * open_
    for mirrored in (False, True):
        side = 1 if mirrored else -1
        at = x + side * (12 + 74 * open_) * near, y
        _draw_hand(canvas, camera, at, (near, -side * lean, alpha), mirrored, seat)


def _draw_hand(
    canvas: Canvas,
    camera: Camera,
    at: tuple[float, float],
    how: tuple[float, float, int],
    mirrored: bool,
    seat: int | None,
) -> None:
    """`how` are its size, its degrees counter-clockwise and how thick it is, 0 to 255."""
    near, degrees, alpha = how
    angle = round(degrees / _STEP) * _STEP
    wide = _SIZE[0] * near * camera.scale * canvas.factor
    made = min(_WIDEST, max(16, ceil(wide / 64) * 64))
    size = made, round(made * _SIZE[1] / _SIZE[0])
    colour = INK if seat is None else seat_colour(seat)
    scale = wide / _UNITS
    across, down = (_GRIP[0] - 100) * scale, (_GRIP[1] - 300) * scale
    turn = radians(angle)
    off = across * cos(turn) + down * sin(turn), down * cos(turn) - across * sin(turn)
    x, y = canvas.point(camera.to_screen(at))
    across, down = camera.lamp.scaled(canvas.factor).away((x, y), near * camera.scale * canvas.factor * 70)
    for what, dx, dy, most in (("hand's shadow", across, down, 110), ("hand", 0.0, 0.0, 255)):
        picture = _baked(what, size, INK if what != "hand" else colour, -angle if mirrored else angle, mirrored)
        times = wide / made * (1 if what == "hand" else _COARSE)
        _blit_fitted(canvas.surface, picture, (x - off[0] + dx, y - off[1] + dy), times, alpha * most // 255)


def _blit_fitted(surface: pygame.Surface, picture: pygame.Surface, centre: Point, times: float, alpha: int) -> None:
    """Draw a picture so many times as large: as much of it as can be seen, since most of a sleeve cannot."""
    wide, high = picture.get_width() * times, picture.get_height() * times
    left, top = round(centre[0] - wide / 2), round(centre[1] - high / 2)
    seen = pygame.Rect(left, top, round(wide), round(high)).clip(surface.get_clip())
    if not seen.width or not seen.height:
        return
    x, y = int((seen.x - left) / times), int((seen.y - top) / times)
    right, low = ceil((seen.right - left) / times), ceil((seen.bottom - top) / times)
    part = picture.subsurface(pygame.Rect(x, y, right - x, low - y).clip(picture.get_rect()))
    shown = pygame.transform.smoothscale(part, (round(part.get_width() * times), round(part.get_height() * times)))
    shown.set_alpha(alpha)
    surface.blit(shown, (left + round(x * times), top + round(y * times)))


def _baked(what: str, size: tuple[int, int], colour: Colour, angle: int, mirrored: bool) -> pygame.Surface:
    """A turned hand, or its shadow; a mirrored one is the other one flipped, which costs less than to turn it."""
    if mirrored:
        make = partial(pygame.transform.flip, _baked(what, size, colour, angle, False), True, False)
    else:
        make = partial(_hand if what == "hand" else _shadow, size, colour, angle)
    return shapes.baked((what, size, colour, angle, mirrored), make)


def _hand(size: tuple[int, int], colour: Colour, angle: int) -> pygame.Surface:
    whole = shapes.baked(("whole hand", size, colour), lambda: _whole(size, colour))
    return pygame.transform.rotozoom(whole, angle, 1.0)


def _whole(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """The glove on its sleeve, for the left side."""
    whole = pictures.picture("hands/sleeve.svg", size, colour).copy()
    whole.blit(pictures.picture("hands/glove.svg", size), (0, 0))
    return pygame.transform.flip(whole, True, False)


def _shadow(size: tuple[int, int], colour: Colour, angle: int) -> pygame.Surface:
    """Dark and soft: made small and blurred, and made large again where it is drawn."""
    small = shapes.baked(("whole hand's shadow", size), lambda: _small(size, colour))
    return pygame.transform.rotate(small, angle)


def _small(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    small = pygame.transform.smoothscale_by(_whole(size, colour), 1 / _COARSE)
    small.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.gaussian_blur(small, 2)


Place: TypeAlias = Literal["deck", "discard"] | int
"""Where cards lie: the deck, the discard, or a seat by its number."""


@dataclass(slots=True)
class Flying:
    """A card on its way: from one place of the table to another, face down if there is no name for it."""

    card: Card | None
    start: Place
    end: Place
    share: float = 0.0


@dataclass(slots=True)
class Stage:
    """The soldiers as they are shown, and what flies and burns."""

    cubes: dict[int, Cube] = field(default_factory=dict)
    traces: list[Trace] = field(default_factory=list)
    """What the fight has left on the cloth."""
    bursts: list[Burst] = field(default_factory=list)
    flashes: list[Flash] = field(default_factory=list)
    thrown: list[Thrown] = field(default_factory=list)
    chips: list[Chips] = field(default_factory=list)
    armed: list[Armed] = field(default_factory=list)
    carried: list[Carried] = field(default_factory=list)
    cards: list[Flying] = field(default_factory=list)
    last: tuple[Point, float] | None = None
    """Where the last thing happened, in mm, and how far around it."""
    trail: tuple[Point, Point] | None = None
    """From where to where a soldier was moved last."""
    shake: float = 0.0
    """0 to 1: how strongly the table shakes."""
    film: Film | None = None
    """The drop that is shown now."""
    film_time: float = 0.0
    film_seat: int | None = None
    """Whose hands drop; None: everybody's."""

    @property
    def calm(self) -> bool:
        """Whether nothing flies or burns over the soldiers, and the table does not shake."""
        held = self.film is not None and self.film_time < self.film.opens + OPENS
        over = self.bursts or self.flashes or self.thrown or self.chips or self.armed or self.carried or self.cards
        return not (held or over or self.shake > 0)

    def lie(self, soldiers: Iterable[Soldier]) -> None:
        """Show exactly these, at rest."""
        self.cubes = {one.id: Cube(one.id, one.seat, one.x, one.y, one.angle) for one in soldiers}
        self.bursts, self.flashes, self.thrown, self.carried, self.cards = [], [], [], [], []
        self.chips, self.armed = [], []
        self.shake, self.film = 0.0, None

    def begin_anew(self, soldiers: Iterable[Soldier]) -> None:
        """Show these, and nothing of what happened before."""
        self.lie(soldiers)
        self.traces, self.last, self.trail = [], None, None

    def shaken(self, camera: Camera, time: float) -> Camera:
        """The camera, a little beside itself while the table shakes."""
        if self.shake <= 0:
            return camera
        return replace(camera, rect=camera.rect.move(shaking(6.0 * self.shake, time)))


def draw_effects(canvas: Canvas, camera: Camera, stage: Stage, cube: float) -> None:
    """What flies and burns over the soldiers; `cube` is a soldier's width in mm."""
    combat_effects.draw(canvas, camera, (stage.thrown, stage.bursts, stage.flashes, stage.chips, stage.armed), cube)
    if stage.film is not None:
        draw_hands(canvas, camera, stage.film, stage.film_time, stage.film_seat)


def draw_cards(canvas: Canvas, stage: Stage, places: Callable[[Place], Rect]) -> None:
    """Cards that slide over the table."""
    for one in stage.cards:
        box = on_its_way(places(one.start), places(one.end), one.share, 0.25)
        canvas.picture(f"cards/salad/{one.card or 'back'}.svg", box)
