"""The view that one seat has of a match of Live Grenade."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import View
from grenade_salad.games.live_grenade.chance import Play as Play
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions


@dataclass(frozen=True)
class LiveGrenadeView(View):
    """The facts one seat may know.

    A hand or the deck is a tuple of cards if it is visible, else the number of its cards.

    The next card of the deck is first, the last card of the discard pile is last (LG-27). `grenades` is the number of
    aces in the deck, `stack` the play that waits for reactions and the Kings on it, `due` the kind of the pending
    chance, `short_ranks` the ranks that were removed (LG-31). `direction` is 1 for clockwise, -1 for anticlockwise.
    """

    hands: tuple[tuple[str, ...] | int, ...]
    deck: tuple[str, ...] | int
    discard: tuple[str, ...]
    turn: int
    direction: int
    alive: tuple[bool, ...]
    grenades: int
    stack: tuple[Play, ...]
    due: str | None
    options: LiveGrenadeOptions
    short_ranks: tuple[str, ...]
