"""View of one seat in the wheel game."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.core import View
from grenade_salad.games.wheel.actions import Die
from grenade_salad.games.wheel.cards import matching_spade
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.ring import RingState, build_ring_state


@dataclass(frozen=True)
class WheelView(View):
    """The table, and the hearts that the seat may know (WH-15, WH-16)."""

    ring: tuple[str, ...]
    """The cards clockwise."""
    face_down: tuple[int, ...]
    """The indexes of the cards that are face down."""
    dice: tuple[Die, ...]
    hearts: tuple[tuple[str, ...] | int, ...]
    """The hearts of each seat if all of them are visible, else their number.

    Those that were blown up are among them.
    """
    shown: tuple[tuple[str, ...], ...]
    """The hearts of each seat that all have seen.

    Those are the hearts of players who are out, and with the house rule `last_heart` those that were blown up.
    """
    unused: tuple[str, ...] | int
    """The hearts of no player; their number until the game is over."""
    turn: int | None
    """None before the deal."""
    roll: int | None
    """The number of the black die; None while the roll is pending."""
    alive: tuple[bool, ...]
    options: WheelOptions

    def ring_state(self) -> RingState:
        """Return the ring and the dice, after the deal."""
        return build_ring_state(self.ring, self.face_down, self.dice, self.options)

    def spades_of(self, seat: int) -> set[str]:
        """Return the spades of the seat's hearts; none if its hearts are hidden."""
        hearts = self.hearts[seat]
        return {matching_spade(heart) for heart in hearts} if isinstance(hearts, tuple) else set()

    def unspent_spades_of(self, seat: int) -> set[str]:
        """Return the spades of the seat's hearts that were not blown up."""
        return self.spades_of(seat) - {matching_spade(heart) for heart in self.shown[seat]}
