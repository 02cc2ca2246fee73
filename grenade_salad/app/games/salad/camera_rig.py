"""Camera rig of the mat: it follows the fight until a player takes control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import exp, hypot, log

from grenade_salad.app.games.salad import director
from grenade_salad.app.ui.camera import MAX_SOLDIER_WIDTH, Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.salad.pieces import Measures

SECONDS_PER_WINDOW_WIDTH = 0.6
"""Seconds in which the camera may move by the width of its window, at most."""
_SMOOTH_TIME = 0.16
"""Seconds in which most of the distance to a near goal is covered."""
_SETTLE_TIME = 0.15
"""Seconds after a turn of the scroll wheel in which the next one may follow."""
_ARRIVAL_DISTANCE, _ARRIVAL_LOG_ZOOM = 0.4, 0.002
"""Distance in units, and difference of logarithms of scales, that are invisible."""
_MAX_LOG_ZOOM = log(4.0)
"""Maximum zoom in the time of a window's width, as a logarithm of the scale."""


@dataclass
class Glide:
    """The motion of a camera."""

    speed: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    """mm a second for x and y, and logarithms of the scale a second."""

    def stop(self) -> None:
        """Stop at once: the speed becomes zero."""
        self.speed = [0.0, 0.0, 0.0]

    def step(self, current: Camera, goal: Camera, seconds: float) -> Camera:
        """Return the camera after `seconds` on its path to the goal.

        Returns the goal itself once the two look the same.
        """
        (x, y), (to_x, to_y) = current.middle, goal.middle
        scale = exp(
            self._damp(2, log(current.scale), log(goal.scale), _MAX_LOG_ZOOM / SECONDS_PER_WINDOW_WIDTH, seconds)
        )
        max_speed = current.rect.width / max(current.scale, scale) / SECONDS_PER_WINDOW_WIDTH
        distance = max(1e-9, hypot(to_x - x, to_y - y))
        across = self._damp(0, x, to_x, max_speed * abs(to_x - x) / distance, seconds) - x
        up = self._damp(1, y, to_y, max_speed * abs(to_y - y) / distance, seconds) - y
        share = min(1.0, max_speed * seconds / max(1e-9, hypot(across, up)))
        x, y = x + across * share, y + up * share
        is_near = hypot(to_x - x, to_y - y) * scale < _ARRIVAL_DISTANCE
        if is_near and abs(log(scale / goal.scale)) < _ARRIVAL_LOG_ZOOM:
            self.stop()
            return goal
        made_at = goal.scale if abs(log(scale / goal.scale)) > 1e-9 else None
        return replace(current, zoom=max(1.0, scale / current.fit_scale), centre=(x, y), picture_scale=made_at).clamp()

    def _damp(self, index: int, value: float, goal: float, max_speed: float, seconds: float) -> float:
        """Move a value to its goal by a critically damped spring with limited speed.

        Source: Game Programming Gems 4, 1.10.
        """
        stiffness = 1 / _SMOOTH_TIME * 2
        decay = exp(-stiffness * seconds)
        change = max(-max_speed * _SMOOTH_TIME, min(max_speed * _SMOOTH_TIME, value - goal))
        pushed = (self.speed[index] + stiffness * change) * seconds
        self.speed[index] = (self.speed[index] - stiffness * pushed) * decay
        return value - change + (change + pushed) * decay


class CameraRig:
    """Moves the camera: `camera` is the current one, `goal` the one that it moves to."""

    def __init__(self, measures: Measures, on_change: Callable[[], None]) -> None:
        self.camera = Camera(Rect(0, 0, 600, 400), measures.table, max_scale=MAX_SOLDIER_WIDTH / measures.cube)
        self.goal = self.camera
        self.is_held = False
        """True while a player controls the camera: it stays until `release`."""
        self._on_change = on_change
        self._glide = Glide()
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
        self.is_held, self._subject = False, None
        self._on_change()

    @property
    def is_gliding(self) -> bool:
        """True while the camera moves to its goal."""
        return self.camera is not self.goal

    def step(self, seconds: float) -> None:
        """Move the camera on for `seconds`.

        After a player has zoomed, pictures are made for the new scale once the camera rests.
        """
        self._seconds_since_zoom += seconds
        if self.is_gliding:
            self.camera = self._glide.step(self.camera, self.goal, seconds)
            self._on_change()
        elif self.camera.picture_scale is not None and self._seconds_since_zoom >= _SETTLE_TIME:
            self._render_at_new_scale()

    def _render_at_new_scale(self) -> None:
        self.camera = self.goal = replace(self.goal, picture_scale=None)
        self._on_change()

    def cut(self) -> None:
        """Jump to the goal at once."""
        if self.is_gliding:
            self._glide.stop()
            self.camera = self.goal
            self._on_change()
        if self.camera.picture_scale is not None:
            self._render_at_new_scale()

    # Camera held by a player

    def look(self, camera: Camera) -> None:
        """Hold this camera until `release`."""
        self._glide.stop()
        self.camera = self.goal = camera
        self.is_held = True
        self._on_change()

    def glance(self, camera: Camera) -> None:
        """Move to this camera and hold it until `release`."""
        self.goal, self.is_held = camera, True
        self._on_change()

    def zoom(self, factor: float, anchor: Point | None = None) -> None:
        """Zoom by a factor; the point of the table at `anchor` stays there on screen."""
        current = self.camera
        made_at = current.scale if current.picture_scale is None else current.picture_scale
        self.look(replace(current.zoom_by(factor, anchor or current.rect.center), picture_scale=made_at))
        self._seconds_since_zoom = 0.0

    def overview(self) -> None:
        """Show the whole table; if a player holds that view already, release it."""
        if self.is_held and self.goal.zoom == 1.0:
            self.release()
        else:
            self.glance(self.camera.overview)
