"""Where things are on the table of Grenade Salad, by the names that its lesson has for them."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.games.salad.scene import SaladScene
from grenade_salad.app.table.on_table import OnTable
from grenade_salad.app.ui.canvas import Rect


def spots(scene: OnTable, name: str) -> Sequence[Rect]:
    """The boxes of what is called so; none if it is not there."""
    if not isinstance(scene, SaladScene):
        return ()
    kind, _, which = name.partition(":")
    match kind:
        case "own":
            return _soldiers(scene, seat=scene.table.viewer)
        case "soldier":
            return _soldiers(scene, number=int(which))
        case "card":
            return [card.rect for card in scene.shown.cards if card.card == which][:1]
        case "end" if scene.controls.end.visible:
            return [scene.controls.end.rect]
        case "all":
            return [*_soldiers(scene), scene.shown.strip.panel, scene.shown.strip.cards]
    return ()


def _soldiers(scene: SaladScene, seat: int | None = None, number: int | None = None) -> list[Rect]:
    """The boxes of the soldiers that can be seen, of one seat or of one number alone."""
    camera, wide = scene.shown.camera, scene.options.cube * scene.shown.camera.scale * 1.3
    found = []
    for cube in scene.stage.cubes.values():
        if (seat is None or cube.seat == seat) and (number is None or cube.id == number):
            box = Rect(0, 0, wide, wide)
            box.center = camera.to_screen((cube.x, cube.y))
            if camera.rect.contains(box):
                found.append(box)
    return found
