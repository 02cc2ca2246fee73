"""Luck for many tables: each has a stream of its own, the same whatever the other tables do and however many there are.

The numbers are those of SplitMix64 (Steele, Lea and Flood, 2014), whose state is one word, so that all tables step at
once. They are other numbers than those of `random.Random`: a seed means another match here than in a single one.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
Indexes: TypeAlias = NDArray[np.intp]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


class Luck:
    """The streams of so many tables. They all stand still until they have a seed."""

    def __init__(self, tables: int) -> None:
        self._at: Words = np.zeros(tables, np.uint64)

    def seed(self, tables: Indexes, seeds: Words) -> None:
        """Begin the streams of these tables anew."""
        # Seeds in a row are mixed, or else one table's numbers would be its neighbour's, a step later.
        self._at[tables] = _mixed(seeds ^ _FIRST)

    def words(self, tables: Indexes, many: int) -> Words:
        """The next so many words of these tables, a row for each."""
        found = self._at[tables][:, None] + np.arange(1, many + 1, dtype=np.uint64) * _STEP
        self._at[tables] = found[:, -1]
        return _mixed(found)

    def below(self, number: int, wanted: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """A number from 0 to `number` - 1 for each table. Those that are not wanted keep their places in their streams,
        and theirs mean nothing."""
        self._at += wanted * _STEP
        return scaled(_mixed(self._at), number)


def scaled(words: Words, number: int) -> NDArray[np.uint8]:
    """Each word as a number from 0 to `number` - 1; none is likelier than another by more than `number` in 2 ** 32."""
    return ((words >> _32) * np.uint64(number) >> _32).astype(np.uint8)


def _mixed(words: Words) -> Words:
    mixed = words ^ (words >> _30)
    mixed *= _FIRST
    mixed ^= mixed >> _27
    mixed *= _SECOND
    mixed ^= mixed >> _31
    return mixed
