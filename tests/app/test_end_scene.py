"""The end of a match in all games: a count line by line, a story, and buttons.

Input that was meant for the match is ignored.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header
from grenade_salad.text import say
from tests.app.conftest import click, draw_rarely, post_mouse, press_keys, press_mouse, resize, run_frames, run_until
from tests.app.golden import brightness, sharpest_edge
from tests.marks import slow_but
from tests.patience import wait_until
from tools.tables import get_top_scene

BOT = Controller("bot", "easy")


def play_to_end(app: App, game: str, seats: int = 3, seed: int = 1) -> tuple[TableScene, EndScene]:
    """Play a match of machines and return its table and its end."""
    app.settings.speed, app.settings.countdown = "off", 0.1
    app.push(HomeScene(app))
    app.push(HomeScene(app))
    names = ("Ann", "Bo", "Cy", "Dee")[:seats]
    start_match.begin(app, Header(game, names, registry.load(game).options(), seed), [BOT] * seats)
    scene = get_top_scene(app, TableScene)
    with draw_rarely(app):
        for _ in range(20_000):
            if app.scene is not scene:
                break
            app.settings.speed = "normal" if scene.controller.match.state.is_over else "off"
            app.frame(0.1)
    end = get_top_scene(app, EndScene)
    return scene, end


def capture_table(app: App, end: EndScene) -> pygame.Surface:
    """Return the part of the table that is left of the page."""
    app.frame()
    left = app.canvas().pixel_rect(pygame.FRect(0, 0, end.panel.x - 12, end.size[1]))
    return app.screen.subsurface(left)


@pytest.mark.parametrize("game", slow_but(["wheel"], games.with_turns()))
def test_end_counts_every_seat_then_shows_story_and_buttons(app: App, game: str) -> None:
    scene, end = play_to_end(app, game)
    assert end.report.shares[0] == 0.0, "the winner is counted last"
    picture = capture_table(app, end)
    assert sharpest_edge(picture) < 4, "nobody reads there who won"
    assert np.ptp(brightness(picture)) > 20, "but the table is still there"
    run_until(app, lambda: end.report.shares[-1] == 1.0)
    assert end.report.shares[0] < 1.0
    run_until(app, lambda: end.is_counted)
    assert end.report.shares == [1.0] * 3
    assert sharpest_edge(capture_table(app, end)) > 20, "the table is seen again"
    assert end.again_button.focused, "what is brass is what Enter presses"
    places = [seat for _, seat in end.report.lines]
    assert places == [seat for seats in scene.controller.match.state.ranking() for seat in seats]
    assert end.report._turning_words, "three machines always leave something that turned it"
    buttons = (end.again_button, end.replay_button, end.home_button)
    assert [button.words for button in (*buttons, end.share_button)] == ["Play again", "Replay", "Home", "Share"]
    for size in ((1280, 720), (960, 540), (700, 900)):
        resize(app, size)
        area = pygame.FRect(0, 0, *end.size)
        assert all(area.contains(button.rect) for button in (*buttons, end.look_button, end.share_button))
        assert not end.share_button.rect.colliderect(end.look_button.rect)


def test_late_keys_of_the_match_start_nothing(app: App) -> None:
    """A player keeps pressing Enter while the last turn ends, and holds it."""
    scene, end = play_to_end(app, "wheel")
    end.widgets.set_focus(end.again_button)
    for _ in range(12):
        press_keys(app, pygame.K_RETURN, pygame.K_SPACE)
        click(app, end.again_button.rect.center)
    assert app.scene is end
    assert end.is_counted, "a press hurries the count"
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
    with draw_rarely(app):
        for _ in range(90):
            app.frame()
            repeat = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
            pygame.event.post(repeat)
    assert app.scene is end
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
    run_until(app, lambda: not end.ignores_presses)
    end.widgets.set_focus(end.again_button)
    press_keys(app, pygame.K_RETURN)
    assert isinstance(app.scene, TableScene)
    assert app.scene is not scene


@pytest.mark.slow
def test_button_pressed_too_early_does_nothing_on_release(app: App) -> None:
    _, end = play_to_end(app, "wheel")
    run_until(app, lambda: end.is_counted)
    press_mouse(app, end.again_button.rect.center)
    run_frames(app, 60)
    post_mouse(app, pygame.MOUSEBUTTONUP, end.again_button.rect.center)
    assert app.scene is end


@pytest.mark.slow
def test_replay_has_a_graph_and_leads_back_to_the_end(app: App) -> None:
    scene, end = play_to_end(app, "wheel")
    run_until(app, lambda: not end.ignores_presses)
    click(app, end.replay_button.rect.center)
    replay = get_top_scene(app, ReplayScene)
    assert replay.graph is not None
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is end
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is scene
    press_keys(app, pygame.K_ESCAPE)
    second_end = get_top_scene(app, EndScene)
    assert second_end.is_counted
    run_until(app, lambda: not second_end.ignores_presses)
    click(app, second_end.home_button.rect.center)
    assert isinstance(app.scene, HomeScene)


@pytest.mark.slow
def test_highlights_belong_to_one_seat(app: App) -> None:
    scene, end = play_to_end(app, "grenade-salad", seed=1)
    run_until(app, lambda: end.is_counted)
    medal = end.report.medals[0]
    assert (medal.seat, medal.value, say(medal.words)) == (2, 9, "killed with mines")
    assert len(end.report.medals) == 3
    points = next(column for column in end.report.ending.columns if column.large)
    assert tuple(points.numbers) == scene.controller.match.state.scores


@pytest.mark.slow
def test_finished_match_is_shared_from_its_end(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, end = play_to_end(app, "wheel")
    run_until(app, lambda: not end.ignores_presses)
    click(app, end.share_button.rect.center)
    run_until(
        app, lambda: app.scene.accessible_name() == "This match as a web page" and len(app.scene.widgets.items) == 3
    )
    (page,) = (tmp_path / "records").glob("*.html")
    assert b"GS.shared" in page.read_bytes()
    opened = tmp_path / "opened"
    command = tmp_path / "bin" / "xdg-open"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.part && mv {opened}.part {opened}\n')
    command.chmod(0o755)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(command.parent), prepend=os.pathsep)
    assert app.scene.widgets.focus is app.scene.widgets.items[0]
    press_keys(app, pygame.K_RETURN)
    wait_until(opened.exists)
    assert opened.read_text() == str(page)
    assert app.scene is end


@pytest.mark.quick("window1-200")
@pytest.mark.parametrize(("window", "scale"), [((1280, 720), 100), ((1280, 720), 200), ((720, 1280), 100)])
def test_messages_never_hide_the_end_page(app: App, window: tuple[int, int], scale: int) -> None:
    app.settings.scale = scale
    _, end = play_to_end(app, "wheel")
    resize(app, window)
    app.say("One line that says where the page is.")
    (line,) = app.messages.place_boxes(app.canvas(), end.toasts_top)
    assert not line.colliderect(end.panel)
    assert app.canvas().area.contains(line)
    app.say("A long one, with the way to the file that is in many folders. " * 4)
    assert all(app.canvas().area.contains(box) for box in app.messages.place_boxes(app.canvas(), end.toasts_top))


def test_content_that_fits_exactly_has_no_scroll_bar(app: App) -> None:
    """The sides of a box are rounded to 32 bits, some of them down."""
    height = next(third / 3 for third in range(1000, 1100) if Rect(0, 0, 1, third / 3).height < third / 3)
    scroll = Scroll(Rect(100, 100, 300, height), height)
    assert scroll.content > scroll.area.height
    previous_pixels = pygame.image.tobytes(app.screen, "RGB")
    scroll.draw(app.canvas())
    assert pygame.image.tobytes(app.screen, "RGB") == previous_pixels
    scroll.content = height + 40
    scroll.draw(app.canvas())
    assert pygame.image.tobytes(app.screen, "RGB") != previous_pixels
