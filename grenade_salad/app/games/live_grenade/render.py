"""Draws the scene: the table under the widgets, and what lies over all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.games.effects import draw_flying
from grenade_salad.app.games.live_grenade import display_state, paint, words
from grenade_salad.app.games.live_grenade.display_state import Stage
from grenade_salad.app.games.live_grenade.layout import Spots
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.log import Said, draw_last
from grenade_salad.app.ui.notes import draw_note
from grenade_salad.app.ui.playing_cards import SHAPE, box_at, draw_turning
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, EMBER, INK, SMALL
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Words, m


@dataclass(frozen=True)
class Picture:
    """All that is drawn of the table, and nothing that the viewer may not know.

    `lately` is the last line of the log, `before` are those before it; `targets` are the panels of those who can be
    chosen now, `news` of those who have not looked at their newest cards; `hand` is how many cards the hand shows that
    lies in the strip, open or covered; `sheet` is where a question lies. `dragged` is where a card is dragged: one of
    the open hand, or None for the deck's.
    """

    seen: LiveGrenadeView
    stage: Stage
    spots: Spots
    names: Sequence[str]
    now: words.Moment
    lately: Words
    before: Sequence[Said]
    deck_lit: bool
    targets: Sequence[Rect]
    panels: Sequence[Rect]
    news: Sequence[Rect]
    strip: bool
    buttons: bool
    hand: int
    hand_middle: float
    plays: Rect
    sheet: Rect | None
    time: float
    dragged: tuple[str | None, Point] | None = None

    def under(self) -> object:
        """All that `draw_table` draws, as a key of a kept picture: what flies and is held lies over it."""
        boxes = (self.targets, self.panels, self.news, () if self.sheet is None else (self.sheet,), (self.plays,))
        stage = self.stage
        return (
            self.seen,
            self.spots,
            self.now,
            self.lately,
            tuple(self.before),
            (self.deck_lit, self.strip, self.buttons, self.hand, self.hand_middle),
            tuple(tuple(map(tuple, some)) for some in boxes),
            (stage.spin, bool(stage.words), stage.leaving, stage.stack_lies, stage.scattered),
            stage.held is not None and stage.held.friend,
        )


def draw_table(canvas: Canvas, shown: Picture) -> None:
    """The arrows of play, the piles, the plays that wait, the hand's strip."""
    seen, spots = shown.seen, shown.spots
    room = Rect(spots.middle.x, spots.middle.y, spots.middle.width, spots.middle.height - spots.news.height)
    wide = min(room.width, room.height * (2.3 if room.height > 230 else 3.4))
    room = Rect(room.centerx - wide / 2, room.y, wide, room.height)
    paint.draw_ring(canvas, room, seen.direction, shown.stage.spin)
    paint.draw_deck(canvas, spots, seen, shown.deck_lit)
    paint.draw_gauge(canvas, spots.gauge, seen)
    waiting = 0 if shown.stage.stack_lies else sum(len(play.cards) for play in seen.stack)
    held = shown.stage.held
    if held is not None and held.friend is not None and held.friend in seen.discard[-1:]:
        waiting += 1
    paint.draw_discard(canvas, spots, seen, shown.sheet, waiting + shown.stage.scattered)
    if shown.lately and not shown.now.window and not shown.stage.words:
        paint.draw_line(canvas, shown.lately, spots.news.center, min(spots.news.width, 560.0))
    if shown.strip:
        _draw_strip(canvas, shown)
    for box in shown.targets:
        canvas.fill(box.inflate(14, 14), BRASS, 12, alpha=150)


def _draw_strip(canvas: Canvas, shown: Picture) -> None:
    spots, seen, now = shown.spots, shown.seen, shown.now
    _draw_panel(canvas, shown)
    if now.viewer is None and shown.hand:
        whose = now.actor if now.actor is not None else seen.turn
        paint.draw_covered(canvas, spots.cards, shown.hand, m("{who}'s cards", who=shown.names[whose]))
    elif now.viewer is not None and not shown.hand and seen.due != "deal":
        said = m("You have no cards") if seen.alive[now.viewer] else m("You are out")
        paint.draw_line(canvas, said, (spots.cards.centerx, shown.hand_middle), spots.cards.width)


def _draw_panel(canvas: Canvas, shown: Picture) -> None:
    """What one can do now; while that is nothing, what happened before the last thing that did, if anything has."""
    title, said = words.note(shown.seen, shown.names, shown.now)
    if not (said or shown.before or shown.buttons):
        return
    canvas.paper(shown.spots.panel, radius=10)
    box = shown.spots.words
    if not shown.buttons:
        box = Rect(box.x, box.y, box.width, shown.spots.panel.height - 16)
    draw_note(canvas, box, title, said, spare=True)
    if not said:
        draw_last(canvas, Rect(box.x, box.y + 30, box.width, box.height - 26), shown.before)


def draw_over_all(canvas: Canvas, shown: Picture) -> None:
    """What lies over the panels: plays that wait, news for persons, cards that fly, the card that is held."""
    seen, now = shown.seen, shown.stage
    if seen.stack and not now.stack_gone:
        paint.draw_stack(canvas, shown.spots, shown.plays, seen, shown.names)
    if not seen.is_over and seen.due != "deal" and not shown.now.window:
        coming = words.next_seat(seen)
        if coming != seen.turn:
            paint.draw_next(canvas, shown.panels[coming])
    for panel in shown.news:
        _draw_news(canvas, panel)
    display_state.draw_dark(canvas, now)
    if now.dark > 0:
        paint.draw_gauge(canvas, shown.spots.gauge, seen)
    if now.burst is not None:
        draw_flying(canvas, now.flying)
    display_state.draw_held(canvas, now, shown.spots.large, shown.time)
    if now.burst is None:
        draw_flying(canvas, (*now.lying, *now.flying))
    display_state.draw_words(canvas, now, shown.spots.large)
    if shown.dragged is not None:
        card, at = shown.dragged
        wide = 100.0
        box = box_at((at[0], at[1] - wide * SHAPE * 0.1), wide)
        draw_turning(canvas, card, box, 0.0 if card is None else 1.0, lift=3)


def _draw_news(canvas: Canvas, panel: Rect) -> None:
    """A sign that somebody has a card that they have not looked at."""
    at = (panel.right - 4, panel.bottom - 4)
    canvas.circle(at, 13, BRASS_DARK)
    canvas.circle(at, 12, EMBER)
    canvas.text("!", at, SMALL, INK, bold=True, anchor="center")
