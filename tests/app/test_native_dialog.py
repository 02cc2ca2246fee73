"""The box beside a window that is frozen: by keys and clicks. On a real display: tests/plugins/test_frozen.py."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.window import native_dialog

WORDS = "nim of guest-games has not come back for 10 s, and cannot be left. Your match is saved: end the program?"
BUTTONS = ("Wait", "Quit")


def pressed(*events: pygame.event.Event) -> int:
    """What a box answers to them."""
    pygame.display.init()
    pygame.event.clear()
    for event in events:
        pygame.event.post(event)
    return native_dialog.drawn(WORDS, BUTTONS)


def key(code: int) -> pygame.event.Event:
    """A key goes down."""
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
    assert pressed(*map(key, keys)) == answer


def test_a_click_beside_the_buttons_is_none() -> None:
    def click(x: int, y: int) -> pygame.event.Event:
        return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1)

    pressed(key(pygame.K_RETURN))
    surface = pygame.display.get_surface()
    assert surface is not None
    wide, high = surface.get_size()
    assert pressed(click(5, 5), click(wide // 2 + 53, high - 42)) == 1
    assert pressed(click(wide // 2 - 53, high - 42)) == 0


def test_words_that_nobody_would_see_are_no_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(pygame.error, match="nobody sees"):
        native_dialog.ask(WORDS, BUTTONS)
