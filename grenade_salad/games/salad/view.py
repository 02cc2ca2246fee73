"""What one seat may know of a game of Grenade Salad."""

from __future__ import annotations

from dataclasses import dataclass, field

from grenade_salad.core import View
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Card, Measures, Soldier


@dataclass(frozen=True)
class SaladView(View):
    """Everything on the table is open; hands of others and the deck are numbers.

    `step` is drop, move, cards, mines or over. `moved` says whether the move of this turn is over, `cards_left` how
    many cards may still be played in it, `triggers` which soldiers may have stepped on a mine just now. `turns` is
    the number of turns that have ended, `passes` how many of them in sequence were passes of the end phase,
    `still` in how many in sequence nobody played a card (GS-34). `blocks` lie on the table for good (GS-35).
    """

    options: SaladOptions
    soldiers: tuple[Soldier, ...]
    reserve: tuple[int, ...]
    taken: tuple[int, ...]
    hands: tuple[tuple[Card, ...] | int, ...]
    deck: tuple[Card, ...] | int
    discard: tuple[Card, ...]
    turn: int
    step: str
    moved: bool
    cards_left: int
    end_phase: bool
    attempts: int
    triggers: tuple[int, ...]
    turns: int
    passes: int
    still: int
    scores: tuple[int, ...]
    blocks: tuple[Block, ...] = field(default=(), metadata={"plain": "if set"})

    def measures(self) -> Measures:
        """The sizes of this table, and its blocks."""
        return self.options.measures(self.blocks)
