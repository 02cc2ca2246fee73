"""The hand strip at the lower edge: whose it is, where its cards are, and what is drawn of them.

Faces are drawn here alone, and only while the strip is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.games.open_table.open_hands import faces_of
from grenade_salad.app.games.open_table.pictures import draw_piece, words_of
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
from grenade_salad.games.open_table.placed_pieces import HIDDEN, hand_name, kind_of
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.games.open_table.words import called
from grenade_salad.text import Words, m, say

_HEAD = 168.0
"""Units at the left that say whose hand it is."""
_FREE = 190.0
"""Units beside the cards from which on it stands there how the hand opens."""
_SEEN = 0.48
"""The share of a card's width that must be seen of each in a row."""
_IN_TWO = 0.62
"""How high cards in two rows are, as a share of the strip."""


def count(desk: Desk) -> int:
    """How many cards the strip has, which is no secret."""
    if desk.seat is None:
        return 0
    return desk.view.looks[desk.seat] if desk.looking() else desk.hand_count


_ROW_STEP = 0.6
"""How much of a card's height is seen of each in the rows above the last, while one looks through many: its index."""
_WIDE_STEP = 0.86
"""How much of a card's width is seen of each in such rows, where there is room."""
_MOST_ROWS = 5


def grow(desk: Desk, panels: Sequence[Rect]) -> None:
    """While many cards are looked through, the open strip is higher, up to the panels above it: cards in rows that
    show nearly all of each, as few rows as there must be."""
    strip = desk.strip
    strip.rows = 0
    if not (desk.looking() and desk.strip_open) or strip.quarters or not desk.hand:
        return
    box, number, usual = strip.box, count(desk), strip.box.height - 16
    top = max([desk.camera.rect.y, *(one.bottom + 6 for one in panels if one.right > box.x and one.x < box.right)])
    room = box.width - _head(desk, box) - 16
    for rows in range(1, _MOST_ROWS + 1):
        high = min(usual, (box.bottom - top - 16) / (1 + (rows - 1) * _ROW_STEP))
        if rows > 1 and high < usual * _IN_TWO:
            break
        wide = high * _shape(desk)
        strip.rows, strip.high = rows, high
        if rows * (1 + int((room - wide) // (wide * _WIDE_STEP))) >= number:
            break
    if strip.rows == 1:
        strip.rows = 0
        return
    tall = 16 + strip.high * (1 + (strip.rows - 1) * _ROW_STEP)
    strip.box = Rect(box.x, box.bottom - tall, box.width, tall)


def card_boxes(desk: Desk) -> list[Rect]:
    """Where the cards are on the screen, in their order; they overlap if they must."""
    return boxes_for(desk, count(desk))


def boxes_for(desk: Desk, number: int) -> list[Rect]:
    """The same if they were so many."""
    box, quarters = desk.strip.box, desk.strip.quarters
    return [_on_screen(box, quarters, one) for one in _laid(desk, _upright(box, quarters), number)]


def _upright(box: Rect, quarters: int) -> Rect:
    """The strip as who sits at its edge sees it, from its own corner."""
    return Rect(0, 0, *(box.size if quarters % 2 == 0 else (box.height, box.width)))


def _on_screen(box: Rect, quarters: int, one: Rect) -> Rect:
    """A part of the upright strip where it lies on the screen."""
    match quarters % 4:
        case 0:
            return one.move(box.x, box.y)
        case 1:
            return Rect(box.x + one.y, box.bottom - one.right, one.height, one.width)
        case 2:
            return Rect(box.right - one.right, box.bottom - one.bottom, one.width, one.height)
        case _:
            return Rect(box.right - one.bottom, box.y + one.x, one.height, one.width)


def _head(desk: Desk, upright: Rect) -> float:
    return min(_HEAD, upright.width * 0.3)


def _laid(desk: Desk, upright: Rect, number: int) -> list[Rect]:
    """Cards side by side; in two rows, if so many are open that one row would show no more than their edges."""
    high = upright.height - 16
    if rows := desk.strip.rows:
        return _in_rows(desk, upright, number, rows, desk.strip.high, desk.strip.high * _ROW_STEP)
    wide, head = high * _shape(desk), _head(desk, upright)
    room = upright.width - head - 16
    step = min(wide + 8, (room - wide) / max(1, number - 1))
    if step >= wide * _SEEN or not desk.strip_open:
        return [Rect(upright.x + head + index * step, upright.y + 8, wide, high) for index in range(number)]
    return _in_rows(desk, upright, number, 2, high * _IN_TWO, high * (1 - _IN_TWO))


def _in_rows(desk: Desk, upright: Rect, number: int, rows: int, high: float, down: float) -> list[Rect]:
    """In rows of cards so high, each so far below the one above it."""
    wide, head, each = high * _shape(desk), _head(desk, upright), -(-number // rows)
    step = min(wide + 8, (upright.width - head - 16 - wide) / max(1, each - 1))
    return [
        Rect(upright.x + head + index % each * step, upright.y + 8 + index // each * down, wide, high)
        for index in range(number)
    ]


def _shape(desk: Desk) -> float:
    """Width for height of what is held, as far as everybody knows it: that of the box's first card."""
    kind = _usual(desk)
    return 63 / 88 if kind is None else min(1.0, kind.size[0] / kind.size[1])


def _usual(desk: Desk) -> Kind | None:
    return next((one for one in desk.view.box.kinds if one.piece == "card"), None)


def card_at(desk: Desk, at: Point) -> int | None:
    """The card of the strip at a point, from the left; the one on top where they overlap."""
    boxes = card_boxes(desk)
    return next((index for index in reversed(range(len(boxes))) if boxes[index].collidepoint(at)), None)


GAP = 6.0
"""Units that a gap between two cards is wide."""


def gap_at(desk: Desk, at: Point) -> int:
    """Before which card of the strip, from the left, something would come to lie that is held at a point."""
    box, quarters = desk.strip.box, desk.strip.quarters
    upright = _upright(box, quarters)
    x, y = _from_screen(box, quarters, at)
    laid = _laid(desk, upright, count(desk))
    if not laid:
        return 0
    row = min({one.y for one in laid}, key=lambda top: abs(y - top - laid[0].height / 2))
    first = sum(one.y < row for one in laid)
    seen = _step(laid)
    return first + sum(one.y == row and one.x + seen / 2 <= x for one in laid)


def gap_box(desk: Desk, gap: int) -> Rect:
    """That gap on the screen."""
    laid = _laid(desk, _upright(desk.strip.box, desk.strip.quarters), count(desk))
    last = laid[min(gap, len(laid) - 1)]
    left = last.x if gap < len(laid) else last.x + _step(laid)
    return _on_screen(desk.strip.box, desk.strip.quarters, Rect(left - GAP / 2, last.y, GAP, last.height))


def _step(laid: Sequence[Rect]) -> float:
    """How much is seen of each card of a row."""
    return laid[1].x - laid[0].x if len(laid) > 1 else laid[0].width


def _from_screen(box: Rect, quarters: int, at: Point) -> Point:
    """A point of the screen in the upright strip."""
    x, y = at[0] - box.x, at[1] - box.y
    return ((x, y), (box.height - y, x), (box.width - x, box.height - y), (y, box.width - x))[quarters % 4]


def words(desk: Desk) -> tuple[Words, Words]:
    """What stands beside the cards: whose they are, and how they are seen."""
    assert desk.seat is not None
    name, number = desk.table.names[desk.seat], count(desk)
    if desk.looking():
        # Translators: beside the cards that somebody looks through
        title: Words = m("{who} looks at {n} card", "{who} looks at {n} cards", who=name, n=number)
    else:
        # Translators: beside the closed cards of somebody's hand: how many they are
        title = m("{who}'s hand: {n}", who=name, n=number)
    if not number and desk.table.actor is not None and not desk.table.watched:
        # Translators: beside a hand without cards, on the strip of the table that is for it
        return title, m("Drag here what is for this hand alone.")
    if desk.table.viewer == desk.seat or not number:
        return title, ""
    # Translators: beside closed cards; Space is the key
    return title, m("Let go to close") if desk.strip_open else m("Hold Space, or hold here, to look")


def draw(canvas: Canvas, desk: Desk) -> None:
    """The strip; closed, it shows backs. On a screen that lies flat the others have theirs before them, closed."""
    box, quarters = desk.strip.box, desk.strip.quarters
    if desk.seat is None or box.width <= 0:
        return
    _draw_others(canvas, desk)
    if not desk.hand:
        return
    canvas.paper(box, PAPER_SHADE, 10)
    with canvas.turned(box, quarters) as inner:
        _draw_upright(inner, desk, _upright(box, quarters))


def _draw_upright(canvas: Canvas, desk: Desk, box: Rect) -> None:
    assert desk.seat is not None
    badge = Rect(box.x + 10, box.y + 10, 30, 30)
    canvas.fill(badge, seat_colour(desk.seat), 7)
    canvas.picture(seat_mark(desk.seat), badge.inflate(-10, -10), seat_ink(desk.seat))
    title, how = words(desk)
    low = _written(canvas, title, head_spots(desk, box), TEXT * 0.9, INK, bold=True)
    free = free_room(desk, box)
    if how and free is not None:
        _draw_how(canvas, how, free, count(desk) > 0)
    elif how:
        left = Rect(box.x + 10, low + 4, _head(desk, box) - 16, box.bottom - 6 - low - 4)
        _written(canvas, how, (left,), SMALL, INK_SOFT, least=0.85)
    faces = _faces(desk)
    canvas.frame(box, seat_colour(desk.seat), 3, 10)
    if desk.strip_open and desk.strip.reads is not None and desk.strip.reads < len(faces):
        _draw_large(canvas, desk, faces[desk.strip.reads], box)
        return
    lifted = {press.card for press in desk.hands.values() if press.in_strip and press.carry is not None}
    with canvas.clipped(box):
        near = _near(desk)
        boxes = sorted(
            enumerate(zip(faces, _laid(desk, box, count(desk)), strict=False)), key=lambda one: one[0] == near
        )
        for index, (face, rect) in boxes:
            if index in lifted:
                continue
            raised = rect.move(0, -5) if index == near else rect
            draw_piece(canvas, _kind(desk, face), face, raised.center, _fitted(desk, face, raised), files=desk.files)
            if index == desk.card:
                canvas.frame(raised.inflate(4, 4), BRASS_LIGHT, 3, 6)


def free_room(desk: Desk, box: Rect) -> Rect | None:
    """What is left of the upright strip beside its cards, where there is room for words."""
    if desk.strip.rows or (desk.strip_open and desk.strip.reads is not None):
        return None
    left = max([box.x + _head(desk, box), *(one.right for one in _laid(desk, box, count(desk)))]) + 24
    free = Rect(left, box.y + 8, box.right - 20 - left, box.height - 16)
    return free if free.width >= _FREE else None


def _draw_how(canvas: Canvas, how: Words, free: Rect, looks: bool) -> None:
    """How the hand opens, or is filled, in the middle of the free room, with a picture of that."""
    size = next((one for one in (LARGE, TEXT) if len(canvas.lines(how, free.width - 56, one)) <= 2), SMALL)
    lines = canvas.lines(how, free.width - 56, size)
    wide = max(canvas.width(line, size) for line in lines)
    left, top = free.centerx - (wide + 56) / 2, free.centery - len(lines) * size * LEADING / 2
    canvas.picture(f"icons/{'eye' if looks else 'hand'}.svg", Rect(left, free.centery - 20, 40, 40), INK_SOFT)
    canvas.paragraph(how, Rect(left + 56, top, wide + 4, 0), size, INK_SOFT)


def head_spots(desk: Desk, box: Rect) -> tuple[Rect, Rect]:
    """Where it says whose hand it is: beside the seat's mark, else below it in the whole width."""
    head = _head(desk, box) - 16
    return Rect(box.x + 48, box.y + 8, head - 44, 44), Rect(box.x + 10, box.y + 42, head, box.height - 46)


def _written(
    canvas: Canvas,
    words: Words,
    spots: tuple[Rect, ...],
    size: float,
    ink: Colour,
    *,
    bold: bool = False,
    least: float = 0.7,
) -> float:
    """Words in the first of the places that has room for all of them, somewhat smaller if they must; where they end,
    or the place's top where none has room: what could not be read is left out."""
    for share, spot in product((share for share in (1.0, 0.9, 0.8, 0.7) if share >= least), spots):
        lines = canvas.lines(words, spot.width, size * share, bold=bold)
        each = size * share * LEADING
        if len(lines) * each <= spot.height and all(
            canvas.width(line, size * share, bold=bold) <= spot.width for line in lines
        ):
            for index, line in enumerate(lines):
                canvas.text(line, (spot.x, spot.y + index * each), size * share, ink, bold=bold)
            return max(spots[0].y + 36, spot.y + len(lines) * each)
    return spots[-1].y


def _draw_large(canvas: Canvas, desk: Desk, face: Face, box: Rect) -> None:
    """One card, twice as high as the strip has room for: its upper half, and its lower half beside that; its name."""
    kind, left, high = _kind(desk, face), box.x + _head(desk, box), box.height - 16
    room = box.right - 12 - left
    size = _fitted(desk, face, Rect(0, 0, room / 2 - 8, 2 * high))
    part = Rect(left, box.y + 8, size[0], min(high, size[1] / 2))
    for half, middle in ((part, part.bottom), (part.move(part.width + 8, 0), part.y)):
        with canvas.clipped(half):
            draw_piece(canvas, kind, face, (half.centerx, middle), size, files=desk.files)
    words = Rect(left + 2 * part.width + 24, box.y + 12, room - 2 * part.width - 24, high)
    if kind is not None and words.width > 90:
        named = called(words_of(kind, face) or kind.title or kind.name)
        canvas.block(say(named, begin=True), words, TITLE, INK)


def _draw_others(canvas: Canvas, desk: Desk) -> None:
    """The closed hands of those who sit at other edges, as many backs as everybody may count."""
    own = desk.strip.quarters
    sides: dict[int, list[int]] = {}
    for seat, (_, quarters) in enumerate(desk.strips):
        sides.setdefault(quarters, []).append(seat)
    if len(sides) < 2:
        return
    for quarters, seats in sides.items():
        if quarters == own:
            continue
        whole = desk.strips[seats[0]][0]
        with canvas.turned(whole, quarters) as inner:
            upright = _upright(whole, quarters)
            each = upright.width / len(seats)
            order = sorted(seats, key=lambda seat: _along(desk.table.places.seats[seat][0], quarters))
            for place, seat in enumerate(order):
                _draw_backs(inner, desk, seat, Rect(place * each, 0, each, upright.height))


def _along(panel: Rect, quarters: int) -> float:
    """Where a panel is along its edge, from the left of who sits there."""
    return (panel.x, -panel.y, -panel.x, panel.y)[quarters % 4]


def _draw_backs(canvas: Canvas, desk: Desk, seat: int, box: Rect) -> None:
    name = hand_name(desk.view, desk.seats, seat)
    seen = desk.view.holder(name) if name else None
    kind = _usual(desk)
    if seen is None or not seen.count or kind is None:
        return
    high = box.height - 20
    wide = high * _shape(desk)
    step = min(wide * 0.5, (box.width - 20 - wide) / max(1, seen.count - 1))
    left = box.centerx - (step * (seen.count - 1) + wide) / 2
    face = HIDDEN._replace(kind=desk.view.box.kinds.index(kind))
    for index, one in enumerate(faces_of(desk, seat) or (face,) * seen.count):
        at = left + index * step + wide / 2, box.centery
        draw_piece(canvas, _kind(desk, one), one, at, _fitted(desk, one, Rect(0, 0, wide, high)), files=desk.files)


def _near(desk: Desk) -> int | None:
    """The card that is seen whole, above the others: the one that a held pointer is on, else the chosen one."""
    under = (press.card for press in desk.hands.values() if press.in_strip and press.carry is None)
    found = next((card for card in under if card is not None), None) if desk.strip_open else None
    return desk.card if found is None else found


def _faces(desk: Desk) -> tuple[Face, ...]:
    shown = desk.secret_faces() if desk.strip_open else () if desk.looking() else faces_of(desk, desk.seat)
    if not shown:
        return (HIDDEN,) * count(desk)
    return tuple(face if face.front is None else face._replace(side=max(0, face.side)) for face in shown)


def _kind(desk: Desk, face: Face) -> Kind | None:
    kind = kind_of(desk.view.box, face)
    return _usual(desk) if kind is None else kind


def _fitted(desk: Desk, face: Face, box: Rect) -> tuple[float, float]:
    """As large as its kind's form fits in the box."""
    kind = _kind(desk, face)
    if kind is None:
        return box.width, box.height
    share = min(box.width / kind.size[0], box.height / kind.size[1])
    return kind.size[0] * share, kind.size[1] * share


def draw_hand(canvas: Canvas, desk: Desk, box: Rect, seat: int) -> None:
    """The hand of a seat under an open cover, for its own eyes."""
    view = desk.table.match.state.view(seat)
    assert isinstance(view, TableView)
    faces = desk.faces_for(view, hand_name(view, desk.seats, seat))
    wide = box.height * _shape(desk)
    step = min(wide + 8, (box.width - wide) / max(1, len(faces) - 1))
    for index, face in enumerate(faces):
        rect, shown = Rect(box.x + index * step, box.y, wide, box.height), face._replace(side=max(0, face.side))
        draw_piece(canvas, _kind(desk, face), shown, rect.center, _fitted(desk, face, rect), files=desk.files)
