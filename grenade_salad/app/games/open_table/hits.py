"""What lies under a point of the screen: what is drawn there, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.games.open_table.pictures import layer_shift
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.open_table.placed_pieces import Lying, covers

_LAYERS = (1, 2, 5, 12, 25, 45)
"""A stack with more than these has one more layer that is seen."""


def layers_of(one: Lying) -> int:
    """Return how many layers of a stack are drawn; a single piece and a bag have one."""
    return 1 if one.bag or one.count < 2 else 1 + sum(one.count > count for count in _LAYERS)


def middle_of(desk: Desk, one: Lying) -> Point:
    """Return the middle of a piece on the screen as it is drawn: of a stack that of the piece on top."""
    x, y = desk.camera.to_screen(one.at)
    right, down = layer_shift(layers_of(one) - 1)
    return x + right, y + down


def is_on(desk: Desk, one: Lying, at: Point, space: float = 0.0) -> bool:
    """True if the piece, or any layer of a stack, is drawn at the point, or less than `space` units beside it."""
    spots = (_below(desk, at, layer) for layer in range(layers_of(one)))
    return any(covers(one, spot, space / desk.camera.scale) for spot in spots)


def is_on_rim(desk: Desk, one: Lying, at: Point, width: float) -> bool:
    """True if the point is at the rim of a stack: `width` units or less inside its top's edge, or outside of it."""
    if not one.stack:
        return False
    rim = min(width / desk.camera.scale, min(one.size) / 5)
    return not covers(one, _below(desk, at, layers_of(one) - 1), -rim)


def hit(desk: Desk, among: Iterable[Lying], at: Point, space: float = 0.0, boards: bool = False) -> Lying | None:
    """Return the topmost piece at a point of the screen.

    A small one is hit up to `space` units beside its edge, where nothing else is. Boards only count if asked for.
    """
    loose = [one for one in among if boards or one.shape != "board"]
    for beside in (0.0, space):
        found = next((one for one in reversed(loose) if is_on(desk, one, at, beside)), None)
        if found is not None:
            return found
    return None


def has_different_pieces(desk: Desk, one: Lying) -> bool:
    """True if its pieces can be told apart, as those of a bowl of stones cannot: their order means nothing.

    The top alone says so: nobody may learn what lies under it.
    """
    return one.stack and (one.face.kind is None or not desk.view.box.plain[one.face.kind])


def _below(desk: Desk, at: Point, layer: int) -> Point:
    """Return the point of the table, in mm, whose picture is drawn at a point of the screen in a layer of a stack."""
    right, down = layer_shift(layer)
    return desk.camera.to_table((at[0] - right, at[1] - down))
