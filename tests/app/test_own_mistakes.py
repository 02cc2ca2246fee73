"""Puzzles from a person's own matches.

They are searched in the background, offered at the end of a match, and can be stopped.
"""

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
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.puzzles import mistakes
from grenade_salad.app.puzzles.puzzle_scene import PuzzleScene
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.match.match import Controller
from grenade_salad.puzzles import Puzzle
from grenade_salad.puzzles.search import list_mistakes
from grenade_salad.session.worker_process import ProcessExecutor
from tests.app.conftest import ImmediateExecutor, click, press_keys, run_frames, show_home
from tests.app.history import press
from tests.app.puzzle_table import open_puzzles
from tools.evenings import play_match, store_match
from tools.tables import get_journal, get_top_scene


class Searcher(ImmediateExecutor):
    """Replaces the worker process; the search of each match finishes at once."""

    found_puzzles: tuple[Puzzle, ...] = ()
    requests: list[tuple[str, int]]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if fn is not list_mistakes:
            return super().submit(fn, *args, **kwargs)
        record, seat, _ = args
        self.requests.append((record.header.names[seat], len(record.entries)))
        return super().submit(lambda: self.found_puzzles if len(self.requests) > 1 else ())


@pytest.fixture
def searcher(app: App) -> Searcher:
    """Return a searcher that finds nothing in the first match, then two puzzles each."""
    searcher_executor = Searcher()
    searcher_executor.requests = []
    searcher_executor.found_puzzles = tuple(replace(puzzle, number=0) for puzzle in puzzles.load("wheel")[:2])
    app.thinker = lambda: searcher_executor
    return searcher_executor


def test_recent_matches_are_searched_until_mistakes_are_found(app: App, searcher: Searcher) -> None:
    for lines in range(3):
        match = play_match("wheel", 3, lines)
        store_match(get_journal(app), match, ("Ann", "Bo", "Cy"), datetime.now().astimezone(), (1, 2))
    app.settings.people = {name: app.settings.find_look(name) for name in ("Ann", "Dee")}
    scene = open_puzzles(app)
    scene.game_choice.choose(scene.games.index("wheel"))
    press(app, "Your mistakes")
    run_frames(app, 3)
    table = get_top_scene(app, PuzzleScene)
    assert [name for name, _ in searcher.requests] == ["Ann", "Ann"], "the third is not needed"
    assert table.table.controller.names == searcher.found_puzzles[0].record.header.names, "people keep their names"
    run_frames(app, 8, 0.1)
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


def test_end_of_match_offers_mistakes_to_each_person(app: App, searcher: Searcher) -> None:
    match = play_match("wheel", 3, 1)
    match_id = store_match(get_journal(app), match, ("Ann", "Bo", "Cy"), datetime.now().astimezone(), (2,))
    show_home(app)
    run_frames(app, 2)
    resumed_match = get_journal(app).resume(match_id)
    table = start_match.make_match_table(app, resumed_match, (Controller(), Controller(), Controller("bot", "easy")))
    assert isinstance(table, TableScene)
    app.push(table)
    table.show_end(is_counted=True)
    end = get_top_scene(app, EndScene)
    click(app, end.mistakes_button.on_screen().center)
    assert [item.words for item in app.scene.widgets.items if isinstance(item, Button)] == ["Ann", "Bo", "Back"]
    press(app, "Bo")
    run_frames(app, 3)
    assert [name for name, _ in searcher.requests] == ["Bo"]
    assert app.scene is end
    assert any("No clear mistake found" in words for words in app.tree().lines())
    click(app, end.mistakes_button.on_screen().center)
    press(app, "Ann")
    run_frames(app, 3)
    assert isinstance(app.scene, PuzzleScene)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is end


def test_search_can_be_stopped(app: App) -> None:
    app.thinker = ProcessExecutor
    store_match(get_journal(app), play_match("wheel", 3, 1), ("Ann", "Bo", "Cy"), datetime.now().astimezone(), (1, 2))
    app.settings.people = {"Ann": app.settings.find_look("Ann")}
    scene = open_puzzles(app)
    scene.game_choice.choose(scene.games.index("wheel"))
    press(app, "Your mistakes")
    run_frames(app, 3)
    assert isinstance(app.scene, mistakes.MistakeSearch)
    press(app, "Stop")
    assert app.scene is scene
