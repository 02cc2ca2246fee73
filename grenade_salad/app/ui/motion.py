"""Motion: tweens with one clock, scaled by the settings, that can be skipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def linear(share: float) -> float:
    """Constant speed."""
    return share


def ease(share: float) -> float:
    """Slow at both ends.

    >>> ease(0.0), ease(0.5), ease(1.0)
    (0.0, 0.5, 1.0)
    """
    return share * share * (3 - 2 * share)


def ease_out(share: float) -> float:
    """Fast first, then slowing down."""
    return 1 - (1 - share) ** 3


def interpolate(start: float, end: float, share: float) -> float:
    """Return the number between two at a share from 0 to 1."""
    return start + (end - start) * share


def shorten(seconds: float, kept: float, share: float) -> float:
    """Return a time, shortened but for its first `kept` seconds.

    >>> shorten(0.25, 0.5, 0.5), shorten(1.5, 0.5, 0.5)
    (0.25, 1.0)
    """
    return min(seconds, kept) + max(0.0, seconds - kept) * share


_MAX_SKIPS = 1000
"""Maximum number of rounds of skipped tweens: each may start the next ones."""


@dataclass(slots=True)
class _Tween:
    """One motion; times are in seconds and scaled by the pace."""

    wait: float
    """Seconds before it begins."""
    seconds: float
    apply: Callable[[float], None]
    on_done: Callable[[], None] | None
    curve: Callable[[float], float]
    elapsed: float = 0.0
    """Seconds since it was added, its wait included."""


class Motion:
    """Tweens that run at the same time."""

    def __init__(self, pace: float = 1.0) -> None:
        self.pace = pace
        """Factor of all durations; 0 ends every tween at once."""
        self._tweens: list[_Tween] = []

    @property
    def is_busy(self) -> bool:
        """True if something still moves or waits."""
        return bool(self._tweens)

    def play(
        self,
        seconds: float,
        apply: Callable[[float], None],
        on_done: Callable[[], None] | None = None,
        *,
        wait: float = 0.0,
        curve: Callable[[float], float] = ease,
    ) -> None:
        """Call `apply` with 0.0 to 1.0 for `seconds`, after a wait, then `on_done` once.

        The last call is apply(1.0).
        """
        self._tweens.append(_Tween(wait * self.pace, seconds * self.pace, apply, on_done, curve))

    def after(self, wait: float, call: Callable[[], None]) -> None:
        """Call a function once, after the given seconds."""
        self.play(0.0, _draw_nothing, call, wait=wait)

    def pause(self, seconds: float) -> None:
        """Let nothing move for some seconds."""
        self.play(seconds, _draw_nothing)

    @property
    def duration(self) -> float:
        """Seconds from its begin until everything that waits or moves ends, at pace 1."""
        duration = max((tween.wait + tween.seconds for tween in self._tweens), default=0.0)
        return duration / self.pace if self.pace else 0.0

    def fit_into(self, max_seconds: float, kept: float = 0.0) -> float:
        """Make everything that has just begun end within `max_seconds`, at pace 1.

        The first `kept` seconds stay as they are. Returns the share that is left of the rest, 1 if it was short enough.
        """
        duration = self.duration
        if duration <= max_seconds:
            return 1.0
        share = max(0.0, max_seconds - kept) / (duration - kept)
        for tween in self._tweens:
            begin, end = tween.wait, tween.wait + tween.seconds
            tween.wait = shorten(begin, kept * self.pace, share)
            tween.seconds = shorten(end, kept * self.pace, share) - tween.wait
        return share

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        running, self._tweens = self._tweens, []
        ended: list[_Tween] = []
        for tween in running:
            tween.elapsed += dt
            share = tween.elapsed - tween.wait
            if share < 0:
                self._tweens.append(tween)
            elif share >= tween.seconds:
                ended.append(tween)
            else:
                tween.apply(tween.curve(share / tween.seconds))
                self._tweens.append(tween)
        _finish(ended)

    def skip(self) -> None:
        """End everything now, including what the ends start."""
        for _ in range(_MAX_SKIPS):
            if not self._tweens:
                return
            running, self._tweens = self._tweens, []
            _finish(sorted(running, key=lambda tween: tween.wait + tween.seconds))


def _draw_nothing(_: float) -> None:
    """Draw nothing, for a motion that only waits."""


def _finish(ended: list[_Tween]) -> None:
    for tween in ended:
        tween.apply(1.0)
        if tween.on_done is not None:
            tween.on_done()
