"""A position as the tables have it: cards in play numbered from the joker on, dice in the order of their slots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from grenade_salad.bots.wheel.tables import rows
from grenade_salad.games.wheel.board import DICE, Board
from grenade_salad.games.wheel.cards import JOKER


@dataclass(frozen=True)
class Layout:
    """`number` is each card in play by its place in the ring, counted from where the joker lies or lay; `order` are the
    dice, the lowest slot first.
    """

    number: dict[int, int]
    joker: bool
    row: int
    order: tuple[int, ...]

    def bits(self, places: Iterable[int]) -> int:
        """These places of the ring, all in play, as a hand of the tables."""
        return sum(1 << self.number[place] for place in places)


def layout(board: Board) -> Layout:
    """The position of that board, by the rules that the tables are for."""
    first = board.ring.index(JOKER) if JOKER in board.ring else 0
    around = [(first + step) % len(board.ring) for step in range(len(board.ring))]
    number = {place: card for card, place in enumerate(place for place in around if not board.is_down(place))}
    order = tuple(sorted(DICE, key=lambda die: (number[board.at[die]], board.pips[die])))
    at = np.array([[number[board.at[die]]] for die in order], np.int32)
    pips = np.array([[board.pips[die]] for die in order], np.int32)
    return Layout(number, board.joker >= 0, int(rows(len(number), at, pips)[0]), order)
