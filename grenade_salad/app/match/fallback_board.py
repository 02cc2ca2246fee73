"""A fallback board: the view of a game as text, its actions as buttons.

At a screen that several people share, hidden things and choices among them are visible under the cover alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.app.match.action_buttons import ActionButtons
from grenade_salad.app.match.game_board import GameBoard, ReactionPrompt
from grenade_salad.app.match.game_screens import GameScreens
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, KeyInput
from grenade_salad.app.ui.picks import Pick
from grenade_salad.app.ui.theme import INK, TEXT
from grenade_salad.core import Action
from grenade_salad.core.default_wording import describe_view
from grenade_salad.text import Reader, Words, m, say


class FallbackBoard(GameBoard):
    """Shows the view as lines on paper, and the actions as buttons below them."""

    def __init__(self, table: TableScene) -> None:
        self.table, self.controller = table, table.controller
        self.choices = ActionButtons(table)

    # Who acts, at a table without turns

    def clickable_seats(self) -> Sequence[int]:
        return (
            self.controller.persons
            if self.controller.match.state.is_turnless and self.controller.actor is not None
            else ()
        )

    def on_seat_clicked(self, seat: int) -> None:
        self.controller.take_mouse(seat)

    def handle_input(self, event: Input) -> bool:
        return isinstance(event, KeyInput) and event.down and self.table.press_seat_key(event.key)

    # What can be done

    def on_turn_began(self, seat: int) -> None:
        self.choices.focus_first()

    def on_seats_changed(self) -> None:
        self.choices.refresh()

    # Reaction windows

    def reaction_prompt(self) -> ReactionPrompt | None:
        state = self.controller.match.state
        can_pass = any(action.is_pass for seat in state.active_seats() for action in state.legal_actions(seat))
        return ReactionPrompt(m("Does anybody react?")) if can_pass else None

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        actions = [action for action in self.choices.list_actions(seat) if not action.is_pass]
        words = self.choices.format_actions(actions, seat)
        return [(Pick(pick_words), action) for pick_words, action in zip(words, actions, strict=True)]

    # What is shown

    def place(self, rect: Rect) -> None:
        """Put the buttons below the lines."""
        table = self.table.places.table
        top = table.y + table.height * 0.55
        self.choices.place(Rect(table.x, top, table.width, table.bottom - top))

    def draw(self, canvas: Canvas) -> None:
        table = self.table.places.table
        paper = Rect(table.x, table.y, table.width, table.height * 0.55 - 12)
        canvas.paper(paper, radius=10)
        self._draw_lines(canvas, paper.inflate(-32, -24), describe_view(self.controller.view))
        self.choices.draw(canvas)

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        state = self.controller.match.state
        public_lines = describe_view(state.view(None))
        self._draw_lines(canvas, box, [line for line in describe_view(state.view(seat)) if line not in public_lines])

    def hand_lines(self, seat: int) -> Sequence[str]:
        state, reader = self.controller.match.state, Reader(self.controller.names, seat)
        public_lines = describe_view(state.view(None))
        return [say(line, reader, begin=True) for line in describe_view(state.view(seat)) if line not in public_lines]

    def _draw_lines(self, canvas: Canvas, box: Rect, words: Sequence[Words]) -> None:
        top = box.y
        with canvas.clipped(box):
            for line in words:
                top += canvas.paragraph(line, Rect(box.x, top, box.width, box.bottom - top), TEXT, INK) + 6

    def seat_facts(self, seat: int) -> Sequence[Words]:
        scores = self.controller.match.state.scores
        return () if scores is None else (m("{n} point", "{n} points", n=scores[seat]),)


SCENE = GameScreens(partial(TableScene, make=FallbackBoard))
