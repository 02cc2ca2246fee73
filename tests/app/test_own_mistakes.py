"""Puzzles out of one's own matches: looked for beside the window, offered at the end of a match, and stopped."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from typing import Any

import pygame
import pytest

from grenade_salad import puzzles
from grenade_salad.app.match import start_match
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.puzzles import mistakes
from grenade_salad.app.puzzles.puzzle_scene import PuzzleScene
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.match.match import Controller
from grenade_salad.puzzles import Puzzle
from grenade_salad.session.worker_process import Beside
from tests.app.conftest import AtOnce, at_home, click, frames, key
from tests.app.history import press
from tests.app.test_puzzles import opened
from tools.evenings import played, put
from tools.tables import journal_of, on_top


class Searcher(AtOnce):
    """The process beside the window, which has looked through every match before."""

    found: tuple[Puzzle, ...] = ()
    asked: list[tuple[str, int]]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if fn is not mistakes.found_in:
            return super().submit(fn, *args, **kwargs)
        record, seat = args
        self.asked.append((record.header.names[seat], len(record.entries)))
        return super().submit(lambda: self.found if len(self.asked) > 1 else ())


@pytest.fixture
def searcher(app: App) -> Searcher:
    """Nothing is found in the first match it is asked for, and two moments in each after that."""
    made = Searcher()
    made.asked = []
    made.found = tuple(replace(one, number=0) for one in puzzles.load("wheel")[:2])
    app.thinker = lambda: made
    return made


def test_mistakes_are_looked_for_in_the_last_matches_until_there_are_some(app: App, searcher: Searcher) -> None:
    for lines in range(3):
        match = played("wheel", 3, lines)
        put(journal_of(app), match, ("Ann", "Bo", "Cy"), datetime.now().astimezone(), (1, 2))
    app.settings.people = {name: app.settings.look(name) for name in ("Ann", "Dee")}
    scene = opened(app)
    scene.game_choice.choose(scene.games.index("wheel"))
    press(app, "Your mistakes")
    frames(app, 3)
    table = on_top(app, PuzzleScene)
    assert [name for name, _ in searcher.asked] == ["Ann", "Ann"], "the third is not needed"
    assert table.shown.names == searcher.found[0].record.header.names, "people keep their names"
    frames(app, 8, 0.1)
    press(app, "Solution")
    press(app, "Next puzzle")
    press(app, "Solution")
    press(app, "Next puzzle")
    assert app.scene is scene
    assert scene.solver.tried == {}, "one's own matches are not rated"
    scene.person_choice.choose(1)
    press(app, "Your mistakes")
    assert app.scene is scene
    assert any("Dee has not finished" in words for words in app.tree().lines())


def test_the_end_of_a_match_offers_them_to_each_person(app: App, searcher: Searcher) -> None:
    match = played("wheel", 3, 1)
    number = put(journal_of(app), match, ("Ann", "Bo", "Cy"), datetime.now().astimezone(), (2,))
    at_home(app)
    frames(app, 2)
    kept = journal_of(app).resume(number)
    table = start_match.scene_of(app, kept, (Controller(), Controller(), Controller("bot", "easy")))
    assert isinstance(table, MatchScene)
    app.push(table)
    table.show_end(counted=True)
    end = on_top(app, EndScene)
    click(app, end.mistakes_button.on_screen().center)
    assert [item.words for item in app.scene.widgets.items if isinstance(item, Button)] == ["Ann", "Bo", "Back"]
    press(app, "Bo")
    frames(app, 3)
    assert [name for name, _ in searcher.asked] == ["Bo"]
    assert app.scene is end
    assert any("No clear mistake found" in words for words in app.tree().lines())
    click(app, end.mistakes_button.on_screen().center)
    press(app, "Ann")
    frames(app, 3)
    assert isinstance(app.scene, PuzzleScene)
    key(app, pygame.K_ESCAPE)
    assert app.scene is end


def test_the_search_can_be_stopped(app: App) -> None:
    app.thinker = Beside
    put(journal_of(app), played("wheel", 3, 1), ("Ann", "Bo", "Cy"), datetime.now().astimezone(), (1, 2))
    app.settings.people = {"Ann": app.settings.look("Ann")}
    scene = opened(app)
    scene.game_choice.choose(scene.games.index("wheel"))
    press(app, "Your mistakes")
    frames(app, 3)
    assert isinstance(app.scene, mistakes.Looking)
    press(app, "Stop")
    assert app.scene is scene
