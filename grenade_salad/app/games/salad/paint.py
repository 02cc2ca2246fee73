"""Draws what lies around the battlefield: deck and discard, the panel of the turn, trays with taken soldiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.hand import SHAPE, name_tag
from grenade_salad.app.games.salad.layout import Strip
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.playing_cards import Lying, draw_sheet
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, EMBER, INK, INK_SOFT, PAPER, PAPER_EDGE, SMALL, TEXT, mix
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Words, m

BACK = "cards/salad/back.svg"


def draw_piles(canvas: Canvas, strip: Strip, view: SaladView) -> None:
    """The deck with its number, and the last cards that were played."""
    assert isinstance(view.deck, int)
    for layer in range(min(4, -(-view.deck // 14))):
        box = strip.deck.move(-1.5 * layer, -1.5 * layer)
        draw_sheet(canvas, BACK, box, lift=1.0 if layer == 0 else 0.0)
    if not view.deck:
        _empty(canvas, strip.deck)
    empty = m("empty", context="the deck")
    words: Words = m("{n} left", context="cards in the deck", n=view.deck) if view.deck else empty
    colour = PAPER if view.deck else mix(EMBER, PAPER, 0.35)
    between = (strip.deck.centerx + strip.discard.centerx) / 2
    room = 2 * min(strip.deck.centerx - 4, between - 4 - strip.deck.centerx)
    if canvas.width(words, SMALL * 0.8) > room and view.deck:
        words = str(view.deck)
    at = (strip.deck.centerx, strip.deck.bottom + 4)
    canvas.text(words, at, SMALL, colour, bold=not view.deck, anchor="midtop", wide=room)
    if not view.discard:
        _empty(canvas, strip.discard)
    for index, card in enumerate(view.discard[-3:]):
        last = index == min(3, len(view.discard)) - 1
        box = strip.discard if last else strip.discard.move(-3 + 3 * index, -5 + 3 * index)
        angle = 0 if last else (7, -6)[index % 2]
        draw_sheet(canvas, f"cards/salad/{card}.svg", Lying(box, angle))
    at = (strip.discard.centerx, strip.discard.bottom + 4)
    canvas.text(m("played", context="cards"), at, SMALL, PAPER, anchor="midtop", wide=room)


def _empty(canvas: Canvas, box: Rect) -> None:
    canvas.frame(box, mix(BRASS_DARK, INK, 0.3), 1.5, 5)


def draw_backs(canvas: Canvas, strip: Strip, number: int) -> None:
    """A hand that nobody may see: its cards face down."""
    wide = min(96.0, strip.cards.height * 0.9)
    step = min(wide * 0.55, (strip.cards.width - wide) / max(1, number - 1))
    left = strip.cards.centerx - (step * (number - 1) + wide) / 2
    for index in range(number):
        box = Rect(left + index * step, strip.cards.y + 14 + abs(index - (number - 1) / 2) * 5, wide, wide * SHAPE)
        draw_sheet(canvas, BACK, box, lift=1.2)


@dataclass(frozen=True)
class Turn:
    """How far a turn is: whether its move is over, or was given up for a card, and how many cards are left to play."""

    moved: bool
    forgone: bool
    cards_left: int


def draw_steps(canvas: Canvas, box: Rect, turn: Turn) -> None:
    """The three steps of a turn, with a tick on what was done; what was given up is struck out."""
    left_to_play = m("{n} card", "{n} cards", n=turn.cards_left) if turn.cards_left else m("Cards", context="played")
    words = (
        (m("Move", context="a step of a turn"), turn.moved and not turn.forgone),
        (left_to_play, turn.cards_left == 0),
        (m("End", context="a step of a turn"), False),
    )
    now = 0 if not turn.moved else 1 if turn.cards_left else 2
    sizes = [canvas.width(word, SMALL, bold=True) for word, _ in words]
    gap = max(6.0, (box.width - sum(sizes) - 20 * sum(done for _, done in words) - 16) / 3)
    left = box.x + 6
    for index, ((word, done), wide) in enumerate(zip(words, sizes, strict=True)):
        if done:
            canvas.picture("icons/check.svg", Rect(left, box.centery - 8, 16, 16), INK_SOFT)
            left += 20
        ink = INK if index == now else INK_SOFT
        canvas.text(word, (left, box.centery), SMALL, ink, bold=index == now, anchor="midleft")
        if index == now:
            canvas.fill(Rect(left, box.centery + 11, wide, 3), BRASS, 1.5)
        elif index == 0 and turn.forgone:
            canvas.fill(Rect(left - 2, box.centery, wide + 2, 2), INK_SOFT)
        left += wide
        if index < 2:
            canvas.picture("icons/arrow-right.svg", Rect(left + gap / 2 - 6, box.centery - 6, 12, 12), PAPER_EDGE)
        left += gap


def draw_words(canvas: Canvas, box: Rect, title: Words, words: Words) -> None:
    """A bold line, and under it what to do, as much of it as there is room for; in a low box beside it."""
    if box.height < 44:
        used = canvas.text(title, (box.x, box.centery), TEXT, INK, bold=True, anchor="midleft", wide=box.width)
        room = box.right - used.right - 10
        canvas.text(words, (used.right + 10, box.centery), SMALL, INK_SOFT, anchor="midleft", wide=room)
        return
    canvas.text(title, (box.x, box.y), TEXT, INK, bold=True, wide=box.width)
    rest = Rect(box.x, box.y + 24, box.width, box.height - 22)
    canvas.block(words, rest, SMALL, INK_SOFT, leading=1.25)


def draw_belongings(canvas: Canvas, box: Rect, view: SaladView, seat: int, by_owner: Sequence[int]) -> None:
    """What a seat has: cards, soldiers in reserve, and under them the tray with those it has taken."""
    if box.height < 16:
        return
    hand = view.hands[seat]
    cards = str(hand if isinstance(hand, int) else len(hand))
    middle = box.y + 10
    canvas.picture(BACK, Rect(box.x + 3, middle - 10, 15, 20))
    at = canvas.text(cards, (box.x + 23, middle), SMALL, INK, bold=True, anchor="midleft")
    _cube(canvas, seat, (at.right + 22, middle), 13)
    reserve = canvas.text(str(view.reserve[seat]), (at.right + 34, middle), SMALL, INK, bold=True, anchor="midleft")
    # Translators: below the number of soldiers in reserve
    words, room = m("in reserve"), box.right - reserve.right - 4
    if canvas.width(words, SMALL * 0.75) <= room:
        canvas.text(words, (reserve.right + 4, middle), SMALL, INK_SOFT, anchor="midleft", wide=room)
    draw_tray(canvas, Rect(box.x, box.y + 24, box.width, box.height - 24), by_owner)


def _cube(canvas: Canvas, seat: int, at: tuple[float, float], side: float) -> None:
    picture = cubes.cube(seat, side * canvas.factor, 0.0)
    canvas.surface.blit(picture, picture.get_rect(center=canvas.point(at)))


def draw_tray(canvas: Canvas, box: Rect, by_owner: Sequence[int]) -> None:
    """The soldiers that a seat has taken, as little cubes in the colours of those who lost them."""
    taken = [owner for owner, number in enumerate(by_owner) for _ in range(number)]
    if box.height < 14 or not taken:
        return
    number = canvas.text(str(len(taken)), (box.x + 22, box.y + 9), SMALL, INK, bold=True, anchor="midleft")
    canvas.picture("icons/skull.svg", Rect(box.x + 2, box.y, 17, 17), INK)
    left, side = number.right + 8, 13.0
    step = min(side + 4, (box.right - left - side) / max(1, len(taken) - 1))
    for index, owner in enumerate(taken):
        _cube(canvas, owner, (left + side / 2 + index * step, box.y + 9), side)


def draw_open_hand(canvas: Canvas, box: Rect, hand: Sequence[Card]) -> None:
    """A hand for the eyes that it belongs to, as large as the box allows."""
    if not hand:
        # Translators: in the place of an empty hand
        canvas.text(m("No cards"), box.center, TEXT, INK_SOFT, anchor="center")
        return
    gap = 12.0
    wide = min(box.height / SHAPE, (box.width - gap * (len(hand) - 1)) / len(hand), 170.0)
    left = box.centerx - (len(hand) * (wide + gap) - gap) / 2
    for index, card in enumerate(hand):
        place = Rect(left + index * (wide + gap), box.centery - wide * SHAPE / 2, wide, wide * SHAPE)
        draw_sheet(canvas, f"cards/salad/{card}.svg", place)
        name_tag(canvas, place, CARDS[card].name)
