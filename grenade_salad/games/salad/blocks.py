"""Wooden blocks on the table, a house rule (GS-35), and how chance lays them.

Lengths are in mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, pi, radians
from random import Random

from grenade_salad.core import Reason
from grenade_salad.games.physics.rectangle import rectangle_corners, rectangle_separation
from grenade_salad.games.salad.geometry import point_rectangle_distance
from grenade_salad.games.salad.pieces import BLOCK_SIDES, MAX_BLOCKS, Block, Measures
from grenade_salad.games.salad.placement import TOLERANCE
from grenade_salad.games.salad.reasons import WrongBlock
from grenade_salad.text import Length, Message, m

MAX_TRIES = 1_000
"""Number of places that are tried for a block before it is left out."""
_LONG_SIDE, _SHORT_SIDE = (40, 120), (10, 40)
"""The sides of a block that chance draws, in whole mm."""
# Translators: which way a block lies on the table, whose upper edge is north
_DIRECTIONS = (
    m("from west to east"),
    m("from south-west to north-east"),
    m("from north to south"),
    m("from north-west to south-east"),
)


def why_not_blocks(measures: Measures, blocks: Sequence[Block], max_blocks: int = MAX_BLOCKS) -> Reason | None:
    """Return why these blocks cannot be on the table, or None.

    The tolerance is 0.05 mm, as for soldiers.
    """
    if len(blocks) > max_blocks:
        return WrongBlock(
            m(
                "{n} block is too many: at most {most}",
                "{n} blocks are too many: at most {most}",
                n=len(blocks),
                most=max_blocks,
            )
        )
    for index, block in enumerate(blocks):
        if reason := _why_not_block(measures, block, index + 1) or _why_not_apart(block, blocks[:index]):
            return reason
    return None


def _why_not_apart(block: Block, earlier: Sequence[Block]) -> Reason | None:
    for index, earlier_block in enumerate(earlier):
        if rectangle_separation(block, block.half, earlier_block, earlier_block.half) < -TOLERANCE:
            return WrongBlock(m("blocks {one} and {other} overlap", one=index + 1, other=len(earlier) + 1))
    return None


def _why_not_block(measures: Measures, block: Block, position: int) -> Reason | None:
    min_side, max_side = BLOCK_SIDES
    if not all(isfinite(value) for value in (block.x, block.y, block.angle)):
        return WrongBlock(m("block {number} does not lie at a place on the table", number=position))
    # The condition is not for "outside", so that NaN is refused as well.
    if not (min_side <= block.width <= max_side and min_side <= block.height <= max_side):
        return WrongBlock(
            m(
                "the sides of block {number} must be between {low:g} and {high:g} mm",
                number=position,
                low=min_side,
                high=max_side,
            )
        )
    width, height = measures.table
    if any(max(-x, -y, x - width, y - height) > TOLERANCE for x, y in rectangle_corners(block, block.half)):
        return WrongBlock(m("a part of block {number} is not on the table", number=position))
    if point_rectangle_distance((width / 2, height / 2), block, block.half) < measures.tile - TOLERANCE:
        return WrongBlock(
            m(
                "block {number} is too near to the middle of the table: {tile:g} mm around it stay free",
                number=position,
                tile=measures.tile,
            )
        )
    return None


def describe_blocks(blocks: Sequence[Block]) -> tuple[Message, ...]:
    """Describe each block, with its longer side first: its place and its direction.

    >>> from grenade_salad.text import say
    >>> say(describe_blocks([Block(260.0, 328.0, 16.0, 86.0, 0.2)])[0])
    'Block 1: 86 by 16 mm, from north to south, 260 mm from the west edge, 328 mm from the south edge'
    """
    return tuple(_describe_block(block, position) for position, block in enumerate(blocks, 1))


def _describe_block(block: Block, position: int) -> Message:
    turned = block.angle if block.width >= block.height else block.angle + pi / 2
    # Translators: for those who hear the table; {way} is "from west to east" or the like, of the block's longer side
    return m(
        "Block {number}: {long:.0f} by {wide:.0f} mm, {way}, {x} from the west edge, {y} from the south edge",
        number=position,
        long=max(block.width, block.height),
        wide=min(block.width, block.height),
        way=_DIRECTIONS[round(turned / (pi / 4)) % 4],
        x=Length(round(block.x)),
        y=Length(round(block.y)),
    )


def lay_blocks(measures: Measures, count: int, rng: Random) -> tuple[Block, ...]:
    """Return `count` blocks at free places; those that find none are left out."""
    laid: list[Block] = []
    for _ in range(count):
        tries = (_random_block(measures, rng) for _ in range(MAX_TRIES))
        free = (block for block in tries if not (_why_not_block(measures, block, 0) or _why_not_apart(block, laid)))
        placed = next(free, None)
        if placed is not None:
            laid.append(placed)
    return tuple(laid)


def _random_block(measures: Measures, rng: Random) -> Block:
    width, height = measures.table
    return Block(
        float(rng.randint(0, int(width))),
        float(rng.randint(0, int(height))),
        float(rng.randint(*_LONG_SIDE)),
        float(rng.randint(*_SHORT_SIDE)),
        radians(rng.randrange(180)),
    )
