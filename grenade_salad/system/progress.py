"""Progress of work in another thread or process."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event


@dataclass
class Progress:
    """One piece of work, as other threads see it: they may cancel it."""

    part: str = ""
    """The part that is being read now, such as the name of a picture."""
    cancelled: Event = field(default_factory=Event)

    def cancel(self) -> None:
        """End the work soon."""
        self.cancelled.set()


class Cancelled(Exception):
    """The work was cancelled."""
