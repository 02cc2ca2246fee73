"""Cache of surfaces, which is limited by their size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame

_PIXEL_BYTES = 4


class SurfaceCache:
    """Surfaces by key; the one that was not used for longest leaves first."""

    def __init__(self, min_limit: int, windows: int) -> None:
        self.min_limit = min_limit
        """Bytes of pixels that may always be cached."""
        self._windows = windows
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._bytes = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._surfaces

    @property
    def limit(self) -> int:
        """Maximum bytes of pixels: `min_limit`, or those of some windows if that is more.

        Everything is larger in a larger window.
        """
        window = pygame.display.get_surface() if pygame.display.get_init() else None
        return self.min_limit if window is None else max(self.min_limit, self._windows * _count_bytes(window))

    def find(self, key: Hashable) -> pygame.Surface | None:
        """Return the surface of a key, or None if it is not cached."""
        cached = self._surfaces.get(key)
        if cached is not None:
            self._surfaces.move_to_end(key)
        return cached

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface of a key, drawn by `make` if it is not cached.

        The surface is shared: do not draw on it.
        """
        cached = self.find(key)
        if cached is not None:
            return cached
        surface = self._surfaces[key] = make()
        self._bytes += _count_bytes(surface)
        while self._bytes > self.limit and len(self._surfaces) > 1:
            self._bytes -= _count_bytes(self._surfaces.popitem(last=False)[1])
        return surface

    def clear(self) -> None:
        """Empty the cache."""
        self._surfaces.clear()
        self._bytes = 0


def _count_bytes(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * _PIXEL_BYTES
