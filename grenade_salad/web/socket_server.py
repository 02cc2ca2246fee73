"""The web server for phones: a thread with its own event loop.

It never sees a state: the app hands it what to send.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from aiohttp import web

from grenade_salad.sheets.compose import Snapshot
from grenade_salad.text import Reader, Words
from grenade_salad.text.reader import ANYBODY
from grenade_salad.web.addresses import (
    Address,
    find_ipv6_siblings,
    format_for_url,
    is_this_machine,
    list_addresses,
)
from grenade_salad.web.connection_limiter import ConnectionLimiter
from grenade_salad.web.connections import SeatConnections
from grenade_salad.web.protocol import News, ServerError
from grenade_salad.web.public_door import PublicDoor
from grenade_salad.web.saved_seats import SavedSeats
from grenade_salad.web.site import PageSocket, make_site

T = TypeVar("T")

DEFAULT_PORT = 8080
_STOP_TIMEOUT = 5.0
"""Maximum seconds to stop."""
_FAREWELL_LIMIT = 0.5
"""Seconds that pages have to say goodbye when the server stops."""
_OPEN_TIMEOUT = 60.0
"""Maximum seconds to open.

The pages are read and compressed, perhaps on a busy machine.
"""


class SocketServer:
    """The `PageServer` of a network: it listens from `start` to `stop`.

    All methods are for the app's thread, and return at once except these two and `switch_address`.
    """

    def __init__(
        self,
        names: frozenset[str] = frozenset(),
        addresses: Sequence[Address] = (),
        port: int | None = None,
        door: PublicDoor | None = None,
    ) -> None:
        """Take the host names under which the page may be opened, besides this machine's.

        The first of `addresses` is the likeliest; without any they are this machine's. `port` is the only one to use;
        without it, the server prefers the one that returning phones expect, else `DEFAULT_PORT`, and takes any. With a
        `door` phones come from a public address.
        """
        hostname = socket.gethostname().lower()
        self._names = names | {hostname, f"{hostname}.local", "localhost"}
        self._news: SimpleQueue[News] = SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._thread: threading.Thread | None = None
        self._sockets: dict[PageSocket, str] = {}
        """The sockets of open pages with the keys by which they are counted, the oldest first."""
        self.door = door
        self.connections = SeatConnections(self._news.put, self._loop, is_public=door is not None)
        self.addresses = list(addresses)
        self.address_index = 0
        """The index of the address at which it listens."""
        self.address, self.port = "", 0
        self._fixed_port = port
        """The only port to use, or None."""
        self._extra_addresses: list[Address] = []
        """IPv6 addresses of the same network card at which it listens, too."""
        self._runner: web.AppRunner | None = None
        self._limiter: ConnectionLimiter | None = None

    def start(self, saved: SavedSeats | None = None) -> None:
        """Listen at the address of `saved`, if it is one of them, else at the first.

        Where possible, also listen at the same port of the IPv6 addresses of its network card. Seats are restored
        before the first connection is served. Raises OSError.
        """
        self.addresses = self.addresses or list_addresses()
        ip, _, port = saved.address.rpartition(":") if saved is not None else ("", "", "")
        matches = [index for index, address in enumerate(self.addresses) if address.ip == ip]
        self.address_index = matches[0] if matches else 0
        wanted = int(port) if matches else DEFAULT_PORT
        if self._fixed_port is not None:
            wanted = self._fixed_port
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()
        try:
            self._listen_at_chosen(wanted, saved)
        except OSError:
            self.stop()
            raise

    def switch_address(self) -> None:
        """Listen at the next address instead; phones keep their seats.

        Raises OSError, and does not listen any more then.
        """
        self.address_index = (self.address_index + 1) % len(self.addresses)
        self._run_coroutine(self._close())
        self._listen_at_chosen(self.port)

    def _listen_at_chosen(self, port: int, saved: SavedSeats | None = None) -> None:
        chosen = self.addresses[self.address_index]
        self.port = self._run_coroutine(self._open(chosen, port, saved), _OPEN_TIMEOUT)
        self.address = chosen.ip

    def stop(self) -> None:
        """Stop listening and end all connections."""
        if self.is_alive:
            assert self._thread is not None
            self._run_coroutine(self._close())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_STOP_TIMEOUT)
        self._thread = None

    @property
    def is_alive(self) -> bool:
        """True if the thread runs: between `start` and `stop`, unless it has crashed."""
        return self._thread is not None and self._thread.is_alive()

    def take_news(self) -> list[News]:
        """Return the news since the last call, in order."""
        items: list[News] = []
        while True:
            try:
                items.append(self._news.get_nowait())
            except Empty:
                return items

    def publish(self, snapshot: Snapshot) -> None:
        """Publish a new snapshot to all pages."""
        self._call_soon(lambda: self.connections.publish(snapshot))

    def show(self, messages: Mapping[str, str], paths: str = "") -> None:
        """Send animations to television pages, by language, and paths to phones."""
        self._call_soon(lambda: self.connections.show(messages, paths))

    def admit(self, request_id: int, token: str) -> None:
        """Give a phone the seat it requested, with the token to return to it."""
        self._call_soon(lambda: self.connections.admit(request_id, token))

    def ban(self, address: str, name: str) -> None:
        """Refuse requests from the address or under the name for this evening."""
        self._call_soon(lambda: self.connections.ban(address, name))

    def reject(self, request_id: int) -> None:
        """Refuse a phone the seat it requested."""
        self._call_soon(lambda: self.connections.reject(request_id))

    def reseat(self, moves: Mapping[int, int | None]) -> None:
        """Move phones to the new seats of their players; None is out of the match."""
        self._call_soon(lambda: self.connections.reseat(moves))

    def refuse(self, seat: int, words: Words, reader: Reader = ANYBODY, rule: str = "") -> None:
        """Tell a seat why its decision was not carried out, and by which rule."""
        self._call_soon(lambda: self.connections.refuse(seat, words, reader, rule))

    def answer(self, seat: int, kind: str, message: str) -> None:
        """Send an answer to a seat; of each kind only the newest counts."""
        self._call_soon(lambda: self.connections.answer(seat, kind, message))

    def settle(self, seat: int) -> None:
        """Let a seat send its next decision: the app has handled the last one."""
        self._call_soon(lambda: self.connections.settle(seat))

    def refusal_counts(self) -> dict[str, int]:
        """Return the number of refusals by reason."""
        return self.connections.refusal_counts()

    def count_turned_away(self) -> int:
        """Return the number of connections that were refused, or closed for others."""
        return 0 if self._limiter is None else self._limiter.turned_away_count

    @property
    def origin(self) -> str:
        """Address and port that phones come back to, or the public origin.

        For example "192.168.1.5:8080".
        """
        return self._origin_at(self.address, self.port)

    def _origin_at(self, ip: str, port: int) -> str:
        return f"{ip}:{port}" if self.door is None else self.door.origin

    @property
    def url(self) -> str:
        """Address that a phone opens."""
        return self.local_url if self.door is None else self.door.url

    @property
    def local_url(self) -> str:
        """Address at which it listens."""
        return _make_url(self.address, self.port)

    @property
    def extra_urls(self) -> list[str]:
        """More addresses that a phone can open; none beside a public one."""
        if self.door is not None:
            return []
        return [_make_url(address.ip, self.port) for address in self._extra_addresses]

    @property
    def is_reachable(self) -> bool:
        """True if other devices can open the address."""
        return not is_this_machine(self.address) if self.door is None else self.door.is_reachable

    @property
    def invitation(self) -> str:
        """Address with the code of the evening, to be scanned.

        Browsers send the part after # to no server.
        """
        return f"{self.url}#{self.connections.code}"

    # the thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(self._on_exception)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    def _on_exception(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Report an exception that no code caught, except for broken connections."""
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._news.put(ServerError(error))

    def _call_soon(self, call: Callable[[], None]) -> None:
        if self.is_alive:
            self._loop.call_soon_threadsafe(call)

    def _run_coroutine(self, work: Coroutine[object, object, T], seconds: float = _STOP_TIMEOUT * 2) -> T:
        future: Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return future.result(seconds)

    async def _open(self, chosen: Address, port: int, saved: SavedSeats | None) -> int:
        runner = self._runner = web.AppRunner(
            make_site(self.connections, self._names, self._sockets, self.door),
            handle_signals=False,
            access_log=None,
            keepalive_timeout=10,
            shutdown_timeout=1,
        )
        await runner.setup()
        assert runner.server is not None
        limiter = self._limiter = ConnectionLimiter(runner.server, self._has_seat, self.door)
        try:
            bound_port = self._listen(limiter, Address(chosen.ip, ""), port)
        except OSError:
            await runner.cleanup()
            raise
        self._extra_addresses = []
        for sibling in find_ipv6_siblings(chosen, self.addresses):
            with suppress(OSError):
                limiter.listen(sibling, bound_port)
                self._extra_addresses.append(sibling)
        self.connections.url = _make_url(chosen.ip, bound_port) if self.door is None else self.door.url
        # Connections made now are served after this returns, so the seats are restored in time.
        if saved is not None and saved.address == self._origin_at(chosen.ip, bound_port):
            self.connections.restore(saved.seats)
        return bound_port

    def _has_seat(self, transport: asyncio.BaseTransport) -> bool:
        return any(page.transport is transport and page.has_seat for page in self._sockets)

    def _listen(self, limiter: ConnectionLimiter, address: Address, port: int) -> int:
        """Listen at the port, or at any free one if it is taken and another will do."""
        try:
            return limiter.listen(address, port)
        except OSError:
            if port in (0, self._fixed_port):
                raise
        return limiter.listen(address, 0)

    async def _close(self) -> None:
        self.connections.close()
        if farewells := [page.closing for page in self._sockets if page.closing is not None]:
            _, unanswered = await asyncio.wait(farewells, timeout=_FAREWELL_LIMIT)
            for farewell in unanswered:
                farewell.cancel()
        if self._limiter is not None and self._runner is not None:
            await self._limiter.close()
            await self._runner.cleanup()


def _make_url(ip: str, port: int) -> str:
    return f"http://{format_for_url(ip)}:{port}/" if port != 80 else f"http://{format_for_url(ip)}/"
