"""Draws the table: the arrows of play, deck, fuse, discard pile, plays that wait, hands face down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, cos, pi, radians, sin

from grenade_salad.app.games.live_grenade import words
from grenade_salad.app.games.live_grenade.hand import DOES, ROLES, SHORT, Role, role
from grenade_salad.app.games.live_grenade.layout import Spots, stack_places
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.playing_cards import (
    SHAPE,
    HandCard,
    Lying,
    draw_card,
    draw_fan,
    draw_pile,
    fan,
    picture_of,
    row,
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
from grenade_salad.games.live_grenade.cards import words as card_words
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Words, m, say

_ANGLES = (7, -9, 4, -5, 2)
"""How the last cards of the discard pile lie, the newest last."""
_ARROWS = 10
_INDEX = 22.0
"""Units of a card at its left that show its rank and suit."""
LEAST_RIBBON = 40.0
"""Units of a card that must be seen for its name to be written there."""
_LEAST_TYPE = 11.0
_SOFT = "\u00ad"
"""A soft hyphen."""
_WHOLE = 36
"""Cards that the pile seems to have while it is dealt."""


def draw_ring(canvas: Canvas, box: Rect, direction: int, spin: float) -> None:
    """An inlay in the table with arrows that show which way play goes; `spin` is how far they have turned round."""

    def draw(inner: Canvas) -> None:
        track, dark = inner.area.inflate(-20, -20), mix(WOOD_DARK, BLACK, 0.25)
        points, far, near = (
            [_on_ellipse(track.inflate(by, by), index / 90) for index in range(91)] for by in (0, 9, -9)
        )
        # Pieces of a band that share their ends: thick lines leave steps there.
        for (start, end), (back, on) in zip(pairwise(far), pairwise(near), strict=True):
            inner.polygon((start, end, on, back), dark)
        for start, end in pairwise(points):
            inner.line(start, end, mix(BRASS_DARK, WOOD_DARK, 0.35), 2)

    def arrows(inner: Canvas) -> None:
        track = inner.area.inflate(-20, -20)
        for index in range(_ARROWS):
            share = (index + 0.5) / _ARROWS
            at, ahead = _on_ellipse(track, share), _on_ellipse(track, share + 0.004 * direction)
            angle = atan2(ahead[1] - at[1], ahead[0] - at[0]) + pi * (spin if 0 < spin < 1 else 0)
            _arrow(inner, at, angle, 13)

    canvas.baked(("ring of play",), box, draw)
    if 0 < spin < 1:
        with canvas.turned(box, 0) as inner:
            arrows(inner)
    else:
        canvas.baked(("arrows of play", direction), box, arrows)


def _on_ellipse(box: Rect, share: float) -> Point:
    """A point of the ellipse in the box; the share runs clockwise from the bottom."""
    turn = pi / 2 + share * 2 * pi
    return box.centerx + box.width / 2 * cos(turn), box.centery + box.height / 2 * sin(turn)


def _arrow(canvas: Canvas, at: Point, angle: float, size: float) -> None:
    def point(along: float, aside: float) -> Point:
        return (
            at[0] + size * (along * cos(angle) - aside * sin(angle)),
            at[1] + size * (along * sin(angle) + aside * cos(angle)),
        )

    canvas.polygon([point(0.8, 0), point(-0.6, 0.72), point(-0.3, 0), point(-0.6, -0.72)], BRASS)


def draw_deck(canvas: Canvas, spots: Spots, view: LiveGrenadeView, lit: bool) -> None:
    """The deck, and whether it can be drawn from."""
    number = words.deck_size(view) if view.due != "deal" else _WHOLE
    if not number:
        draw_empty(canvas, spots.deck)
        return
    if lit:
        canvas.frame(spots.deck.inflate(12, 12), BRASS, 3, 9)
    draw_pile(canvas, number, spots.deck)


def draw_empty(canvas: Canvas, box: Rect) -> None:
    """Where a pile would lie."""
    canvas.frame(box, mix(BRASS_DARK, INK, 0.3), 1.5, 6)


def draw_gauge(canvas: Canvas, box: Rect, view: LiveGrenadeView) -> None:
    """The risk of the next draw: a number, and how far the spark on the fuse is from the grenade (LG-27); nothing
    while there is no deck."""
    share, number = words.risk(view), words.deck_size(view)
    if view.due == "deal" or not number:
        return

    def draw(inner: Canvas) -> None:
        area = inner.area
        side = 34.0 if area.width > 180 else 26.0
        inner.picture("blast/grenade.svg", Rect(6, 25 - side / 2, side, side))
        top = Rect(side + 12, 3, area.width - side - 20, 24)
        said, colour = words.in_per_cent(share), EMBER_DARK if share >= 0.2 else INK
        number_at = inner.text(said, (top.right, top.centery), TEXT, colour, title=True, anchor="midright")
        inner.text(
            # Translators: beside a picture of a grenade: how many are in a deck of how many cards
            m("{grenades} in {deck}", grenades=view.grenades, deck=number),
            (top.x, top.centery),
            TEXT,
            INK,
            bold=True,
            anchor="midleft",
            wide=number_at.x - top.x - 6,
        )
        _draw_fuse(inner, Rect(top.x, 30, top.width, 14), share)

    canvas.paper(box, radius=7)
    canvas.baked(("gauge", view.grenades, number), box, draw)


def _draw_fuse(canvas: Canvas, box: Rect, share: float) -> None:
    def at(along: float) -> Point:
        return box.x + along * box.width, box.centery + 3.2 * sin(along * 15)

    left = max(0.0, 1 - share)
    steps = 36
    for index in range(steps):
        start, end = index / steps, (index + 1) / steps
        if start >= left:
            if index % 2:
                canvas.circle(at(start), 1.3, INK_SOFT, alpha=140)
            continue
        canvas.line(at(start), at(min(end, left)), mix(WOOD_DARK, INK, 0.3), 4)
        canvas.line(at(start), at(min(end, left)), mix(PAPER, BRASS, 0.75), 2)
    spark = at(left)
    size = 9 + 5 * share
    canvas.picture("blast/paper_burst_2.svg", Rect(spark[0] - size, spark[1] - size, 2 * size, 2 * size))


def draw_discard(canvas: Canvas, spots: Spots, view: LiveGrenadeView, sheet: Rect | None, waiting: int) -> None:
    """The last cards that were played, as they fell; the newest `waiting` ones do not lie there yet.

    How many they are is said under them, and over a sheet that lies there.
    """
    there = view.discard[: len(view.discard) - waiting]
    if not there:
        draw_empty(canvas, spots.discard)
    last = there[-2:] if view.stack and waiting else there[-5:]
    for index, card in enumerate(last):
        off = len(last) - 1 - index
        angle = _ANGLES[(len(there) - 1 - off) % len(_ANGLES)] if off else 0
        lying = Lying(spots.discard.move(-off * spots.discard.width * 0.17, -(off % 2) * 4), angle)
        draw_card(canvas, card, lying, lift=0.8)
    count = m("{n} card on the pile", "{n} cards on the pile", n=len(there))
    # Translators: in the place of the discard pile
    said = count if there else m("nothing played yet")
    if spots.gauge.y > spots.deck.bottom:
        long = min(192.0, canvas.width(said, SMALL, bold=True) + 24)
        left = min(spots.discard.x - 6, spots.middle.right - long)
        low = spots.discard.bottom + 24
        if sheet is not None and sheet.x < left + long and sheet.right > left:
            low = min(low, sheet.y - 16)
        draw_line(canvas, said, (left + long / 2, low), 200)


def draw_stack(canvas: Canvas, spots: Spots, box: Rect, view: LiveGrenadeView, names: Sequence[str]) -> None:
    """The plays that wait for answers, one on the other; what is undone as things stand is crossed out."""
    counts = [len(play.cards) for play in view.stack]
    captions = SMALL + 10
    room = Rect(box.x, box.y + 14, box.width, box.height - captions - 14)
    lying = stack_places(room, counts, spots.deck.width * 1.15)
    for play, at in zip(view.stack, lying, strict=True):
        draw_fan(canvas, play.cards, at)
    for index, (play, at) in enumerate(zip(view.stack, lying, strict=True)):
        first = at[0].box
        badge = Rect(first.x - 8, first.bottom - 20, 28, 28)
        canvas.fill(badge.inflate(4, 4), PAPER, 8)
        canvas.fill(badge, seat_colour(play.seat), 6)
        canvas.picture(seat_mark(play.seat), badge.inflate(-9, -9), seat_ink(play.seat))
        if (len(view.stack) - 1 - index) % 2:
            cross = Rect(0, 0, first.width * 0.5, first.width * 0.5)
            cross.center = (first.x + first.width * 0.28, first.centery)
            canvas.picture("icons/cross.svg", cross.inflate(8, 8), PAPER)
            canvas.picture("icons/cross.svg", cross, EMBER)
    last = view.stack[-1]
    draw_line(canvas, words.caption(last, names), (box.centerx, box.bottom - captions / 2), max(box.width, 300.0))


def draw_line(canvas: Canvas, said: Words, at: Point, wide: float) -> None:
    """A line of light type on the dark table."""
    long = min(wide - 8, canvas.width(said, SMALL, bold=True) + 24)
    back = Rect(at[0] - long / 2, at[1] - 13, long, 26)
    canvas.fill(back, BLACK, 13, alpha=110)
    canvas.text(said, at, SMALL, PAPER, bold=True, anchor="center", wide=long - 16)


def backs(box: Rect, number: int) -> list[Lying]:
    """Where the cards of a hand lie in a seat's panel: small, in a row; nowhere if there is no room."""
    high = min(box.height - 2, 30.0)
    if high < 14 or number < 1:
        return []
    return [Lying(one) for one in row(Rect(box.x, box.y, box.width, high), number, high / SHAPE, 3.0)]


def draw_small_backs(canvas: Canvas, box: Rect, number: int) -> None:
    """A hand in a seat's panel."""
    for place in backs(box, number):
        draw_card(canvas, None, place, lift=0.5)


def covered_places(box: Rect, number: int) -> list[Lying]:
    """Where the cards of a covered hand lie."""
    wide = min(104.0, (box.height - 30) / SHAPE * 1.15)
    spread = min(5.0, 40 / max(1, number))
    turned = radians(spread * (number - 1) / 2)
    # The outer cards are turned, and so they are wider.
    room = Rect(box.x, box.y + 26, box.width, wide * SHAPE).inflate(wide * (1 - cos(turned) - SHAPE * sin(turned)), 0)
    return fan(room, number, wide, spread, 0.5)


def draw_covered(canvas: Canvas, box: Rect, number: int, whose: Words) -> None:
    """The hand of whose turn it is, face down: nobody else may see it."""
    canvas.text(whose, (box.centerx, box.y + 12), SMALL, PAPER, bold=True, anchor="center", wide=box.width)
    draw_fan(canvas, [None] * number, covered_places(box, number))


def draw_ribbon(canvas: Canvas, card: Rect, shown: float, what: Role, lit: bool) -> None:
    """What a card does, over the part of it that can be seen."""
    wide = min(card.width, shown)
    if wide < LEAST_RIBBON:
        return
    lines, size = _caption(canvas, what, wide - 6)
    high = 25.0 if len(lines) == 1 else 2 * size + 8
    band = Rect(card.x, card.bottom - high, wide, high)
    canvas.fill(band.inflate(-4, -4), BRASS_LIGHT if lit else PAPER, 6, alpha=235)
    for index, line in enumerate(lines):
        at = band.centerx, band.centery + (index - (len(lines) - 1) / 2) * size
        canvas.text(line, at, size, INK, bold=True, anchor="center", wide=wide - 4)


def _caption(canvas: Canvas, what: Role, wide: float) -> tuple[tuple[str, ...], float]:
    """The lines of a ribbon, and their size: whole and large if there is room, else short, else in two lines."""
    short = say(SHORT[what])
    whole = short.replace(_SOFT, "")
    for name, least in ((say(ROLES[what]), 13), (whole, _LEAST_TYPE)):
        for size in (SMALL, 14, 13, 12, _LEAST_TYPE):
            if size >= least and canvas.width(name, size, bold=True) <= wide:
                return (name,), size
    parts = short.split(_SOFT)
    split = [("".join(parts[:index]) + "-", "".join(parts[index:])) for index in range(1, len(parts))]
    widest = [max(canvas.width(line, _LEAST_TYPE, bold=True) for line in lines) for lines in split]
    return (split[widest.index(min(widest))] if split else (whole,)), _LEAST_TYPE


def draw_open_hand(canvas: Canvas, box: Rect, hand: Sequence[str], news: Sequence[Words]) -> None:
    """A hand for the eyes that it belongs to, as large as the box allows, and what is new in it."""
    top = box.y
    if news:
        said = say(words.in_a_row(news), begin=True)
        canvas.text(said, (box.centerx, top), SMALL, INK, anchor="midtop", wide=box.width)
        top += 26
    if not hand:
        # Translators: in the place of an empty hand
        canvas.text(m("No cards"), box.center, TEXT, INK_SOFT, anchor="center")
        return
    # Of each card under another its index is seen.
    wide = min((box.bottom - top) / SHAPE, 150.0, max(60.0, box.width - (len(hand) - 1) * _INDEX))
    places = row(Rect(box.x, top, box.width, box.bottom - top), len(hand), wide, 12.0)
    step = places[1].x - places[0].x if len(places) > 1 else wide
    for index, (card, place) in enumerate(zip(hand, places, strict=True)):
        draw_card(canvas, card, place)
        shown = wide if index == len(hand) - 1 else min(wide, step)
        draw_ribbon(canvas, place, shown, role(card, hand), False)


class CardOfHand(HandCard):
    """A playing card of the open hand, with what it does written on the part that can be seen."""

    def __init__(self, card: str, press: Callable[[], None], what: Role) -> None:
        # Translators: a card, and what it does
        does = m("{kind}: {does}", kind=ROLES[what], does=DOES[what])
        super().__init__(card, picture_of(card), press, does)
        self.called = card_words(card)
        self.what: Role = what
        self.lit = False
        """Whether it can be played now."""
        self.shown = 0.0
        """How much of its width can be seen, in units."""

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        super().paint(canvas, rect)
        draw_ribbon(canvas, rect, self.shown or rect.width, self.what, self.lit and self.urged is not False)


def draw_next(canvas: Canvas, panel: Rect) -> None:
    """A tag on the panel of whose turn comes next."""
    said = m("next", context="player")
    wide = max(54.0, canvas.width(said, SMALL, bold=True) + 20)
    low = panel.height <= 60
    middle = panel.x + wide / 2 + 1 if low else panel.centerx
    # A low panel is written on down to its edge.
    tag = Rect(middle - wide / 2, panel.bottom - (1 if low else 7), wide, 22)
    canvas.fill(tag.inflate(3, 3), WOOD_DARK, 11)
    canvas.fill(tag, BRASS_LIGHT, 10)
    canvas.text(said, tag.center, SMALL, INK, bold=True, anchor="center")
