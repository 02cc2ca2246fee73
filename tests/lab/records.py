"""Records of matches that several tests of the lab analyse."""

from __future__ import annotations

from grenade_salad import games
from grenade_salad.games.wheel import Roll, WheelSetup
from grenade_salad.games.wheel.actions import Advance, Die
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record

_RING = ("3S", "joker", "AS", "5S", "2S", "7S", "4S", "6S")


def record_after_secret(secret: str, die: int) -> Record:
    """Return a match in which Ann has moved a die and Cy holds the secret heart."""
    setup = WheelSetup(_RING, (("AH",), ("2H",), (secret,)), 0, (Die(0, 2), Die(4, 3), Die(6, 1)))
    match = Match(Header("wheel", ("Ann", "Bo", "Cy"), games.load("wheel").options(), 5, setup))
    match.apply_entry(Roll(3))
    match.apply_entry(Advance(0, die))
    return Record("a match", match.header, tuple(match.entries[:2]))
