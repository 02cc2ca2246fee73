"""A frame that costs little: what has not changed since the last one is kept as a picture and drawn at once."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from grenade_salad.app.ui.canvas import Canvas, Rect


@dataclass(slots=True)
class KeptFrame:
    """A whole frame, and all that it depends on but for what moves: that is drawn over it again.

    `lies`: around the hole the window shows it already, but for what was drawn `over` it since, in pixels.
    """

    frame: pygame.Surface | None = None
    frame_key: object = None
    last_key: object = None
    lies: bool = False
    over: list[pygame.Rect] = field(default_factory=list)

    def restore(self, canvas: Canvas, key: object, hole: Rect | None = None) -> bool:
        """Draw the kept frame, but for a hole, if it is still right."""
        if key is None or self.frame is None or self.frame_key != key or canvas.recording:
            self.lies, self.over = False, []
            return False
        whole = canvas.surface.get_rect()
        if hole is None:
            canvas.surface.blit(self.frame, whole)
            return True
        box = canvas.box(hole)
        around = (
            pygame.Rect(0, 0, whole.width, box.top),
            pygame.Rect(0, box.bottom, whole.width, whole.height - box.bottom),
            pygame.Rect(0, box.top, box.left, box.height),
            pygame.Rect(box.right, box.top, whole.width - box.right, box.height),
        )
        for part in self.over if self.lies and canvas.untouched else around:
            canvas.surface.blit(self.frame, part, part)
        self.lies, self.over = True, []
        return True

    def keep(self, canvas: Canvas, key: object) -> None:
        """Keep the frame as it was just drawn, if the one before was the same but for what moves: a frame that is
        drawn once and never again costs no copy."""
        again, self.last_key = key is not None and self.last_key == key, key
        if not again:
            return
        self.frame_key = key
        if self.frame is None or self.frame.get_size() != canvas.surface.get_size():
            self.frame = canvas.surface.copy()
        else:
            self.frame.blit(canvas.surface, (0, 0))
