"""How a choice turns out, in many worlds at once: games played on for a while, and then judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from grenade_salad.players.exact_math import logistic
from grenade_salad.players.live_grenade.batch_rollout import Quick, decide, step
from grenade_salad.players.live_grenade.determinizations import Floats, Ints, Luck, Worlds, count
from grenade_salad.players.live_grenade.features import Table
from grenade_salad.players.live_grenade.value_net import QuickNet

DOES = ("draw", "skip", "reverse", "steal", "pair")
"""The names of what can be done in a turn, in the order of the numbers in `worlds`."""


def chances(odds: Floats) -> Floats:
    """Chances from the logarithms of odds."""
    return logistic(odds).astype(np.float32)


def values(
    worlds: Worlds,
    seat: int,
    player: QuickNet,
    others: Quick,
    luck: Luck,
    first: tuple[Ints, Ints],
    turns: int,
    in_time: Callable[[], bool],
) -> Floats | None:
    """How likely the seat is to win each world, when it goes on as `player` after the `first` thing
    done, and all others as `others`.

    After so many further turns of the seat its chance is what the player thinks; before, it is 1 or 0 when the game
    ends. `worlds` is used up. None if that is not done `in_time`.
    """
    value = np.zeros(worlds.count, dtype=np.float32)
    left = np.full(worlds.count, turns)
    players: list[Quick] = [others] * worlds.alive.shape[1]
    players[seat] = player
    do, target = first
    while in_time():
        before = worlds.turn.copy()
        step(worlds, players, luck, do, target)
        over = count(worlds.alive) == 1
        alive = worlds.alive[:, seat]
        value[worlds.first[over & alive]] = 1
        here = alive & ~over & (worlds.turn == seat) & (before != seat)
        left[worlds.first[here]] -= 1
        judged = here & (left[worlds.first] <= 0)
        if judged.any():
            rows = np.flatnonzero(judged)
            odds, _ = player.turn_odds(Table(worlds, rows, worlds.turn[rows]))
            value[worlds.first[rows]] = chances(odds.max(1))
        going = alive & ~over & ~judged
        if not going.all():
            worlds = worlds.only(going)
        if not worlds.count:
            return value
        do, target = decide(worlds, players, np.arange(worlds.count))
    return None


def after(
    worlds: Worlds,
    seat: int,
    player: QuickNet,
    others: Quick,
    choices: Sequence[tuple[str, int | None]],
    rng: np.random.Generator,
    turns: int,
    in_time: Callable[[], bool],
) -> Floats | None:
    """How likely the seat is to win each world after each choice of its turn, (choices, worlds): see `values`."""
    number = worlds.count
    rows = np.tile(np.arange(number), len(choices))
    many = worlds.only(rows)
    many.first = np.arange(len(rows))
    do = np.repeat([DOES.index(do) for do, _ in choices], number)
    target = np.repeat([target or 0 for _, target in choices], number)
    value = values(many, seat, player, others, Luck(rng, number), (do, target), turns, in_time)
    return None if value is None else value.reshape(len(choices), number)
