"""Positions and choices as numbers, for learning.

A game describes them in an `Encoding`, which its plugin names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grenade_salad.core.actions import Action
from grenade_salad.core.options import Options
from grenade_salad.core.state import State
from grenade_salad.core.view import View


@dataclass(frozen=True, slots=True)
class Feature:
    """The meaning of a number, and its bounds."""

    name: str
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True, slots=True)
class EncodedView:
    """A position in numbers, and the legal choices.

    `Encoding` describes each of the numbers.
    """

    numbers: Sequence[float]
    choices: Sequence[Action | None]
    """The action for each action number; None if it is not legal now."""
    features: Sequence[Sequence[float]] = ()
    """A row for each choice; nothing where `Encoding.features` is empty."""


class Encoding(ABC):
    """The numbers of a game with the given seats and house rules.

    All of it is computed from one seat's view and its legal actions. Seats are counted from that seat on: +0 is itself,
    +1 the next one clockwise.
    """

    numbers: tuple[Feature, ...]
    """Describes the numbers of a position."""
    choices: tuple[str, ...]
    """The names of the actions, by their numbers."""
    features: tuple[Feature, ...] = ()
    """Describes the numbers of a choice where actions have no fixed meaning."""
    choice_numbers: tuple[Feature, ...] = ()
    """Describes the numbers of each choice at the end of a position's numbers, if any."""

    @abstractmethod
    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """Return the position as the seat of the view sees it.

        Raises ValueError for the view of a spectator.
        """

    def list_choices(self, state: State, seat: int) -> Sequence[Action | None]:
        """Return `EncodedView.choices` of the state for an active seat.

        They contain nothing that this seat may not know.
        """
        return self.encode(state.view(seat), state.legal_actions(seat)).choices


@dataclass(frozen=True)
class Encoder:
    """The object that a plugin names, for the encoding of its game."""

    make: Callable[[int, Options], Encoding]
    """Returns the encoding for a number of seats and house rules."""
    make_fixed: Callable[[int, Options], Encoding] | None = None
    """Returns one whose actions have fixed numbers, for libraries that need that.

    None if those of `make` have them already.
    """


def relative_seats(seat: int, seats: int) -> tuple[int, ...]:
    """Return all seats, from this one on clockwise.

    >>> relative_seats(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((seat + offset) % seats for offset in range(seats))


def require_seat(view: View) -> int:
    """Return the seat of a view. Raises ValueError for that of a spectator."""
    if view.seat is None:
        raise ValueError("the view of nobody is not encoded")
    return view.seat
