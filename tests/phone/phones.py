"""Phones for tests: real sockets, in a thread of their own, while the app runs frame by frame."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from typing import Any

import aiohttp

from grenade_salad.app.app import App
from grenade_salad.app.scenes.phones_host import Hosting

PATIENCE = 20.0


class Phone:
    """One open page: what it was sent, the newest sheet, its token. `closed` is the code of the end."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.inbox: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.sheet: dict[str, Any] = {}
        self.seat: int | None = None
        self.token: str | None = None
        self.closed: int | None = None
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self.answered = (-1, False)

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.send(json.dumps(message))

    def send(self, text: str) -> None:
        """Send anything."""
        assert self.socket is not None
        self.network.run(self.socket.send_str(text))

    def act(self, line: dict[str, Any], moment: int | None = None) -> None:
        """Decide something, in answer to the newest sheet."""
        self.say(say="act", moment=self.sheet["moment"] if moment is None else moment, action=line)

    def drop(self) -> None:
        """The line breaks, without a farewell."""
        assert self.socket is not None
        transport = self.socket._response.connection.transport  # type: ignore[union-attr]
        assert transport is not None
        self.network.loop.call_soon_threadsafe(transport.abort)

    def got(self, kind: str) -> list[dict[str, Any]]:
        """All messages of a kind that have come."""
        return [message for message in list(self.inbox) if message["kind"] == kind]

    async def open(self, origin: str | None, token: str | None, port: int) -> None:
        """Connect, greet, and listen from then on."""
        headers = {"Origin": origin} if origin else {}
        url = f"http://127.0.0.1:{port}/socket"
        self.socket = await self.network.session.ws_connect(url, headers=headers, autoping=True)
        await self.socket.send_str(json.dumps({"say": "hello", "token": token}))
        self.network.tasks.append(asyncio.get_running_loop().create_task(self._listen(self.socket)))

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                self._hear(message.data)
        self.closed = socket.close_code or 1006

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        self.raw.append(text)
        if message["kind"] == "table":
            self.sheet = message
        if message["kind"] == "you":
            self.seat, self.token = message["seat"], message.get("token")
        self.inbox.append(message)


class Network:
    """All phones of a test."""

    def __init__(self, app: App, port: int) -> None:
        self.app, self.port = app, port
        self.loop = asyncio.new_event_loop()
        self.tasks: list[asyncio.Task[None]] = []
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.run(self._begin())

    async def _begin(self) -> None:
        self.session = aiohttp.ClientSession()

    def run(self, work: Any) -> Any:
        """Do something in the phones' thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def phone(self, token: str | None = None) -> Phone:
        """A page that has just been opened, and shows a sheet."""
        made = Phone(self)
        self.run(made.open(f"http://127.0.0.1:{self.port}", token, self.port))
        self.until(lambda: bool(made.sheet) or made.closed is not None)
        return made

    def seated(self, seat: int) -> Phone:
        """A phone that the host has let in."""
        made = self.phone()
        self.until(lambda: made.sheet["seats"][seat]["who"] != "phone")
        made.say(say="claim", seat=seat)
        hosting = self.hosting
        self.until(lambda: any(wish.seat == seat for wish in hosting.wishes.values()))
        hosting.admit(next(wish for wish in hosting.wishes.values() if wish.seat == seat))
        self.until(lambda: made.seat == seat and made.sheet.get("seat") == seat)
        return made

    @property
    def hosting(self) -> Hosting:
        """The app's side."""
        assert self.app.phones is not None
        return self.app.phones

    def until(self, ready: Callable[[], bool], dt: float = 1 / 60, patience: float = PATIENCE) -> None:
        """Frames until something is so; fails if it never is."""
        end = time.monotonic() + patience
        while not ready():
            assert time.monotonic() < end, "it did not happen"
            self.app.frame(dt)
            time.sleep(0.0005)

    def frames(self, count: int, dt: float = 1 / 60) -> None:
        """Let some frames pass."""
        for _ in range(count):
            self.app.frame(dt)
            time.sleep(0.0005)

    def close(self) -> None:
        """Hang up."""
        self.run(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(5)
        self.loop.close()

    async def _end(self) -> None:
        await self.session.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.sleep(0)
