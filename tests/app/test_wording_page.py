"""F9: choose a sentence on the screen, see its English and write a better one.

The better sentence is written into a file.
"""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.pages.wording_page import BetterWords, WrongWords
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.system import wording_feedback
from grenade_salad.text import Reader, m, say
from grenade_salad.text.say import find_english
from tests.app.conftest import click, press_keys
from tools.tables import get_top_scene


def _choose_words(app: App, words: str) -> BetterWords:
    """Press F9 and choose these words."""
    press_keys(app, pygame.K_F9)
    app.frame()
    chooser = get_top_scene(app, WrongWords)
    (line,) = [item for item in chooser.widgets.items if getattr(item, "words", "") == words]
    click(app, line.rect.center)
    return get_top_scene(app, BetterWords)


def test_better_sentence_is_written_to_file(app: App) -> None:
    app.settings.language = "de"
    app.save_settings()
    app.push(SettingsScene(app))
    app.frame()
    page = _choose_words(app, say(m("Full screen ({key})", key="F11"), Reader(language="de")))
    app.frame()
    assert page.english == "Full screen ({key})"
    page.entry.set_text("Ganzer Bildschirm (F11)")
    app.frame()
    page.save_button.activate()
    assert isinstance(app.scene, SettingsScene)
    written = wording_feedback.feedback_path(app.data_folder).read_text(encoding="utf-8")
    assert "language de, SettingsScene" in written
    assert "English: Full screen ({key})\n" in written
    assert "Better:  Ganzer Bildschirm (F11)\n" in written
    (picture,) = wording_feedback.feedback_path(app.data_folder).parent.glob("*.png")
    assert picture.stem in written
    assert pygame.image.load(picture).get_size() == app.screen.get_size()


def test_every_line_on_screen_can_be_chosen_by_keys(app: App) -> None:
    app.push(HomeScene(app))
    app.frame()
    press_keys(app, pygame.K_F9)
    app.frame()
    chooser = get_top_scene(app, WrongWords)
    words = {item.words for item in chooser.widgets.items if hasattr(item, "words")}
    assert {"Grenade Salad", "Rules", "Settings"} <= words
    press_keys(app, pygame.K_DOWN)
    press_keys(app, pygame.K_RETURN)
    page = get_top_scene(app, BetterWords)
    assert page.current in words
    page.save_button.activate()
    assert app.scene is page, "nothing was said better"
    assert not wording_feedback.feedback_path(app.data_folder).exists()
    press_keys(app, pygame.K_ESCAPE)
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, HomeScene)
    press_keys(app, pygame.K_F9)
    press_keys(app, pygame.K_F9)
    assert [type(scene) for scene in app.stack] == [HomeScene, WrongWords]


def test_english_is_found_for_line_paragraph_and_composed_text() -> None:
    inner = m("the seventh sergeant of somewhere")
    sentence = say(m("{who} would like to be {what} from now on", who="Ann", what=inner))
    english = "{who} would like to be {what} from now on\nthe seventh sergeant of somewhere"
    assert find_english(sentence) == english
    assert find_english("like to be the seventh sergeant") == english
    other_sentence = say(m("Nobody has said that before {who}", who="Bo"))
    both = find_english(f"{other_sentence}. {sentence}.").split("\n")
    assert sorted(both) == sorted(["Nobody has said that before {who}", *english.split("\n")])
    assert find_english("qwertz uiop") == ""


def test_written_sentence_is_one_line_of_limited_length(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("data")
    wording_feedback.add_feedback(folder, "fr", "a phone", "Go\non", "x", "a\nb " + "c" * 1000)
    lines = wording_feedback.feedback_path(folder).read_text(encoding="utf-8").split("\n")
    assert lines[1:4] == ["English: Go", "English: on", "Now:     x"]
    assert lines[4] == "Better:  a b " + "c" * (wording_feedback.MAX_LENGTH - 4)
