"""A plain scene for a game that brings none: its view field by field, and a button for each legal action.

At a screen that several people share, hidden things and choices among them are seen under the cover alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.app.table.game_scene import GameScene
from grenade_salad.app.table.on_table import Ask, OnTable
from grenade_salad.app.table.table import Table
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key
from grenade_salad.app.ui.picks import Pick
from grenade_salad.app.ui.theme import INK, TEXT
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, State
from grenade_salad.core.plain_words import called, lines, needs_of
from grenade_salad.session.session import Shown
from grenade_salad.text import Reader, Words, m, say

_BUTTON, _GAP = 44.0, 10.0
_WIDEST = 300.0
"""Units that a button is wide at most."""


def has_secrets(state: State, seat: int) -> bool:
    """Whether the seat sees more than everybody does."""
    return lines(state.view(seat)) != lines(state.view(None))


class PlainScene(OnTable):
    """What the game shows as lines on paper, what can be done as buttons below them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.choices = Scroll(Rect(0, 0, 0, 0))
        self.buttons: list[Widget] = []
        self._followed: object = None

    # who acts, at a table without turns

    def seats_clickable(self) -> Sequence[int]:
        return self.table.persons if self.table.match.state.turnless and self.table.actor is not None else ()

    def seat_clicked(self, seat: int) -> None:
        self.table.take_mouse(seat)

    def pressed(self, event: Input) -> bool:
        return isinstance(event, Key) and event.down and not event.repeat and self.table.seat_key(event.key)

    # what can be done

    def turn_began(self, seat: int) -> None:
        self._follow()
        self.table.widgets.set_focus(next(iter(self.buttons), None))

    def seats_changed(self) -> None:
        self._follow()

    def animate(self, shown: Shown) -> None:
        self._follow()

    def jumped(self) -> None:
        self._follow()

    def _covered(self, seat: int) -> bool:
        return seat != self.table.viewer and has_secrets(self.table.match.state, seat)

    def _follow(self) -> None:
        """The buttons of whoever is to act; those that are there stay while nothing changes."""
        now = (self.table.actor, len(self.table.match.entries), self.table.session.restarts)
        if now == self._followed:
            return
        self._followed = now
        self.table.widgets.remove(self.buttons)
        self.buttons = []
        seat = self.table.actor
        if seat is not None and not self.table.watched:
            made = [self._look_button(seat)] if self._covered(seat) else self._action_buttons(seat)
            self.buttons = [self.table.widgets.add(button, self.choices) for button in made]
        self._place_buttons()
        self.table.dirty = True

    def _offered(self, seat: int) -> list[Action]:
        """What can be chosen with a button: not what needs a point or an angle."""
        return [action for action in self.table.match.state.legal(seat) if not needs_of(action)]

    def _action_buttons(self, seat: int) -> list[Button]:
        def press(action: Action) -> None:
            self.table.act(action)

        offered = self._offered(seat)
        words = self._called(offered, seat)
        return [Button(said, partial(press, one)) for said, one in zip(words, offered, strict=True)]

    def _called(self, offered: Sequence[Action], seat: int) -> list[str]:
        """What the buttons of these actions say to a seat."""
        match, reader = self.table.match, Reader(self.table.names, seat)
        paths = called(offered, match.state.view(seat), match.game.describe)
        return [
            say(m("{action}: {parts}", action=path[0], parts=path[1]) if path[1:] else path[0], reader, begin=True)
            for path in paths
        ]

    def _look_button(self, seat: int) -> Button:
        # Translators: on the cover of a hand
        words = m("{who}: look, and choose", who=self.table.names[seat])
        return Button(words, lambda: self._look_at(seat), kind="main", icon="eye")

    def _look_at(self, seat: int) -> None:
        """The cover comes for whose turn it is, with what can be chosen."""
        offered = self._offered(seat)

        def done(index: int | None) -> None:
            if index is not None and self.table.actor == seat:
                self.table.act(offered[index])

        self.table.look(seat, [Pick(words) for words in self._called(offered, seat)], done)

    # reaction windows

    def asking(self) -> Ask | None:
        state = self.table.match.state
        passing = any(action.passes for seat in state.to_act() for action in state.legal(seat))
        return Ask(m("Does anybody react?")) if passing else None

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]]:
        offered = [action for action in self._offered(seat) if not action.passes]
        return [(Pick(words), action) for words, action in zip(self._called(offered, seat), offered, strict=True)]

    # what is shown

    def place(self, rect: Rect) -> None:
        self._place_buttons()

    def _place_buttons(self) -> None:
        """Below the lines, in as many columns as there is room for."""
        table = self.table.places.table
        top = table.y + table.height * 0.55
        self.choices.area = Rect(table.x, top, table.width, table.bottom - top)
        columns = max(1, int((table.width + _GAP) / (_WIDEST + _GAP)))
        wide = min(_WIDEST, (table.width - 12 + _GAP) / columns - _GAP)
        for number, button in enumerate(self.buttons):
            row, column = divmod(number, columns)
            button.rect = Rect(column * (wide + _GAP), 6 + row * (_BUTTON + _GAP), wide, _BUTTON)
        self.choices.content = 12 + -(-len(self.buttons) // columns) * (_BUTTON + _GAP)
        self.choices.by(0)

    def draw(self, canvas: Canvas) -> None:
        table = self.table.places.table
        paper = Rect(table.x, table.y, table.width, table.height * 0.55 - 12)
        canvas.paper(paper, radius=10)
        self._draw_lines(canvas, paper.inflate(-32, -24), lines(self.table.view))
        self.choices.draw(canvas)

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        state = self.table.match.state
        known = lines(state.view(None))
        self._draw_lines(canvas, box, [line for line in lines(state.view(seat)) if line not in known])

    def hand_lines(self, seat: int) -> Sequence[str]:
        state, reader = self.table.match.state, Reader(self.table.names, seat)
        known = lines(state.view(None))
        return [say(line, reader, begin=True) for line in lines(state.view(seat)) if line not in known]

    def _draw_lines(self, canvas: Canvas, box: Rect, words: Sequence[Words]) -> None:
        top = box.y
        with canvas.clipped(box):
            for line in words:
                top += canvas.paragraph(line, Rect(box.x, top, box.width, box.bottom - top), TEXT, INK) + 6

    def seat_facts(self, seat: int) -> Sequence[Words]:
        scores = self.table.match.state.scores
        return () if scores is None else (m("{n} point", "{n} points", n=scores[seat]),)

    def hint_words(self, action: Action, seat: int) -> Words:
        return self._called([action], seat)[0]


SCENE = GameScene(partial(Table, make=PlainScene))
