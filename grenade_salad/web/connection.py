"""One open page: what it is to be sent, and how much it may say."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field

from aiohttp import web

from grenade_salad.web.page_numbers import Page

RATE, BURST = 20.0, 80.0
"""Messages a second in the long run, and at once."""


@dataclass(eq=False)
class Connection:
    """Of each kind of message only the newest waits: a phone that reads slowly misses what is past, and no more."""

    socket: web.WebSocketResponse
    transport: asyncio.BaseTransport | None
    address: str
    language: str = "en"
    seat: int | None = None
    page: Page = field(default_factory=Page)
    greeted: bool = False
    watches: bool = False
    wish: int | None = None
    heard: float = field(default_factory=time.monotonic)
    """When the page said something the last time."""
    awake: bool = True
    _waiting: dict[str, str] = field(default_factory=dict)
    _sent: dict[str, str] = field(default_factory=dict)
    _more: asyncio.Event = field(default_factory=asyncio.Event)
    _allowance: float = BURST
    _last: float = field(default_factory=time.monotonic)

    def send(self, kind: str, message: str) -> None:
        """Send it when the phone reads; a sheet that is the same as the one before is not sent again."""
        if kind == "table" and self._waiting.get(kind, self._sent.get(kind)) == message:
            return
        self._waiting[kind] = message
        self._more.set()

    async def write(self) -> None:
        """Send what waits, until the connection ends."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while not self.socket.closed:
                await self._more.wait()
                self._more.clear()
                while self._waiting:
                    kind = next(iter(self._waiting))
                    message = self._sent[kind] = self._waiting.pop(kind)
                    await self.socket.send_str(message)

    def too_many(self) -> bool:
        """A message has come; whether that is one too many."""
        now = self.heard = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._last) * RATE) - 1
        self._last = now
        return self._allowance < 0

    async def end(self, code: int, words: str) -> None:
        """Close it, with a word to the page."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self.socket.close(code=code, message=words.encode()[:120])
