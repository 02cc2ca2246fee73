"""The contract that every game keeps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from grenade_salad.core.events import Event
from grenade_salad.core.luck import Chance
from grenade_salad.core.moves import Action
from grenade_salad.core.reasons import GameOver, Illegal, LuckIsDue, NoSuchSeat, NotAsked, NotDue, Reason


@dataclass(frozen=True)
class Options:
    """House rules. Games subclass it with one field a rule, named as in records; the defaults are the rules."""


@dataclass(frozen=True)
class Setup:
    """An explicit start. Games subclass it with the fields of the record format."""


@dataclass(frozen=True)
class View:
    """What one seat may know of a state, and nothing else. Games subclass it; its JSON form is what replays print.

    `seat` is whose view it is: None for somebody without a seat. What is hidden is a number or None, never a list.
    """

    game: str
    seat: int | None
    over: bool
    to_act: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...] | None


class State(ABC):
    """A position of a game and what can happen next. Cheap to copy, comparable with ==."""

    seats: int

    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now: none when luck is due or the game is over."""

    @abstractmethod
    def due(self) -> str | None:
        """The kind of luck that is due before anybody acts, or None."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Seats by place, the winners first; seats that share a place together. Empty until the game is over."""

    @abstractmethod
    def legal(self, seat: int) -> list[Action]:
        """What the seat may do now; a continuous choice is one template. Empty if the seat is not to act."""

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is not legal now, with the facts; None if it is."""
        if self.over:
            return GameOver()
        if due := self.due():
            return LuckIsDue(due)
        seat = action.seat
        if seat is not None and not 0 <= seat < self.seats:
            return NoSuchSeat(seat, self.seats)
        to_act = self.to_act()
        if seat not in to_act and not (seat is None and action.shared):
            return NotAsked(seat, to_act)
        return self._why_not(action)

    def do(self, action: Action) -> list[Event]:
        """Carry the action out; what happened. Raises Illegal with `why_not`, and changes nothing then."""
        if reason := self.why_not(action):
            raise Illegal(reason)
        return self._do(action)

    @abstractmethod
    def sample(self, rng: Random) -> Chance:
        """A random outcome of the luck that is due."""

    def why_impossible(self, chance: Chance) -> Reason | None:
        """Why this cannot be what luck decided now; None if it can."""
        due = self.due()
        return self._why_impossible(chance) if chance.kind == due else NotDue(chance.kind, due)

    def happen(self, chance: Chance) -> list[Event]:
        """Carry the outcome out; what happened. Raises Illegal with the reason of `why_impossible`."""
        if reason := self.why_impossible(chance):
            raise Illegal(reason)
        return self._happen(chance)

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What the seat may know; None: what everybody may know."""

    @abstractmethod
    def position(self) -> View:
        """The view of somebody who sees everything. For records, tools and tests, never for a player."""

    @abstractmethod
    def resample(self, seat: int, rng: Random) -> Self:
        """Another state that is possible for all the seat may know: everything hidden from it is drawn anew."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy."""

    @abstractmethod
    def _why_not(self, action: Action) -> Reason | None:
        """The game's own part of `why_not`: the seat is to act."""

    @abstractmethod
    def _why_impossible(self, chance: Chance) -> Reason | None:
        """The game's own part of `why_impossible`: this kind of luck is due."""

    @abstractmethod
    def _do(self, action: Action) -> list[Event]:
        """Carry out a legal action."""

    @abstractmethod
    def _happen(self, chance: Chance) -> list[Event]:
        """Carry out a possible outcome."""


@dataclass(frozen=True)
class Game:
    """What the rest of the program needs to know of a game.

    `start(seats, options, setup)` gives the first state, in which luck may be due; it raises Illegal with a reason
    for a number of seats, options or a setup that cannot be.
    """

    name: str
    title: str
    min_seats: int
    max_seats: int
    options: type[Options]
    setup: type[Setup]
    actions: Sequence[type[Action]]
    chances: Sequence[type[Chance]]
    start: Callable[[int, Options, Setup | None], State]
