"""The pause key stops the time of a reaction window for everybody alike, and opens nothing."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.match.reaction import STOPPED, Reaction
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.text import say
from tests.app.conftest import at_home, click, frames, key, pad, post, until
from tests.app.demo import SETUP, sit_down
from tests.app.test_cover import down, up
from tests.app.test_table_scene import shows_a_hand, to_window


@pytest.fixture
def scene(app: App) -> Table:
    """A window that is long enough open for keys to count."""
    return window(app, SETUP)


def window(app: App, setup: LiveGrenadeSetup) -> Table:
    at_home(app)
    made = sit_down(app, ["person", "person", "person"], setup)
    to_window(app, made)
    frames(app, 30)
    return made


@pytest.mark.parametrize("looks", [True, False])
def test_the_first_question_waits_for_who_never_saw_their_hand(app: App, looks: bool) -> None:
    at_home(app)
    made = sit_down(app, ["person", "person", "person"], SETUP)
    made.saw.clear()
    if looks:
        for seat in range(3):
            made.look(seat)
            key(app, made.app.settings.seat_key(seat) or 0)
            app.pop()
    to_window(app, made)
    assert asked(made).timed == looks
    frames(app, 150, 0.1)
    assert (made.reaction is None) == looks, "nobody passes by a clock before they have seen their cards"
    assert looks or made.status()


def asked(scene: Table) -> Reaction:
    assert scene.reaction is not None
    return scene.reaction


def test_p_stops_the_time_and_p_lets_it_go_on(app: App, scene: Table) -> None:
    key(app, pygame.K_p)
    before = asked(scene).passed
    frames(app, 100, 0.1)
    assert (asked(scene).paused, asked(scene).passed) == (STOPPED, before)
    assert "press P" in say(STOPPED)
    key(app, pygame.K_p)
    assert asked(scene).paused == ""
    frames(app, 130, 0.1)
    assert scene.reaction is None
    assert [entry.to_line()["do"] for entry in scene.match.entries[1:3]] == ["pass", "pass"]


def test_a_key_that_repeats_pauses_once(app: App, scene: Table) -> None:
    down(app, pygame.K_p)
    for _ in range(3):
        post(app, pygame.KEYDOWN, key=pygame.K_p, mod=0, unicode="")
    assert asked(scene).paused == STOPPED


def test_the_button_does_it_by_mouse_and_by_pad(app: App, scene: Table) -> None:
    button = asked(scene).pause_button
    click(app, button.rect.center)
    assert asked(scene).paused == STOPPED
    scene.widgets.set_focus(button)
    pad(app, pygame.CONTROLLER_BUTTON_A)
    assert asked(scene).paused == ""


def test_the_cover_pauses_too_and_nothing_opens_by_it(app: App, scene: Table) -> None:
    key(app, pygame.K_3)
    assert isinstance(app.scene, Cover)
    key(app, pygame.K_p)
    assert not shows_a_hand(app)
    before = asked(scene).passed
    frames(app, 80, 0.1)
    assert asked(scene).passed == before
    assert isinstance(app.scene, Cover)
    down(app, pygame.K_3)
    key(app, pygame.K_p)
    assert shows_a_hand(app)
    assert say(asked(scene).paused) == "Cy is looking: the clock waits"
    key(app, pygame.K_p)
    up(app, pygame.K_3)
    assert not shows_a_hand(app)
    assert asked(scene).paused == STOPPED


def test_in_a_pause_people_may_still_answer(app: App, scene: Table) -> None:
    key(app, pygame.K_p)
    click(app, asked(scene)._buttons[-1].rect.center)
    until(app, lambda: scene.reaction is None)


def test_it_looks_the_same_whatever_anybody_holds(app: App) -> None:
    seen: list[bytes] = []
    for hand in (("2C", "KD"), ("2C", "4D")):
        scene = window(app, LiveGrenadeSetup((("2H", "JD"), hand, ("3H", "5C")), SETUP.deck, turn=0, direction=1))
        key(app, pygame.K_p)
        box = asked(scene).rect
        shown = Rect(*(value * app.factor for value in box))
        app.draw()
        seen.append(pygame.image.tobytes(app.screen.subsurface(pygame.Rect(shown)), "RGB"))
        app.home()
    assert seen[0] == seen[1]


def test_without_a_countdown_there_is_nothing_to_pause(app: App) -> None:
    app.settings.countdown = 0.0
    scene = window(app, SETUP)
    key(app, pygame.K_p)
    assert asked(scene).paused == ""
    assert not asked(scene).pause_button.visible
    assert not isinstance(app.scene, Dialog)
