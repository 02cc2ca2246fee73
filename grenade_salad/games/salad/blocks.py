"""Wooden blocks on the table, a house rule (GS-35): which can lie there, and how luck lays them. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, pi, radians
from random import Random

from grenade_salad.core import Reason
from grenade_salad.games.salad.geometry import apart, outline, point_to_rectangle
from grenade_salad.games.salad.pieces import BLOCK_SIDES, MOST_BLOCKS, Block, Measures
from grenade_salad.games.salad.placement import TOLERANCE
from grenade_salad.games.salad.reasons import WrongBlock
from grenade_salad.text import Length, Message, m

TRIES = 1_000
"""After so many places that are not free a block is left out."""
_LONG, _SHORT = (40, 120), (10, 40)
"""The sides that luck gives a block, in whole mm."""
# Translators: which way a block lies on the table, whose upper edge is north
_WAYS = (
    m("from west to east"),
    m("from south-west to north-east"),
    m("from north to south"),
    m("from north-west to south-east"),
)


def why_not_blocks(measures: Measures, blocks: Sequence[Block], most: int = MOST_BLOCKS) -> Reason | None:
    """Why these blocks cannot lie on the table (to 0.05 mm, as soldiers)."""
    if len(blocks) > most:
        return WrongBlock(
            m(
                "{n} block is too many: at most {most}",
                "{n} blocks are too many: at most {most}",
                n=len(blocks),
                most=most,
            )
        )
    for number, block in enumerate(blocks):
        if reason := _why_not_block(measures, block, number + 1) or _why_not_beside(block, blocks[:number]):
            return reason
    return None


def _why_not_beside(block: Block, before: Sequence[Block]) -> Reason | None:
    for number, other in enumerate(before):
        if apart(block, block.half, other, other.half) < -TOLERANCE:
            return WrongBlock(m("blocks {one} and {other} overlap", one=number + 1, other=len(before) + 1))
    return None


def _why_not_block(measures: Measures, block: Block, number: int) -> Reason | None:
    low, high = BLOCK_SIDES
    if not all(isfinite(value) for value in (block.x, block.y, block.angle)):
        return WrongBlock(m("block {number} does not lie at a place on the table", number=number))
    # Not "outside", so that what is no number is refused as well.
    if not (low <= block.width <= high and low <= block.height <= high):
        return WrongBlock(
            m("the sides of block {number} must be between {low:g} and {high:g} mm", number=number, low=low, high=high)
        )
    wide, deep = measures.table
    if any(max(-x, -y, x - wide, y - deep) > TOLERANCE for x, y in outline(block, block.half)):
        return WrongBlock(m("a part of block {number} is not on the table", number=number))
    if point_to_rectangle((wide / 2, deep / 2), block, block.half) < measures.tile - TOLERANCE:
        return WrongBlock(
            m(
                "block {number} is too near to the middle of the table: {tile:g} mm around it stay free",
                number=number,
                tile=measures.tile,
            )
        )
    return None


def told(blocks: Sequence[Block]) -> tuple[Message, ...]:
    """Each block in words, with its longer side first: where it lies, and which way.

    >>> from grenade_salad.text import say
    >>> say(told([Block(260.0, 328.0, 16.0, 86.0, 0.2)])[0])
    'Block 1: 86 by 16 mm, from north to south, 260 mm from the west edge, 328 mm from the south edge'
    """
    return tuple(_told(block, number) for number, block in enumerate(blocks, 1))


def _told(block: Block, number: int) -> Message:
    turned = block.angle if block.width >= block.height else block.angle + pi / 2
    # Translators: for those who hear the table; {way} is "from west to east" or the like, of the block's longer side
    return m(
        "Block {number}: {long:.0f} by {wide:.0f} mm, {way}, {x} from the west edge, {y} from the south edge",
        number=number,
        long=max(block.width, block.height),
        wide=min(block.width, block.height),
        way=_WAYS[round(turned / (pi / 4)) % 4],
        x=Length(round(block.x)),
        y=Length(round(block.y)),
    )


def lay(measures: Measures, number: int, rng: Random) -> tuple[Block, ...]:
    """So many blocks, each where there is place for it; those that find none are left out."""
    laid: list[Block] = []
    for _ in range(number):
        tries = (_anywhere(measures, rng) for _ in range(TRIES))
        free = (block for block in tries if not (_why_not_block(measures, block, 0) or _why_not_beside(block, laid)))
        found = next(free, None)
        if found is not None:
            laid.append(found)
    return tuple(laid)


def _anywhere(measures: Measures, rng: Random) -> Block:
    wide, high = measures.table
    return Block(
        float(rng.randint(0, int(wide))),
        float(rng.randint(0, int(high))),
        float(rng.randint(*_LONG)),
        float(rng.randint(*_SHORT)),
        radians(rng.randrange(180)),
    )
