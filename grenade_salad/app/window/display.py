"""The first window, and what comes before it: pygame, and how large it is, as it was left or the desktop allows."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import pygame
from pygame._sdl2 import controller

from grenade_salad.app.accessibility.screen_reader import BEFORE_WINDOW, Reader
from grenade_salad.app.ui import pictures

_FRAME_SIZE = (16, 104)
"""Pixels that a frame, a title bar and a panel of the desktop take: SDL says how large they are only later."""
_SMALLEST = (640, 360)


def initialize() -> None:
    """Make pygame ready for a window. Raises pygame.error without a display."""
    pygame.display.init()
    pygame.font.init()
    # A desktop may give a window another size than it was asked for: it is taken as it is, see App.fit.
    warnings.filterwarnings("ignore", "Requested window was forcibly resized by the OS", Warning)
    pygame.joystick.init()
    controller.init()
    pygame.display.set_caption("Grenade Salad")
    if pictures.has_bitmap("title/icon.png"):
        pygame.display.set_icon(pictures.load_picture("title/icon.png", (64, 64)))


def size_for(desktop: tuple[int, int], saved: Sequence[int] = ()) -> tuple[int, int]:
    """Width and height in pixels of the first window on a desktop of these; `kept` are those that it had before.

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
    """The same for the desktop of this machine. Raises pygame.error without a display."""
    pygame.display.init()
    return size_for(pygame.display.get_desktop_sizes()[0], saved)


def show_window(window: tuple[int, int], full_screen: bool) -> tuple[pygame.Surface, Reader]:
    """The window, and what reads it aloud: on some systems that must be there before the window is shown."""
    if BEFORE_WINDOW:
        pygame.display.set_mode(window, pygame.HIDDEN)
        reader = Reader()
        return open_window(window, full_screen), reader
    return open_window(window, full_screen), Reader()


def open_window(window: tuple[int, int], full_screen: bool) -> pygame.Surface:
    """A window of this width and height in pixels, or one that fills the screen."""
    if full_screen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    surface = pygame.display.set_mode(window, pygame.RESIZABLE)
    if surface.get_size() != window:
        # Where SDL draws without acceleration, the first call only ends the full screen, and the second one resizes.
        surface = pygame.display.set_mode(window, pygame.RESIZABLE)
    return surface
