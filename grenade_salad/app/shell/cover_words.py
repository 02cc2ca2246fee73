"""Instructions to open and close a cover. Gamepads only appear if one is there."""

from __future__ import annotations

import pygame

from grenade_salad.text import Message, m


def has_gamepad() -> bool:
    """True if a gamepad is plugged in."""
    return pygame.joystick.get_init() and pygame.joystick.get_count() > 0


def opening_words(key: str, *, by_press: bool) -> Message:
    """Return how to open the closed cover of the seat with that key."""
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
    """Return how to close a cover that a press opened.

    With `picks`, it also says how to choose.
    """
    if not picks:
        return m("Do the same again to close the cover.")
    if has_gamepad():
        return m(
            "Do the same again to close the cover. To choose, click, or use the arrows and Enter, or X on a gamepad."
        )
    return m("Do the same again to close the cover. To choose, click, or use the arrows and Enter.")


def closing_words(*, picks: bool, short: bool = False) -> Message:
    """Return how to close a cover that is held open."""
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
