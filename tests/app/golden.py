"""Pictures that were looked at once: what is shown is compared with them, with a tolerance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "pictures"
MEAN, FAR, SHARE = 3.0, 60, 0.01
"""Mean difference of a colour, a difference that is seen, and which share of the picture may differ so."""


def differs(one: pygame.Surface, other: pygame.Surface) -> tuple[float, float]:
    """The mean difference of a colour, and the share of colours that differ so that it is seen."""
    assert one.get_size() == other.get_size()
    total, far = 0, 0
    for a, b in zip(pygame.image.tobytes(one, "RGB"), pygame.image.tobytes(other, "RGB"), strict=True):
        total += abs(a - b)
        far += abs(a - b) > FAR
    count = one.get_width() * one.get_height() * 3
    return total / count, far / count


def looks_as_before(now: pygame.Surface, name: str) -> bool:
    """Whether a picture is like the one that is kept under a name."""
    mean, share = differs(now, pygame.image.load(str(FOLDER / name)).convert())
    return mean < MEAN and share < SHARE


def brightness(picture: pygame.Surface) -> NDArray[np.float64]:
    """Return how bright each point is, from 0 to 255: (width, height)."""
    return pygame.surfarray.array3d(picture).astype(float).mean(axis=2)


def sharpest_edge(picture: pygame.Surface) -> float:
    """Return the largest difference in brightness between a point and its neighbour. Letters need some 50."""
    levels = brightness(picture)
    return max(float(abs(np.diff(levels, axis=axis)).max()) for axis in (0, 1))
