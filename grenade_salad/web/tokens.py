"""Who holds which seat: random tokens, known here by their digests alone, and wishes that wait for the host."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from grenade_salad.web.addresses import crowd
from grenade_salad.web.protocol import Wish
from grenade_salad.web.saved_seats import digest

MOST_WISHES = 24
"""Wishes that wait at the same time."""
MOST_OF_ONE_ADDRESS = 3
_EVERY, _AT_ONCE = 5.0, 6.0
"""Seconds between two wishes of one address in the long run, and how many it has at once."""


@dataclass
class Tokens:
    """One token a seat. A wish becomes a token when the host admits it."""

    digests: dict[int, str] = field(default_factory=dict, repr=False)
    wishes: dict[int, Wish] = field(default_factory=dict)
    _numbers: count[int] = field(default_factory=lambda: count(1))
    _allowed: dict[str, tuple[float, float]] = field(default_factory=dict)

    def seat_of(self, token: str) -> int | None:
        """The seat of a token, or None."""
        found, said = None, digest(token)
        for seat, known in self.digests.items():
            if hmac.compare_digest(known, said):
                found = seat
        return found

    def held(self, seat: int) -> bool:
        """Whether a phone has the seat."""
        return seat in self.digests

    def wish(
        self,
        seat: int,
        address: str,
        name: str = "",
        invited: bool = False,
        face: int | None = None,
        language: str = "en",
    ) -> Wish | None:
        """Note a wish for a free seat; None if too many wait, all in all or of that address, or they come too fast."""
        same = sum(crowd(one.address) == crowd(address) for one in self.wishes.values())
        if len(self.wishes) >= MOST_WISHES or same >= MOST_OF_ONE_ADDRESS or not self.may(crowd(address)):
            return None
        codes = {wish.code for wish in self.wishes.values()}
        code = next(code for code in iter(lambda: f"{secrets.randbelow(9000) + 1000}", "") if code not in codes)
        made = Wish(next(self._numbers), seat, code, address, name, invited, face, language)
        self.wishes[made.id] = made
        return made

    def may(self, address: str) -> bool:
        """Whether that address may ask for something now, or says a code."""
        now = time.monotonic()
        if len(self._allowed) > 1000:
            self._allowed.clear()
        left, last = self._allowed.get(address, (_AT_ONCE, now))
        left = min(_AT_ONCE, left + (now - last) / _EVERY)
        self._allowed[address] = (left - 1 if left >= 1 else left, now)
        return left >= 1

    def admit(self, wish: Wish, token: str) -> None:
        """The host said yes: the token of the seat from now on."""
        self.wishes.pop(wish.id, None)
        self.digests[wish.seat] = digest(token)

    def release(self, seat: int) -> None:
        """The seat is no phone's any more: its token is worth nothing."""
        self.digests.pop(seat, None)

    def reseat(self, moves: Mapping[int, int]) -> None:
        """The holders of these seats hold others now, and nobody else holds any."""
        self.digests = {moves[seat]: known for seat, known in self.digests.items() if seat in moves}
