"""A position editor over the first screen, and functions that use it."""

from __future__ import annotations

from typing import Any, TypeVar

import pygame

from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from tests.app.conftest import post, post_mouse, press_keys, press_mouse, run_frames, show_home

Editor = TypeVar("Editor", bound=PositionEditor[Any])


def open_editor(app: App, scene: Editor) -> Editor:
    """Open the editor on top of the first screen."""
    show_home(app)
    app.push(scene)
    run_frames(app)
    return scene


def drag(app: App, start: Point, end: Point) -> None:
    """Press at the start, move in three steps and release."""
    press_mouse(app, start)
    for share in (0.3, 0.6, 1.0):
        point = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        post_mouse(app, pygame.MOUSEMOTION, point)
    post_mouse(app, pygame.MOUSEBUTTONUP, end)


def tab_to(app: App, widget: Widget) -> None:
    """Move the focus to the widget with the Tab key."""
    for _ in app.scene.widgets.items:
        if not widget.focused:
            press_keys(app, pygame.K_TAB)
    assert widget.focused


def send_finger(app: App, kind: int, point: Point) -> None:
    """Send one event of a finger, at a point in logical units."""
    x, y = point[0] / app.size[0], point[1] / app.size[1]
    post(app, kind, touch_id=1, finger_id=1, x=x, y=y)
