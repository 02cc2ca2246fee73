"""The contract that every game keeps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields
from functools import cached_property
from random import Random
from typing import ClassVar, Literal, Self, TypeAlias, TypeVar

from grenade_salad.core.action_notation import Notation, format_action, parse_action
from grenade_salad.core.actions import Action
from grenade_salad.core.chance import Chance
from grenade_salad.core.default_wording import describe, describe_view
from grenade_salad.core.events import Event
from grenade_salad.core.options import Options as Options
from grenade_salad.core.options import Setup as Setup
from grenade_salad.core.position_notation import PositionNotation
from grenade_salad.core.position_notation import format_position as say_position
from grenade_salad.core.position_notation import parse_position as read_position
from grenade_salad.core.reasons import (
    ChanceNotPending,
    ChancePending,
    GameOver,
    Illegal,
    NoSuchSeat,
    NotActive,
    Reason,
    WrongOption,
    WrongSeatCount,
)
from grenade_salad.core.serialization import to_json
from grenade_salad.core.view import View
from grenade_salad.text import Message, Words, m

EndReason: TypeAlias = Literal["last_left", "empty_hands", "passed", "standstill", "turn_limit"]
"""Why a game of the box is over: one player is left, all hands are empty, all passed, nobody played a card, the limit
on turns. Another game may have words of its own for it."""
Key = TypeVar("Key", int, tuple[int, ...])


def rank_seats(keys: Sequence[Key]) -> tuple[tuple[int, ...], ...]:
    """Seats by place, as `State.ranking` has them, by the points of each: the most wins, equal ones share a place.

    >>> places([3, 7, 3])
    ((1,), (0, 2))
    """
    ranked = sorted(set(keys), reverse=True)
    return tuple(tuple(seat for seat, key in enumerate(keys) if key == place) for place in ranked)


class State(ABC):
    """A position of a game and what can happen next. Cheap to copy, comparable with ==.

    What must hold, and `check_game` tries:

    - Until the game is over, luck is due or somebody may act; who may act has something legal, nobody else has.
    - Three doors, one logic: what `legal` lists, `why_not` allows and `do` carries out; what `why_not` refuses, `do`
      refuses with the same reason, and nothing has changed. The same goes for `why_not_chance` and `apply_chance`.
    - Luck is its own step. `sample_chance` draws what may come up from the numbers that it is given and changes
    nothing;
      `why_not_chance` refuses whatever cannot come up, since outcomes are read from files.
    - Secrets: a seat's view, its legal actions, the reasons it gets and the events it is told are the same in every
      world that `resample` draws for it, and so is who is asked. Such worlds differ from the truth.
    - What luck brings is told to those alone whose view shows it then.
    - A copy is equal and independent. Positions and views have a JSON form, see `plain`.
    - A match comes to its end, with every seat in the ranking once; without turns the ranking may stay empty.
    - Every line changes the state, also one that only shows something to somebody: without turns it counts its lines.

    `seats` is how many play; they are numbered from 0, clockwise.
    """

    action_notation: ClassVar[Notation | None] = None
    """What the game says of moves in a line; None: the words of its records."""
    position_notation: ClassVar[PositionNotation | None] = None
    """What the game says of positions in a line; None: nothing."""
    is_turnless: ClassVar[bool] = False
    """Whether it is a table without turns. Then all seats may act when no luck is due: nobody is waited for, no window
    opens, nothing passes, and machines do not play. Somebody's word ends it, an action that `ends`. What is undone is
    undone by a line, `Undo`, which is one of its actions: nothing leaves the record."""

    seats: int

    def __str__(self) -> str:
        """The position for people who may see everything, a line a field."""
        return "\n".join(describe_view(self.full_view()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {to_json(self.full_view())}>"

    @abstractmethod
    def active_seats(self) -> tuple[int, ...]:
        """The seats that may act now: none when luck is due or the game is over."""

    @abstractmethod
    def pending_chance(self) -> str | None:
        """The kind of luck that is due before anybody acts, or None."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def is_stalled(self) -> bool:
        """Whether nothing brings the game on any more, and its rules have no end for that: machines alone stop there.

        In the games of the box only matches of earlier versions come to it; for others it is False.
        """
        return False

    def to_setup(self) -> Setup | None:
        """A start from this position, secrets and all, for a match of its own; None where there is no such start."""
        return None

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Seats by place, the winners first; seats that share a place together. Empty until the game is over.

        Here it goes by `scores`; a game without points says it itself. Without turns it is empty at the end, too, if
        nobody said who won.
        """
        return rank_seats(self.scores) if self.is_over and self.scores else ()

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points of each seat now, as everybody may know them; None in a game without points."""
        return None

    @abstractmethod
    def legal_actions(self, seat: int) -> list[Action]:
        """What the seat may do now; a continuous choice is one template. Empty if the seat is not to act.

        Without turns there is one template for each kind of action, its parts None, and `why_not` judges the whole: all
        that can be done with 1,000 pieces is no list.
        """

    def why_not(self, action: Action) -> Reason | None:
        """Why the action is not legal now, with the facts; None if it is."""
        if self.is_over:
            return GameOver()
        if due := self.pending_chance():
            return ChancePending(due)
        seat = action.seat
        if seat is not None and not 0 <= seat < self.seats:
            return NoSuchSeat(seat, self.seats)
        to_act = self.active_seats()
        if seat not in to_act and not (seat is None and action.is_shared):
            return NotActive(seat, to_act)
        return self._why_not(action)

    def parse_action(self, words: str, seat: int | None = None, names: Sequence[str] = ()) -> Action:
        """The move that a seat means by a line such as "arrow 3 at bo 7"; whether it is legal says `why_not`.

        Without a seat it is the first of those that are to act. `names` are those of all seats, who are called by
        letter, too. Raises `action_notation.Unreadable`, which is Illegal, with a reason that says what was probably
        meant.
        """
        return parse_action(self, words, next(iter(self.active_seats()), 0) if seat is None else seat, names)

    def format_action(self, action: Action, names: Sequence[str] = ()) -> str:
        """The line that `read` takes for a move in this position, with lengths to 0.001 mm; without names, by letter.

        If the move is legal, so is what is read.
        """
        return format_action(self, action, names)

    def format_position(self, seat: int | None = None, names: Sequence[str] = ()) -> str:
        """The position in a line that `Game.parse_position` reads, to 0.001 mm and 0.001 degrees; with the players'
        names, if
        they are given.

        For a seat it is only what the seat may know, and the rest is "?"; without one it is all there is, which is for
        nobody who plays. What is read gives the same line again. Raises Illegal when the game is over, when luck is due
        that comes before there is a position, and for a game that says nothing of positions.
        """
        return say_position(self, seat, names)

    def apply(self, action: Action) -> list[Event]:
        """Carry the action out; what happened. Raises Illegal with `why_not`, and changes nothing then."""
        if reason := self.why_not(action):
            raise Illegal(reason)
        return self._apply(action)

    def apply_recorded(self, action: Action, version: int) -> list[Event]:
        """Carry out an action of a record of that version of the format; what happened.

        Raises Illegal like `do`, but not for a reason that is younger than the record: see `Reason.since`.
        """
        if (reason := self.why_not(action)) and reason.since <= version:
            raise Illegal(reason)
        return self._apply(action)

    @abstractmethod
    def sample_chance(self, rng: Random) -> Chance:
        """A random outcome of the luck that is due."""

    def chance_outcomes(self) -> list[tuple[Chance, float]] | None:
        """All outcomes of the luck that is due, each with how likely it is; None where there are too many to list."""
        return None

    def why_not_chance(self, chance: Chance) -> Reason | None:
        """Why this cannot be what luck decided now; None if it can."""
        due = self.pending_chance()
        return self._why_not_chance(chance) if chance.kind == due else ChanceNotPending(chance.kind, due)

    def apply_chance(self, chance: Chance) -> list[Event]:
        """Carry the outcome out; what happened. Raises Illegal with the reason of `why_not_chance`."""
        if reason := self.why_not_chance(chance):
            raise Illegal(reason)
        return self._apply_chance(chance)

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What the seat may know; None: what everybody may know. It can be called at any time, also when it is over."""

    @abstractmethod
    def full_view(self) -> View:
        """The view of somebody who sees everything. For records, tools and tests, never for a player."""

    @abstractmethod
    def resample(self, seat: int, rng: Random) -> Self:
        """Another state that is possible for all the seat may know: everything hidden from it is drawn anew."""

    def copy(self) -> Self:
        """An independent copy. Here everything is copied; machines think faster where a game knows what has to be."""
        return deepcopy(self)

    @abstractmethod
    def _why_not(self, action: Action) -> Reason | None:
        """The game's own part of `why_not`: the seat is to act."""

    @abstractmethod
    def _why_not_chance(self, chance: Chance) -> Reason | None:
        """The game's own part of `why_not_chance`: this kind of luck is due."""

    @abstractmethod
    def _apply(self, action: Action) -> list[Event]:
        """Carry out a legal action."""

    @abstractmethod
    def _apply_chance(self, chance: Chance) -> list[Event]:
        """Carry out a possible outcome."""


@dataclass(frozen=True)
class Game:
    """What the rest of the program needs to know of a game.

    `name` is that of the entry point. `title`, `min_seats` and `max_seats` are those of the plugin. `actions` and
    `chances` are all kinds of lines that its records have, each `do` and each `kind` once.

    `start(seats, options, setup)` gives the first state, in which luck may be due; it raises Illegal with a reason
    for a number of seats, options or a setup that cannot be. `options_by_version` are the house rules of earlier
    versions of the
    record format, where they were others. `describe(action, view)` says what an action is, in a few words without a
    full stop, to somebody who sees the view of its seat before it. `alike(one, other)` says whether two actions come to
    the same; without it that is so if they are described alike.
    """

    name: str
    title: Words
    min_seats: int
    max_seats: int
    options: type[Options]
    actions: Sequence[type[Action]]
    chances: Sequence[type[Chance]]
    start: Callable[[int, Options, Setup | None], State]
    setup: type[Setup] = Setup
    options_by_version: Mapping[int, type[Options]] = field(default_factory=dict)
    describe: Callable[[Action, View], Message] = describe
    is_equivalent: Callable[[Action, Action], bool] | None = None

    @cached_property
    def is_turnless(self) -> bool:
        """Whether it is a table without turns: see `State.is_turnless`."""
        return self.start(self.min_seats, self.options(), None).is_turnless

    def parse_position(self, text: str, rng: Random | None = None) -> State:
        """The position that a line says, as `State.format_position` writes it: see docs/notation.md.

        What is hidden in it is drawn by `rng`, without one always alike. Raises `action_notation.Unreadable`, which is
        Illegal, with a reason that says in which part of the line what is wrong, and the rule.
        """
        start = read_position(self, text, rng)
        return self.start(start.seats, start.options, start.setup)

    def options_for(self, version: int) -> type[Options]:
        """The house rules as records of that version of the format have them, with the defaults of their time."""
        return self.options_by_version.get(version, self.options)


def check_start(game: Game, seats: int, options: Options) -> None:
    """For `Game.start`: raises Illegal for too few or too many seats, and for a number out of its rule's `range`."""
    if not game.min_seats <= seats <= game.max_seats:
        raise Illegal(WrongSeatCount(game.title, seats, game.min_seats, game.max_seats))
    for part in fields(options):
        value = getattr(options, part.name)
        if "range" in part.metadata and not (value is None and part.metadata.get("optional")):
            minimum, maximum, _ = part.metadata["range"]
            numbers = value if isinstance(value, tuple) else (value,)
            if not all(isinstance(item, int | float) and minimum <= item <= maximum for item in numbers):
                # Translators: what a house rule must be; follows "it must be "
                raise Illegal(WrongOption(part.name, value, m("{least} to {most}", least=minimum, most=maximum)))
