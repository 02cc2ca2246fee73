"""What a seat remembers of a match: every move, and the table at which it was made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from grenade_salad.core import Event
from grenade_salad.games.wheel import WheelView
from grenade_salad.games.wheel.board import DICE, Board, board, explosions, put_down
from grenade_salad.games.wheel.events import HeartLost, Moved, Out, RingLaid
from grenade_salad.games.wheel.moves import Die

Hand: TypeAlias = tuple[str, ...]
"""Hearts."""


@dataclass(frozen=True)
class Turn:
    """A move, and what could be seen before: who was in and who had shown what by `view`, ring and dice by `board`."""

    view: WheelView
    board: Board
    move: Moved


class Memory:
    """Keeps what happened until it is asked; somebody who sees only the end of a match remembers that alone."""

    def __init__(self) -> None:
        self._waiting: list[Event] = []
        self._view: WheelView | None = None
        self._board: Board | None = None
        self.turns: list[Turn] = []

    def see(self, event: Event) -> None:
        """Remember what happened until `update`."""
        self._waiting.append(event)

    def update(self, view: WheelView) -> list[Turn]:
        """Go through what happened up to this view; the moves that are new in `turns`."""
        known = len(self.turns)
        for event in self._waiting:
            self._happened(event, view)
        self._waiting.clear()
        self._view, self._board = view, view.board()
        return self.turns[known:]

    def _happened(self, event: Event, view: WheelView) -> None:
        match event:
            case RingLaid():
                self._board = board(event.ring, (), (Die(event.at, 1),) * len(DICE), view.options)
                hearts = tuple(hand if isinstance(hand, int) else len(hand) for hand in view.hearts)
                seats = len(view.alive)
                self._view = replace(view, hearts=hearts, shown=((),) * seats, alive=(True,) * seats)
            case Moved() if self._view is not None and self._board is not None:
                self.turns.append(Turn(self._view, self._board.copy(), event))
                put_down(self._board, event.die, event.path[-1])
                for _ in explosions(self._board, event.die):
                    pass
            case Out() if self._view is not None:
                alive = tuple(there and seat != event.seat for seat, there in enumerate(self._view.alive))
                self._view = replace(self._view, alive=alive, shown=_with(self._view, event.seat, event.hearts))
            case HeartLost() if self._view is not None:
                self._view = replace(self._view, shown=_with(self._view, event.seat, (event.heart,)))


def _with(view: WheelView, seat: int, more: Hand) -> tuple[Hand, ...]:
    both = tuple(dict.fromkeys((*view.shown[seat], *more)))
    return tuple(both if other == seat else hand for other, hand in enumerate(view.shown))
