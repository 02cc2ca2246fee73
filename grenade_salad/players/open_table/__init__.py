"""Nobody plays the open table by machine: there is only somebody who does anything, for tests."""

from __future__ import annotations

from random import Random

from grenade_salad.players import Bot, Kind, Players


def make(kind: Kind, seat: int, rng: Random) -> Bot:
    """Somebody who does anything."""
    from grenade_salad.players.open_table.random_player import Anything

    return Anything(rng)


PLAYERS = Players(levels=("random",), make=make)
