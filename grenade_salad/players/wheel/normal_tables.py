"""Normal's estimate of every position of a match of two, as tables.

They predict the moves of a player who plays soundly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.ring import BLAST_PIPS
from grenade_salad.players.exact_math import on_grid
from grenade_salad.players.wheel.moves import die_spread
from grenade_salad.players.wheel.normal import DELAY_WEIGHTS, FUTURE_WEIGHT, JOKER_CHANCE, LOSS_OF_TWO
from grenade_salad.players.wheel.ring_tables import Ints, Ring, all_hands, dice_placements, drop_cards, make_ring

Floats: TypeAlias = NDArray[np.float32]
_BITS = 24
"""Bits after the point of shares and chances: sums of their products are exact."""
RowWorth: TypeAlias = Callable[[int, bool, bool, int, float], Floats]
"""A function for the worth of rows.

Its parameters are `cards`, `joker`, `twice`, the number of own hearts and the worth of any other card.
"""


@lru_cache(maxsize=64)
def normal_worth(cards: int, joker: bool, twice: bool, size: int, rival_hearts: int) -> Floats:
    """Return Normal's estimate of each move: by roll, die, row and hand.

    The hands are those of `all_hands`, with `size` hearts. It knows only that the rival has `rival_hearts` hearts.
    """
    ring = make_ring(cards, joker, twice)
    worth: Floats = _target_worth(ring, size, rival_hearts / (cards - joker - size), _rival_roll_worth)[ring.target]
    return worth


def best_die_mean(worth: Floats, leads: Ints) -> Floats:
    """Return the mean of the best die over all rolls, by the worth of each target.

    `leads` is by roll, die and row.
    """
    total = np.zeros((leads.shape[2], worth.shape[1]), np.float32)
    for dice in leads:
        best = worth[dice[0]]
        for to in dice[1:]:
            np.maximum(best, worth[to], out=best)
        total += best
    total /= len(leads)
    return total


def list_chains(ring: Ring) -> list[tuple[NDArray[np.intp], tuple[int, ...]]]:
    """Return the chains of explosions of a ring, grouped by their cards.

    Each group has the indexes of its chains, and the cards in order.
    """
    if not len(ring.ends):
        return []
    kinds, kind_index = np.unique(ring.blown, axis=0, return_inverse=True)
    order = np.argsort(kind_index.ravel(), kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(kind_index.ravel()))[:-1])
    return [(part, tuple(int(card) for card in kind if card >= 0)) for part, kind in zip(parts, kinds, strict=True)]


def _target_worth(ring: Ring, size: int, chance: float, next_worth: RowWorth) -> Floats:
    """Return Normal's estimate of each target.

    It adds the explosions of the move, and the worth of what follows if the match continues.
    """
    hands = all_hands(ring.cards, ring.joker, size)
    worth = np.empty((ring.chains + len(ring.ends), len(hands)), np.float32)
    worth[: ring.size] = next_worth(ring.cards, ring.joker, ring.twice, size, chance)
    for card in range(ring.cards):
        block = worth[ring.size + card * ring.small : ring.size + (card + 1) * ring.small]
        _write_explosions(ring, size, chance, next_worth, (card,), block, slice(None))
    for numbers, blown in list_chains(ring):
        _write_explosions(ring, size, chance, next_worth, blown, worth[ring.chains :], (numbers, ring.ends[numbers]))
    return worth


def _write_explosions(
    ring: Ring,
    size: int,
    chance: float,
    next_worth: RowWorth,
    blown: Sequence[int],
    worth: Floats,
    which: slice | tuple[NDArray[np.intp], NDArray[np.int32]],
) -> None:
    """Write the worth of an explosion of these cards into rows of `worth`.

    `which` selects all rows, or some of them with the rows of the smaller ring.
    """
    into, ends = (which, which) if isinstance(which, slice) else which
    joker = ring.joker and 0 not in blown
    rest = ring.cards - len(blown)
    column = {hand: index for index, hand in enumerate(all_hands(rest, joker, size))}
    left: list[int] = []
    for index, hand in enumerate(all_hands(ring.cards, ring.joker, size)):
        gain, play_chance = _explosion_worth(ring, hand, chance, blown)
        worth[into, index] = gain
        if play_chance > 0 and rest - joker > 1:
            left.append(index)
            values = next_worth(rest, joker, ring.twice, size, chance)
            worth[into, index] += play_chance * values[ends, column[drop_cards(hand, blown)]]


def _explosion_worth(ring: Ring, hand: int, chance: float, blown: Sequence[int]) -> tuple[float, float]:
    """Return the worth of the explosions, and the chance that the match continues."""
    total, play_chance = 0.0, 1.0
    for card in blown:
        if hand >> card & 1:
            return total - play_chance * LOSS_OF_TWO, 0.0
        if not (ring.joker and card == 0):
            total += play_chance * chance
            play_chance *= 1 - chance
    return total, play_chance


@lru_cache(maxsize=128)
def _rival_roll_worth(cards: int, joker: bool, twice: bool, size: int, chance: float) -> Floats:
    """Return the worth of tables when the rival rolls; all dice are equally likely."""
    ring = make_ring(cards, joker, twice)
    worth = _target_worth(ring, size, chance, _own_roll_worth)
    leads = ring.target.reshape(-1, ring.size)
    total: Floats = worth[leads[0]]
    for to in leads[1:]:
        total += worth[to]
    total /= len(leads)
    return total


@lru_cache(maxsize=128)
def _own_roll_worth(cards: int, joker: bool, twice: bool, size: int, chance: float) -> Floats:
    """Return the worth of tables for the player who rolls and takes the best die."""
    ring = make_ring(cards, joker, twice)
    return best_die_mean(_target_worth(ring, size, chance, _future_worth), ring.target)


@cache
def _future_worth(cards: int, joker: bool, twice: bool, size: int, chance: float) -> Floats:
    """Return the worth of future explosions, if every die moves on by chance."""
    hands = all_hands(cards, joker, size)
    is_own = [[hand >> card & 1 for hand in hands] for card in range(cards)]
    worth = np.where(is_own, -LOSS_OF_TWO, on_grid(np.array(chance), _BITS))
    if joker:
        worth[0] = 0.0
    slots = []
    for card in range(cards):
        for pips in range(1, BLAST_PIPS):
            moves = BLAST_PIPS - pips
            shares = on_grid(np.array(die_spread(cards, 0, False, card, moves)), _BITS)
            value = shares @ worth + joker * JOKER_CHANCE * worth[card]
            slots.append(FUTURE_WEIGHT * DELAY_WEIGHTS[pips - 1] * value)
    result: Floats = np.array(slots)[dice_placements(cards).slots].sum(axis=1).astype(np.float32)
    return result
