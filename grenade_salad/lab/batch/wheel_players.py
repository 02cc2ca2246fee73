"""The lower levels of the wheel as batch players.

They decide as those of `players.wheel` do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, PIPS
from grenade_salad.lab.batch.batch import Doubles, Flags, Indexes
from grenade_salad.lab.batch.players import BatchPlayer, BatchView, Choices, choose_randomly, draw_columns
from grenade_salad.lab.batch.wheel_board import PLACES
from grenade_salad.players.wheel import SLIPS
from grenade_salad.players.wheel.easy import EXPLOSION_WORTH, OVERLOOK_RATE, OWN_LOSS, PIP_WORTH
from grenade_salad.players.wheel.moves import Floats, Ints, TableBatch, apply_moves, explosion_spreads, make_moves
from grenade_salad.players.wheel.normal import DELAY_WEIGHTS, FUTURE_WEIGHT, JOKER_CHANCE, LOSS, LOSS_OF_TWO

_SLOTS = PLACES * BLAST_PIPS
"""Number of places and pips that a die can have."""
_DIE_COUNT = len(DICE)
_ALIKE = 1e-9
"""Values that differ by less are equal, because the order of sums changes digits."""
_CHUNK = 64
"""Number of tables of two that are evaluated at once.

Each has 972 positions then, and more do not fit into a cache.
"""
_WEIGHTS = 1 << np.arange(PLACES)
"""The bit of each place."""


@dataclass
class WheelFeatures:
    """The encoder's numbers and the memory of some tables, a row for each.

    Places count from the joker on, clockwise.
    """

    down: Indexes
    """The cards that are face down, a bit for each place."""
    positions: Indexes
    """The place of each die."""
    pips: Indexes
    """The pips of each die."""
    roll: Indexes
    is_duel: Flags
    """True where two seats are left."""
    worth: Doubles
    """The gain or loss if the card at each place blows up."""
    glance: Doubles
    """The pips of each die if it moves: all that Easy sees if it overlooks explosions."""
    own_blown: Doubles
    """The number of own hearts that blow up if each die moves."""
    taken: Doubles
    """The number of cards that are turned face down if each die moves."""

    @classmethod
    def decode(cls, view: BatchView, seats: int) -> WheelFeatures:
        """Return the features of this view, whose memory is that of `WheelBatch`."""
        numbers, memory = view.observe(), view.memory()
        rows, bits = np.arange(len(numbers)), PLACES * (4 + _DIE_COUNT)
        places = numbers[:, :bits].reshape(len(numbers), -1, PLACES).swapaxes(0, 1) > 0
        joker = places[1].argmax(axis=1)
        turned = places[:, rows[:, None], (joker[:, None] + np.arange(PLACES)) % PLACES]
        down, _, own_hearts, revealed = turned[:4]
        pips = numbers[:, bits : bits + _DIE_COUNT].astype(np.intp)
        alive = numbers[:, bits + _DIE_COUNT + 1 + seats : bits + _DIE_COUNT + 1 + 2 * seats]
        is_duel = alive.sum(axis=1) == 2
        may_be_heart = ~(down | own_hearts | revealed)
        may_be_heart[:, 0] = False
        # All cards that may be a rival's are equally likely.
        chance = memory[:, _DIE_COUNT] / np.maximum(1, may_be_heart.sum(axis=1))
        loss = np.where(is_duel, -LOSS_OF_TWO, -LOSS)
        die_numbers = (
            numbers[:, bits + _DIE_COUNT + 1 + 3 * seats :].reshape(len(numbers), _DIE_COUNT, -1).astype(np.float64)
        )
        return cls(
            down=down @ _WEIGHTS,
            positions=turned[4:].argmax(axis=2).T,
            pips=pips,
            roll=numbers[:, bits + _DIE_COUNT].astype(np.intp),
            is_duel=is_duel,
            worth=np.where(own_hearts, loss[:, None], may_be_heart * chance[:, None]),
            glance=die_numbers[:, :, 4],
            own_blown=die_numbers[:, :, 1],
            taken=memory[:, :_DIE_COUNT],
        )


def make_players(seats: int, options: WheelOptions) -> dict[str, BatchPlayer]:
    """Return a player for each level that can decide at many tables at once."""

    def easy(view: BatchView, rng: np.random.Generator) -> Choices:
        return _choose_easy(WheelFeatures.decode(view, seats), rng)

    def casual(view: BatchView, rng: np.random.Generator) -> Choices:
        features = WheelFeatures.decode(view, seats)
        slips = rng.random(len(features.roll)) < SLIPS
        return np.where(slips, _choose_easy(features, rng), _choose_best(value_dice(features, options, ~slips), rng))

    def normal(view: BatchView, rng: np.random.Generator) -> Choices:
        return _choose_best(value_dice(WheelFeatures.decode(view, seats), options), rng)

    return {"random": choose_randomly, "easy": easy, "casual": casual, "normal": normal}


def _choose_easy(features: WheelFeatures, rng: np.random.Generator) -> Choices:
    """Choose as Easy does."""
    looks = rng.random(features.taken.shape) >= OVERLOOK_RATE
    bangs = OWN_LOSS * features.own_blown + EXPLOSION_WORTH * (features.taken - features.own_blown)
    return _choose_best(PIP_WORTH * features.glance + looks * bangs, rng)


def _choose_best(worth: Doubles, rng: np.random.Generator) -> Choices:
    return draw_columns(worth > worth.max(axis=1, keepdims=True) - _ALIKE, rng)


def value_dice(features: WheelFeatures, options: WheelOptions, is_wanted: Flags | None = None) -> Doubles:
    """Return the value of each die to Normal.

    There is a row for each table, of zeros where it is not wanted.
    """
    evaluation = NormalEvaluation(features.worth, options)
    values = np.zeros((len(features.roll), _DIE_COUNT))
    is_needed = (features.roll > 0) & (True if is_wanted is None else is_wanted)
    for roll in PIPS:
        for is_duel in (False, True):
            which = (is_needed & (features.roll == roll) & (features.is_duel == is_duel)).nonzero()[0]
            for first in range(0, len(which), _CHUNK):
                chunk = which[first : first + _CHUNK]
                slots = (BLAST_PIPS * features.positions[chunk] + features.pips[chunk] - 1).T
                values[chunk] = evaluation.value_moves(chunk, features.down[chunk], slots, roll, is_duel)
    return values


class NormalEvaluation:
    """Normal's evaluation of many tables, by the value of each card that blows up."""

    def __init__(self, worth: Doubles, options: WheelOptions) -> None:
        counted = options.face_down == "counted"
        self._worth = worth
        self._moves = make_moves(PLACES, 0, counted, options.joker_safe, options.joker == "twice")
        self._spreads = explosion_spreads(PLACES, counted)

    def value_moves(self, table_indexes: Indexes, down: Indexes, slots: Ints, roll: int, is_duel: bool) -> Doubles:
        """Return the value of moving each die at these tables, which all have this roll."""
        current = TableBatch(down, slots, np.zeros(len(table_indexes)), np.ones(len(table_indexes)))
        own_moves, own_indexes = self._move_dice(current, table_indexes, is_duel, slice(roll - 1, roll))
        rival_moves, rival_indexes = self._move_dice(own_moves, own_indexes, is_duel)
        later = (
            self._value_own_turn(rival_moves, rival_indexes)
            if is_duel
            else self._value_later(rival_moves, rival_indexes)
        )
        rival_value = (rival_moves.gain + rival_moves.plays_on * later).reshape(-1, len(own_indexes)).sum(axis=0) / (
            len(PIPS) * _DIE_COUNT
        )
        values: Doubles = (own_moves.gain + own_moves.plays_on * rival_value).reshape(_DIE_COUNT, len(table_indexes)).T
        return values

    def _move_dice(
        self, tables: TableBatch, table_indexes: Indexes, is_duel: bool, rolls: slice = slice(None)
    ) -> tuple[TableBatch, Indexes]:
        after = apply_moves(self._moves, tables, rolls, partial(self._weigh_explosion, table_indexes, is_duel))
        return after, np.tile(table_indexes, len(after.ring) // len(table_indexes))

    def _weigh_explosion(
        self, table_indexes: Indexes, is_duel: bool, slots: Ints, which: Ints
    ) -> tuple[Floats, Floats]:
        worth = self._worth.ravel().take(table_indexes.take(which % len(table_indexes)) * PLACES + slots % PLACES)
        worth *= self._moves.up.ravel().take(slots)
        plays_on = 1.0 - worth if is_duel else np.ones_like(worth)
        plays_on[(worth < 0) | self._moves.lone.take(slots)] = 0.0
        return worth, plays_on

    def _value_own_turn(self, tables: TableBatch, table_indexes: Indexes) -> Floats:
        """Return the value of tables where the seat itself rolls, and takes the best die."""
        after, all_after = self._move_dice(tables, table_indexes, True)
        worth = after.gain + after.plays_on * self._value_later(after, all_after)
        best: Floats = worth.reshape(len(PIPS), _DIE_COUNT, -1).max(axis=1).sum(axis=0) / len(PIPS)
        return best

    def _value_later(self, tables: TableBatch, table_indexes: Indexes) -> Floats:
        """Return the value of explosions to come, if every die moves on by itself."""
        first_table = table_indexes.min()
        ring = (table_indexes - first_table) << PLACES | tables.ring
        is_used = np.zeros((table_indexes.max() - first_table + 1) << PLACES, np.bool_)
        is_used[ring] = True
        rings = is_used.nonzero()[0]
        index = np.empty(len(is_used), np.intp)
        index[rings] = np.arange(len(rings))
        dice = self._value_slots(rings & (1 << PLACES) - 1, first_table + (rings >> PLACES)).ravel()
        first, second, third = dice.take(index.take(ring) * _SLOTS + tables.slots)
        worth: Floats = FUTURE_WEIGHT * (first + second + third)
        return worth

    def _value_slots(self, ring: Indexes, table_indexes: Indexes) -> NDArray[np.float64]:
        """Return the value of a die in each slot, in these rings of these tables."""
        up = self._worth[table_indexes] * self._moves.up[ring]
        worth = (self._moves.joker[ring] >= 0)[:, None] * (JOKER_CHANCE * up)
        values: Doubles = worth.repeat(BLAST_PIPS, axis=1)
        for place, spread in enumerate(self._spreads):
            values += spread[ring] * up[:, place, None]
        values *= np.tile(DELAY_WEIGHTS, PLACES)
        return values
