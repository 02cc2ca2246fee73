"""Text is typed with real events: letters, the cursor, and no hot keys."""

from __future__ import annotations

from functools import partial
from time import process_time

import pygame
import pytest

from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from tests.app.conftest import click, post, post_key, press_keys, press_pad, run_frames, type_text


@pytest.fixture
def entry(app: App, every_frame: None) -> TextEntry:
    scene = Scene(app)
    text_entry = TextEntry("Ann", lambda _: None, Rect(100, 100, 160, 44), max_letters=12, suggestions=("Bo", "Cy"))
    scene.widgets.add(text_entry)
    scene.widgets.add(Button("Below", lambda: None, Rect(100, 200, 160, 44)))
    app.push(scene)
    app.frame()
    return text_entry


def test_letters_are_inserted_at_cursor(app: App, entry: TextEntry) -> None:
    type_text(app, "e")
    press_keys(app, pygame.K_LEFT, pygame.K_LEFT)
    type_text(app, "ä")
    assert entry.value == "Anäne"
    press_keys(app, pygame.K_BACKSPACE, pygame.K_DELETE)
    assert entry.value == "Ane"
    press_keys(app, pygame.K_HOME)
    type_text(app, "Jo")
    press_keys(app, pygame.K_END)
    type_text(app, "!")
    assert entry.value == "JoAne!"


def test_space_is_typed_and_presses_nothing(app: App, entry: TextEntry) -> None:
    press_keys(app, pygame.K_SPACE)
    type_text(app, " ")
    assert entry.value == "Ann "
    assert app.scene.widgets.focus is entry


def test_text_is_limited_to_visible_letters_that_fit(app: App, entry: TextEntry) -> None:
    type_text(app, "\x00\x07\n" + "w" * 30)
    assert entry.value == "Ann" + "w" * 9
    assert app.messages.texts == ["There is room for 12 letters."]
    app.draw()
    press_keys(app, *[pygame.K_BACKSPACE] * 20)
    assert entry.value == ""


def test_arrows_leave_field_at_its_ends(app: App, entry: TextEntry) -> None:
    press_keys(app, pygame.K_DOWN)
    assert app.scene.widgets.focus is not entry
    press_keys(app, pygame.K_UP)
    assert app.scene.widgets.focus is entry


def test_click_moves_cursor_between_letters(app: App, entry: TextEntry) -> None:
    click(app, (102, 122))
    type_text(app, "J")
    assert entry.value == "JAnn"
    click(app, (255, 122))
    type_text(app, "x")
    assert entry.value == "JAnnx"


def test_gamepad_needs_no_keyboard(app: App, entry: TextEntry) -> None:
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    assert entry.value == "Bo"
    press_pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_A)
    assert entry.value == "Bo"


def test_right_to_left_or_odd_name_does_no_harm(app: App, entry: TextEntry) -> None:
    for name in ("שלום", "👩‍👩‍👧", "<b>&amp;", "​"):
        press_keys(app, *[pygame.K_BACKSPACE] * 14)
        type_text(app, name)
        app.draw()
        assert len(entry.value) <= 12


def test_cursor_moves_over_whole_letters(app: App, entry: TextEntry) -> None:
    family = "👩\u200d👩\u200d👧"
    press_keys(app, *[pygame.K_BACKSPACE] * 4)
    type_text(app, f"a{family}b")
    press_keys(app, pygame.K_LEFT, pygame.K_LEFT)
    type_text(app, "!")
    assert entry.value == f"a!{family}b"
    press_keys(app, pygame.K_DELETE)
    assert entry.value == "a!b"
    type_text(app, "e")
    type_text(app, "\u0301")
    assert entry.value == "a!éb"
    press_keys(app, pygame.K_BACKSPACE)
    assert entry.value == "a!b"


def test_invisible_letters_are_left_out_except_joiners_that_join(app: App, entry: TextEntry) -> None:
    press_keys(app, *[pygame.K_BACKSPACE] * 4)
    for letter in ("\u202e", "\u200b", "\u200d", "A", "\u2060", "n\ufe0f"):
        type_text(app, letter)
    assert entry.value == "An"
    press_keys(app, *[pygame.K_BACKSPACE] * 4)
    for letter in "می\u200cخواهم":
        type_text(app, letter)
    assert entry.value == "می\u200cخواهم"


def test_long_letter_without_space_is_left_out_as_a_whole(app: App, entry: TextEntry) -> None:
    type_text(app, "wwwwwww👩\u200d👩\u200d👧")
    assert entry.value == "Annwwwwwww"


def test_cursor_is_at_left_end_of_right_to_left_text(app: App, entry: TextEntry) -> None:
    press_keys(app, *[pygame.K_BACKSPACE] * 4)
    type_text(app, "محمد")
    app.draw()
    click(app, (254, 122))
    type_text(app, "!")
    assert entry.value == "!محمد"


def test_double_click_marks_all_and_next_letter_replaces_it(
    app: App, entry: TextEntry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: 10_000)
    for _ in range(2):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=(120, 122), button=1, touch=False))
    app.frame()
    type_text(app, "P")
    type_text(app, "ia")
    assert entry.value == "Pia"
    click(app, (120, 122))
    click(app, (250, 122))
    type_text(app, "!")
    assert entry.value == "Pia!", "two clicks at two places only move the cursor"


def test_ctrl_a_marks_all_for_keys_that_move_or_delete(app: App, entry: TextEntry) -> None:
    press_keys(app, pygame.K_a, mod=pygame.KMOD_LCTRL)
    press_keys(app, pygame.K_LEFT)
    type_text(app, "J")
    assert entry.value == "JAnn"
    press_keys(app, pygame.K_a, mod=pygame.KMOD_LCTRL)
    press_keys(app, pygame.K_BACKSPACE)
    assert entry.value == ""
    assert app.scene.widgets.focus is entry
    press_keys(app, pygame.K_a, mod=pygame.KMOD_LCTRL)
    type_text(app, "Bo")
    assert entry.value == "Bo"


def test_typing_replaces_marked_text_and_shift_alone_keeps_it_marked(app: App, entry: TextEntry) -> None:
    press_keys(app, pygame.K_a, mod=pygame.KMOD_LCTRL)
    press_keys(app, pygame.K_LSHIFT, pygame.K_LCTRL, pygame.K_CAPSLOCK)
    assert entry.is_marked
    type_text(app, "Bo")
    assert entry.value == "Bo"


def test_left_field_is_no_longer_marked(app: App, entry: TextEntry) -> None:
    press_keys(app, pygame.K_a, mod=pygame.KMOD_LCTRL)
    press_keys(app, pygame.K_TAB, pygame.K_TAB)
    type_text(app, "b")
    assert entry.value == "Annb"


def test_nothing_is_typed_while_ctrl_is_held(app: App, entry: TextEntry) -> None:
    post_key(pygame.KEYDOWN, pygame.K_LCTRL, pygame.KMOD_LCTRL)
    post_key(pygame.KEYDOWN, ord("м"), pygame.KMOD_LCTRL, "м", scancode=25)
    post(app, pygame.TEXTINPUT, text="м")
    post_key(pygame.KEYUP, pygame.K_LCTRL)
    post_key(pygame.KEYUP, ord("м"), 0, "м", scancode=25)
    app.frame()
    assert entry.value == "Ann"
    type_text(app, "м")
    assert entry.value == "Annм"


def test_altgr_types_though_some_systems_count_it_as_ctrl(app: App, entry: TextEntry) -> None:
    altgr = pygame.KMOD_LCTRL | pygame.KMOD_RALT
    for letter, sign in (("a", "ą"), ("x", "ź"), ("v", "„")):
        post_key(pygame.KEYDOWN, ord(letter), altgr, sign)
        post(app, pygame.TEXTINPUT, text=sign)
        post_key(pygame.KEYUP, ord(letter), 0)
    assert entry.value == "Anną\u017a„"


@pytest.mark.parametrize(
    ("code", "scancode"), [(ord("ф"), 4), (ord("α"), 4), (ord("ש"), 4), (ord("ش"), 4), (ord("ฟ"), 4)]
)
def test_ctrl_a_marks_all_on_layouts_without_latin_letters(
    app: App, entry: TextEntry, code: int, scancode: int
) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        post_key(kind, code, pygame.KMOD_LCTRL, chr(code), scancode)
    post_key(pygame.KEYUP, pygame.K_LCTRL)
    app.frame()
    assert entry.is_marked


def test_composed_text_is_drawn_and_typed_when_it_is_done(app: App, entry: TextEntry) -> None:
    press_keys(app, pygame.K_LEFT)
    for text in ("n", "ni", "niha"):
        post(app, pygame.TEXTEDITING, text=text, start=0, length=len(text))
    previous_pixels = read_pixels(app)
    assert (entry.value, entry.composing) == ("Ann", "niha")
    press_keys(app, pygame.K_LEFT, pygame.K_BACKSPACE, pygame.K_SPACE, pygame.K_RETURN, pygame.K_TAB, pygame.K_F1)
    assert (entry.value, entry.composing) == ("Ann", "niha"), "keys are the input method's while it composes"
    assert app.scene.widgets.focus is entry
    post(app, pygame.TEXTEDITING, text="", start=0, length=0)
    post(app, pygame.TEXTINPUT, text="你好")
    assert (entry.value, entry.composing) == ("An你好n", "")
    assert previous_pixels != read_pixels(app)
    press_keys(app, pygame.K_BACKSPACE)
    assert entry.value == "An你n"


def test_long_composed_text_arrives_in_pieces(app: App, entry: TextEntry) -> None:
    for text, start in (("a" * 31, 0), ("b" * 4, 31)):
        post(app, pygame.TEXTEDITING, text=text, start=start, length=len(text))
    assert (entry.composing, entry.composed_cursor) == ("a" * 31 + "b" * 4, 35)
    post(app, pygame.TEXTEDITING, text="abc", start=1, length=0)
    assert (entry.composing, entry.composed_cursor) == ("abc", 1), "the cursor is in the text"


def test_composed_text_takes_the_place_of_marked_text(app: App, entry: TextEntry) -> None:
    press_keys(app, pygame.K_a, mod=pygame.KMOD_LCTRL)
    post(app, pygame.TEXTEDITING, text="´", start=1, length=0)
    post(app, pygame.TEXTINPUT, text="é")
    assert entry.value == "é"


def test_composing_ends_when_another_window_has_the_focus(app: App, entry: TextEntry) -> None:
    post(app, pygame.TEXTEDITING, text="ni", start=0, length=2)
    post(app, pygame.WINDOWFOCUSLOST)
    assert entry.composing == ""
    post(app, pygame.WINDOWFOCUSGAINED)
    type_text(app, "!")
    assert entry.value == "Ann!"


def test_key_that_ends_the_composing_does_nothing_more_while_it_is_held(app: App, entry: TextEntry) -> None:
    submitted = list[str]()
    entry.suggestions = ("Bo",)
    entry.on_change = submitted.append
    post(app, pygame.TEXTEDITING, text="ni", start=0, length=2)
    post_key(pygame.KEYDOWN, pygame.K_RETURN, 0, "\r", 40)
    post(app, pygame.TEXTEDITING, text="", start=0, length=0)
    post(app, pygame.TEXTINPUT, text="你")
    for _ in range(5):
        post_key(pygame.KEYDOWN, pygame.K_RETURN, 0, "\r", 40)
        app.frame()
    assert submitted == ["Ann你"]
    post_key(pygame.KEYUP, pygame.K_RETURN, 0, "\r", 40)
    press_keys(app, pygame.K_RETURN)
    assert submitted[1:] == ["Bo"]


def test_composing_ends_where_the_focus_leaves(app: App, entry: TextEntry) -> None:
    post(app, pygame.TEXTEDITING, text="ni", start=2, length=0)
    click(app, (180, 222))
    assert entry.composing == ""
    press_keys(app, pygame.K_TAB)
    type_text(app, "!")
    assert entry.value == "Ann!", "keys work again"


def read_pixels(app: App) -> bytes:
    """Return the pixels of the field."""
    app.draw()
    return pygame.image.tobytes(app.screen.subsurface((95, 95, 170, 54)), "RGB")


def test_text_input_begins_and_ends_only_where_the_field_changes(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[str]()
    for name in ("start_text_input", "stop_text_input"):
        monkeypatch.setattr(pygame.key, name, partial(calls.append, name))
    rects = list[pygame.Rect]()
    monkeypatch.setattr(pygame.key, "set_text_input_rect", rects.append)
    scene = Scene(app)
    for left in (100, 300):
        scene.widgets.add(TextEntry("Ann", lambda _: None, Rect(left, 100, 160, 44)))
    scene.widgets.add(Button("Below", lambda: None, Rect(100, 200, 160, 44)))
    app.push(scene)
    run_frames(app, 5)
    type_text(app, "Bo")
    run_frames(app)
    assert calls == ["start_text_input"]
    places = [rect.x for rect in rects]
    assert places == sorted(places), "the input method is told that the cursor goes on with the letters"
    assert len(set(places)) >= 3
    press_keys(app, pygame.K_TAB)
    assert calls[1:] == ["stop_text_input", "start_text_input"]
    press_keys(app, pygame.K_TAB)
    run_frames(app, 5)
    assert calls[3:] == ["stop_text_input"]
    press_keys(app, pygame.K_TAB)
    app.push(Scene(app))
    run_frames(app, 2)
    assert calls[4:] == ["start_text_input", "stop_text_input"]
    assert {rect.y for rect in rects} == {round(100 * app.factor)}


def test_letters_in_a_field_are_no_hot_keys_whatever_keys_people_chose(app: App, entry: TextEntry) -> None:
    app.settings.keys = {"help": ord("j"), "full_screen": ord("k"), "wrong_word": ord("l")}
    app.save_settings()
    scene = app.scene
    type_text(app, "jkl")
    assert (entry.value, app.scene) == ("Annjkl", scene)
    assert not app.settings.full_screen


def test_long_paste_is_cut_to_what_has_room(app: App, entry: TextEntry) -> None:
    paste(app, "x" * 20_000)
    assert entry.value == "Ann" + "x" * 9
    assert app.messages.texts == ["There is room for 12 letters."]


@pytest.mark.slow
def test_paste_of_twice_the_size_takes_about_twice_the_time(app: App, entry: TextEntry) -> None:
    def measure_paste(size: int) -> float:
        times = list[float]()
        for _ in range(3):
            start = process_time()
            paste(app, "é\u200b" * size)
            times.append(process_time() - start)
        return min(times)

    for size in (4_000, 400_000):
        assert measure_paste(2 * size) < 3 * measure_paste(size) + 0.1


def paste(app: App, text: str) -> None:
    pygame.scrap.put_text(text)
    press_keys(app, pygame.K_v, mod=pygame.KMOD_LCTRL)
