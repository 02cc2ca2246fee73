"""The reaction window: who may still react, and whose reaction counts.

The state of a game opens and closes it. Rules know no clock.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


def clockwise(seat: int, seats: int) -> tuple[int, ...]:
    """Return all other seats, clockwise, from the one to the left of `seat`.

    >>> clockwise(1, 4)
    (2, 3, 0)
    """
    return tuple((seat + offset) % seats for offset in range(1, seats))


@dataclass(slots=True)
class ReactionWindow:
    """The seats that may still react to something.

    Every seat that could react by the rules is asked, whether or not it holds the card: else the question would reveal
    its hand. A chain is a window on the reaction, opened by the game.

    >>> window = ReactionWindow((2, 0))
    >>> window.active_seats()
    (2, 0)
    >>> window.add_pass(2)
    >>> window.active_seats()
    (0,)
    """

    waiting_seats: tuple[int, ...]
    """The seats that have not passed yet, in the order in which their reactions count."""
    in_turn: bool = False
    """True if one seat is asked at a time, as for mines.

    It may react several times until it passes. Else all are asked at once, and the first reaction that is no pass
    closes the window, as for Cancel.
    """

    def active_seats(self) -> tuple[int, ...]:
        """Return the seats that may react now."""
        return self.waiting_seats[:1] if self.in_turn else self.waiting_seats

    def add_pass(self, seat: int) -> None:
        """Note that the seat passed: it is not asked again.

        Raises ValueError if it was not asked.
        """
        index = self.waiting_seats.index(seat)
        self.waiting_seats = self.waiting_seats[:index] + self.waiting_seats[index + 1 :]

    def first_seat(self, seats: Collection[int]) -> int:
        """Return the seat that counts if several react at once.

        Raises ValueError if none of them may react.
        """
        for seat in self.waiting_seats:
            if seat in seats:
                return seat
        raise ValueError(f"none of the seats {sorted(seats)} is asked")

    @property
    def is_closed(self) -> bool:
        """True if no seat may react any more."""
        return not self.waiting_seats

    def copy(self) -> ReactionWindow:
        """Return an independent copy."""
        return ReactionWindow(self.waiting_seats, self.in_turn)
