"""Base class of all batches, and the random numbers of their tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import State
from grenade_salad.core.encoding import Encoding

Words: TypeAlias = NDArray[np.uint64]
Indexes: TypeAlias = NDArray[np.intp]

# The constants of SplitMix64, as in `core.chance`.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


class RandomStreams:
    """The random streams of the tables, which are independent of each other.

    The number of tables does not matter either. All streams stay as they are until they have a seed.

    The numbers are those of SplitMix64 (Steele, Lea and Flood, 2014), whose state is one word, so that all tables step
    at once. They are other numbers than those of `random.Random`: a seed means another match here than in a single one.
    """

    def __init__(self, tables: int) -> None:
        self._states: Words = np.zeros(tables, np.uint64)

    def seed(self, tables: Indexes, seeds: Words) -> None:
        """Start the streams of these tables again."""
        # Seeds in a row are mixed, or else one table's numbers would be its neighbour's, a step later.
        self._states[tables] = _mix(seeds ^ _FIRST)

    def draw_words(self, tables: Indexes, count: int) -> Words:
        """Draw the next `count` words of these tables, a row for each."""
        states = self._states[tables][:, None] + np.arange(1, count + 1, dtype=np.uint64) * _STEP
        self._states[tables] = states[:, -1]
        return _mix(states)

    def draw_below(self, limit: int, drawing: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """Draw a number from 0 to `limit` - 1 for each table.

        The streams of tables that are not `drawing` stay where they are, and their numbers mean nothing.
        """
        self._states += drawing * _STEP
        return scale_words(_mix(self._states), limit)


def scale_words(words: Words, limit: int) -> NDArray[np.uint8]:
    """Return each word as a number from 0 to `limit` - 1.

    None is likelier than another by more than `limit` in 2 ** 32.
    """
    return ((words >> _32) * np.uint64(limit) >> _32).astype(np.uint8)


def _mix(words: Words) -> Words:
    mixed = words ^ (words >> _30)
    mixed *= _FIRST
    mixed ^= mixed >> _27
    mixed *= _SECOND
    mixed ^= mixed >> _31
    return mixed


Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float32]
Doubles: TypeAlias = NDArray[np.float64]
Tables: TypeAlias = Indexes | Sequence[int]


class Batch(ABC):
    """Tables at which one game is played, with the same seats and house rules.

    Chance is resolved at once: at a table that is not over, a seat always has a choice. All arrays have a row for each
    table. None that is handed out is changed later, except `active_seat` and `is_over`, which are the batch's own.
    """

    tables: int
    """The number of tables."""
    seats: int
    encoding: Encoding
    active_seat: Bytes
    """The seat that has a choice at each table."""
    is_over: Flags
    """True where the match is over.

    Such a table stays as it is until it is reset, and has no active seat.
    """

    def __init__(self, tables: int, seats: int) -> None:
        """Create the tables, which are all over until `reset`.

        Raises ValueError without a table.
        """
        if tables < 1:
            raise ValueError("a batch has one table at least")
        self.tables, self.seats = tables, seats
        self.active_seat = np.zeros(tables, np.uint8)
        self.is_over = np.ones(tables, np.bool_)
        self._streams = RandomStreams(tables)
        self._seeded = np.zeros(tables, np.bool_)
        self._all = np.arange(tables)

    def reset(self, tables: Tables | None = None, seed: int | Sequence[int] | None = None) -> None:
        """Deal a new match at these tables (indexes), or at all.

        `seed` is an integer, which gives the table at index k of `tables` the seed + k; or one integer for each of
        them. Without a seed each table continues its random stream, which begins unforeseeably. A table with the same
        seed and the same choices has the same match, whatever is played beside it. Raises ValueError for another number
        of seeds.
        """
        which = self._all if tables is None else np.asarray(tables, dtype=np.intp)
        if seed is not None:
            seed_array = np.asarray(seed)
            if seed_array.ndim and seed_array.shape != which.shape:
                raise ValueError("there is one seed for each table, or one for all")
            seeds: Words = (seed_array if seed_array.ndim else np.arange(len(which)) + seed_array).astype(np.uint64)
            self._streams.seed(which, seeds)
            self._seeded[which] = True
        elif not self._seeded[which].all():
            unseeded = which[~self._seeded[which]]
            entropy: Words = np.random.SeedSequence().generate_state(len(unseeded), np.uint64).astype(np.uint64)
            self._streams.seed(unseeded, entropy)
            self._seeded[unseeded] = True
        self._deal(which)

    @abstractmethod
    def _deal(self, which: Indexes) -> None: ...

    @abstractmethod
    def act(self, choices: NDArray[np.integer]) -> tuple[Floats, Flags]:
        """Carry out a choice at each table, by its index in `encoding.choices`.

        The chance after it is resolved, too. Returns the rewards (a column for each seat: 0 before the end, then 1 for
        the winner, and for the others a negative number such that the sum is 0), and where the match ended now. A table
        that is over stays as it is whatever is chosen, and so does one where less than 0 is chosen. Raises ValueError
        for a choice that is not legal, and carries out none then.
        """

    @abstractmethod
    def observe(self, seats: Bytes | None = None, out: Floats | None = None) -> Floats:
        """Return what a seat of each table sees, in the numbers of `encoding`.

        Without `seats` it is the active seat. `out` is an array of the right shape to write into, which is quicker than
        a new one.
        """

    @abstractmethod
    def in_game(self) -> Flags:
        """Return which seats are still in the game: tables x seats."""

    def _rewards(self, ended: Flags) -> Floats:
        """Return the rewards of `act`: at these tables one seat is still in the game."""
        rewards = np.zeros((self.tables, self.seats), np.float32)
        which = ended.nonzero()[0]
        rewards[which] = np.where(self.in_game()[which], np.float32(1), np.float32(-1 / (self.seats - 1)))
        return rewards

    def memory(self) -> Doubles:
        """Return what else the active seats know, because they have followed the match.

        There is a row for each table; its meaning depends on the game. It is empty for a game that shows all of it
        again and again.
        """
        return np.zeros((self.tables, 0))

    @abstractmethod
    def mask(self) -> NDArray[np.int8]:
        """Return 1 for each legal choice of the active seat, 0 for the others.

        The row of a table that is over is all zeros.
        """

    @abstractmethod
    def state(self, table: int) -> State:
        """Return the state of the match at a table: an independent copy."""

    @abstractmethod
    def set_state(self, table: int, state: State) -> None:
        """Continue from this state at a table.

        Pending chance comes from the table's stream. Raises ValueError for another game, other seats or house rules,
        and for what a batch cannot hold.
        """
