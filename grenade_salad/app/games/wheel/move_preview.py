"""Preview of a move: its path, the die where it lands, and the explosions."""

from __future__ import annotations

from math import dist

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.wheel.display_state import WheelDisplay
from grenade_salad.app.games.wheel.draw import die_box, draw_dots
from grenade_salad.app.games.wheel.ring import Ring, walk_ring
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, EMBER, INK, LARGE, PAPER, SMALL, Colour, mix
from grenade_salad.games.wheel import Explosion, Preview
from grenade_salad.games.wheel.ring import BLAST_PIPS

_PULL = 0.28
"""Share of the distance to the ring's centre by which a return path is bent."""
_DOT_DISTANCE = 12.0
"""Units between two dots of a return path."""


def draw_preview_under(canvas: Canvas, ring: Ring, display: WheelDisplay, preview: Preview) -> None:
    """Draw what is under the dice: the path, its last card, and cards that blow up."""
    for blast in preview.explosions:
        box = ring.boxes[blast.card_index]
        canvas.fill(box, EMBER, 6, alpha=70)
        canvas.frame(box.inflate(6, 6), EMBER, 4, 9)
    if not any(blast.card_index == preview.to for blast in preview.explosions):
        box = ring.boxes[preview.to].inflate(6, 6)
        canvas.frame(box.inflate(3, 3), INK, 5.5, 10)
        canvas.frame(box, BRASS_LIGHT, 3.5, 9)
    start = display.dice[preview.die].card
    previous = ring.anchors[start]
    for _, anchor in walk_ring(ring, start, preview.path):
        draw_dots(canvas, previous, anchor, INK, 4.6, 150)
        draw_dots(canvas, previous, anchor, BRASS_LIGHT, 3.2, 255)
        previous = anchor
    radius = max(9.5, min(13.0, ring.die * 0.33))
    for step, anchor in walk_ring(ring, start, preview.path):
        if step:
            is_last = step == len(preview.path)
            _draw_count(canvas, anchor, str(step), radius * (1.25 if is_last else 1.0), BRASS if is_last else INK)


def _draw_count(canvas: Canvas, centre: Point, count: str, radius: float, colour: Colour) -> None:
    canvas.circle((centre[0], centre[1] + 1.5), radius + 1.5, INK, alpha=110)
    canvas.circle(centre, radius + 1.5, BRASS_LIGHT)
    canvas.circle(centre, radius, colour)
    ink = INK if colour == BRASS else PAPER
    canvas.text(count, centre, max(12.0, radius * 1.35), ink, bold=True, anchor="center")


def draw_preview_over(canvas: Canvas, ring: Ring, display: WheelDisplay, preview: Preview) -> None:
    """Draw what is over the dice: ghosts, numbered explosions, paths back to spades."""
    for blast in preview.explosions:
        _draw_return_path(canvas, ring, blast)
    for card, ghosts in _ghost_pips(preview).items():
        for slot, pips in enumerate(ghosts):
            _draw_ghost(canvas, ring, ring.die_position(card, slot, len(ghosts), is_upper=True), pips)
    if preview.joker:
        for die_index, pips in enumerate(preview.pips):
            if die_index != preview.die:
                _draw_raised_pips(canvas, die_box(ring, display, die_index), pips)
    is_chain = len(preview.explosions) > 1
    for order, blast in enumerate(preview.explosions, 1):
        _draw_burst_sign(canvas, ring, blast, str(order) if is_chain else "!")


def _ghost_pips(preview: Preview) -> dict[int, list[int]]:
    """Return the pips of the ghosts on each card.

    These are the moved die, and the dice that would start again.
    """
    pips_by_card: dict[int, list[int]] = {preview.to: [preview.pips[preview.die]]}
    # By die: in a chain, a die that starts again can blow up once more.
    restart_cards = {die: blast.to for blast in preview.explosions for die in blast.dice}
    for card in restart_cards.values():
        pips_by_card.setdefault(card, []).append(1)
    return pips_by_card


def _draw_ghost(canvas: Canvas, ring: Ring, centre: Point, pips: int) -> None:
    side = ring.die
    box = square_around(centre, side / 2)
    canvas.shadow(box, side * 0.2, side * 0.12, side * 0.14, 120)
    canvas.picture(f"dice/white{min(6, pips)}.svg", box, alpha=225)
    canvas.frame(box.inflate(5, 5), INK, 3.4, side * 0.27)
    canvas.frame(box.inflate(4, 4), EMBER if pips >= BLAST_PIPS else BRASS_LIGHT, 2.4, side * 0.26)


def _draw_raised_pips(canvas: Canvas, box: Rect, pips: int) -> None:
    """Draw the pips of another die that the joker would raise."""
    is_dangerous = pips >= BLAST_PIPS
    size = max(SMALL * 0.9, box.width * 0.5)
    tag = Rect(0, 0, size * 1.5, size * 1.25)
    tag.midbottom = (box.centerx, box.y + box.height * 0.12)
    canvas.shadow(tag, 5, 3, 2, 110)
    canvas.fill(tag, EMBER if is_dangerous else BRASS_LIGHT, 5)
    canvas.frame(tag, INK, 1.5, 5)
    canvas.text(str(pips), tag.center, size, INK, bold=True, anchor="center")


def _draw_burst_sign(canvas: Canvas, ring: Ring, blast: Explosion, sign: str) -> None:
    """Draw a small burst on a corner of the card without an index.

    `sign` is its number in the chain, or an exclamation mark.
    """
    box = ring.boxes[blast.card_index]
    reach = ring.card_width * 0.4
    is_right = box.centerx >= ring.centre[0]
    x = box.right - reach * 0.35 if is_right else box.x + reach * 0.35
    y = box.y + reach * 0.35 if is_right else box.bottom - reach * 0.35
    canvas.picture("blast/paper_burst_2.svg", square_around((x, y), reach))
    canvas.text(sign, (x, y), max(LARGE, reach * 0.7), INK, title=True, anchor="center")


def _draw_return_path(canvas: Canvas, ring: Ring, blast: Explosion) -> None:
    """Draw a bow from the card that blows up to the spade where its dice start again.

    It runs over the inside of the ring.
    """
    if blast.to < 0 or blast.to == blast.card_index:
        return
    a, b = ring.anchors[blast.card_index], ring.anchors[blast.to]
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    bend = (middle[0] + (ring.centre[0] - middle[0]) * _PULL, middle[1] + (ring.centre[1] - middle[1]) * _PULL)
    count = max(6, round(dist(a, b) / _DOT_DISTANCE))
    points = [_bow_point(a, bend, b, index / count) for index in range(count + 1)]
    for point in points[1:-1]:
        canvas.circle(point, 4.4, INK, alpha=150)
        canvas.circle(point, 3.0, mix(EMBER, PAPER, 0.15))
    _draw_arrow_head(canvas, points[-2], b)


def _bow_point(a: Point, bend: Point, b: Point, share: float) -> Point:
    """Return a point of the quadratic Bézier curve from `a` to `b`.

    >>> _bow_point((0.0, 0.0), (2.0, 4.0), (4.0, 0.0), 0.5)
    (2.0, 2.0)
    """
    start_weight, bend_weight, end_weight = (1 - share) ** 2, 2 * share * (1 - share), share**2
    x = a[0] * start_weight + bend[0] * bend_weight + b[0] * end_weight
    y = a[1] * start_weight + bend[1] * bend_weight + b[1] * end_weight
    return x, y


def _draw_arrow_head(canvas: Canvas, start: Point, end: Point) -> None:
    length = dist(start, end) or 1.0
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    for size, colour in ((13.0, INK), (10.5, EMBER)):
        tip = (end[0] + x * size * 0.7, end[1] + y * size * 0.7)
        back = (end[0] - x * size * 0.7, end[1] - y * size * 0.7)
        wing = size * 0.75
        left, right = (back[0] - y * wing, back[1] + x * wing), (back[0] + y * wing, back[1] - x * wing)
        canvas.polygon([tip, left, right], colour)
