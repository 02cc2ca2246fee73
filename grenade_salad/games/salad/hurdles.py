"""Cubes of a film that would run through a block jump over it (GS-35), as high as they must and as late as they can."""

from __future__ import annotations

import numpy as np

from grenade_salad.games.salad import arrays
from grenade_salad.games.salad.arrays import Floats
from grenade_salad.games.salad.pieces import BLOCKS_RISE, Measures
from grenade_salad.games.salad.ways import FPS, GRAVITY

_EDGE = 1.0
"""mm from a block's side inwards on which a cube is lifted to the block's top: whoever only touches it is not."""


def over(measures: Measures, places: Floats, headings: Floats) -> Floats:
    """How high all are in each frame (frames, n), in mm: as in `places` (frames, n, 3), but not inside a block.

    Before and after a block a cube flies as gravity has it; in the last frame it lies as it lay.
    """
    high = places[..., 2].copy()
    if not measures.blocks or not high.size:
        return high
    angles = np.tile(headings, len(places))
    apart = arrays.beside_blocks(places[..., :2].reshape(-1, 2), angles, measures.blocks, measures.cube)
    top = BLOCKS_RISE * np.clip(-apart.min(axis=1) / _EDGE, 0.0, 1.0).reshape(high.shape)
    top[high < 0] = 0.0
    least = top.copy()
    for frames in range(1, int(FPS * np.sqrt(2 * BLOCKS_RISE / GRAVITY)) + 1):
        fallen = top - GRAVITY / 2 * (frames / FPS) ** 2
        np.maximum(least[frames:], fallen[:-frames], out=least[frames:])
        np.maximum(least[:-frames], fallen[frames:], out=least[:-frames])
    made: Floats = np.maximum(high, least)
    made[-1] = high[-1]
    return made
