"""The reaction window: who may answer, in what order answers count, when it closes. Rules know no clock."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


def clockwise(seat: int, seats: int) -> tuple[int, ...]:
    """All other seats, clockwise, from the one to the left of `after`.

    >>> clockwise(1, 4)
    (2, 3, 0)
    """
    return tuple((seat + offset) % seats for offset in range(1, seats))


@dataclass(slots=True)
class ReactionWindow:
    """Seats that are still asked, in the order in which their answers count.

    Everybody who could answer by the rules is asked, whether or not the card is in the hand. With `in_turn` one seat
    is asked at a time and may answer several times until it passes (mines); else all are asked at once and the first
    answer that is no pass closes the window (Cancel). A chain is a window on the answer, opened by the game.

    >>> window = Window((2, 0))
    >>> window.to_act()
    (2, 0)
    >>> window.passed(2)
    >>> window.to_act()
    (0,)
    """

    waiting_seats: tuple[int, ...]
    in_turn: bool = False

    def active_seats(self) -> tuple[int, ...]:
        """The seats that may answer now."""
        return self.waiting_seats[:1] if self.in_turn else self.waiting_seats

    def add_pass(self, seat: int) -> None:
        """The seat is not asked again."""
        self.waiting_seats = tuple([waiting for waiting in self.waiting_seats if waiting != seat])

    def first_seat(self, seats: Collection[int]) -> int:
        """Which of several seats that answer at the same moment counts. Raises ValueError if none of them is asked."""
        for seat in self.waiting_seats:
            if seat in seats:
                return seat
        raise ValueError(f"none of the seats {sorted(seats)} is asked")

    @property
    def is_closed(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.waiting_seats

    def copy(self) -> ReactionWindow:
        """An independent copy."""
        return ReactionWindow(self.waiting_seats, self.in_turn)
