"""The ring and the dice, and what a move does to them: public facts alone, the same for a move and for its preview."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from grenade_salad.games.wheel.cards import JOKER
from grenade_salad.games.wheel.options import WheelOptions

BLAST = 6
"""The number at which a die blows up (WH-08)."""
DICE = range(3)
"""The white dice."""


class Explosion(NamedTuple):
    """A die blew up on a card (an index); `takes` says whether the card goes face down (WH-07, WH-12).

    `dice` are the dice that lay there; all of them show 1 on card `to` now (WH-09).
    """

    at: int
    takes: bool
    dice: tuple[int, ...]
    to: int


@dataclass(slots=True)
class Board:
    """The ring clockwise, its cards that are face down (one bit each), and the three white dice.

    `joker` is the joker's index while it is face up, else -1. `paths[at][roll]` are the cards that a die touches which
    starts from `at`; see `board`, which makes a board from what can be seen of it.
    """

    ring: tuple[str, ...]
    options: WheelOptions
    down: int
    at: list[int]
    pips: list[int]
    joker: int = field(compare=False)
    paths: tuple[tuple[tuple[int, ...], ...], ...] = field(compare=False, repr=False)

    def copy(self) -> Board:
        """An independent copy."""
        at, pips = self.at.copy(), self.pips.copy()
        return Board(self.ring, self.options, self.down, at, pips, self.joker, self.paths)

    def is_down(self, at: int) -> bool:
        """Whether a card (an index) is face down."""
        return bool(self.down >> at & 1)

    def spades(self) -> int:
        """How many spades are in play."""
        return len(self.ring) - self.down.bit_count() - (self.joker >= 0)


def board(
    ring: tuple[str, ...], face_down: Iterable[int], dice: Iterable[tuple[int, int]], options: WheelOptions
) -> Board:
    """A board from the indexes of the cards that are face down, and from where each die is and its number."""
    down = sum(1 << at for at in face_down)
    joker = ring.index(JOKER) if JOKER in ring else -1
    if joker >= 0 and down >> joker & 1:
        joker = -1
    at, pips = zip(*dice, strict=True)
    return Board(ring, options, down, list(at), list(pips), joker, _paths_on(len(ring), down, options))


@cache
def paths(cards: int, passed: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each card and each roll from 0 to 6 the cards that are counted, clockwise, in a ring of so many cards.

    `passed` has a bit for each card that is passed over; at least one is not.

    >>> paths(4, 0b0100)[1][3]
    (3, 0, 1)
    """
    table = []
    for start in range(cards):
        onward = [at % cards for at in range(start + 1, start + cards + 1) if not passed >> at % cards & 1]
        table.append(tuple(tuple((onward * BLAST)[:roll]) for roll in range(7)))
    return tuple(table)


def _paths_on(cards: int, down: int, options: WheelOptions) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """WH-07."""
    return paths(cards, 0 if options.face_down == "counted" else down)


def put_down(board: Board, die: int, at: int) -> bool:
    """Put the moved die on a card and raise what is to be raised (WH-06); whether it was the joker (WH-10)."""
    pips = board.pips
    board.at[die] = at
    if at != board.joker:
        pips[die] += 1
        return False
    for other in DICE:
        pips[other] += 1
    if board.options.joker == "twice":
        pips[die] = min(BLAST, pips[die] + 1)
    return True


def explosions(board: Board, moved: int) -> Iterator[Explosion]:
    """Carry out the explosions after a move, one after another (WH-11); stop asking when the game is over (WH-14).

    It ends by itself when a single spade is in play: there cannot be two players any more then.
    """
    start, pips = board.at[moved], board.pips
    if pips[moved] >= BLAST:
        yield _explode(board, start)
    waiting = [die for die in DICE if pips[die] >= BLAST]
    waiting.sort(key=lambda die: (board.at[die] - start) % len(board.ring))
    for die in waiting:
        if pips[die] >= BLAST and board.spades() > 1:
            yield _explode(board, board.at[die])


def _explode(board: Board, at: int) -> Explosion:
    """WH-08, WH-09, WH-12: turn the card face down, reset every die on it on the next spade in play.

    There is one: whoever is in the game has a heart whose spade is in play, and the explosion before left two players.
    """
    is_joker = at == board.joker
    takes = not board.is_down(at) and not (is_joker and board.options.joker_safe)
    cards = len(board.ring)
    if takes:
        board.down |= 1 << at
        board.joker = -1 if is_joker else board.joker
        board.paths = _paths_on(cards, board.down, board.options)
    no_spade = board.down if board.joker < 0 else board.down | 1 << board.joker
    to = paths(cards, no_spade)[at][1][0]
    dice = tuple([die for die in DICE if board.at[die] == at])
    for die in dice:
        board.at[die] = to
        board.pips[die] = 1
    return Explosion(at, takes, dice, to)
