"""A game without a board in the window: lines, buttons, the cover and history."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.match import start_match
from grenade_salad.app.match.fallback_board import FallbackBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.pages.rules_page import RulesScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.text import say
from tests.app.conftest import click, press_keys, run_frames, run_until
from tools.tables import get_board, get_journal, get_top_scene

PERSON, MACHINE = Controller(), Controller("bot", "normal")


def begin(app: App, game: str, *seats: Controller) -> FallbackBoard:
    """Begin a match in the window, always with the fallback board."""
    names = ("Ann", "Bo", "Cy")[: len(seats)]
    app.push(HomeScene(app))
    app.push(SetupScene(app, game))
    header = Header(game, names, registry.load(game).options(), 5)
    start_match.begin(app, header, seats)
    if game == "high-card":
        app.replace(TableScene(app, Match(header), seats, FallbackBoard))
    scene = get_board(app.scene, FallbackBoard)
    run_until(app, lambda: scene.controller.actor is not None)
    return scene


def press(app: App, scene: FallbackBoard, index: int = 0) -> None:
    """Click on one of the choices."""
    click(app, scene.choices.buttons[index].on_screen().center)


def is_waiting(scene: FallbackBoard) -> bool:
    """True if a person at the screen has to choose, or the match is over."""
    return scene.table.app.scene is not scene.table or (scene.controller.actor is not None and scene.controller.is_idle)


@pytest.mark.usefixtures("guests")
def test_all_games_are_on_the_home_screen(app: App) -> None:
    home = HomeScene(app)
    app.push(home)
    run_frames(app, 3)
    assert [card.words for card in home.cards][-2:] == ["High Card", "Nim"]
    assert say(home.game_count_words) == f"{len(games.NAMES) + 2} games around one table"
    boxes = [card.rect for card in home.cards]
    assert all(pygame.Rect(0, 0, *app.size).contains(box) for box in map(pygame.Rect, boxes))
    assert not any(first.colliderect(second) for first in boxes for second in boxes if first is not second)
    click(app, home.cards[-1].rect.center)
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
    home = HomeScene(app)
    app.push(home)
    run_frames(app, 3)
    has_lesson = [button.visible for button in home.learn]
    assert has_lesson == [*(bool(registry.plugin(name).lesson) for name in games.NAMES), False, True], (
        "High Card brings none"
    )
    click(app, home.learn[-1].rect.center)
    scene = get_board(app.scene, FallbackBoard)
    tutor = scene.table.lesson_guide
    assert tutor is not None
    run_until(app, lambda: tutor.holds_match)
    assert tutor.card.words == "Whoever takes the last one wins. Bo wants that, too."
    click(app, tutor.next_button.rect.center)
    press(app, scene)
    run_until(app, lambda: tutor.progress.step_index == 2 and tutor.holds_match)
    press_keys(app, pygame.K_RETURN)
    assert tutor.progress.is_finished
    assert scene.controller.match.entries[1].to_line() == {"seat": 1, "do": "take", "heap": 1, "count": 1}


@pytest.mark.usefixtures("guests")
def test_two_people_and_a_machine_play_nim(app: App) -> None:
    scene = begin(app, "nim", PERSON, PERSON, MACHINE)
    turns = 0
    while not scene.controller.match.state.is_over:
        assert len(scene.choices.buttons) == len(
            scene.controller.match.state.legal_actions(scene.controller.actor or 0)
        )
        previous_count = len(scene.controller.match.entries)
        press(app, scene, turns % len(scene.choices.buttons))
        assert len(scene.controller.match.entries) > previous_count
        turns += 1
        run_until(app, lambda: is_waiting(scene) or scene.controller.match.state.is_over, 3000)
    run_until(app, lambda: app.scene is not scene.table, 3000)
    assert turns >= 2
    (match,) = get_journal(app).matches()
    assert (match.game, match.finished) == ("nim", True)


@pytest.mark.usefixtures("guests")
def test_hidden_hands_stay_under_the_cover(app: App) -> None:
    scene = begin(app, "high-card", PERSON, PERSON)
    hand = scene.controller.match.state.view(0).hands[0]  # type: ignore[attr-defined]
    assert [button.words for button in scene.choices.buttons] == ["Ann: look, and choose"]  # type: ignore[attr-defined]
    assert scene.controller.view.hands == (3, 3)  # type: ignore[attr-defined]
    press(app, scene)
    run_frames(app, 3)
    assert isinstance(app.scene, Cover)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="1", scancode=0))
    run_frames(app, 40)
    press_keys(app, pygame.K_RETURN)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_1, mod=0, unicode="", scancode=0))
    run_until(app, lambda: len(scene.controller.match.entries) == 2, 600)
    assert scene.controller.match.entries[1].to_line() == {"seat": 0, "do": "play", "card": hand[0]}


@pytest.mark.usefixtures("guests")
def test_person_alone_with_machines_sees_their_own_hand(app: App) -> None:
    scene = begin(app, "high-card", PERSON, MACHINE)
    assert len(scene.choices.buttons) == 6
    hands = scene.controller.view.hands  # type: ignore[attr-defined]
    assert len(hands[0]) == hands[1] == 3
    press(app, scene, 5)
    run_until(app, lambda: is_waiting(scene), 3000)
    while not scene.controller.match.state.is_over:
        press(app, scene)
        run_until(app, lambda: is_waiting(scene) or scene.controller.match.state.is_over, 3000)
    assert scene.controller.controllers[1].level == "normal"


def test_matches_of_an_uninstalled_game_stay_in_the_history(app: App, guests: Path) -> None:
    from tests.plugins.conftest import clear_caches

    scene = begin(app, "nim", PERSON, PERSON)
    press(app, scene)
    run_frames(app, 5)
    app.pop()
    (guests / "guest_games-1.0.dist-info" / "entry_points.txt").unlink()
    clear_caches()
    home = HomeScene(app)
    app.push(home)
    run_frames(app, 3)
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
