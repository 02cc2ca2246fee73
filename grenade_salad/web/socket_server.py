"""The web server for phones: a thread with a loop of its own. It never sees a state: the app hands it what to send."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from aiohttp import web

from grenade_salad.sheets.compose import Snapshot
from grenade_salad.text import Words
from grenade_salad.web.addresses import Address, format_for_url, is_this_machine
from grenade_salad.web.connection_limiter import ConnectionLimiter
from grenade_salad.web.connections import SeatConnections
from grenade_salad.web.protocol import News, ServerError
from grenade_salad.web.saved_seats import SavedSeats
from grenade_salad.web.site import make_site

T = TypeVar("T")

DEFAULT_PORT = 8080
_STOP_TIMEOUT = 5.0
"""Seconds that stopping may take."""
_OPEN_TIMEOUT = 60.0
"""Seconds that opening may take: the pages are read and compressed, on a busy machine."""


class SocketServer:
    """Listens from `start` to `stop`. All methods are for the app's thread and return at once but these two."""

    def __init__(self, names: frozenset[str] = frozenset()) -> None:
        """`names` are host names besides this machine's own under which the page may be opened."""
        hostname = socket.gethostname().lower()
        self._news: SimpleQueue[News] = SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._thread: threading.Thread | None = None
        self.connections = SeatConnections(self._news.put, names | {hostname, f"{hostname}.local", "localhost"})
        self.address, self.port = "", 0
        self._extra_addresses: list[Address] = []

    def start(
        self,
        address: str,
        port: int | None = None,
        saved: SavedSeats | None = None,
        extra_addresses: Sequence[Address] = (),
        is_fixed: bool = False,
    ) -> None:
        """Listen at an address, at that port or the usual one; if it is taken, at any, unless the port `is_fixed`.

        Raises OSError.
        Where that can be done, it listens at the same port of those `beside` it as well.
        Phones that had seats there before the program was started again are known before the first of them is heard.
        """
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()
        wanted = DEFAULT_PORT if port is None else port
        try:
            self.port = self._run_coroutine(
                self._open(address, wanted, saved, extra_addresses, is_fixed), _OPEN_TIMEOUT
            )
        except OSError:
            self.stop()
            raise
        self.address = address

    def move(self, address: str, extra_addresses: Sequence[Address] = ()) -> None:
        """Listen at another address instead; the seats stay with their phones. Raises OSError, and listens no more."""
        self._run_coroutine(self._close())
        self.port = self._run_coroutine(self._open(address, self.port, None, extra_addresses), _OPEN_TIMEOUT)
        self.address = address

    def stop(self) -> None:
        """Listen no longer, and end all connections."""
        if self.is_alive:
            assert self._thread is not None
            self._run_coroutine(self._close())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_STOP_TIMEOUT)
        self._thread = None

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs: between `start` and `stop` it does, unless something is very wrong."""
        return self._thread is not None and self._thread.is_alive()

    def take_news(self) -> list[News]:
        """What has come in since the last time, in its order."""
        items: list[News] = []
        while True:
            try:
                items.append(self._news.get_nowait())
            except Empty:
                return items

    def publish(self, snapshot: Snapshot) -> None:
        """From now on phones see this."""
        self._call_soon(lambda: self.connections.post(snapshot))

    def show(self, messages: Mapping[str, str], paths: str = "") -> None:
        """Pages that show the table to all are told what moves, by language, and phones the ways of what slides."""
        self._call_soon(lambda: self.connections.show(messages, paths))

    def admit(self, request_id: int, token: str) -> None:
        """The host lets a phone have the seat it asked for; it comes back with that token."""
        self._call_soon(lambda: self.connections.admit(request_id, token))

    def ban(self, address: str, name: str) -> None:
        """No phone of that address, and nobody of that name, is let in this evening."""
        self._call_soon(lambda: self.connections.ban(address, name))

    def reject(self, request_id: int) -> None:
        """The host does not."""
        self._call_soon(lambda: self.connections.reject(request_id))

    def take_back(self, seat: int) -> None:
        """The seat is no phone's any more."""
        self._call_soon(lambda: self.connections.take_back(seat))

    def reseat(self, moves: Mapping[int, int | None]) -> None:
        """Phones follow their players: from which seat to which; None is out of the game."""
        self._call_soon(lambda: self.connections.reseat(moves))

    def refuse(self, seat: int, words: Words, names: Sequence[str] = (), rule: str = "") -> None:
        """Say to a seat why what it decided was not done, and by which rule of the game."""
        self._call_soon(lambda: self.connections.refuse_decision(seat, words, names, rule))

    def answer(self, seat: int, kind: str, message: str) -> None:
        """Say to a seat what it asked for: of each kind the newest answer counts."""
        self._call_soon(lambda: self.connections.answer(seat, kind, message))

    def settle(self, seat: int) -> None:
        """A decision of the seat was heard: another one may come."""
        self._call_soon(lambda: self.connections.settle(seat))

    def refusal_counts(self) -> dict[str, int]:
        """How much was refused so far, by its reason."""
        return dict(self.connections.refusals)

    def count_turned_away(self) -> int:
        """How many connections were not let in, or put out for others."""
        return self._door.turned_away_count

    @property
    def url(self) -> str:
        """What a phone opens."""
        return _make_url(self.address, self.port)

    @property
    def extra_urls(self) -> list[str]:
        """What a phone can open as well."""
        return [_make_url(address.ip, self.port) for address in self._extra_addresses]

    @property
    def is_reachable(self) -> bool:
        """True if other devices can open the address."""
        return not is_this_machine(self.address)

    @property
    def invitation(self) -> str:
        """The same with the code of the evening: what is scanned. The part after # is sent to nobody."""
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
        """What nobody has caught; a line that breaks is no trouble."""
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._news.put(ServerError(error))

    def _call_soon(self, call: Callable[[], None]) -> None:
        if self.is_alive:
            self._loop.call_soon_threadsafe(call)

    def _run_coroutine(self, work: Coroutine[object, object, T], seconds: float = _STOP_TIMEOUT * 2) -> T:
        future: Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return future.result(seconds)

    async def _open(
        self,
        address: str,
        port: int,
        saved: SavedSeats | None,
        extra_addresses: Sequence[Address],
        is_fixed: bool = False,
    ) -> int:
        self._runner = web.AppRunner(
            make_site(self.connections), handle_signals=False, access_log=None, keepalive_timeout=10, shutdown_timeout=1
        )
        await self._runner.setup()
        assert self._runner.server is not None
        self._door = ConnectionLimiter(self._runner.server)
        self.connections.limiter = self._door
        try:
            bound_port = self._listen(Address(address, ""), port, is_fixed)
        except OSError:
            await self._runner.cleanup()
            raise
        self._extra_addresses = [extra for extra in extra_addresses if self._try_listening(extra, bound_port)]
        self.connections.url = _make_url(address, bound_port)
        # Who knocks now is not heard before this has returned: the seats are known by then.
        if saved is not None and saved.address == f"{address}:{bound_port}":
            self.connections.restore(saved.seats)
        return bound_port

    def _try_listening(self, address: Address, port: int) -> bool:
        try:
            self._door.listen(address, port)
        except OSError:
            return False
        return True

    def _listen(self, address: Address, port: int, is_fixed: bool) -> int:
        try:
            return self._door.listen(address, port)
        except OSError:
            if port == 0 or is_fixed:
                raise
        return self._door.listen(address, 0)

    async def _close(self) -> None:
        await self.connections.close()
        if hasattr(self, "_door"):
            await self._door.close()
            await self._runner.cleanup()


def _make_url(ip: str, port: int) -> str:
    return f"http://{format_for_url(ip)}:{port}/" if port != 80 else f"http://{format_for_url(ip)}/"
