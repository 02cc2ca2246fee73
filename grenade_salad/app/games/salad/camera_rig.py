"""Camera rig of the mat: it follows the fight until a player takes control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, log

from grenade_salad.app.games.salad import director
from grenade_salad.app.ui.camera import MAX_SOLDIER_WIDTH, Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.motion import ease, interpolate
from grenade_salad.games.salad.pieces import Measures

GLIDE_SECONDS = 0.4
"""Seconds in which the camera moves to its goal."""
_SETTLE_TIME = 0.15
"""Seconds after a turn of the scroll wheel in which the next one may follow."""
_END_SHARE = 1e-6
"""Share of a move that is left at its end, by rounding."""
_SAME_LOG_SCALE = 1e-6
"""Difference of logarithms of scales that is none."""


@dataclass
class Glide:
    """A move of the camera from a view to its goal: it starts and ends slowly."""

    start: Camera
    goal: Camera
    seconds: float = 0.0
    """Seconds since its start."""

    def step(self, seconds: float) -> Camera:
        """Return the camera `seconds` later; at the end it is the goal itself."""
        self.seconds += seconds
        share = self.seconds / GLIDE_SECONDS
        return self.goal if share > 1.0 - _END_SHARE else interpolate_cameras(self.start, self.goal, ease(share))


def interpolate_cameras(start: Camera, goal: Camera, share: float) -> Camera:
    """Return the camera between two views.

    The scale grows by equal factors. The point of the table that both views show at the same place stays there, as if
    the table were drawn nearer by that point.
    """
    log_zoom = log(goal.scale / start.scale)
    scale = start.scale * exp(log_zoom * share)
    moved = share
    if abs(log_zoom) > _SAME_LOG_SCALE:
        moved = (1 / start.scale - 1 / scale) / (1 / start.scale - 1 / goal.scale)
    (x, y), (to_x, to_y) = start.middle, goal.middle
    centre = x + (to_x - x) * moved, y + (to_y - y) * moved
    made_at = goal.scale if abs(log_zoom) > _SAME_LOG_SCALE else None
    overscroll = interpolate(start.overscroll, goal.overscroll, share)
    zoom = max(1.0, scale / goal.fit_scale)
    return replace(goal, zoom=zoom, centre=centre, overscroll=overscroll, picture_scale=made_at).clamp()


class CameraRig:
    """Moves the camera: `camera` is the current one, `goal` the one that it moves to."""

    def __init__(self, measures: Measures, on_change: Callable[[], None]) -> None:
        self.camera = Camera(Rect(0, 0, 600, 400), measures.table, max_scale=MAX_SOLDIER_WIDTH / measures.cube)
        self.goal = self.camera
        self.is_held = False
        """True while a player controls the camera: it stays until `release`."""
        self.keeps_overview = False
        """True if a player wants to see the whole table, in other turns, too."""
        self._on_change = on_change
        self._near: Camera | None = None
        """A near look that the camera takes before it moves to its goal."""
        self._glide: Glide | None = None
        self._subject: director.Subject | None = None
        self._is_fresh = True
        """True until the first subject after a change of the window, to which it jumps."""
        self._seconds_since_zoom = 0.0
        """Seconds since a player last zoomed."""

    def fit_window(self, rect: Rect, around: Rect) -> None:
        """Fit the camera to another size of the window, or another place of the mat.

        The mat is drawn in the box `around`, too.
        """
        if (rect, around) != (self.camera.rect, self.camera.drawn_rect):
            self.camera = self.goal = self.goal.with_rect(rect, around)
            self._near = None
            self._subject, self._is_fresh = None, True

    # Automatic camera

    def show(self, subject: director.Subject) -> None:
        """Move the camera to a subject, unless a player controls it."""
        if subject != self._subject and not self.is_held:
            start = self.goal if self._subject is not None else self.goal.overview
            self._subject = subject
            self.goal = director.choose_view(start, subject)
            if self._is_fresh:
                self.cut()
            self._is_fresh = False

    def release(self) -> None:
        """End a player's hold. Moves nothing: the next `show` chooses a view again."""
        self.is_held, self.keeps_overview, self._subject, self._near = False, False, None, None
        self._on_change()

    def end_turn(self) -> None:
        """End the hold of a player whose turn is over, but for the whole table."""
        if not self.keeps_overview:
            self.release()

    def go_near(self, camera: Camera) -> None:
        """Move to a near look until `end_near`, unless a player controls the camera."""
        if not self.is_held:
            self._near = camera

    def end_near(self) -> None:
        """End a near look: the camera moves to its goal."""
        self._near = None

    @property
    def target(self) -> Camera:
        """The view that the camera moves to now: the goal, or a near look before it."""
        return self.goal if self._near is None else self._near

    @property
    def is_gliding(self) -> bool:
        """True while the camera moves to its target."""
        return self.camera is not self.target

    def step(self, seconds: float) -> None:
        """Move the camera on for `seconds`.

        After a player has zoomed, pictures are made for the new scale once the camera rests.
        """
        self._seconds_since_zoom += seconds
        if self.is_gliding:
            if self._glide is None or self._glide.goal is not self.target:
                self._glide = Glide(self.camera, self.target)
            self.camera = self._glide.step(seconds)
            self._on_change()
        elif self.camera.picture_scale is not None and self._seconds_since_zoom >= _SETTLE_TIME:
            self._render_at_new_scale()

    def _render_at_new_scale(self) -> None:
        self.camera = self.goal = replace(self.goal, picture_scale=None)
        self._on_change()

    def cut(self) -> None:
        """Jump to the goal at once."""
        self._near = None
        if self.is_gliding:
            self.camera = self.goal
            self._on_change()
        if self.camera.picture_scale is not None:
            self._render_at_new_scale()

    # Camera held by a player

    def look(self, camera: Camera) -> None:
        """Hold this camera until `release`."""
        self.camera = self.goal = camera
        self.is_held, self.keeps_overview, self._near = True, False, None
        self._on_change()

    def glance(self, camera: Camera) -> None:
        """Move to this camera and hold it until `release`."""
        self.goal, self.is_held, self.keeps_overview, self._near = camera, True, False, None
        self._on_change()

    def zoom(self, factor: float, anchor: Point | None = None) -> None:
        """Zoom by a factor; the point of the table at `anchor` stays there on screen."""
        current = self.camera
        made_at = current.scale if current.picture_scale is None else current.picture_scale
        self.look(replace(current.zoom_by(factor, anchor or current.rect.center), picture_scale=made_at))
        self._seconds_since_zoom = 0.0

    def overview(self) -> None:
        """Show the whole table until this is called again, or a player looks elsewhere."""
        if self.is_held and self.goal.zoom == 1.0:
            self.release()
        else:
            self.glance(self.camera.overview)
            self.keeps_overview = True
