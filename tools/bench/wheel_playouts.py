"""Quick matches of the wheel game in a possible world, one by one.

The players choose as those of `players.wheel.batch_rollout`, which is faster and therefore the one in use.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, RingState, put_down, resolve_explosions
from grenade_salad.players.wheel.batch_rollout import DELAY_FACTOR, FUTURE_WEIGHT, JOKER_CHANCE, LOSS
from grenade_salad.players.wheel.moves import die_spread

MoveTable: TypeAlias = tuple[tuple[float, ...], tuple[tuple[float, ...], ...]]
"""The worth of an explosion of each card, and of a die by card and number."""
_MAX_MOVES = 400
"""Moves after which a match counts as lost: with a safe joker it might never end."""


@lru_cache(maxsize=20_000)
def _move_table(cards: int, own_bits: int, down: int, joker: int, counts_face_down: bool, hidden: int) -> MoveTable:
    """Return the worth of moves for a player with the cards of `own_bits`.

    Others hold `hidden` of the rest.
    """
    rest = [card for card in range(cards) if card != joker and not (down | own_bits) >> card & 1]
    chance = min(1.0, hidden / len(rest)) if rest else 0.0
    worth = [-LOSS if own_bits >> card & 1 else chance if card in rest else 0.0 for card in range(cards)]
    worth = [0.0 if down >> card & 1 else value for card, value in enumerate(worth)]
    dice = []
    for card in range(cards):
        joker_worth = JOKER_CHANCE * worth[card] if joker >= 0 else 0.0
        values = [0.0]
        for pips in range(1, BLAST_PIPS):
            moves = BLAST_PIPS - pips
            shares = die_spread(cards, down, counts_face_down, card, moves)
            value = joker_worth + sum(share * card_worth for share, card_worth in zip(shares, worth, strict=True))
            values.append(FUTURE_WEIGHT * value * DELAY_FACTOR ** (moves - 1))
        dice.append(tuple(values))
    return tuple(worth), tuple(dice)


class SharedRolls:
    """Rolls that are the same for all who ask for the same index."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random
        self._rolls: list[int] = []

    def roll(self, index: int) -> int:
        """Return what the black die shows, less 1."""
        while len(self._rolls) <= index:
            self._rolls.append(int(self._random() * 6))
        return self._rolls[index]


def is_won(
    board: RingState, seat: int, die: int, roll: int, hands: dict[int, int], last_heart: bool, rolls: SharedRolls
) -> bool:
    """True if the seat wins with this die when all continue with quick moves.

    `hands` are the players who are still in and the cards of the ring (bits) that they hold; it is not changed.
    """
    board, left, order = board.copy(), dict(hands), sorted(hands)
    counts_face_down, cards = board.options.face_down == "counted", len(board.ring)
    turn, step = order.index(seat), 0
    to = board.routes.onward[board.die_positions[die]][roll - 1]
    while step < _MAX_MOVES:
        is_quiet = to != board.joker and board.pips[die] < BLAST_PIPS - 1
        if is_quiet:
            board.die_positions[die] = to
            board.pips[die] += 1
        else:
            put_down(board, die, to)
            for blast in resolve_explosions(board, die):
                if blast.takes:
                    _lose(left, board, blast.card_index, last_heart)
                    if seat not in left or len(left) == 1:
                        return seat in left
        turn = (turn + 1) % len(order)
        while order[turn] not in left:
            turn = (turn + 1) % len(order)
        own_bits = left[order[turn]]
        hidden = sum((held & ~board.down).bit_count() for player, held in left.items() if player != order[turn])
        table = _move_table(cards, own_bits & ~board.down, board.down, board.joker, counts_face_down, hidden)
        die, to = _choose_quickly(board, rolls.roll(step), table)
        step += 1
    return False


def is_won_quickly(
    board: RingState, seat: int, roll: int, hands: dict[int, int], last_heart: bool, rolls: SharedRolls
) -> bool:
    """True if the seat wins when it moves now, after that roll, and all move quickly."""
    own_bits, rivals_bits = hands[seat] & ~board.down, [held for player, held in hands.items() if player != seat]
    hidden = sum((held & ~board.down).bit_count() for held in rivals_bits)
    table = _move_table(
        len(board.ring), own_bits, board.down, board.joker, board.options.face_down == "counted", hidden
    )
    die, _ = _choose_quickly(board, roll - 1, table)
    return is_won(board, seat, die, roll, hands, last_heart, rolls)


def _lose(left: dict[int, int], board: RingState, card: int, last_heart: bool) -> None:
    """Take the card that blew up from its holder, who may be out (WH-13)."""
    for player, held in left.items():
        if held >> card & 1:
            if not (last_heart and held & ~board.down):
                del left[player]
            return


def _choose_quickly(board: RingState, roll: int, table: MoveTable) -> tuple[int, int]:
    """Return the die of a player who looks only at this move, and its target."""
    worth, dice = table
    onward, joker = board.routes.onward, board.joker
    places, pips = board.die_positions, board.pips
    best, choice, target = -1e9, 0, 0
    for die in DICE:
        place, shown_pips = places[die], pips[die]
        to = onward[place][roll]
        if to == joker:
            value = _raise_worth(board, die, table)
        elif shown_pips < BLAST_PIPS - 1:
            value = dice[to][shown_pips + 1] - dice[place][shown_pips]
        else:
            value = worth[to] - dice[place][shown_pips]
        if value > best:
            best, choice, target = value, die, to
    return choice, target


def _raise_worth(board: RingState, moved: int, table: MoveTable) -> float:
    """Return the worth of raising all dice (WH-10)."""
    worth, dice = table
    value = -dice[board.die_positions[moved]][board.pips[moved]]
    for die in DICE:
        if die != moved:
            place, pips = board.die_positions[die], board.pips[die]
            value += worth[place] if pips >= BLAST_PIPS - 1 else dice[place][pips + 1] - dice[place][pips]
    return value


def to_bits(ring: Sequence[str], spades: Sequence[str]) -> int:
    """Return the places of these spades in the ring, as bits."""
    return sum(1 << ring.index(spade) for spade in spades)
