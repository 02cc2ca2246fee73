"""How the table is looked at now: the camera follows the fight by itself, or somebody's hand holds it."""

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
"""Seconds in which a window's width may pass at most."""
_SMOOTH_TIME = 0.16
"""Seconds in which most of the way to a near goal is done."""
_SETTLE_TIME = 0.15
"""Seconds after a turn of the wheel in which the next one may follow."""
_MAX_LOG_ZOOM = log(4.0)
"""How much nearer or farther it may be in the time of a window's width, as a logarithm."""


@dataclass
class Glide:
    """A camera on its way. The speed is in mm a second, and in logarithms of the scale a second."""

    speed: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])

    def stop(self) -> None:
        """The camera stands still: its speed is none."""
        self.speed = [0.0, 0.0, 0.0]

    def step(self, current: Camera, goal: Camera, seconds: float) -> Camera:
        """The view after the given seconds on the way to the goal; the goal itself once the two look the same."""
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
        has_arrived = hypot(to_x - x, to_y - y) * scale < 0.4 and abs(log(scale / goal.scale)) < 0.002
        if has_arrived:
            self.stop()
            return goal
        made_at = goal.scale if abs(log(scale / goal.scale)) > 1e-9 else None
        return replace(current, zoom=max(1.0, scale / current.fit_scale), centre=(x, y), picture_scale=made_at).clamp()

    def _damp(self, index: int, value: float, goal: float, max_speed: float, seconds: float) -> float:
        """A critically damped spring with a limit to its speed (Game Programming Gems 4, 1.10)."""
        stiffness = 1 / _SMOOTH_TIME * 2
        decay = exp(-stiffness * seconds)
        change = max(-max_speed * _SMOOTH_TIME, min(max_speed * _SMOOTH_TIME, value - goal))
        pushed = (self.speed[index] + stiffness * change) * seconds
        self.speed[index] = (self.speed[index] - stiffness * pushed) * decay
        return value - change + (change + pushed) * decay


class CameraRig:
    """`camera` is the look now, `goal` where it is on its way to.

    `held`: somebody looks by hand, and the camera stays until it is let go. `changed` is called with every new look.
    """

    def __init__(self, measures: Measures, on_change: Callable[[], None]) -> None:
        self.camera = Camera(Rect(0, 0, 600, 400), measures.table, max_scale=MAX_SOLDIER_WIDTH / measures.cube)
        self.goal = self.camera
        self.is_held = False
        self._on_change = on_change
        self._glide = Glide()
        self._subject: director.Subject | None = None
        self._is_fresh = True
        self._seconds_since_zoom = 0.0
        """Seconds since somebody zoomed."""

    def fit_window(self, rect: Rect, around: Rect) -> None:
        """The window has another size, or the table another place on it; it is drawn in the box `around`, too."""
        if (rect, around) != (self.camera.rect, self.camera.drawn_rect):
            self.camera = self.goal = self.goal.with_rect(rect, around)
            self._subject, self._is_fresh = None, True

    # by itself

    def show(self, subject: director.Subject) -> None:
        """What is to be seen now: the camera goes there, unless somebody looks by hand."""
        if subject != self._subject and not self.is_held:
            start = self.goal if self._subject is not None else self.goal.overview
            self._subject = subject
            self.goal = director.choose_view(start, subject)
            if self._is_fresh:
                self.cut()
            self._is_fresh = False

    def follow(self) -> None:
        """Let the camera go: it follows the fight again."""
        self.is_held, self._subject = False, None
        self._on_change()

    @property
    def is_gliding(self) -> bool:
        """Whether the camera is on its way."""
        return self.camera is not self.goal

    def step(self, seconds: float) -> None:
        """Go on, on the way. Where a hand zoomed, pictures are made for the new size once it rests."""
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
        """Be there at once."""
        if self.is_gliding:
            self._glide.stop()
            self.camera = self.goal
            self._on_change()
        if self.camera.picture_scale is not None:
            self._render_at_new_scale()

    # by hand

    def look(self, camera: Camera) -> None:
        """Look at the table so, until `follow`."""
        self._glide.stop()
        self.camera = self.goal = camera
        self.is_held = True
        self._on_change()

    def glance(self, camera: Camera) -> None:
        """Go and look at the table so, until `follow`."""
        self.goal, self.is_held = camera, True
        self._on_change()

    def zoom(self, factor: float, anchor: Point | None = None) -> None:
        """Nearer or farther, with a point of the screen staying where it is on the table."""
        current = self.camera
        made_at = current.scale if current.picture_scale is None else current.picture_scale
        self.look(replace(current.zoom_by(factor, anchor or current.rect.center), picture_scale=made_at))
        self._seconds_since_zoom = 0.0

    def overview(self) -> None:
        """The whole table; if that is how it is looked at by hand now, the camera follows the fight again."""
        if self.is_held and self.goal.zoom == 1.0:
            self.follow()
        else:
            self.glance(self.camera.overview)
