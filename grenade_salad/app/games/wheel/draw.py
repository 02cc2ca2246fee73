"""Draws the ring: the table under it, the cards, the dice, what blows up, and what everybody must have seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, pi, sin

import pygame

from grenade_salad.app.games.effects import burst_picture, draw_burst
from grenade_salad.app.games.wheel import hearts
from grenade_salad.app.games.wheel.display_state import ShownDie, Stage
from grenade_salad.app.games.wheel.ring import Ring, along
from grenade_salad.app.match.layout import BAR
from grenade_salad.app.ui import playing_cards, shapes
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    EMBER,
    INK,
    LARGE,
    MAT,
    PAPER,
    TITLE,
    WOOD_DARK,
    mix,
    seat_colour,
    seat_ink,
    seat_mark,
)

_TUMBLES = (2, 6, 3, 5, 1, 4)


def draw_ground(canvas: Canvas, ring: Ring) -> None:
    """The track along the ring, and the tray of the black die: they do not change."""
    xs, ys = zip(*ring.anchors, strict=True)
    area = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inflate(24, 24)
    side = black_side(ring)
    area.union_ip(Rect(ring.centre[0] - side, ring.centre[1] - side, 2 * side, 2 * side + 8))
    here = ring.moved(-area.x, -area.y)
    canvas.baked(("wheel", here.centre, here.places, here.wide), area, lambda inner: _draw_track(inner, here))


def draw_dusk(canvas: Canvas, ring: Ring, dusk: float) -> None:
    """The light goes down to one pool over the ring: the last two play."""
    if (steps := round(dusk * 8)) == 0:
        return
    x, y = ring.centre
    far = Rect(0, 0, 2 * max(x, canvas.size[0] - x), 2 * max(y, canvas.size[1] - y))
    far.center = (x, y)
    box = canvas.box(far)
    shade = shapes.baked(("dusk", box.size, steps), lambda: _dusk(box.size, steps / 8))
    with canvas.clipped(Rect(0, BAR, canvas.size[0], canvas.size[1] - BAR)):
        canvas.surface.blit(shade, box, special_flags=pygame.BLEND_RGB_MULT)


def _dusk(size: tuple[int, int], dusk: float) -> pygame.Surface:
    """Dark at the edges, light in the middle: made small, and made large again."""
    small = pygame.Surface((48, 32))
    for x in range(48):
        for y in range(32):
            far = min(1.0, hypot((x - 23.5) / 24, (y - 15.5) / 16))
            light = round(255 * (1 - 0.62 * dusk * max(0.0, far - 0.45) / 0.55))
            small.set_at((x, y), (light, light, round(light * (1 - 0.06 * dusk))))
    return pygame.transform.smoothscale(small, size)


def _draw_track(canvas: Canvas, ring: Ring) -> None:
    number = len(ring.anchors)
    for at, start in enumerate(ring.anchors):
        end = ring.anchors[(at + 1) % number]
        canvas.line(start, end, mix(WOOD_DARK, INK, 0.35), 3)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        _chevron(canvas, middle, (end[0] - start[0], end[1] - start[1]), 7)
    side = black_side(ring)
    canvas.circle((ring.centre[0], ring.centre[1] + 3), side * 0.98, mix(WOOD_DARK, INK, 0.6), alpha=130)
    canvas.circle(ring.centre, side * 0.96, BRASS_DARK)
    canvas.circle(ring.centre, side * 0.92, MAT)
    canvas.circle(ring.centre, side * 0.92, mix(MAT, INK, 0.45), 2)


def _chevron(canvas: Canvas, at: Point, way: Point, size: float) -> None:
    far = (way[0] ** 2 + way[1] ** 2) ** 0.5 or 1.0
    x, y = way[0] / far * size, way[1] / far * size
    colour = mix(WOOD_DARK, INK, 0.35)
    for side in (1, -1):
        canvas.line(
            (at[0] + x * 0.6, at[1] + y * 0.6), (at[0] - x * 0.5 - side * y, at[1] - y * 0.5 + side * x), colour, 3
        )


def black_side(ring: Ring) -> float:
    """How wide the black die is."""
    return max(34.0, ring.die * 1.45)


def draw_cards(canvas: Canvas, ring: Ring, stage: Stage) -> None:
    """The cards of the ring, face up, face down, or turning over; while they are dealt, only the first ones."""
    for at, card in enumerate(stage.ring):
        box = ring.boxes[at]
        if at >= stage.laid:
            share = max(0.0, stage.laid + 1 - at)
            if share > 0:
                x = ring.centre[0] + (box.centerx - ring.centre[0]) * share
                y = ring.centre[1] + (box.centery - ring.centre[1]) * share
                playing_cards.draw_turning(canvas, card, playing_cards.box_at((x, y), ring.wide), share)
            continue
        if at in stage.turning:
            playing_cards.draw_turning(canvas, card, box, stage.turning[at])
        else:
            playing_cards.draw_card(canvas, None if at in stage.down else card, box)
        if at in stage.down and at not in stage.turning:
            canvas.fill(box, INK, 6, alpha=95)
        if card == "joker" and stage.joker > 0:
            canvas.frame(box.inflate(8, 8), BRASS_LIGHT, 1 + 5 * stage.joker, 10)


def draw_own(canvas: Canvas, ring: Ring, cards: Sequence[str], own: Sequence[str], doomed: bool) -> None:
    """A heart at the outer edge of each card that whoever looks has to keep in play; a skull if it would be lost."""
    for at, card in enumerate(cards):
        if card in own:
            box, radius = ring.boxes[at], max(11.0, ring.wide * 0.15)
            middle = box.centerx, box.y + 2 if box.centery < ring.centre[1] else box.bottom - 2
            canvas.frame(box.inflate(4, 4), BRASS_LIGHT, 2.5, 8)
            canvas.circle((middle[0], middle[1] + 1.5), radius + 1.5, INK, alpha=120)
            canvas.circle(middle, radius + 1, EMBER if doomed else BRASS_LIGHT)
            canvas.circle(middle, radius - 1, PAPER)
            sign = Rect(middle[0] - radius * 0.66, middle[1] - radius * 0.66, radius * 1.32, radius * 1.32)
            canvas.picture("icons/skull.svg" if doomed else "icons/heart.svg", sign, INK if doomed else EMBER)


def draw_last(canvas: Canvas, ring: Ring, stage: Stage) -> None:
    """The way of the last die that was moved, in chalk."""
    if stage.last is None:
        return
    start, path = stage.last
    before = ring.anchors[start]
    for _, anchor in along(ring, start, path):
        dots(canvas, before, anchor, PAPER, 2.2, 110)
        before = anchor
    canvas.circle(before, 5, PAPER, alpha=170)


def dots(canvas: Canvas, start: Point, end: Point, colour: tuple[int, int, int], radius: float, alpha: int) -> None:
    """Draw a dotted line between two points; the radius of a dot is in logical units."""
    far = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    count = max(1, round(far / (radius * 4.2)))
    for index in range(count):
        share = (index + 0.5) / count
        at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        canvas.circle(at, radius, colour, alpha=alpha)


# dice


def die_point(ring: Ring, stage: Stage, number: int) -> tuple[Point, float]:
    """The middle of a white die on the table, and how high over it the die is: 1 is a usual hop."""
    die = stage.dice[number]
    flight = die.flight
    if flight is None:
        return ring.spot(die.at, *stage.slot(number)), die.lift
    hops = max(1, len(flight.way) - 1)
    hop = min(int(flight.share * hops), hops - 1)
    share = flight.share * hops - hop
    there = len(stage.slots().get(flight.way[-1], []))
    a = ring.spot(flight.way[hop], *(flight.start if hop == 0 else (0, 1)))
    b = ring.spot(flight.way[min(hop + 1, len(flight.way) - 1)], *((there, there + 1) if hop == hops - 1 else (0, 1)))
    rest = 0.0 if hop in (0, hops - 1) and share in (0.0, 1.0) else 0.3
    high = (rest + (1 - rest) * sin(share * pi)) * flight.high
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), high


def die_box(ring: Ring, stage: Stage, number: int) -> Rect:
    """The box of a white die on the table."""
    (x, y), _ = die_point(ring, stage, number)
    return Rect(x - ring.die / 2, y - ring.die / 2, ring.die, ring.die)


def draw_dice(canvas: Canvas, ring: Ring, stage: Stage, hints: Mapping[int, bool]) -> None:
    """The white dice; those in the air on top. `hints` are dice that can be clicked: True is pointed at."""
    if stage.laid < len(stage.ring):
        return
    spots = {number: die_point(ring, stage, number) for number in range(len(stage.dice))}
    for number in sorted(spots, key=lambda number: spots[number][1]):
        if not stage.dice[number].gone:
            _draw_die(canvas, *spots[number], ring.die, stage.dice[number], number)
    for number, pointed in hints.items():
        _draw_hint(canvas, die_box(ring, stage, number), pointed)


def _draw_die(canvas: Canvas, at: Point, high: float, side: float, die: ShownDie, number: int) -> None:
    size = side * (1 + 0.22 * round(high * 4) / 4)
    low = Rect(at[0] - side / 2, at[1] - side / 2, side, side)
    blur = side * (0.09 + 0.1 * high)
    across, down = canvas.lamp.away(at, side * (0.3 + 0.9 * high))
    canvas.shadow(low, side * 0.22, blur, side * 0.05 + down, 150, aside=across)
    top = at[1] - high * side * 0.55
    box = Rect(at[0] - size / 2, top - size / 2, size, size)
    angle = (number * 5 + die.at * 3) % 11 - 5
    canvas.picture(f"dice/white{min(6, max(1, die.pips))}.svg", box, angle=angle)


def _draw_hint(canvas: Canvas, box: Rect, pointed: bool) -> None:
    """Brass around what can be clicked."""
    if pointed:
        canvas.frame(box.inflate(8, 8), INK, 5, box.width * 0.3)
        canvas.frame(box.inflate(6, 6), BRASS_LIGHT, 3.4, box.width * 0.28)
    else:
        canvas.frame(box.inflate(4, 4), BRASS, 2.4, box.width * 0.26)


def draw_black(canvas: Canvas, ring: Ring, stage: Stage) -> None:
    """The black die in its tray: tumbling, at rest, or pale from the last turn; and whose turn it is."""
    side = black_side(ring)
    x, y = ring.centre
    if stage.turn is not None and not stage.unused:
        badge = Rect(x - side * 1.02, y - side * 1.02, side * 0.52, side * 0.52)
        canvas.shadow(badge, 6, 3, 2, 120)
        canvas.fill(badge, seat_colour(stage.turn), 6)
        canvas.picture(
            seat_mark(stage.turn), badge.inflate(-badge.width * 0.36, -badge.width * 0.36), seat_ink(stage.turn)
        )
    if stage.tumbling is not None:
        share = stage.tumbling
        left = 1 - share
        high = abs(sin(share * pi * 3)) * left
        x, y = x - left * side * 2.4, y - high * side * 0.9
        face = _TUMBLES[int(share * 11) % 6] if share < 0.85 else stage.black or 1
        turn = round(left * 12) * 30
        low = Rect(x - side / 2, y - side / 2, side, side)
        across, down = canvas.lamp.away(low.center, side * (0.3 + high))
        canvas.shadow(low.move(0, high * side), side * 0.2, side * 0.12, side * 0.06 + down, 130, aside=across)
        canvas.picture(f"dice/black{face}.svg", low, angle=turn)
    elif stage.black is not None:
        box = Rect(x - side / 2, y - side / 2, side, side)
        across, down = canvas.lamp.away(box.center, side * 0.3)
        canvas.shadow(box, side * 0.2, side * 0.1, side * 0.05 + down, 150, aside=across)
        canvas.picture(f"dice/black{stage.black}.svg", box, angle=4)


# what blows up, and what must be seen


def draw_bursts(canvas: Canvas, ring: Ring, stage: Stage) -> None:
    """Paper bursts over their cards, with their number in a chain."""
    for burst in stage.bursts:
        x, y = ring.places[burst.at]
        draw_burst(canvas, (x, y), ring.wide * (0.75 + 0.07 * burst_picture(burst.share)), burst.share)
        if burst.number and 0.12 < burst.share < 0.8:
            canvas.text(str(burst.number), (x, y), TITLE * 1.3, INK, title=True, anchor="center")


def draw_badge(canvas: Canvas, box: Rect, seat: int) -> None:
    """The colour and the mark of a seat."""
    canvas.fill(box, seat_colour(seat), 6)
    canvas.picture(seat_mark(seat), box.inflate(-box.width * 0.36, -box.width * 0.36), seat_ink(seat))


def draw_notice(canvas: Canvas, ring: Ring, stage: Stage, table: Rect) -> None:
    """Words on paper over the middle of the table."""
    notice = stage.notice
    if notice is None:
        return
    words = notice.words
    size = TITLE
    while size > LARGE and canvas.width(words, size, title=True) > table.width - 120:
        size -= 1
    each = ring.wide * 0.72
    cards = len(notice.hearts) * (each + 8)
    wide = min(table.width - 16, max(canvas.width(words, size, title=True) + 90, cards + 40))
    high = size * 1.3 + 26 + (each * playing_cards.SHAPE + 8 if notice.hearts else 0)
    sheet = Rect(ring.centre[0] - wide / 2, ring.centre[1] - high / 2, wide, high)
    canvas.paper(sheet, radius=12)
    canvas.fill(Rect(sheet.x + 8, sheet.y + 6, sheet.width - 16, 5), EMBER, 2)
    left = sheet.centerx - canvas.width(words, size, title=True) / 2
    if notice.seat is not None:
        badge = Rect(max(sheet.x + 10, left - 20), sheet.y + 17, size, size)
        draw_badge(canvas, badge, notice.seat)
        left = badge.right + 10
    canvas.text(words, (left, sheet.y + 17 + size / 2), size, title=True, anchor="midleft", wide=sheet.right - left - 8)
    if notice.hearts:
        row = Rect(sheet.x, sheet.y + 22 + size * 1.2, sheet.width, each * playing_cards.SHAPE)
        hearts.draw_row(canvas, playing_cards.row(row, len(notice.hearts), each), _up(notice.hearts))


def _up(cards: Sequence[str]) -> list[str | None]:
    return list(cards)
