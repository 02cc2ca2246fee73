"""High Card in the window: cards on the table, and actions as buttons.

docs/scenes.md explains it line by line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from guest_games.high_card import HighCardView, Played

from grenade_salad.app.match.action_buttons import ActionButtons
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.match.game_screens import GameScreens
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.motion import interpolate
from grenade_salad.app.ui.theme import HUGE, PAPER
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import Words, m

CARD, BUTTONS, GAP = (90.0, 126.0), 120.0, 12.0


class HighCardBoard(GameBoard):
    """The board of High Card.

    `flying` is the card that is on its way to the table, and its current place.
    """

    def __init__(self, table: TableScene) -> None:
        self.table, self.controller = table, table.controller
        self.box = Rect(0, 0, 0, 0)
        self.choices = ActionButtons(table, widest=150.0)
        self.flying: tuple[int, Rect] | None = None

    @property
    def view(self) -> HighCardView:
        """The visible part of the match."""
        view = self.controller.view
        assert isinstance(view, HighCardView)
        return view

    def show_position(self) -> None:
        self.flying = None

    def animate(self, step: VisibleStep) -> None:
        for event in step.events:
            if isinstance(event, Played) and not event.swapped:
                self.table.motion.play(1.0, partial(self.fly, event), self.show_position)

    def fly(self, event: Played, share: float) -> None:
        """Move a card from a panel to its place, where it rests for half of the time."""
        start, end = self.table.panels[event.seat].rect.center, self.spot(event.seat).center
        x, y = (interpolate(*ends, min(1.0, share * 2)) for ends in zip(start, end, strict=True))
        self.flying = event.card, Rect(x - CARD[0] / 2, y - CARD[1] / 2, *CARD)

    def on_seats_changed(self) -> None:
        self.choices.refresh()

    def on_turn_began(self, seat: int) -> None:
        self.choices.focus_first()

    def status(self) -> Words:
        seat = self.controller.actor
        return "" if seat is None else m("{who}, the highest card takes the point", who=self.controller.names[seat])

    def seat_facts(self, seat: int) -> Sequence[Words]:
        return [m("{n} point", "{n} points", n=self.view.scores[seat])]

    def place(self, rect: Rect) -> None:
        self.box = rect
        self.choices.place(Rect(rect.x, rect.bottom - BUTTONS, rect.width, BUTTONS))

    def spot(self, seat: int) -> Rect:
        """Return the place of the seat's card of this round."""
        width, height = CARD
        left = self.box.centerx - (len(self.controller.names) * (width + GAP) - GAP) / 2
        return Rect(left + seat * (width + GAP), self.box.centery - height, width, height)

    def draw(self, canvas: Canvas) -> None:
        for seat, card in enumerate(self.view.table):
            canvas.frame(self.spot(seat), PAPER, 2, 8)
            if card is not None:
                draw_card(canvas, self.spot(seat), card)
        if self.flying is not None:
            draw_card(canvas, self.flying[1], self.flying[0])
        self.choices.draw(canvas)

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        view = self.controller.match.state.view(seat)
        assert isinstance(view, HighCardView)
        hand = view.hands[seat]
        assert not isinstance(hand, int)
        for index, card in enumerate(hand):
            draw_card(canvas, Rect(box.x + index * (CARD[0] + GAP), box.y, *CARD), card)


def draw_card(canvas: Canvas, box: Rect, card: int) -> None:
    """Draw a card, face up."""
    canvas.paper(box, radius=8)
    canvas.text(str(card), box.center, HUGE, title=True, anchor="center")


SCREENS = GameScreens(partial(TableScene, make=HighCardBoard))
