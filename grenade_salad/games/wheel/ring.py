"""The ring and the dice, and what a move does to them: public facts alone, the same for a move and for its preview."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from grenade_salad.games.wheel.actions import Die
from grenade_salad.games.wheel.cards import JOKER
from grenade_salad.games.wheel.options import WheelOptions

BLAST = 6
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

    at: int
    takes: bool
    dice: tuple[int, ...]
    to: int


class Ways(NamedTuple):
    """Ways through a ring, from each of its cards (indexes).

    `onward[at]` are the next six cards, those that dice touch, and `paths[at][roll]` the first `roll` of them;
    `spade[at]` is the next spade in play, -1 if there is none.
    """

    onward: tuple[tuple[int, ...], ...]
    spade: tuple[int, ...]
    paths: tuple[tuple[tuple[int, ...], ...], ...]


@cache
def ways(cards: int, down: int, joker: int, counted: bool) -> Ways:
    """The ways through a ring of so many cards; `down` has a bit for each that is face down (WH-07).

    `joker` is the index of a joker in play, or -1; `counted` says whether cards face down are counted.

    >>> found = ways(4, 0b0100, 3, False)
    >>> found.onward[1], found.spade
    ((3, 0, 1, 3, 0, 1), (1, 0, 0, 0))
    """
    up = [at for at in range(cards) if not down >> at & 1]
    around = (list(range(cards)) if counted else up) * 7
    spades_up = [at for at in up if at != joker]
    onward, spades = [], []
    touched = passed = 0
    for start in range(cards):
        # Both go on to the first place after `start`.
        touched += bool(around) and around[touched] == start
        passed += passed < len(spades_up) and spades_up[passed] == start
        onward.append(tuple(around[touched : touched + 6]))
        spades.append(spades_up[passed % len(spades_up)] if spades_up else -1)
    paths = tuple([tuple([six[:roll] for roll in range(len(PIPS) + 1)]) for six in onward])
    return Ways(tuple(onward), tuple(spades), paths)


@cache
def places(bits: int) -> tuple[int, ...]:
    """The indexes of the cards for which there is a bit.

    >>> places(0b1001)
    (0, 3)
    """
    return tuple(at for at in range(bits.bit_length()) if bits >> at & 1)


@dataclass(slots=True)
class Board:
    """The ring clockwise, its cards that are face down (one bit each), and the three white dice.

    `joker` is the joker's index while it is in play, else -1. See `board`, which makes a board from what can be seen.
    """

    ring: tuple[str, ...]
    options: WheelOptions
    down: int
    at: list[int]
    pips: list[int]
    joker: int = field(compare=False)
    ways: Ways = field(compare=False, repr=False)

    def copy(self) -> Board:
        """An independent copy."""
        return Board(self.ring, self.options, self.down, self.at.copy(), self.pips.copy(), self.joker, self.ways)

    def is_down(self, at: int) -> bool:
        """Whether a card (an index) is face down."""
        return bool(self.down >> at & 1)

    def path(self, die: int, roll: int) -> tuple[int, ...]:
        """The cards that a die touches which is moved so far; it ends on the last of them (WH-06)."""
        return self.ways.paths[self.at[die]][roll]

    def spades(self) -> int:
        """How many spades are in play."""
        return len(self.ring) - self.down.bit_count() - (self.joker >= 0)


def board(ring: tuple[str, ...], face_down: Iterable[int], dice: Sequence[Die], options: WheelOptions) -> Board:
    """A board from the indexes of the cards that are face down, and from the dice."""
    down = 0
    for at in face_down:
        down |= 1 << at
    joker = ring.index(JOKER) if JOKER in ring else -1
    if joker >= 0 and down >> joker & 1:
        joker = -1
    places = [die.at for die in dice]
    pips = [die.pips for die in dice]
    return Board(ring, options, down, places, pips, joker, _ways(len(ring), down, joker, options))


def _ways(cards: int, down: int, joker: int, options: WheelOptions) -> Ways:
    return ways(cards, down, joker, options.face_down == "counted")


def put_down(board: Board, die: int, at: int) -> bool:
    """Put the moved die on a card and raise what is to be raised (WH-06); whether it was the joker (WH-10)."""
    pips = board.pips
    board.at[die] = at
    if at != board.joker:
        pips[die] += 1
        return False
    pips[:] = [number + 1 for number in pips]
    if board.options.joker == "twice":
        pips[die] = min(BLAST, pips[die] + 1)
    return True


def explosions(board: Board, moved: int) -> Iterator[Explosion]:
    """Carry out the explosions after a move, one after another (WH-11); stop asking when the game is over (WH-14).

    It ends by itself when a single spade is in play: there cannot be two players any more then.
    """
    start, pips = board.at[moved], board.pips
    if pips[moved] >= BLAST:
        # Its card would come first below too; mostly it is the only one.
        yield _explode(board, start)
    if BLAST not in pips:
        return
    waiting = [die for die in DICE if pips[die] >= BLAST]
    waiting.sort(key=lambda die: (board.at[die] - start) % len(board.ring))
    for die in waiting:
        if pips[die] >= BLAST and board.spades() > 1:
            yield _explode(board, board.at[die])


def _explode(board: Board, where: int) -> Explosion:
    """WH-08, WH-09, WH-12: turn the card face down, reset every die on it on the next spade in play.

    There is one: whoever is in the game has a heart whose spade is in play, and the explosion before left two players.
    """
    bit = 1 << where
    takes = not board.down & bit
    if where == board.joker:
        if board.options.joker_safe:
            takes = False
        else:
            board.joker = -1
    if takes:
        board.down |= bit
        board.ways = _ways(len(board.ring), board.down, board.joker, board.options)
    to = board.ways.spade[where]
    at, dice = board.at, []
    for die in DICE:
        if at[die] == where:
            at[die] = to
            board.pips[die] = 1
            dice.append(die)
    return Explosion(where, takes, tuple(dice), to)
