"""Tables without a window for the phones of tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

from grenade_salad.core import registry
from grenade_salad.journal.journal import Journal
from grenade_salad.session.worker_process import ProcessExecutor
from grenade_salad.web.addresses import Address
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.public_door import PublicDoor
from grenade_salad.web.socket_server import SocketServer
from grenade_salad.web.terminal import Terminal
from tests.web.phones import Network, Phone


def make_table(
    journal: Journal, game: str = "live-grenade", seats: int = 3, tell: Callable[[str], None] = lambda _: None
) -> HeadlessTable:
    """Return a table with a thread and a process, which no phone can find yet."""
    options = registry.load(game).options().for_seats(seats)
    worker = partial(ThreadPoolExecutor, 1)
    return HeadlessTable(game, seats, options, journal, tell, worker=worker, thinker=ProcessExecutor)


@contextmanager
def open_table(
    journal: Journal,
    game: str = "live-grenade",
    seats: int = 3,
    tell: Callable[[str], None] = lambda _: None,
    door: PublicDoor | None = None,
) -> Iterator[HeadlessTable]:
    """Open a table that phones on this computer can find."""
    table = make_table(journal, game, seats, tell)
    server = SocketServer(addresses=[Address("127.0.0.1", "lo")], port=0, door=door)
    hosting = table.hosting = PhoneHost(table, server, journal.folder)
    hosting.needs_admission, hosting.has_phone_host = False, True
    hosting.start()
    yield table
    hosting.close()
    table.close()


class FakeWindow:
    """The part of a window that the tests' phones need: frames and the phones' host."""

    def __init__(self, table: HeadlessTable) -> None:
        self.table = table

    @property
    def phones(self) -> PhoneHost:
        return self.table.hosting

    def frame(self, dt: float = 1 / 60) -> None:
        self.table.step(dt)


def seat_by_code(network: Network, table: HeadlessTable, seat: int, name: str) -> Any:
    """Return a phone that has scanned the code and has a seat."""
    phone = network.phone()
    code = table.hosting.server.connections.code
    phone.say(say="claim", seat=seat, who=table.names[seat], code=code, name=name)
    network.until(lambda: phone.seat == seat and phone.sheet["seats"][seat]["name"] == name)
    return phone


class Evening:
    """A table for phones alone, its terminal, the terminal's messages, and phones."""

    def __init__(self, table: HeadlessTable, messages: list[str], network: Network) -> None:
        self.table, self.messages, self.network = table, messages, network
        self.hosting, self.terminal = table.hosting, Terminal(table)

    def seat_by_code(self, seat: int, name: str) -> Phone:
        """Return a phone that has scanned the code and has the seat."""
        phone: Phone = seat_by_code(self.network, self.table, seat, name)
        return phone

    def drop_phone(self, phone: Phone) -> None:
        """Break the connection of a phone."""
        seat = phone.seat
        phone.drop()
        self.network.until(lambda: seat not in self.hosting.connected)

    def reconnect(self, phone: Phone) -> Phone:
        """Reconnect the same phone."""
        returned = self.network.phone(phone.token)
        self.network.until(lambda: returned.seat is not None and returned.seat in self.hosting.connected)
        return returned
