"""Comparison with pictures that a person has checked, with a tolerance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "pictures"
MAX_MEAN, VISIBLE, MAX_SHARE = 3.0, 60, 0.01
"""Limits of a colour's mean difference and of the share that differs visibly.

`VISIBLE` is the smallest difference of a colour that can be seen.
"""


def measure_difference(first: pygame.Surface, second: pygame.Surface) -> tuple[float, float]:
    """Return the mean difference of a colour, and the share that differs visibly."""
    assert first.get_size() == second.get_size()
    total, visible = 0, 0
    for a, b in zip(pygame.image.tobytes(first, "RGB"), pygame.image.tobytes(second, "RGB"), strict=True):
        total += abs(a - b)
        visible += abs(a - b) > VISIBLE
    count = first.get_width() * first.get_height() * 3
    return total / count, visible / count


def looks_unchanged(picture: pygame.Surface, name: str) -> bool:
    """True if a picture is like the one that is saved under a name."""
    mean, share = measure_difference(picture, pygame.image.load(str(FOLDER / name)).convert())
    return mean < MAX_MEAN and share < MAX_SHARE


def brightness(picture: pygame.Surface) -> NDArray[np.float64]:
    """Return how bright each point is, from 0 to 255: (width, height)."""
    return pygame.surfarray.array3d(picture).astype(float).mean(axis=2)


def sharpest_edge(picture: pygame.Surface) -> float:
    """Return the largest brightness difference of neighbouring points.

    Letters need about 50.
    """
    levels = brightness(picture)
    return max(float(abs(np.diff(levels, axis=axis)).max()) for axis in (0, 1))
