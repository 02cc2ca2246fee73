"""Limits on connections: a maximum in all and per address.

When it is crowded, connections without a seat are closed first.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from grenade_salad.web.addresses import Address, is_near, limit_key
from grenade_salad.web.public_door import PublicDoor

T = TypeVar("T")

MAX_CONNECTIONS = 64
"""Maximum number of connections at the same time."""
MAX_PER_ADDRESS = 32
"""Maximum number of connections of an address at the same time."""
MAX_FROM_PROXIES = 256
"""Maximum number of connections of proxies at the same time.

A proxy opens more than one for each browser, and keeps some. Sockets are also counted by the address behind the proxy.
"""
_PAUSE_SECONDS = 0.1
"""Seconds until the next attempt if no connection can be accepted.

That is so without file descriptors, for example.
"""


def find_crowd(addresses: Mapping[T, str], address: str) -> list[T]:
    """Return those of which one must leave first, or none if there is space.

    `address` is that of another that would come.

    >>> find_crowd(dict.fromkeys(range(64), "10.0.0.1"), "10.0.0.2")[:3], find_crowd({1: "10.0.0.1"}, "10.0.0.1")
    ([0, 1, 2], [])
    """
    same_address = [member for member, member_address in addresses.items() if member_address == address]
    if len(same_address) >= MAX_PER_ADDRESS:
        return same_address
    return list(addresses) if len(addresses) >= MAX_CONNECTIONS else []


def remove_oldest(members: dict[T, str], crowd: Sequence[T], has_seat: Callable[[T], bool]) -> T | None:
    """Remove and return the oldest of a crowd that has no seat.

    None if all have one.
    """
    oldest = next((member for member in crowd if not has_seat(member)), None)
    if oldest is not None:
        del members[oldest]
    return oldest


class ConnectionLimiter:
    """Listens at one or more addresses until it is closed.

    `has_seat` returns True for the connections of seats, which are not closed for others. The proxies of `door` have a
    limit of their own. For the server's thread only.
    """

    def __init__(
        self,
        protocol: Callable[[], asyncio.BaseProtocol],
        has_seat: Callable[[asyncio.BaseTransport], bool],
        door: PublicDoor | None = None,
    ) -> None:
        self._protocol, self._has_seat, self._door = protocol, has_seat, door
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        """The address of each connection, the oldest first; those of proxies apart."""
        self._proxied: dict[asyncio.BaseTransport, str] = {}
        """The connections of proxies and their addresses."""
        self._sockets: list[socket.socket] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.turned_away_count = 0
        """The number of connections that were refused, or closed for others."""

    def listen(self, address: Address, port: int) -> int:
        """Listen at an address and return the port; 0 is any free one. Raises OSError."""
        family = socket.AF_INET6 if ":" in address.ip else socket.AF_INET
        listener = socket.create_server((address.ip, port), family=family, backlog=256)
        listener.setblocking(False)
        self._sockets.append(listener)
        self._tasks.append(asyncio.get_running_loop().create_task(self._accept(listener, address)))
        bound_port: int = listener.getsockname()[1]
        return bound_port

    async def close(self) -> None:
        """Stop listening and end all connections."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for listener in self._sockets:
            listener.close()
        for transport in [*self._addresses, *self._proxied]:
            _abort(transport)
        self._addresses.clear()
        self._proxied.clear()

    async def _accept(self, listener: socket.socket, own_address: Address) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, (address, *_) = await loop.sock_accept(listener)
            except OSError:
                await asyncio.sleep(_PAUSE_SECONDS)
                continue
            self._forget_closed()
            is_proxy = self._door is not None and self._door.is_proxy(address)
            group = self._proxied if is_proxy else self._addresses
            if not (is_proxy or is_near(address, own_address)) or not self._make_space(group, limit_key(address)):
                self.turned_away_count += 1
                connection.close()
                continue
            with contextlib.suppress(OSError):  # A client that has left already must not stop the next one.
                # Messages are short, and a tap must be seen at once.
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                transport, _ = await loop.connect_accepted_socket(self._protocol, connection)
                group[transport] = limit_key(address)

    def _forget_closed(self) -> None:
        for group in (self._addresses, self._proxied):
            for transport in [candidate for candidate in group if candidate.is_closing()]:
                del group[transport]

    def _make_space(self, group: dict[asyncio.BaseTransport, str], address: str) -> bool:
        """Return True if there is space; if needed, close the oldest without a seat."""
        if group is self._proxied:
            crowd = list(group) if len(group) >= MAX_FROM_PROXIES else []
        else:
            crowd = find_crowd(group, address)
        if not crowd:
            return True
        oldest = remove_oldest(group, crowd, self._has_seat)
        if oldest is None:
            return False
        _abort(oldest)
        self.turned_away_count += 1
        return True


def _abort(transport: asyncio.BaseTransport) -> None:
    assert isinstance(transport, asyncio.WriteTransport)
    transport.abort()
