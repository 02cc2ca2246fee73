"""Which moment it is for phones: the position that they know, and whether what they decide is still about it.

At a table without turns an older sheet may name the cards of a hand by wrong places: it is known since when each hand
is as it is.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import TypeAlias

from grenade_salad.core import Action, State
from grenade_salad.session.session import Session
from grenade_salad.sheets.compose import LOG_LINES, told_of
from grenade_salad.text import Reader
from grenade_salad.web.protocol import Decision
from grenade_salad.web.snapshots import Position, position


class Hands:
    """What each seat's phone shows of its own hand, and since which moment. Nothing of it is told to anybody."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[object, int]] = {}

    def follow(self, state: State, names: tuple[str, ...], seats: Iterable[int], moment: int) -> None:
        """The position of a moment: hands that are other ones are new since then."""
        for seat in seats:
            hand = told_of(state.view(seat), [], Reader(names, seat, "en")).hand
            if seat not in self._held or self._held[seat][0] != hand:
                self._held[seat] = hand, moment

    def since(self, decision: Decision) -> int:
        """Since which moment it means what it meant: 0, or if it names cards by place, that of the hand."""
        named = any(isinstance(one, Action) and one.uses_hand_index for one in (decision.action, *decision.more))
        return self._held[decision.seat][1] if named and decision.seat in self._held else 0


Number: TypeAlias = tuple[int, tuple[int, int]]
"""Which match it is, and how far it has come."""


def _number(session: Session | None) -> Number | None:
    return None if session is None else (id(session.match), session.number)


def _course(number: Number | None) -> tuple[int, int] | None:
    """Which match it is and how often it went on from somewhere else: the same as long as it just goes on."""
    return None if number is None else (number[0], number[1][1])


class Moments:
    """`now` is the number of the moment, `position` what is known in it, None without a match."""

    def __init__(self) -> None:
        # Decisions name it: one for a table of an earlier start must never fit one of this.
        self.now = secrets.randbelow(2**40)
        self.position: Position | None = None
        self.number: Number | None = None
        self._since = self.now
        self._hands = Hands()
        self._told: tuple[int, int] = (0, 0)

    def follows(self, session: Session) -> bool:
        """Whether it is about what the session is at."""
        return self.number == _number(session)

    def answers(self, decision: Decision, session: Session) -> bool:
        """Whether a decision is one of now; without turns it may be older, but see `Hands`."""
        number = _number(session)
        if session.match.state.is_turnless:
            same = _course(self.number) == _course(number)
            return same and max(self._since, self._hands.since(decision)) <= decision.moment <= self.now
        return decision.moment == self.now and self.number == number

    def is_past(self, session: Session | None) -> bool:
        """Whether something else has been seen since; while a menu stops a film, phones know what was seen before."""
        return (session is None or session.rests or not self._same(session)) and _number(session) != self.number

    def _same(self, session: Session | None) -> bool:
        """Whether it is about that match."""
        return session is not None and self.number is not None and id(session.match) == self.number[0]

    def go_on(self, session: Session | None, phones: Iterable[int]) -> bool:
        """The next moment; whether it is another match, or that one from somewhere else."""
        number, count = _number(session), len(session.happened) if session is not None else 0
        self._told = (min(self._told[1], count) if self._same(session) else count, count)
        other = number is None or _course(number) != _course(self.number)
        if other:
            self._since = self.now + 1
        self.number = number
        self.now += 1
        self.position = position(session) if session is not None else None
        if session is not None and session.match.state.is_turnless:
            self._hands.follow(session.match.state, session.match.header.seats, sorted(phones), self.now)
        return other

    def fresh(self, session: Session | None) -> int:
        """How many events are new in it."""
        lines = session.happened[self._told[0] : self._told[1]] if session is not None else ()
        return min(LOG_LINES, sum(len(events) for events in lines))
