"""Luck: a step of its own, with named outcomes."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from typing import ClassVar

from grenade_salad.core.plain import Json, plain


@dataclass(frozen=True, slots=True)
class Chance:
    """What luck decides. Games subclass it, one class for each `chance` of the record format.

    A subclass has a field `outcome`; other fields (an animation's track) are marked as not plain and not compared.
    """

    kind: ClassVar[str]

    def line(self) -> dict[str, Json]:
        """The line of a match record."""
        facts = plain(self)
        assert isinstance(facts, dict)
        return {"chance": self.kind, "outcome": facts["outcome"]}


def rng(seed: int, index: int) -> random.Random:
    """The random numbers of the chance event number `index` of a match with this seed.

    Each event has a generator of its own, so that a match can be taken up at any line.
    """
    digest = hashlib.sha256(f"{seed}/{index}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))
