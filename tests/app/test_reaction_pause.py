"""The pause key stops the clock of a reaction window for every seat.

It opens nothing.
"""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.session.phases import STOPPED
from grenade_salad.text import say
from tests.app.conftest import (
    click,
    post,
    press_down,
    press_keys,
    press_pad,
    release_key,
    run_frames,
    run_until,
    show_home,
)
from tests.app.covers import shows_secret
from tests.app.demo import SETUP, play_jack, sit_down


@pytest.fixture
def scene(app: App) -> TableScene:
    """A reaction window that has been open long enough for keys to count."""
    return show_reaction_window(app, SETUP)


def show_reaction_window(app: App, setup: LiveGrenadeSetup) -> TableScene:
    show_home(app)
    table = sit_down(app, ["person", "person", "person"], setup)
    play_jack(app, table)
    run_frames(app, 30)
    return table


@pytest.mark.parametrize("looks", [True, False])
def test_first_question_waits_for_players_who_never_saw_their_hand(app: App, looks: bool) -> None:
    show_home(app)
    table = sit_down(app, ["person", "person", "person"], SETUP)
    table.controller.have_looked.clear()
    if looks:
        for seat in range(3):
            table.look(seat)
            press_keys(app, table.app.settings.seat_key_code(seat) or 0)
            app.pop()
    play_jack(app, table)
    assert current_reaction(table).timed == looks
    run_frames(app, 150, 0.1)
    assert (table.reaction is None) == looks, "nobody passes by a clock before they have seen their cards"
    assert looks or table.status()


def current_reaction(scene: TableScene) -> Reaction:
    assert scene.reaction is not None
    return scene.reaction


def test_p_pauses_and_resumes_the_clock(app: App, scene: TableScene) -> None:
    press_keys(app, pygame.K_p)
    previous_seconds = current_reaction(scene).phase.elapsed
    run_frames(app, 100, 0.1)
    assert (current_reaction(scene).paused, current_reaction(scene).phase.elapsed) == (STOPPED, previous_seconds)
    assert "press P" in say(STOPPED)
    press_keys(app, pygame.K_p)
    assert current_reaction(scene).paused == ""
    run_frames(app, 130, 0.1)
    assert scene.reaction is None
    assert [entry.to_line()["do"] for entry in scene.controller.match.entries[1:3]] == ["pass", "pass"]


def test_repeating_key_pauses_once(app: App, scene: TableScene) -> None:
    press_down(app, pygame.K_p)
    for _ in range(3):
        post(app, pygame.KEYDOWN, key=pygame.K_p, mod=0, unicode="")
    assert current_reaction(scene).paused == STOPPED


def test_pause_button_works_by_mouse_and_gamepad(app: App, scene: TableScene) -> None:
    button = current_reaction(scene).pause_button
    click(app, button.rect.center)
    assert current_reaction(scene).paused == STOPPED
    scene.widgets.set_focus(button)
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    assert current_reaction(scene).paused == ""


def test_pause_works_over_cover_without_opening_it(app: App, scene: TableScene) -> None:
    press_keys(app, pygame.K_3)
    assert isinstance(app.scene, Cover)
    press_keys(app, pygame.K_p)
    assert not shows_secret(app)
    previous_seconds = current_reaction(scene).phase.elapsed
    run_frames(app, 80, 0.1)
    assert current_reaction(scene).phase.elapsed == previous_seconds
    assert isinstance(app.scene, Cover)
    press_down(app, pygame.K_3)
    press_keys(app, pygame.K_p)
    assert shows_secret(app)
    assert say(current_reaction(scene).paused) == "Cy is looking: the clock waits"
    press_keys(app, pygame.K_p)
    release_key(app, pygame.K_3)
    assert not shows_secret(app)
    assert current_reaction(scene).paused == STOPPED


def test_people_may_answer_during_a_pause(app: App, scene: TableScene) -> None:
    press_keys(app, pygame.K_p)
    click(app, current_reaction(scene)._buttons[-1].rect.center)
    run_until(app, lambda: scene.reaction is None)


def test_pause_looks_the_same_for_every_hand(app: App) -> None:
    pixels: list[bytes] = []
    for hand in (("2C", "KD"), ("2C", "4D")):
        scene = show_reaction_window(
            app, LiveGrenadeSetup((("2H", "JD"), hand, ("3H", "5C")), SETUP.deck, turn=0, direction=1)
        )
        press_keys(app, pygame.K_p)
        box = current_reaction(scene).rect
        scaled_box = Rect(*(value * app.factor for value in box))
        app.draw()
        pixels.append(pygame.image.tobytes(app.screen.subsurface(pygame.Rect(scaled_box)), "RGB"))
        app.home()
    assert pixels[0] == pixels[1]


def test_pause_does_nothing_without_countdown(app: App) -> None:
    app.settings.countdown = 0.0
    scene = show_reaction_window(app, SETUP)
    press_keys(app, pygame.K_p)
    assert current_reaction(scene).paused == ""
    assert not current_reaction(scene).pause_button.visible
    assert not isinstance(app.scene, Dialog)
