"""What comes before the first window: pygame, and how large it is, as designed or as fits on a smaller desktop."""

from __future__ import annotations

import pygame
from pygame._sdl2 import controller

from grenade_salad.app.ui import pictures

_DESIGN = (1280, 720)
_AROUND = (16, 104)
"""Pixels that a frame, a title bar and a panel of the desktop take: SDL says how large they are only later."""
_SMALLEST = (640, 360)


def begin() -> None:
    """Make pygame ready for a window. Raises pygame.error without a display."""
    pygame.display.init()
    pygame.font.init()
    pygame.joystick.init()
    controller.init()
    pygame.display.set_caption("Grenade Salad")
    if pictures.exists("title/icon.png"):
        pygame.display.set_icon(pictures.picture("title/icon.png", (64, 64)))


def size_for(desktop: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels of the first window on a desktop of these.

    >>> size_for((1920, 1080)), size_for((1280, 720))
    ((1280, 720), (1264, 616))
    """
    wide, high = (
        max(least, min(usual, there - around))
        for least, usual, there, around in zip(_SMALLEST, _DESIGN, desktop, _AROUND, strict=True)
    )
    return wide, high


def size() -> tuple[int, int]:
    """The same for the desktop of this machine. Raises pygame.error without a display."""
    pygame.display.init()
    return size_for(pygame.display.get_desktop_sizes()[0])
