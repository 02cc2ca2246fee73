"""The open table on the real window: laid with a box, used with real events."""

from __future__ import annotations

from typing import TypeVar

import pygame

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.edges import edge_of
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.hits import middle_of
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.window.application import App
from grenade_salad.core import Action
from grenade_salad.games.open_table.box import Box, TableSetup
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.state import TableState
from grenade_salad.match.match import NOBODY, Controller, Header, Match
from tests.app.conftest import frames, key, mouse, post, unseen, until
from tests.kinds import as_a
from tools.tables import scene_on

NAMES = ("Ann", "Bo", "Cy", "Di")
DOWN, UP, MOVE = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
A = TypeVar("A", bound=Action)


def lay(app: App, box: Box, persons: int = 2, seats: int = 2, seed: int = 3, pictures: str = "") -> OpenTableScene:
    """People in the first seats, nobody in the others; everything is shown."""
    from grenade_salad.app.match.table_scene import Table

    match = Match(Header("open-table", NAMES[:seats], TableOptions(), seed, TableSetup(box, pictures)))
    who = tuple(Controller() if seat < persons else NOBODY for seat in range(seats))
    app.push(Table(app, match, who, OpenTableScene))
    scene = scene_on(app.scene, OpenTableScene)
    rest(app, scene)
    return scene


def rest(app: App, scene: OpenTableScene) -> None:
    """Until everything that happened was seen."""
    until(app, lambda: scene.table.idle and scene.table.actor is not None and not scene.desk.landed)
    frames(app)


def state(scene: OpenTableScene) -> TableState:
    """All that there is."""
    return as_a(TableState, scene.table.match.state)


def at(scene: OpenTableScene, x: float, y: float) -> Point:
    """A point of the table in mm, on the screen."""
    return scene.desk.camera.to_screen((x, y))


def lying(scene: OpenTableScene, key: int | str) -> Point:
    """Where the middle of that is drawn on the screen, of a pile that of its top."""
    one = scene.desk.thing(key)
    assert one is not None
    return middle_of(scene.desk, one)


def drag(app: App, start: Point, end: Point, *, held: int = 0, lay_down: bool = True, waits: int = 0) -> None:
    """Press there, hold for some frames, go to the end, wait there, let go, and see what came of it."""
    with unseen(app):
        mouse(app, MOVE, start)
        mouse(app, DOWN, start)
        frames(app, held)
        for share in (0.2, 0.6, 1.0):
            mouse(app, MOVE, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
        frames(app, waits)
        if lay_down:
            mouse(app, UP, end)
    if lay_down:
        rest(app, scene_on(app.scene, OpenTableScene))


def put_under(app: App, scene: OpenTableScene, start: Point, pile: int | str) -> None:
    """Drag from there over a pile, then down onto its lower edge, and let go."""
    x, y = lying(scene, pile)
    drag(app, start, (x + 12, y), lay_down=False)
    frames(app, 2)
    [carry] = [press.carry for press in scene.desk.hands.values() if press.carry is not None]
    assert carry.marked == pile
    one = scene.desk.thing(pile)
    assert one is not None
    end = edge_of(scene.desk, one).center
    mouse(app, MOVE, end)
    frames(app, 2)
    mouse(app, UP, end)
    rest(app, scene)


def press(app: App, code: int, down: bool = True, mod: int = 0) -> None:
    """A key goes down, or comes up."""
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    post(app, kind, key=code, mod=mod, unicode="", scancode=0)


def settle_key(app: App, *codes: int, mod: int = 0) -> None:
    """Press and release keys, and see what comes of it."""
    key(app, *codes, mod=mod)
    rest(app, scene_on(app.scene, OpenTableScene))


def card(scene: OpenTableScene, place: int) -> Point:
    """Where a card of the strip is."""
    return card_boxes(scene.desk)[place].center


def last(scene: OpenTableScene) -> Action:
    """What somebody did last."""
    return next(entry for entry in reversed(scene.table.match.entries) if isinstance(entry, Action))


def last_as(scene: OpenTableScene, kind: type[A]) -> A:
    """The same, which is of this kind."""
    return as_a(kind, last(scene))


def finger(app: App, kind: int, number: int, where: Point) -> None:
    """One event of a finger, at a point in units."""
    x, y = where[0] / app.size[0], where[1] / app.size[1]
    post(app, kind, touch_id=1, finger_id=40 + number, x=x, y=y, dx=0.0, dy=0.0)
