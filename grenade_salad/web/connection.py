"""One open page: what it is to be sent, and how much it may say."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field

from aiohttp import web

from grenade_salad.web.page_numbers import Page

MESSAGES_PER_SECOND, MAX_BURST = 20.0, 80.0
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
    has_greeted: bool = False
    is_television: bool = False
    request_id: int | None = None
    last_heard: float = field(default_factory=time.monotonic)
    """When the page said something the last time."""
    is_awake: bool = True
    _pending: dict[str, str] = field(default_factory=dict)
    _sent: dict[str, str] = field(default_factory=dict)
    _has_pending: asyncio.Event = field(default_factory=asyncio.Event)
    _allowance: float = MAX_BURST
    _last_refill: float = field(default_factory=time.monotonic)

    def send(self, kind: str, message: str) -> None:
        """Send it when the phone reads; a sheet that is the same as the one before is not sent again."""
        if kind == "table" and self._pending.get(kind, self._sent.get(kind)) == message:
            return
        self._pending[kind] = message
        self._has_pending.set()

    async def write(self) -> None:
        """Send what waits, until the connection ends."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while not self.socket.closed:
                await self._has_pending.wait()
                self._has_pending.clear()
                while self._pending:
                    kind = next(iter(self._pending))
                    message = self._sent[kind] = self._pending.pop(kind)
                    await self.socket.send_str(message)

    def exceeds_rate(self) -> bool:
        """A message has come; whether that is one too many."""
        current_time = self.last_heard = time.monotonic()
        self._allowance = min(MAX_BURST, self._allowance + (current_time - self._last_refill) * MESSAGES_PER_SECOND) - 1
        self._last_refill = current_time
        return self._allowance < 0

    async def end(self, code: int, reason: str) -> None:
        """Close it, with a word to the page."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self.socket.close(code=code, message=reason.encode()[:120])
