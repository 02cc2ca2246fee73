"""What one seat may know of a position of Live Grenade."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import View
from grenade_salad.games.live_grenade.chance import Play as Play
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions


@dataclass(frozen=True)
class LiveGrenadeView(View):
    """A hand is a tuple of cards where it may be seen, else the number of its cards; so is the deck (LG-27).

    The next card of the deck is first, the last card of the discard pile is last. `grenades` is the number of aces in
    the deck, `stack` the play that waits for answers and the Kings on it, `due` the kind of luck that comes next,
    `short_ranks` the ranks that were taken out (LG-31). `direction` is 1 for clockwise, -1 for the other way.
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
