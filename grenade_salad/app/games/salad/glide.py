"""How the camera gets from one look to another: softly, and never so fast that eyes lose the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import exp, hypot, log

from grenade_salad.app.games.salad.camera import Camera

WINDOW = 0.6
"""Seconds in which a window's width may pass at most."""
_SOFT = 0.16
"""Seconds in which most of the way to a near goal is done."""
_NEARER = log(4.0)
"""How much nearer or farther it may be in the time of a window's width, as a logarithm."""


@dataclass
class Glide:
    """A camera on its way. The speed is in mm a second, and in logarithms of the scale a second."""

    speed: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])

    def stop(self) -> None:
        """It stands."""
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
