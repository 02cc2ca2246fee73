"""Nobody plays the open table by machine: there is only somebody who does anything, for tests."""

from __future__ import annotations

from random import Random

from grenade_salad.players import Player, PlayerSpec, Roster


def make_player(spec: PlayerSpec, seat: int, rng: Random) -> Player:
    """Somebody who does anything."""
    from grenade_salad.players.open_table.random_player import RandomPlayer

    return RandomPlayer(rng)


PLAYERS = Roster(levels=("random",), make=make_player)
