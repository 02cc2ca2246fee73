"""What every batch can do, whatever is played on its tables, and the luck of its tables."""

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

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


class RandomStreams:
    """The streams of so many tables: the same whatever the other tables do and however many there are. They all stand
    still until they have a seed.

    The numbers are those of SplitMix64 (Steele, Lea and Flood, 2014), whose state is one word, so that all tables step
    at once. They are other numbers than those of `random.Random`: a seed means another match here than in a single one.
    """

    def __init__(self, tables: int) -> None:
        self._states: Words = np.zeros(tables, np.uint64)

    def seed(self, tables: Indexes, seeds: Words) -> None:
        """Begin the streams of these tables anew."""
        # Seeds in a row are mixed, or else one table's numbers would be its neighbour's, a step later.
        self._states[tables] = _mix(seeds ^ _FIRST)

    def draw_words(self, tables: Indexes, count: int) -> Words:
        """The next so many words of these tables, a row for each."""
        states = self._states[tables][:, None] + np.arange(1, count + 1, dtype=np.uint64) * _STEP
        self._states[tables] = states[:, -1]
        return _mix(states)

    def draw_below(self, limit: int, drawing: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """A number from 0 to `number` - 1 for each table. Those that are not wanted keep their places in their streams,
        and theirs mean nothing."""
        self._states += drawing * _STEP
        return scale_words(_mix(self._states), limit)


def scale_words(words: Words, limit: int) -> NDArray[np.uint8]:
    """Each word as a number from 0 to `number` - 1; none is likelier than another by more than `number` in 2 ** 32."""
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
    """So many tables at which the same game is played, with as many seats and the same house rules.

    `to_act` is the seat that is asked at each table, `over` whether the match there is over: such a table stands still
    until it is reset, and then has nobody to act. Luck is carried out at once: at a table that is not over somebody
    always has a choice. All arrays have a row for each table, and none that is handed out is changed later but `to_act`
    and `over`, which are the batch's own.
    """

    tables: int
    seats: int
    encoding: Encoding
    active_seat: Bytes
    is_over: Flags

    def __init__(self, tables: int, seats: int) -> None:
        """All tables are over until `reset`. Raises ValueError without a table."""
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

        `seed`: an integer, then the table at index k of `tables` has the seed + k; or one for each of them. Without one
        each goes on with its luck, which at the first time is unforeseeable. A table with the same seed and the same
        choices has the same match, whatever is played beside it. Raises ValueError for another number of seeds.
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
        """Carry out a choice at each table, by its number in `encoding.choices`, and the luck after it.

        Returns the rewards (a column for each seat: 0 before the end, then 1 for the winner and for the others as much
        less as makes 0 of all), and whether the match at the table ended now. A table that is over stands still
        whatever is chosen, and so does one where less than 0 is chosen. Raises ValueError for a choice that cannot be
        done, and carries out none then.
        """

    @abstractmethod
    def observe(self, seats: Bytes | None = None, out: Floats | None = None) -> Floats:
        """What a seat of each table sees, as `encoding` says it; without `seats` the one that is to act.

        `out`: an array of the right shape to write into, which is quicker than a new one.
        """

    @abstractmethod
    def in_game(self) -> Flags:
        """Which seats are still in the game: tables x seats."""

    def memory(self) -> Doubles:
        """What the seat that is to act knows besides, since it has seen the match so far: a row for each table, by the
        game; nothing where a game shows all of it again and again."""
        return np.zeros((self.tables, 0))

    @abstractmethod
    def mask(self) -> NDArray[np.int8]:
        """1 for each choice that the seat that is to act has, 0 for the others; zeros at a table that is over."""

    @abstractmethod
    def state(self, table: int) -> State:
        """The match at a table as the rules know it: an independent copy."""

    @abstractmethod
    def set_state(self, table: int, state: State) -> None:
        """Play on from this state at a table; luck that is due comes from the table's stream.

        Raises ValueError for another game, other seats or house rules, and what a batch cannot hold.
        """
