"""View of what is around the mat, and its drawing: piles, hand, turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grenade_salad.app.games.salad import paint, words
from grenade_salad.app.games.salad.controls import Situation
from grenade_salad.app.games.salad.display_state import CardPlace
from grenade_salad.app.games.salad.layout import HandLayout
from grenade_salad.app.match.text_view import turn_label
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK_SOFT, TEXT
from grenade_salad.games.salad import events
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import DROPPED_EACH
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Length, Words, m


@dataclass(frozen=True)
class SurroundingsView:
    """All that is drawn around the mat but widgets and bar, as the viewer may know.

    It is the only source for drawing it, and a cached frame is valid while this is equal.
    """

    view: SaladView
    names: tuple[str, ...]
    viewer: int | None
    """The seat of the only person at the screen."""
    actor: int | None
    """The seat that acts at this screen."""
    situation: Situation
    hand_layout: HandLayout
    last_drop: events.Dropped | None
    trays: tuple[tuple[int, ...], ...]
    """Soldiers that each seat has taken, by their owner."""
    is_falling: bool
    """True while soldiers of the set-up drop still move."""
    shows_backs: bool
    """True if the cards of the hand are face down."""
    has_forgone_move: bool
    """True if the move of this turn was given up, because a card was played first."""
    can_play: bool
    """True if the player whose turn it is can play, as far as may be shown."""
    log_length: int
    """Lines of the log: the last one is in the bar."""
    turn_keys: tuple[Words, Words]
    """Names of the keys that turn left and right."""

    @property
    def turn_progress(self) -> paint.TurnProgress:
        """Progress of the turn."""
        view = self.view
        hand = view.hands[view.turn]
        count = min(view.cards_left, hand if isinstance(hand, int) else len(hand))
        has_played_out = not view.cards_left
        return paint.TurnProgress(view.moved, self.has_forgone_move, count if self.can_play else 0, has_played_out)


def card_box(surroundings: SurroundingsView, panels: Sequence[Rect], place: CardPlace) -> Rect:
    """Return the box that a card flies from or to."""
    if place == "deck":
        return surroundings.hand_layout.deck
    if place == "discard":
        return surroundings.hand_layout.discard
    if place == (surroundings.view.turn if surroundings.viewer is None else surroundings.viewer):
        cards_box = surroundings.hand_layout.cards
        return Rect(cards_box.centerx - 50, cards_box.y, 100, 140)
    panel = panels[place]
    return Rect(panel.centerx - 20, panel.centery - 28, 40, 56)


def draw_hand_area(canvas: Canvas, surroundings: SurroundingsView) -> None:
    """Draw deck, discard, hand and the panel of the turn."""
    view, situation = surroundings.view, surroundings.situation
    if situation.is_dropping:
        canvas.paper(surroundings.hand_layout.panel, radius=10)
        _draw_drop(canvas, surroundings)
        return
    paint.draw_piles(canvas, surroundings.hand_layout, view)
    if surroundings.shows_backs:
        seat = surroundings.actor if surroundings.actor is not None else view.turn
        hand = view.hands[seat]
        paint.draw_backs(canvas, surroundings.hand_layout, hand if isinstance(hand, int) else len(hand))
    canvas.paper(surroundings.hand_layout.panel, radius=10)
    upper = surroundings.hand_layout.panel_text_box
    if situation.is_acting and situation.planned_action:
        title = (
            CARDS[situation.planned_action].name
            if situation.planned_action in CARDS
            else m("Move", context="a step of a turn")
        )
        has_slider = situation.planned_action == "circles"
        keys = "" if has_slider else words.describe_keys(situation.planned_action, *surroundings.turn_keys)
        box = surroundings.hand_layout.split_for_slider()[0] if has_slider else upper
        plan = words.describe_plan(view, situation.planned_action, surroundings.actor, keys)
        paint.draw_words(canvas, box, title, plan)
        return
    if not view.is_over:
        paint.draw_steps(canvas, upper, surroundings.turn_progress)
    if not situation.is_acting:
        _draw_waiting(canvas, surroundings)


def _draw_waiting(canvas: Canvas, surroundings: SurroundingsView) -> None:
    """Draw whose turn it is, in the place of the buttons."""
    view = surroundings.view
    if view.is_over:
        return
    box = surroundings.hand_layout.place_buttons((0,))[0]
    turn = turn_label(surroundings.names[view.turn])
    canvas.text(turn, box.center, TEXT, INK_SOFT, anchor="center", max_width=box.width)


def _draw_drop(canvas: Canvas, surroundings: SurroundingsView) -> None:
    """Draw the measures of the last attempt at the drop."""
    upper, seats = surroundings.hand_layout.panel_text_box, len(surroundings.names)
    title = m("{number} soldiers, five from each player", number=seats * DROPPED_EACH)
    paint.draw_words(canvas, upper, title, describe_attempt(surroundings))


def describe_attempt(surroundings: SurroundingsView) -> Words:
    """Return the measures of the last attempt at the drop in words (GS-06)."""
    dropped = surroundings.last_drop
    if surroundings.is_falling:
        # Translators: the soldiers, in the set-up drop
        return m("They are falling…")
    if dropped is None or not surroundings.view.attempts:
        return m("A low drop makes one heap, a high one scatters the soldiers over the table.")
    measures = m(
        "Attempt {attempt}, {high} high: {wide} wide, {touching} of {all} soldiers touch another, "
        "one grenade could take {most}",
        attempt=surroundings.view.attempts,
        high=Length(dropped.height),
        wide=Length(dropped.width),
        touching=dropped.touching,
        all=len(surroundings.view.soldiers),
        most=dropped.most,
        plain=m("One grenade could take {most}"),
    )
    if dropped.lost:
        # Translators: {lies} is a sentence about the drop; {lost} is how many soldiers fell off the table
        return m("{lies}, {lost} over the edge.", lies=measures, lost=len(dropped.lost))
    return m("{sentence}.", context="with a full stop", sentence=measures)
