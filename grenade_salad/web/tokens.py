"""Tokens of the phones that hold seats, and requests that wait for the host.

Tokens are random, and known here only by their digests.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from grenade_salad.web.addresses import limit_key
from grenade_salad.web.connection import Clock
from grenade_salad.web.protocol import SeatRequest
from grenade_salad.web.saved_seats import hash_token

MAX_REQUESTS = 24
"""Maximum number of requests that wait at the same time."""
MAX_PER_ADDRESS = 3
"""Maximum number of requests of an address that wait at the same time."""
_MAX_ADDRESSES = 1000
"""Maximum number of addresses whose requests are counted: those that asked last."""
_REFILL_SECONDS, _MAX_BURST = 5.0, 6.0
"""Seconds between two requests of an address on average, and its maximum burst."""


@dataclass
class Tokens:
    """One token for each seat. A request becomes a token when the host admits it."""

    clock: Clock
    digests: dict[int, str] = field(default_factory=dict, repr=False)
    """The digest of the token of each seat that a phone has."""
    requests: dict[int, SeatRequest] = field(default_factory=dict)
    """The waiting requests by their ids."""
    _ids: count[int] = field(default_factory=lambda: count(1))
    _allowances: dict[str, tuple[float, float]] = field(default_factory=dict)
    """By address, how many requests it may make at once, and the time of its last one.

    The oldest is first.
    """

    def find_seat(self, token: str) -> int | None:
        """Return the seat of a token, or None."""
        result, token_digest = None, hash_token(token)
        # All are compared, so that the time tells nothing about the seat.
        for seat, seat_digest in self.digests.items():
            if hmac.compare_digest(seat_digest, token_digest):
                result = seat
        return result

    def is_held(self, seat: int) -> bool:
        """Return True if a phone has the seat."""
        return seat in self.digests

    def add_request(
        self,
        seat: int,
        address: str,
        name: str = "",
        is_invited: bool = False,
        face: int | None = None,
        language: str = "en",
    ) -> SeatRequest | None:
        """Add a request for a free seat; return None if there are too many.

        The limits are on all requests, on those of an address, and on their rate.
        """
        same_address_count = sum(limit_key(request.address) == limit_key(address) for request in self.requests.values())
        if (
            len(self.requests) >= MAX_REQUESTS
            or same_address_count >= MAX_PER_ADDRESS
            or not self.try_request(limit_key(address))
        ):
            return None
        codes = {waiting.code for waiting in self.requests.values()}
        code = next(code for code in iter(lambda: f"{secrets.randbelow(9000) + 1000}", "") if code not in codes)
        request = SeatRequest(next(self._ids), seat, code, address, name, is_invited, face, language)
        self.requests[request.id] = request
        return request

    def try_request(self, address: str) -> bool:
        """Count an attempt of an address to request a seat or to send a code.

        Return False if it has made too many.
        """
        allowance = self._find_allowance(address)
        self._allowances.pop(address, None)
        if len(self._allowances) >= _MAX_ADDRESSES:
            del self._allowances[next(iter(self._allowances))]
        self._allowances[address] = (allowance - 1 if allowance >= 1 else allowance, self.clock.time())
        return allowance >= 1

    def may_try(self, address: str) -> bool:
        """Return True if an address may make an attempt now, without counting one."""
        return self._find_allowance(address) >= 1

    def _find_allowance(self, address: str) -> float:
        current_time = self.clock.time()
        allowance, last_time = self._allowances.get(address, (_MAX_BURST, current_time))
        return min(_MAX_BURST, allowance + (current_time - last_time) / _REFILL_SECONDS)

    def admit(self, request: SeatRequest, token: str) -> None:
        """Give the seat of a request to a token."""
        self.requests.pop(request.id, None)
        self.digests[request.seat] = hash_token(token)

    def release(self, seat: int) -> None:
        """Make the token of a seat invalid."""
        self.digests.pop(seat, None)

    def reseat(self, moves: Mapping[int, int]) -> None:
        """Move tokens to new seats; all others become invalid."""
        self.digests = {moves[seat]: seat_digest for seat, seat_digest in self.digests.items() if seat in moves}
