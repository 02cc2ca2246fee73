"""Everything that people see goes through `say`: in the language made by code, no word on a screen is plain English.

What is plain on purpose is data: names of people, keys and numbers on cards.
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
from grenade_salad.sheets.compose import Table, sheet
from grenade_salad.text import Reader, catalogs, m, say
from grenade_salad.text.pseudo import pseudo
from tests.app.conftest import AtOnce, frames, key, until
from tests.app.wheel_table import CHAIN, dealt, play, ready, table
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
"""Names of people, letters of keys and cards, languages in themselves."""
WORD = re.compile(r"[A-Za-z]+")
COLOUR = re.compile(r"#[0-9A-F]{6}")


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[App, set[str], set[str]]]:
    """The window in the language made by code, what is drawn in it, and what is cut off there."""
    monkeypatch.setenv("LANGUAGE", "en_XA")
    drawn: set[str] = set()
    cut: set[str] = set()
    rendered: Callable[..., Any] = text.rendered
    shortened: Callable[..., str] = text.shortened

    def render(words: str, *how: Any, **more: Any) -> pygame.Surface:
        drawn.add(words)
        made: pygame.Surface = rendered(words, *how, **more)
        return made

    def shorten(words: str, *how: Any, **more: Any) -> str:
        short = shortened(words, *how, **more)
        if short != words:
            cut.add(words)
        return short

    monkeypatch.setattr(text, "rendered", render)
    monkeypatch.setattr(text, "shortened", shorten)
    app = App(tmp_path)
    app.draw = app.draw  # type: ignore[method-assign]  # every frame, also where others leave some out
    forget_caches()
    app.worker = app.thinker = AtOnce
    pygame.event.clear()
    try:
        yield app, drawn, cut
    finally:
        app.close()


def plain(drawn: set[str]) -> list[str]:
    """What did not go through `say`."""
    return sorted(words for words in drawn if set(WORD.findall(COLOUR.sub("", words))) - DATA)


def test_the_catalog_made_by_code() -> None:
    assert pseudo("Go on") == "[Ğöö ööñ]"
    drawn = m("{who} draws {n} card", "{who} draws {n} cards", who="{x} %s", n=2)
    said = say(drawn, Reader(language=catalogs.PSEUDO))
    assert said.startswith("[{x} %s ")
    assert not set(said.replace("{x} %s", "")) & set(string.ascii_letters)
    assert len(pseudo("The settings could not be saved")) > 1.25 * len("The settings could not be saved")


SCREENS: dict[str, Callable[[App], Any]] = {
    "home": lambda app: None,
    "quit": lambda app: key(app, pygame.K_ESCAPE),
    "settings": lambda app: app.push(SettingsScene(app)),
    "set-up": lambda app: app.push(SetupScene(app, "wheel")),
    "rules": lambda app: app.push(RulesScene(app, "live-grenade")),
    "wheel": lambda app: table(app, 1),
    "wheel, chain": lambda app: table(app, 1, dice=CHAIN),
    "wheel, several": lambda app: table(app, 3),
    "wheel, chosen": lambda app: table(app, 1).press_die(0),
    "wheel, cover": lambda app: table(app, 2).open_for(0),
    "wheel, open cover": lambda app: _opened(app),
    "pause": lambda app: (table(app, 1), key(app, pygame.K_ESCAPE)),
    "hint": lambda app: (table(app, 1), key(app, pygame.K_h)),
    "wheel, over": lambda app: _played(app),
    "puzzles": lambda app: app.push(PuzzlesScene(app)),
    "scenarios": lambda app: app.push(ScenariosScene(app)),
    "a scenario": lambda app: playing.show(app, scenarios.shipped()[0], "Ann"),
    **{
        f"position, {game}": partial(position_drafts.show, game=game)
        for game in ("grenade-salad", "live-grenade", "wheel")
    },
    "puzzle": lambda app: _puzzle(app),
    "puzzle, hints": lambda app: [_puzzle(app).hint() for _ in range(3)],
    "puzzle, wrong": lambda app: _puzzle(app).session.act(puzzles.load("wheel")[0].kinds[-1].action),
    "puzzle, solution": lambda app: _puzzle(app).solve(),
}


def _opened(app: App) -> None:
    table(app, 2).open_for(0)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="", scancode=0))


def _puzzle(app: App) -> PuzzleScene:
    scene = PuzzleScene(app, puzzles.load("wheel")[0], m("Puzzle"), lambda puzzle, outcome: "", lambda: None)
    app.push(scene)
    return scene


def _played(app: App) -> None:
    scene = dealt(app, 2, 2)
    until(app, lambda: ready(scene))
    for number in range(200):
        if app.scene is not scene.table:
            break
        play(app, scene, number % 3)


@pytest.mark.quick("wheel, chain", "hint", "settings", "puzzle, wrong")
@pytest.mark.parametrize("name", slow_but([name for name in SCREENS if not name.endswith("over")], SCREENS))
def test_every_word_on_a_screen_goes_through_say(name: str, seen: tuple[App, set[str], set[str]]) -> None:
    app, drawn, cut = seen
    app.push(HomeScene(app))
    SCREENS[name](app)
    frames(app, 3)
    text.forget()
    drawn.clear()
    app.draw()
    tips = {widget.tip for widget in app.scene.widgets.items} | {item.why_disabled for item in app.scene.widgets.items}
    assert drawn
    if name != "rules":
        assert not plain(drawn | tips)
    assert not {words for words in cut if not words.lstrip("[").startswith(("Ann ", "Bo "))}, "a log has it whole"


@pytest.mark.parametrize("game", ["wheel"])
def test_every_word_of_a_log_and_on_a_phone_goes_through_say(game: str) -> None:
    names = ("Ann", "Bo", "Cy")
    match = Match(Header(game, names, WheelOptions(), 3))
    history = [event for step in match.settle() for event in step.events]
    found: set[str] = set()
    kinds = ("phone", "phone", "phone")
    while not match.state.is_over:
        for seat in (None, 0, 1, 2):
            facts = sheet(
                match.state, seat, Table(1, m("Grenade"), names, kinds, (0, 1, 2)), history[-5:], catalogs.PSEUDO
            )
            found |= _words({key: value for key, value in facts.items() if key not in _CODES})
        seat = match.state.active_seats()[0]
        history += [event for step in match.act(match.state.legal_actions(seat)[0]) for event in step.events]
    reader = Reader(names, language=catalogs.PSEUDO)
    found |= {log_line(event, reader) for event in history}
    assert not plain(found)


_CODES = ("picture", "notebook")


def _words(value: object) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        ids = (
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
        return {word for key, part in value.items() if key not in ids for word in _words(part)}
    return {word for part in value for word in _words(part)} if isinstance(value, list) else set()
