"""The door: it lets connections in, so many and no more. Whoever has no seat goes first when it is crowded."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

from grenade_salad.web.addresses import Address, crowd, is_near

MOST = 64
"""Connections at the same time."""
MOST_OF_ONE_ADDRESS = 32


class Door:
    """Listens at one address, and others beside it, until it is closed. Used in the server's thread alone."""

    def __init__(self, protocol: Callable[[], asyncio.BaseProtocol]) -> None:
        self._protocol = protocol
        self._open: dict[asyncio.BaseTransport, str] = {}
        self._kept: set[asyncio.BaseTransport] = set()
        self._listening: list[socket.socket] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.turned_away = 0

    def open(self, address: Address, port: int) -> int:
        """Listen at an address; port 0 is any that is free. The port. Raises OSError."""
        family = socket.AF_INET6 if ":" in address.ip else socket.AF_INET
        listening = socket.create_server((address.ip, port), family=family, backlog=256)
        listening.setblocking(False)
        self._listening.append(listening)
        self._tasks.append(asyncio.get_running_loop().create_task(self._accept(listening, address)))
        found: int = listening.getsockname()[1]
        return found

    async def close(self) -> None:
        """Listen no longer, and end all connections."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for listening in self._listening:
            listening.close()
        for transport in list(self._open):
            _abort(transport)
        self._open.clear()

    def keep(self, transport: asyncio.BaseTransport | None, kept: bool) -> None:
        """This connection belongs to a seat, and is not put out for others; or it does no longer."""
        if transport is not None:
            (self._kept.add if kept else self._kept.discard)(transport)

    async def _accept(self, listening: socket.socket, own: Address) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, (address, *_) = await loop.sock_accept(listening)
            except OSError:
                await asyncio.sleep(0.1)
                continue
            self._forget_closed()
            if not is_near(address, own) or not self._room_for(crowd(address)):
                self.turned_away += 1
                connection.close()
                continue
            with contextlib.suppress(OSError):  # Whoever has gone already cannot stop the next one.
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                transport, _made = await loop.connect_accepted_socket(self._protocol, connection)
                self._open[transport] = crowd(address)

    def _forget_closed(self) -> None:
        for transport in [one for one in self._open if one.is_closing()]:
            del self._open[transport]
            self._kept.discard(transport)

    def _room_for(self, address: str) -> bool:
        """Whether there is a place, after putting the oldest out that has no seat."""
        same = [one for one, its in self._open.items() if its == address]
        crowd = same if len(same) >= MOST_OF_ONE_ADDRESS else list(self._open) if len(self._open) >= MOST else None
        if crowd is None:
            return True
        oldest = next((one for one in crowd if one not in self._kept), None)
        if oldest is None:
            return False
        del self._open[oldest]
        _abort(oldest)
        self.turned_away += 1
        return True


def _abort(transport: asyncio.BaseTransport) -> None:
    assert isinstance(transport, asyncio.WriteTransport)
    transport.abort()
