"""Presses hit what is drawn: the middle of every visible piece gets that piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from grenade_salad.app.games.open_table.badges import badge_box
from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.render import draw_loose
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box, Kind, Lay
from grenade_salad.games.open_table.boxes import CARDS
from grenade_salad.games.open_table.placed_pieces import PlacedPiece
from tests.app.conftest import app as app
from tests.app.conftest import click, draw_rarely, resize, run_frames
from tests.app.conftest import kept_window as kept_window
from tests.kinds import expect_type
from tests.open_table.at_table import DOWN, MOVE, UP, drag, last_action_as, piece_point, push_table, table_point
from tests.open_table.people import HELD

Mask = npt.NDArray[np.bool_]
SIZES = ((1280, 720), (960, 540), (720, 1280))
SHADOW = 150
"""No shadow has less alpha than this, of 255."""
DEPTH = 3
"""Minimum pixels from the middle of a visible part to its edge.

Nobody would press the middle of a smaller part.
"""


def draw_masks(scene: OpenTableBoard, pieces: Sequence[PlacedPiece]) -> Iterator[tuple[PlacedPiece, pygame.Rect, Mask]]:
    """Yield each piece with its rectangle and the pixels that show it, from below.

    The mask comes from drawing this piece alone.
    """
    app, desk = expect_type(App, scene.table.app), scene.desk
    previous_pieces = desk.pieces
    layer = pygame.Surface(app.screen.get_size(), pygame.SRCALPHA)
    canvas = Canvas(layer, app.factor)
    for piece in pieces:
        if piece.shape == "board":
            continue
        reach = round((max(piece.size) * desk.camera.scale + 60) * app.factor)
        x, y = desk.camera.to_screen(piece.position)
        part = pygame.Rect(x * app.factor - reach, y * app.factor - reach, 2 * reach, 2 * reach).clip(layer.get_rect())
        layer.set_clip(part)
        layer.fill((0, 0, 0, 0))
        desk.pieces = [piece]
        desk.appearances.forget_pieces()
        draw_loose(canvas, desk)
        yield piece, part, pygame.surfarray.array_alpha(layer.subsurface(part)) > SHADOW
    desk.pieces = previous_pieces
    desk.appearances.forget_pieces()


def top_piece_middle(stack: Mask, single: Mask) -> Point:
    """Return the middle of the top piece of a stack.

    The top piece is farthest to the left and farthest up of all layers.
    """
    across, down = (np.flatnonzero(stack.any(axis=axis))[0] for axis in (1, 0))
    width, height = (int(single.any(axis=axis).sum()) for axis in (1, 0))
    return float(across + width / 2), float(down + height / 2)


def find_deepest_point(mask: Mask) -> tuple[int, Point]:
    """Return the innermost point of a mask and its distance from the edge in pixels."""
    columns, rows = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(columns):
        return 0, (0.0, 0.0)
    left, top = int(columns[0]), int(rows[0])
    part, depth = np.pad(mask[left : columns[-1] + 1, top : rows[-1] + 1], 1), 0
    while True:
        inner = part.copy()
        for axis, shift in ((0, 1), (0, -1), (1, 1), (1, -1)):
            inner &= np.roll(part, shift, axis)
        if not inner.any():
            x, y = np.argwhere(part)[np.count_nonzero(part) // 2]
            return depth, (float(left + x - 1), float(top + y - 1))
        part, depth = inner, depth + 1


def visible_middles(scene: OpenTableBoard) -> dict[int | str, Point]:
    """Return the middle of the visible part of each piece, in units.

    Of a stack it is the middle of its top. Covered pieces are left out.
    """
    app, desk = expect_type(App, scene.table.app), scene.desk
    drawn = list(draw_masks(scene, desk.pieces))
    stacks = [replace(piece, count=1) for piece in desk.pieces if piece.is_stack]
    singles = {piece.key: mask for piece, _, mask in draw_masks(scene, stacks)}
    free: Mask = np.zeros(app.screen.get_size(), dtype=bool)
    view = pygame.Rect(*(round(part * app.factor) for part in desk.camera.rect))
    free[view.left : view.right, view.top : view.bottom] = True
    points: dict[int | str, Point] = {}
    for piece, part, mask in reversed(drawn):
        free_part = free[part.left : part.right, part.top : part.bottom]
        depth, (x, y) = find_deepest_point(mask & free_part)
        if piece.key in singles and not piece.is_bag:
            x, y = top_piece_middle(mask, singles[piece.key])
        free_part &= ~mask
        point = (part.left + x + 0.5) / app.factor, (part.top + y + 0.5) / app.factor
        if depth >= DEPTH and scene.table.widgets.widget_at(point) is None and not desk.strip.box.collidepoint(point):
            points[piece.key] = point
    return points


def post_in_one_frame(app: App, *events: tuple[int, Point, int]) -> None:
    """Post mouse events in one frame: kind, point in units, and button."""
    for kind, point, button in events:
        pos = round(point[0] * app.factor), round(point[1] * app.factor)
        fields = {"buttons": (0, 0, 0), "rel": (0, 0)} if kind == MOVE else {"button": button}
        pygame.event.post(pygame.event.Event(kind, pos=pos, touch=False, **fields))
    app.frame()


def press_all_pieces(app: App, scene: OpenTableBoard) -> int:
    """Press the middle of every visible piece and pull it a little.

    Exactly that piece is dragged, and no more of its stack. Returns the number of visible pieces.
    """
    points = visible_middles(scene)
    for key, point in points.items():
        piece = scene.desk.find_piece(key)
        assert piece is not None
        with draw_rarely(app):
            post_in_one_frame(app, (MOVE, point, 1), (DOWN, point, 1), (MOVE, (point[0] + 9, point[1] + 3), 1))
            [press] = scene.desk.presses.values()
            assert press.piece is not None, (key, point)
            assert press.piece.key == key, (key, press.piece.key, point)
            carry = press.carry
            assert carry is not None or piece.locked or press.mode == "flick", (key, press.mode)
            if carry is not None:
                of_stack = isinstance(key, str) or piece.is_stack
                assert (carry.source, carry.n) == (key, 1) if of_stack else carry.piece_ids == (key,), (key, carry)
            post_in_one_frame(app, (DOWN, point, 3), (UP, point, 3), (UP, point, 1))
            scene.desk.cancel_all()
            scene.desk.presses.clear()
            scene.desk.choose([])
    return len(points)


def lay_box(app: App, name: str, size: tuple[int, int]) -> OpenTableBoard:
    """Lay a shipped box at its start, in a window of a size."""
    opened = bundled.load_box(name)
    seats = min(4, opened.box.seats[1])
    scene = push_table(app, opened.box, people=seats, seats=seats, pictures=opened.pictures_hash)
    resize(app, size)
    run_frames(app, 2)
    return scene


@pytest.mark.parametrize("name", ["go", "backgammon", "crokinole", "cards"])
def test_middle_of_each_visible_piece_gets_that_piece(app: App, name: str) -> None:
    scene = lay_box(app, name, (1280, 720))
    assert press_all_pieces(app, scene) >= {"go": 2, "backgammon": 30, "crokinole": 24, "cards": 1}[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled.names())
def test_middle_of_each_visible_piece_of_every_box_gets_that_piece_at_three_sizes(app: App, name: str) -> None:
    scene = lay_box(app, name, SIZES[0])
    for size in SIZES:
        resize(app, size)
        run_frames(app, 2)
        assert press_all_pieces(app, scene) > 0


@pytest.mark.parametrize("held", [0, HELD])
def test_bowl_gives_one_stone_and_all_stones_only_by_its_badge(app: App, held: int) -> None:
    scene = lay_box(app, "go", (1280, 720))
    for bowl in (piece for piece in scene.desk.pieces if piece.count > 1):
        points = visible_middles(scene)
        drag(app, points[bowl.key], table_point(scene, 280, 190), held=held)
        stone = last_action_as(scene, actions.Move)
        assert (stone.of, stone.n) == (bowl.key, 1)
        rim = piece_point(scene, bowl.key)
        rim = rim[0], rim[1] + bowl.size[1] * scene.desk.camera.scale / 2 - 2
        drag(app, rim, table_point(scene, 256, 190), held=held)
        assert last_action_as(scene, actions.Move).n == 1, "its rim gives a stone as well"
        badge = badge_box(scene.desk, bowl)
        drag(app, (badge.right - 3, badge.y + 3), table_point(scene, 280, 30 if bowl.position[1] < 190 else 350))
        assert last_action_as(scene, actions.Move).what == (bowl.key,)


def test_corner_of_a_triangle_hides_nothing_beside_it(app: App) -> None:
    triangle = Kind("triangle", "pawn", "a triangle", size=(60, 60), corners=((-30, -30), (30, -30), (-30, 30)))
    disc = Kind("disc", "disc", "a disc", size=(20, 20), height=5)
    box = Box(
        name="Corners",
        kinds=(disc, triangle),
        layout=(Lay("disc", at=((420, 320),)), Lay("triangle", at=((400, 300),))),
    )
    scene = push_table(app, box)
    first = next(piece for piece in scene.desk.pieces if piece.shape == "disc")
    click(app, visible_middles(scene)[first.key])
    assert scene.desk.chosen == [first.key]


def test_piece_dragged_off_a_stack_is_put_where_it_is_let_go(app: App) -> None:
    scene = push_table(app, CARDS)
    scale = scene.desk.camera.scale
    pile = next(piece for piece in scene.desk.pieces if piece.is_stack)
    x, y = piece_point(scene, pile.key)
    drag(app, (x, y), (x - 150 * scale, y))
    card = next(piece for piece in scene.desk.pieces if not piece.is_stack)
    right, down = piece_point(scene, card.key)
    assert (right, down) == pytest.approx((x - 150 * scale, y), abs=1), "a single card, from where it was seen"
    scene.desk.choose([pile.key, card.key])
    drag(app, (x, y), (x, y + 100 * scale))
    moved = scene.desk.find_piece(pile.key)
    assert moved is not None
    assert moved.position == pytest.approx((pile.position[0], pile.position[1] - 100), abs=1), (
        "two together, as far as they were drawn"
    )
