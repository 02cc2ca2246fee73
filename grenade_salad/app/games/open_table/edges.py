"""The marked lower edge of a pile: a card dropped there goes under the pile.

On the pile itself it lands on top.
"""

from __future__ import annotations

from grenade_salad.app.games.open_table.badges import box_below
from grenade_salad.app.games.open_table.hits import find_hit, has_different_pieces
from grenade_salad.app.games.open_table.interaction import Drag, TableInteraction
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS_LIGHT, INK, PAPER, SMALL
from grenade_salad.games.open_table.box import STACKED
from grenade_salad.games.open_table.placed_pieces import Key, PlacedPiece
from grenade_salad.text import Words, m

WIDTH, HEIGHT = 150.0, 26.0
"""The size of the edge of a pile, in units."""
GAP = 10.0
"""Units between the edge and the pile.

A card that is held by its lower end and dropped a little too low is meant for the pile.
"""

# Translators: on the lower edge of a pile, and on a button: a card that is carried goes below the others
UNDER = m("Put it under")


def edge_box(desk: TableInteraction, pile: PlacedPiece) -> Rect:
    """Return the box of the edge on the screen: below the pile, but within the table."""
    return box_below(desk, pile, WIDTH, HEIGHT, GAP).clamp(desk.camera.rect)


def marked_pile(desk: TableInteraction, carry: Drag, over: Key | None) -> Key | None:
    """Return the pile whose edge is marked, or None.

    It is the pile that something is carried over (`over`) or came from. It stays marked while the pointer is on its
    edge, and is never marked before the pointer was on the pile.
    """
    if carry.is_hanging or carry.pieces[0].shape not in STACKED:
        return None
    if is_on_edge(desk, carry, carry.marked):
        return carry.marked
    if over is None and isinstance(carry.source, int):
        source = desk.find_piece(carry.source)
        over = None if source is None or find_hit(desk, [source], carry.position) is None else carry.source
    pile = None if over is None else desk.find_piece(over)
    if pile is None or pile.locked or pile.key in carry.piece_ids or not has_different_pieces(desk, pile):
        return None
    return pile.key


def is_on_edge(desk: TableInteraction, carry: Drag, key: Key | None) -> bool:
    """True if the pointer is on the edge of this pile, and on no other target."""
    pile = None if key is None else desk.find_piece(key)
    if pile is None or not edge_box(desk, pile).collidepoint(carry.position):
        return False
    spot = desk.camera.to_table(carry.position)
    if any(area.contains(spot) for area in desk.areas if area.holder.name != pile.holder):
        return False
    targets = [
        piece for piece in desk.pieces if piece.shape in STACKED and piece.key not in (*carry.piece_ids, pile.key)
    ]
    return find_hit(desk, targets, carry.position) is None


def draw_edges(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw the edges of piles that pieces are over, lit if these would go under."""
    for press in desk.presses.values():
        carry = press.carry
        pile = None if carry is None or carry.marked is None else desk.find_piece(carry.marked)
        if carry is None or pile is None:
            continue
        words: Words = UNDER
        if not press.is_finger:
            words = m("{verb} ({key})", verb=UNDER, key=desk.table.app.settings.key_name("carry"))
        box, paint = edge_box(desk, pile), BRASS_LIGHT if carry.goes_under else PAPER
        canvas.fill(box.inflate(4, 4), INK, 8)
        canvas.fill(box, paint, 6)
        with canvas.rotated(box, desk.reading_quarters) as inner:
            middle, width = inner.area.center, inner.area.width - 10
            inner.text(words, middle, SMALL, INK, bold=carry.goes_under, anchor="center", max_width=width)
