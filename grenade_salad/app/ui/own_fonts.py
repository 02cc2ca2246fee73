"""Our own fonts, by size in real pixels, and what else is to be forgotten with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from grenade_salad.typefaces import Face as Face
from grenade_salad.typefaces import file as file


@lru_cache(maxsize=64)
def font(pixels: int, face: Face = "text") -> pygame.font.Font:
    """The font whose capitals and descenders fit in about `pixels`."""
    return pygame.font.Font(file(face), max(6, pixels))


def forget() -> None:
    """Empty the caches: fonts do not outlive pygame.quit()."""
    font.cache_clear()
    for call in _also:
        call()


_also: list[Callable[[], None]] = []


def also_forget(call: Callable[[], None]) -> None:
    """Call this too whenever caches are emptied: for what is loaded only if it is needed."""
    _also.append(call)
