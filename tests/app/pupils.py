"""Somebody who goes through a lesson on the window, with keys, a gamepad or a finger alone: real posted events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

import pygame

from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.salad.lesson_spots import spots
from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.match.lesson_guide import Tutor
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.setup import start_lesson
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from tests.app.conftest import frames, key, pad, post
from tests.app.salad_table import at, beside
from tools.tables import on_top, scene_on


class Hand(Protocol):
    """What somebody plays with."""

    def press(self, app: App, widget: Widget) -> None:
        """Use a widget."""

    def soldier(self, app: App, scene: SaladScene, number: int) -> None:
        """Choose a soldier, or aim at it."""

    def put(self, app: App, scene: SaladScene, across: float, up: float) -> None:
        """Aim so many mm from where it would be without, and do it."""


class _Steps:
    """Keys and pads: the focus goes from widget to widget."""

    def forward(self, app: App) -> None:
        raise NotImplementedError

    def accept(self, app: App) -> None:
        raise NotImplementedError

    def way(self, app: App, across: float, up: float) -> None:
        raise NotImplementedError

    def press(self, app: App, widget: Widget) -> None:
        for _ in range(80):
            if app.scene.widgets.focus is widget:
                self.accept(app)
                return
            self.forward(app)
        raise AssertionError(f"the focus does not come to {widget}")

    def soldier(self, app: App, scene: SaladScene, number: int) -> None:
        field = scene.battlefield
        while scene.table.widgets.focus is not field:
            self.forward(app)
        for _ in range(40):
            intent = field.intent
            if (intent.target if intent.what else field.cursor) == number:
                return self.accept(app)
            now = scene.stage.cubes.get((intent.target if intent.what else field.cursor) or -1)
            goal = scene.stage.cubes[number]
            x, y = (goal.x - now.x, goal.y - now.y) if now else (1.0, 0.0)
            self.way(app, x if abs(x) >= abs(y) else 0.0, y if abs(y) > abs(x) else 0.0)
        raise AssertionError(f"the cursor does not come to soldier {number}")

    def put(self, app: App, scene: SaladScene, across: float, up: float) -> None:
        for _ in range(round(abs(across))):
            self.way(app, across, 0.0)
        for _ in range(round(abs(up))):
            self.way(app, 0.0, up)
        self.accept(app)


class Keys(_Steps):
    """The keyboard alone."""

    def forward(self, app: App) -> None:
        key(app, pygame.K_TAB)

    def accept(self, app: App) -> None:
        key(app, pygame.K_RETURN)

    def way(self, app: App, across: float, up: float) -> None:
        sideways = pygame.K_RIGHT if across > 0 else pygame.K_LEFT
        key(app, sideways if across else pygame.K_UP if up > 0 else pygame.K_DOWN)


class GamePad(_Steps):
    """A gamepad alone."""

    def forward(self, app: App) -> None:
        pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)

    def accept(self, app: App) -> None:
        pad(app, pygame.CONTROLLER_BUTTON_A)

    def way(self, app: App, across: float, up: float) -> None:
        sideways = pygame.CONTROLLER_BUTTON_DPAD_RIGHT if across > 0 else pygame.CONTROLLER_BUTTON_DPAD_LEFT
        upwards = pygame.CONTROLLER_BUTTON_DPAD_UP if up > 0 else pygame.CONTROLLER_BUTTON_DPAD_DOWN
        pad(app, sideways if across else upwards)


class Finger:
    """A finger alone."""

    def tap(self, app: App, spot: Point) -> None:
        """Touch a point and let go."""
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            x, y = spot[0] / app.size[0], spot[1] / app.size[1]
            post(app, kind, x=x, y=y, dx=0.0, dy=0.0, finger_id=1, touch_id=1)

    def press(self, app: App, widget: Widget) -> None:
        rect = widget.on_screen()
        self.tap(app, (rect.centerx, min(rect.centery, rect.y + 20)))

    def soldier(self, app: App, scene: SaladScene, number: int) -> None:
        self.tap(app, at(scene, number))
        if scene.battlefield.intent.what in ("hammers", "arrow"):
            self.press(app, scene.controls.do)

    def put(self, app: App, scene: SaladScene, across: float, up: float) -> None:
        field = scene.battlefield
        soldier = field.intent.soldier
        start = at(scene, soldier) if soldier is not None else scene.shown.camera.to_screen((300.0, 200.0))
        if field.intent.what == "explosion":
            (prey,) = spots(scene, "prey")
            start = prey.center
        self.tap(app, beside(start, scene, across, up))
        self.press(app, scene.controls.do)


HANDS: dict[str, Hand] = {"keys": Keys(), "pad": GamePad(), "finger": Finger()}

Deed = Callable[[App, Hand], None]


def _die(number: int) -> Deed:
    def deed(app: App, hand: Hand) -> None:
        scene = scene_on(app.scene, WheelScene)
        hand.press(app, scene.dice[number])
        hand.press(app, scene.dice[number])

    return deed


def _cards(*cards: str, victim: int | None = None) -> Deed:
    def deed(app: App, hand: Hand) -> None:
        scene = scene_on(app.scene, LiveGrenadeScene)
        for card in cards:
            hand.press(app, next(one for one in scene.shown.cards if one.card == card))
        hand.press(app, scene.shown.play_button if victim is None else scene.table.panels[victim])

    return deed


def _draw(app: App, hand: Hand) -> None:
    hand.press(app, scene_on(app.scene, LiveGrenadeScene).shown.draw_button)


def _answer(app: App, hand: Hand) -> None:
    scene = cast(Table, app.scene)
    assert scene.reaction is not None
    frames(app, 40)
    hand.press(app, scene.reaction._buttons[0])


def _salad(card: str = "", soldier: int | None = None, to: Point | None = None) -> Deed:
    def deed(app: App, hand: Hand) -> None:
        scene = scene_on(app.scene, SaladScene)
        if card:
            hand.press(app, next(one for one in scene.shown.cards if one.card == card))
        if soldier is not None:
            hand.soldier(app, scene, soldier)
        if to is not None:
            hand.put(app, scene, *to)

    return deed


def _end(app: App, hand: Hand) -> None:
    hand.press(app, scene_on(app.scene, SaladScene).controls.end)


def _drop(app: App, hand: Hand) -> None:
    hand.press(app, scene_on(app.scene, SaladScene).controls.drop)


def _keep(app: App, hand: Hand) -> None:
    hand.press(app, scene_on(app.scene, SaladScene).controls.keep)


DEEDS: dict[str, dict[int, Deed]] = {
    "wheel": {2: _die(1), 4: _die(0), 6: _die(1)},
    "live-grenade": {
        2: _cards("7C", victim=1),
        3: _draw,
        4: _answer,
        5: _cards("JH"),
        6: _draw,
    },
    "grenade-salad": {
        0: _drop,
        1: _keep,
        3: _salad(soldier=1, to=(8.5, 17.0)),
        4: _salad("hammers", soldier=7),
        5: _salad("arrow", soldier=8),
        6: _end,
        7: _answer,
        8: _salad("explosion", to=(0.0, 0.0)),
        9: _salad("pointer", to=(25.0, 0.0)),
    },
}
"""What a good pupil does at which step, counted from 0."""


def sit_down(app: App, game: str) -> Table:
    """Begin the lesson on the window."""
    start_lesson.begin(app, game)
    return on_top(app, Table)


def tutor_of(scene: Table) -> Tutor:
    """What leads through it."""
    assert scene.tutor is not None
    return scene.tutor


def waits(scene: Table) -> bool:
    """Whether something is to be read or done."""
    to_do = scene.idle and (scene.actor is not None or scene.reaction is not None)
    return scene.app.scene is not scene or tutor_of(scene).holds or to_do
