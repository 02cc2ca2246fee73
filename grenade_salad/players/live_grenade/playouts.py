"""Estimates of choices by playouts in many worlds at once.

The games are played on for a while; then the network of the player estimates them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from grenade_salad.players.exact_math import logistic
from grenade_salad.players.live_grenade.batch_rollout import QuickPlayer, decide, step
from grenade_salad.players.live_grenade.determinizations import Floats, Ints, WorldRandom, Worlds, count_true
from grenade_salad.players.live_grenade.features import PositionFeatures
from grenade_salad.players.live_grenade.value_net import QuickNet

ACTION_NAMES = ("draw", "skip", "reverse", "steal", "pair")
"""The names of the actions of a turn.

Their order is that of the numbers in `determinizations`.
"""


def odds_to_chances(odds: Floats) -> Floats:
    """Return probabilities from the logarithms of odds."""
    return logistic(odds).astype(np.float32)


def play_out_worlds(
    worlds: Worlds,
    seat: int,
    player: QuickNet,
    rivals_player: QuickPlayer,
    world_rng: WorldRandom,
    first_action: tuple[Ints, Ints],
    turns: int,
    in_time: Callable[[], bool],
) -> Floats | None:
    """Return the seat's chance to win each world, None if not done `in_time`.

    The seat continues as `player` after the `first_action` (actions and targets), all others as `rivals_player`. After
    `turns` further turns of the seat its chance is the player's estimate; it is 1 or 0 if the game ends earlier.
    `worlds` is used up.
    """
    value = np.zeros(worlds.count, dtype=np.float32)
    turns_left = np.full(worlds.count, turns)
    players: list[QuickPlayer] = [rivals_player] * worlds.alive.shape[1]
    players[seat] = player
    action, target = first_action
    while in_time():
        previous_turn = worlds.turn.copy()
        step(worlds, players, world_rng, action, target)
        is_over = count_true(worlds.alive) == 1
        is_alive = worlds.alive[:, seat]
        value[worlds.origin[is_over & is_alive]] = 1
        turn_began = is_alive & ~is_over & (worlds.turn == seat) & (previous_turn != seat)
        turns_left[worlds.origin[turn_began]] -= 1
        is_at_limit = turn_began & (turns_left[worlds.origin] <= 0)
        if is_at_limit.any():
            rows = np.flatnonzero(is_at_limit)
            odds, _ = player.turn_odds(PositionFeatures(worlds, rows, worlds.turn[rows]))
            value[worlds.origin[rows]] = odds_to_chances(odds.max(1))
        is_going = is_alive & ~is_over & ~is_at_limit
        if not is_going.all():
            worlds = worlds.select(is_going)
        if not worlds.count:
            return value
        action, target = decide(worlds, players, np.arange(worlds.count))
    return None


def play_out_choices(
    worlds: Worlds,
    seat: int,
    player: QuickNet,
    rivals_player: QuickPlayer,
    choices: Sequence[tuple[str, int | None]],
    rng: np.random.Generator,
    turns: int,
    in_time: Callable[[], bool],
) -> Floats | None:
    """Return the seat's chance to win each world after each choice of its turn.

    The shape is (choices, worlds). None if not done `in_time`. See `play_out_worlds`.
    """
    world_count = worlds.count
    rows = np.tile(np.arange(world_count), len(choices))
    copies = worlds.select(rows)
    copies.origin = np.arange(len(rows))
    action = np.repeat([ACTION_NAMES.index(action) for action, _ in choices], world_count)
    target = np.repeat([target or 0 for _, target in choices], world_count)
    value = play_out_worlds(
        copies, seat, player, rivals_player, WorldRandom(rng, world_count), (action, target), turns, in_time
    )
    return None if value is None else value.reshape(len(choices), world_count)
