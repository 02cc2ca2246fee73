"""A series of games with a waiting list (LG-08, LG-28, LG-29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

Person = TypeVar("Person")

Leaving: TypeAlias = Literal["two", "losers"]
"""The rule for leaving after a game, if people are waiting.

The first two that went out leave, or everyone except the winner.
"""


@dataclass(frozen=True)
class Rotation(Generic[Person]):
    """The table after a game: its seats, the waiting list, who left and who joined.

    The first of the waiting list joins next.
    """

    seats: tuple[Person, ...]
    waiting: tuple[Person, ...]
    left: tuple[Person, ...] = ()
    joined: tuple[Person, ...] = ()


def losers(ranking: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the seats that did not win, the first to go out first.

    Of those that share a place, the lowest seat is first.

    >>> losers([[2], [0], [1]])
    (1, 0)
    """
    return tuple(seat for place in reversed(ranking[1:]) for seat in place)


def rotate(
    seats: Sequence[Person],
    waiting: Sequence[Person],
    ranking: Sequence[Sequence[int]],
    leaving_rule: Leaving = "two",
) -> Rotation[Person]:
    """Return the table of the next game (LG-28, LG-29).

    `ranking` is that of the previous game, the winners first. The first to go out leaves first, and the first who
    waits gets that seat. The winner keeps the seat.

    >>> rotate(["Ann", "Bo", "Cy"], ["Di"], [[1], [2], [0]]).seats
    ('Di', 'Bo', 'Cy')
    """
    maximum = 2 if leaving_rule == "two" else len(seats)
    leaving_seats = losers(ranking)[: min(maximum, len(waiting))]
    joined = tuple(waiting[: len(leaving_seats)])
    left = tuple(seats[seat] for seat in leaving_seats)
    table = list(seats)
    for seat, person in zip(leaving_seats, joined, strict=True):
        table[seat] = person
    return Rotation(tuple(table), (*waiting[len(leaving_seats) :], *left), left, joined)


def next_starter(ranking: Sequence[Sequence[int]], chosen: int | None = None) -> int:
    """Return the seat that starts the next game (LG-08).

    The winner of the previous game chooses it; otherwise the winner starts.
    """
    return ranking[0][0] if chosen is None else chosen
