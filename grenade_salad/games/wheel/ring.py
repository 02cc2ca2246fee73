"""The ring and the dice, and the effect of an action on them.

It needs public facts alone, so it serves an action and its preview.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from grenade_salad.games.wheel.actions import Die
from grenade_salad.games.wheel.cards import JOKER
from grenade_salad.games.wheel.options import WheelOptions

BLAST_PIPS = 6
"""The number at which a die blows up (WH-08)."""
DICE = (0, 1, 2)
"""The white dice."""
PIPS = (1, 2, 3, 4, 5, 6)
"""Numbers that the black die can show (WH-06)."""


@dataclass(slots=True)
class Explosion:
    """An explosion of dice on a card."""

    card_index: int
    """The index of the card."""
    takes: bool
    """True if the card goes face down (WH-07, WH-12)."""
    dice: tuple[int, ...]
    """The dice that were on the card."""
    to: int
    """The index of the card on which all of them show 1 now (WH-09)."""


class Routes(NamedTuple):
    """Routes around a ring, from each of its cards (indexes)."""

    onward: tuple[tuple[int, ...], ...]
    """The next six cards, those that dice touch."""
    next_spade: tuple[int, ...]
    """The next spade in play, -1 if there is none."""
    paths: tuple[tuple[tuple[int, ...], ...], ...]
    """The first cards of `onward`, as many as each roll from 0 to 6."""


@cache
def find_routes(cards: int, down: int, joker: int, counted: bool) -> Routes:
    """Return the routes around a ring with that number of `cards`.

    `down` has a bit for each card that is face down (WH-07). `joker` is the index of a joker in play, or -1;
    `counted` is True if cards face down are counted.

    >>> routes = find_routes(4, 0b0100, 3, False)
    >>> routes.onward[1], routes.next_spade
    ((3, 0, 1, 3, 0, 1), (1, 0, 0, 0))
    """
    up = [index for index in range(cards) if not down >> index & 1]
    # Seven times round are enough for six steps from anywhere, even with a single card.
    around = (list(range(cards)) if counted else up) * (len(PIPS) + 1)
    spades_up = [index for index in up if index != joker]
    onward, spades = [], []
    touched = passed = 0
    for start in range(cards):
        # Both advance to the first place after `start`.
        touched += bool(around) and around[touched] == start
        passed += passed < len(spades_up) and spades_up[passed] == start
        onward.append(tuple(around[touched : touched + len(PIPS)]))
        spades.append(spades_up[passed % len(spades_up)] if spades_up else -1)
    paths = tuple([tuple([six[:roll] for roll in range(len(PIPS) + 1)]) for six in onward])
    return Routes(tuple(onward), tuple(spades), paths)


@cache
def bit_indexes(bits: int) -> tuple[int, ...]:
    """Return the indexes of the bits that are set.

    >>> bit_indexes(0b1001)
    (0, 3)
    """
    return tuple(index for index in range(bits.bit_length()) if bits >> index & 1)


@dataclass(slots=True)
class RingState:
    """The ring clockwise, its cards that are face down, and the three white dice.

    `build_ring_state` makes one from visible facts.
    """

    ring: tuple[str, ...]
    options: WheelOptions
    down: int
    """A bit for each card that is face down."""
    die_positions: list[int]
    """The index of the card that each die is on."""
    pips: list[int]
    joker: int = field(compare=False)
    """The index of the joker while it is in play, else -1."""
    routes: Routes = field(compare=False, repr=False)
    """The routes for `down`; they follow from the other fields."""

    def copy(self) -> RingState:
        """Return an independent copy."""
        return RingState(
            self.ring, self.options, self.down, self.die_positions.copy(), self.pips.copy(), self.joker, self.routes
        )

    def is_down(self, index: int) -> bool:
        """True if the card of that index is face down."""
        return bool(self.down >> index & 1)

    def path(self, die: int, roll: int) -> tuple[int, ...]:
        """Return the cards that a die touches; its move ends on the last of them (WH-06)."""
        return self.routes.paths[self.die_positions[die]][roll]

    def count_spades(self) -> int:
        """Return the number of spades in play."""
        return len(self.ring) - self.down.bit_count() - (self.joker >= 0)


def build_ring_state(
    ring: tuple[str, ...], face_down: Iterable[int], dice: Sequence[Die], options: WheelOptions
) -> RingState:
    """Return the state of a ring, from its cards face down (indexes) and the dice."""
    down = 0
    for index in face_down:
        down |= 1 << index
    joker = ring.index(JOKER) if JOKER in ring else -1
    if joker >= 0 and down >> joker & 1:
        joker = -1
    die_positions = [die.at for die in dice]
    pips = [die.pips for die in dice]
    return RingState(ring, options, down, die_positions, pips, joker, _find_routes(len(ring), down, joker, options))


def _find_routes(cards: int, down: int, joker: int, options: WheelOptions) -> Routes:
    return find_routes(cards, down, joker, options.face_down == "counted")


def put_down(ring_state: RingState, die: int, index: int) -> bool:
    """Put the moved die on a card and raise dice (WH-06).

    Return True if the card is the joker, which raises all of them (WH-10).
    """
    pips = ring_state.pips
    ring_state.die_positions[die] = index
    if index != ring_state.joker:
        pips[die] += 1
        return False
    pips[:] = [value + 1 for value in pips]
    if ring_state.options.joker == "twice":
        pips[die] = min(BLAST_PIPS, pips[die] + 1)
    return True


def resolve_explosions(ring_state: RingState, moved: int) -> Iterator[Explosion]:
    """Carry out the explosions after an action, one after another (WH-11).

    Stop iterating when the game is over (WH-14). It ends by itself when a single spade is in play: then there cannot
    be two players any more.
    """
    start, pips = ring_state.die_positions[moved], ring_state.pips
    if pips[moved] >= BLAST_PIPS:
        # Its card would be first below too; mostly it is the only one.
        yield _explode(ring_state, start)
    if BLAST_PIPS not in pips:
        return
    waiting = [die for die in DICE if pips[die] >= BLAST_PIPS]
    waiting.sort(key=lambda die: (ring_state.die_positions[die] - start) % len(ring_state.ring))
    for die in waiting:
        if pips[die] >= BLAST_PIPS and ring_state.count_spades() > 1:
            yield _explode(ring_state, ring_state.die_positions[die])


def _explode(ring_state: RingState, index: int) -> Explosion:
    """WH-08, WH-09, WH-12: turn the card face down, and reset its dice.

    They show 1 on the next spade in play. There is one: a player in the game has a heart whose spade is in play, and
    the previous explosion left two players.
    """
    bit = 1 << index
    takes = not ring_state.down & bit
    if index == ring_state.joker:
        if ring_state.options.joker_safe:
            takes = False
        else:
            ring_state.joker = -1
    if takes:
        ring_state.down |= bit
        ring_state.routes = _find_routes(len(ring_state.ring), ring_state.down, ring_state.joker, ring_state.options)
    to = ring_state.routes.next_spade[index]
    positions, dice = ring_state.die_positions, []
    for die in DICE:
        if positions[die] == index:
            positions[die] = to
            ring_state.pips[die] = 1
            dice.append(die)
    return Explosion(index, takes, tuple(dice), to)
