"""How a cover is opened, in words: those of a gamepad only while there is one."""

from __future__ import annotations

import pygame

from grenade_salad.text import Message, m


def pad_is_there() -> bool:
    """Whether a gamepad is plugged in."""
    return pygame.joystick.get_init() and pygame.joystick.get_count() > 0


def opens(key: str, *, by_press: bool) -> Message:
    """How the closed cover of the seat with that key is opened."""
    if by_press:
        if pad_is_there():
            return m("To open the cover, press it, or {key}, Space, or A on a gamepad.", key=key)
        return m("To open the cover, press it, or {key}, or Space.", key=key)
    if pad_is_there():
        return m(
            "To open the cover, press and hold it (mouse or finger), or hold {key}, Space, or A on a gamepad.", key=key
        )
    return m("To open the cover, press and hold it (mouse or finger), or hold {key} or Space.", key=key)
