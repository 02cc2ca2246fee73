"""How the table is looked at now: the camera follows the fight by itself, or somebody's hand holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import exp, hypot, log

from grenade_salad.app.games.salad import director
from grenade_salad.app.ui.camera import NEAREST, Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.salad.pieces import Measures

WINDOW = 0.6
"""Seconds in which a window's width may pass at most."""
_SOFT = 0.16
"""Seconds in which most of the way to a near goal is done."""
_REST = 0.15
"""Seconds after a turn of the wheel in which the next one may follow."""
_NEARER = log(4.0)
"""How much nearer or farther it may be in the time of a window's width, as a logarithm."""


@dataclass
class Glide:
    """A camera on its way. The speed is in mm a second, and in logarithms of the scale a second."""

    speed: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])

    def stop(self) -> None:
        """The camera stands still: its speed is none."""
        self.speed = [0.0, 0.0, 0.0]

    def step(self, now: Camera, goal: Camera, seconds: float) -> Camera:
        """The view after the given seconds on the way to the goal; the goal itself once the two look the same."""
        (x, y), (to_x, to_y) = now.middle, goal.middle
        scale = exp(self._damped(2, log(now.scale), log(goal.scale), _NEARER / WINDOW, seconds))
        most = now.rect.width / max(now.scale, scale) / WINDOW
        far = max(1e-9, hypot(to_x - x, to_y - y))
        across = self._damped(0, x, to_x, most * abs(to_x - x) / far, seconds) - x
        up = self._damped(1, y, to_y, most * abs(to_y - y) / far, seconds) - y
        share = min(1.0, most * seconds / max(1e-9, hypot(across, up)))
        x, y = x + across * share, y + up * share
        there = hypot(to_x - x, to_y - y) * scale < 0.4 and abs(log(scale / goal.scale)) < 0.002
        if there:
            self.stop()
            return goal
        made_at = goal.scale if abs(log(scale / goal.scale)) > 1e-9 else None
        return replace(now, zoom=max(1.0, scale / now.whole), centre=(x, y), made_at=made_at).held()

    def _damped(self, which: int, value: float, goal: float, most: float, seconds: float) -> float:
        """A critically damped spring with a limit to its speed (Game Programming Gems 4, 1.10)."""
        stiff = 1 / _SOFT * 2
        drop = exp(-stiff * seconds)
        change = max(-most * _SOFT, min(most * _SOFT, value - goal))
        pushed = (self.speed[which] + stiff * change) * seconds
        self.speed[which] = (self.speed[which] - stiff * pushed) * drop
        return value - change + (change + pushed) * drop


class Eye:
    """`camera` is the look now, `goal` where it is on its way to.

    `held`: somebody looks by hand, and the camera stays until it is let go. `changed` is called with every new look.
    """

    def __init__(self, measures: Measures, changed: Callable[[], None]) -> None:
        self.camera = Camera(Rect(0, 0, 600, 400), measures.table, nearest=NEAREST / measures.cube)
        self.goal = self.camera
        self.held = False
        self._changed = changed
        self._glide = Glide()
        self._subject: director.Subject | None = None
        self._fresh = True
        self._rests = 0.0
        """Seconds since somebody zoomed."""

    def seen_through(self, rect: Rect, around: Rect) -> None:
        """The window has another size, or the table another place on it; it is drawn in the box `around`, too."""
        if (rect, around) != (self.camera.rect, self.camera.view):
            self.camera = self.goal = self.goal.seen_through(rect, around)
            self._subject, self._fresh = None, True

    # by itself

    def show(self, subject: director.Subject) -> None:
        """What is to be seen now: the camera goes there, unless somebody looks by hand."""
        if subject != self._subject and not self.held:
            now = self.goal if self._subject is not None else self.goal.overview
            self._subject = subject
            self.goal = director.look(now, subject)
            if self._fresh:
                self.cut()
            self._fresh = False

    def follow(self) -> None:
        """Let the camera go: it follows the fight again."""
        self.held, self._subject = False, None
        self._changed()

    @property
    def gliding(self) -> bool:
        """Whether the camera is on its way."""
        return self.camera is not self.goal

    def step(self, seconds: float) -> None:
        """Go on, on the way. Where a hand zoomed, pictures are made for the new size once it rests."""
        self._rests += seconds
        if self.gliding:
            self.camera = self._glide.step(self.camera, self.goal, seconds)
            self._changed()
        elif self.camera.made_at is not None and self._rests >= _REST:
            self._make_anew()

    def _make_anew(self) -> None:
        self.camera = self.goal = replace(self.goal, made_at=None)
        self._changed()

    def cut(self) -> None:
        """Be there at once."""
        if self.gliding:
            self._glide.stop()
            self.camera = self.goal
            self._changed()
        if self.camera.made_at is not None:
            self._make_anew()

    # by hand

    def look(self, camera: Camera) -> None:
        """Look at the table so, until `follow`."""
        self._glide.stop()
        self.camera = self.goal = camera
        self.held = True
        self._changed()

    def glance(self, camera: Camera) -> None:
        """Go and look at the table so, until `follow`."""
        self.goal, self.held = camera, True
        self._changed()

    def zoom(self, times: float, at: Point | None = None) -> None:
        """Nearer or farther, with a point of the screen staying where it is on the table."""
        now = self.camera
        made_at = now.scale if now.made_at is None else now.made_at
        self.look(replace(now.zoomed(times, at or now.rect.center), made_at=made_at))
        self._rests = 0.0

    def overview(self) -> None:
        """The whole table; if that is how it is looked at by hand now, the camera follows the fight again."""
        if self.held and self.goal.zoom == 1.0:
            self.follow()
        else:
            self.glance(self.camera.overview)
