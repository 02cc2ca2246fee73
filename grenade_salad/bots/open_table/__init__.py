"""Nobody plays the open table by machine: there is only somebody who does anything, for tests."""

from __future__ import annotations

from random import Random

from grenade_salad.bots import Bot, Kind, Players


def make(kind: Kind, seat: int, rng: Random) -> Bot:
    """Somebody who does anything."""
    from grenade_salad.bots.open_table.anything import Anything

    return Anything(rng)


PLAYERS = Players(levels=("random",), make=make)
