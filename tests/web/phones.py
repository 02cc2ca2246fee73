"""Phones for tests: real sockets in a thread, while the app runs frame by frame.

For phones without sockets see `memory_server`.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import nullcontext, suppress
from types import MappingProxyType
from typing import Any

import aiohttp

from grenade_salad.app.window.application import App
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.protocol import encode
from grenade_salad.web.public_door import PublicDoor
from tests.app.conftest import draw_rarely
from tests.patience import LIMIT

IDLE_STEP = 1 / 50_000
"""Seconds of the table's time in a frame while a test waits for a phone.

Next to none, however many frames the wait takes: otherwise the countdown of a reaction window would run against
sockets and threads.
"""


READ = '{"say": "read"}'
"""The message of a page whose person has read the aim of a match."""


class OpenPage:
    """One open web page: what it received, the newest sheet, and its token.

    `closed` is the close code of its connection.
    """

    def __init__(self, token: str | None = None) -> None:
        self.inbox: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.sent: list[str] = []
        self.sheet: dict[str, Any] = {}
        self.seat: int | None = None
        self.token = token
        self.closed: int | None = None
        self.page, self.last_id = secrets.token_hex(16), 0
        self.is_asleep = False
        """True if the page is silent though its connection is there."""
        self.request_token: str | None = None
        self.is_newcomer = False
        """True if the person does not know the game: the page does not say that its aim was read."""

    def say(self, **message: Any) -> None:
        """Send a message, with the next id unless it has an older one."""
        if "id" not in message:
            self.last_id += 1
            message["id"] = self.last_id
        self.sent.append(json.dumps(message))
        self.send(self.sent[-1])

    def send(self, text: str) -> None:
        """Send any text."""
        raise NotImplementedError

    def act(self, line: dict[str, Any], moment: int | None = None, id: int | None = None) -> None:
        """Decide something in answer to the newest sheet, or repeat the decision `id`."""
        id_field = {} if id is None else {"id": id}
        self.say(say="act", moment=self.sheet["moment"] if moment is None else moment, action=line, **id_field)

    def got(self, kind: str) -> list[dict[str, Any]]:
        """Return all messages of a kind that have arrived."""
        return [message for message in list(self.inbox) if message["kind"] == kind]

    def record(self, text: str) -> None:
        """Take a message of the table."""
        message = json.loads(text)
        self.raw.append(text)
        if message["kind"] == "table":
            self.sheet = message
        if message["kind"] == "you":
            self.seat = message["seat"]
            self.token = None if self.seat is None else message["token"] or self.token
        if message["kind"] == "wish":
            self.request_token = message.get("token")
        self.inbox.append(message)

    def knows_aim(self, text: str) -> bool:
        """Return True if a person who knows the game is asked for having read."""
        message = json.loads(text)
        return not self.is_newcomer and message["kind"] == "table" and bool(message.get("aim", {}).get("yours"))


class Phone(OpenPage):
    """A page with a real socket."""

    def __init__(self, network: Network, token: str | None = None) -> None:
        super().__init__(token)
        self.network = network
        self.socket: aiohttp.ClientWebSocketResponse | None = None

    def send(self, text: str) -> None:
        assert self.socket is not None
        self.network.run(self.socket.send_str(text))

    def drop(self) -> None:
        """Break the connection without a close message, if it is still there."""
        assert self.socket is not None
        response = self.socket._response

        def abort() -> None:  # In the thread where the connection may end by itself.
            transport = response.connection.transport if response.connection is not None else None
            if transport is not None:
                transport.abort()

        self.network.loop.call_soon_threadsafe(abort)

    async def open(
        self,
        origin: str | None,
        token: str | None,
        port: int,
        request: str | None = None,
        address: str = "127.0.0.1",
        extra: Mapping[str, object] = MappingProxyType({}),
        language: str = "en",
    ) -> None:
        """Connect, send hello, and listen from then on."""
        headers = {"Accept-Language": language} | ({"Origin": origin} if origin else {})
        headers |= self.network.proxy_headers(address)
        url = f"http://127.0.0.1:{port}/socket"
        session = await self.network.session_from(address)
        self.socket = await session.ws_connect(url, headers=headers, autoping=True, compress=15)
        hello = {"say": "hello", "page": self.page, "token": token, "wish": request, "code": self.network.code}
        await self.socket.send_str(json.dumps({**hello, **extra}))
        self.network.tasks.append(asyncio.get_running_loop().create_task(self._listen(self.socket)))

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    await self._receive(socket, message.data)
            self.closed = socket.close_code or 1006
        finally:
            socket._response.close()  # aiohttp 3.12.0 leaves a lost connection to the collector, which warns of it.

    async def _receive(self, socket: aiohttp.ClientWebSocketResponse, text: str) -> None:
        if json.loads(text) != {"kind": "beat"}:
            self.record(text)
            if self.knows_aim(text):
                await socket.send_str(READ)
        elif not self.is_asleep:
            await socket.send_str('{"say": "beat"}')


class Network:
    """All phones of a test.

    With a `door` they come from its public address: the network is the proxy, and every page has opened the whole link.
    """

    def __init__(self, app: App, port: int, door: PublicDoor | None = None) -> None:
        self.app, self.port, self.door = app, port, door
        self.loop = asyncio.new_event_loop()
        self.tasks: list[asyncio.Task[None]] = []
        self.attempts: list[Future[None]] = []
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.run(self._begin())

    async def _begin(self) -> None:
        self.session = aiohttp.ClientSession()
        self._sessions = {"127.0.0.1": self.session}

    @property
    def origin(self) -> str:
        """The origin of the pages."""
        return f"http://127.0.0.1:{self.port}" if self.door is None else self.door.origin

    @property
    def code(self) -> str:
        """The code in the link of the pages; "" if they were opened without one."""
        code: str = "" if self.door is None else self.hosting.server.connections.code
        return code

    def proxy_headers(self, address: str) -> dict[str, str]:
        """Return what a proxy adds to a request of this address, if there is a proxy."""
        return {} if self.door is None else {"Host": self.door.host, "X-Forwarded-For": address}

    async def session_from(self, address: str) -> aiohttp.ClientSession:
        """Return a session that connects from an address of this machine.

        It is always the proxy's, if there is one.
        """
        if self.door is not None:
            return self.session
        if address not in self._sessions:
            connector = aiohttp.TCPConnector(local_addr=(address, 0))
            self._sessions[address] = aiohttp.ClientSession(connector=connector)
        return self._sessions[address]

    def run(self, work: Any) -> Any:
        """Run a coroutine in the phones' thread, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(LIMIT)

    def phone(self, token: str | None = None, request: str | None = None, address: str = "127.0.0.1") -> Phone:
        """Open a page from an address of this machine, and wait until it shows a sheet."""
        phone = Phone(self, token)
        self.run(phone.open(self.origin, token, self.port, request, address))
        self.until(lambda: bool(phone.sheet) or phone.closed is not None)
        return phone

    def open_television(self, code: str = "", address: str = "127.0.0.1") -> Phone:
        """Open the television page with the code of the evening."""
        television = Phone(self)
        hello = {"watch": True, "code": code}
        self.run(television.open(self.origin, None, self.port, address=address, extra=hello))
        self.until(lambda: bool(television.got("invite")) and bool(television.sheet))
        return television

    def reconnect(self, phone: Phone) -> None:
        """Break the connection of a page, and open a new one to the same seat."""
        phone.drop()
        self.until(lambda: phone.closed is not None)
        welcomes, phone.closed = len(phone.got("you")), None
        self.run(phone.open(self.origin, phone.token, self.port))
        self.until(lambda: len(phone.got("you")) > welcomes)

    def start_knocking(self, token: str | None) -> Phone:
        """Open a page that tries to connect until a host listens, then says hello once."""
        phone = Phone(self, token)
        self.attempts.append(asyncio.run_coroutine_threadsafe(self._knock(phone, token), self.loop))
        return phone

    async def _knock(self, phone: Phone, token: str | None) -> None:
        # From another address: otherwise a call to a port without a listener may be answered by its own socket.
        while phone.socket is None:
            try:
                await phone.open(self.origin, token, self.port, address="127.0.0.9")
            except OSError:
                await asyncio.sleep(0)

    def seat_phone(self, seat: int) -> Phone:
        """Open a phone and let the host admit it to a seat."""
        phone = self.phone()
        self.until(lambda: phone.sheet["seats"][seat]["who"] != "phone")
        phone.say(say="claim", seat=seat)
        hosting = self.hosting
        self.until(lambda: any(wish.seat == seat for wish in hosting.requests.values()))
        hosting.admit(next(wish for wish in hosting.requests.values() if wish.seat == seat))
        self.until(lambda: phone.seat == seat and phone.sheet.get("seat") == seat)
        return phone

    @property
    def hosting(self) -> PhoneHost:
        """The host of the app."""
        assert self.app.phones is not None
        return self.app.phones

    def until(self, ready: Callable[[], bool], dt: float = IDLE_STEP) -> None:
        """Run frames until a condition is true; fails if it never is.

        Give `dt` if the test waits for the table's time to pass.
        """
        end = time.monotonic() + LIMIT
        with draw_rarely(self.app) if isinstance(self.app, App) else nullcontext():
            while not ready():
                assert time.monotonic() < end, "it did not happen"
                self.app.frame(dt)
                time.sleep(0.0005)

    def wait_until_heard(self, phone: Phone) -> None:
        """Wait until the table has heard all that a seated phone said.

        The phone has then received all the answers, too.
        """
        seat, previous_count = phone.seat, len(phone.got("heard"))
        assert seat is not None
        for more in (True, False):
            phone.say(say="time", more=more)
            self.until(lambda more=more: (seat in self.hosting.slow_seats) is more)  # type: ignore[misc]
        self.until(lambda: not self.hosting.decisions)
        self.hosting.server.answer(seat, "heard", encode("heard"))
        self.until(lambda: len(phone.got("heard")) > previous_count)

    def frames(self, count: int, dt: float = 1 / 60) -> None:
        """Run some frames."""
        for _ in range(count):
            self.app.frame(dt)
            time.sleep(0.0005)

    def close(self) -> None:
        """Close all connections."""
        for knock in self.attempts:
            knock.cancel()
        self.run(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(LIMIT)
        self.loop.close()

    async def _end(self) -> None:
        for session in self._sessions.values():
            await session.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.sleep(0)


def find_free_port() -> int:
    """Return a port that is still free when the program is started again.

    It is outside the range from which systems hand out ports, and not the usual one: another test may use that.
    """
    first = 11_000 + os.getpid() * 7 % 20_000
    for port in range(first, first + 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError(f"all ports from {first} on are taken")
