"""Preview of a choice: its effect, before it is made."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.games.wheel.ring import Explosion, RingState, put_down, resolve_explosions
from grenade_salad.games.wheel.view import WheelView


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of moving a die, from public facts.

    The players that would be out are not part of it.
    """

    die: int
    path: tuple[int, ...]
    """The indexes of the cards that it touches; it is put down on the last one."""
    pips: tuple[int, ...]
    """The numbers of all dice before any explosion."""
    joker: bool
    """True if the joker raises all dice."""
    explosions: tuple[Explosion, ...]
    """The explosions, one after another, as long as the game goes on."""
    after: RingState
    """The ring and the dice in the end."""

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
