"""The moment that phones know: its position, and the decisions that fit it.

At a table without turns an older sheet may name the cards of a hand by outdated indices, so it is recorded since when
each hand has been unchanged.
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
    """The hand that each seat's phone shows, and since which moment.

    None of it is sent to anyone.
    """

    def __init__(self) -> None:
        self._held: dict[int, tuple[object, int]] = {}
        """By seat, the hand and the first moment at which the phone showed it."""

    def follow(self, state: State, names: tuple[str, ...], seats: Iterable[int], moment: int) -> None:
        """Record the hands at a moment; those that changed are new since then."""
        for seat in seats:
            hand = sheet_for(state.view(seat), [], Reader(names, seat, "en")).hand
            if seat not in self._held or self._held[seat][0] != hand:
                self._held[seat] = hand, moment

    def valid_since(self, decision: Decision) -> int:
        """Return the first moment for which a decision means the same as now.

        It is 0, or the moment of the hand if the decision names cards by their indices.
        """
        names_cards = any(
            isinstance(action, Action) and action.uses_hand_index for action in (decision.action, *decision.more)
        )
        return self._held[decision.seat][1] if names_cards and decision.seat in self._held else 0


MatchProgress: TypeAlias = tuple[int, tuple[int, int]]
"""A match and its progress: `id` of the match, and the session's number."""


def _progress(session: Session | None) -> MatchProgress | None:
    return None if session is None else (id(session.match), session.question_id)


def _continuation(progress: MatchProgress | None) -> tuple[int, int] | None:
    """Return the match and how often it was interrupted.

    The result stays the same as long as the match continues without a jump.
    """
    return None if progress is None else (progress[0], progress[1][1])


class Moments:
    """The moment that phones see."""

    def __init__(self) -> None:
        # Decisions name the moment. Start at a random one: a decision for an earlier run of the table must never fit.
        self.current = secrets.randbelow(2**40)
        """The number of the moment."""
        self.position: Position | None = None
        """The match at this moment; None without a match."""
        self.progress: MatchProgress | None = None
        """The progress of that match."""
        self._valid_since = self.current
        """The first moment since the match began, or has jumped."""
        self._hands = HandHistory()
        self._event_range: tuple[int, int] = (0, 0)
        """First index and end of the moment's new entries in the session's event history."""

    def is_current(self, session: Session) -> bool:
        """Return True if the moment is about the session's current state."""
        return self.progress == _progress(session)

    def is_answer(self, decision: Decision, session: Session) -> bool:
        """Return True if a decision answers the current moment.

        Without turns it may be older, within the limits of `HandHistory`.
        """
        progress = _progress(session)
        if session.match.state.is_turnless:
            is_continued = _continuation(self.progress) == _continuation(progress)
            return (
                is_continued
                and max(self._valid_since, self._hands.valid_since(decision)) <= decision.moment <= self.current
            )
        return decision.moment == self.current and self.progress == progress

    def has_moved_on(self, session: Session | None) -> bool:
        """Return True if something newer has been shown.

        While a menu stops an animation, phones keep what was shown before.
        """
        return (session is None or session.is_settled or not self._is_same_match(session)) and _progress(
            session
        ) != self.progress

    def _is_same_match(self, session: Session | None) -> bool:
        """Return True if the moment is about that session's match."""
        return session is not None and self.progress is not None and id(session.match) == self.progress[0]

    def advance(self, session: Session | None, phones: Iterable[int]) -> bool:
        """Begin the next moment; return True if the match is another or has jumped."""
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
        """Return the number of events that are new in the moment."""
        lines = session.event_history[self._event_range[0] : self._event_range[1]] if session is not None else ()
        return min(LOG_LINES, sum(len(events) for events in lines))
