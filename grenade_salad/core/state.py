"""The contract of the states of every game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import ClassVar, Literal, Self, TypeAlias, TypeVar

from grenade_salad.core.action_notation import (
    DIGITS,
    Notation,
    Phrase,
    Unreadable,
    complete_line,
    format_parts,
    format_record_words,
    make_record_phrases,
    parse_words,
    split_line,
)
from grenade_salad.core.actions import Action
from grenade_salad.core.chance import Chance
from grenade_salad.core.default_wording import describe_view
from grenade_salad.core.events import Event
from grenade_salad.core.options import Setup
from grenade_salad.core.position_notation import PositionNotation, join_parts
from grenade_salad.core.position_tokens import NoNotation
from grenade_salad.core.reasons import (
    ChanceNotPending,
    ChancePending,
    GameOver,
    Illegal,
    NoSuchSeat,
    NotActive,
    Reason,
)
from grenade_salad.core.serialization import to_json
from grenade_salad.core.view import View

EndReason: TypeAlias = Literal["last_left", "empty_hands", "passed", "standstill", "turn_limit"]
"""Reasons why one of our games is over.

One player is left, all hands are empty, all passed, no card was played, or the turn limit is reached. Other games may
have reasons of their own.
"""
Key = TypeVar("Key", int, tuple[int, ...])


def rank_seats(keys: Sequence[Key]) -> tuple[tuple[int, ...], ...]:
    """Return the seats by place, as in `State.ranking`, from the points of each.

    The highest points win; equal ones share a place.

    >>> rank_seats([3, 7, 3])
    ((1,), (0, 2))
    """
    ranked = sorted(set(keys), reverse=True)
    return tuple(tuple(seat for seat, key in enumerate(keys) if key == place) for place in ranked)


class State(ABC):
    """A position of a game, and what can happen next.

    It is cheap to copy, and comparable with ==. The contract, which `check_game` tries:

    - Until the game is over, chance is pending or some seat is active. An active seat has something legal, all others
      have nothing.
    - Three methods, one logic: whatever `legal_actions` lists, `why_not` allows and `apply` carries out; whatever
      `why_not` refuses, `apply` refuses for the same reason, and nothing changes. The same holds for `why_not_chance`
      and `apply_chance`.
    - Chance is a step of its own. `sample_chance` draws a possible outcome with the given random numbers and changes
      nothing; `why_not_chance` refuses impossible outcomes, since they are read from files.
    - Secrets: a seat's view, legal actions, reasons and events are the same in every world that `resample` draws for
      it, and so are the active seats. Such worlds differ from the truth.
    - An outcome of chance is told only to those whose view shows it then.
    - A copy is equal and independent. Positions and views have a JSON form, see `to_json`.
    - A match ends, with every seat in the ranking once; without turns the ranking may stay empty.
    - Every line changes the state, even one that only shows something to a player: without turns, the state counts
      its lines.
    """

    action_notation: ClassVar[Notation | None] = None
    """The notation of actions in a line; None: the words of the game's records."""
    position_notation: ClassVar[PositionNotation | None] = None
    """The notation of positions in a line; None: there is none."""
    is_turnless: ClassVar[bool] = False
    """True for a table without turns.

    Then all seats may act when no chance is pending: no seat is waited for, no reaction window opens, nothing is
    passed, and machines do not play. An action that `ends_match` ends it. An undo is a line, `Undo`, which is one of
    its actions: nothing leaves the record.
    """

    seats: int
    """The number of seats, which are numbered from 0, clockwise."""

    def __str__(self) -> str:
        """Return the full position for people, a line a field."""
        return "\n".join(describe_view(self.full_view()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {to_json(self.full_view())}>"

    @abstractmethod
    def active_seats(self) -> tuple[int, ...]:
        """Return the seats that may act: none when chance is pending or the game is over."""

    @abstractmethod
    def pending_chance(self) -> str | None:
        """Return the kind of chance that is pending before any seat acts, or None."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """True if the game has ended."""

    @property
    def is_stalled(self) -> bool:
        """True if no action can end the game any more.

        The rules have no end for that: machines alone stop there. In our games only matches of earlier versions reach
        such a position; for others it is False.
        """
        return False

    def to_setup(self) -> Setup | None:
        """Return a start from this position, with its secrets, for a new match; or None."""
        return None

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats by place, the winners first.

        Seats that share a place are together. It is empty until the game is over. By default it follows `scores`; a
        game without points overrides it. Without turns it is empty at the end, too, unless a player said who won.
        """
        return rank_seats(self.scores) if self.is_over and self.scores else ()

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The current points of each seat, which are public; None without points."""
        return None

    @abstractmethod
    def legal_actions(self, seat: int) -> list[Action]:
        """Return the legal actions of a seat; a continuous choice is one template.

        Empty if the seat is not active. Without turns there is one template for each kind of action, its parts None,
        and `why_not` checks the whole: all actions with 1,000 pieces are too many to list.
        """

    def find_pass(self, seat: int) -> Action | None:
        """Return the pass of the seat in the open reaction window; None if none is open."""
        return next((action for action in self.legal_actions(seat) if action.is_pass), None)

    def why_not(self, action: Action) -> Reason | None:
        """Return why the action is not legal now, with the facts; None if it is."""
        seat, active = action.seat, self.active_seats()
        if seat in active or (seat is None and active and action.is_shared):
            return self._why_not(action)
        return self._why_inactive(seat)

    def _why_inactive(self, seat: int | None) -> Reason:
        """Return why a seat that is not active may not act."""
        if self.is_over:
            return GameOver()
        if due := self.pending_chance():
            return ChancePending(due)
        if seat is not None and not 0 <= seat < self.seats:
            return NoSuchSeat(seat, self.seats)
        return NotActive(seat, self.active_seats())

    def parse_action(self, words: str, seat: int | None = None, names: Sequence[str] = ()) -> Action:
        """Return the action that a seat means by a line such as "arrow 3 at bo 7".

        `why_not` tells whether it is legal. Without a seat it is that of the first active one. `names` are those of
        all seats, who can also be named by letter. Raises `notation.Unreadable`, which is Illegal, with a reason that
        says what was probably meant.
        """
        if seat is None:
            seat = next(iter(self.active_seats()), 0)
        split_words = split_line(words)
        phrases = self._phrases(self.view(seat), seat)
        if not phrases:
            raise Unreadable(self._why_inactive(seat))
        return parse_words(split_words, phrases, self.seats, names)

    def complete_action(self, line: str, seat: int, names: Sequence[str] = ()) -> list[str]:
        """Return the words that the last word of a line can become.

        After a space, return the words that can follow. The result has words, and units of numbers in "<>". It
        contains public information only, unless the game has no phrases. Empty if nothing fits.
        """
        return complete_line(line, self._phrases(self.view(None), seat), self.seats, names)

    def format_action(self, action: Action, names: Sequence[str] = ()) -> str:
        """Return the line of an action for `parse_action`, with lengths to 0.001 mm.

        Seats are named by letter unless names are given. If the action is legal, so is the parsed line.
        """
        view = self.view(None)
        lines = [self.format_seen_action(action, view, names, digits) for digits in DIGITS]
        if lines[0] == lines[-1] or self.why_not(action) is not None:
            return lines[0]
        legal = (line for line in lines if self.why_not(self.parse_action(line, action.seat, names)) is None)
        return next(legal, lines[-1])

    def format_seen_action(self, action: Action, view: View, names: Sequence[str] = (), digits: int = DIGITS[0]) -> str:
        """Return the line of an action that was made, from a view before it.

        This may be any position of the match.
        """
        notation = self.action_notation
        parts = format_record_words(action) if notation is None else notation.say(action, view)
        return format_parts(parts, self.seats, names, digits)

    def is_action_public(self, action: Action) -> bool:
        """True if every seat may read the line of an action that was made."""
        return self.action_notation is not None and self.action_notation.is_public(action)

    def _phrases(self, view: View, seat: int) -> Sequence[Phrase]:
        """Return all phrases that the seat can use; none while it is not active."""
        if seat not in self.active_seats():
            return ()
        if self.action_notation is not None:
            return self.action_notation.phrases(view, seat)
        return make_record_phrases(self.legal_actions(seat))

    def format_position(self, seat: int | None = None, names: Sequence[str] = ()) -> str:
        """Return the position in a line for `Game.parse_position`.

        It is exact to 0.001 mm and 0.001 degrees, and has the players' names if they are given. For a seat it
        contains only what the seat may know, and the rest is "?"; without one it is complete, which is for no player.
        The parsed position gives the same line again. Raises Illegal when the game is over, when chance is pending
        that comes before there is a position, and for a game without a notation of positions.
        """
        return self._format_view(self.full_view() if seat is None else self.view(seat), names)

    def format_public_position(self, names: Sequence[str] = ()) -> str:
        """Return the line of what is public in a position; everything else is "?".

        Raises Illegal as `format_position` does.
        """
        return self._format_view(self.view(None), names)

    def _format_view(self, view: View, names: Sequence[str]) -> str:
        notation = self.position_notation
        if notation is None:
            raise Illegal(NoNotation(view.game))
        if self.is_over:
            raise Illegal(GameOver())
        chance = self.pending_chance()
        if chance and chance not in notation.pending_chances:
            raise Illegal(ChancePending(chance))
        return join_parts(view.game, self.seats, names, notation.rules(view), notation.say(self, view))

    def apply(self, action: Action) -> list[Event]:
        """Carry the action out, and return what happened.

        Raises Illegal with the reason of `why_not`, and changes nothing then.
        """
        if reason := self.why_not(action):
            raise Illegal(reason)
        return self._apply(action)

    def apply_recorded(self, action: Action, version: int) -> list[Event]:
        """Carry out an action of a record of that version of the format.

        Returns what happened. Raises Illegal like `apply`, but not for a reason that is younger than the record: see
        `Reason.since`.
        """
        if (reason := self.why_not(action)) and reason.since <= version:
            raise Illegal(reason)
        return self._apply(action)

    @abstractmethod
    def sample_chance(self, rng: Random) -> Chance:
        """Return a random outcome of the pending chance."""

    def chance_outcomes(self) -> list[tuple[Chance, float]] | None:
        """Return all outcomes of the pending chance with their probabilities.

        None where there are too many to list.
        """
        return None

    def why_not_chance(self, chance: Chance) -> Reason | None:
        """Return why this cannot be the outcome of chance now; None if it can."""
        due = self.pending_chance()
        return self._why_not_chance(chance) if chance.kind == due else ChanceNotPending(chance.kind, due)

    def apply_chance(self, chance: Chance) -> list[Event]:
        """Carry the outcome out, and return what happened.

        Raises Illegal with the reason of `why_not_chance`.
        """
        if reason := self.why_not_chance(chance):
            raise Illegal(reason)
        return self._apply_chance(chance)

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return what the seat may know; for None, what is public.

        It can be called at any time, even when the game is over.
        """

    @abstractmethod
    def full_view(self) -> View:
        """Return the view with all secrets.

        It is for records, tools and tests, never for a player.
        """

    @abstractmethod
    def resample(self, seat: int, rng: Random) -> Self:
        """Return another state that is possible for all the seat may know.

        Everything hidden from the seat is drawn again.
        """

    def copy(self) -> Self:
        """Return an independent copy.

        By default everything is copied; machines think faster if a game copies only what changes.
        """
        return deepcopy(self)

    @abstractmethod
    def _why_not(self, action: Action) -> Reason | None:
        """Return why an action of an active seat is not legal, or None."""

    @abstractmethod
    def _why_not_chance(self, chance: Chance) -> Reason | None:
        """Return why an outcome of the pending kind of chance is impossible, or None."""

    @abstractmethod
    def _apply(self, action: Action) -> list[Event]:
        """Carry out a legal action."""

    @abstractmethod
    def _apply_chance(self, chance: Chance) -> list[Event]:
        """Carry out a possible outcome."""
