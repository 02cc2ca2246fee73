"""Quick matches to the end of the wheel game, in a world that a player thinks up: indexes and small tables alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

from grenade_salad.games.wheel.ring import BLAST, DICE, Board, explosions, put_down
from grenade_salad.players.wheel.moves import spread

SOON, AHEAD, JOKER = 0.15, 0.7, 0.1
"""As in `wheel`, by what wins among players who look at nothing but their own move."""
LOSS = 6.0
Table: TypeAlias = tuple[tuple[float, ...], tuple[tuple[float, ...], ...]]
"""For each card what it is worth that it blows up, and for each card and number what a die there is worth."""
_LONGEST = 400
"""Moves after which a match counts as lost: with a safe joker it might never end."""


@lru_cache(maxsize=20_000)
def _table(cards: int, own: int, down: int, joker: int, counted: bool, hidden: int) -> Table:
    """What a player likes who holds the cards of `own` (bits), where others hold `hidden` of the rest."""
    rest = [at for at in range(cards) if at != joker and not (down | own) >> at & 1]
    chance = min(1.0, hidden / len(rest)) if rest else 0.0
    worth = [-LOSS if own >> at & 1 else chance if at in rest else 0.0 for at in range(cards)]
    worth = [0.0 if down >> at & 1 else value for at, value in enumerate(worth)]
    dice = []
    for at in range(cards):
        lifted = JOKER * worth[at] if joker >= 0 else 0.0
        values = [0.0]
        for pips in range(1, BLAST):
            moves = BLAST - pips
            shares = spread(cards, down, counted, at, moves)
            value = lifted + sum(share * here for share, here in zip(shares, worth, strict=True))
            values.append(AHEAD * value * SOON ** (moves - 1))
        dice.append(tuple(values))
    return tuple(worth), tuple(dice)


class Luck:
    """Rolls that are the same for whoever asks for the roll number so and so."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random
        self._rolls: list[int] = []

    def roll(self, number: int) -> int:
        """What the black die shows, less 1."""
        while len(self._rolls) <= number:
            self._rolls.append(int(self._random() * 6))
        return self._rolls[number]


def wins(board: Board, seat: int, die: int, roll: int, hands: dict[int, int], last_heart: bool, luck: Luck) -> bool:
    """Whether the seat wins when it moves this die and all play on quickly.

    `hands` are the players who are still in and the cards of the ring (bits) that they hold; it is not changed.
    """
    board, left, order = board.copy(), dict(hands), sorted(hands)
    counted, cards = board.options.face_down == "counted", len(board.ring)
    turn, step = order.index(seat), 0
    to = board.ways.onward[board.at[die]][roll - 1]
    while step < _LONGEST:
        quiet = to != board.joker and board.pips[die] < BLAST - 1
        if quiet:
            board.at[die] = to
            board.pips[die] += 1
        else:
            put_down(board, die, to)
            for blast in explosions(board, die):
                if blast.takes:
                    _lose(left, board, blast.at, last_heart)
                    if seat not in left or len(left) == 1:
                        return seat in left
        turn = (turn + 1) % len(order)
        while order[turn] not in left:
            turn = (turn + 1) % len(order)
        own = left[order[turn]]
        hidden = sum((held & ~board.down).bit_count() for player, held in left.items() if player != order[turn])
        table = _table(cards, own & ~board.down, board.down, board.joker, counted, hidden)
        die, to = _quick(board, luck.roll(step), table)
        step += 1
    return False


def quick_wins(board: Board, seat: int, roll: int, hands: dict[int, int], last_heart: bool, luck: Luck) -> bool:
    """Whether the seat wins when it moves now, after that roll, and all play on quickly."""
    own, others = hands[seat] & ~board.down, [held for player, held in hands.items() if player != seat]
    hidden = sum((held & ~board.down).bit_count() for held in others)
    table = _table(len(board.ring), own, board.down, board.joker, board.options.face_down == "counted", hidden)
    die, _ = _quick(board, roll - 1, table)
    return wins(board, seat, die, roll, hands, last_heart, luck)


def _lose(left: dict[int, int], board: Board, at: int, last_heart: bool) -> None:
    """Whoever holds the card that blew up is out, or has one heart less (WH-13)."""
    for player, held in left.items():
        if held >> at & 1:
            if not (last_heart and held & ~board.down):
                del left[player]
            return


def _quick(board: Board, roll: int, table: Table) -> tuple[int, int]:
    """The die that a player moves who looks at nothing but this move, and where to."""
    worth, dice = table
    onward, joker = board.ways.onward, board.joker
    at, pips = board.at, board.pips
    best, choice, target = -1e9, 0, 0
    for die in DICE:
        here, number = at[die], pips[die]
        to = onward[here][roll]
        if to == joker:
            value = _raised(board, die, table)
        elif number < BLAST - 1:
            value = dice[to][number + 1] - dice[here][number]
        else:
            value = worth[to] - dice[here][number]
        if value > best:
            best, choice, target = value, die, to
    return choice, target


def _raised(board: Board, moved: int, table: Table) -> float:
    """What it is worth to raise all dice (WH-10)."""
    worth, dice = table
    value = -dice[board.at[moved]][board.pips[moved]]
    for die in DICE:
        if die != moved:
            at, pips = board.at[die], board.pips[die]
            value += worth[at] if pips >= BLAST - 1 else dice[at][pips + 1] - dice[at][pips]
    return value


def held(ring: Sequence[str], spades: Sequence[str]) -> int:
    """The places of these spades in the ring, as bits."""
    return sum(1 << ring.index(spade) for spade in spades)
