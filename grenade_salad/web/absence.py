"""Absences of phones: the host meanwhile, and the seat that all wait for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from grenade_salad.session.phases import Deciding
from grenade_salad.session.session import Session

HOST_CHANGES_AFTER = 30.0
"""Seconds after which another person is the host, until the host's phone returns."""
MACHINE_OFFERED_AFTER = 60.0
"""Seconds of waiting for an absent phone before a machine player is offered."""


@dataclass
class Absences:
    """The seats of absent phones, and for how long. It has no clock."""

    absent_seconds: dict[int, float] = field(default_factory=dict)
    """Seconds of absence by seat."""
    _awaited_seat: int | None = None
    """The seat of an absent phone that the table waits for, or None."""
    _waited_seconds: float = 0.0
    """Seconds for which the table has been waiting for it."""

    def advance(self, seconds: float, absent_seats: Iterable[int], awaited_seat: int | None) -> None:
        """Count seconds for the absent phones, and for the awaited seat, if any."""
        self.absent_seconds = {seat: self.absent_seconds.get(seat, 0.0) + seconds for seat in absent_seats}
        if awaited_seat != self._awaited_seat:
            self._awaited_seat, self._waited_seconds = awaited_seat, 0.0
        self._waited_seconds += seconds

    def move_seats(self, new_seats: Mapping[int, int | None]) -> None:
        """Move absences to the new seats of their phones; None if a phone has none."""
        moved_seconds = {new_seats.get(seat): seconds for seat, seconds in self.absent_seconds.items()}
        self.absent_seconds = {seat: seconds for seat, seconds in moved_seconds.items() if seat is not None}
        self._awaited_seat = None

    @property
    def sleeping_seat(self) -> int | None:
        """The seat that a machine might play for after a long wait, or None."""
        return self._awaited_seat if self._waited_seconds >= MACHINE_OFFERED_AFTER else None

    def choose_host_seat(self, order: Sequence[int], present_seats: Iterable[int]) -> int | None:
        """Return the seat of the host, None without seats.

        That is the first in `order`, unless it was absent for long and another one is present.
        """
        if not order:
            return None
        present = set(present_seats)
        if self.absent_seconds.get(order[0], 0.0) < HOST_CHANGES_AFTER:
            return order[0]
        return next((seat for seat in order if seat in present), order[0])


def find_awaited_seat(session: Session | None, absent_seats: Iterable[int]) -> int | None:
    """Return the seat of an absent phone that all wait for; None if there is none.

    It has to decide now, and no present phone could.
    """
    phase = session.phase if session is not None else None
    if session is None or not isinstance(phase, Deciding) or phase.by != "phone":
        return None
    absent = set(absent_seats)
    return phase.seat if absent.issuperset(session.match.state.active_seats()) else None
