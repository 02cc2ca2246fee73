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
from grenade_salad.sheets.compose import LOG_LINES, sheet_for
from grenade_salad.text import Reader
from grenade_salad.web.protocol import Decision
from grenade_salad.web.snapshots import Position, take_position


class HandHistory:
    """What each seat's phone shows of its own hand, and since which moment. Nothing of it is told to anybody."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[object, int]] = {}

    def follow(self, state: State, names: tuple[str, ...], seats: Iterable[int], moment: int) -> None:
        """The position of a moment: hands that are other ones are new since then."""
        for seat in seats:
            hand = sheet_for(state.view(seat), [], Reader(names, seat, "en")).hand
            if seat not in self._held or self._held[seat][0] != hand:
                self._held[seat] = hand, moment

    def valid_since(self, decision: Decision) -> int:
        """Since which moment it means what it meant: 0, or if it names cards by place, that of the hand."""
        names_cards = any(
            isinstance(action, Action) and action.uses_hand_index for action in (decision.action, *decision.more)
        )
        return self._held[decision.seat][1] if names_cards and decision.seat in self._held else 0


MatchProgress: TypeAlias = tuple[int, tuple[int, int]]
"""Which match it is, and how far it has come."""


def _progress(session: Session | None) -> MatchProgress | None:
    return None if session is None else (id(session.match), session.question_id)


def _continuation(progress: MatchProgress | None) -> tuple[int, int] | None:
    """Which match it is and how often it went on from somewhere else: the same as long as it just goes on."""
    return None if progress is None else (progress[0], progress[1][1])


class Moments:
    """`now` is the number of the moment, `position` what is known in it, None without a match."""

    def __init__(self) -> None:
        # Decisions name it: one for a table of an earlier start must never fit one of this.
        self.current = secrets.randbelow(2**40)
        self.position: Position | None = None
        self.progress: MatchProgress | None = None
        self._valid_since = self.current
        self._hands = HandHistory()
        self._event_range: tuple[int, int] = (0, 0)

    def is_current(self, session: Session) -> bool:
        """Whether it is about what the session is at."""
        return self.progress == _progress(session)

    def is_answer(self, decision: Decision, session: Session) -> bool:
        """Whether a decision is one of now; without turns it may be older, but see `HandHistory`."""
        progress = _progress(session)
        if session.match.state.is_turnless:
            is_continued = _continuation(self.progress) == _continuation(progress)
            return (
                is_continued
                and max(self._valid_since, self._hands.valid_since(decision)) <= decision.moment <= self.current
            )
        return decision.moment == self.current and self.progress == progress

    def has_moved_on(self, session: Session | None) -> bool:
        """Whether something else has been seen since; while a menu stops a film, phones know what was seen before."""
        return (session is None or session.is_settled or not self._is_same_match(session)) and _progress(
            session
        ) != self.progress

    def _is_same_match(self, session: Session | None) -> bool:
        """Whether it is about that match."""
        return session is not None and self.progress is not None and id(session.match) == self.progress[0]

    def advance(self, session: Session | None, phones: Iterable[int]) -> bool:
        """The next moment; whether it is another match, or that one from somewhere else."""
        progress, count = _progress(session), len(session.event_history) if session is not None else 0
        self._event_range = (min(self._event_range[1], count) if self._is_same_match(session) else count, count)
        is_interrupted = progress is None or _continuation(progress) != _continuation(self.progress)
        if is_interrupted:
            self._valid_since = self.current + 1
        self.progress = progress
        self.current += 1
        self.position = take_position(session) if session is not None else None
        if session is not None and session.match.state.is_turnless:
            self._hands.follow(session.match.state, session.match.header.seats, sorted(phones), self.current)
        return is_interrupted

    def count_new_events(self, session: Session | None) -> int:
        """How many events are new in it."""
        lines = session.event_history[self._event_range[0] : self._event_range[1]] if session is not None else ()
        return min(LOG_LINES, sum(len(events) for events in lines))
