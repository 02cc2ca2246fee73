"""One open web page: the messages that wait for it, and the rate it may send at."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field

from aiohttp import web

from grenade_salad.web.page_numbers import Page

MESSAGES_PER_SECOND, MAX_BURST = 20.0, 80.0
"""Messages a second on average, and the maximum at once."""


@dataclass(eq=False)
class Connection:
    """One open web page.

    Only the newest message of each kind waits, so a phone that reads slowly misses older ones.
    """

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
    """Time of the page's last message, as in `time.monotonic`."""
    is_awake: bool = True
    _pending: dict[str, str] = field(default_factory=dict)
    _sent: dict[str, str] = field(default_factory=dict)
    _has_pending: asyncio.Event = field(default_factory=asyncio.Event)
    _allowance: float = MAX_BURST
    _last_refill: float = field(default_factory=time.monotonic)

    def send(self, kind: str, message: str) -> None:
        """Queue a message until the phone reads; skip a sheet equal to the previous one."""
        if kind == "table" and self._pending.get(kind, self._sent.get(kind)) == message:
            return
        self._pending[kind] = message
        self._has_pending.set()

    async def write(self) -> None:
        """Send queued messages until the connection ends."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while not self.socket.closed:
                await self._has_pending.wait()
                self._has_pending.clear()
                while self._pending:
                    kind = next(iter(self._pending))
                    message = self._sent[kind] = self._pending.pop(kind)
                    await self.socket.send_str(message)

    def exceeds_rate(self) -> bool:
        """Count a received message and return True if it exceeds the rate."""
        current_time = self.last_heard = time.monotonic()
        self._allowance = min(MAX_BURST, self._allowance + (current_time - self._last_refill) * MESSAGES_PER_SECOND) - 1
        self._last_refill = current_time
        return self._allowance < 0

    async def end(self, code: int, reason: str) -> None:
        """Close the connection, with a reason for the page."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self.socket.close(code=code, message=reason.encode()[:120])
