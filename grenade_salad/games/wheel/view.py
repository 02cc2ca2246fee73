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
    """The ring clockwise, the indexes of its cards face down, the dice, and hearts.

    WH-15, WH-16. `hearts` has for each seat the tuple of its hearts where all of them are visible, else their number;
    those that were blown up are among them. `shown` has the hearts that all have seen: those of players who are out,
    and with the house rule `last_heart` one that was blown up. `unused` are the hearts of no player: their number
    until the game is over. `roll` is what the black die shows, None while it is pending; `turn` is None before the
    deal.
    """

    ring: tuple[str, ...]
    face_down: tuple[int, ...]
    dice: tuple[Die, ...]
    hearts: tuple[tuple[str, ...] | int, ...]
    shown: tuple[tuple[str, ...], ...]
    unused: tuple[str, ...] | int
    turn: int | None
    roll: int | None
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
