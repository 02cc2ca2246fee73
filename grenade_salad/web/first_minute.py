"""The first minute of a match: no clock runs while newcomers read its aim."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from grenade_salad.session.session import Session
from grenade_salad.sheets.compose import load_lesson

FLASH_SECONDS = 1.0
"""Seconds after which a screen says for whom it waits: known phones need less."""
MAX_SECONDS = 60.0
"""Seconds that a match waits at most for people who read."""


class FirstMinute:
    """Newcomers who still read what a match is about, before it begins.

    It waits for the phones that have a seat as the match appears. Pages of people who have played the game say at once
    that they know it. Nobody else is waited for: who comes later, who is away, a match that goes on.
    """

    def __init__(self) -> None:
        self._session: Session | None = None
        self._phones: Mapping[int, str] = {}
        """Names of people by the seat of their phone."""
        self._known: set[tuple[str, str]] = set()
        """Name and game of people who know the game this evening."""
        self._unread: set[int] = set()
        """Seats that have not read, also of phones that are away."""
        self.seconds = 0.0
        """Seconds since the match appeared."""
        self.seats: frozenset[int] = frozenset()
        """Seats that the match waits for now."""

    @property
    def is_open(self) -> bool:
        """True if the match waits."""
        return bool(self.seats)

    def advance(
        self, seconds: float, session: Session | None, phones: Mapping[int, str], connected: Collection[int]
    ) -> bool:
        """Let seconds pass; return True if the seats are others than before.

        `phones` are names by seat.
        """
        previous_seats = self.seats
        if session is not self._session:
            if self._session is not None and self._session.match.has_begun:
                self._known |= {(name, self._session.match.header.game) for name in phones.values()}
            self._session, self._phones, self.seconds = session, dict(phones), 0.0
            self._unread = self._find_newcomers(session) if session is not None else set()
        else:
            self.seconds += seconds
        self._unread &= phones.keys()
        if self.seconds >= MAX_SECONDS:
            self._unread.clear()
        self.seats = frozenset(self._unread & set(connected))
        if not self.seats:
            # It has begun: a phone that was away meanwhile comes later.
            self._unread.clear()
        return self.seats != previous_seats

    def mark_read(self, seat: int) -> None:
        """Note that a seat has read, or has played before."""
        self._unread.discard(seat)
        if self._session is not None and seat in self._phones:
            self._known.add((self._phones[seat], self._session.match.header.game))

    def _find_newcomers(self, session: Session) -> set[int]:
        """Return the seats that have to read before the match begins."""
        game = session.match.header.game
        lesson = load_lesson(game)
        if session.match.has_begun or lesson is None or not lesson.aim:
            return set()
        return {seat for seat, name in self._phones.items() if (name, game) not in self._known}

    def end(self) -> None:
        """Begin the match all the same."""
        self._unread.clear()
