"""The open table in the real window: laid with a box, used with real events."""

from __future__ import annotations

from typing import TypeVar

import pygame

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.edges import edge_box
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.hits import drawn_middle
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.window.application import App
from grenade_salad.core import Action
from grenade_salad.games.open_table.box import Box, TableSetup
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.state import TableState
from grenade_salad.match.match import NOBODY, Controller, Header, Match
from tests.app.conftest import click, draw_rarely, post, post_mouse, press_keys, run_frames, run_until
from tests.kinds import expect_type
from tools.tables import get_board

NAMES = ("Ann", "Bo", "Cy", "Di")
DOWN, UP, MOVE = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
A = TypeVar("A", bound=Action)


def push_table(
    app: App, box: Box, people: int = 2, seats: int = 2, seed: int = 3, pictures: str = ""
) -> OpenTableBoard:
    """Push a table with people in the first seats, and wait until it is idle."""
    from grenade_salad.app.match.table_scene import TableScene

    match = Match(Header("open-table", NAMES[:seats], TableOptions(), seed, TableSetup(box, pictures)))
    controllers = tuple(Controller() if seat < people else NOBODY for seat in range(seats))
    app.push(TableScene(app, match, controllers, OpenTableBoard))
    scene = get_board(app.scene, OpenTableBoard)
    wait_until_idle(app, scene)
    return scene


def wait_until_idle(app: App, scene: OpenTableBoard) -> None:
    """Run frames until all that happened was shown."""
    run_until(
        app,
        lambda: scene.controller.is_idle and scene.controller.actor is not None and not scene.desk.landed,
    )
    run_frames(app)


def table_state(scene: OpenTableBoard) -> TableState:
    """Return the full state of the table."""
    return expect_type(TableState, scene.controller.match.state)


def table_point(scene: OpenTableBoard, x: float, y: float) -> Point:
    """Return the screen position of a point of the table in mm."""
    return scene.desk.camera.to_screen((x, y))


def piece_point(scene: OpenTableBoard, key: int | str) -> Point:
    """Return the screen position of a piece, or of the top of a stack or holder."""
    piece = scene.desk.find_piece(key)
    assert piece is not None
    return drawn_middle(scene.desk, piece)


def drag(app: App, start: Point, end: Point, *, held: int = 0, lay_down: bool = True, waits: int = 0) -> None:
    """Press, hold for `held` frames, move to the end, wait `waits` frames, release.

    With `lay_down` False it is not released.
    """
    with draw_rarely(app):
        post_mouse(app, MOVE, start)
        post_mouse(app, DOWN, start)
        run_frames(app, held)
        for share in (0.2, 0.6, 1.0):
            post_mouse(app, MOVE, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
        run_frames(app, waits)
        if lay_down:
            post_mouse(app, UP, end)
    if lay_down:
        wait_until_idle(app, get_board(app.scene, OpenTableBoard))


def put_under(app: App, scene: OpenTableBoard, start: Point, pile: int | str) -> None:
    """Drag from `start` over a pile, then down onto its lower edge, and release."""
    x, y = piece_point(scene, pile)
    drag(app, start, (x + 12, y), lay_down=False)
    run_frames(app, 2)
    [carry] = [press.carry for press in scene.desk.presses.values() if press.carry is not None]
    assert carry.marked == pile
    piece = scene.desk.find_piece(pile)
    assert piece is not None
    end = edge_box(scene.desk, piece).center
    post_mouse(app, MOVE, end)
    run_frames(app, 2)
    post_mouse(app, UP, end)
    wait_until_idle(app, scene)


def press(app: App, code: int, down: bool = True, mod: int = 0) -> None:
    """Press or release a key."""
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    post(app, kind, key=code, mod=mod, unicode="", scancode=0)


def press_and_wait(app: App, *codes: int, mod: int = 0) -> None:
    """Press and release keys, and wait until the table is idle."""
    press_keys(app, *codes, mod=mod)
    wait_until_idle(app, get_board(app.scene, OpenTableBoard))


def hand_card_point(scene: OpenTableBoard, place: int) -> Point:
    """Return the screen position of a card in the open hand strip."""
    return card_boxes(scene.desk)[place].center


def last_action(scene: OpenTableBoard) -> Action:
    """Return the last action of the match."""
    return next(entry for entry in reversed(scene.controller.match.entries) if isinstance(entry, Action))


def last_action_as(scene: OpenTableBoard, kind: type[A]) -> A:
    """Return the last action, which is of this kind."""
    return expect_type(kind, last_action(scene))


def post_finger(app: App, kind: int, finger_index: int, point: Point) -> None:
    """Post a touch event at a point in units."""
    x, y = point[0] / app.size[0], point[1] / app.size[1]
    post(app, kind, touch_id=1, finger_id=40 + finger_index, x=x, y=y, dx=0.0, dy=0.0)


def button_labels(scene: OpenTableBoard) -> list[str]:
    """Return the words on the panel's buttons."""
    return [str(button.words) for button in scene.panel.buttons]


def press_button(app: App, scene: OpenTableBoard, prefix: str) -> None:
    """Press the panel's button that begins with `prefix`, through "More…" if needed."""
    for _ in range(3):
        button = next((button for button in scene.panel.buttons if str(button.words).startswith(prefix)), None)
        if button is not None:
            click(app, button.rect.center)
            return
        click(app, next(button for button in scene.panel.buttons if str(button.words) == "More…").rect.center)
    raise AssertionError(f"no {prefix} in {button_labels(scene)}")
