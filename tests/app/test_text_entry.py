"""Text is written with real events: letters, the cursor, and what must not be taken for a hot key."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.shell.app import App
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.widgets import Button
from tests.app.conftest import click, key, pad, write


@pytest.fixture
def entry(app: App, every_frame: None) -> TextEntry:
    scene = Scene(app)
    made = TextEntry("Ann", lambda _: None, Rect(100, 100, 160, 44), most=12, suggestions=("Bo", "Cy"))
    scene.widgets.add(made)
    scene.widgets.add(Button("Below", lambda: None, Rect(100, 200, 160, 44)))
    app.push(scene)
    app.frame()
    return made


def test_letters_go_where_the_cursor_is(app: App, entry: TextEntry) -> None:
    write(app, "e")
    key(app, pygame.K_LEFT, pygame.K_LEFT)
    write(app, "ä")
    assert entry.value == "Anäne"
    key(app, pygame.K_BACKSPACE, pygame.K_DELETE)
    assert entry.value == "Ane"
    key(app, pygame.K_HOME)
    write(app, "Jo")
    key(app, pygame.K_END)
    write(app, "!")
    assert entry.value == "JoAne!"


def test_space_writes_and_presses_nothing(app: App, entry: TextEntry) -> None:
    key(app, pygame.K_SPACE)
    write(app, " ")
    assert entry.value == "Ann "
    assert app.scene.widgets.focus is entry


def test_it_is_never_longer_than_allowed_and_holds_only_what_can_be_seen(app: App, entry: TextEntry) -> None:
    write(app, "\x00\x07\n" + "w" * 30)
    assert entry.value == "Ann" + "w" * 9
    assert app.messages.words == ["There is room for 12 letters."]
    app.draw()
    key(app, *[pygame.K_BACKSPACE] * 20)
    assert entry.value == ""


def test_arrows_leave_it_at_its_ends(app: App, entry: TextEntry) -> None:
    key(app, pygame.K_DOWN)
    assert app.scene.widgets.focus is not entry
    key(app, pygame.K_UP)
    assert app.scene.widgets.focus is entry


def test_a_click_puts_the_cursor_between_letters(app: App, entry: TextEntry) -> None:
    click(app, (102, 122))
    write(app, "J")
    assert entry.value == "JAnn"
    click(app, (255, 122))
    write(app, "x")
    assert entry.value == "JAnnx"


def test_the_pad_needs_no_keyboard(app: App, entry: TextEntry) -> None:
    pad(app, pygame.CONTROLLER_BUTTON_A)
    assert entry.value == "Bo"
    pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_A)
    assert entry.value == "Bo"


def test_a_right_to_left_or_odd_name_does_no_harm(app: App, entry: TextEntry) -> None:
    for name in ("שלום", "👩‍👩‍👧", "<b>&amp;", "​"):
        key(app, *[pygame.K_BACKSPACE] * 14)
        write(app, name)
        app.draw()
        assert len(entry.value) <= 12


def test_the_cursor_goes_over_whole_letters(app: App, entry: TextEntry) -> None:
    family = "👩\u200d👩\u200d👧"
    key(app, *[pygame.K_BACKSPACE] * 4)
    write(app, f"a{family}b")
    key(app, pygame.K_LEFT, pygame.K_LEFT)
    write(app, "!")
    assert entry.value == f"a!{family}b"
    key(app, pygame.K_DELETE)
    assert entry.value == "a!b"
    write(app, "e")
    write(app, "\u0301")
    assert entry.value == "a!éb"
    key(app, pygame.K_BACKSPACE)
    assert entry.value == "a!b"


def test_what_cannot_be_seen_is_not_written_but_for_a_joiner_that_joins(app: App, entry: TextEntry) -> None:
    key(app, *[pygame.K_BACKSPACE] * 4)
    for letter in ("\u202e", "\u200b", "\u200d", "A", "\u2060", "n\ufe0f"):
        write(app, letter)
    assert entry.value == "An"
    key(app, *[pygame.K_BACKSPACE] * 4)
    for letter in "می\u200cخواهم":
        write(app, letter)
    assert entry.value == "می\u200cخواهم"


def test_a_long_letter_that_has_no_room_is_left_out_as_a_whole(app: App, entry: TextEntry) -> None:
    write(app, "wwwwwww👩\u200d👩\u200d👧")
    assert entry.value == "Annwwwwwww"


def test_from_right_to_left_the_cursor_stands_at_the_left_end(app: App, entry: TextEntry) -> None:
    key(app, *[pygame.K_BACKSPACE] * 4)
    write(app, "محمد")
    app.draw()
    click(app, (254, 122))
    write(app, "!")
    assert entry.value == "!محمد"


def test_a_double_click_marks_all_and_the_next_letter_stands_in_its_place(
    app: App, entry: TextEntry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: 10_000)
    for _ in range(2):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=(120, 122), button=1, touch=False))
    app.frame()
    write(app, "P")
    write(app, "ia")
    assert entry.value == "Pia"
    click(app, (120, 122))
    click(app, (250, 122))
    write(app, "!")
    assert entry.value == "Pia!", "two clicks at two places only move the cursor"


def test_ctrl_a_marks_all_and_a_key_that_moves_or_deletes_does_so(app: App, entry: TextEntry) -> None:
    key(app, pygame.K_a, mod=pygame.KMOD_LCTRL)
    key(app, pygame.K_LEFT)
    write(app, "J")
    assert entry.value == "JAnn"
    key(app, pygame.K_a, mod=pygame.KMOD_LCTRL)
    key(app, pygame.K_BACKSPACE)
    assert entry.value == ""
    assert app.scene.widgets.focus is entry
    key(app, pygame.K_a, mod=pygame.KMOD_LCTRL)
    write(app, "Bo")
    assert entry.value == "Bo"
