"""Protocol of the parts of a position that legality and chance read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Card, Measures, Soldier


@dataclass(frozen=True, slots=True)
class Falling:
    """A drop that is pending chance."""

    height: float
    """In mm."""
    soldiers: tuple[tuple[int, int], ...]
    """The number and the seat of each soldier in the air."""


class Position(Protocol):
    """The parts of a state that other modules read, see `SaladState`."""

    options: SaladOptions
    measures: Measures
    seats: int
    soldiers: dict[int, Soldier]
    reserve: list[int]
    hands: list[list[Card]]
    deck: list[Card]
    turn: int
    step: str
    cards_played: int
    attempts: int
    is_quiet: bool
    falling: Falling | None
    triggers: tuple[int, ...]

    @property
    def cards_left(self) -> int:
        """The number of cards that may still be played in this turn (GS-10)."""
