"""What every batch can do, whatever is played on its tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import State
from grenade_salad.core.encoding import Encoding
from grenade_salad.lab.batch.luck import Indexes, Luck, Words

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
    to_act: Bytes
    over: Flags

    def __init__(self, tables: int, seats: int) -> None:
        """All tables are over until `reset`. Raises ValueError without a table."""
        if tables < 1:
            raise ValueError("a batch has one table at least")
        self.tables, self.seats = tables, seats
        self.to_act = np.zeros(tables, np.uint8)
        self.over = np.ones(tables, np.bool_)
        self._luck = Luck(tables)
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
            given = np.asarray(seed)
            if given.ndim and given.shape != which.shape:
                raise ValueError("there is one seed for each table, or one for all")
            seeds: Words = (given if given.ndim else np.arange(len(which)) + given).astype(np.uint64)
            self._luck.seed(which, seeds)
            self._seeded[which] = True
        elif not self._seeded[which].all():
            new = which[~self._seeded[which]]
            unforeseen: Words = np.random.SeedSequence().generate_state(len(new), np.uint64).astype(np.uint64)
            self._luck.seed(new, unforeseen)
            self._seeded[new] = True
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

    def remembered(self) -> Doubles:
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
    def put(self, table: int, state: State) -> None:
        """Play on from this state at a table; luck that is due comes from the table's stream.

        Raises ValueError for another game, other seats or house rules, and what a batch cannot hold.
        """
