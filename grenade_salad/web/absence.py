"""Whose phone has been gone for how long: who is the host meanwhile, and which seat keeps everybody waiting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from grenade_salad.session.phases import Deciding
from grenade_salad.session.session import Session

HOST_CHANGES_AFTER = 30.0
"""Seconds after which somebody else is the host, until the host's phone is back."""
MACHINE_OFFERED_AFTER = 60.0
"""Seconds that a table waits for a seat whose phone sleeps before it is asked whether a machine shall play for it."""


@dataclass
class Absences:
    """The seats of phones that are not here, and how long; and who keeps the table waiting. It has no clock."""

    absent_seconds: dict[int, float] = field(default_factory=dict)
    _awaited_seat: int | None = None
    _waited_seconds: float = 0.0

    def advance(self, seconds: float, absent_seats: Iterable[int], awaited_seat: int | None) -> None:
        """Seconds pass: the phones of the seats in `away` are not here, and all wait for one of them, or nobody."""
        self.absent_seconds = {seat: self.absent_seconds.get(seat, 0.0) + seconds for seat in absent_seats}
        if awaited_seat != self._awaited_seat:
            self._awaited_seat, self._waited_seconds = awaited_seat, 0.0
        self._waited_seconds += seconds

    def move_seats(self, new_seats: Mapping[int, int | None]) -> None:
        """The phones of these seats have others now, or none."""
        moved_seconds = {new_seats.get(seat): seconds for seat, seconds in self.absent_seconds.items()}
        self.absent_seconds = {seat: seconds for seat, seconds in moved_seconds.items() if seat is not None}
        self._awaited_seat = None

    @property
    def sleeping_seat(self) -> int | None:
        """The seat that a machine might play for, since everybody has waited for it long enough."""
        return self._awaited_seat if self._waited_seconds >= MACHINE_OFFERED_AFTER else None

    def choose_host_seat(self, order: Sequence[int], present_seats: Iterable[int]) -> int | None:
        """Who is the host of seats in order: the first, unless it was gone for long and another one is here."""
        if not order:
            return None
        present = set(present_seats)
        if self.absent_seconds.get(order[0], 0.0) < HOST_CHANGES_AFTER:
            return order[0]
        return next((seat for seat in order if seat in present), order[0])


def find_awaited_seat(session: Session | None, absent_seats: Iterable[int]) -> int | None:
    """The seat of a phone that is away and has to decide now, with nobody else who could; None if there is none."""
    phase = session.phase if session is not None else None
    if session is None or not isinstance(phase, Deciding) or phase.by != "phone":
        return None
    absent = set(absent_seats)
    return phase.seat if absent.issuperset(session.match.state.active_seats()) else None
