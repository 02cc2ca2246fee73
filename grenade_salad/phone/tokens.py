"""Who holds which seat: random tokens, kept in memory alone, and wishes that wait for the host."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from grenade_salad.phone.protocol import Wish

MOST_WISHES = 12
"""Wishes that wait at the same time."""


@dataclass
class Tokens:
    """One token a seat. A wish becomes a token when the host admits it."""

    _tokens: dict[int, str] = field(default_factory=dict, repr=False)
    wishes: dict[int, Wish] = field(default_factory=dict)
    _numbers: count[int] = field(default_factory=lambda: count(1))

    def seat_of(self, token: str) -> int | None:
        """The seat of a token, or None."""
        found = None
        for seat, known in self._tokens.items():
            if hmac.compare_digest(known.encode(), token.encode("utf-8", "replace")):
                found = seat
        return found

    def held(self, seat: int) -> bool:
        """Whether a phone has the seat."""
        return seat in self._tokens

    def wish(self, seat: int, address: str) -> Wish | None:
        """Note a wish for a free seat; None if too many wait."""
        if len(self.wishes) >= MOST_WISHES:
            return None
        codes = {wish.code for wish in self.wishes.values()}
        code = next(code for code in iter(lambda: f"{secrets.randbelow(9000) + 1000}", "") if code not in codes)
        made = Wish(next(self._numbers), seat, code, address)
        self.wishes[made.id] = made
        return made

    def admit(self, wish: Wish) -> str:
        """The host said yes: the token of the seat from now on."""
        self.wishes.pop(wish.id, None)
        token = secrets.token_urlsafe(24)
        self._tokens[wish.seat] = token
        return token

    def release(self, seat: int) -> None:
        """The seat is no phone's any more: its token is worth nothing."""
        self._tokens.pop(seat, None)

    def reseat(self, moves: Mapping[int, int]) -> None:
        """The holders of these seats hold others now, and nobody else holds any."""
        self._tokens = {moves[seat]: token for seat, token in self._tokens.items() if seat in moves}

    def token(self, seat: int) -> str:
        """The token of a seat that is held."""
        return self._tokens[seat]
