"""What seats of Live Grenade remember, at many tables: how many Best Friends each of the others was seen to get."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grenade_salad.lab.batch.batch import Bytes, Doubles
from grenade_salad.lab.batch.luck import Indexes


class Memory:
    """The same as `bots.live_grenade.normal.Memory`, for all seats of all tables.

    `friends[holder, table, who]` is how many Best Friends `who` may expect in the hand of `holder`; what it says of a
    seat's own hand means nothing.
    """

    def __init__(self, tables: int, seats: int) -> None:
        self.friends: Doubles = np.zeros((seats, tables, seats))

    def dealt(self, which: Indexes, friends: int) -> None:
        """Everybody at these tables was seen to get so many."""
        self.friends[:, which] = friends

    def lost(self, which: Indexes, holder: Indexes, size: Bytes, friends: int = 0) -> None:
        """Hands have this size now, and so many Best Friends left them before the eyes of all."""
        kept = np.maximum(self.friends[holder, which] - friends, 0)
        self.friends[holder, which] = np.minimum(kept, size[:, None])

    def stolen(self, which: Indexes, thief: Indexes, victim: Indexes, size: Bytes, friend: NDArray[np.bool_]) -> None:
        """A card of a hand of this size changed hands: the two know whether it is a Best Friend; for all others it was
        any of the hand."""
        there, rows = self.friends[victim, which], np.arange(len(which))
        share = there / size[:, None]
        share[rows, thief] = share[rows, victim] = friend
        self.friends[victim, which] = np.minimum(np.maximum(there - share, 0), size[:, None] - 1.0)
        self.friends[thief, which] += share
