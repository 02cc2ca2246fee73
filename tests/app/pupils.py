"""Pupils who do a lesson with keys, a gamepad or a finger, by real posted events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

import pygame

from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.lesson_spots import spots
from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.match.lesson_guide import LessonGuide
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.setup import start_lesson
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from tests.app.conftest import post, press_keys, press_pad, run_frames, run_until
from tests.app.salad_table import offset_point, screen_position
from tools.tables import get_board, get_top_scene

MAX_FRAMES = 3000
"""Frames after which something should be read or done."""


class InputDevice(Protocol):
    """A device with which a pupil plays."""

    def press(self, app: App, widget: Widget) -> None:
        """Use a widget."""

    def choose_soldier(self, app: App, scene: SaladBoard, soldier_id: int) -> None:
        """Choose a soldier, or aim at it."""

    def aim(self, app: App, scene: SaladBoard, dx: float, dy: float) -> None:
        """Aim that many mm from the default target, and confirm."""


class _FocusDevice:
    """Keys and gamepads: the focus moves from widget to widget."""

    def focus_next(self, app: App) -> None:
        raise NotImplementedError

    def confirm(self, app: App) -> None:
        raise NotImplementedError

    def nudge(self, app: App, dx: float, dy: float) -> None:
        raise NotImplementedError

    def press(self, app: App, widget: Widget) -> None:
        for _ in range(80):
            if app.scene.widgets.focus is widget:
                self.confirm(app)
                return
            self.focus_next(app)
        raise AssertionError(f"the focus does not come to {widget}")

    def choose_soldier(self, app: App, scene: SaladBoard, soldier_id: int) -> None:
        field = scene.battlefield
        while scene.table.widgets.focus is not field:
            self.focus_next(app)
        for _ in range(40):
            intent = field.intent
            if (intent.target if intent.kind else field.cursor) == soldier_id:
                return self.confirm(app)
            current = scene.display.cubes.get((intent.target if intent.kind else field.cursor) or -1)
            goal = scene.display.cubes[soldier_id]
            x, y = (goal.x - current.x, goal.y - current.y) if current else (1.0, 0.0)
            self.nudge(app, x if abs(x) >= abs(y) else 0.0, y if abs(y) > abs(x) else 0.0)
        raise AssertionError(f"the cursor does not come to soldier {soldier_id}")

    def aim(self, app: App, scene: SaladBoard, dx: float, dy: float) -> None:
        for _ in range(round(abs(dx))):
            self.nudge(app, dx, 0.0)
        for _ in range(round(abs(dy))):
            self.nudge(app, 0.0, dy)
        self.confirm(app)


class Keys(_FocusDevice):
    """The keyboard alone."""

    def focus_next(self, app: App) -> None:
        press_keys(app, pygame.K_TAB)

    def confirm(self, app: App) -> None:
        press_keys(app, pygame.K_RETURN)

    def nudge(self, app: App, dx: float, dy: float) -> None:
        horizontal = pygame.K_RIGHT if dx > 0 else pygame.K_LEFT
        press_keys(app, horizontal if dx else pygame.K_UP if dy > 0 else pygame.K_DOWN)


class GamePad(_FocusDevice):
    """A gamepad alone."""

    def focus_next(self, app: App) -> None:
        press_pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)

    def confirm(self, app: App) -> None:
        press_pad(app, pygame.CONTROLLER_BUTTON_A)

    def nudge(self, app: App, dx: float, dy: float) -> None:
        horizontal = pygame.CONTROLLER_BUTTON_DPAD_RIGHT if dx > 0 else pygame.CONTROLLER_BUTTON_DPAD_LEFT
        vertical = pygame.CONTROLLER_BUTTON_DPAD_UP if dy > 0 else pygame.CONTROLLER_BUTTON_DPAD_DOWN
        press_pad(app, horizontal if dx else vertical)


class Finger:
    """A finger alone."""

    def tap(self, app: App, spot: Point) -> None:
        """Touch a point and release."""
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            x, y = spot[0] / app.size[0], spot[1] / app.size[1]
            post(app, kind, x=x, y=y, dx=0.0, dy=0.0, finger_id=1, touch_id=1)

    def press(self, app: App, widget: Widget) -> None:
        rect = widget.on_screen()
        self.tap(app, (rect.centerx, min(rect.centery, rect.y + 20)))

    def choose_soldier(self, app: App, scene: SaladBoard, soldier_id: int) -> None:
        self.tap(app, screen_position(scene, soldier_id))
        if scene.battlefield.intent.kind in ("hammers", "arrow"):
            self.press(app, scene.controls.confirm_button)

    def aim(self, app: App, scene: SaladBoard, dx: float, dy: float) -> None:
        run_frames(app, 3)  # Nobody touches again before the camera shows the reach of the soldier.
        field = scene.battlefield
        soldier = field.intent.soldier
        start = (
            screen_position(scene, soldier)
            if soldier is not None
            else scene.board_view.camera.to_screen((300.0, 200.0))
        )
        if field.intent.kind == "explosion":
            (prey,) = spots(scene, "prey")
            start = prey.center
        self.tap(app, offset_point(start, scene, dx, dy))
        self.press(app, scene.controls.confirm_button)


DEVICES: dict[str, InputDevice] = {"keys": Keys(), "pad": GamePad(), "finger": Finger()}

LessonAction = Callable[[App, InputDevice], None]


def _press_die(index: int) -> LessonAction:
    def act(app: App, device: InputDevice) -> None:
        scene = get_board(app.scene, WheelBoard)
        device.press(app, scene.dice[index])
        device.press(app, scene.dice[index])

    return act


def _play_cards(*cards: str, victim: int | None = None) -> LessonAction:
    def act(app: App, device: InputDevice) -> None:
        scene = get_board(app.scene, LiveGrenadeBoard)
        for card in cards:
            device.press(app, next(widget for widget in scene.hand_row.cards if widget.card == card))
        device.press(app, scene.board_view.play_button if victim is None else scene.table.panels[victim])

    return act


def _draw_card(app: App, device: InputDevice) -> None:
    device.press(app, get_board(app.scene, LiveGrenadeBoard).board_view.draw_button)


def _answer_question(app: App, device: InputDevice) -> None:
    scene = cast(TableScene, app.scene)
    assert scene.reaction is not None
    run_frames(app, 40)
    device.press(app, scene.reaction._buttons[0])


def _play_salad(card: str = "", soldier: int | None = None, to: Point | None = None) -> LessonAction:
    def act(app: App, device: InputDevice) -> None:
        scene = get_board(app.scene, SaladBoard)
        if card:
            device.press(app, next(widget for widget in scene.board_view.cards if widget.card == card))
        if soldier is not None:
            device.choose_soldier(app, scene, soldier)
        if to is not None:
            device.aim(app, scene, *to)

    return act


def _end_turn(app: App, device: InputDevice) -> None:
    device.press(app, get_board(app.scene, SaladBoard).controls.end_turn_button)


def _drop_soldiers(app: App, device: InputDevice) -> None:
    device.press(app, get_board(app.scene, SaladBoard).controls.drop_button)


def _keep_drop(app: App, device: InputDevice) -> None:
    device.press(app, get_board(app.scene, SaladBoard).controls.keep_button)


LESSON_ACTIONS: dict[str, dict[int, LessonAction]] = {
    "wheel": {2: _press_die(1), 4: _press_die(0), 6: _press_die(1)},
    "live-grenade": {
        2: _play_cards("7C", victim=1),
        3: _draw_card,
        4: _answer_question,
        5: _play_cards("JH"),
        6: _draw_card,
    },
    "grenade-salad": {
        0: _drop_soldiers,
        1: _keep_drop,
        3: _play_salad(soldier=1, to=(8.5, 17.0)),
        4: _play_salad("hammers", soldier=7),
        5: _play_salad("arrow", soldier=8),
        6: _end_turn,
        7: _answer_question,
        8: _play_salad("explosion", to=(0.0, 0.0)),
        9: _play_salad("pointer", to=(25.0, 0.0)),
    },
}
"""The actions of a good pupil, by the step of the lesson, counted from 0."""


def begin_lesson(app: App, game: str) -> TableScene:
    """Begin the lesson on the window."""
    start_lesson.begin(app, game)
    return get_top_scene(app, TableScene)


def get_lesson_guide(scene: TableScene) -> LessonGuide:
    """Return the guide of the lesson. Raises AssertionError if there is none."""
    assert scene.lesson_guide is not None
    return scene.lesson_guide


def is_waiting(scene: TableScene) -> bool:
    """True if something is to be read or done."""
    has_question = scene.controller.is_idle and (scene.controller.actor is not None or scene.reaction is not None)
    return scene.app.scene is not scene or get_lesson_guide(scene).holds_match or has_question


def wait_for_pupil(app: App, scene: TableScene) -> None:
    """Wait until something is to be read or done."""
    run_until(app, lambda: is_waiting(scene), MAX_FRAMES)
