"""F9: a sentence of the screen is chosen, its English shown, and a better one written into a file."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.pages.wording_page import BetterWords, WrongWords
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.system import wording_feedback
from grenade_salad.text import Reader, m, say
from grenade_salad.text.say import english_of
from tests.app.conftest import click, key
from tools.tables import on_top


def _asked(app: App, words: str) -> BetterWords:
    """Press F9 and choose these words."""
    key(app, pygame.K_F9)
    app.frame()
    chooser = on_top(app, WrongWords)
    (place,) = [item for item in chooser.widgets.items if getattr(item, "words", "") == words]
    click(app, place.rect.center)
    return on_top(app, BetterWords)


def test_a_sentence_on_the_screen_is_said_better(app: App) -> None:
    app.settings.language = "de"
    app.save_settings()
    app.push(SettingsScene(app))
    app.frame()
    asked = _asked(app, say(m("Full screen ({key})", key="F11"), Reader(language="de")))
    app.frame()
    assert asked.english == "Full screen ({key})"
    asked.entry.set("Ganzer Bildschirm (F11)")
    app.frame()
    asked.save_button.accept()
    assert isinstance(app.scene, SettingsScene)
    written = wording_feedback.file_of(app.data_folder).read_text(encoding="utf-8")
    assert "language de, SettingsScene" in written
    assert "English: Full screen ({key})\n" in written
    assert "Better:  Ganzer Bildschirm (F11)\n" in written
    (picture,) = wording_feedback.file_of(app.data_folder).parent.glob("*.png")
    assert picture.stem in written
    assert pygame.image.load(picture).get_size() == app.screen.get_size()


def test_every_line_of_the_screen_can_be_chosen_by_keys(app: App) -> None:
    app.push(HomeScene(app))
    app.frame()
    key(app, pygame.K_F9)
    app.frame()
    chooser = on_top(app, WrongWords)
    words = {item.words for item in chooser.widgets.items if hasattr(item, "words")}
    assert {"Grenade Salad", "Rules", "Settings"} <= words
    key(app, pygame.K_DOWN)
    key(app, pygame.K_RETURN)
    asked = on_top(app, BetterWords)
    assert asked.now in words
    asked.save_button.accept()
    assert app.scene is asked, "nothing was said better"
    assert not wording_feedback.file_of(app.data_folder).exists()
    key(app, pygame.K_ESCAPE)
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, HomeScene)
    key(app, pygame.K_F9)
    key(app, pygame.K_F9)
    assert [type(scene) for scene in app.stack] == [HomeScene, WrongWords]


def test_the_english_of_a_line_of_a_paragraph_and_of_what_was_put_together() -> None:
    inner = m("the seventh sergeant of somewhere")
    whole = say(m("{who} would like to be {what} from now on", who="Ann", what=inner))
    english = "{who} would like to be {what} from now on\nthe seventh sergeant of somewhere"
    assert english_of(whole) == english
    assert english_of("like to be the seventh sergeant") == english
    other = say(m("Nobody has said that before {who}", who="Bo"))
    assert english_of(f"{other}. {whole}.").split("\n") == [
        "Nobody has said that before {who}",
        *english.split("\n"),
    ] or (english_of(f"{other}. {whole}.").split("\n") == [*english.split("\n"), "Nobody has said that before {who}"])
    assert english_of("qwertz uiop") == ""


def test_what_is_written_is_one_line_and_not_longer_than_a_sentence(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("data")
    wording_feedback.write(folder, "fr", "a phone", "Go\non", "x", "a\nb " + "c" * 1000)
    lines = wording_feedback.file_of(folder).read_text(encoding="utf-8").split("\n")
    assert lines[1:4] == ["English: Go", "English: on", "Now:     x"]
    assert lines[4] == "Better:  a b " + "c" * (wording_feedback.LONGEST - 4)
