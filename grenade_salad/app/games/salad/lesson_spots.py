"""Boxes of things on the board of Grenade Salad, by their names in the lesson."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, dist, pi, sin

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.lesson_tile import find_nearest_pair
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.salad.actions import Move
from grenade_salad.games.salad.pieces import Soldier

_CLOSE_DISTANCE = 1.5
"""Legal distance between the middles of two close soldiers, in cube widths."""
_WHOLE_SHARE, _BOX_SHARE = 0.8, 0.65
"""Half of the box around a soldier in cube widths, with its side or without."""
_DIRECTION_COUNT = 24
"""Directions that are tried for a place beside a soldier."""


def spots(board: GameBoard, name: str) -> Sequence[Rect]:
    """Return the boxes of the things with a name; none if they are not there."""
    if not isinstance(board, SaladBoard):
        return ()
    kind, _, detail = name.partition(":")
    match kind:
        case "own":
            return _soldier_boxes(board, seat=board.table.controller.viewer)
        case "mover" | "prey" if (pair := _nearest_pair(board)) is not None:
            return _soldier_boxes(board, soldier_id=pair[name == "prey"].id)
        case "beside" if (point := _place_beside(board)) is not None:
            return [_soldier_box(board, point)]
        case "stepped":
            return [
                box
                for soldier_id in board.board_view.view.triggers
                for box in _soldier_boxes(board, soldier_id=soldier_id)
            ]
        case "tile" if (place := board.board_view.lesson_tile) is not None:
            camera = board.board_view.camera
            return [square_around(camera.to_screen(place), board.options.tile / 2 * camera.scale)]
        case "card":
            return [card.on_screen() for card in board.board_view.cards if card.card == detail][:1]
        case "do" if board.battlefield.intent.kind == detail:
            return _visible_box(board.controls.confirm_button)
        case "drop" | "keep" | "end":
            buttons = {
                "drop": board.controls.drop_button,
                "keep": board.controls.keep_button,
                "end": board.controls.end_turn_button,
            }
            return _visible_box(buttons[name])
        case "marks":
            return [mark.box for mark in board.battlefield.marks]
        case "all":
            return [
                *_soldier_boxes(board, is_whole=False),
                board.board_view.hand_layout.panel,
                board.board_view.hand_layout.cards,
            ]
    return ()


def _soldier_boxes(
    board: SaladBoard, seat: int | None = None, soldier_id: int | None = None, is_whole: bool = True
) -> list[Rect]:
    """Return the boxes of visible soldiers, all or of one seat or one id.

    Unless `is_whole`, soldiers at the edge of the camera's view are included, and their sides.
    """
    boxes = []
    for cube in board.display.cubes.values():
        if (seat is None or cube.seat == seat) and (soldier_id is None or cube.id == soldier_id):
            box = _soldier_box(board, (cube.x, cube.y), _BOX_SHARE if is_whole else _WHOLE_SHARE)
            camera_rect = board.board_view.camera.rect
            if camera_rect.contains(box) if is_whole else camera_rect.colliderect(box):
                boxes.append(box)
    return boxes


def _soldier_box(board: SaladBoard, point: tuple[float, float], share: float = _BOX_SHARE) -> Rect:
    """Return the box of a soldier at a point in mm, however it is turned."""
    camera = board.board_view.camera
    return square_around(camera.to_screen(point), board.options.cube * camera.scale * share)


def _visible_box(widget: Widget) -> list[Rect]:
    return [widget.rect] if widget.visible and widget.enabled else []


def _nearest_pair(board: SaladBoard) -> tuple[Soldier, Soldier] | None:
    """Return the viewer's soldier and the rival that are nearest to each other."""
    return find_nearest_pair(board.board_view.view, board.table.controller.viewer)


def _place_beside(board: SaladBoard) -> tuple[float, float] | None:
    """Return where the nearer soldier may be put, close to the other (GS-11, GS-16)."""
    pair, actor = _nearest_pair(board), board.table.controller.actor
    if pair is None or actor is None or board.board_view.view.step != "move":
        return None
    (mover, prey), away = pair, board.options.cube * _CLOSE_DISTANCE
    angles = [2 * pi * index / _DIRECTION_COUNT for index in range(_DIRECTION_COUNT)]
    places = [(prey.x + away * cos(angle), prey.y + away * sin(angle)) for angle in angles]
    places.sort(key=lambda place: dist(place, (mover.x, mover.y)))
    why_not = board.table.controller.match.state.why_not
    return next((place for place in places if why_not(Move(actor, mover.id, place, mover.angle)) is None), None)
