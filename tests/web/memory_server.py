"""Phones without a network: a `PageServer` in memory, and its clock.

Time passes only as the test says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from grenade_salad.core import registry
from grenade_salad.journal.journal import Journal
from grenade_salad.session.worker_process import ImmediateExecutor
from grenade_salad.web.connections import SeatConnections
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.protocol import News
from grenade_salad.web.saved_seats import SavedSeats
from tests.web.phones import READ, OpenPage

STEP = 0.2
"""Seconds of a step of a table."""


@dataclass(eq=False)
class ManualTimer:
    """A call at a time of a `ManualClock`."""

    due: float
    callback: Callable[[], object]
    is_cancelled: bool = False

    def cancel(self) -> None:
        self.is_cancelled = True


@dataclass
class ManualClock:
    """A clock that stands still between two calls of `advance`."""

    current: float = 0.0
    _timers: list[ManualTimer] = field(default_factory=list)

    def time(self) -> float:
        return self.current

    def call_later(self, delay: float, callback: Callable[[], object], /) -> ManualTimer:
        timer = ManualTimer(self.current + delay, callback)
        self._timers.append(timer)
        return timer

    def advance(self, seconds: float) -> None:
        """Let time pass, and make the calls that are due, each at its time."""
        end = self.current + seconds
        while due_timers := [timer for timer in self._timers if timer.due <= end]:
            timer = min(due_timers, key=lambda timer: timer.due)
            self._timers.remove(timer)
            if not timer.is_cancelled:
                self.current = timer.due
                timer.callback()
        self.current = end


class MemoryServer(SeatConnections):
    """A server for pages in this process: what they say is heard at once."""

    origin = "memory"

    def __init__(self, clock: ManualClock) -> None:
        self._news: list[News] = []
        self.is_alive = False
        super().__init__(self._news.append, clock)

    def start(self, saved: SavedSeats | None = None) -> None:
        self.is_alive = True
        if saved is not None and saved.address == self.origin:
            self.restore(saved.seats)

    def stop(self) -> None:
        self.close()
        self.is_alive = False

    def take_news(self) -> list[News]:
        news = list(self._news)
        self._news.clear()
        return news


class MemoryPhone(OpenPage):
    """A page of a `MemoryServer`, which says hello at once if it `greets`."""

    def __init__(
        self, server: MemoryServer, token: str | None = None, request: str | None = None, greets: bool = True
    ) -> None:
        super().__init__(token)
        self._server = server
        self._connection = server.open(MemoryLink(self), "phone")
        if greets:
            self.send(json.dumps({"say": "hello", "page": self.page, "token": token, "wish": request}))

    def send(self, text: str) -> None:
        self._server.receive(self._connection, text)

    def hang_up(self, code: int | None = None) -> None:
        """End the connection, as the network or a reload does."""
        if self.closed is None:
            self.closed = code or 1006
            self._server.remove(self._connection)


@dataclass
class MemoryLink:
    """The `PageLink` of a phone in memory."""

    phone: MemoryPhone

    def send(self, kind: str, message: str) -> None:
        if kind != "beat":
            self.phone.record(message)
            if self.phone.knows_aim(message):
                self.phone.send(READ)
        elif not self.phone.is_asleep:
            self.phone.send('{"say": "beat"}')

    def close(self, code: int | None = None, reason: str = "") -> None:
        self.phone.hang_up(code)


@dataclass
class MemoryTable:
    """A table with three seats and no network, threads or processes."""

    table: HeadlessTable
    server: MemoryServer
    clock: ManualClock

    def step(self, seconds: float = STEP) -> None:
        """Let time pass for the server and for the table."""
        self.clock.advance(seconds)
        self.table.step(seconds)

    def seat_phone(self, seat: int, token: str | None = None) -> MemoryPhone:
        """Open a page that has scanned the code, and seat it unless its token does."""
        phone = MemoryPhone(self.server, token)
        self.step()
        if token is None:
            phone.say(say="claim", seat=seat, code=self.server.code, name=f"Guest {seat}")
            self.step()
        assert phone.seat == seat
        return phone


def open_memory_table(name: str, journal: Journal) -> MemoryTable:
    """Open a table whose work is done at once, in this thread."""
    options = registry.load(name).options().for_seats(3)
    table = HeadlessTable(
        name, 3, options, journal, lambda _: None, worker=ImmediateExecutor, thinker=ImmediateExecutor
    )
    clock = ManualClock()
    server = MemoryServer(clock)
    table.hosting = PhoneHost(table, server, journal.folder)
    table.hosting.needs_admission, table.hosting.has_phone_host = False, True
    table.hosting.start()
    return MemoryTable(table, server, clock)
