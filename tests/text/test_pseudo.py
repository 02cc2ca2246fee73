"""All visible text is passed through `say`: no word is plain English.

The tests use the pseudo-language, which code makes. Names of people, keys and numbers on cards are data and stay
as they are.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from grenade_salad import puzzles, scenarios
from grenade_salad.app.match import position_drafts
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.puzzles.puzzle_scene import PuzzleScene
from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene
from grenade_salad.app.scenarios import playing
from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.ui import text
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import log_line
from grenade_salad.games.wheel import WheelOptions
from grenade_salad.match.match import Header, Match
from grenade_salad.sheets.compose import TableStatus, compose_sheet
from grenade_salad.text import Reader, catalogs, m, say
from grenade_salad.text.pseudo import pseudo_translate
from tests.app.conftest import ImmediateExecutor, press_keys, run_frames, run_until
from tests.app.wheel_table import CHAIN, is_ready, open_match, open_position, play_die
from tests.marks import slow_but

DATA = {
    "Ann",
    "Bo",
    "Cy",
    "Dee",
    "Nick",
    "Nora",
    "Esc",
    "M",
    "N",
    "S",
    "Q",
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
    "H",
    "K",
    "P",
    "mm",
    "English",
    "Deutsch",
}
"""Names of people, letters of keys and cards, languages in their own words."""
WORD = re.compile(r"[A-Za-z]+")
COLOUR = re.compile(r"#[0-9A-F]{6}")


@pytest.fixture
def recorded_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[App, set[str], set[str]]]:
    """Return the window in the pseudo-language, its drawn texts and its cut ones."""
    monkeypatch.setenv("LANGUAGE", "en_XA")
    drawn: set[str] = set()
    cut: set[str] = set()
    rendered: Callable[..., Any] = text.rendered
    shortened: Callable[..., str] = text.shortened

    def render(words: str, *arguments: Any, **options: Any) -> pygame.Surface:
        drawn.add(words)
        surface: pygame.Surface = rendered(words, *arguments, **options)
        return surface

    def shorten(words: str, *arguments: Any, **options: Any) -> str:
        short = shortened(words, *arguments, **options)
        if short != words:
            cut.add(words)
        return short

    monkeypatch.setattr(text, "rendered", render)
    monkeypatch.setattr(text, "shortened", shorten)
    app = App(tmp_path)
    app.draw = app.draw  # Draw every frame, also where a window would omit some.
    forget_caches()
    app.worker = app.thinker = ImmediateExecutor
    pygame.event.clear()
    try:
        yield app, drawn, cut
    finally:
        app.close()


def find_untranslated(drawn: set[str]) -> list[str]:
    """Return the texts that were not passed through `say`."""
    return sorted(words for words in drawn if set(WORD.findall(COLOUR.sub("", words))) - DATA)


def test_pseudo_language_is_readable_and_longer() -> None:
    assert pseudo_translate("Go on") == "[Ğöö ööñ]"
    message = m("{who} draws {n} card", "{who} draws {n} cards", who="{x} %s", n=2)
    words = say(message, Reader(language=catalogs.PSEUDO))
    assert words.startswith("[{x} %s ")
    assert not set(words.replace("{x} %s", "")) & set(string.ascii_letters)
    assert len(pseudo_translate("The settings could not be saved")) > 1.25 * len("The settings could not be saved")


SCREENS: dict[str, Callable[[App], Any]] = {
    "home": lambda app: None,
    "quit": lambda app: press_keys(app, pygame.K_ESCAPE),
    "settings": lambda app: app.push(SettingsScene(app)),
    "set-up": lambda app: app.push(SetupScene(app, "wheel")),
    "rules": lambda app: app.push(RulesScene(app, "live-grenade")),
    "wheel": lambda app: open_position(app, 1),
    "wheel, chain": lambda app: open_position(app, 1, dice=CHAIN),
    "wheel, several": lambda app: open_position(app, 3),
    "wheel, chosen": lambda app: open_position(app, 1).press_die(0),
    "wheel, cover": lambda app: open_position(app, 2).open_for(0),
    "wheel, open cover": lambda app: _open_cover(app),
    "pause": lambda app: (open_position(app, 1), press_keys(app, pygame.K_ESCAPE)),
    "hint": lambda app: (open_position(app, 1), press_keys(app, pygame.K_h)),
    "wheel, over": lambda app: _play_to_end(app),
    "puzzles": lambda app: app.push(PuzzlesScene(app)),
    "scenarios": lambda app: app.push(ScenariosScene(app)),
    "a scenario": lambda app: playing.show(app, scenarios.load_shipped()[0], "Ann"),
    **{
        f"position, {game}": partial(position_drafts.open_editor, game=game)
        for game in ("grenade-salad", "live-grenade", "wheel")
    },
    "puzzle": lambda app: _open_puzzle(app),
    "puzzle, hints": lambda app: [_open_puzzle(app).hint() for _ in range(3)],
    "puzzle, wrong": lambda app: _open_puzzle(app).session.act(puzzles.load("wheel")[0].kinds[-1].action),
    "puzzle, solution": lambda app: _open_puzzle(app).solve(),
}


def _open_cover(app: App) -> None:
    open_position(app, 2).open_for(0)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="", scancode=0))


def _open_puzzle(app: App) -> PuzzleScene:
    scene = PuzzleScene(app, puzzles.load("wheel")[0], m("Puzzle"), lambda puzzle, outcome: "", lambda: None)
    app.push(scene)
    return scene


def _play_to_end(app: App) -> None:
    scene = open_match(app, 2, 2)
    run_until(app, lambda: is_ready(scene))
    for turn in range(200):
        if app.scene is not scene.table:
            break
        play_die(app, scene, turn % 3)


@pytest.mark.quick("wheel, chain", "hint", "settings", "puzzle, wrong")
@pytest.mark.parametrize("name", slow_but([name for name in SCREENS if not name.endswith("over")], SCREENS))
def test_every_word_on_a_screen_is_passed_through_say(name: str, recorded_app: tuple[App, set[str], set[str]]) -> None:
    app, drawn, cut = recorded_app
    app.push(HomeScene(app))
    SCREENS[name](app)
    run_frames(app, 3)
    text.forget()
    drawn.clear()
    app.draw()
    tips = {widget.tip for widget in app.scene.widgets.items} | {item.why_disabled for item in app.scene.widgets.items}
    assert drawn
    if name != "rules":
        assert not find_untranslated(drawn | tips)
    assert not {words for words in cut if not words.lstrip("[").startswith(("Ann ", "Bo "))}, "a log has it whole"


@pytest.mark.parametrize("game", ["wheel"])
def test_every_word_of_a_log_and_on_a_phone_is_passed_through_say(game: str) -> None:
    names = ("Ann", "Bo", "Cy")
    match = Match(Header(game, names, WheelOptions(), 3))
    history = [event for step in match.resolve_chance() for event in step.events]
    texts: set[str] = set()
    kinds = ("phone", "phone", "phone")
    while not match.state.is_over:
        for seat in (None, 0, 1, 2):
            sheet_facts = compose_sheet(
                match.state, seat, TableStatus(1, m("Grenade"), names, kinds, (0, 1, 2)), history[-5:], catalogs.PSEUDO
            )
            texts |= _collect_texts({key: value for key, value in sheet_facts.items() if key not in _CODE_KEYS})
        seat = match.state.active_seats()[0]
        history += [event for step in match.act(match.state.legal_actions(seat)[0]) for event in step.events]
    reader = Reader(names, language=catalogs.PSEUDO)
    texts |= {log_line(event, reader) for event in history}
    assert not find_untranslated(texts)


_CODE_KEYS = ("picture", "notebook")


def _collect_texts(value: object) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        code_keys = (
            "line",
            "who",
            "needs",
            "keys",
            "art",
            "code",
            "rule",
            "beside",
            *(("name",) if "beside" in value else ()),
        )
        return {word for key, part in value.items() if key not in code_keys for word in _collect_texts(part)}
    return {word for part in value for word in _collect_texts(part)} if isinstance(value, list) else set()
