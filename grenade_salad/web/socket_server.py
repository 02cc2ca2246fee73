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

from grenade_salad.sheets.compose import Posted
from grenade_salad.text import Words
from grenade_salad.web.addresses import Address, in_url, is_own
from grenade_salad.web.connection_limiter import Door
from grenade_salad.web.connections import Lobby
from grenade_salad.web.protocol import News, Trouble
from grenade_salad.web.saved_seats import Seats
from grenade_salad.web.site import make_site

T = TypeVar("T")

DEFAULT_PORT = 8080
_STOP_IN = 5.0
"""Seconds that stopping may take."""
_OPEN_IN = 60.0
"""Seconds that opening may take: the pages are read and compressed, on a busy machine."""


class PhoneServer:
    """Listens from `start` to `stop`. All methods are for the app's thread and return at once but these two."""

    def __init__(self, names: frozenset[str] = frozenset()) -> None:
        """`names` are host names besides this machine's own under which the page may be opened."""
        own = socket.gethostname().lower()
        self._news: SimpleQueue[News] = SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._thread: threading.Thread | None = None
        self.lobby = Lobby(self._news.put, names | {own, f"{own}.local", "localhost"})
        self.address, self.port = "", 0
        self._beside: list[Address] = []

    def start(
        self,
        address: str,
        port: int | None = None,
        kept: Seats | None = None,
        beside: Sequence[Address] = (),
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
            self.port = self._call(self._open(address, wanted, kept, beside, is_fixed), _OPEN_IN)
        except OSError:
            self.stop()
            raise
        self.address = address

    def move(self, address: str, beside: Sequence[Address] = ()) -> None:
        """Listen at another address instead; the seats stay with their phones. Raises OSError, and listens no more."""
        self._call(self._close())
        self.port = self._call(self._open(address, self.port, None, beside), _OPEN_IN)
        self.address = address

    def stop(self) -> None:
        """Listen no longer, and end all connections."""
        if self.alive:
            assert self._thread is not None
            self._call(self._close())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_STOP_IN)
        self._thread = None

    @property
    def alive(self) -> bool:
        """Whether the thread runs: between `start` and `stop` it does, unless something is very wrong."""
        return self._thread is not None and self._thread.is_alive()

    def news(self) -> list[News]:
        """What has come in since the last time, in its order."""
        found: list[News] = []
        while True:
            try:
                found.append(self._news.get_nowait())
            except Empty:
                return found

    def publish(self, posted: Posted) -> None:
        """From now on phones see this."""
        self._soon(lambda: self.lobby.post(posted))

    def show(self, messages: Mapping[str, str], ways: str = "") -> None:
        """Pages that show the table to all are told what moves, by language, and phones the ways of what slides."""
        self._soon(lambda: self.lobby.show(messages, ways))

    def admit(self, wish: int, token: str) -> None:
        """The host lets a phone have the seat it asked for; it comes back with that token."""
        self._soon(lambda: self.lobby.admit(wish, token))

    def ban(self, address: str, name: str) -> None:
        """No phone of that address, and nobody of that name, is let in this evening."""
        self._soon(lambda: self.lobby.ban(address, name))

    def reject(self, wish: int) -> None:
        """The host does not."""
        self._soon(lambda: self.lobby.reject(wish))

    def take_back(self, seat: int) -> None:
        """The seat is no phone's any more."""
        self._soon(lambda: self.lobby.take_back(seat))

    def reseat(self, moves: Mapping[int, int | None]) -> None:
        """Phones follow their players: from which seat to which; None is out of the game."""
        self._soon(lambda: self.lobby.reseat(moves))

    def refuse(self, seat: int, words: Words, names: Sequence[str] = (), rule: str = "") -> None:
        """Say to a seat why what it decided was not done, and by which rule of the game."""
        self._soon(lambda: self.lobby.say_no(seat, words, names, rule))

    def answer(self, seat: int, kind: str, message: str) -> None:
        """Say to a seat what it asked for: of each kind the newest answer counts."""
        self._soon(lambda: self.lobby.answer(seat, kind, message))

    def settled(self, seat: int) -> None:
        """A decision of the seat was heard: another one may come."""
        self._soon(lambda: self.lobby.heard(seat))

    def counts(self) -> dict[str, int]:
        """How much was refused so far, by its reason."""
        return dict(self.lobby.refused)

    def turned_away(self) -> int:
        """How many connections were not let in, or put out for others."""
        return self._door.turned_away

    @property
    def url(self) -> str:
        """What a phone opens."""
        return _url(self.address, self.port)

    @property
    def other_urls(self) -> list[str]:
        """What a phone can open as well."""
        return [_url(one.ip, self.port) for one in self._beside]

    @property
    def is_reachable(self) -> bool:
        """True if other devices can open the address."""
        return not is_own(self.address)

    @property
    def invitation(self) -> str:
        """The same with the code of the evening: what is scanned. The part after # is sent to nobody."""
        return f"{self.url}#{self.lobby.code}"

    # the thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(self._trouble)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    def _trouble(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What nobody has caught; a line that breaks is no trouble."""
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._news.put(Trouble(error))

    def _soon(self, call: Callable[[], None]) -> None:
        if self.alive:
            self._loop.call_soon_threadsafe(call)

    def _call(self, work: Coroutine[object, object, T], seconds: float = _STOP_IN * 2) -> T:
        done: Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return done.result(seconds)

    async def _open(
        self, address: str, port: int, kept: Seats | None, beside: Sequence[Address], is_fixed: bool = False
    ) -> int:
        self._runner = web.AppRunner(
            make_site(self.lobby), handle_signals=False, access_log=None, keepalive_timeout=10, shutdown_timeout=1
        )
        await self._runner.setup()
        assert self._runner.server is not None
        self._door = Door(self._runner.server)
        self.lobby.door = self._door
        try:
            at = self._listen(Address(address, ""), port, is_fixed)
        except OSError:
            await self._runner.cleanup()
            raise
        self._beside = [one for one in beside if self._listens_beside(one, at)]
        self.lobby.url = _url(address, at)
        # Who knocks now is not heard before this has returned: the seats are known by then.
        if kept is not None and kept.address == f"{address}:{at}":
            self.lobby.restore(kept.seats)
        return at

    def _listens_beside(self, address: Address, port: int) -> bool:
        try:
            self._door.open(address, port)
        except OSError:
            return False
        return True

    def _listen(self, address: Address, port: int, is_fixed: bool) -> int:
        try:
            return self._door.open(address, port)
        except OSError:
            if port == 0 or is_fixed:
                raise
        return self._door.open(address, 0)

    async def _close(self) -> None:
        await self.lobby.close()
        if hasattr(self, "_door"):
            await self._door.close()
            await self._runner.cleanup()


def _url(ip: str, port: int) -> str:
    return f"http://{in_url(ip)}:{port}/" if port != 80 else f"http://{in_url(ip)}/"
