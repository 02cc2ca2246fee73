"""The hand strip at the lower edge: the places of its cards, and drawing.

Secret faces are drawn by two functions alone: `draw`, while the strip is open, and `draw_hand`, under an open cover.
Other faces here are of open hands, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from grenade_salad.app.games.open_table.interaction import USUAL_CARD_SIZE, TableInteraction
from grenade_salad.app.games.open_table.layout import rotate_rect
from grenade_salad.app.games.open_table.open_hands import open_hand_faces
from grenade_salad.app.games.open_table.pictures import coded_face_text, draw_piece
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import (
    BRASS_LIGHT,
    INK,
    INK_SOFT,
    LARGE,
    PAPER_SHADE,
    SMALL,
    TEXT,
    TITLE,
    Colour,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.placed_pieces import HIDDEN, find_hand_name, visible_kind
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.text import Words, m, say

_HEAD_WIDTH = 168.0
"""Width in units at the left of the strip that says whose hand it is."""
_MIN_FREE_WIDTH = 190.0
"""Free width in units beside the cards from which the instruction is drawn there."""
_MIN_VISIBLE_SHARE = 0.48
"""Minimum share of a card's width that is visible of each card in one row."""
_TWO_ROW_SCALE = 0.62
"""Height of cards in two rows, as a share of the strip."""
_ROW_STEP = 0.6
"""Share of a searched card's height that is visible: its index."""
_COLUMN_STEP = 0.86
"""Share of a searched card's width that is visible, if there is space."""
_MAX_ROWS = 5
"""Maximum number of rows of searched cards."""
_EDGE = 8.0
"""Units between the cards and the strip's edges, and between two whole cards."""
_BACKS_EDGE = 10.0
"""The same in the closed strips of other seats."""
_BACKS_STEP = 0.5
"""Share of a card's width that is visible there, if there is space."""
GAP = 6.0
"""Width of the mark of a gap between two cards, in units."""
_ICON_SPACE = 56.0
"""Width of the instruction's icon with the space beside it, in units."""
_WORD_SCALES = (1.0, 0.9, 0.8, 0.7)
"""Sizes that words are tried in until they fit, as shares of the usual one."""
_MARK_BOTTOM = 36.0
"""Units from the top of the title to the lower edge of the seat's mark."""
_MIN_NAME_WIDTH = 90.0
"""Units beside a card that is read large from which its name is written there."""


def grow(desk: TableInteraction, panels: Sequence[Rect]) -> None:
    """Make the open strip higher while many cards are looked through.

    It reaches up to the panels above it at most. The cards are in as few rows as show nearly all of each.
    """
    strip = desk.strip
    strip.rows = 0
    if not (desk.is_looking() and desk.strip_open) or strip.quarters or not desk.hand:
        return
    box, card_count, usual_height = strip.box, desk.count_cards(), strip.box.height - 2 * _EDGE
    top = max(
        [desk.camera.rect.y, *(panel.bottom + 6 for panel in panels if panel.right > box.x and panel.x < box.right)]
    )
    row_width = box.width - _head_width(box) - 2 * _EDGE
    for rows in range(1, _MAX_ROWS + 1):
        card_height = min(usual_height, (box.bottom - top - 2 * _EDGE) / (1 + (rows - 1) * _ROW_STEP))
        if rows > 1 and card_height < usual_height * _TWO_ROW_SCALE:
            break
        card_width = card_height * _aspect_ratio(desk)
        strip.rows, strip.card_height = rows, card_height
        if rows * (1 + int((row_width - card_width) // (card_width * _COLUMN_STEP))) >= card_count:
            break
    if strip.rows == 1:
        strip.rows = 0
        return
    strip_height = 2 * _EDGE + strip.card_height * (1 + (strip.rows - 1) * _ROW_STEP)
    strip.box = Rect(box.x, box.bottom - strip_height, box.width, strip_height)


def card_boxes(desk: TableInteraction) -> list[Rect]:
    """Return the boxes of the cards on the screen. They overlap if they must."""
    return boxes_for(desk, desk.count_cards())


def boxes_for(desk: TableInteraction, card_count: int) -> list[Rect]:
    """Return the boxes for a hand of that many cards."""
    box, quarters = desk.strip.box, desk.strip.quarters
    return [rotate_rect(box, quarters, rect) for rect in _layout_cards(desk, _upright(box, quarters), card_count)]


def _upright(box: Rect, quarters: int) -> Rect:
    """Return the strip as its player sees it, with its own corner as the origin."""
    return Rect(0, 0, *(box.size if quarters % 2 == 0 else (box.height, box.width)))


def _head_width(upright: Rect) -> float:
    return min(_HEAD_WIDTH, upright.width * 0.3)


def _layout_cards(desk: TableInteraction, upright: Rect, card_count: int) -> list[Rect]:
    """Return the boxes of the cards in the upright strip, side by side.

    They are in two rows if the strip is open and one row would show no more than their edges.
    """
    strip = desk.strip
    if strip.rows:
        return _layout_rows(desk, upright, card_count, strip.rows, strip.card_height, strip.card_height * _ROW_STEP)
    card_height = upright.height - 2 * _EDGE
    row = _layout_rows(desk, upright, card_count, 1, card_height, 0.0)
    if card_count < 2 or not desk.strip_open or _card_step(row) >= row[0].width * _MIN_VISIBLE_SHARE:
        return row
    return _layout_rows(desk, upright, card_count, 2, card_height * _TWO_ROW_SCALE, card_height * (1 - _TWO_ROW_SCALE))


def _layout_rows(
    desk: TableInteraction, upright: Rect, card_count: int, rows: int, card_height: float, row_offset: float
) -> list[Rect]:
    """Return boxes in rows of cards, each row `row_offset` below the last."""
    card_width, head_width = card_height * _aspect_ratio(desk), _head_width(upright)
    row_length = -(-card_count // rows)
    step = min(card_width + _EDGE, (upright.width - head_width - 2 * _EDGE - card_width) / max(1, row_length - 1))
    return [
        Rect(
            upright.x + head_width + index % row_length * step,
            upright.y + _EDGE + index // row_length * row_offset,
            card_width,
            card_height,
        )
        for index in range(card_count)
    ]


def _aspect_ratio(desk: TableInteraction) -> float:
    """Return width by height of the box's first card, which is public."""
    width, height = USUAL_CARD_SIZE if desk.card_kind is None else desk.card_kind.size
    return min(1.0, width / height)


def card_at(desk: TableInteraction, point: Point) -> int | None:
    """Return the index of the topmost card of the strip at a point, or None."""
    boxes = card_boxes(desk)
    return next((index for index in reversed(range(len(boxes))) if boxes[index].collidepoint(point)), None)


def gap_at(desk: TableInteraction, point: Point) -> int:
    """Return the index at which something held at a point would be inserted."""
    box, quarters = desk.strip.box, desk.strip.quarters
    upright = _upright(box, quarters)
    x, y = _from_screen(box, quarters, point)
    rects = _layout_cards(desk, upright, desk.count_cards())
    if not rects:
        return 0
    row_top = min({rect.y for rect in rects}, key=lambda top: abs(y - top - rects[0].height / 2))
    row_start = sum(rect.y < row_top for rect in rects)
    visible_width = _card_step(rects)
    return row_start + sum(rect.y == row_top and rect.x + visible_width / 2 <= x for rect in rects)


def gap_box(desk: TableInteraction, gap_index: int) -> Rect:
    """Return the box of a gap on the screen."""
    rects = _layout_cards(desk, _upright(desk.strip.box, desk.strip.quarters), desk.count_cards())
    last = rects[min(gap_index, len(rects) - 1)]
    left = last.x if gap_index < len(rects) else last.x + _card_step(rects)
    return rotate_rect(desk.strip.box, desk.strip.quarters, Rect(left - GAP / 2, last.y, GAP, last.height))


def _card_step(rects: Sequence[Rect]) -> float:
    """Return the visible width of each card of a row."""
    return rects[1].x - rects[0].x if len(rects) > 1 else rects[0].width


def _from_screen(box: Rect, quarters: int, point: Point) -> Point:
    """Convert a point of the screen to the upright strip."""
    x, y = point[0] - box.x, point[1] - box.y
    return ((x, y), (box.height - y, x), (box.width - x, box.height - y), (y, box.width - x))[quarters % 4]


def head_words(desk: TableInteraction) -> tuple[Words, Words]:
    """Return the title beside the cards and the instruction that opens them."""
    assert desk.seat is not None
    name, card_count = desk.table.controller.names[desk.seat], desk.count_cards()
    if desk.is_looking():
        # Translators: beside the cards that somebody looks through
        title: Words = m("{who} looks at {n} card", "{who} looks at {n} cards", who=name, n=card_count)
    else:
        # Translators: beside the closed cards of somebody's hand: how many they are
        title = m("{who}'s hand: {n}", who=name, n=card_count)
    if not card_count and desk.table.controller.actor is not None and not desk.table.controller.original_controllers:
        # Translators: beside a hand without cards, on the strip of the table that is for it
        return title, m("Drag here what is yours.")
    if desk.table.controller.viewer == desk.seat or not card_count:
        return title, ""
    # Translators: beside closed cards; Space is the key
    return title, m("Let go to close") if desk.strip_open else m("Hold Space, or hold here, to look")


def draw(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw the strip: the faces of an open one or of an open hand, else backs.

    On a flat screen, the strips of the other seats are drawn, too.
    """
    box, quarters = desk.strip.box, desk.strip.quarters
    if desk.seat is None or box.width <= 0:
        return
    _draw_other_strips(canvas, desk)
    if not desk.hand:
        return
    canvas.paper(box, PAPER_SHADE, 10)
    with canvas.rotated(box, quarters) as inner:
        _draw_upright(inner, desk, _upright(box, quarters))


def _draw_upright(canvas: Canvas, desk: TableInteraction, box: Rect) -> None:
    assert desk.seat is not None
    badge = Rect(box.x + 10, box.y + 10, 30, 30)
    canvas.fill(badge, seat_colour(desk.seat), 7)
    canvas.picture(seat_mark(desk.seat), badge.inflate(-10, -10), seat_ink(desk.seat))
    title, instruction = head_words(desk)
    text_bottom = _draw_words(canvas, title, head_spots(box), TEXT * 0.9, INK, bold=True)
    free = free_area(desk, box)
    if instruction and free is not None:
        _draw_instruction(canvas, instruction, free, shows_eye=desk.count_cards() > 0)
    elif instruction:
        below = Rect(box.x + 10, text_bottom + 4, _head_width(box) - 16, box.bottom - 6 - text_bottom - 4)
        _draw_words(canvas, instruction, (below,), SMALL, INK_SOFT, min_scale=0.85)
    faces = _strip_faces(desk)
    canvas.frame(box, seat_colour(desk.seat), 3, 10)
    if desk.strip_open and desk.strip.read_index is not None and desk.strip.read_index < len(faces):
        _draw_large(canvas, desk, faces[desk.strip.read_index], box)
        return
    lifted = {press.card_index for press in desk.presses.values() if press.in_strip and press.carry is not None}
    raised_index = _raised_card(desk)
    with canvas.clipped(box):
        cards = enumerate(zip(faces, _layout_cards(desk, box, desk.count_cards()), strict=False))
        # The raised card is drawn last, over its neighbours.
        for index, (face, rect) in sorted(cards, key=lambda card: card[0] == raised_index):
            if index in lifted:
                continue
            raised = rect.move(0, -5) if index == raised_index else rect
            _draw_card(canvas, desk, face, raised)
            if index == desk.card_index:
                canvas.frame(raised.inflate(4, 4), BRASS_LIGHT, 3, 6)


def free_area(desk: TableInteraction, box: Rect) -> Rect | None:
    """Return the free part of the upright strip beside its cards.

    None if it is too narrow for words.
    """
    if desk.strip.rows or (desk.strip_open and desk.strip.read_index is not None):
        return None
    cards_right = (rect.right for rect in _layout_cards(desk, box, desk.count_cards()))
    left = max([box.x + _head_width(box), *cards_right]) + 24
    free = Rect(left, box.y + _EDGE, box.right - 20 - left, box.height - 2 * _EDGE)
    return free if free.width >= _MIN_FREE_WIDTH else None


def _draw_instruction(canvas: Canvas, instruction: Words, free: Rect, *, shows_eye: bool) -> None:
    """Draw the instruction in the middle of the free area, with an icon."""
    max_width = free.width - _ICON_SPACE
    size = next((size for size in (LARGE, TEXT) if len(canvas.lines(instruction, max_width, size)) <= 2), SMALL)
    lines = canvas.lines(instruction, max_width, size)
    text_width = max(canvas.width(line, size) for line in lines)
    left, top = free.centerx - (text_width + _ICON_SPACE) / 2, free.centery - len(lines) * size * LEADING / 2
    canvas.picture(f"icons/{'eye' if shows_eye else 'hand'}.svg", Rect(left, free.centery - 20, 40, 40), INK_SOFT)
    canvas.paragraph(instruction, Rect(left + _ICON_SPACE, top, text_width + 4, 0), size, INK_SOFT)


def head_spots(box: Rect) -> tuple[Rect, Rect]:
    """Return the places for the title: beside the seat's mark, or below it."""
    head = _head_width(box) - 16
    return Rect(box.x + 48, box.y + 8, head - 44, 44), Rect(box.x + 10, box.y + 42, head, box.height - 46)


def _draw_words(
    canvas: Canvas,
    words: Words,
    spots: tuple[Rect, ...],
    size: float,
    ink: Colour,
    *,
    bold: bool = False,
    min_scale: float = 0.7,
) -> float:
    """Draw words in the first place with space for all of them.

    They are smaller if needed. Returns the lower edge of the words, or of the seat's mark if that is lower. If they fit
    nowhere they are left out, and it is the upper edge of the last place.
    """
    scales = [scale for scale in _WORD_SCALES if scale >= min_scale]
    for scale, spot in product(scales, spots):
        lines = canvas.lines(words, spot.width, size * scale, bold=bold)
        line_height = size * scale * LEADING
        if len(lines) * line_height <= spot.height and all(
            canvas.width(line, size * scale, bold=bold) <= spot.width for line in lines
        ):
            for index, line in enumerate(lines):
                canvas.text(line, (spot.x, spot.y + index * line_height), size * scale, ink, bold=bold)
            return max(spots[0].y + _MARK_BOTTOM, spot.y + len(lines) * line_height)
    return spots[-1].y


def _draw_large(canvas: Canvas, desk: TableInteraction, face: Face, box: Rect) -> None:
    """Draw one card at twice the height of the strip.

    Its upper and lower half are side by side, and its name beside them.
    """
    kind, left, height = _face_kind(desk, face), box.x + _head_width(box), box.height - 2 * _EDGE
    free_width = box.right - 12 - left
    size = _fit_size(desk, face, Rect(0, 0, free_width / 2 - _EDGE, 2 * height))
    part = Rect(left, box.y + _EDGE, size[0], min(height, size[1] / 2))
    for half, middle in ((part, part.bottom), (part.move(part.width + _EDGE, 0), part.y)):
        with canvas.clipped(half):
            draw_piece(canvas, kind, face, (half.centerx, middle), size, files=desk.files)
    words = Rect(left + 2 * part.width + 24, box.y + 12, free_width - 2 * part.width - 24, height)
    if kind is not None and words.width > _MIN_NAME_WIDTH:
        name = translate_word(coded_face_text(kind, face) or kind.title or kind.name)
        canvas.block(say(name, begin=True), words, TITLE, INK)


def _draw_other_strips(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw the hands of seats at other edges.

    They show backs, as many as there are cards, which is public; an open hand shows its faces.
    """
    sides: dict[int, list[int]] = {}
    for seat, (_, quarters) in enumerate(desk.strips):
        sides.setdefault(quarters, []).append(seat)
    for quarters, seats in sides.items():
        if quarters == desk.strip.quarters:
            continue
        edge_box = desk.strips[seats[0]][0]
        with canvas.rotated(edge_box, quarters) as inner:
            upright = _upright(edge_box, quarters)
            slot_width = upright.width / len(seats)
            order = sorted(seats, key=lambda seat: _edge_position(desk.table.places.seats[seat][0], quarters))
            for index, seat in enumerate(order):
                _draw_other_hand(inner, desk, seat, Rect(index * slot_width, 0, slot_width, upright.height))


def _edge_position(panel: Rect, quarters: int) -> float:
    """Return the position of a panel along its edge, from the left of who sits there."""
    return (panel.x, -panel.y, -panel.x, panel.y)[quarters % 4]


def _draw_other_hand(canvas: Canvas, desk: TableInteraction, seat: int, box: Rect) -> None:
    """Draw the hand of a seat at another edge: its faces if it lies open, else backs."""
    name = find_hand_name(desk.view, desk.seats, seat)
    holder = desk.view.holder(name) if name else None
    if holder is None or not holder.count or desk.card_kind is None:
        return
    card_height = box.height - 2 * _BACKS_EDGE
    card_width = card_height * _aspect_ratio(desk)
    step = min(card_width * _BACKS_STEP, (box.width - 2 * _BACKS_EDGE - card_width) / max(1, holder.count - 1))
    left = box.centerx - (step * (holder.count - 1) + card_width) / 2
    faces = open_hand_faces(desk, seat) or (desk.make_card_back().face,) * holder.count
    for index, face in enumerate(faces):
        _draw_card(canvas, desk, face, Rect(left + index * step, box.y + _BACKS_EDGE, card_width, card_height))


def _raised_card(desk: TableInteraction) -> int | None:
    """Return the index of the card that is raised above the others, or None.

    That is the one under a held pointer, else the selected one.
    """
    under = (press.card_index for press in desk.presses.values() if press.in_strip and press.carry is None)
    held_card = next((card for card in under if card is not None), None) if desk.strip_open else None
    return desk.card_index if held_card is None else held_card


def _strip_faces(desk: TableInteraction) -> tuple[Face, ...]:
    faces: tuple[Face, ...] = ()
    if desk.strip_open:
        faces = desk.secret_faces()
    elif not desk.is_looking():
        faces = open_hand_faces(desk, desk.seat)
    if not faces:
        return (HIDDEN,) * desk.count_cards()
    return tuple(face if face.front is None else face._replace(side=max(0, face.side)) for face in faces)


def _face_kind(desk: TableInteraction, face: Face) -> Kind | None:
    kind = visible_kind(desk.view.box, face)
    return desk.card_kind if kind is None else kind


def _fit_size(desk: TableInteraction, face: Face, box: Rect) -> tuple[float, float]:
    """Return the largest size of the face's kind that fits in the box."""
    kind = _face_kind(desk, face)
    if kind is None:
        return box.width, box.height
    share = min(box.width / kind.size[0], box.height / kind.size[1])
    return kind.size[0] * share, kind.size[1] * share


def _draw_card(canvas: Canvas, desk: TableInteraction, face: Face, box: Rect) -> None:
    """Draw a face in the middle of a box, as large as it fits."""
    draw_piece(canvas, _face_kind(desk, face), face, box.center, _fit_size(desk, face, box), files=desk.files)


def draw_hand(canvas: Canvas, desk: TableInteraction, box: Rect, seat: int) -> None:
    """Draw the hand of a seat under an open cover, for that seat alone."""
    view = desk.table.controller.match.state.view(seat)
    assert isinstance(view, TableView)
    faces = desk.hand_faces(view, find_hand_name(view, desk.seats, seat))
    card_width = box.height * _aspect_ratio(desk)
    step = min(card_width + _EDGE, (box.width - card_width) / max(1, len(faces) - 1))
    for index, face in enumerate(faces):
        rect = Rect(box.x + index * step, box.y, card_width, box.height)
        _draw_card(canvas, desk, face._replace(side=max(0, face.side)), rect)
