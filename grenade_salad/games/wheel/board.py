"""The ring and the dice, and what a move does to them: public facts alone, the same for a move and for its preview."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grenade_salad.games.wheel.cards import JOKER
from grenade_salad.games.wheel.options import WheelOptions

BLAST = 6
"""The number at which a die blows up (WH-08)."""


@dataclass(slots=True)
class Board:
    """The ring clockwise, which of its cards are face down, and where each of the three white dice lies."""

    ring: tuple[str, ...]
    down: list[bool]
    at: list[int]
    pips: list[int]

    def copy(self) -> Board:
        """An independent copy."""
        return Board(self.ring, self.down.copy(), self.at.copy(), self.pips.copy())


@dataclass(frozen=True, slots=True)
class Explosion:
    """A die blew up: on which card (an index), whether the card went with it, which dice went where (WH-08, WH-09)."""

    at: int
    takes: bool
    dice: tuple[int, ...]
    to: int


def landing(board: Board, options: WheelOptions, die: int, roll: int) -> int:
    """The card on which a die ends that moves `roll` cards clockwise (WH-06, WH-07)."""
    cards = len(board.ring)
    at = board.at[die]
    if options.face_down == "counted":
        return (at + roll) % cards
    while roll:
        at = (at + 1) % cards
        if not board.down[at]:
            roll -= 1
    return at


def put_down(board: Board, options: WheelOptions, die: int, at: int) -> bool:
    """Put the moved die on a card and raise what is to be raised (WH-06, WH-10); whether the joker raised them all."""
    board.at[die] = at
    pips = board.pips
    if board.ring[at] != JOKER or board.down[at]:
        pips[die] += 1
        return False
    for other in range(3):
        pips[other] += 1
    if options.joker == "twice":
        pips[die] = min(BLAST, pips[die] + 1)
    return True


def explosions(board: Board, options: WheelOptions, moved: int) -> Iterator[Explosion]:
    """Carry out, one after another, all explosions after a move; stop asking when the game is over (WH-11, WH-14)."""
    if max(board.pips) < BLAST:
        return
    start = board.at[moved]
    cards = len(board.ring)
    others = sorted((die for die in range(3) if die != moved), key=lambda die: (board.at[die] - start) % cards)
    for die in (moved, *others):
        if board.pips[die] >= BLAST:
            yield _explode(board, options, board.at[die])


def _explode(board: Board, options: WheelOptions, at: int) -> Explosion:
    """WH-08, WH-09, WH-12: turn the card face down, reset every die on it on the next spade in play."""
    takes = not board.down[at] and not (options.joker_safe and board.ring[at] == JOKER)
    if takes:
        board.down[at] = True
    to = next_spade(board, at)
    dice = tuple(die for die in range(3) if board.at[die] == at)
    for die in dice:
        board.at[die] = to
        board.pips[die] = 1
    return Explosion(at, takes, dice, to)


def next_spade(board: Board, after: int) -> int:
    """The next spade in play, clockwise.

    There is one: whoever is still in the game has a heart whose spade is in play, and a game that goes on has two.
    """
    cards = len(board.ring)
    for step in range(1, cards + 1):
        at = (after + step) % cards
        if not board.down[at] and board.ring[at] != JOKER:
            return at
    raise ValueError("no spade is in play")


@dataclass(frozen=True, slots=True)
class Preview:
    """What choosing a die would do, by what everybody can see; who would be out is nobody's business.

    `at` is the card where it lands, `pips` what the three dice show there, `joker` whether the joker raises them all,
    `explosions` what blows up one after another if the game goes on, `after` the ring and the dice in the end.
    """

    die: int
    at: int
    pips: tuple[int, int, int]
    joker: bool
    explosions: tuple[Explosion, ...]
    after: Board


def preview(board: Board, options: WheelOptions, die: int, roll: int) -> Preview:
    """What moving a die would do; the board itself stays as it is."""
    after = board.copy()
    at = landing(after, options, die, roll)
    joker = put_down(after, options, die, at)
    first, second, third = after.pips
    blasts: list[Explosion] = []
    for blast in explosions(after, options, die):
        blasts.append(blast)
    return Preview(die, at, (first, second, third), joker, tuple(blasts), after)
