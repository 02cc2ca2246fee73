"""A game without a board in the window: lines, buttons, the cover and history."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.match.fallback_board import FallbackBoard
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.match.match import Controller
from grenade_salad.text import say
from tests.app.conftest import click, press_keys, run_frames, run_until
from tests.plugins.conftest import clear_caches
from tests.plugins.fallback import PERSON, begin
from tools.tables import get_board, get_journal, get_top_scene

MACHINE = Controller("bot", "normal")
_COVER_FRAMES = 40
"""Frames in which a cover that is held open has surely opened."""
_MATCH_FRAMES = 3000
"""Frames in which a machine player's turn, or the end of a match, is surely over."""


def open_home(app: App) -> HomeScene:
    """Open the home screen and run a few frames of it."""
    home = HomeScene(app)
    app.push(home)
    run_frames(app, 3)
    return home


def press_choice(app: App, board: FallbackBoard, index: int = 0) -> None:
    """Click on one of the choices."""
    click(app, board.choices.buttons[index].on_screen().center)


def has_stopped(board: FallbackBoard) -> bool:
    """True if a person at the screen has to choose, or the match is over."""
    controller = board.controller
    return controller.match.state.is_over or (controller.actor is not None and controller.is_idle)


def read_hands(view: Any) -> tuple[Any, ...]:
    """Return the hands in a view of High Card.

    The class of the view is importable only while the plugins are installed.
    """
    return tuple(view.hands)


@pytest.mark.usefixtures("guests")
def test_all_games_are_on_the_home_screen(app: App) -> None:
    home = open_home(app)
    assert [card.words for card in home.cards][-2:] == ["High Card", "Nim"]
    assert say(home.game_count_words) == f"{len(games.NAMES) + 2} games around one table"
    boxes = [card.rect for card in home.cards]
    assert all(pygame.Rect(0, 0, *app.size).contains(box) for box in map(pygame.Rect, boxes))
    assert not any(first.colliderect(second) for first in boxes for second in boxes if first is not second)


@pytest.mark.usefixtures("guests")
def test_card_of_a_plugin_opens_its_setup_and_rules(app: App) -> None:
    click(app, open_home(app).cards[-1].rect.center)
    run_frames(app, 3)
    assert isinstance(app.scene, SetupScene)
    assert app.scene.game.name == "nim"
    press_keys(app, pygame.K_F1)
    run_frames(app, 3)
    assert isinstance(app.scene, RulesScene)
    assert any(block.rule == "NM-02" for block in app.scene.text.blocks)


@pytest.mark.usefixtures("guests")
def test_plugin_brings_its_own_lesson(app: App) -> None:
    app.settings.speed = "off"
    home = open_home(app)
    has_lesson = [button.visible for button in home.learn]
    assert has_lesson == [*(bool(registry.plugin(name).lesson) for name in games.NAMES), False, True], (
        "High Card brings none"
    )
    click(app, home.learn[-1].rect.center)
    board = get_board(app.scene, FallbackBoard)
    tutor = board.table.lesson_guide
    assert tutor is not None
    run_until(app, lambda: tutor.holds_match)
    assert tutor.card.words == "Whoever takes the last one wins. Bo wants that, too."
    click(app, tutor.next_button.rect.center)
    press_choice(app, board)
    run_until(app, lambda: tutor.progress.step_index == 2 and tutor.holds_match)
    press_keys(app, pygame.K_RETURN)
    assert tutor.progress.is_finished
    assert board.controller.match.entries[1].to_line() == {"seat": 1, "do": "take", "heap": 1, "count": 1}


@pytest.mark.usefixtures("guests")
def test_two_people_and_a_machine_play_nim(app: App) -> None:
    board = begin(app, "nim", PERSON, PERSON, MACHINE)
    turns = 0
    while not board.controller.match.state.is_over:
        assert len(board.choices.buttons) == len(
            board.controller.match.state.legal_actions(board.controller.actor or 0)
        )
        previous_count = len(board.controller.match.entries)
        press_choice(app, board, turns % len(board.choices.buttons))
        assert len(board.controller.match.entries) > previous_count
        turns += 1
        run_until(app, lambda: has_stopped(board), _MATCH_FRAMES)
    run_until(app, lambda: app.scene is not board.table, _MATCH_FRAMES)
    assert turns >= 2
    (match,) = get_journal(app).matches()
    assert (match.game, match.finished) == ("nim", True)


@pytest.mark.usefixtures("guests")
def test_hidden_hands_stay_under_the_cover(app: App) -> None:
    board = begin(app, "high-card", PERSON, PERSON)
    hand = read_hands(board.controller.match.state.view(0))[0]
    assert [button.words for button in board.choices.buttons] == ["Ann: look, and choose"]
    assert read_hands(board.controller.view) == (3, 3)
    press_choice(app, board)
    run_frames(app, 3)
    assert isinstance(app.scene, Cover)
    # A held key lifts the cover; Enter under it plays the first card.
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="1", scancode=0))
    run_frames(app, _COVER_FRAMES)
    press_keys(app, pygame.K_RETURN)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_1, mod=0, unicode="", scancode=0))
    run_until(app, lambda: len(board.controller.match.entries) == 2, 600)
    assert board.controller.match.entries[1].to_line() == {"seat": 0, "do": "play", "card": hand[0]}


@pytest.mark.usefixtures("guests")
def test_person_alone_with_machines_sees_their_own_hand(app: App) -> None:
    board = begin(app, "high-card", PERSON, MACHINE)
    assert len(board.choices.buttons) == 6
    hands = read_hands(board.controller.view)
    assert len(hands[0]) == hands[1] == 3
    press_choice(app, board, 5)
    run_until(app, lambda: has_stopped(board), _MATCH_FRAMES)
    while not board.controller.match.state.is_over:
        press_choice(app, board)
        run_until(app, lambda: has_stopped(board), _MATCH_FRAMES)
    assert board.controller.controllers[1].level == "normal"


def test_matches_of_an_uninstalled_game_stay_in_the_history(app: App, guests: Path) -> None:
    board = begin(app, "nim", PERSON, PERSON)
    press_choice(app, board)
    run_frames(app, 5)
    app.pop()
    (guests / "guest_games-1.0.dist-info" / "entry_points.txt").unlink()
    clear_caches()
    home = open_home(app)
    assert not home.go_on.visible
    assert len(home.cards) == len(games.NAMES)
    app.push(HistoryScene(app))
    run_frames(app, 3)
    history = get_top_scene(app, HistoryScene)
    assert [row.match.game for row in history.rows] == ["nim"]
    click(app, history.rows[0].on_screen().center)
    run_frames(app, 5)
    assert get_journal(app).export(1).startswith(b'{"record": 3, "game": "nim"')
    get_journal(app).delete(1)
    assert get_journal(app).matches() == []
