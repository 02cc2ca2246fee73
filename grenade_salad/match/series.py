"""A series of games with a waiting list: who leaves the table, who comes, and who starts (LG-08, LG-28, LG-29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

Person = TypeVar("Person")

Leaving: TypeAlias = Literal["two", "losers"]
"""Who leaves after a game, as far as people wait: the first two to go out, or everybody but the winner."""


@dataclass(frozen=True)
class Rotation(Generic[Person]):
    """The table after a game: who sits where, who waits (the next one to come in first), who left and who came."""

    seats: tuple[Person, ...]
    waiting: tuple[Person, ...]
    left: tuple[Person, ...] = ()
    joined: tuple[Person, ...] = ()


def losers(ranking: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The seats that did not win, the first to go out first; of those that share a place, the lowest seat first.

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
    """Who sits where in the next game; `ranking` is that of the game before, the winners first (LG-28, LG-29).

    The first to go out goes first: their seat is taken by the first who waits. The winner keeps their seat.

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
    """The seat that starts the next game: whom the winner of the game before chose, else the winner (LG-08)."""
    return ranking[0][0] if chosen is None else chosen
