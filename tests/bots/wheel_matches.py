"""Matches of the wheel game for tests of its players."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad import bots
from grenade_salad.core import Event, redact
from grenade_salad.games.wheel import WheelOptions
from grenade_salad.match.match import Header, Match


def tell(players: Sequence[bots.Bot], events: Sequence[Event]) -> None:
    """Everybody sees what they may see."""
    for seat, player in enumerate(players):
        for event in events:
            player.see(redact(event, seat))


def begun(seats: int, options: WheelOptions, seed: int) -> Match:
    """A match before the deal."""
    return Match(Header("wheel", tuple("ABCDEFG"[:seats]), options, seed))
