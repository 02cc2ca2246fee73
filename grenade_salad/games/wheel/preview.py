"""Preview of a choice: its effect, before it is made."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.games.wheel.ring import Explosion, RingState, put_down, resolve_explosions
from grenade_salad.games.wheel.view import WheelView


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of moving a die, from public facts.

    The players that would be out are not part of it. `path` are the cards it touches (indexes), the last one is where
    it is put down. `pips` are the numbers of the dice then. `joker` is True if the joker raised them all.
    `explosions` follow one after another as long as the game goes on, and `after` is the ring and the dice in the
    end.
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
    """Return the effect of moving a white die, 0 to 2, now.

    Raises `ValueError` if no roll is on the table.
    """
    if view.roll is None:
        raise ValueError("the black die is not rolled")
    return preview_on(view.ring_state(), die, view.roll)


def preview_on(ring_state: RingState, die: int, roll: int) -> Preview:
    """Return the same for any ring and roll; `ring_state` is not changed."""
    after = ring_state.copy()
    path = after.path(die, roll)
    joker = put_down(after, die, path[-1])
    pips = tuple(after.pips)
    return Preview(die, path, pips, joker, tuple(resolve_explosions(after, die)), after)
