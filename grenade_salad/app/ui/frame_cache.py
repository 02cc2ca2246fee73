"""A frame that costs little: what has not changed since the last one is kept as a picture and drawn at once."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from grenade_salad.app.ui.canvas import Canvas, Rect


@dataclass(slots=True)
class CachedFrame:
    """A whole frame, and all that it depends on but for what moves: that is drawn over it again.

    `lies`: around the hole the window shows it already, but for what was drawn `over` it since, in pixels.
    """

    frame: pygame.Surface | None = None
    frame_key: object = None
    last_key: object = None
    is_on_window: bool = False
    overdrawn: list[pygame.Rect] = field(default_factory=list)

    def restore(self, canvas: Canvas, key: object, hole: Rect | None = None) -> bool:
        """Draw the kept frame, but for a hole, if it is still right."""
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
        for part in self.overdrawn if self.is_on_window and canvas.untouched else around:
            canvas.surface.blit(self.frame, part, part)
        self.is_on_window, self.overdrawn = True, []
        return True

    def store(self, canvas: Canvas, key: object) -> None:
        """Keep the frame as it was just drawn, if the one before was the same but for what moves: a frame that is
        drawn once and never again costs no copy."""
        is_repeated, self.last_key = key is not None and self.last_key == key, key
        if not is_repeated:
            return
        self.frame_key = key
        if self.frame is None or self.frame.get_size() != canvas.surface.get_size():
            self.frame = canvas.surface.copy()
        else:
            self.frame.blit(canvas.surface, (0, 0))
