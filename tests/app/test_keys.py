"""One table defines the keys, the help page shows it, and people can change it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pygame
import pytest

import grenade_salad
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.pages.keys_page import KeysScene
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.shell import keys, settings
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade.actions import Draw
from grenade_salad.text import languages, say
from grenade_salad.text.say import use_language
from tests.app import live_grenade
from tests.app.conftest import post_key, press_keys, run_frames
from tests.app.demo import sit_down
from tools.tables import get_top_scene

APP = Path(grenade_salad.__file__).parent / "app"
_FILES_WITH_KEY_CODES = {"ui/inputs.py", "ui/text_entry.py", "pages/keys_page.py", "window/application.py"}
"""Files that may name key codes.

They hold the commands to the focus, text editing, Esc while a key is chosen, and Alt with Enter.
"""


def test_keys_are_bound_in_one_table() -> None:
    files_with_codes = {
        path.relative_to(APP).as_posix()
        for path in APP.rglob("*.py")
        if re.search(r"\bK_[a-zA-Z0-9]+\b(?<!K_KP1)", path.read_text(encoding="utf-8"))
    }
    assert files_with_codes <= _FILES_WITH_KEY_CODES


def test_every_meaning_has_one_row_and_is_used() -> None:
    assert sorted(row.means for row in keys.BINDINGS) == sorted(get_args(KeyMeaning))
    tables = (APP / "shell" / "keys.py", APP / "ui" / "meanings.py")
    source = "\n".join(path.read_text(encoding="utf-8") for path in APP.rglob("*.py") if path not in tables)
    assert [row.means for row in keys.BINDINGS if f'"{row.means}"' not in source] == []


def test_codes_are_those_of_pygame() -> None:
    default_codes = {row.means: row.default_codes for row in keys.BINDINGS}
    assert default_codes["help"] == (pygame.K_F1,)
    assert default_codes["menu"] == (pygame.K_F10,)
    assert default_codes["full_screen"] == (pygame.K_F11,)
    assert default_codes["closer"] == (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS)
    assert default_codes["farther"] == (pygame.K_MINUS, pygame.K_KP_MINUS)
    assert default_codes["overview"] == (pygame.K_m, pygame.K_0, pygame.K_KP_0)
    assert default_codes["unmark"] == (pygame.K_DELETE, pygame.K_BACKSPACE)
    assert [default_codes[means] for means in ("page_back", "page_on", "first", "last")] == [
        (pygame.K_PAGEUP,),
        (pygame.K_PAGEDOWN,),
        (pygame.K_HOME,),
        (pygame.K_END,),
    ]


@pytest.mark.parametrize("code", languages.available())
def test_no_key_has_two_meanings_on_a_screen(code: str, app: App) -> None:
    use_language(code)
    for index, row in enumerate(keys.BINDINGS):
        for earlier_row in keys.BINDINGS[:index]:
            assert not (
                row.screens & earlier_row.screens and set(row.default_codes) & set(earlier_row.default_codes)
            ), (row.means, earlier_row.means)


def _find_button(scene: KeysScene, means: KeyMeaning | int) -> Button:
    return scene._buttons[means]


def _choose_key(app: App, means: KeyMeaning | int, code: int) -> KeysScene:
    """Open the keys page, press the button of a meaning, then press the new key."""
    app.push(KeysScene(app))
    scene = get_top_scene(app, KeysScene)
    scene.widgets.set_focus(_find_button(scene, means))
    press_keys(app, pygame.K_RETURN)
    press_keys(app, code)
    return scene


def test_changed_key_works_everywhere_and_is_saved(app: App) -> None:
    app.push(HomeScene(app))
    table = sit_down(app, ["person", "random", "random"])
    run_frames(app, 30)
    assert isinstance(table, TableScene)
    speed = app.settings.speed
    _choose_key(app, "speed", pygame.K_j)
    assert settings.load(app.folder)[0].keys == {"speed": pygame.K_j}
    app.pop()
    press_keys(app, pygame.K_F2)
    assert app.settings.speed == speed
    press_keys(app, pygame.K_j)
    assert app.settings.speed != speed
    assert "(J)" in say(table.speed_button.tip)


def test_key_is_swapped_on_same_screen_and_shared_between_screens(app: App) -> None:
    _choose_key(app, "hint", pygame.K_d)
    assert app.settings.keys == {"hint": pygame.K_d, "draw": pygame.K_h, "deal": pygame.K_h}
    _choose_key(app, "graph", pygame.K_h)
    assert app.settings.keys == {"hint": pygame.K_d, "draw": pygame.K_h, "deal": pygame.K_h, "graph": pygame.K_h}
    _choose_key(app, "hint", pygame.K_h)
    assert app.settings.keys == {"graph": pygame.K_h}


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_LSHIFT, pygame.K_LEFT])
def test_fixed_keys_are_refused(app: App, code: int) -> None:
    scene = _choose_key(app, "hint", code)
    assert app.settings.keys == {}
    assert "can't be chosen here" in app.messages.texts[-1]
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is scene
    assert scene._choosing is None


def test_seat_and_other_meaning_never_share_a_key(app: App) -> None:
    _choose_key(app, "hint", pygame.K_3)
    assert app.settings.keys == {}
    assert "3 is the key of seat 3" in app.messages.texts[-1]
    app.pop()
    _choose_key(app, "hint", pygame.K_j)
    app.pop()
    _choose_key(app, 0, pygame.K_j)
    assert app.settings.seat_keys[0] == "1"
    assert "can't be a seat's key" in app.messages.texts[-1]
    app.pop()
    scene = _choose_key(app, 0, pygame.K_h)
    assert app.settings.seat_keys[0] == "h"
    scene._reset()
    assert app.settings.seat_keys == list("123456789")
    assert app.settings.keys == {}


@pytest.mark.parametrize(
    "saved", [{"hint": 0}, {"nothing": 106}, {"hint": ord("d")}, {"hint": pygame.K_LEFT}, {"hint": -1}]
)
def test_invalid_saved_keys_become_defaults(tmp_path: Path, saved: dict[str, int]) -> None:
    (tmp_path / settings.FILE).write_bytes(msgspec.json.encode({"keys": saved, "mute": True}))
    loaded, warning = settings.load(tmp_path)
    assert (loaded.keys, loaded.mute, warning) == ({}, True, "")


def test_help_page_lists_current_keys(app: App) -> None:
    app.settings.keys = {"hint": pygame.K_j}
    app.push(RulesScene(app, "screen"))
    scene = get_top_scene(app, RulesScene)
    block_texts = [block.words for block in scene.text.blocks]
    assert "J – A hint" in block_texts
    assert len([words for words in block_texts if words.startswith("F1 – ")]) == 1
    assert sum(" – " in words for words in block_texts[block_texts.index("Keys") + 1 :]) == len(keys.BINDINGS)


LAYOUTS = {"Russian": "в", "Greek": "δ", "Hebrew": "ג", "Arabic": "ي", "Thai": "ก"}
"""The letters in the place of D."""


@pytest.mark.parametrize("letter", LAYOUTS.values(), ids=LAYOUTS)
def test_letter_keys_work_on_layouts_without_latin_letters(app: App, letter: str) -> None:
    scene = live_grenade.show_match(app)
    press(app, ord(letter), 7, letter)
    assert [entry for entry in scene.controller.match.entries if isinstance(entry, Draw)] == [Draw(0)]


def test_signs_in_place_of_letters_follow_the_layout(app: App) -> None:
    """Hebrew has a slash in place of Q, which works as Q.

    Dvorak has a comma in place of W, which stays a comma.
    """
    app.settings.keys = {"speed": ord("q"), "hint": ord("w")}
    app.save_settings()
    app.push(HomeScene(app))
    sit_down(app, ["person", "random", "random"])
    speed = app.settings.speed
    press(app, ord("o"), 22, "o")
    press(app, ord("'"), 20, "'")
    assert app.settings.speed == speed
    press(app, ord("ד"), 22, "ד")
    press(app, ord("/"), 20, "/")
    assert app.settings.speed != speed


def test_chosen_letter_of_another_layout_keeps_its_meaning(app: App) -> None:
    app.settings.keys = {"speed": ord("в")}
    app.save_settings()
    app.push(HomeScene(app))
    sit_down(app, ["person", "random", "random"])
    speed = app.settings.speed
    press(app, ord("в"), 7, "в")
    assert app.settings.speed != speed


def press(app: App, code: int, scancode: int, text: str) -> None:
    """Press and release a key of some layout."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        post_key(kind, code, 0, text, scancode)
    app.frame()
