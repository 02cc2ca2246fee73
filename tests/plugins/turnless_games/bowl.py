"""The Bowl: a table without turns.

Any seat puts beans into the bowl at any time, and people say who has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Self

from grenade_salad import core
from grenade_salad.players import Player, PlayerSpec, Roster
from grenade_salad.text import Message, Seat, m

NOTES = range(1, 10)
"""Numbers that may be on the note under a seat's plate."""
MAX_BEANS = 5
"""Maximum number of beans that are put at once."""


@dataclass(frozen=True)
class BowlOptions(core.Options):
    """There are no house rules."""


@dataclass(frozen=True)
class BowlSetup(core.Setup):
    """The number of beans in the bowl."""

    beans: int


@dataclass(frozen=True, slots=True)
class Put(core.Action):
    """Put some beans into the bowl."""

    do: ClassVar[str] = "put"

    count: int | None


@dataclass(frozen=True, slots=True)
class Look(core.Action):
    """Look at the own note: nothing changes, except that the seat knows it."""

    do: ClassVar[str] = "look"


@dataclass(frozen=True, slots=True)
class Toss(core.Action):
    """Throw beans at the bowl; chance decides how many fall into it."""

    do: ClassVar[str] = "toss"


@dataclass(frozen=True, slots=True)
class Clear(core.Action):
    """Clear the table; `winners` are those who have won, if anybody says so."""

    do: ClassVar[str] = "clear"
    ends_match: ClassVar[bool] = True

    winners: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Notes(core.Chance):
    """The numbers on the notes."""

    kind: ClassVar[str] = "notes"

    outcome: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fell(core.Chance):
    """The number of beans that fell into the bowl."""

    kind: ClassVar[str] = "fell"
    belongs_to_action: ClassVar[bool] = True

    outcome: int


@dataclass(slots=True)
class Done(core.Event):
    """A seat did something that all can see."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "do", "beans")

    seat: int
    do: str
    beans: int

    def message(self) -> Message:
        """The line of the log."""
        return m("{who}: {do}, {n} in the bowl", who=Seat(self.seat), do=self.do, n=self.beans)


@dataclass(slots=True)
class Looked(core.Event):
    """A seat looked at its own note; only that seat learns the number."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int
    note: int | None

    def message(self) -> Message:
        """The line of the log."""
        if self.note is None:
            return m("{who} looks at the own note", who=Seat(self.seat))
        return m("{who} reads {note}", who=Seat(self.seat), note=self.note)


@dataclass(frozen=True)
class CannotBe(core.Reason):
    """A number that no bowl, note, seat or line has."""

    do: str

    def message(self) -> Message:
        """Return the text of the refusal."""
        return m("that cannot be: {do}", do=self.do)


@dataclass(frozen=True)
class BowlView(core.View):
    """The bowl as a seat may know it.

    `notes` has the own note when the seat has looked; `moments` are the lines that an undo may go back to.
    """

    beans: int
    lines: int
    looked: tuple[int, ...]
    moments: tuple[int, ...]
    notes: tuple[int | None, ...]


class BowlState(core.State):
    """The bowl, the notes, and the history of the beans.

    `bean_history` has the number of beans after each line after which no chance was pending.
    """

    is_turnless = True

    def __init__(self, seats: int, beans: int) -> None:
        self.seats, self.beans, self.lines = seats, beans, 0
        self.notes: tuple[int, ...] = ()
        self.looked: tuple[int, ...] = ()
        self.winners: tuple[int, ...] | None = None
        self.tossing_seat: int | None = None
        self.bean_history: tuple[tuple[int, int], ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BowlState) and vars(self) == vars(other)

    def active_seats(self) -> tuple[int, ...]:
        """Return all seats: they may act at any time."""
        return () if self.is_over or self.pending_chance() else tuple(range(self.seats))

    def pending_chance(self) -> str | None:
        """Return the kind of chance: the notes at first, and what falls after a toss."""
        if not self.notes:
            return "notes"
        return "fell" if self.tossing_seat is not None else None

    @property
    def is_over(self) -> bool:
        """True if the table is cleared."""
        return self.winners is not None

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the winners, then the others; nothing if nobody said who has won."""
        if not self.winners:
            return ()
        losers = tuple(seat for seat in range(self.seats) if seat not in self.winners)
        return (self.winners, losers) if losers else (self.winners,)

    def legal_actions(self, seat: int) -> list[core.Action]:
        """Return one template for each kind."""
        if seat not in self.active_seats():
            return []
        return [Put(seat, None), Look(seat), Toss(seat), core.Undo(seat, None), Clear(seat, None)]

    def sample_chance(self, rng: Random) -> core.Chance:
        """Draw the notes, or beans."""
        if not self.notes:
            return Notes(tuple(rng.choice(NOTES) for _ in range(self.seats)))
        return Fell(rng.randint(0, MAX_BEANS))

    def view(self, seat: int | None) -> BowlView:
        """Return the view; it has the own note when the seat has looked at it."""
        notes = tuple(note if owner == seat and owner in self.looked else None for owner, note in enumerate(self.notes))
        return self._view(seat, notes)

    def full_view(self) -> BowlView:
        """Return a view with all notes."""
        return self._view(None, self.notes)

    def _view(self, seat: int | None, notes: tuple[int | None, ...]) -> BowlView:
        return BowlView(
            game="bowl",
            seat=seat,
            is_over=self.is_over,
            active_seats=self.active_seats(),
            ranking=self.ranking() if self.is_over else None,
            end_reason="cleared" if self.is_over else None,
            beans=self.beans,
            lines=self.lines,
            looked=self.looked,
            moments=tuple(line for line, _ in self.bean_history),
            notes=notes,
        )

    def resample(self, seat: int, rng: Random) -> Self:
        """Draw other notes, except for one that the seat has read."""
        world = self.copy()
        world.notes = tuple(
            note if owner == seat and owner in self.looked else rng.choice(NOTES)
            for owner, note in enumerate(self.notes)
        )
        return world

    def copy(self) -> Self:
        """Return an independent copy."""
        result = type(self)(self.seats, self.beans)
        vars(result).update(vars(self))
        return result

    def _why_not(self, action: core.Action) -> core.Reason | None:
        match action:
            case Put(count=count):
                is_possible = count is not None and 1 <= count <= MAX_BEANS
            case core.Undo(to=to):
                is_possible = to in [line for line, _ in self.bean_history[:-1]]
            case Clear(winners=winners):
                named_winners = set(winners or ())
                is_possible = (
                    winners is not None
                    and len(named_winners) == len(winners)
                    and named_winners <= set(range(self.seats))
                )
            case _:
                is_possible = True
        return None if is_possible else CannotBe(action.do)

    def _why_not_chance(self, chance: core.Chance) -> core.Reason | None:
        if isinstance(chance, Notes):
            is_possible = len(chance.outcome) == self.seats and all(note in NOTES for note in chance.outcome)
        else:
            is_possible = isinstance(chance, Fell) and 0 <= chance.outcome <= MAX_BEANS
        return None if is_possible else CannotBe(chance.kind)

    def _apply(self, action: core.Action) -> list[core.Event]:
        seat = action.seat
        assert seat is not None
        self.lines += 1
        match action:
            case Put(count=int(count)):
                self.beans += count
            case Toss():
                self.tossing_seat = seat
                return [Done(seat, action.do, self.beans)]
            case core.Undo(to=to):
                self.beans = dict(self.bean_history)[to or 0]
            case Clear(winners=winners):
                self.winners = tuple(sorted(winners or ()))
            case Look():
                if seat not in self.looked:
                    self.looked = tuple(sorted((*self.looked, seat)))
        self._record_beans()
        if isinstance(action, Look):
            return [Looked(seat, self.notes[seat], visible_to=(seat,))]
        return [Done(seat, action.do, self.beans)]

    def _apply_chance(self, chance: core.Chance) -> list[core.Event]:
        self.lines += 1
        if isinstance(chance, Notes):
            self.notes = chance.outcome
            self._record_beans()
            return []
        assert isinstance(chance, Fell)
        assert self.tossing_seat is not None
        seat, self.tossing_seat = self.tossing_seat, None
        self.beans += chance.outcome
        self._record_beans()
        return [Done(seat, "fell", self.beans)]

    def _record_beans(self) -> None:
        self.bean_history = (*self.bean_history, (self.lines, self.beans))


def start(seats: int, options: core.Options, setup: core.Setup | None) -> BowlState:
    """Return the first state. Raises `Illegal` if it is impossible."""
    assert setup is None or isinstance(setup, BowlSetup)
    if not 2 <= seats <= 5:
        raise core.Illegal(core.WrongSeatCount("The bowl", seats, 2, 5))
    if setup is not None and not 0 <= setup.beans <= 1000:
        raise core.Illegal(CannotBe("setup"))
    return BowlState(seats, 0 if setup is None else setup.beans)


class RandomPlayer(Player):
    """A player that does anything, with possible numbers."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: core.View, legal: Sequence[core.Action]) -> core.Action:
        """Choose a random kind, and fill its parts in."""
        assert isinstance(view, BowlView)
        rng = self._rng
        action = rng.choice(list(legal))
        match action:
            case Put(seat=seat):
                return Put(seat, rng.randint(1, MAX_BEANS))
            case core.Undo(seat=seat):
                return core.Undo(seat, rng.choice(view.moments[:-1])) if len(view.moments) > 1 else Look(seat)
            case Clear(seat=seat):
                return Clear(seat, tuple(winner for winner in range(len(view.notes)) if rng.random() < 0.3))
        return action


def _make(kind: PlayerSpec, seat: int, rng: Random) -> Player:
    return RandomPlayer(rng)


PLAYERS = Roster(levels=("random",), make=_make)

GAME = core.Game(
    name="bowl",
    title="The Bowl",
    min_seats=2,
    max_seats=5,
    options=BowlOptions,
    setup=BowlSetup,
    actions=(Put, Look, Toss, core.Undo, Clear),
    chances=(Notes, Fell),
    start=start,
)
