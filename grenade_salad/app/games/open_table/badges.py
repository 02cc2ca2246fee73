"""Small labels on the table: the count and the name of a stack, plates with words."""

from __future__ import annotations

from grenade_salad.app.games.open_table.hits import is_on
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.messages import draw_tip
from grenade_salad.app.ui.theme import INK, PAPER, SMALL
from grenade_salad.games.open_table.placed_pieces import Key, PlacedPiece, bounding_size
from grenade_salad.text import Words, m

_HEIGHT, _DIGIT_WIDTH = 24.0, 9.0
"""Height of a badge, and its width for each further digit, in units."""
_NAME_HEIGHT, _MAX_NAME_WIDTH = 22.0, 180.0
"""Height of the box of a name, and the maximum width of the name, in units."""
_NAME_GAP = 5.0
"""Units between a stack and its name."""
_MIN_BAG_WIDTH = 20.0
"""Units that a bag must be wide to have a badge."""
_SMALL_STACK = 54.0
"""Units below which a stack is small compared with its badge."""


def has_badge(piece: PlacedPiece, width: float) -> bool:
    """True if a piece that is `width` units wide has a badge with its count."""
    return piece.is_stack and not (piece.is_bag and width < _MIN_BAG_WIDTH)


def badge_box(desk: TableInteraction, piece: PlacedPiece) -> Rect:
    """Return the box of the badge, over the upper right corner of a stack."""
    x, y = desk.camera.to_screen(piece.position)
    half = piece.size[0] * desk.camera.scale / 2, piece.size[1] * desk.camera.scale / 2
    return _box_around((x + half[0] - 3, y - half[1] + 3), piece.count)


def _box_around(center: Point, count: int) -> Rect:
    """Return a box that is as wide as the digits need."""
    width = _HEIGHT + _DIGIT_WIDTH * (len(str(count)) - 1)
    return Rect(center[0] - width / 2, center[1] - _HEIGHT / 2, width, _HEIGHT)


def badge_at(desk: TableInteraction, point: Point) -> Key:
    """Return the key of the stack whose badge is at a point of the screen, or "".

    The badge of a small stack covers so much of it that only its part outside of the stack counts.
    """
    if not desk.camera.rect.collidepoint(point):
        return ""
    scale = desk.camera.scale
    for piece in reversed(desk.pieces):
        if has_badge(piece, piece.size[0] * scale) and badge_box(desk, piece).collidepoint(point):
            small = min(piece.size) * scale < _SMALL_STACK
            return "" if small and is_on(desk, piece, point) else piece.key
    return ""


def draw_badge(canvas: Canvas, count: int, center: Point) -> None:
    """Draw the count of a stack."""
    box = _box_around(center, count)
    canvas.fill(box.inflate(3, 3), INK, 13)
    canvas.fill(box, PAPER, 12)
    canvas.text(str(count), box.center, SMALL, INK, bold=True, anchor="center")


def box_below(desk: TableInteraction, piece: PlacedPiece, width: float, height: float, gap: float) -> Rect:
    """Return a box at a distance of `gap` units below a piece, for its reader.

    On a flat screen it is rotated to the seat that reads, as are its words.
    """
    (x, y), quarters = desk.camera.to_screen(piece.position), desk.reading_quarters % 4
    away = bounding_size(piece.size, piece.angle)[0 if quarters % 2 else 1] * desk.camera.scale / 2 + gap + height / 2
    right, down = ((0.0, away), (away, 0.0), (0.0, -away), (-away, 0.0))[quarters]
    box = Rect(0, 0, *((height, width) if quarters % 2 else (width, height)))
    box.center = x + right, y + down
    return box


def name_box(canvas: Canvas, desk: TableInteraction, piece: PlacedPiece) -> Rect:
    """Return the box of a stack's name, below the stack."""
    width = min(canvas.width(piece.name, SMALL), _MAX_NAME_WIDTH) + 12
    return box_below(desk, piece, width, _NAME_HEIGHT, _NAME_GAP)


def draw_name(canvas: Canvas, desk: TableInteraction, piece: PlacedPiece) -> None:
    """Draw the name that a person gave a stack, on its own background."""
    box = name_box(canvas, desk, piece)
    canvas.fill(box, INK, 5, alpha=170)
    with canvas.rotated(box, desk.reading_quarters % 4) as upright:
        width = upright.area.width - 8
        upright.text(piece.name, upright.area.center, SMALL, PAPER, anchor="center", max_width=width)


def draw_plate(canvas: Canvas, words: Words, box: Rect) -> None:
    """Draw words on a dark plate, beside what they explain."""
    canvas.fill(box, INK, 6)
    canvas.text(words, box.center, SMALL, PAPER, bold=True, anchor="center")


def draw_hint(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw what dragging a badge does, while the pointer hovers over it."""
    piece = desk.find_piece(desk.over_badge) if desk.over_badge != "" and not desk.presses else None
    if piece is None or piece.locked or desk.table.controller.original_controllers or desk.menu_point is not None:
        return
    # Translators: a tooltip at the number that is on a pile of cards
    words = m("Drag this number: all {n} of them. Drag the pile: only the one on top.", n=piece.count)
    draw_tip(canvas, words, badge_box(desk, piece))
