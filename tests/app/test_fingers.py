"""Several fingers at once.

A scene that reads finger numbers lets several people drag; others see one pointer.
"""

from __future__ import annotations

import pygame

from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.inputs import Input, Point, PointerInput
from grenade_salad.app.window.application import App
from tests.app.conftest import run_frames

Drag = list[Point]


class Drags(Scene):
    """Follows every finger from touch to release."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.held: dict[int, Drag] = {}
        self.finished_drags: list[Drag] = []

    def handle(self, event: Input) -> None:
        match event:
            case PointerInput(kind="down", finger=True):
                assert event.finger_id not in self.held
                self.held[event.finger_id] = [event.position]
            case PointerInput(kind="move", finger=True):
                self.held[event.finger_id].append(event.position)
            case PointerInput(kind="up", finger=True):
                self.finished_drags.append([*self.held.pop(event.finger_id), event.position])
            case _:
                super().handle(event)


def post(app: App, kind: int, finger: int, x: float, y: float, screen: int = 7) -> None:
    """Post an event of a finger, at shares of the window's width and height."""
    pygame.event.post(pygame.event.Event(kind, touch_id=screen, finger_id=finger, x=x, y=y, dx=0.0, dy=0.0))
    run_frames(app, 1)


def test_five_fingers_drag_at_once(app: App) -> None:
    scene = Drags(app)
    app.push(scene)
    fingers = (901, 4, 2**40, -3, 77)
    for index, finger in enumerate(fingers):
        post(app, pygame.FINGERDOWN, finger, 0.1 * index, 0.1)
    assert sorted(scene.held) == [0, 1, 2, 3, 4]
    for step in (0.3, 0.5):
        for index in (3, 0, 4, 1, 2):
            post(app, pygame.FINGERMOTION, fingers[index], 0.1 * index, step)
    post(app, pygame.FINGERUP, fingers[1], 0.1, 0.9)
    assert sorted(scene.held) == [0, 2, 3, 4]
    post(app, pygame.FINGERDOWN, 55, 0.8, 0.1)
    assert sorted(scene.held) == [0, 1, 2, 3, 4], "the lowest number that is free"
    for index in (4, 2, 0, 3):
        post(app, pygame.FINGERUP, fingers[index], 0.1 * index, 0.9)
    width, height = scene.size
    tracks = [[(round(x / width, 6), round(y / height, 6)) for x, y in drag] for drag in scene.finished_drags]
    assert tracks == [[(round(0.1 * index, 6), y) for y in (0.1, 0.3, 0.5, 0.9)] for index in (1, 4, 2, 0, 3)]


def test_screens_may_share_finger_ids_and_lost_fingers_are_forgotten(app: App) -> None:
    scene = Drags(app)
    app.push(scene)
    post(app, pygame.FINGERDOWN, 1, 0.1, 0.1, screen=7)
    post(app, pygame.FINGERDOWN, 1, 0.2, 0.1, screen=8)
    assert sorted(scene.held) == [0, 1]
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    run_frames(app, 1)
    scene.held.clear()
    post(app, pygame.FINGERDOWN, 5, 0.3, 0.1)
    assert list(scene.held) == [0]
