"""Display state of the board: it follows the steps, while the match may be ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from grenade_salad.app.games.effects import interpolate_box, shake_offset
from grenade_salad.app.games.salad import combat_effects
from grenade_salad.app.games.salad.combat_effects import Armed, Burst, Carried, Chips, Flash, Thrown
from grenade_salad.app.games.salad.dropping_hands import draw_hands
from grenade_salad.app.games.salad.mat import Cube
from grenade_salad.app.games.salad.traces import Trace
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.films.drop_film import OPEN_SECONDS, Film
from grenade_salad.games.salad.pieces import Card, Soldier

CardPlace: TypeAlias = Literal["deck", "discard"] | int
"""A place of cards: the deck, the discard, or a seat by its number."""
_MAX_SHAKE = 6.0
"""Maximum offset of the shaking table, in units."""
_LIFT = 0.25
"""Growth of a sliding card in the middle of its path."""


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
    """The soldiers, by id."""
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
    """Seconds of the film that have been shown."""
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
        """Show exactly these soldiers, at rest.

        Cards that lie on the discard pile stay until the view has them there, too.
        """
        self.cubes = {
            soldier.id: Cube(soldier.id, soldier.seat, soldier.x, soldier.y, soldier.angle) for soldier in soldiers
        }
        self.bursts, self.flashes, self.thrown, self.carried = [], [], [], []
        self.chips, self.armed = [], []
        self.shake_strength, self.film = 0.0, None

    def reset(self, soldiers: Iterable[Soldier]) -> None:
        """Show these soldiers, and no trace of earlier steps."""
        self.show_soldiers(soldiers)
        self.traces, self.cards, self.last_location, self.trail = [], [], None, None

    def shake_camera(self, camera: Camera, time: float) -> Camera:
        """Return the camera, with an offset while the table shakes."""
        if self.shake_strength <= 0:
            return camera
        return replace(camera, rect=camera.rect.move(shake_offset(_MAX_SHAKE * self.shake_strength, time)))


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
        box = interpolate_box(card_box(card.start), card_box(card.end), card.share, _LIFT)
        canvas.picture(f"cards/salad/{card.card or 'back'}.svg", box)
