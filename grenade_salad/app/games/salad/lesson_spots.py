"""Where things are on the table of Grenade Salad, by the names that its lesson has for them."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, dist, pi, sin

from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.match.game_board import OnTable
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.salad.actions import Move
from grenade_salad.games.salad.pieces import Soldier

_CLOSE = 1.5
"""Cube widths between the middles of two soldiers that stand close, as they may."""
_WAYS = 24
"""Directions that are tried for a place beside a soldier."""


def spots(scene: OnTable, name: str) -> Sequence[Rect]:
    """The boxes of what is called so; none if it is not there."""
    if not isinstance(scene, SaladScene):
        return ()
    kind, _, which = name.partition(":")
    match kind:
        case "own":
            return _soldiers(scene, seat=scene.table.viewer)
        case "mover" | "prey" if (pair := _nearest(scene)) is not None:
            return _soldiers(scene, number=pair[name == "prey"].id)
        case "beside" if (at := _beside(scene)) is not None:
            return [_box(scene, at)]
        case "stepped":
            return [box for number in scene.shown.view.triggers for box in _soldiers(scene, number=number)]
        case "card":
            return [card.on_screen() for card in scene.shown.cards if card.card == which][:1]
        case "do" if scene.battlefield.intent.what == which:
            return _seen(scene.controls.do)
        case "drop" | "keep" | "end":
            buttons = {"drop": scene.controls.drop, "keep": scene.controls.keep, "end": scene.controls.end}
            return _seen(buttons[name])
        case "marks":
            return [mark.box for mark in scene.battlefield.marks]
        case "all":
            return [*_soldiers(scene, whole=False), scene.shown.strip.panel, scene.shown.strip.cards]
    return ()


def _soldiers(scene: SaladScene, seat: int | None = None, number: int | None = None, whole: bool = True) -> list[Rect]:
    """The boxes of the soldiers that can be seen, of one seat or of one number alone; those at the edge if not all of
    them need be in the look."""
    found = []
    for cube in scene.stage.cubes.values():
        if (seat is None or cube.seat == seat) and (number is None or cube.id == number):
            box = _box(scene, (cube.x, cube.y))
            look = scene.shown.camera.rect
            if look.contains(box) if whole else look.colliderect(box):
                found.append(box)
    return found


def _box(scene: SaladScene, at: tuple[float, float]) -> Rect:
    """Where a soldier is seen that stands there, however it is turned."""
    wide = scene.options.cube * scene.shown.camera.scale * 1.3
    box = Rect(0, 0, wide, wide)
    box.center = scene.shown.camera.to_screen(at)
    return box


def _seen(widget: Widget) -> list[Rect]:
    return [widget.rect] if widget.visible and widget.enabled else []


def _nearest(scene: SaladScene) -> tuple[Soldier, Soldier] | None:
    """A soldier of who looks and one of somebody else, as near to each other as no others."""
    soldiers = scene.shown.view.soldiers
    own = [one for one in soldiers if one.seat == scene.table.viewer]
    others = [one for one in soldiers if one.seat != scene.table.viewer]
    pairs = [(one, other) for one in own for other in others]
    return min(pairs, key=lambda pair: dist((pair[0].x, pair[0].y), (pair[1].x, pair[1].y)), default=None)


def _beside(scene: SaladScene) -> tuple[float, float] | None:
    """Where the nearer one of these may be put, close to the other (GS-11, GS-16)."""
    pair, actor = _nearest(scene), scene.table.actor
    if pair is None or actor is None or scene.shown.view.step != "move":
        return None
    (mover, prey), away = pair, scene.options.cube * _CLOSE
    turns = [2 * pi * number / _WAYS for number in range(_WAYS)]
    places = [(prey.x + away * cos(turn), prey.y + away * sin(turn)) for turn in turns]
    places.sort(key=lambda place: dist(place, (mover.x, mover.y)))
    legal = scene.table.match.state.why_not
    return next((place for place in places if legal(Move(actor, mover.id, place, mover.angle)) is None), None)
