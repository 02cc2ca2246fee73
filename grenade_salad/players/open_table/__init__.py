"""Machine players of the open table: only a random one, for tests."""

from __future__ import annotations

from random import Random

from grenade_salad.players import Player, PlayerSpec, Roster


def make_player(spec: PlayerSpec, seat: int, rng: Random) -> Player:
    """Make a player that chooses at random."""
    from grenade_salad.players.open_table.random_player import RandomPlayer

    return RandomPlayer(rng)


PLAYERS = Roster(levels=("random",), make=make_player)
