"""How a cover is opened and closed, in words: those of a gamepad only while there is one."""

from __future__ import annotations

import pygame

from grenade_salad.text import Message, m


def has_gamepad() -> bool:
    """Whether a gamepad is plugged in."""
    return pygame.joystick.get_init() and pygame.joystick.get_count() > 0


def opening_words(key: str, *, by_press: bool) -> Message:
    """How the closed cover of the seat with that key is opened."""
    if by_press:
        if has_gamepad():
            return m("To open the cover, press it, or {key}, Space, or A on a gamepad.", key=key)
        return m("To open the cover, press it, or {key}, or Space.", key=key)
    if has_gamepad():
        return m(
            "To open the cover, press and hold it (mouse or finger), or hold {key}, Space, or A on a gamepad.", key=key
        )
    return m("To open the cover, press and hold it (mouse or finger), or hold {key} or Space.", key=key)


def closing_words_by_press(*, picks: bool) -> Message:
    """How the open cover is closed, where a press opened it; with `picks` something can be chosen."""
    if not picks:
        return m("Do the same again to close the cover.")
    if has_gamepad():
        return m(
            "Do the same again to close the cover. To choose, click, or use the arrows and Enter, or X on a gamepad."
        )
    return m("Do the same again to close the cover. To choose, click, or use the arrows and Enter.")


def closing_words(*, picks: bool, short: bool = False) -> Message:
    """How the open cover is closed that is held."""
    if not picks:
        return m("Let go to close the cover.")
    has_pad = has_gamepad()
    if short:
        if has_pad:
            return m("Let go to close the cover. To choose, slide onto a card, or press Enter, or X on a gamepad.")
        return m("Let go to close the cover. To choose, slide onto a card, or press Enter.")
    if has_pad:
        return m(
            "Let go to close the cover. To choose, slide onto your choice and let go, or use the arrows and Enter, or "
            "X on a gamepad."
        )
    return m("Let go to close the cover. To choose, slide onto your choice and let go, or use the arrows and Enter.")
