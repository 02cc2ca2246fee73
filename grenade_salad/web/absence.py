"""Whose phone has been gone for how long: who is the host meanwhile, and which seat keeps everybody waiting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from grenade_salad.session.phases import Deciding
from grenade_salad.session.session import Session

CHAIR_PASSES_AFTER = 30.0
"""Seconds after which somebody else is the host, until the host's phone is back."""
OFFERED_AFTER = 60.0
"""Seconds that a table waits for a seat whose phone sleeps before it is asked whether a machine shall play for it."""


@dataclass
class Absences:
    """The seats of phones that are not here, and how long; and who keeps the table waiting. It has no clock."""

    gone: dict[int, float] = field(default_factory=dict)
    _waits_for: int | None = None
    _waited: float = 0.0

    def advance(self, seconds: float, away: Iterable[int], waits_for: int | None) -> None:
        """Seconds pass: the phones of the seats in `away` are not here, and all wait for one of them, or nobody."""
        self.gone = {seat: self.gone.get(seat, 0.0) + seconds for seat in away}
        if waits_for != self._waits_for:
            self._waits_for, self._waited = waits_for, 0.0
        self._waited += seconds

    def moved(self, moves: Mapping[int, int | None]) -> None:
        """The phones of these seats have others now, or none."""
        moved = {moves.get(seat): seconds for seat, seconds in self.gone.items()}
        self.gone = {seat: seconds for seat, seconds in moved.items() if seat is not None}
        self._waits_for = None

    @property
    def sleeper(self) -> int | None:
        """The seat that a machine might play for, since everybody has waited for it long enough."""
        return self._waits_for if self._waited >= OFFERED_AFTER else None

    def chair(self, order: Sequence[int], here: Iterable[int]) -> int | None:
        """Who is the host of seats in order: the first, unless it was gone for long and another one is here."""
        if not order:
            return None
        present = set(here)
        if self.gone.get(order[0], 0.0) < CHAIR_PASSES_AFTER:
            return order[0]
        return next((seat for seat in order if seat in present), order[0])


def awaited(session: Session | None, away: Iterable[int]) -> int | None:
    """The seat of a phone that is away and has to decide now, with nobody else who could; None if there is none."""
    deciding = session.phase if session is not None else None
    if session is None or not isinstance(deciding, Deciding) or deciding.by != "phone":
        return None
    gone = set(away)
    return deciding.seat if gone.issuperset(session.match.state.active_seats()) else None
