"""Matches of the wheel game for tests of its players."""

from __future__ import annotations

from grenade_salad.games.wheel import WheelOptions
from grenade_salad.match.match import Header, Match


def new_wheel_match(seats: int, options: WheelOptions, seed: int) -> Match:
    """Return a match before the deal."""
    return Match(Header("wheel", tuple("ABCDEFG"[:seats]), options, seed))
