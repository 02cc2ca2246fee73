"""View of one seat in Grenade Salad."""

from __future__ import annotations

from dataclasses import dataclass, field

from grenade_salad.core import View
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Card, Measures, Soldier


@dataclass(frozen=True)
class SaladView(View):
    """The table, and the hand of the seat."""

    options: SaladOptions
    soldiers: tuple[Soldier, ...]
    reserve: tuple[int, ...]
    """The number of soldiers of each seat that are not on the table yet."""
    taken: tuple[int, ...]
    """The number of soldiers that each seat has killed (GS-26)."""
    hands: tuple[tuple[Card, ...] | int, ...]
    """The cards of each hand if they are visible, else their number."""
    deck: tuple[Card, ...] | int
    discard: tuple[Card, ...]
    """The top card is the last."""
    turn: int
    step: str
    """One of drop, move, cards, mines and over."""
    moved: bool
    """True if the move of this turn is over."""
    cards_left: int
    """The number of cards that may still be played in this turn."""
    end_phase: bool
    attempts: int
    """The number of set-up drops so far."""
    triggers: tuple[int, ...]
    """The soldiers that may have stepped on a mine just now."""
    turns: int
    """The number of turns that have ended."""
    passes: int
    """The number of turns in sequence that were passes of the end phase (GS-31)."""
    still: int
    """The number of turns in sequence without a card (GS-34)."""
    scores: tuple[int, ...]
    blocks: tuple[Block, ...] = field(default=(), metadata={"plain": "if set"})
    """The blocks on the table (GS-35)."""

    def measures(self) -> Measures:
        """The sizes of this table, and its blocks."""
        return self.options.measures(self.blocks)
