"""Drawing of the ring: the table under it, cards, dice, bursts and notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist, hypot, pi, sin

import pygame

from grenade_salad.app.games.effects import burst_index, draw_burst, square_around
from grenade_salad.app.games.wheel import hearts
from grenade_salad.app.games.wheel.display_state import DisplayedDie, WheelDisplay
from grenade_salad.app.games.wheel.ring import Ring, walk_ring
from grenade_salad.app.match.layout import BAR
from grenade_salad.app.ui import playing_cards, shapes
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    EMBER,
    FELT,
    INK,
    LARGE,
    PAPER,
    TITLE,
    WOOD_DARK,
    mix,
    seat_colour,
    seat_ink,
    seat_mark,
)

_TUMBLE_FACES = (2, 6, 3, 5, 1, 4)
"""Numbers that the black die shows one after another while it tumbles."""
_TUMBLE_TURNS, _TUMBLE_BOUNCES = 11, 3
"""Number of faces that it shows, and of its bounces."""
_TUMBLE_END = 0.85
"""Share of the tumbling from which on it shows the number that was rolled."""
_MIN_BLACK_DIE = 34.0
"""Minimum width of the black die, in units."""
_DUSK_STEPS = 8
"""Degrees of dusk for which a picture is cached."""
_DUSK_SIZE = (48, 32)
"""Size in pixels of the picture that is enlarged."""
_FLIGHT_HEIGHT = 0.3
"""Height of a die between two hops, as a share of the hop's height."""


def draw_ring_base(canvas: Canvas, ring: Ring) -> None:
    """Draw what does not change: the track of the ring and the black die's tray."""
    xs, ys = zip(*ring.anchors, strict=True)
    area = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inflate(24, 24)
    tray = square_around(ring.centre, black_die_size(ring))
    tray.height += 8
    area.union_ip(tray)
    local_ring = ring.shift(-area.x, -area.y)
    canvas.draw_cached(
        ("wheel", local_ring.centre, local_ring.places, local_ring.card_width),
        area,
        lambda inner: _draw_track(inner, local_ring),
    )


def draw_dusk(canvas: Canvas, ring: Ring, dusk: float) -> None:
    """Fade the light to a pool over the ring for the last two players."""
    steps = round(dusk * _DUSK_STEPS)
    if steps == 0:
        return
    x, y = ring.centre
    area = Rect(0, 0, 2 * max(x, canvas.size[0] - x), 2 * max(y, canvas.size[1] - y))
    area.center = (x, y)
    box = canvas.pixel_rect(area)
    shade = shapes.get_cached(("dusk", box.size, steps), lambda: _make_dusk(box.size, steps / _DUSK_STEPS))
    with canvas.clipped(Rect(0, BAR, canvas.size[0], canvas.size[1] - BAR)):
        canvas.surface.blit(shade, box, special_flags=pygame.BLEND_RGB_MULT)


def _make_dusk(size: tuple[int, int], dusk: float) -> pygame.Surface:
    """Return light that is dark at the edges, made small and enlarged."""
    small = pygame.Surface(_DUSK_SIZE)
    width, height = _DUSK_SIZE
    for x in range(width):
        for y in range(height):
            distance = min(1.0, hypot((2 * x + 1) / width - 1, (2 * y + 1) / height - 1))
            light = round(255 * (1 - 0.62 * dusk * max(0.0, distance - 0.45) / 0.55))
            small.set_at((x, y), (light, light, round(light * (1 - 0.06 * dusk))))
    return pygame.transform.smoothscale(small, size)


def _draw_track(canvas: Canvas, ring: Ring) -> None:
    count = len(ring.anchors)
    for index, start in enumerate(ring.anchors):
        end = ring.anchors[(index + 1) % count]
        canvas.line(start, end, mix(WOOD_DARK, INK, 0.35), 3)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        _draw_chevron(canvas, middle, (end[0] - start[0], end[1] - start[1]), 7)
    side = black_die_size(ring)
    canvas.circle((ring.centre[0], ring.centre[1] + 3), side * 0.98, mix(WOOD_DARK, INK, 0.6), alpha=130)
    canvas.circle(ring.centre, side * 0.96, BRASS_DARK)
    canvas.circle(ring.centre, side * 0.92, FELT)
    canvas.circle(ring.centre, side * 0.92, mix(FELT, INK, 0.45), 2)


def _draw_chevron(canvas: Canvas, position: Point, direction: Point, size: float) -> None:
    length = hypot(*direction) or 1.0
    x, y = direction[0] / length * size, direction[1] / length * size
    colour = mix(WOOD_DARK, INK, 0.35)
    for side in (1, -1):
        canvas.line(
            (position[0] + x * 0.6, position[1] + y * 0.6),
            (position[0] - x * 0.5 - side * y, position[1] - y * 0.5 + side * x),
            colour,
            3,
        )


def black_die_size(ring: Ring) -> float:
    """Return the width of the black die."""
    return max(_MIN_BLACK_DIE, ring.die * 1.45)


def draw_cards(canvas: Canvas, ring: Ring, display: WheelDisplay) -> None:
    """Draw the cards of the ring, face up, face down or turning.

    While they are dealt, only the first ones are drawn.
    """
    for index, card in enumerate(display.ring):
        box = ring.boxes[index]
        if index >= display.laid_count:
            share = max(0.0, display.laid_count + 1 - index)
            if share > 0:
                x = ring.centre[0] + (box.centerx - ring.centre[0]) * share
                y = ring.centre[1] + (box.centery - ring.centre[1]) * share
                playing_cards.draw_moving_card(canvas, card, playing_cards.card_box((x, y), ring.card_width), share)
            continue
        if index in display.turning:
            playing_cards.draw_moving_card(canvas, card, box, display.turning[index])
        else:
            playing_cards.draw_card(canvas, None if index in display.face_down else card, box)
        if index in display.face_down and index not in display.turning:
            canvas.fill(box, INK, 6, alpha=95)
        if card == "joker" and display.joker > 0:
            canvas.frame(box.inflate(8, 8), BRASS_LIGHT, 1 + 5 * display.joker, 10)


def mark_own_spades(
    canvas: Canvas, ring: Ring, cards: Sequence[str], own_spades: Sequence[str], *, is_doomed: bool
) -> None:
    """Mark each card that the viewer must keep in play.

    A heart at its outer edge, or a skull if `is_doomed`: it would be lost.
    """
    for index, card in enumerate(cards):
        if card in own_spades:
            box, radius = ring.boxes[index], max(11.0, ring.card_width * 0.15)
            middle = box.centerx, box.y + 2 if box.centery < ring.centre[1] else box.bottom - 2
            canvas.frame(box.inflate(4, 4), BRASS_LIGHT, 2.5, 8)
            canvas.circle((middle[0], middle[1] + 1.5), radius + 1.5, INK, alpha=120)
            canvas.circle(middle, radius + 1, EMBER if is_doomed else BRASS_LIGHT)
            canvas.circle(middle, radius - 1, PAPER)
            sign = square_around(middle, radius * 0.66)
            canvas.picture("icons/skull.svg" if is_doomed else "icons/heart.svg", sign, INK if is_doomed else EMBER)


def draw_last_path(canvas: Canvas, ring: Ring, display: WheelDisplay) -> None:
    """Draw the path of the last die that was moved, in chalk."""
    if display.last is None:
        return
    start, path = display.last
    previous = ring.anchors[start]
    for _, anchor in walk_ring(ring, start, path):
        draw_dots(canvas, previous, anchor, PAPER, 2.2, 110)
        previous = anchor
    canvas.circle(previous, 5, PAPER, alpha=170)


def draw_dots(
    canvas: Canvas, start: Point, end: Point, colour: tuple[int, int, int], radius: float, alpha: int
) -> None:
    """Draw a dotted line between two points; the radius of a dot is in logical units."""
    count = max(1, round(dist(start, end) / (radius * 4.2)))
    for index in range(count):
        share = (index + 0.5) / count
        position = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        canvas.circle(position, radius, colour, alpha=alpha)


# Dice


def die_point(ring: Ring, display: WheelDisplay, die_index: int) -> tuple[Point, float]:
    """Return the middle of a white die, and its height over the table in usual hops."""
    die = display.dice[die_index]
    flight = die.flight
    if flight is None:
        return ring.die_position(die.card, *display.find_slot(die_index)), die.lift
    hops = max(1, len(flight.path) - 1)
    hop = min(int(flight.share * hops), hops - 1)
    share = flight.share * hops - hop
    dice_at_end = len(display.dice_by_card().get(flight.path[-1], []))
    # It leaves its slot in the first row, and lands at the end of the last one; between them it is alone.
    a = ring.die_position(flight.path[hop], *(flight.start if hop == 0 else (0, 1)))
    b = ring.die_position(
        flight.path[min(hop + 1, len(flight.path) - 1)],
        *((dice_at_end, dice_at_end + 1) if hop == hops - 1 else (0, 1)),
    )
    rest = 0.0 if hop in (0, hops - 1) and share in (0.0, 1.0) else _FLIGHT_HEIGHT
    height = (rest + (1 - rest) * sin(share * pi)) * flight.hop_scale
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), height


def die_box(ring: Ring, display: WheelDisplay, die_index: int) -> Rect:
    """Return the box of a white die on the table."""
    point, _ = die_point(ring, display, die_index)
    return square_around(point, ring.die / 2)


def draw_dice(canvas: Canvas, ring: Ring, display: WheelDisplay, clickable: Mapping[int, bool]) -> None:
    """Draw the white dice, those in the air on top.

    `clickable` are the dice that can be clicked; True is the one pointed at.
    """
    if display.laid_count < len(display.ring):
        return
    points = {die_index: die_point(ring, display, die_index) for die_index in range(len(display.dice))}
    for die_index in sorted(points, key=lambda die_index: points[die_index][1]):
        if not display.dice[die_index].is_hidden:
            _draw_die(canvas, *points[die_index], ring.die, display.dice[die_index], die_index)
    for die_index, is_pointed in clickable.items():
        _draw_die_frame(canvas, die_box(ring, display, die_index), is_pointed)


def _draw_die(canvas: Canvas, centre: Point, height: float, side: float, die: DisplayedDie, index: int) -> None:
    # Few sizes and angles: each is rendered from the picture's outlines.
    size = side * (1 + 0.22 * round(height * 4) / 4)
    blur = side * (0.09 + 0.1 * height)
    across, down = canvas.lamp.shadow_offset(centre, side * (0.3 + 0.9 * height))
    canvas.shadow(square_around(centre, side / 2), side * 0.22, blur, side * 0.05 + down, 150, offset_x=across)
    box = square_around((centre[0], centre[1] - height * side * 0.55), size / 2)
    angle = (index * 5 + die.card * 3) % 11 - 5
    canvas.picture(f"dice/white{min(6, max(1, die.pips))}.svg", box, angle=angle)


def _draw_die_frame(canvas: Canvas, box: Rect, is_pointed: bool) -> None:
    """Draw brass around a die that can be clicked."""
    if is_pointed:
        canvas.frame(box.inflate(8, 8), INK, 5, box.width * 0.3)
        canvas.frame(box.inflate(6, 6), BRASS_LIGHT, 3.4, box.width * 0.28)
    else:
        canvas.frame(box.inflate(4, 4), BRASS, 2.4, box.width * 0.26)


def draw_black(canvas: Canvas, ring: Ring, display: WheelDisplay) -> None:
    """Draw the black die in its tray, tumbling or at rest, and whose turn it is.

    It is pale if it is from the last turn.
    """
    side = black_die_size(ring)
    x, y = ring.centre
    if display.turn is not None and not display.unused:
        badge = Rect(x - side * 1.02, y - side * 1.02, side * 0.52, side * 0.52)
        canvas.shadow(badge, 6, 3, 2, 120)
        draw_badge(canvas, badge, display.turn)
    if display.tumbling is not None:
        _draw_tumbling_die(canvas, ring.centre, side, display.tumbling, display.black or 1)
    elif display.black is not None:
        box = square_around(ring.centre, side / 2)
        across, down = canvas.lamp.shadow_offset(box.center, side * 0.3)
        canvas.shadow(box, side * 0.2, side * 0.1, side * 0.05 + down, 150, offset_x=across)
        canvas.picture(f"dice/black{display.black}.svg", box, angle=4)


def _draw_tumbling_die(canvas: Canvas, goal: Point, side: float, share: float, pips: int) -> None:
    """Draw the black die that bounces from the left to its goal, lower each time.

    `share` of its way is behind it.
    """
    rest = 1 - share
    height = abs(sin(share * pi * _TUMBLE_BOUNCES)) * rest
    face = _TUMBLE_FACES[int(share * _TUMBLE_TURNS) % 6] if share < _TUMBLE_END else pips
    box = square_around((goal[0] - rest * side * 2.4, goal[1] - height * side * 0.9), side / 2)
    across, down = canvas.lamp.shadow_offset(box.center, side * (0.3 + height))
    canvas.shadow(box.move(0, height * side), side * 0.2, side * 0.12, side * 0.06 + down, 130, offset_x=across)
    canvas.picture(f"dice/black{face}.svg", box, angle=round(rest * 12) * 30)


# Explosions and notices


def draw_bursts(canvas: Canvas, ring: Ring, display: WheelDisplay) -> None:
    """Draw paper bursts over their cards, with their number in a chain."""
    for burst in display.bursts:
        x, y = ring.places[burst.card]
        draw_burst(canvas, (x, y), ring.card_width * (0.75 + 0.07 * burst_index(burst.share)), burst.share)
        if burst.chain_number and 0.12 < burst.share < 0.8:
            canvas.text(str(burst.chain_number), (x, y), TITLE * 1.3, INK, title=True, anchor="center")


def draw_badge(canvas: Canvas, box: Rect, seat: int) -> None:
    """Draw the colour and the mark of a seat."""
    canvas.fill(box, seat_colour(seat), 6)
    canvas.picture(seat_mark(seat), box.inflate(-box.width * 0.36, -box.width * 0.36), seat_ink(seat))


def draw_notice(canvas: Canvas, ring: Ring, display: WheelDisplay, table: Rect) -> None:
    """Draw the words of a notice on paper over the middle of the table."""
    notice = display.notice
    if notice is None:
        return
    words = notice.words
    size = TITLE
    while size > LARGE and canvas.width(words, size, title=True) > table.width - 120:
        size -= 1
    card_width = ring.card_width * 0.72
    cards_width = len(notice.hearts) * (card_width + 8)
    width = min(table.width - 16, max(canvas.width(words, size, title=True) + 90, cards_width + 40))
    height = size * 1.3 + 26 + (card_width * playing_cards.ASPECT + 8 if notice.hearts else 0)
    sheet = Rect(ring.centre[0] - width / 2, ring.centre[1] - height / 2, width, height)
    canvas.paper(sheet, radius=12)
    canvas.fill(Rect(sheet.x + 8, sheet.y + 6, sheet.width - 16, 5), EMBER, 2)
    left = sheet.centerx - canvas.width(words, size, title=True) / 2
    if notice.seat is not None:
        badge = Rect(max(sheet.x + 10, left - 20), sheet.y + 17, size, size)
        draw_badge(canvas, badge, notice.seat)
        left = badge.right + 10
    canvas.text(
        words, (left, sheet.y + 17 + size / 2), size, title=True, anchor="midleft", max_width=sheet.right - left - 8
    )
    if notice.hearts:
        row = Rect(sheet.x, sheet.y + 22 + size * 1.2, sheet.width, card_width * playing_cards.ASPECT)
        hearts.draw_row(canvas, playing_cards.lay_row(row, len(notice.hearts), card_width), notice.hearts)
