"""One open web page: the seat that it has, and the rate it may send at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from grenade_salad.web.page_numbers import Page

MESSAGES_PER_SECOND, MAX_BURST = 20.0, 80.0
"""Messages a second on average, and the maximum at once."""


class PageLink(Protocol):
    """The way to one open page: a socket, for example."""

    def send(self, kind: str, message: str) -> None:
        """Send a message; it may replace an older one of its kind that still waits."""

    def close(self, code: int | None = None, reason: str = "") -> None:
        """End the connection, with a code and a reason for the page.

        Without a code it ends at once, and the page is told nothing.
        """


class Timer(Protocol):
    """A call that will be made later."""

    def cancel(self) -> None:
        """Do not make the call."""


class Clock(Protocol):
    """The time in seconds, and calls at a later time: an event loop, for example."""

    def time(self) -> float:
        """Return the current time; it never jumps."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Timer:
        """Call a function once, after `delay` seconds."""


@dataclass(eq=False)
class Connection:
    """One open web page."""

    link: PageLink
    address: str
    """The network address of the browser, without the port."""
    language: str
    last_heard: float
    """Time of the page's last message; at first, of its connection."""
    greeting_timer: Timer | None = None
    """Ends the connection if the page says nothing."""
    seat: int | None = None
    """The seat that it has, or None."""
    page: Page = field(default_factory=Page)
    has_greeted: bool = False
    is_shut_out: bool = False
    """True if its first message has not let it in."""
    is_television: bool = False
    request_id: int | None = None
    """The id of its request for a seat that waits, or None."""
    is_awake: bool = True
    """False if nothing was heard of it for some seconds."""
    _sheet: str = ""
    """The last sheet that was sent."""
    _allowance: float = MAX_BURST
    """The number of messages that it may send at once."""

    def send(self, kind: str, message: str) -> None:
        """Send a message; skip a sheet equal to the previous one."""
        if kind == "table":
            if self._sheet == message:
                return
            self._sheet = message
        self.link.send(kind, message)

    def exceeds_rate(self, current_time: float) -> bool:
        """Count a message received now and return True if it exceeds the rate."""
        refill = (current_time - self.last_heard) * MESSAGES_PER_SECOND
        self._allowance = min(MAX_BURST, self._allowance + refill) - 1
        self.last_heard = current_time
        return self._allowance < 0
