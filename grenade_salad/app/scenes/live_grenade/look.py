"""Draws the scene: the table under the widgets, and what lies over all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grenade_salad.app.scenes.live_grenade import paint, stage, words
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.notes import draw_note
from grenade_salad.app.ui.playing_cards import SHAPE, box_at, draw_turning
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, EMBER, INK, SMALL

if TYPE_CHECKING:
    from grenade_salad.app.scenes.live_grenade.table import LiveGrenadeTable


def draw_table(canvas: Canvas, scene: LiveGrenadeTable) -> None:
    """The arrows of play, the piles, the plays that wait, the hand's strip."""
    seen, spots = scene.seen, scene.spots
    room = Rect(spots.middle.x, spots.middle.y, spots.middle.width, spots.middle.height - spots.news.height)
    wide = min(room.width, room.height * (2.3 if room.height > 230 else 3.4))
    room = Rect(room.centerx - wide / 2, room.y, wide, room.height)
    paint.draw_ring(canvas, room, seen.direction, scene.stage.spin)
    paint.draw_deck(canvas, spots, seen, scene.deck.lit)
    if seen.due != "deal":
        paint.draw_gauge(canvas, spots.gauge, seen)
    paint.draw_discard(canvas, spots, seen)
    if scene.log.lines:
        said = scene.log.lines[-1].words
        at = (spots.news.centerx, spots.news.centery)
        if scene.reaction is None and not scene.stage.words:
            paint.draw_line(canvas, said, at, min(spots.news.width, 560.0))
    _draw_strip(canvas, scene)
    for seat in scene.seats_clickable() if scene.chosen_cards else ():
        box = scene.panels[seat].rect
        canvas.fill(box.inflate(14, 14), BRASS, 12, alpha=150)


def _draw_strip(canvas: Canvas, scene: LiveGrenadeTable) -> None:
    spots, seen = scene.spots, scene.seen
    if scene.reaction is not None and (scene.viewer is None or scene.beside_hand):
        return
    canvas.paper(spots.panel, radius=10)
    title, said = words.note(seen, scene.names, scene.moment)
    box = spots.words
    shown = any(button.visible for button in (scene.draw_button, scene.play_button, scene.back_button))
    if not shown:
        box = Rect(box.x, box.y, box.width, spots.panel.height - 16)
    draw_note(canvas, box, title, said)
    if scene.viewer is None:
        whose = scene.actor if scene.actor is not None else seen.turn
        number = scene.hand_size(whose)
        paint.draw_covered(canvas, spots.cards, number, f"{scene.names[whose]}'s cards")
    elif not scene.cards and seen.due != "deal":
        said = "You have no cards" if seen.alive[scene.viewer] else "You are out"
        paint.draw_line(canvas, said, (spots.cards.centerx, scene.places.hand.centery), spots.cards.width)


def draw_over_all(canvas: Canvas, scene: LiveGrenadeTable) -> None:
    """What lies over the panels: plays that wait, news for persons, cards that fly, the card that is held."""
    seen, now = scene.seen, scene.stage
    if seen.stack and not now.stack_gone:
        paint.draw_stack(canvas, scene.spots, scene.free_table(), seen, scene.names)
    if not seen.over and seen.due != "deal" and scene.reaction is None:
        coming = words.next_seat(seen)
        if coming != seen.turn:
            paint.draw_next(canvas, scene.panels[coming].rect)
    for seat, panel in enumerate(scene.panels):
        if scene.has_news(seat) and not panel.asked:
            _draw_news(canvas, panel.rect)
    stage.draw_dark(canvas, now)
    if now.dark > 0 and seen.due != "deal":
        paint.draw_gauge(canvas, scene.spots.gauge, seen)
    stage.draw_flying(canvas, now)
    stage.draw_held(canvas, now, scene.spots.large, scene.time)
    drag = scene.drag
    if drag is not None and drag.moving:
        card = None if drag.index is None else scene.hand[drag.index]
        wide = 100.0
        box = box_at((drag.at[0], drag.at[1] - wide * SHAPE * 0.1), wide)
        draw_turning(canvas, card, box, 0.0 if card is None else 1.0, lift=3)


def _draw_news(canvas: Canvas, panel: Rect) -> None:
    """A sign that somebody has a card that they have not looked at."""
    at = (panel.right - 4, panel.bottom - 4)
    canvas.circle(at, 13, BRASS_DARK)
    canvas.circle(at, 12, EMBER)
    canvas.text("!", at, SMALL, INK, bold=True, anchor="center")
