"""What happened outside of the look, once more: small, beside the map. It shows what the mat has shown to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.games.salad.animations import Show
from grenade_salad.app.games.salad.camera_rig import Eye
from grenade_salad.app.games.salad.display_state import Stage
from grenade_salad.app.games.salad.traces import Trace
from grenade_salad.app.shell.audio import Effect
from grenade_salad.app.ui.camera import NEAREST, Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.motion import Motion
from grenade_salad.app.ui.widget import Widget
from grenade_salad.core import Event
from grenade_salad.films.drop_film import Film
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.text import m

_WIDE, _HIGH = 230.0, 165.0
_SHARE = 0.26
"""The box in units, and its share of the mat's view at most, each way."""
_ROOM = 0.3
"""What is seen around what it is about, in tiles."""
_STAYS = 2.5
"""Seconds that it stays when all has happened."""
_MANY = 3
"""How many steps wait to be shown again at most; the oldest go."""


def _silent(name: Effect, volume: float = 1.0, where: float = 0.0) -> None:
    """It was heard when it happened."""


@dataclass(frozen=True)
class Missed:
    """A step that was not seen: what happened, the soldiers and marks of blasts before it and the soldiers after it,
    where in mm, and by whose hands cubes fell, if they did."""

    happened: Sequence[Event]
    before: Sequence[Soldier]
    after: Sequence[Soldier]
    traces: Sequence[Trace]
    about: Sequence[Point]
    film: Film | None = None
    film_seat: int | None = None


class Again(Widget):
    """The small picture. Pressed, the camera looks there."""

    radius = 4.0
    focusable = True

    def __init__(self, options: SaladOptions, seats: int, eye: Eye) -> None:
        # Translators: of a small picture that shows once more what happened outside of the view
        super().__init__(tip=m("What you missed: press to look there"))
        self.visible = False
        self.press = self._look
        self.measures, self.seats, self.eye = options.measures(), seats, eye
        self.waiting: list[Missed] = []
        self.now: Missed | None = None
        self.stage, self.motion = Stage(), Motion()
        self.stays = 0.0

    def place(self, board: Rect, beside: Rect) -> None:
        """Beside the small map, on the mat's view."""
        wide, high = min(_WIDE, board.width * _SHARE), min(_HIGH, board.height * _SHARE)
        left = max(board.x, beside.right) + 8
        self.rect = Rect(left, board.bottom - high - 8, wide, high)

    def miss(self, step: Missed) -> None:
        """It is shown when nothing else moves."""
        self.waiting = [*self.waiting, step][-_MANY:]

    def forget(self) -> None:
        """Nothing of it is shown any more."""
        self.waiting, self.now, self.visible = [], None, False

    def update(self, dt: float, pace: float, rests: bool) -> bool:
        """Time passes at a pace as of `Motion`; it begins when all else `rests`. Whether it came or went."""
        before = self.visible
        if self.now is not None:
            self.motion.update(dt)
            self.stays -= 0.0 if self.motion.busy else dt
            if self.stays <= 0:
                self.now = None
        if self.now is None and self.waiting and rests:
            self._begin(self.waiting.pop(0), pace)
        self.visible = self.now is not None
        return self.visible != before

    def _begin(self, step: Missed, pace: float) -> None:
        self.now, self.stays = step, _STAYS
        self.stage, self.motion = Stage(traces=list(step.traces)), Motion(pace)
        self.stage.lie(step.before)
        show = Show(
            self.stage,
            self.motion,
            _silent,
            lambda _: 0.0,
            lambda _: 0.0,
            lambda *_: None,
            self.measures.blast_radius,
            seats=self.seats,
        )
        wait = 0.0
        if step.film is not None:
            owners = {one.id: one.seat for one in step.after} | {one.id: one.seat for one in step.before}
            show.falling = {number: owners.get(number, step.film_seat or 0) for number in step.film.ids}
            wait = show.run(step.film, step.film_seat)
        show.step(step.happened, step.after, wait)

    @property
    def camera(self) -> Camera:
        """The look at what it is about, and at what lies around it."""
        assert self.now is not None
        xs, ys = [x for x, _ in self.now.about], [y for _, y in self.now.about]
        room = 2 * _ROOM * self.measures.tile
        scale = min(self.rect.width / (max(xs) - min(xs) + room), self.rect.height / (max(ys) - min(ys) + room))
        whole = Camera(self.rect, self.measures.table, margin=0.0, nearest=NEAREST / self.measures.cube)
        return whole.at(scale, ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))

    def _look(self) -> None:
        self.eye.glance(self.eye.goal.at(self.eye.goal.scale, self.camera.middle))
