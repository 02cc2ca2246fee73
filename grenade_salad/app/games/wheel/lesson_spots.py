"""Where things are on the table of the wheel, by the names that its lesson has for them."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.wheel import draw
from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.match.game_board import OnTable
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.games.wheel.preview import preview


def spots(scene: OnTable, name: str) -> Sequence[Rect]:
    """The boxes of what is called so; none if it is not there."""
    if not isinstance(scene, WheelScene):
        return ()
    kind, _, which = name.partition(":")
    ring, cards = scene.ring, scene.stage.ring
    match kind:
        case "heart":
            return scene.strip.cards
        case "card":
            return [ring.boxes[at] for at, card in enumerate(cards) if card == which]
        case "down":
            return [ring.boxes[at] for at in scene.stage.down]
        case "die" if scene.stage.dice:
            return [scene.dice[int(which)].rect]
        case "black":
            return [_black(scene)]
        case "said":
            return [scene.strip.words]
        case "raiser" if scene.table.actor is not None and scene.view.roll is not None:
            return [scene.dice[die].rect for die in range(3) if preview(scene.view, die).joker]
        case "move" if scene.move_button.visible and scene.move_button.enabled:
            return [scene.move_button.rect]
        case "notebook":
            return [scene.notebook.rect if scene.notebook.visible else scene.book_button.rect]
        case "all":
            book = [scene.notebook.names_box] if scene.notebook.visible else []
            return [*ring.boxes, _black(scene), scene.strip.words, *book]
    return ()


def _black(scene: WheelScene) -> Rect:
    side = draw.black_side(scene.ring)
    box = Rect(0, 0, 2 * side, 2 * side)
    box.center = scene.ring.centre
    return box
