"""What is shown on the battlefield now: it follows what happened, step by step, while the match may be ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from math import atan2, degrees, pi, sin
from typing import Literal, TypeAlias

from grenade_salad.app.scenes.salad.board import Cube, draw_cubes
from grenade_salad.app.scenes.salad.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS_LIGHT, EMBER, INK, WHITE, mix
from grenade_salad.games.salad.pieces import Soldier

Place: TypeAlias = Literal["deck", "discard"] | int
"""Where cards lie: the deck, the discard, or a seat by its number."""

BURSTS = 6
"""Pictures of a paper burst."""
_SCORCHES = 8


@dataclass(slots=True)
class Burst:
    """A paper burst at a point in mm, with its radius; `share` runs from 0 to 1."""

    at: Point
    radius: float
    share: float = 0.0


@dataclass(slots=True)
class Flash:
    """A shot or a blow from one point to another, in mm."""

    start: Point
    end: Point
    card: str
    share: float = 0.0


@dataclass(slots=True)
class Thrown:
    """A grenade in the air, from one point to another, in mm."""

    start: Point
    end: Point
    share: float = 0.0


@dataclass(slots=True)
class Carried:
    """A dead soldier on its way to the tray of who killed it: from mm of the table to a seat's panel."""

    cube: Cube
    to_seat: int
    share: float = 0.0


@dataclass(slots=True)
class Flying:
    """A card on its way: from one place of the table to another, face down if there is no name for it."""

    card: str | None
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
    carried: list[Carried] = field(default_factory=list)
    cards: list[Flying] = field(default_factory=list)
    last: tuple[Point, float] | None = None
    """Where the last thing happened, in mm, and how far around it."""
    trail: tuple[Point, Point] | None = None
    """From where to where a soldier was moved last."""
    shake: float = 0.0
    """0 to 1: how strongly the table shakes."""

    def lie(self, soldiers: Iterable[Soldier]) -> None:
        """Show exactly these, at rest."""
        self.cubes = {one.id: Cube(one.id, one.seat, one.x, one.y, one.angle) for one in soldiers}
        self.bursts, self.flashes, self.thrown, self.carried, self.cards = [], [], [], [], []
        self.shake = 0.0

    def scorch(self, at: Point, radius: float) -> None:
        """Leave a mark on the cloth; only the last few stay."""
        self.scorches = [*self.scorches[-_SCORCHES + 1 :], (at, radius)]

    def shaken(self, camera: Camera, time: float) -> Camera:
        """The camera, a little beside itself while the table shakes."""
        if self.shake <= 0:
            return camera
        off = 6.0 * self.shake
        return replace(camera, rect=camera.rect.move(off * sin(time * 71), off * sin(time * 53 + 1)))


def draw_scorches(canvas: Canvas, camera: Camera, stage: Stage) -> None:
    """What blasts have left on the cloth."""
    for at, radius in stage.scorches:
        reach = radius * camera.scale * 1.05
        canvas.picture("blast/scorch.svg", _around(camera.to_screen(at), reach), alpha=120)


def draw_effects(canvas: Canvas, camera: Camera, stage: Stage) -> None:
    """What flies and burns over the soldiers."""
    for thrown in stage.thrown:
        _draw_thrown(canvas, camera, thrown)
    for burst in stage.bursts:
        index = min(BURSTS - 1, int(burst.share * BURSTS))
        reach = burst.radius * camera.scale * (0.9 + 0.35 * burst.share)
        alpha = 255 if burst.share < 0.6 else round(255 * (1 - burst.share) / 0.4)
        canvas.picture(f"blast/paper_burst_{index}.svg", _around(camera.to_screen(burst.at), reach), alpha=alpha)
    for flash in stage.flashes:
        _draw_flash(canvas, camera, flash)


def draw_carried(canvas: Canvas, camera: Camera, stage: Stage, width: float, trays: dict[int, Point]) -> None:
    """The dead on their way over the table: shown by a camera without edges."""
    for one in stage.carried:
        tray = trays.get(one.to_seat, camera.rect.center)
        goal = camera.to_table(tray)
        x = one.cube.x + (goal[0] - one.cube.x) * one.share
        y = one.cube.y + (goal[1] - one.cube.y) * one.share
        high = sin(one.share * pi) * 60
        draw_cubes(canvas, camera, [Cube(one.cube.id, one.cube.seat, x, y, one.cube.angle, high, one.cube.fall)], width)


def _around(centre: Point, reach: float) -> Rect:
    return Rect(centre[0] - reach, centre[1] - reach, 2 * reach, 2 * reach)


def _draw_thrown(canvas: Canvas, camera: Camera, thrown: Thrown) -> None:
    a, b = camera.to_screen(thrown.start), camera.to_screen(thrown.end)
    share = thrown.share
    high = sin(share * pi) * (24 + 0.35 * (abs(a[0] - b[0]) + abs(a[1] - b[1])))
    x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    size = 15 + high * 0.12
    canvas.circle((x + high * 0.3, y + high * 0.25), size * 0.55, INK, alpha=90)
    canvas.picture("blast/grenade.svg", _around((x, y - high), size), angle=round(share * 12) * 30)


def _draw_flash(canvas: Canvas, camera: Camera, flash: Flash) -> None:
    """The line of a shot that runs to its target; a blow is a short flash between the two."""
    a, b = camera.to_screen(flash.start), camera.to_screen(flash.end)
    grown = min(1.0, flash.share * 2.2)
    tip = (a[0] + (b[0] - a[0]) * grown, a[1] + (b[1] - a[1]) * grown)
    if flash.card == "hammers":
        size = 22 + 26 * sin(min(1.0, flash.share * 1.6) * pi)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        canvas.picture("symbols/hammers.svg", _around((middle[0], middle[1] - 20), size))
        return
    colour = mix(BRASS_LIGHT, WHITE, 0.4) if flash.share < 0.8 else EMBER
    canvas.line(a, tip, INK, 5)
    canvas.line(a, tip, colour, 2.5)
    if flash.share < 0.5:
        turn = -degrees(atan2(b[1] - a[1], b[0] - a[0]))
        canvas.picture("blast/shot.svg", _around(a, 22), angle=turn)
    else:
        canvas.picture("blast/paper_burst_1.svg", _around(b, 16 + 10 * flash.share))


def draw_cards(canvas: Canvas, stage: Stage, places: Callable[[Place], Rect]) -> None:
    """Cards that slide over the table."""
    for one in stage.cards:
        a, b = places(one.start), places(one.end)
        wide = a.width + (b.width - a.width) * one.share
        high = a.height + (b.height - a.height) * one.share
        x = a.centerx + (b.centerx - a.centerx) * one.share
        y = a.centery + (b.centery - a.centery) * one.share
        lift = 1 + 0.25 * sin(one.share * pi)
        box = Rect(x - wide * lift / 2, y - high * lift / 2, wide * lift, high * lift)
        canvas.picture(f"cards/salad/{one.card or 'back'}.svg", box)
