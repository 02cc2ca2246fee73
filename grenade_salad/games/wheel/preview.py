"""What a choice would do, before it is made."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.games.wheel.ring import Explosion, RingState, put_down, resolve_explosions
from grenade_salad.games.wheel.view import WheelView


@dataclass(frozen=True, slots=True)
class Preview:
    """What moving a die would do, by what everybody can see; who would be out is nobody's business.

    `path` are the cards it touches (indexes), the last one is where it is put down. `pips` is what the dice show there,
    `joker` whether the joker raised them all, `explosions` what blows up one after another as long as the game goes on,
    `after` the ring and the dice in the end.
    """

    die: int
    path: tuple[int, ...]
    pips: tuple[int, ...]
    joker: bool
    explosions: tuple[Explosion, ...]
    after: RingState

    @property
    def to(self) -> int:
        """The card on which the die is put down (an index)."""
        return self.path[-1]


def preview(view: WheelView, die: int) -> Preview:
    """What moving a white die, 0 to 2, would do now. Raises ValueError if no roll is on the table."""
    if view.roll is None:
        raise ValueError("the black die is not rolled")
    return preview_on(view.ring_state(), die, view.roll)


def preview_on(ring_state: RingState, die: int, roll: int) -> Preview:
    """The same for any board and roll; the board stays as it is."""
    after = ring_state.copy()
    path = after.path(die, roll)
    joker = put_down(after, die, path[-1])
    pips = tuple(after.pips)
    return Preview(die, path, pips, joker, tuple(resolve_explosions(after, die)), after)
