"""Small replay beside the map of what happened outside of the camera's view.

It shows what the mat has shown to everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.games.salad.animations import Animator
from grenade_salad.app.games.salad.camera_rig import CameraRig
from grenade_salad.app.games.salad.display_state import SaladDisplay
from grenade_salad.app.games.salad.traces import Trace
from grenade_salad.app.shell.audio import Effect
from grenade_salad.app.ui.camera import MAX_SOLDIER_WIDTH, Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.motion import Motion
from grenade_salad.app.ui.widget import Widget
from grenade_salad.core import Event
from grenade_salad.films.drop_film import Film
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.text import m

_MAX_WIDTH, _MAX_HEIGHT = 230.0, 165.0
"""Maximum size in units."""
_MAX_SHARE = 0.26
"""Maximum share of the mat's view in both directions."""
_GAP = 8.0
"""Units to the small map and to the edge of the view."""
_MARGIN = 0.3
"""Margin around the subject, in tiles."""
_HOLD_TIME = 2.5
"""Seconds that it stays after all has happened."""
_MAX_WAITING = 3
"""Maximum number of steps that wait for a replay. The oldest are dropped."""


def _silent(name: Effect, volume: float = 1.0, pan: float = 0.0) -> None:
    """Play nothing: it was heard when it happened."""


@dataclass(frozen=True)
class MissedStep:
    """A step that was not visible."""

    events: Sequence[Event]
    soldiers_before: Sequence[Soldier]
    soldiers_after: Sequence[Soldier]
    traces: Sequence[Trace]
    """The traces before the step."""
    about: Sequence[Point]
    """The points in mm that it is about."""
    film: Film | None = None
    """The film of a drop."""
    film_seat: int | None = None
    """The seat that dropped; None for everybody."""


class MissedReplay(Widget):
    """The small picture. Pressed, the camera looks there."""

    radius = 4.0
    focusable = True

    def __init__(self, options: SaladOptions, seats: int, camera_rig: CameraRig) -> None:
        # Translators: of a small picture that shows once more what happened outside of the view
        super().__init__(tip=m("What you missed: press to look there"))
        self.visible = False
        self.press = self._look
        self.measures, self.seats, self.camera_rig = options.measures(), seats, camera_rig
        self.waiting: list[MissedStep] = []
        """Steps that wait, the oldest first."""
        self.current: MissedStep | None = None
        """The step that is replayed."""
        self.display, self.motion = SaladDisplay(), Motion()
        self.time_left = 0.0
        """Seconds that it stays after all has happened."""

    def place(self, board: Rect, map_box: Rect) -> None:
        """Place it beside the small map, on the mat's view."""
        width, height = min(_MAX_WIDTH, board.width * _MAX_SHARE), min(_MAX_HEIGHT, board.height * _MAX_SHARE)
        left = max(board.x, map_box.right) + _GAP
        self.rect = Rect(left, board.bottom - height - _GAP, width, height)

    def miss(self, step: MissedStep) -> None:
        """Queue a step to be shown when nothing else moves."""
        self.waiting = [*self.waiting, step][-_MAX_WAITING:]

    def forget(self) -> None:
        """Drop all queued steps and hide."""
        self.waiting, self.current, self.visible = [], None, False

    def update(self, dt: float, pace: float, *, is_idle: bool) -> bool:
        """Advance the replay. True if it appeared or disappeared.

        `pace` is as of `Motion`. A new replay begins only if all else `is_idle`.
        """
        was_visible = self.visible
        if self.current is not None:
            self.motion.update(dt)
            self.time_left -= 0.0 if self.motion.is_busy else dt
            if self.time_left <= 0:
                self.current = None
        if self.current is None and self.waiting and is_idle:
            self._begin(self.waiting.pop(0), pace)
        self.visible = self.current is not None
        return self.visible != was_visible

    def _begin(self, step: MissedStep, pace: float) -> None:
        self.current, self.time_left = step, _HOLD_TIME
        self.display, self.motion = SaladDisplay(traces=list(step.traces)), Motion(pace)
        self.display.show_soldiers(step.soldiers_before)
        animator = Animator(
            self.display,
            self.motion,
            sound=_silent,
            pan_at=lambda _: 0.0,
            tray_pan=lambda _: 0.0,
            on_taken=lambda *_: None,
            blast_radius=self.measures.blast_radius,
            seats=self.seats,
        )
        wait = 0.0
        if step.film is not None:
            owners = {soldier.id: soldier.seat for soldier in step.soldiers_after} | {
                soldier.id: soldier.seat for soldier in step.soldiers_before
            }
            animator.falling = {soldier_id: owners.get(soldier_id, step.film_seat or 0) for soldier_id in step.film.ids}
            wait = animator.run(step.film, step.film_seat)
        animator.step(step.events, step.soldiers_after, wait)

    @property
    def camera(self) -> Camera:
        """The camera at the subject of the step and its surroundings."""
        assert self.current is not None
        xs, ys = [x for x, _ in self.current.about], [y for _, y in self.current.about]
        margin = 2 * _MARGIN * self.measures.tile
        scale = min(self.rect.width / (max(xs) - min(xs) + margin), self.rect.height / (max(ys) - min(ys) + margin))
        overview = Camera(self.rect, self.measures.table, margin=0.0, max_scale=MAX_SOLDIER_WIDTH / self.measures.cube)
        return overview.with_scale(scale, ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))

    def _look(self) -> None:
        self.camera_rig.glance(self.camera_rig.goal.with_scale(self.camera_rig.goal.scale, self.camera.middle))
