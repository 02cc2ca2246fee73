"""Draws the board: the table under the widgets, and the layer above everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.games.effects import draw_flying
from grenade_salad.app.games.live_grenade import display_state, paint, words
from grenade_salad.app.games.live_grenade.display_state import LiveGrenadeDisplay
from grenade_salad.app.games.live_grenade.layout import BoardLayout
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.log import LogEntry, draw_last
from grenade_salad.app.ui.notes import draw_note
from grenade_salad.app.ui.playing_cards import ASPECT, card_box, draw_moving_card
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, EMBER, INK, SMALL
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Words, m

_DRAGGED_WIDTH = 100.0
"""Width in units of a dragged card."""
_MAX_NEWS_WIDTH = 560.0
"""Maximum width in units of the line for the latest event."""


@dataclass(frozen=True)
class BoardPicture:
    """All that is drawn of the board, and nothing that the viewer may not know."""

    view: LiveGrenadeView
    display: LiveGrenadeDisplay
    spots: BoardLayout
    names: Sequence[str]
    context: words.StatusContext
    latest: Words
    """The last line of the log."""
    earlier: Sequence[LogEntry]
    """The lines of the log before it."""
    is_deck_lit: bool
    """True if the deck shows that it can be drawn from."""
    targets: Sequence[Rect]
    """The panels of the seats that can be chosen now."""
    panels: Sequence[Rect]
    """The panels of all seats."""
    news: Sequence[Rect]
    """The panels of people who have not looked at their newest cards."""
    shows_strip: bool
    """True if the strip for a hand is not covered by a reaction window."""
    has_buttons: bool
    hand_count: int
    """The number of cards of the hand in the strip, open or covered."""
    hand_middle: float
    """The y of the middle of the strip."""
    stack_area: Rect
    """The area of plays that wait for answers, clear of the reaction window."""
    sheet: Rect | None
    """The box of the reaction window, if one is open."""
    time: float
    """Seconds since the board was made."""
    dragged: tuple[str | None, Point] | None = None
    """A dragged card, None for the top card of the deck, and its position."""

    def table_key(self) -> object:
        """Return a cache key of all that `draw_table` draws, without what moves above it."""
        boxes = (self.targets, self.panels, self.news, () if self.sheet is None else (self.sheet,), (self.stack_area,))
        display = self.display
        return (
            self.view,
            self.spots,
            self.context,
            self.latest,
            tuple(self.earlier),
            (self.is_deck_lit, self.shows_strip, self.has_buttons, self.hand_count, self.hand_middle),
            tuple(tuple(map(tuple, group)) for group in boxes),
            (display.spin, bool(display.words), display.leaving, display.stack_discarded, display.flying_discards),
            display.held is not None and display.held.friend,
        )


def draw_table(canvas: Canvas, picture: BoardPicture) -> None:
    """Draw the arrows of play, the piles and the strip of the hand."""
    view, spots = picture.view, picture.spots
    area = Rect(spots.middle.x, spots.middle.y, spots.middle.width, spots.middle.height - spots.news.height)
    width = min(area.width, area.height * (2.3 if area.height > 230 else 3.4))
    area = Rect(area.centerx - width / 2, area.y, width, area.height)
    paint.draw_ring(canvas, area, view.direction, picture.display.spin)
    paint.draw_deck(canvas, spots, view, picture.is_deck_lit)
    paint.draw_gauge(canvas, spots.gauge, view)
    waiting = 0 if picture.display.stack_discarded else sum(len(play.cards) for play in view.stack)
    held = picture.display.held
    # By the rules the Best Friend is discarded while it is still seen on the ace.
    if held is not None and held.friend is not None and held.friend in view.discard[-1:]:
        waiting += 1
    paint.draw_discard(canvas, spots, view, picture.sheet, waiting + picture.display.flying_discards)
    if picture.latest and not picture.context.has_reaction_window and not picture.display.words:
        paint.draw_line(canvas, picture.latest, spots.news.center, min(spots.news.width, _MAX_NEWS_WIDTH))
    if picture.shows_strip:
        _draw_strip(canvas, picture)
    for box in picture.targets:
        canvas.fill(box.inflate(14, 14), BRASS, 12, alpha=150)


def _draw_strip(canvas: Canvas, picture: BoardPicture) -> None:
    spots, view, context = picture.spots, picture.view, picture.context
    _draw_panel(canvas, picture)
    if context.viewer is None and picture.hand_count:
        seat = context.actor if context.actor is not None else view.turn
        paint.draw_covered(canvas, spots.cards, picture.hand_count, m("{who}'s cards", who=picture.names[seat]))
    elif context.viewer is not None and not picture.hand_count and view.due != "deal":
        text = m("You have no cards") if view.alive[context.viewer] else m("You are out")
        paint.draw_line(canvas, text, (spots.cards.centerx, picture.hand_middle), spots.cards.width)


def _draw_panel(canvas: Canvas, picture: BoardPicture) -> None:
    """Draw the possible actions; without any, the earlier lines of the log."""
    title, text = words.note(picture.view, picture.names, picture.context)
    if not (text or picture.earlier or picture.has_buttons):
        return
    canvas.paper(picture.spots.panel, radius=10)
    box = picture.spots.words
    if not picture.has_buttons:
        box = Rect(box.x, box.y, box.width, picture.spots.panel.height - 16)
    draw_note(canvas, box, title, text, can_drop_title=True)
    if not text:
        draw_last(canvas, Rect(box.x, box.y + 30, box.width, box.height - 26), picture.earlier)


def draw_over_all(canvas: Canvas, picture: BoardPicture) -> None:
    """Draw what is above the panels: plays, news, moving cards and the held card."""
    view, display = picture.view, picture.display
    if view.stack and not display.stack_gone:
        paint.draw_stack(canvas, picture.spots, picture.stack_area, view, picture.names)
    if not view.is_over and view.due != "deal" and not picture.context.has_reaction_window:
        upcoming = words.next_seat(view)
        if upcoming != view.turn:
            paint.draw_next(canvas, picture.panels[upcoming])
    for panel in picture.news:
        _draw_news(canvas, panel)
    display_state.draw_dark(canvas, display)
    if display.darkness > 0:
        # The risk stays bright while a card is drawn.
        paint.draw_gauge(canvas, picture.spots.gauge, view)
    if display.burst is not None:
        draw_flying(canvas, display.flying)
    display_state.draw_held(canvas, display, picture.spots.large, picture.time)
    if display.burst is None:
        draw_flying(canvas, (*display.landed, *display.flying))
    display_state.draw_words(canvas, display, picture.spots.large)
    if picture.dragged is not None:
        card, position = picture.dragged
        box = card_box((position[0], position[1] - _DRAGGED_WIDTH * ASPECT * 0.1), _DRAGGED_WIDTH)
        draw_moving_card(canvas, card, box, 0.0 if card is None else 1.0, lift=3)


def _draw_news(canvas: Canvas, panel: Rect) -> None:
    """Draw a sign that a person has a card that they have not looked at."""
    center = (panel.right - 4, panel.bottom - 4)
    canvas.circle(center, 13, BRASS_DARK)
    canvas.circle(center, 12, EMBER)
    canvas.text("!", center, SMALL, INK, bold=True, anchor="center")
