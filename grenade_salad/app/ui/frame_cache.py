"""Frame cache: the unchanged part of a frame is drawn as one picture."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from grenade_salad.app.ui.canvas import Canvas, Rect


@dataclass(slots=True)
class CachedFrame:
    """A whole frame without what moves: that is drawn over it again."""

    frame: pygame.Surface | None = None
    frame_key: object = None
    """All that the cached frame depends on."""
    last_key: object = None
    """The key of the frame that was drawn last, cached or not."""
    is_on_window: bool = False
    """True if the window shows the frame already, except for the hole and `overdrawn`."""
    overdrawn: list[pygame.Rect] = field(default_factory=list)
    """Boxes, in pixels, that were drawn over since the frame was restored."""

    def restore(self, canvas: Canvas, key: object, hole: Rect | None = None) -> bool:
        """Draw the cached frame, except for a hole; False if it is no longer valid."""
        if key is None or self.frame is None or self.frame_key != key or canvas.is_recording:
            self.is_on_window, self.overdrawn = False, []
            return False
        window_rect = canvas.surface.get_rect()
        if hole is None:
            canvas.surface.blit(self.frame, window_rect)
            return True
        box = canvas.pixel_rect(hole)
        around = (
            pygame.Rect(0, 0, window_rect.width, box.top),
            pygame.Rect(0, box.bottom, window_rect.width, window_rect.height - box.bottom),
            pygame.Rect(0, box.top, box.left, box.height),
            pygame.Rect(box.right, box.top, window_rect.width - box.right, box.height),
        )
        for part in self.overdrawn if self.is_on_window and canvas.is_untouched else around:
            canvas.surface.blit(self.frame, part, part)
        self.is_on_window, self.overdrawn = True, []
        return True

    def store(self, canvas: Canvas, key: object) -> None:
        """Cache the frame that was just drawn, if the previous one had the same key.

        So a frame that is drawn only once costs no copy.
        """
        is_repeated, self.last_key = key is not None and self.last_key == key, key
        if not is_repeated:
            return
        self.frame_key = key
        if self.frame is None or self.frame.get_size() != canvas.surface.get_size():
            self.frame = canvas.surface.copy()
        else:
            self.frame.blit(canvas.surface, (0, 0))
