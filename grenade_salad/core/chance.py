"""Chance: a step of its own, with named outcomes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from grenade_salad.core.serialization import Json, to_json
from grenade_salad.text import Message, m

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chance:
    """An outcome of chance. Games subclass it, a class for each `chance` of a record.

    It is a frozen dataclass with a field `outcome`, all that was drawn: the state computes what follows from it, and
    draws nothing more. The line of a record is made from it and reads back to an equal chance. Other fields, for
    animations, are marked as not plain and not compared.
    """

    kind: ClassVar[str]
    is_drop: ClassVar[bool] = False
    """True if it says where dropped bodies came to rest: `simulate` counts these."""
    belongs_to_action: ClassVar[bool] = False
    """True if it is part of the action before it, such as the rest after a flick.

    An undo as a line takes both back.
    """
    # Translators: what decided something, instead of a player
    label: ClassVar[Message] = m("luck")
    """The label within a sentence: "the roll"."""

    def to_line(self) -> dict[str, Json]:
        """Return the line of a match record."""
        facts = to_json(self)
        assert isinstance(facts, dict)
        return {"chance": self.kind, "outcome": facts["outcome"]}


def derive_rng(seed: int, index: int) -> random.Random:
    """Derive independent random numbers from a seed and an index.

    The same arguments always give the same numbers: searches and machine players derive theirs from the seed of a
    match. In records of version 1 these are the random numbers of the chance event with this index.
    """
    digest = hashlib.sha256(f"{seed}/{index}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))


SEED_BITS = 48
"""Bits of a seed for a part of a match.

That is a player, a world, or the cards that a line hides.
"""


def derive_seed(seed: int, index: int) -> int:
    """Derive a seed of that many bits, as `derive_rng` derives random numbers."""
    return derive_rng(seed, index).getrandbits(SEED_BITS)


_MASK = (1 << 64) - 1
_INCREMENT = 0x9E3779B97F4A7C15
"""That of splitmix64: 2 to the power of 64, divided by the golden ratio."""
_MOMENT_BITS = 32
"""Each moment has two to this power random numbers."""


class MatchRandom(random.Random):
    """One random sequence for a whole match, in which every moment has its own place.

    So a match can be resumed at any line. The sequence is splitmix64 (Steele, Lea and Flood 2014), in which a jump to
    any place costs nothing: a Mersenne Twister takes longer to seed than most games take for a decision.

    >>> luck = MatchRandom(7)
    >>> first = luck.seek(0).random()
    >>> luck.seek(1).random() != first == luck.seek(0).random()
    True
    """

    def __init__(self, seed: int) -> None:
        """Start at moment 0."""
        self._key = int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:8], "big")
        self._place = self._key

    def seek(self, moment: int) -> Self:
        """Jump to the start of that moment, and return this same object."""
        self._place = self._key + (moment << _MOMENT_BITS) * _INCREMENT & _MASK
        return self

    def random(self) -> float:
        """Return the next number, 0 or more and less than 1."""
        # `_next_word`, written out: with the call it takes nearly twice as long.
        self._place = word = self._place + _INCREMENT & _MASK
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _MASK
        return ((word ^ word >> 31) >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        """Return an integer of that many random bits.

        Raises ValueError for a negative number of bits.
        """
        if k < 0:
            raise ValueError("there is no number of fewer than no bits")
        bits, bit_count = self._next_word(), 64
        while bit_count < k:
            bits |= self._next_word() << bit_count
            bit_count += 64
        return bits >> bit_count - k

    def choice(self, seq: SupportsLenAndGetItem[T]) -> T:
        """Return one of the items, each equally likely.

        Raises IndexError if there are none.
        """
        count = len(seq)
        if not count:
            raise IndexError("Cannot choose from an empty sequence")
        shift = 64 - count.bit_length()
        index = self._next_word() >> shift
        while index >= count:
            index = self._next_word() >> shift
        return seq[index]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle in place.

        One number seeds a Mersenne Twister for it, which is faster for many items.
        """
        random.Random(self._next_word()).shuffle(x)

    def _next_word(self) -> int:
        self._place = word = self._place + _INCREMENT & _MASK
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _MASK
        return word ^ word >> 31

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Raise NotImplementedError: there is only the first seed."""
        raise NotImplementedError("a new seed is a new MatchRandom")

    def getstate(self) -> tuple[int, int]:
        """Return the current place in the sequence."""
        return self._key, self._place

    def setstate(self, state: tuple[int, int]) -> None:  # type: ignore[override]
        """Jump to a place from `getstate`."""
        self._key, self._place = state

    def __reduce__(self) -> tuple[Any, ...]:
        # The seed does not matter: `setstate` replaces all that `__init__` makes of it.
        return type(self), (0,), self.getstate()


def match_rngs(seed: int, version: int) -> Callable[[int], random.Random]:
    """Return a function from the index of a chance event to its random numbers.

    They are those of a match with this seed and version of the record format. Use up those of one event before you
    request another's: it may be the same object.
    """
    return partial(derive_rng, seed) if version == 1 else MatchRandom(seed).seek
