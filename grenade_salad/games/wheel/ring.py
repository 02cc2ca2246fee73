"""The ring and the dice, and what a move does to them: public facts alone, the same for a move and for its preview."""

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
"""What the black die can show (WH-06)."""


@dataclass(slots=True)
class Explosion:
    """A die blew up on a card (an index); `takes` says whether the card goes face down (WH-07, WH-12).

    `dice` are the dice that lay there; all of them show 1 on card `to` now (WH-09).
    """

    card_index: int
    takes: bool
    dice: tuple[int, ...]
    to: int


class Routes(NamedTuple):
    """Ways through a ring, from each of its cards (indexes).

    `onward[at]` are the next six cards, those that dice touch, and `paths[at][roll]` the first `roll` of them;
    `spade[at]` is the next spade in play, -1 if there is none.
    """

    onward: tuple[tuple[int, ...], ...]
    next_spade: tuple[int, ...]
    paths: tuple[tuple[tuple[int, ...], ...], ...]


@cache
def find_routes(cards: int, down: int, joker: int, counted: bool) -> Routes:
    """The ways through a ring of so many cards; `down` has a bit for each that is face down (WH-07).

    `joker` is the index of a joker in play, or -1; `counted` says whether cards face down are counted.

    >>> found = ways(4, 0b0100, 3, False)
    >>> found.onward[1], found.spade
    ((3, 0, 1, 3, 0, 1), (1, 0, 0, 0))
    """
    up = [index for index in range(cards) if not down >> index & 1]
    around = (list(range(cards)) if counted else up) * 7
    spades_up = [index for index in up if index != joker]
    onward, spades = [], []
    touched = passed = 0
    for start in range(cards):
        # Both go on to the first place after `start`.
        touched += bool(around) and around[touched] == start
        passed += passed < len(spades_up) and spades_up[passed] == start
        onward.append(tuple(around[touched : touched + 6]))
        spades.append(spades_up[passed % len(spades_up)] if spades_up else -1)
    paths = tuple([tuple([six[:roll] for roll in range(len(PIPS) + 1)]) for six in onward])
    return Routes(tuple(onward), tuple(spades), paths)


@cache
def bit_indexes(bits: int) -> tuple[int, ...]:
    """The indexes of the cards for which there is a bit.

    >>> places(0b1001)
    (0, 3)
    """
    return tuple(index for index in range(bits.bit_length()) if bits >> index & 1)


@dataclass(slots=True)
class RingState:
    """The ring clockwise, its cards that are face down (one bit each), and the three white dice.

    `joker` is the joker's index while it is in play, else -1. See `board`, which makes a board from what can be seen.
    """

    ring: tuple[str, ...]
    options: WheelOptions
    down: int
    die_positions: list[int]
    pips: list[int]
    joker: int = field(compare=False)
    routes: Routes = field(compare=False, repr=False)

    def copy(self) -> RingState:
        """An independent copy."""
        return RingState(
            self.ring, self.options, self.down, self.die_positions.copy(), self.pips.copy(), self.joker, self.routes
        )

    def is_down(self, index: int) -> bool:
        """Whether a card (an index) is face down."""
        return bool(self.down >> index & 1)

    def path(self, die: int, roll: int) -> tuple[int, ...]:
        """The cards that a die touches which is moved so far; it ends on the last of them (WH-06)."""
        return self.routes.paths[self.die_positions[die]][roll]

    def count_spades(self) -> int:
        """How many spades are in play."""
        return len(self.ring) - self.down.bit_count() - (self.joker >= 0)


def build_ring_state(
    ring: tuple[str, ...], face_down: Iterable[int], dice: Sequence[Die], options: WheelOptions
) -> RingState:
    """A board from the indexes of the cards that are face down, and from the dice."""
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
    """Put the moved die on a card and raise what is to be raised (WH-06); whether it was the joker (WH-10)."""
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
    """Carry out the explosions after a move, one after another (WH-11); stop asking when the game is over (WH-14).

    It ends by itself when a single spade is in play: there cannot be two players any more then.
    """
    start, pips = ring_state.die_positions[moved], ring_state.pips
    if pips[moved] >= BLAST_PIPS:
        # Its card would come first below too; mostly it is the only one.
        yield _explode(ring_state, start)
    if BLAST_PIPS not in pips:
        return
    waiting = [die for die in DICE if pips[die] >= BLAST_PIPS]
    waiting.sort(key=lambda die: (ring_state.die_positions[die] - start) % len(ring_state.ring))
    for die in waiting:
        if pips[die] >= BLAST_PIPS and ring_state.count_spades() > 1:
            yield _explode(ring_state, ring_state.die_positions[die])


def _explode(ring_state: RingState, index: int) -> Explosion:
    """WH-08, WH-09, WH-12: turn the card face down, reset every die on it on the next spade in play.

    There is one: whoever is in the game has a heart whose spade is in play, and the explosion before left two players.
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
