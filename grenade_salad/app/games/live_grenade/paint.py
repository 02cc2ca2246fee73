"""Draws the board: arrows of play, piles, fuse, plays and closed hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, cos, pi, radians, sin

from grenade_salad.app.games.live_grenade import words
from grenade_salad.app.games.live_grenade.hand import ROLE_EFFECTS, ROLE_NAMES, SHORT_ROLE_NAMES, Role, find_role
from grenade_salad.app.games.live_grenade.layout import STACK_CARD_SCALE, BoardLayout, stack_places
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.playing_cards import (
    ASPECT,
    CardPose,
    HandCard,
    draw_card,
    draw_fan,
    draw_pile,
    lay_fan,
    lay_row,
    picture_name,
)
from grenade_salad.app.ui.theme import (
    BLACK,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    EMBER,
    EMBER_DARK,
    INK,
    INK_SOFT,
    PAPER,
    SMALL,
    TEXT,
    WOOD_DARK,
    mix,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.games.live_grenade.cards import name_card
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Words, m, say

_ANGLES = (7, -9, 4, -5, 2)
"""Angles of the last cards of the discard pile in degrees, the newest last."""
_ARROW_COUNT = 10
"""Number of arrows around the table."""
_ELLIPSE_PARTS = 90
"""Number of straight pieces as which the ring is drawn."""
_FUSE_PARTS = 36
"""Number of straight pieces as which the fuse is drawn."""
_DANGER = 0.2
"""Risk of the next draw from which on its number is red."""
_INDEX_WIDTH = 22.0
"""Units at the left of a card that show its rank and suit."""
MIN_RIBBON_WIDTH = 40.0
"""Units of a card that must be visible for its name to be written there."""
_MIN_TYPE = 11.0
"""Smallest type size in units of a name on a card."""
_SOFT_HYPHEN = "\u00ad"
"""Marks a possible line break."""
_DEALING_COUNT = 36
"""The number of cards that the deck seems to have while it is dealt."""


def draw_ring(canvas: Canvas, box: Rect, direction: int, spin: float) -> None:
    """Draw an inlay with arrows in the direction of play.

    `spin` is the share of their turn while the direction is reversed.
    """

    def draw(inner: Canvas) -> None:
        track, dark = inner.area.inflate(-20, -20), mix(WOOD_DARK, BLACK, 0.25)
        points, outer_points, inner_points = (
            [_on_ellipse(track.inflate(by, by), index / _ELLIPSE_PARTS) for index in range(_ELLIPSE_PARTS + 1)]
            for by in (0, 9, -9)
        )
        # Pieces of a band that share their ends: thick lines would leave steps there.
        for (start, end), (back, on) in zip(pairwise(outer_points), pairwise(inner_points), strict=True):
            inner.polygon((start, end, on, back), dark)
        for start, end in pairwise(points):
            inner.line(start, end, mix(BRASS_DARK, WOOD_DARK, 0.35), 2)

    def arrows(inner: Canvas) -> None:
        track = inner.area.inflate(-20, -20)
        for index in range(_ARROW_COUNT):
            share = (index + 0.5) / _ARROW_COUNT
            position, ahead = _on_ellipse(track, share), _on_ellipse(track, share + 0.004 * direction)
            angle = atan2(ahead[1] - position[1], ahead[0] - position[0]) + pi * (spin if 0 < spin < 1 else 0)
            _draw_arrow(inner, position, angle, 13)

    canvas.draw_cached(("ring of play",), box, draw)
    if 0 < spin < 1:
        with canvas.rotated(box, 0) as inner:
            arrows(inner)
    else:
        canvas.draw_cached(("arrows of play", direction), box, arrows)


def _on_ellipse(box: Rect, share: float) -> Point:
    """Return a point of the ellipse; the share runs clockwise from the bottom."""
    turn = pi / 2 + share * 2 * pi
    return box.centerx + box.width / 2 * cos(turn), box.centery + box.height / 2 * sin(turn)


def _draw_arrow(canvas: Canvas, center: Point, angle: float, size: float) -> None:
    def point(along: float, aside: float) -> Point:
        return (
            center[0] + size * (along * cos(angle) - aside * sin(angle)),
            center[1] + size * (along * sin(angle) + aside * cos(angle)),
        )

    canvas.polygon([point(0.8, 0), point(-0.6, 0.72), point(-0.3, 0), point(-0.6, -0.72)], BRASS)


def draw_deck(canvas: Canvas, spots: BoardLayout, view: LiveGrenadeView, is_lit: bool) -> None:
    """Draw the deck, with a frame if it can be drawn from."""
    deck_count = words.deck_size(view) if view.due != "deal" else _DEALING_COUNT
    if not deck_count:
        draw_empty(canvas, spots.deck)
        return
    if is_lit:
        canvas.frame(spots.deck.inflate(12, 12), BRASS, 3, 9)
    draw_pile(canvas, deck_count, spots.deck)


def draw_empty(canvas: Canvas, box: Rect) -> None:
    """Draw the frame of a missing pile."""
    canvas.frame(box, mix(BRASS_DARK, INK, 0.3), 1.5, 6)


def draw_gauge(canvas: Canvas, box: Rect, view: LiveGrenadeView) -> None:
    """Draw the risk of the next draw: a number and a burning fuse (LG-27).

    The spark is as near to the grenade as the risk is high. Nothing is drawn while there is no deck.
    """
    share, deck_count = words.risk(view), words.deck_size(view)
    if view.due == "deal" or not deck_count:
        return

    def draw(inner: Canvas) -> None:
        area = inner.area
        side = 34.0 if area.width > 180 else 26.0
        inner.picture("blast/grenade.svg", Rect(6, 25 - side / 2, side, side))
        top = Rect(side + 12, 3, area.width - side - 20, 24)
        text, colour = words.format_percent(share), EMBER_DARK if share >= _DANGER else INK
        number_box = inner.text(text, (top.right, top.centery), TEXT, colour, title=True, anchor="midright")
        inner.text(
            # Translators: beside a picture of a grenade: how many are in a deck of how many cards
            m("{grenades} in {deck}", grenades=view.grenades, deck=deck_count),
            (top.x, top.centery),
            TEXT,
            INK,
            bold=True,
            anchor="midleft",
            max_width=number_box.x - top.x - 6,
        )
        _draw_fuse(inner, Rect(top.x, 30, top.width, 14), share)

    canvas.paper(box, radius=7)
    canvas.draw_cached(("gauge", view.grenades, deck_count), box, draw)


def _draw_fuse(canvas: Canvas, box: Rect, share: float) -> None:
    def fuse_point(along: float) -> Point:
        return box.x + along * box.width, box.centery + 3.2 * sin(along * 15)

    left = max(0.0, 1 - share)
    for index in range(_FUSE_PARTS):
        start, end = index / _FUSE_PARTS, (index + 1) / _FUSE_PARTS
        if start >= left:
            # What has burnt is dotted.
            if index % 2:
                canvas.circle(fuse_point(start), 1.3, INK_SOFT, alpha=140)
            continue
        canvas.line(fuse_point(start), fuse_point(min(end, left)), mix(WOOD_DARK, INK, 0.3), 4)
        canvas.line(fuse_point(start), fuse_point(min(end, left)), mix(PAPER, BRASS, 0.75), 2)
    spark = fuse_point(left)
    size = 9 + 5 * share
    canvas.picture("blast/paper_burst_2.svg", Rect(spark[0] - size, spark[1] - size, 2 * size, 2 * size))


def draw_discard(canvas: Canvas, spots: BoardLayout, view: LiveGrenadeView, sheet: Rect | None, waiting: int) -> None:
    """Draw the last played cards as they fell, without the newest `waiting` ones.

    Their count is written below them, or above a sheet that covers that place.
    """
    landed = view.discard[: len(view.discard) - waiting]
    if not landed:
        draw_empty(canvas, spots.discard)
    last = landed[-2:] if view.stack and waiting else landed[-len(_ANGLES) :]
    for index, card in enumerate(last):
        off = len(last) - 1 - index
        angle = _ANGLES[(len(landed) - 1 - off) % len(_ANGLES)] if off else 0
        pose = CardPose(spots.discard.move(-off * spots.discard.width * 0.17, -(off % 2) * 4), angle)
        draw_card(canvas, card, pose, lift=0.8)
    count = m("{n} card on the pile", "{n} cards on the pile", n=len(landed))
    # Translators: in the place of the discard pile
    text = count if landed else m("nothing played yet")
    if spots.gauge.y > spots.deck.bottom:
        width = min(192.0, canvas.width(text, SMALL, bold=True) + 24)
        left = min(spots.discard.x - 6, spots.middle.right - width)
        line_y = spots.discard.bottom + 24
        if sheet is not None and sheet.x < left + width and sheet.right > left:
            line_y = min(line_y, sheet.y - 16)
        draw_line(canvas, text, (left + width / 2, line_y), 200)


def draw_stack(canvas: Canvas, spots: BoardLayout, box: Rect, view: LiveGrenadeView, names: Sequence[str]) -> None:
    """Draw the plays that wait for answers; cancelled ones are crossed out."""
    counts = [len(play.cards) for play in view.stack]
    caption_height = SMALL + 10
    area = Rect(box.x, box.y + 14, box.width, box.height - caption_height - 14)
    poses = stack_places(area, counts, spots.deck.width * STACK_CARD_SCALE)
    for play, places in zip(view.stack, poses, strict=True):
        draw_fan(canvas, play.cards, places)
    for index, (play, places) in enumerate(zip(view.stack, poses, strict=True)):
        first = places[0].box
        badge = Rect(first.x - 8, first.bottom - 20, 28, 28)
        canvas.fill(badge.inflate(4, 4), PAPER, 8)
        canvas.fill(badge, seat_colour(play.seat), 6)
        canvas.picture(seat_mark(play.seat), badge.inflate(-9, -9), seat_ink(play.seat))
        # The last play counts: it cancels the one before it, which had cancelled another (LG-22, LG-23).
        if (len(view.stack) - 1 - index) % 2:
            cross = Rect(0, 0, first.width * 0.5, first.width * 0.5)
            cross.center = (first.x + first.width * 0.28, first.centery)
            canvas.picture("icons/cross.svg", cross.inflate(8, 8), PAPER)
            canvas.picture("icons/cross.svg", cross, EMBER)
    last = view.stack[-1]
    draw_line(canvas, words.caption(last, names), (box.centerx, box.bottom - caption_height / 2), max(box.width, 300.0))


def draw_line(canvas: Canvas, text: Words, center: Point, max_width: float) -> None:
    """Draw a line of light text on the dark table."""
    width = min(max_width - 8, canvas.width(text, SMALL, bold=True) + 24)
    back = Rect(center[0] - width / 2, center[1] - 13, width, 26)
    canvas.fill(back, BLACK, 13, alpha=140)
    canvas.text(text, center, SMALL, PAPER, bold=True, anchor="center", max_width=width - 16)


def small_back_places(box: Rect, count: int) -> list[CardPose]:
    """Return the places of a hand's cards in a seat's panel, if there is space."""
    height = min(box.height - 2, 30.0)
    if height < 14 or count < 1:
        return []
    return [CardPose(rect) for rect in lay_row(Rect(box.x, box.y, box.width, height), count, height / ASPECT, 3.0)]


def draw_small_backs(canvas: Canvas, box: Rect, count: int) -> None:
    """Draw a closed hand in a seat's panel."""
    for place in small_back_places(box, count):
        draw_card(canvas, None, place, lift=0.5)


def covered_places(box: Rect, count: int) -> list[CardPose]:
    """Return the places of the cards of a covered hand, a fan."""
    card_width = min(104.0, (box.height - 30) / ASPECT * 1.15)
    spread = min(5.0, 40 / max(1, count))
    outer_angle = radians(spread * (count - 1) / 2)
    # The outer cards are turned, and so they take more width.
    area = Rect(box.x, box.y + 26, box.width, card_width * ASPECT).inflate(
        card_width * (1 - cos(outer_angle) - ASPECT * sin(outer_angle)), 0
    )
    return lay_fan(area, count, card_width, spread, 0.5)


def draw_covered(canvas: Canvas, box: Rect, count: int, title: Words) -> None:
    """Draw the hand of the active seat face down."""
    draw_line(canvas, title, (box.centerx, box.y + 12), box.width)
    draw_fan(canvas, [None] * count, covered_places(box, count))


def draw_ribbon(canvas: Canvas, card: Rect, visible_width: float, role: Role, *, is_lit: bool = False) -> None:
    """Draw the role of a card over the part of it that is visible."""
    width = min(card.width, visible_width)
    if width < MIN_RIBBON_WIDTH:
        return
    lines, size = _fit_caption(canvas, role, width - 6)
    height = 25.0 if len(lines) == 1 else 2 * size + 8
    band = Rect(card.x, card.bottom - height, width, height)
    canvas.fill(band.inflate(-4, -4), BRASS_LIGHT if is_lit else PAPER, 6, alpha=235)
    for index, line in enumerate(lines):
        position = band.centerx, band.centery + (index - (len(lines) - 1) / 2) * size
        canvas.text(line, position, size, INK, bold=True, anchor="center", max_width=width - 4)


def _fit_caption(canvas: Canvas, role: Role, width: float) -> tuple[tuple[str, ...], float]:
    """Return the lines of a ribbon and their size.

    The full name is preferred, then the short one, then the short one in two lines.
    """
    short = say(SHORT_ROLE_NAMES[role])
    full_name = short.replace(_SOFT_HYPHEN, "")
    for name, min_size in ((say(ROLE_NAMES[role]), 13), (full_name, _MIN_TYPE)):
        for size in (SMALL, 14, 13, 12, _MIN_TYPE):
            if size >= min_size and canvas.width(name, size, bold=True) <= width:
                return (name,), size
    parts = short.split(_SOFT_HYPHEN)
    splits = [("".join(parts[:index]) + "-", "".join(parts[index:])) for index in range(1, len(parts))]
    lines = min(
        splits,
        key=lambda split: max(canvas.width(line, _MIN_TYPE, bold=True) for line in split),
        default=(full_name,),
    )
    return lines, _MIN_TYPE


def draw_open_hand(canvas: Canvas, box: Rect, hand: Sequence[str], news: Sequence[Words]) -> None:
    """Draw an open hand as large as the box allows, with the news about it above."""
    top = box.y
    if news:
        text = say(words.join_parts(news), begin=True)
        canvas.text(text, (box.centerx, top), SMALL, INK, anchor="midtop", max_width=box.width)
        top += 26
    if not hand:
        # Translators: in the place of an empty hand
        canvas.text(m("No cards"), box.center, TEXT, INK_SOFT, anchor="center")
        return
    # A covered card shows at least its index.
    card_width = min((box.bottom - top) / ASPECT, 150.0, max(60.0, box.width - (len(hand) - 1) * _INDEX_WIDTH))
    places = lay_row(Rect(box.x, top, box.width, box.bottom - top), len(hand), card_width, 12.0)
    step = places[1].x - places[0].x if len(places) > 1 else card_width
    for index, (card, place) in enumerate(zip(hand, places, strict=True)):
        draw_card(canvas, card, place)
        visible_width = card_width if index == len(hand) - 1 else min(card_width, step)
        draw_ribbon(canvas, place, visible_width, find_role(card, hand))


class OpenHandCard(HandCard):
    """A playing card of the open hand, with its role on the visible part."""

    def __init__(self, card: str, press: Callable[[], None], role: Role) -> None:
        # Translators: a card, and what it does
        effect = m("{kind}: {does}", kind=ROLE_NAMES[role], does=ROLE_EFFECTS[role])
        super().__init__(card, picture_name(card), press, effect)
        self.accessible_name = name_card(card)
        self.role: Role = role
        self.is_playable = False
        """True if it can be played now."""
        self.visible_width = 0.0
        """The visible part of its width, in units."""

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        super().paint(canvas, rect)
        is_lit = self.is_playable and self.is_urged is not False
        draw_ribbon(canvas, rect, self.visible_width or rect.width, self.role, is_lit=is_lit)


def draw_next(canvas: Canvas, panel: Rect) -> None:
    """Draw a tag on the panel of the seat that is next."""
    text = m("next", context="player")
    width = max(54.0, canvas.width(text, SMALL, bold=True) + 20)
    is_low = panel.height <= 60
    middle = panel.x + width / 2 + 1 if is_low else panel.centerx
    # A low panel has text down to its edge.
    tag = Rect(middle - width / 2, panel.bottom - (1 if is_low else 7), width, 22)
    canvas.fill(tag.inflate(3, 3), WOOD_DARK, 11)
    canvas.fill(tag, BRASS_LIGHT, 10)
    canvas.text(text, tag.center, SMALL, INK, bold=True, anchor="center")
