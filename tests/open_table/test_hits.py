"""What is drawn is what is hit: the middle of every visible piece is pressed, and gets that piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from grenade_salad.app.games.open_table.badges import box_of
from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.render import draw_loose
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box, Kind, Lay
from grenade_salad.games.open_table.boxes import CARDS
from grenade_salad.games.open_table.placed_pieces import Lying
from tests.app.conftest import app as app
from tests.app.conftest import click, frames, resize, unseen
from tests.app.conftest import kept_window as kept_window
from tests.kinds import as_a
from tests.open_table.at_table import DOWN, MOVE, UP, at, drag, last_as, lay, lying
from tests.open_table.people import HELD

Mask = npt.NDArray[np.bool_]
SIZES = ((1280, 720), (960, 540), (720, 1280))
SHADOW = 150
"""No shadow is less transparent than this, of 255."""
DEPTH = 3
"""Pixels from the middle of what is visible of a piece to its edge, at least: of less nobody would press the middle."""


def masks(scene: OpenTableScene, things: Sequence[Lying]) -> Iterator[tuple[Lying, pygame.Rect, Mask]]:
    """Each piece and the pixels that show it, by drawing it and nothing else; from below to above, and where."""
    app, desk = as_a(App, scene.table.app), scene.desk
    before = desk.things
    layer = pygame.Surface(app.screen.get_size(), pygame.SRCALPHA)
    canvas = Canvas(layer, app.factor)
    for one in things:
        if one.shape == "board":
            continue
        reach = round((max(one.size) * desk.camera.scale + 60) * app.factor)
        x, y = desk.camera.to_screen(one.at)
        part = pygame.Rect(x * app.factor - reach, y * app.factor - reach, 2 * reach, 2 * reach).clip(layer.get_rect())
        layer.set_clip(part)
        layer.fill((0, 0, 0, 0))
        desk.things = [one]
        desk.sorts.forget()
        draw_loose(canvas, desk)
        yield one, part, pygame.surfarray.array_alpha(layer.subsurface(part)) > SHADOW
    desk.things = before
    desk.sorts.forget()


def on_top(stack: Mask, single: Mask) -> Point:
    """The middle of the piece on top of a stack, which lies farthest to the left and farthest up of all layers."""
    across, down = (np.flatnonzero(stack.any(axis=axis))[0] for axis in (1, 0))
    wide, high = (int(single.any(axis=axis).sum()) for axis in (1, 0))
    return float(across + wide / 2), float(down + high / 2)


def deepest(mask: Mask) -> tuple[int, Point]:
    """How many pixels the innermost point of a mask is from its edge, and where it is."""
    columns, rows = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(columns):
        return 0, (0.0, 0.0)
    left, top = int(columns[0]), int(rows[0])
    part, depth = np.pad(mask[left : columns[-1] + 1, top : rows[-1] + 1], 1), 0
    while True:
        inner = part.copy()
        for axis, way in ((0, 1), (0, -1), (1, 1), (1, -1)):
            inner &= np.roll(part, way, axis)
        if not inner.any():
            x, y = np.argwhere(part)[np.count_nonzero(part) // 2]
            return depth, (float(left + x - 1), float(top + y - 1))
        part, depth = inner, depth + 1


def middles(scene: OpenTableScene) -> dict[int | str, Point]:
    """The middle of what is visible of each piece, of a stack that of its top, in units; nothing of what is covered."""
    app, desk = as_a(App, scene.table.app), scene.desk
    drawn = list(masks(scene, desk.things))
    stacks = [replace(one, count=1) for one in desk.things if one.stack]
    singles = {one.key: mask for one, _, mask in masks(scene, stacks)}
    free: Mask = np.zeros(app.screen.get_size(), dtype=bool)
    view = pygame.Rect(*(round(part * app.factor) for part in desk.camera.rect))
    free[view.left : view.right, view.top : view.bottom] = True
    found: dict[int | str, Point] = {}
    for one, part, mask in reversed(drawn):
        there = free[part.left : part.right, part.top : part.bottom]
        depth, (x, y) = deepest(mask & there)
        if one.key in singles and not one.bag:
            x, y = on_top(mask, singles[one.key])
        there &= ~mask
        point = (part.left + x + 0.5) / app.factor, (part.top + y + 0.5) / app.factor
        if depth >= DEPTH and scene.table.widgets.at(point) is None and not desk.strip.box.collidepoint(point):
            found[one.key] = point
    return found


def at_once(app: App, *events: tuple[int, Point, int]) -> None:
    """Events of the mouse that come within one frame: kind, point in units, and button."""
    for kind, point, button in events:
        pos = round(point[0] * app.factor), round(point[1] * app.factor)
        facts = {"buttons": (0, 0, 0), "rel": (0, 0)} if kind == MOVE else {"button": button}
        pygame.event.post(pygame.event.Event(kind, pos=pos, touch=False, **facts))
    app.frame()


def press_all(app: App, scene: OpenTableScene) -> int:
    """Press the middle of every visible piece and pull a little: that piece comes along, and no more of its stack."""
    points = middles(scene)
    for key, point in points.items():
        one = scene.desk.thing(key)
        assert one is not None
        with unseen(app):
            at_once(app, (MOVE, point, 1), (DOWN, point, 1), (MOVE, (point[0] + 9, point[1] + 3), 1))
            [press] = scene.desk.hands.values()
            assert press.lying is not None, (key, point)
            assert press.lying.key == key, (key, press.lying.key, point)
            carry = press.carry
            assert carry is not None or one.locked or press.does == "flick", (key, press.does)
            if carry is not None:
                of_stack = isinstance(key, str) or one.stack
                assert (carry.of, carry.n) == (key, 1) if of_stack else carry.what == (key,), (key, carry)
            at_once(app, (DOWN, point, 3), (UP, point, 3), (UP, point, 1))
            scene.desk.drop_all()
            scene.desk.hands.clear()
            scene.desk.choose([])
    return len(points)


def table(app: App, name: str, size: tuple[int, int]) -> OpenTableScene:
    """A shipped box at its start, in a window of that size."""
    opened = bundled.opened(name)
    seats = min(4, opened.box.seats[1])
    scene = lay(app, opened.box, persons=seats, seats=seats, pictures=opened.hash)
    resize(app, size)
    frames(app, 2)
    return scene


@pytest.mark.parametrize("name", ["go", "backgammon", "crokinole", "cards"])
def test_middle_of_each_visible_piece_gets_that_piece(app: App, name: str) -> None:
    scene = table(app, name, (1280, 720))
    assert press_all(app, scene) >= {"go": 2, "backgammon": 30, "crokinole": 24, "cards": 1}[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled.names())
def test_middle_of_each_visible_piece_of_every_box_gets_that_piece_at_three_sizes(app: App, name: str) -> None:
    scene = table(app, name, SIZES[0])
    for size in SIZES:
        resize(app, size)
        frames(app, 2)
        assert press_all(app, scene) > 0


@pytest.mark.parametrize("held", [0, HELD])
def test_bowl_of_stones_gives_one_stone_and_all_by_its_number_only(app: App, held: int) -> None:
    scene = table(app, "go", (1280, 720))
    for bowl in (one for one in scene.desk.things if one.count > 1):
        points = middles(scene)
        drag(app, points[bowl.key], at(scene, 280, 190), held=held)
        stone = last_as(scene, actions.Move)
        assert (stone.of, stone.n) == (bowl.key, 1)
        rim = lying(scene, bowl.key)
        rim = rim[0], rim[1] + bowl.size[1] * scene.desk.camera.scale / 2 - 2
        drag(app, rim, at(scene, 256, 190), held=held)
        assert last_as(scene, actions.Move).n == 1, "its rim gives a stone as well"
        number = box_of(scene.desk, bowl)
        drag(app, (number.right - 3, number.y + 3), at(scene, 280, 30 if bowl.at[1] < 190 else 350))
        assert last_as(scene, actions.Move).what == (bowl.key,)


def test_corner_of_a_triangle_hides_nothing_beside_it(app: App) -> None:
    triangle = Kind("triangle", "pawn", "a triangle", size=(60, 60), corners=((-30, -30), (30, -30), (-30, 30)))
    disc = Kind("disc", "disc", "a disc", size=(20, 20), height=5)
    box = Box(
        name="Corners",
        kinds=(disc, triangle),
        layout=(Lay("disc", at=((420, 320),)), Lay("triangle", at=((400, 300),))),
    )
    scene = lay(app, box)
    first = next(one for one in scene.desk.things if one.shape == "disc")
    click(app, middles(scene)[first.key])
    assert scene.desk.chosen == [first.key]


def test_what_is_carried_from_the_top_of_a_stack_lies_where_it_is_let_go(app: App) -> None:
    scene = lay(app, CARDS)
    scale = scene.desk.camera.scale
    pile = next(one for one in scene.desk.things if one.stack)
    x, y = lying(scene, pile.key)
    drag(app, (x, y), (x - 150 * scale, y))
    card = next(one for one in scene.desk.things if not one.stack)
    right, down = lying(scene, card.key)
    assert (right, down) == pytest.approx((x - 150 * scale, y), abs=1), "a single card, from where it was seen"
    scene.desk.choose([pile.key, card.key])
    drag(app, (x, y), (x, y + 100 * scale))
    moved = scene.desk.thing(pile.key)
    assert moved is not None
    assert moved.at == pytest.approx((pile.at[0], pile.at[1] - 100), abs=1), "two together, as far as they were drawn"
