"""What is shown on the battlefield now: it follows what happened, step by step, while the match may be ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from grenade_salad.app.games.salad import hands, hits
from grenade_salad.app.games.salad.board import Cube
from grenade_salad.app.games.salad.camera import Camera
from grenade_salad.app.games.salad.film import Film
from grenade_salad.app.games.salad.hits import Armed, Burst, Carried, Chips, Flash, Thrown
from grenade_salad.app.stage import around, on_its_way, shaking
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.salad.pieces import Card, Soldier

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
    scorches: list[tuple[Point, float]] = field(default_factory=list)
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

    def lie(self, soldiers: Iterable[Soldier]) -> None:
        """Show exactly these, at rest."""
        self.cubes = {one.id: Cube(one.id, one.seat, one.x, one.y, one.angle) for one in soldiers}
        self.bursts, self.flashes, self.thrown, self.carried, self.cards = [], [], [], [], []
        self.chips, self.armed = [], []
        self.shake, self.film = 0.0, None

    def begin_anew(self, soldiers: Iterable[Soldier]) -> None:
        """Show these, and nothing of what happened before."""
        self.lie(soldiers)
        self.scorches, self.last, self.trail = [], None, None

    def scorch(self, at: Point, radius: float) -> None:
        """Leave a mark on the cloth, for the rest of the match."""
        self.scorches = [*self.scorches, (at, radius)]

    def shaken(self, camera: Camera, time: float) -> Camera:
        """The camera, a little beside itself while the table shakes."""
        if self.shake <= 0:
            return camera
        return replace(camera, rect=camera.rect.move(shaking(6.0 * self.shake, time)))


def draw_scorches(canvas: Canvas, camera: Camera, stage: Stage) -> None:
    """What blasts have left on the cloth."""
    for at, radius in stage.scorches:
        reach = radius * camera.scale * 1.05
        canvas.picture("blast/scorch.svg", around(camera.to_screen(at), reach), alpha=120)


def draw_effects(canvas: Canvas, camera: Camera, stage: Stage, cube: float) -> None:
    """What flies and burns over the soldiers; `cube` is a soldier's width in mm."""
    hits.draw(canvas, camera, (stage.thrown, stage.bursts, stage.flashes, stage.chips, stage.armed), cube)
    if stage.film is not None:
        hands.draw(canvas, camera, stage.film, stage.film_time, stage.film_seat)


def draw_cards(canvas: Canvas, stage: Stage, places: Callable[[Place], Rect]) -> None:
    """Cards that slide over the table."""
    for one in stage.cards:
        box = on_its_way(places(one.start), places(one.end), one.share, 0.25)
        canvas.picture(f"cards/salad/{one.card or 'back'}.svg", box)
