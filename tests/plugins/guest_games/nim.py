"""Nim: no chance, no secrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Self

from grenade_salad import core
from grenade_salad.text import Message, Seat, m


@dataclass(frozen=True)
class NimOptions(core.Options):
    """House rules."""

    heaps: int = field(default=3, metadata={"label": "Heaps", "range": (1, 5, 1), "help": "The first has three."})
    starter: int | None = field(default=None, metadata={"label": "Who starts", "seat": True, "help": "Else seat 0."})


@dataclass(frozen=True)
class NimSetup(core.Setup):
    """The size of each heap, and the seat whose turn it is."""

    heaps: tuple[int, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Take(core.Action):
    """Take `count` from a heap (NM-02)."""

    do: ClassVar[str] = "take"

    heap: int
    count: int


@dataclass(slots=True)
class Took(core.Event):
    """A seat took from a heap."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "heap", "count")

    seat: int
    heap: int
    count: int

    def message(self) -> Message:
        """The line of the log."""
        return m("{who} takes {n} from heap {heap}", who=Seat(self.seat), n=self.count, heap=self.heap + 1)


@dataclass(frozen=True)
class NotThere(core.Reason):
    """So many cannot be taken from that heap."""

    heap: int
    count: int

    def message(self) -> Message:
        """Return the text of the refusal."""
        return m("{n} cannot be taken from heap {heap}", n=self.count, heap=self.heap + 1)


@dataclass(frozen=True)
class WrongHeaps(core.Reason):
    """No match has these heaps, or this turn."""

    def message(self) -> Message:
        """Return the text of the refusal."""
        return m("a game of Nim has one heap at least, none below zero, and somebody's turn")


@dataclass(frozen=True)
class NimView(core.View):
    """Everything is open."""

    heaps: tuple[int, ...]
    turn: int


class NimState(core.State):
    """The heaps, and the seat whose turn it is."""

    def __init__(self, seats: int, heaps: Sequence[int], turn: int) -> None:
        self.seats, self.heaps, self.turn = seats, list(heaps), turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NimState) and vars(self) == vars(other)

    def active_seats(self) -> tuple[int, ...]:
        """Return the seat whose turn it is."""
        return () if self.is_over else (self.turn,)

    def pending_chance(self) -> str | None:
        """Return None: there is no chance in Nim."""
        return None

    @property
    def is_over(self) -> bool:
        """True if the last one is taken."""
        return not any(self.heaps)

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the seat that took the last one, before all others (NM-03)."""
        if not self.is_over:
            return ()
        winner = (self.turn - 1) % self.seats
        return (winner,), tuple(seat for seat in range(self.seats) if seat != winner)

    def legal_actions(self, seat: int) -> list[core.Action]:
        """Return every count of every heap."""
        if seat not in self.active_seats():
            return []
        return [Take(seat, heap, count) for heap, size in enumerate(self.heaps) for count in range(1, size + 1)]

    def sample_chance(self, rng: Random) -> core.Chance:
        """Raise LookupError: no chance is ever pending."""
        raise LookupError("there is no luck in Nim")

    def view(self, seat: int | None) -> NimView:
        """Return the same view for every seat."""
        return NimView(
            game="nim",
            seat=seat,
            is_over=self.is_over,
            active_seats=self.active_seats(),
            ranking=self.ranking() or None,
            end_reason="taken" if self.is_over else None,
            heaps=tuple(self.heaps),
            turn=self.turn,
        )

    def full_view(self) -> NimView:
        """Return the whole position, which is public."""
        return self.view(None)

    def resample(self, seat: int, rng: Random) -> Self:
        """Return a copy: nothing is hidden."""
        return self.copy()

    def _why_not(self, action: core.Action) -> core.Reason | None:
        assert isinstance(action, Take)
        if 0 <= action.heap < len(self.heaps) and 1 <= action.count <= self.heaps[action.heap]:
            return None
        return NotThere(action.heap, action.count)

    def _why_not_chance(self, chance: core.Chance) -> core.Reason | None:
        return core.ChanceNotPending(chance.kind, None)

    def _apply(self, action: core.Action) -> list[core.Event]:
        assert isinstance(action, Take)
        self.heaps[action.heap] -= action.count
        self.turn = (self.turn + 1) % self.seats
        events: list[core.Event] = [Took(self.turn - 1 if self.turn else self.seats - 1, action.heap, action.count)]
        return events if self.is_over else [*events, core.TurnBegan(self.turn)]

    def _apply_chance(self, chance: core.Chance) -> list[core.Event]:
        raise AssertionError("there is no luck in Nim")


def start(seats: int, options: core.Options, setup: core.Setup | None) -> NimState:
    """Return the first state. Raises `Illegal` if it is impossible."""
    assert isinstance(options, NimOptions)
    assert setup is None or isinstance(setup, NimSetup)
    core.check_start(GAME, seats, options)
    heaps = tuple(range(3, 3 + options.heaps)) if setup is None else setup.heaps
    turn = (options.starter or 0) if setup is None else setup.turn
    if not heaps or min(heaps) < 0 or not any(heaps) or not 0 <= turn < seats:
        raise core.Illegal(WrongHeaps())
    return NimState(seats, heaps, turn)


GAME = core.Game(
    name="nim",
    title="Nim",
    min_seats=2,
    max_seats=4,
    options=NimOptions,
    setup=NimSetup,
    actions=(Take,),
    chances=(),
    start=start,
)
