"""How a drop went, frame by frame: for the animation and its sounds, never for the rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Track:
    """The flight and slide of every soldier of a drop.

    `frames[k][i]` is (x, y, angle, z) of soldier `ids[i]` at k / fps seconds: mm, radians, and z the height above
    the table in mm. `impacts` are (time in s, soldier, speed in mm/s).
    """

    fps: float
    ids: tuple[int, ...]
    frames: tuple[tuple[tuple[float, float, float, float], ...], ...]
    impacts: tuple[tuple[float, int, float], ...]
