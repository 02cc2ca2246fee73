"""The native dialog beside a frozen window, by keys and clicks.

On a real display: tests/plugins/test_frozen.py.
"""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.window import native_dialog

WORDS = "nim of guest-games has not come back for 10 s, and cannot be left. Your match is saved: end the program?"
BUTTONS = ("Wait", "Quit")


def answer_to(*events: pygame.event.Event) -> int:
    """Return the dialog's answer to the events."""
    pygame.display.init()
    pygame.event.clear()
    for event in events:
        pygame.event.post(event)
    return native_dialog.ask_in_window(WORDS, BUTTONS)


def key(code: int) -> pygame.event.Event:
    """Return an event for a key that is pressed down."""
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=0)


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        ([pygame.K_RETURN], 0),
        ([pygame.K_TAB, pygame.K_RETURN], 1),
        ([pygame.K_RIGHT, pygame.K_SPACE], 1),
        ([pygame.K_RIGHT, pygame.K_LEFT, pygame.K_KP_ENTER], 0),
        ([pygame.K_RIGHT, pygame.K_ESCAPE], 0),
    ],
)
def test_keys_choose_a_button(keys: list[int], answer: int) -> None:
    assert answer_to(*map(key, keys)) == answer


def test_click_beside_the_buttons_does_nothing() -> None:
    def click(x: int, y: int) -> pygame.event.Event:
        return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1)

    answer_to(key(pygame.K_RETURN))
    surface = pygame.display.get_surface()
    assert surface is not None
    width, height = surface.get_size()
    assert answer_to(click(5, 5), click(width // 2 + 53, height - 42)) == 1
    assert answer_to(click(width // 2 - 53, height - 42)) == 0


def test_invisible_dialog_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(pygame.error, match="nobody sees"):
        native_dialog.ask(WORDS, BUTTONS)
