"""Drawing of what is around the mat: piles, the turn's panel, trays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.hand import SHAPE, draw_name_tag
from grenade_salad.app.games.salad.layout import HandLayout
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.playing_cards import CardPose, draw_flat_card
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, EMBER, INK, INK_SOFT, PAPER, PAPER_EDGE, SMALL, TEXT, mix
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Words, m

BACK = "cards/salad/back.svg"
_CARDS_PER_LAYER, _MAX_LAYERS = 14, 4
"""Cards in a layer of the deck as it is drawn, and maximum of layers."""
_VISIBLE_DISCARDS = 3
"""Number of cards that are drawn on the discard pile."""
_MIN_LETTERS = 0.7
"""Minimum share of the usual size of letters beside a title."""
_LOW_BOX = 44.0
"""Height in units below which words are beside their title."""


def draw_piles(canvas: Canvas, strip: HandLayout, view: SaladView) -> None:
    """Draw the deck with its count, and the last cards that were played."""
    assert isinstance(view.deck, int)
    for layer in range(min(_MAX_LAYERS, -(-view.deck // _CARDS_PER_LAYER))):
        box = strip.deck.move(-1.5 * layer, -1.5 * layer)
        draw_flat_card(canvas, BACK, box, lift=1.0 if layer == 0 else 0.0)
    if not view.deck:
        _draw_empty_pile(canvas, strip.deck)
    empty = m("empty", context="the deck")
    words: Words = m("{n} left", context="cards in the deck", n=view.deck) if view.deck else empty
    colour = PAPER if view.deck else mix(EMBER, PAPER, 0.35)
    between = (strip.deck.centerx + strip.discard.centerx) / 2
    max_width = 2 * min(strip.deck.centerx - 4, between - 4 - strip.deck.centerx)
    if canvas.width(words, SMALL * 0.8) > max_width and view.deck:
        words = str(view.deck)
    position = (strip.deck.centerx, strip.deck.bottom + 4)
    canvas.text(words, position, SMALL, colour, bold=not view.deck, anchor="midtop", max_width=max_width)
    if not view.discard:
        _draw_empty_pile(canvas, strip.discard)
    for index, card in enumerate(view.discard[-_VISIBLE_DISCARDS:]):
        is_last = index == min(_VISIBLE_DISCARDS, len(view.discard)) - 1
        box = strip.discard if is_last else strip.discard.move(-3 + 3 * index, -5 + 3 * index)
        angle = 0 if is_last else (7, -6)[index % 2]
        draw_flat_card(canvas, f"cards/salad/{card}.svg", CardPose(box, angle))
    position = (strip.discard.centerx, strip.discard.bottom + 4)
    canvas.text(m("played", context="cards"), position, SMALL, PAPER, anchor="midtop", max_width=max_width)


def _draw_empty_pile(canvas: Canvas, box: Rect) -> None:
    canvas.frame(box, mix(BRASS_DARK, INK, 0.3), 1.5, 5)


def draw_backs(canvas: Canvas, strip: HandLayout, count: int) -> None:
    """Draw a hidden hand: its cards face down."""
    width = min(96.0, strip.cards.height * 0.9)
    step = min(width * 0.55, (strip.cards.width - width) / max(1, count - 1))
    left = strip.cards.centerx - (step * (count - 1) + width) / 2
    for index in range(count):
        box = Rect(left + index * step, strip.cards.y + 14 + abs(index - (count - 1) / 2) * 5, width, width * SHAPE)
        draw_flat_card(canvas, BACK, box, lift=1.2)


@dataclass(frozen=True)
class TurnProgress:
    """Progress of a turn."""

    has_moved: bool
    """True if its move is over."""
    has_forgone_move: bool
    """True if its move was given up, because a card was played first."""
    cards_left: int
    """Cards that can still be played."""
    has_played_out: bool
    """True if as many cards were played as a turn allows."""


def draw_steps(canvas: Canvas, box: Rect, turn: TurnProgress) -> None:
    """Draw the three steps of a turn: what is done is ticked, a lost move struck out."""
    left_to_play = m("{n} card", "{n} cards", n=turn.cards_left)
    if not turn.cards_left:
        # Translators: a step of a turn: no card can be played
        left_to_play = m("Cards", context="played") if turn.has_played_out else m("No card", context="a step of a turn")
    words = (
        (m("Move", context="a step of a turn"), turn.has_moved and not turn.has_forgone_move),
        (left_to_play, turn.has_played_out),
        (m("End", context="a step of a turn"), False),
    )
    current = 0 if not turn.has_moved else 1 if turn.cards_left else 2
    sizes = [canvas.width(word, SMALL, bold=True) for word, _ in words]
    gap = max(6.0, (box.width - sum(sizes) - 20 * sum(is_done for _, is_done in words) - 16) / 3)
    left = box.x + 6
    for index, ((word, is_done), width) in enumerate(zip(words, sizes, strict=True)):
        if is_done:
            canvas.picture("icons/check.svg", Rect(left, box.centery - 8, 16, 16), INK_SOFT)
            left += 20
        ink = INK if index == current else INK_SOFT
        canvas.text(word, (left, box.centery), SMALL, ink, bold=index == current, anchor="midleft")
        if index == current:
            canvas.fill(Rect(left, box.centery + 11, width, 3), BRASS, 1.5)
        elif index == 0 and turn.has_forgone_move:
            canvas.fill(Rect(left - 2, box.centery, width + 2, 2), INK_SOFT)
        left += width
        if index < 2:
            canvas.picture("icons/arrow-right.svg", Rect(left + gap / 2 - 6, box.centery - 6, 12, 12), PAPER_EDGE)
        left += gap


def draw_words(canvas: Canvas, box: Rect, title: Words, words: Words) -> None:
    """Draw a bold title with words below it, or beside it in a low box."""
    if box.height < _LOW_BOX:
        title_box = canvas.text(
            title, (box.x, box.centery), TEXT, INK, bold=True, anchor="midleft", max_width=box.width
        )
        max_width = box.right - title_box.right - 10
        # What a card gives up must not end in three dots: smaller letters come first.
        size = SMALL * min(1.0, max(_MIN_LETTERS, max_width / max(1.0, canvas.width(words, SMALL))))
        canvas.text(words, (title_box.right + 10, box.centery), size, INK_SOFT, anchor="midleft", max_width=max_width)
        return
    canvas.text(title, (box.x, box.y), TEXT, INK, bold=True, max_width=box.width)
    words_box = Rect(box.x, box.y + 24, box.width, box.height - 22)
    canvas.block(words, words_box, SMALL, INK_SOFT, leading=1.25)


def draw_belongings(canvas: Canvas, box: Rect, view: SaladView, seat: int, by_owner: Sequence[int]) -> None:
    """Draw what a seat has: cards, soldiers in reserve, and below them its tray."""
    if box.height < 16:
        return
    hand = view.hands[seat]
    cards = str(hand if isinstance(hand, int) else len(hand))
    middle = box.y + 10
    canvas.picture(BACK, Rect(box.x + 3, middle - 10, 15, 20))
    count_box = canvas.text(cards, (box.x + 23, middle), SMALL, INK, bold=True, anchor="midleft")
    _draw_cube(canvas, seat, (count_box.right + 21, middle), 12)
    reserve = canvas.text(
        str(view.reserve[seat]), (count_box.right + 34, middle), SMALL, INK, bold=True, anchor="midleft"
    )
    # Translators: below the number of soldiers in reserve
    words, max_width = m("in reserve"), box.right - reserve.right - 4
    if canvas.width(words, SMALL * 0.75) <= max_width:
        canvas.text(words, (reserve.right + 4, middle), SMALL, INK_SOFT, anchor="midleft", max_width=max_width)
    draw_tray(canvas, Rect(box.x, box.y + 24, box.width, box.height - 24), by_owner)


def _draw_cube(canvas: Canvas, seat: int, centre: tuple[float, float], side: float) -> None:
    picture = cubes.render_cube(seat, side * canvas.factor, 0.0)
    canvas.surface.blit(picture, picture.get_rect(center=canvas.pixel_point(centre)))


def draw_tray(canvas: Canvas, box: Rect, by_owner: Sequence[int]) -> None:
    """Draw the soldiers that a seat has taken, as cubes in their owners' colours."""
    taken = [owner for owner, count in enumerate(by_owner) for _ in range(count)]
    if box.height < 14 or not taken:
        return
    count_box = canvas.text(str(len(taken)), (box.x + 22, box.y + 9), SMALL, INK, bold=True, anchor="midleft")
    canvas.picture("icons/skull.svg", Rect(box.x + 2, box.y, 17, 17), INK)
    left, side = count_box.right + 8, 13.0
    step = min(side + 4, (box.right - left - side) / max(1, len(taken) - 1))
    for index, owner in enumerate(taken):
        _draw_cube(canvas, owner, (left + side / 2 + index * step, box.y + 9), side)


def draw_open_hand(canvas: Canvas, box: Rect, hand: Sequence[Card]) -> None:
    """Draw an open hand, as large as the box allows."""
    if not hand:
        # Translators: in the place of an empty hand
        canvas.text(m("No cards"), box.center, TEXT, INK_SOFT, anchor="center")
        return
    gap = 12.0
    width = min(box.height / SHAPE, (box.width - gap * (len(hand) - 1)) / len(hand), 170.0)
    left = box.centerx - (len(hand) * (width + gap) - gap) / 2
    for index, card in enumerate(hand):
        place = Rect(left + index * (width + gap), box.centery - width * SHAPE / 2, width, width * SHAPE)
        draw_flat_card(canvas, f"cards/salad/{card}.svg", place)
        draw_name_tag(canvas, place, CARDS[card].name)
