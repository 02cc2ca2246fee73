"""View of one seat in Grenade Salad."""

from __future__ import annotations

from dataclasses import dataclass, field

from grenade_salad.core import View
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Card, Measures, Soldier


@dataclass(frozen=True)
class SaladView(View):
    """Everything on the table is open; hands of others and the deck are numbers.

    `step` is drop, move, cards, mines or over. `moved` is True if the move of this turn is over, `cards_left` is the
    number of cards that may still be played in it, `triggers` are the soldiers that may have stepped on a mine just
    now. `turns` is the number of turns that have ended, `passes` the number of them in sequence that were passes of
    the end phase, `still` the number in sequence without a card (GS-34). `blocks` stay on the table (GS-35).
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
