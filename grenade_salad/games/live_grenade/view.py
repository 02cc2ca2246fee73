"""The view that one seat has of a match of Live Grenade."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import View
from grenade_salad.games.live_grenade.chance import Play as Play
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions


@dataclass(frozen=True)
class LiveGrenadeView(View):
    """The facts that one seat may know (LG-27).

    A hand or the deck is a tuple of cards if it is visible, else the number of its cards.
    """

    hands: tuple[tuple[str, ...] | int, ...]
    deck: tuple[str, ...] | int
    """The next card is the first."""
    discard: tuple[str, ...]
    """The top card is the last."""
    turn: int
    direction: int
    """1 for clockwise, -1 for anticlockwise."""
    alive: tuple[bool, ...]
    grenades: int
    """The number of aces in the deck."""
    stack: tuple[Play, ...]
    """The play that waits for reactions or for the stolen card, and the Kings on it."""
    due: str | None
    """The kind of the pending chance."""
    options: LiveGrenadeOptions
    short_ranks: tuple[str, ...]
    """The ranks that were removed (LG-31)."""
