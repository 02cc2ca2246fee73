"""Draws what a move would do, before it is decided: the way, the die where it lands, and all that would blow up."""

from __future__ import annotations

from math import hypot

from grenade_salad.app.games.wheel.display_state import Stage
from grenade_salad.app.games.wheel.draw import die_box, dots
from grenade_salad.app.games.wheel.ring import Ring, along
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, EMBER, INK, LARGE, PAPER, SMALL, Colour, mix
from grenade_salad.games.wheel import Explosion, Preview
from grenade_salad.games.wheel.ring import BLAST


def draw_under(canvas: Canvas, ring: Ring, stage: Stage, seen: Preview) -> None:
    """Under the dice: the way with its steps, the card where it ends, and the cards that blow up."""
    for blast in seen.explosions:
        box = ring.boxes[blast.at]
        canvas.fill(box, EMBER, 6, alpha=70)
        canvas.frame(box.inflate(6, 6), EMBER, 4, 9)
    if not any(blast.at == seen.to for blast in seen.explosions):
        box = ring.boxes[seen.to].inflate(6, 6)
        canvas.frame(box.inflate(3, 3), INK, 5.5, 10)
        canvas.frame(box, BRASS_LIGHT, 3.5, 9)
    start = stage.dice[seen.die].at
    before = ring.anchors[start]
    for _, anchor in along(ring, start, seen.path):
        dots(canvas, before, anchor, INK, 4.6, 150)
        dots(canvas, before, anchor, BRASS_LIGHT, 3.2, 255)
        before = anchor
    radius = max(9.5, min(13.0, ring.die * 0.33))
    for step, anchor in along(ring, start, seen.path):
        if step:
            last = step == len(seen.path)
            _count(canvas, anchor, str(step), radius * (1.25 if last else 1.0), BRASS if last else INK)


def _count(canvas: Canvas, at: Point, number: str, radius: float, colour: Colour) -> None:
    canvas.circle((at[0], at[1] + 1.5), radius + 1.5, INK, alpha=110)
    canvas.circle(at, radius + 1.5, BRASS_LIGHT)
    canvas.circle(at, radius, colour)
    ink = INK if colour == BRASS else PAPER
    canvas.text(number, at, max(12.0, radius * 1.35), ink, bold=True, anchor="center")


def draw_over(canvas: Canvas, ring: Ring, stage: Stage, seen: Preview) -> None:
    """Over the dice: ghosts of dice where they would be, numbers of the explosions, ways back to the next spade."""
    for blast in seen.explosions:
        _way_back(canvas, ring, blast)
    for at, ghosts in _ghosts(stage, seen).items():
        for slot, pips in enumerate(ghosts):
            _ghost(canvas, ring, ring.spot(at, slot, len(ghosts), upper=True), pips)
    if seen.joker:
        for number, pips in enumerate(seen.pips):
            if number != seen.die:
                _raised(canvas, die_box(ring, stage, number), pips)
    many = len(seen.explosions) > 1
    for order, blast in enumerate(seen.explosions, 1):
        _bang(canvas, ring, blast, str(order) if many else "!")


def _ghosts(stage: Stage, seen: Preview) -> dict[int, list[int]]:
    """For each card what dice would show there: the moved one, and those that would start again."""
    found: dict[int, list[int]] = {seen.to: [seen.pips[seen.die]]}
    back: dict[int, int] = {}
    for blast in seen.explosions:
        for die in blast.dice:
            back[die] = blast.to
    for to in back.values():
        found.setdefault(to, []).append(1)
    return found


def _ghost(canvas: Canvas, ring: Ring, at: Point, pips: int) -> None:
    side = ring.die
    box = Rect(at[0] - side / 2, at[1] - side / 2, side, side)
    canvas.shadow(box, side * 0.2, side * 0.12, side * 0.14, 120)
    canvas.picture(f"dice/white{min(6, pips)}.svg", box, alpha=225)
    edge = EMBER if pips >= BLAST else BRASS
    canvas.frame(box.inflate(5, 5), INK, 3.4, side * 0.27)
    canvas.frame(box.inflate(4, 4), edge if pips >= BLAST else BRASS_LIGHT, 2.4, side * 0.26)


def _raised(canvas: Canvas, box: Rect, pips: int) -> None:
    """What another die shows when the joker has raised it."""
    danger = pips >= BLAST
    size = max(SMALL * 0.9, box.width * 0.5)
    tag = Rect(0, 0, size * 1.5, size * 1.25)
    tag.midbottom = (box.centerx, box.y + box.height * 0.12)
    canvas.shadow(tag, 5, 3, 2, 110)
    canvas.fill(tag, EMBER if danger else BRASS_LIGHT, 5)
    canvas.frame(tag, INK, 1.5, 5)
    canvas.text(str(pips), tag.center, size, INK, bold=True, anchor="center")


def _bang(canvas: Canvas, ring: Ring, blast: Explosion, words: str) -> None:
    """A small burst on an outer corner of the card where no index is, with its number in the chain."""
    box = ring.boxes[blast.at]
    reach = ring.wide * 0.4
    right = box.centerx >= ring.centre[0]
    x = box.right - reach * 0.35 if right else box.x + reach * 0.35
    y = box.y + reach * 0.35 if right else box.bottom - reach * 0.35
    canvas.picture("blast/paper_burst_2.svg", Rect(x - reach, y - reach, 2 * reach, 2 * reach))
    canvas.text(words, (x, y), max(LARGE, reach * 0.7), INK, title=True, anchor="center")


def _way_back(canvas: Canvas, ring: Ring, blast: Explosion) -> None:
    """From the card that blows up to the spade where its dice start again: a bow over the inside of the ring."""
    if blast.to < 0 or blast.to == blast.at:
        return
    a, b = ring.anchors[blast.at], ring.anchors[blast.to]
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    pull = 0.28
    bend = (middle[0] + (ring.centre[0] - middle[0]) * pull, middle[1] + (ring.centre[1] - middle[1]) * pull)
    count = max(6, round(hypot(a[0] - b[0], a[1] - b[1]) / 12))
    points = [_bow(a, bend, b, index / count) for index in range(count + 1)]
    for point in points[1:-1]:
        canvas.circle(point, 4.4, INK, alpha=150)
        canvas.circle(point, 3.0, mix(EMBER, PAPER, 0.15))
    _arrow_head(canvas, points[-2], b)


def _bow(a: Point, bend: Point, b: Point, share: float) -> Point:
    one, two, three = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return a[0] * one + bend[0] * two + b[0] * three, a[1] * one + bend[1] * two + b[1] * three


def _arrow_head(canvas: Canvas, start: Point, end: Point) -> None:
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    x, y = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    for size, colour in ((13.0, INK), (10.5, EMBER)):
        tip = (end[0] + x * size * 0.7, end[1] + y * size * 0.7)
        back = (end[0] - x * size * 0.7, end[1] - y * size * 0.7)
        wing = size * 0.75
        left, right = (back[0] - y * wing, back[1] + x * wing), (back[0] + y * wing, back[1] - x * wing)
        canvas.polygon([tip, left, right], colour)
