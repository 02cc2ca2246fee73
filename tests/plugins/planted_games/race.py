"""Race: roll, then run, draw a card, or play one to run farther.

Whoever is first at the end of the track wins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Self

from grenade_salad import core
from grenade_salad.text import Message, Seat, m

UNFAIR = (
    "seat 0 has three cards", "seat 0 draws two", "seat 0 runs one farther", "seat 0 starts ahead",
    "seat 0 has a shorter track", "seat 0 rolls twice", "seat 0 has better cards", "seat 0 never rolls one",
    "seat 0 goes twice", "seat 2 runs one less",
)  # fmt: skip
FAIR = (
    "all have three cards", "all draw two", "all run one farther", "all start ahead", "a longer track",
    "all roll twice", "all have better cards", "nobody rolls one", "all go twice", "the other way round",
)  # fmt: skip
TRACK = 36


@dataclass(frozen=True)
class RaceOptions(core.Options):
    """House rules."""

    variant: str = field(
        default="", metadata={"label": "Variant", "choices": tuple((name, name) for name in ("", *UNFAIR, *FAIR))}
    )


@dataclass(frozen=True)
class RaceSetup(core.Setup):
    """There is no setup."""


@dataclass(frozen=True, slots=True)
class Run(core.Action):
    """Run as far as the die says."""

    do: ClassVar[str] = "run"


@dataclass(frozen=True, slots=True)
class Take(core.Action):
    """Draw a card instead."""

    do: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Spend(core.Action):
    """Run farther with a card."""

    do: ClassVar[str] = "spend"


@dataclass(frozen=True, slots=True)
class Begin(core.Chance):
    """The seat that begins."""

    kind: ClassVar[str] = "begin"

    outcome: int


@dataclass(frozen=True, slots=True)
class Roll(core.Chance):
    """The die."""

    kind: ClassVar[str] = "roll"

    outcome: int


@dataclass(slots=True)
class Ran(core.Event):
    """A seat has run."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "to")

    seat: int
    to: int

    def message(self) -> Message:
        """The line of the log."""
        return m("{who} is at {to}", who=Seat(self.seat), to=self.to)


@dataclass(frozen=True)
class Impossible(core.Reason):
    """The action is not legal."""

    def message(self) -> Message:
        """Return the text of the refusal."""
        return m("that cannot be")


@dataclass(frozen=True)
class RaceView(core.View):
    """Everything is open."""

    at: tuple[int, ...]
    cards: tuple[int, ...]
    turn: int
    roll: int


@dataclass
class RaceState(core.State):
    """Places, cards, the turn and the die.

    `turn` is -1 before the start, `roll` is 0 before the roll.
    """

    seats: int
    variant: str
    squares: list[int]
    cards: list[int]
    turn: int = -1
    roll: int = 0
    plays_again: bool = False

    def active_seats(self) -> tuple[int, ...]:
        """Return the seat whose turn it is."""
        return () if self.is_over or self.pending_chance() else (self.turn,)

    def pending_chance(self) -> str | None:
        """Return the kind of chance: who begins, then the die."""
        if self.is_over:
            return None
        return Begin.kind if self.turn < 0 else None if self.roll else Roll.kind

    @property
    def is_over(self) -> bool:
        """True if a seat has reached the end of the track."""
        return any(square >= TRACK for square in self.squares)

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats at the end of the track, then the others."""
        if not self.is_over:
            return ()
        first = tuple(seat for seat in range(self.seats) if self.squares[seat] >= TRACK)
        return first, tuple(seat for seat in range(self.seats) if seat not in first)

    def legal_actions(self, seat: int) -> list[core.Action]:
        """Return the actions of the seat."""
        if seat not in self.active_seats():
            return []
        return [Run(seat), Take(seat), *([Spend(seat)] if self.cards[seat] else [])]

    def sample_chance(self, rng: Random) -> core.Chance:
        """Draw the seat that begins, or roll the die."""
        if self.turn < 0:
            return Begin(rng.randrange(self.seats))
        minimum = 2 if self.variant in (f"seat {self.turn} never rolls one", "nobody rolls one") else 1
        rolls = [rng.randint(minimum, 6) for _ in range(2)]
        twice = self.variant in (f"seat {self.turn} rolls twice", "all roll twice")
        return Roll(max(rolls) if twice else rolls[0])

    def view(self, seat: int | None) -> RaceView:
        """Return the same view for every seat."""
        return RaceView(
            game="race",
            seat=seat,
            is_over=self.is_over,
            active_seats=self.active_seats(),
            ranking=self.ranking() or None,
            end_reason="there" if self.is_over else None,
            at=tuple(self.squares),
            cards=tuple(self.cards),
            turn=self.turn,
            roll=self.roll,
        )

    def full_view(self) -> RaceView:
        """Return the whole position, which is public."""
        return self.view(None)

    def resample(self, seat: int, rng: Random) -> Self:
        """Return a copy: nothing is hidden."""
        return self.copy()

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(
            self.seats, self.variant, self.squares.copy(), self.cards.copy(), self.turn, self.roll, self.plays_again
        )

    def _why_not(self, action: core.Action) -> core.Reason | None:
        return None if action in self.legal_actions(self.turn) else Impossible()

    def _why_not_chance(self, chance: core.Chance) -> core.Reason | None:
        return None

    def _apply(self, action: core.Action) -> list[core.Event]:
        seat, seat_name = self.turn, f"seat {self.turn}"
        if isinstance(action, Take):
            self.cards[seat] += 2 if self.variant in (f"{seat_name} draws two", "all draw two") else 1
        else:
            distance = self.roll + (self.variant in (f"{seat_name} runs one farther", "all run one farther"))
            distance -= self.variant == f"{seat_name} runs one less"
            if isinstance(action, Spend):
                self.cards[seat] -= 1
                distance += 8 if self.variant in (f"{seat_name} has better cards", "all have better cards") else 4
            self.squares[seat] += distance
        self.roll = 0
        return [Ran(seat, self.squares[seat]), *self._next()]

    def _next(self) -> list[core.Event]:
        if self.is_over:
            return []
        self.plays_again = not self.plays_again and self.variant in (f"seat {self.turn} goes twice", "all go twice")
        if not self.plays_again:
            step = -1 if self.variant == "the other way round" else 1
            self.turn = (self.turn + step) % self.seats
        return [core.TurnBegan(self.turn)]

    def _apply_chance(self, chance: core.Chance) -> list[core.Event]:
        if isinstance(chance, Begin):
            self.turn = chance.outcome
            return [core.TurnBegan(self.turn)]
        assert isinstance(chance, Roll)
        self.roll = chance.outcome
        return []


_START: dict[str, Callable[[int], int]] = {
    "seat 0 starts ahead": lambda seat: 6 if seat == 0 else 0,
    "seat 0 has a shorter track": lambda seat: 5 if seat == 0 else 0,
    "all start ahead": lambda seat: 6,
    "a longer track": lambda seat: -20,
}
_CARDS: dict[str, Callable[[int], int]] = {
    "seat 0 has three cards": lambda seat: 3 if seat == 0 else 0,
    "all have three cards": lambda seat: 3,
}


def start(seats: int, options: core.Options, setup: core.Setup | None) -> RaceState:
    """Return a state with every seat at the start."""
    assert isinstance(options, RaceOptions)
    start_square, start_cards = (table.get(options.variant, lambda seat: 0) for table in (_START, _CARDS))
    return RaceState(
        seats,
        options.variant,
        [start_square(seat) for seat in range(seats)],
        [start_cards(seat) for seat in range(seats)],
    )


GAME = core.Game(
    name="race", title="Race", min_seats=2, max_seats=4, options=RaceOptions, setup=RaceSetup,
    actions=(Run, Take, Spend), chances=(Begin, Roll), start=start,
)  # fmt: skip
