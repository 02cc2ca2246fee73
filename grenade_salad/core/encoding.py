"""Positions and choices as numbers, for those who learn: what a game says of itself, by its plugin."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grenade_salad.core.actions import Action
from grenade_salad.core.game import Options, State
from grenade_salad.core.view import View


@dataclass(frozen=True, slots=True)
class Feature:
    """What a number means, and the least and the greatest that it can be."""

    name: str
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True, slots=True)
class EncodedView:
    """A position in numbers, and what may be done.

    `choices[k]` is what action number k does now, None if it cannot be done. `features` has a row for each choice, or
    nothing where `Encoding.features` is empty.
    """

    numbers: Sequence[float]
    choices: Sequence[Action | None]
    features: Sequence[Sequence[float]] = ()


class Encoding(ABC):
    """The numbers of a game with the given seats and house rules.

    All of it is made from one seat's view and its legal actions. Seats are counted from that seat on: +0 is itself, +1
    the next one clockwise. `numbers` says what each number of a position is, `choices` what the actions are called, by
    their numbers, `features` what each number of a choice is where actions have no fixed meaning.
    """

    numbers: tuple[Feature, ...]
    choices: tuple[str, ...]
    features: tuple[Feature, ...] = ()
    choice_numbers: tuple[Feature, ...] = ()

    @abstractmethod
    def encode(self, view: View, legal: Sequence[Action]) -> EncodedView:
        """The position as the seat of the view sees it. Raises ValueError for the view of nobody."""

    def list_choices(self, state: State, seat: int) -> Sequence[Action | None]:
        """`EncodedView.choices` of the state for a seat that is to act, and nothing that another may not know."""
        return self.encode(state.view(seat), state.legal_actions(seat)).choices


@dataclass(frozen=True)
class Encoder:
    """What a plugin names: `make(seats, options)` is the game's encoding for them.

    `fixed` makes one whose actions have fixed numbers, for libraries that want that, where those of `make` have none.
    """

    make: Callable[[int, Options], Encoding]
    make_fixed: Callable[[int, Options], Encoding] | None = None


def relative_seats(seat: int, seats: int) -> tuple[int, ...]:
    """All seats, from this one on clockwise.

    >>> relative(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((seat + step) % seats for step in range(seats))


def require_seat(view: View) -> int:
    """Whose view it is. Raises ValueError if it is nobody's."""
    if view.seat is None:
        raise ValueError("the view of nobody is not encoded")
    return view.seat
