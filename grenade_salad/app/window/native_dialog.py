"""A message box for when the window is frozen or gone.

It is the system's, or drawn here where the system has none: SDL's box on X11 needs fonts of the X server that may be
missing, and does not scale.
"""

from __future__ import annotations

import os
import sys

import pygame

from grenade_salad.app.ui import text, theme
from grenade_salad.app.ui.inputs import Command, KeyInput, read_command

_WIDTH, _EDGE, _BUTTON, _GAP = 480, 20, (96, 44), 10
"""Pixels at 100 %: width and margin of the box, size of a button, gap of buttons."""
_BASE_DESKTOP_HEIGHT = 1080
"""Height in pixels of a desktop at 100 %; the box grows with a larger one."""
_LINE_SPACING = 1.4
"""Distance of two lines, as a multiple of the type size."""
_NAME = "Grenade Salad"
_STEPS: dict[Command | None, int] = {"left": -1, "previous": -1, "right": 1, "next": 1}
_VISIBLE_DRIVERS = ("x11", "wayland")
"""Video drivers whose display a person can see."""


def ask(words: str, buttons: tuple[str, ...]) -> int:
    """Ask in a box, and return the index of the button, 0 if the box is closed.

    Raises `pygame.error` if nothing can be shown.
    """
    if sys.platform in ("win32", "darwin"):
        return pygame.display.message_box(_NAME, words, "warn", None, buttons, 0, 0)
    # A press that also gives the box the focus must count: by default SDL drops it.
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
    pygame.display.init()
    if pygame.display.get_driver() not in _VISIBLE_DRIVERS:
        raise pygame.error("nobody sees this display")
    return ask_in_window(words, buttons)


def ask_in_window(words: str, buttons: tuple[str, ...]) -> int:
    """Ask in a window of pygame, and return the index of the pressed button."""
    pygame.font.init()
    scale = max(1.0, pygame.display.get_desktop_sizes()[0][1] / _BASE_DESKTOP_HEIGHT)
    width, edge, gap, type_size = (round(length * scale) for length in (_WIDTH, _EDGE, _GAP, theme.TEXT))
    lines = text.wrap_text(words, type_size, width - 2 * edge)
    line_height = round(type_size * _LINE_SPACING)
    size = pygame.Vector2(_BUTTON) * scale
    height = round(3 * edge + line_height * len(lines) + size.y)
    screen = pygame.display.set_mode((width, height))
    pygame.display.set_caption(_NAME)
    row = pygame.Rect(0, 0, len(buttons) * (size.x + gap) - gap, size.y)
    row.midbottom = width // 2, height - edge
    boxes = [pygame.Rect(row.x + index * (size.x + gap), row.y, size.x, size.y) for index in range(len(buttons))]
    focus = 0
    while True:
        screen.fill(theme.PAPER)
        pygame.draw.rect(screen, theme.INK, screen.get_rect(), 2)
        for index, line in enumerate(lines):
            screen.blit(text.rendered(line, type_size, theme.INK), (edge, edge + index * line_height))
        for index, box in enumerate(boxes):
            pygame.draw.rect(screen, theme.PAPER_SHADE, box, border_radius=edge // 3)
            pygame.draw.rect(screen, theme.INK, box, 3 if index == focus else 1, border_radius=edge // 3)
            label = text.shortened(buttons[index], type_size, box.w - gap)
            surface = text.rendered(label, type_size, theme.INK, "bold")
            screen.blit(surface, surface.get_rect(center=box.center))
        pygame.display.flip()
        event = pygame.event.wait()
        if event.type == pygame.MOUSEBUTTONUP and (hit := pygame.Rect(event.pos, (1, 1)).collidelist(boxes)) >= 0:
            return hit
        pressed = read_command(KeyInput(event.key, mod=event.mod)) if event.type == pygame.KEYDOWN else None
        if event.type == pygame.QUIT or pressed == "back":
            return 0
        if pressed == "accept":
            return focus
        if pressed in _STEPS:
            focus = (focus + _STEPS[pressed]) % len(buttons)
