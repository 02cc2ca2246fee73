"""A series of matches with a waiting list (LG-08, LG-28, LG-29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

Player = TypeVar("Player")

LeavingRule: TypeAlias = Literal["two", "losers"]
"""The rule for leaving after a match, if players are waiting.

The first two that went out leave, or everyone except the winner.
"""


@dataclass(frozen=True)
class SeatChange(Generic[Player]):
    """The table after a match, and the changes that led to it."""

    seats: tuple[Player, ...]
    waiting: tuple[Player, ...]
    """The waiting list; its first joins next."""
    left: tuple[Player, ...] = ()
    """Players who left the table and joined the end of `waiting`."""
    joined: tuple[Player, ...] = ()
    """Players who took the seats of `left`, in the same order."""


def losers(ranking: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the seats that did not win, the first to go out first.

    Those who share a place keep the order of `ranking`.

    >>> losers([[2], [0], [1]])
    (1, 0)
    >>> losers([[2], [0, 3], [1]])
    (1, 0, 3)
    """
    return tuple(seat for place in reversed(ranking[1:]) for seat in place)


def rotate(
    seats: Sequence[Player],
    waiting: Sequence[Player],
    ranking: Sequence[Sequence[int]],
    leaving_rule: LeavingRule = "two",
) -> SeatChange[Player]:
    """Return the table of the next match (LG-28, LG-29).

    `ranking` is that of the previous match, the winners first. The first to go out leaves first, and the first who
    waits gets that seat. The winner keeps the seat.

    >>> rotate(["Ann", "Bo", "Cy"], ["Di"], [[1], [2], [0]])
    SeatChange(seats=('Di', 'Bo', 'Cy'), waiting=('Ann',), left=('Ann',), joined=('Di',))
    """
    max_leaving = 2 if leaving_rule == "two" else len(seats)
    leaving_seats = losers(ranking)[: min(max_leaving, len(waiting))]
    joined = tuple(waiting[: len(leaving_seats)])
    left = tuple(seats[seat] for seat in leaving_seats)
    next_seats = list(seats)
    for seat, player in zip(leaving_seats, joined, strict=True):
        next_seats[seat] = player
    return SeatChange(tuple(next_seats), (*waiting[len(leaving_seats) :], *left), left, joined)


def next_starter(ranking: Sequence[Sequence[int]], chosen: int | None = None) -> int:
    """Return the seat that starts the next match (LG-08).

    The winner of the previous match chooses it; otherwise the winner starts.
    """
    return ranking[0][0] if chosen is None else chosen
