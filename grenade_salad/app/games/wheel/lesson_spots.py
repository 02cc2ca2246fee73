"""Boxes of things on the board of the wheel, by the names that its lesson uses."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.wheel import draw
from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.games.wheel.preview import preview


def spots(board: GameBoard, name: str) -> Sequence[Rect]:
    """Return the boxes of the thing with this name; none if it is not visible."""
    if not isinstance(board, WheelBoard):
        return ()
    kind, _, item = name.partition(":")
    ring, cards, notebook = board.ring, board.display.ring, board.notebook
    match kind:
        case "heart":
            return board.hearts_layout.cards
        case "card":
            return [ring.boxes[index] for index, card in enumerate(cards) if card == item]
        case "down":
            return [ring.boxes[card_index] for card_index in board.display.face_down]
        case "die" if board.display.dice:
            return [board.dice[int(item)].rect]
        case "black":
            return [_black_die_box(board)]
        case "said":
            return [board.hearts_layout.words]
        case "raiser" if board.table.controller.actor is not None and board.view.roll is not None:
            return [board.dice[die].rect for die in range(3) if preview(board.view, die).joker]
        case "move" if board.move_button.visible and board.move_button.enabled:
            return [board.move_button.rect]
        case "notebook":
            return [notebook.widget.rect if notebook.widget.visible else notebook.button.rect]
        case "all":
            book = [notebook.widget.names_box] if notebook.widget.visible else []
            return [*ring.boxes, _black_die_box(board), board.hearts_layout.words, *book]
    return ()


def _black_die_box(board: WheelBoard) -> Rect:
    return square_around(board.ring.centre, draw.black_die_size(board.ring))
