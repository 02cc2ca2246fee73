"""Boxes of things on the board of the wheel, by the names that its lesson uses."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.wheel import draw
from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.games.wheel.preview import preview


def spots(scene: GameBoard, name: str) -> Sequence[Rect]:
    """Return the boxes of the thing with this name; none if it is not visible."""
    if not isinstance(scene, WheelBoard):
        return ()
    kind, _, item = name.partition(":")
    ring, cards, notebook = scene.ring, scene.display.ring, scene.notebook
    match kind:
        case "heart":
            return scene.hearts_layout.cards
        case "card":
            return [ring.boxes[index] for index, card in enumerate(cards) if card == item]
        case "down":
            return [ring.boxes[card_index] for card_index in scene.display.face_down]
        case "die" if scene.display.dice:
            return [scene.dice[int(item)].rect]
        case "black":
            return [_black_die_box(scene)]
        case "said":
            return [scene.hearts_layout.words]
        case "raiser" if scene.table.controller.actor is not None and scene.view.roll is not None:
            return [scene.dice[die].rect for die in range(3) if preview(scene.view, die).joker]
        case "move" if scene.move_button.visible and scene.move_button.enabled:
            return [scene.move_button.rect]
        case "notebook":
            return [notebook.widget.rect if notebook.widget.visible else notebook.button.rect]
        case "all":
            book = [notebook.widget.names_box] if notebook.widget.visible else []
            return [*ring.boxes, _black_die_box(scene), scene.hearts_layout.words, *book]
    return ()


def _black_die_box(scene: WheelBoard) -> Rect:
    return square_around(scene.ring.centre, draw.black_die_size(scene.ring))
