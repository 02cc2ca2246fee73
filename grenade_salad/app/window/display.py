"""The first window, whose size is restored or fits the desktop."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import pygame
from pygame._sdl2 import controller

from grenade_salad.app.accessibility.screen_reader import BEFORE_WINDOW, Reader
from grenade_salad.app.ui import pictures

_FRAME_SIZE = (16, 104)
"""Pixels for frame, title bar and a desktop panel, which SDL tells only later."""
_SMALLEST = (640, 360)
"""Minimum size in pixels of the first window."""


def initialize() -> None:
    """Prepare pygame for a window. Raises pygame.error without a display."""
    pygame.display.init()
    pygame.font.init()
    # A desktop may give a window another size than requested, which App.fit accepts.
    warnings.filterwarnings("ignore", "Requested window was forcibly resized by the OS", Warning)
    pygame.joystick.init()
    controller.init()
    pygame.display.set_caption("Grenade Salad")
    if pictures.has_bitmap("title/icon.png"):
        pygame.display.set_icon(pictures.load_picture("title/icon.png", (64, 64)))


def size_for(desktop: tuple[int, int], saved: Sequence[int] = ()) -> tuple[int, int]:
    """Return the size in pixels of the first window on a desktop of that size.

    `saved` is the size that the window had before.

    >>> size_for((1920, 1080)), size_for((1920, 1080), (1000, 700)), size_for((1280, 720), (1904, 976))
    ((1904, 976), (1000, 700), (1264, 616))
    """
    wanted = saved if len(saved) == len(desktop) else desktop
    width, height = (
        max(minimum, min(side, available - frame))
        for minimum, side, available, frame in zip(_SMALLEST, wanted, desktop, _FRAME_SIZE, strict=True)
    )
    return width, height


def window_size(saved: Sequence[int] = ()) -> tuple[int, int]:
    """Return the size of the first window on this desktop.

    Raises pygame.error without a display.
    """
    pygame.display.init()
    return size_for(pygame.display.get_desktop_sizes()[0], saved)


def show_window(window: tuple[int, int], full_screen: bool) -> tuple[pygame.Surface, Reader]:
    """Show the window, and return it with its screen reader.

    On some systems the screen reader must exist before the window is shown.
    """
    if BEFORE_WINDOW:
        pygame.display.set_mode(window, pygame.HIDDEN)
        reader = Reader()
        return open_window(window, full_screen), reader
    return open_window(window, full_screen), Reader()


def open_window(window: tuple[int, int], full_screen: bool) -> pygame.Surface:
    """Open a window of that size in pixels, or one that fills the screen."""
    if full_screen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    surface = pygame.display.set_mode(window, pygame.RESIZABLE)
    if surface.get_size() != window:
        # Without acceleration, SDL's first call only leaves the full screen, and the second one resizes.
        surface = pygame.display.set_mode(window, pygame.RESIZABLE)
    return surface
