"""Finds the piece under a point of the screen: exactly what is drawn there."""

from __future__ import annotations

from collections.abc import Iterable

from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.pictures import layer_shift
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.open_table.placed_pieces import PlacedPiece, covers_point

_LAYER_COUNTS = (1, 2, 5, 12, 25, 45)
"""A stack with more pieces than one of these has one more visible layer."""


def count_layers(piece: PlacedPiece) -> int:
    """Return how many layers of a stack are drawn; a single piece and a bag have one."""
    return 1 if piece.is_bag or piece.count < 2 else 1 + sum(piece.count > count for count in _LAYER_COUNTS)


def drawn_middle(desk: TableInteraction, piece: PlacedPiece) -> Point:
    """Return the middle of a piece as it is drawn; of a stack, that of the top piece."""
    x, y = desk.camera.to_screen(piece.position)
    right, down = layer_shift(count_layers(piece) - 1)
    return x + right, y + down


def is_on(desk: TableInteraction, piece: PlacedPiece, point: Point, space: float = 0.0) -> bool:
    """True if the piece, or any layer of a stack, is drawn at the point.

    A point less than `space` units beside it counts, too.
    """
    spots = (_to_layer(desk, point, layer) for layer in range(count_layers(piece)))
    return any(covers_point(piece, spot, space / desk.camera.scale) for spot in spots)


def is_on_rim(desk: TableInteraction, piece: PlacedPiece, point: Point, width: float) -> bool:
    """True if the point is at the rim of a stack.

    The rim is the area `width` units or less inside the edge of its top, and all outside of it.
    """
    if not piece.is_stack:
        return False
    rim = min(width / desk.camera.scale, min(piece.size) / 5)
    return not covers_point(piece, _to_layer(desk, point, count_layers(piece) - 1), -rim)


def find_hit(
    desk: TableInteraction, pieces: Iterable[PlacedPiece], point: Point, space: float = 0.0, boards: bool = False
) -> PlacedPiece | None:
    """Return the topmost piece at a point of the screen.

    A small piece is hit up to `space` units beside its edge, where nothing else is. Boards count only with `boards`.
    """
    loose = [piece for piece in pieces if boards or piece.shape != "board"]
    for margin in (0.0, space):
        hit = next((piece for piece in reversed(loose) if is_on(desk, piece, point, margin)), None)
        if hit is not None:
            return hit
    return None


def has_different_pieces(desk: TableInteraction, piece: PlacedPiece) -> bool:
    """True if its pieces can be told apart; otherwise their order means nothing.

    The stones in a bowl cannot, for instance. Only the top decides: no player may learn what is under it.
    """
    return piece.is_stack and (piece.face.kind is None or not desk.view.box.backs_reveal[piece.face.kind])


def _to_layer(desk: TableInteraction, point: Point, layer: int) -> Point:
    """Return the position in mm that is drawn at a point of the screen, in a layer."""
    right, down = layer_shift(layer)
    return desk.camera.to_table((point[0] - right, point[1] - down))
