"""A box beside the program's own window, where that is frozen or gone: the system's, or drawn here where it has none.

SDL's box on X11 is written in fonts of the X server, which a machine of today need not have, in a size of its own.
"""

from __future__ import annotations

import os
import sys

import pygame

from grenade_salad.app.ui import text, theme
from grenade_salad.app.ui.inputs import Command, Key, command

_WIDE, _EDGE, _BUTTON, _GAP = 480, 20, (96, 44), 10
"""The box at 100 %, in pixels: its width, what is left at the edges, a button, and what is left between two."""
_USUAL = 1080
"""The height in pixels of a desktop at 100 %; a larger one makes the box larger."""
_NAME = "Grenade Salad"
_STEPS: dict[Command | None, int] = {"left": -1, "previous": -1, "right": 1, "next": 1}
_SEEN = ("x11", "wayland")
"""Drivers of displays that somebody looks at."""


def ask(words: str, buttons: tuple[str, ...]) -> int:
    """Which button was pressed: the first if the box is closed. Raises `pygame.error` where nothing can be shown."""
    if sys.platform in ("win32", "darwin"):
        return pygame.display.message_box(_NAME, words, "warn", None, buttons, 0, 0)
    # a press that comes with the focus is meant for the box: SDL would drop it
    os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
    pygame.display.init()
    if pygame.display.get_driver() not in _SEEN:
        raise pygame.error("nobody sees this display")
    return drawn(words, buttons)


def drawn(words: str, buttons: tuple[str, ...]) -> int:
    """The box as a window of pygame, which has a display: which button was pressed."""
    pygame.font.init()
    scale = max(1.0, pygame.display.get_desktop_sizes()[0][1] / _USUAL)
    wide, edge, gap, type_ = (round(one * scale) for one in (_WIDE, _EDGE, _GAP, theme.TEXT))
    lines = text.wrapped(words, type_, wide - 2 * edge)
    step = round(type_ * 1.4)
    size = pygame.Vector2(_BUTTON) * scale
    high = round(3 * edge + step * len(lines) + size.y)
    screen = pygame.display.set_mode((wide, high))
    pygame.display.set_caption(_NAME)
    row = pygame.Rect(0, 0, len(buttons) * (size.x + gap) - gap, size.y)
    row.midbottom = wide // 2, high - edge
    places = [pygame.Rect(row.x + n * (size.x + gap), row.y, size.x, size.y) for n in range(len(buttons))]
    focus = 0
    while True:
        screen.fill(theme.PAPER)
        pygame.draw.rect(screen, theme.INK, screen.get_rect(), 2)
        for n, line in enumerate(lines):
            screen.blit(text.rendered(line, type_, theme.INK), (edge, edge + n * step))
        for n, place in enumerate(places):
            pygame.draw.rect(screen, theme.PAPER_SHADE, place, border_radius=edge // 3)
            pygame.draw.rect(screen, theme.INK, place, 3 if n == focus else 1, border_radius=edge // 3)
            word = text.rendered(text.shortened(buttons[n], type_, place.w - gap), type_, theme.INK, bold=True)
            screen.blit(word, word.get_rect(center=place.center))
        pygame.display.flip()
        event = pygame.event.wait()
        if event.type == pygame.MOUSEBUTTONUP and (hit := pygame.Rect(event.pos, (1, 1)).collidelist(places)) >= 0:
            return hit
        said = command(Key(event.key, mod=event.mod)) if event.type == pygame.KEYDOWN else None
        if event.type == pygame.QUIT or said == "back":
            return 0
        if said == "accept":
            return focus
        if said in _STEPS:
            focus = (focus + _STEPS[said]) % len(buttons)
