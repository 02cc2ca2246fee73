"""Hints: what a machine player would do in a person's turn.

They are computed beside the window. The machine player gets what the person's seat may know, and the hint is shown
to that person alone: on the table to a single person against machines, else under the cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import ENTER_KEYS, GamepadInput, Input, KeyInput
from grenade_salad.app.ui.picks import NamedSeat
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, SMALL, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widget_group import WidgetGroup
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Reason
from grenade_salad.match.match import Controller
from grenade_salad.session import odds
from grenade_salad.session.machine_players import NO_HINT, Query, allows_hints
from grenade_salad.session.odds import OddsEstimate
from grenade_salad.session.player_worker import Hint
from grenade_salad.session.session import Session
from grenade_salad.text import Reader, Words, m, say

_TWO_LINE_HEIGHT = 53.0
"""Height in the bar of a hint with an explanation of two lines, in units.

It ends above the panels of the seats.
"""
_SMALL_SIZES = 14.0, 13.0
"""Type sizes in units: the first in which an explanation has two lines is used."""

# Translators: below a hint: the Enter key takes it
ENTER = m("Enter: do it")
# Translators: a machine, about a hint
THINKING = m("Thinking…")


class HintBoard(Protocol):
    """A game's board as the hints need it."""

    @property
    def has_begun(self) -> bool:
        """True if the person has begun an action."""

    def hint_words(self, action: Action, seat: int) -> Words | None:
        """Describe what the seat would do. None: use the game's description."""

    def show_hint(self, action: Action | None) -> None:
        """Show an action as if the person was about to do it. None: stop showing it."""

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        """Draw the action for the seat's own eyes."""


class Advised(Protocol):
    """A match in the window, as the hints need it."""

    app: AppContext
    names: tuple[str, ...]
    session: Session
    original_controllers: tuple[Controller, ...]
    reaction: Reaction | None
    widgets: WidgetGroup
    dirty: bool

    @property
    def board(self) -> HintBoard:
        """The board of the game."""

    def suggest(self, action: Action) -> None:
        """Highlight the answer of a person at this screen in the reaction window."""

    def act(self, action: Action) -> bool:
        """Apply the action of a person. Return True if it was legal."""

    def cover(self, cover: Cover) -> None:
        """Put a cover over the lower part of the table."""

    @property
    def viewer(self) -> int | None:
        """The seat whose secrets can be shown without a cover, or None."""

    @property
    def actor(self) -> int | None:
        """The person at this screen whose turn it is, or None."""

    @property
    def is_idle(self) -> bool:
        """True if everything that happened is shown, and the actor may act."""

    def refuse(self, reason: Reason | Words) -> None:
        """Say why something cannot be done."""


@dataclass(frozen=True)
class HintText:
    """The text of a hint: action, explanation, and odds (empty if unknown)."""

    action: str
    explanation: str
    odds: str


class Hints:
    """The hints at a table.

    `hint` is what the person in `seat` asked for, until something happens.
    """

    def __init__(self, table: Advised) -> None:
        self._table = table
        self.button = Button("", self.ask, icon="bulb")
        self._tip: Words = ""
        self.seat: int | None = None
        self.hint: Hint | None = None
        self._query: Query[Hint] | None = None
        self._odds: OddsEstimate | None = None
        self._moment: object = None
        self._focus_at_hint: Widget | None = None
        """The focus when the hint arrived: Enter applies the hint until it moves."""

    @property
    def is_usable(self) -> bool:
        """True if this match has hints at all."""
        table, header = self._table, self._table.session.match.header
        return not table.original_controllers and bool(table.session.screen_seats) and allows_hints(header)

    @property
    def is_open(self) -> bool:
        """True if hints are shown on the table, since no other person looks at it."""
        return self._table.viewer is not None

    def ask(self) -> None:
        """Begin to compute a hint for the seat that may ask, or remove the shown one.

        If there can be no hint, say why.
        """
        table = self._table
        if not allows_hints(table.session.match.header):
            table.refuse(m("this match is played without hints"))
        elif (seat := self._asking_seat()) is None:
            table.refuse(m("a hint can be asked for on your own turn"))
        elif self.seat is not None and self.is_open:
            self.clear()
        else:
            self._begin(seat)

    def _asking_seat(self) -> int | None:
        """Return the seat that may ask, or None.

        That is the actor, or in a reaction window a single person who is asked.
        """
        table = self._table
        if table.reaction is None:
            return table.actor if table.is_idle else None
        return table.viewer if table.viewer is not None and table.reaction.awaits_answer(table.viewer) else None

    def _begin(self, seat: int) -> None:
        table = self._table
        moment = self._current_moment()
        if moment != self._moment:
            level = table.app.settings.hint_level
            self._query = table.session.machines.request_hint(table.session.match.state, seat, level)
            self.seat, self._moment = seat, moment
        table.app.audio.play("click")
        if not self.is_open:
            table.cover(_HintCover(self, table, seat))
        table.dirty = True

    def _current_moment(self) -> object:
        table = self._table
        return (table.session.question_id, table.actor, table.reaction is None, table.app.settings.hint_level)

    def update(self) -> bool:
        """Take the hint when it is ready, or drop an old one. Return True on a change."""
        if self.seat is None:
            return False
        if self._current_moment() != self._moment:
            self.clear()
            return True
        if self._query is None or not self._query.done():
            changed = self._odds is not None and self._odds.update()
            if changed:
                self._update_tip()
            return changed
        if self._query.failure() is not None:
            self.clear()
            self._table.refuse(NO_HINT)
            return True
        self.hint, self._query = self._query.result(), None
        session = self._table.session
        self._odds = session.machines.estimate_odds(session.match.state, self.seat, self.hint.action)
        if self.is_open:
            self._table.board.show_hint(self.hint.action)
            if self._table.reaction is not None:
                self._table.suggest(self.hint.action)
            self._focus_at_hint = self._table.widgets.focus
            self._update_tip()
        return True

    def _update_tip(self) -> None:
        if self.is_open:
            text = self.format_hint()
            self.button.tip = ". ".join(line for line in (text.action, text.explanation, text.odds) if line)

    def clear(self) -> None:
        """Remove the hint, since it is no longer needed."""
        if self.hint is not None and self.is_open:
            self._table.board.show_hint(None)
        self.button.tip = self._tip
        self.seat, self.hint, self._query, self._odds, self._moment = None, None, None, None, None
        self._table.dirty = True

    def set_key_name(self, key: Words) -> None:
        """Put the name of the key that asks for a hint into the tooltip."""
        tip = m("What to do: a hint for your turn ({key})", key=key)
        if self.button.tip == self._tip:
            self.button.tip = tip
        self._tip = tip

    def handle(self, event: Input) -> bool:
        """Apply the hint on Enter, or A on the gamepad. Return True if it was applied.

        Nothing happens if the person has begun another action.
        """
        is_accept_key = False
        match event:
            case KeyInput(down=True, key=code):
                is_accept_key = code in ENTER_KEYS
            case GamepadInput(down=True, button="a"):
                is_accept_key = True
        return is_accept_key and self.is_open and self._table.widgets.focus is self._focus_at_hint and self.apply_hint()

    def apply_hint(self) -> bool:
        """Apply the hint unless another action was begun. Return True if applied."""
        table, hint = self._table, self.hint
        if hint is None or not table.is_idle or table.reaction is not None or table.board.has_begun:
            return False
        table.act(hint.action)
        return True

    def format_hint(self) -> HintText:
        """Return the text that is shown at the moment."""
        table, hint = self._table, self.hint
        if hint is None or self.seat is None:
            return HintText(say(THINKING), "", "")
        reader = Reader(table.names, self.seat)
        odds_text = say(odds.describe_estimate(self._odds))
        words, match = table.board.hint_words(hint.action, self.seat), table.session.match
        if words is None:
            words = match.game.describe(hint.action, match.state.view(self.seat))
        action = say(words, reader, begin=True)
        return HintText(action, say(hint.reason, reader, begin=True), odds_text)

    @property
    def bar_hint(self) -> HintText | None:
        """The hint in the bar, which only a single person has; else None."""
        return None if self.seat is None or not self.is_open else self.format_hint()

    def draw_bar(self, canvas: Canvas, box: Rect, hint: HintText) -> None:
        """Draw the hint of a single person in the bar.

        A box with two lines of explanation is higher than `box`.
        """
        left, right = box.x + 46, box.right - 10
        space = right - left
        action_width, explanation_width = (
            canvas.width(hint.action, TEXT, bold=True),
            canvas.width(hint.explanation, SMALL),
        )
        odds_width = canvas.width(hint.odds, TEXT, bold=True) + 12 if hint.odds else 0.0
        enter_width = canvas.width(ENTER, SMALL) + 14
        fits_beside = max(action_width, explanation_width) + odds_width <= space
        # The person asked for the action: if there is no space for the odds beside it, they are small below it.
        has_odds_below = bool(hint.odds) and not fits_beside and action_width + odds_width > space
        if has_odds_below and hint.explanation and (self._odds is None or self._odds.odds is None):
            has_odds_below = False  # Odds that are not there yet are no reason to cut the explanation.
            hint = replace(hint, odds="")
        low_odds_width = (
            min(canvas.width(hint.odds, SMALL, bold=True), space * (0.5 if hint.explanation else 1.0))
            if has_odds_below
            else 0.0
        )
        explanation_space = space - low_odds_width - 12 if has_odds_below else space
        size, lines = _fit_explanation(canvas, hint.explanation, explanation_space) if hint.explanation else (SMALL, [])
        if len(lines) > 1:
            box = Rect(box.x, box.y - 1, box.width, _TWO_LINE_HEIGHT)
        top, below = (box.y + 3, box.y + 23) if len(lines) < 2 else (box.y + 1, box.y + 21)
        canvas.paper(box, radius=8)
        canvas.picture("icons/bulb.svg", Rect(box.x + 8, box.centery - 15, 30, 30), BRASS)
        if fits_beside:
            if self.hint is not None and max(action_width, explanation_width) + odds_width + enter_width <= space:
                canvas.text(ENTER, (right, box.centery), SMALL, INK_SOFT, anchor="midright")
                right -= enter_width
            canvas.text(hint.odds, (right, box.centery), TEXT, INK, bold=True, anchor="midright")
            if not hint.explanation:
                top = box.centery - TEXT * LEADING / 2
        elif has_odds_below:
            canvas.text(hint.odds, (right, below), SMALL, INK, bold=True, anchor="topright", max_width=low_odds_width)
        else:
            canvas.text(hint.odds, (right, top), TEXT, INK, bold=True, anchor="topright")
        canvas.text(hint.action, (left, top), TEXT, INK, bold=True, max_width=box.right - 10 - left)
        for index, line in enumerate(lines):
            position = (left, below + index * size * 1.1)
            canvas.text(line, position, size, INK_SOFT, max_width=explanation_space)

    def draw_covered(self, canvas: Canvas, box: Rect) -> None:
        """Draw the hint under the open cover."""
        text = self.format_hint()
        canvas.text(text.action, (box.centerx, box.y), LARGE, INK, bold=True, anchor="midtop", max_width=box.width)
        top = box.y + LARGE * LEADING + 4
        lines = [line for line in (text.explanation, text.odds, say(ENTER) if self.hint is not None else "") if line]
        for line in lines:
            for part in canvas.lines(line, box.width, TEXT):
                canvas.text(part, (box.centerx, top), TEXT, INK_SOFT, anchor="midtop", max_width=box.width)
                top += TEXT * LEADING
        if self.hint is not None and self.seat is not None:
            rest = Rect(box.x, top + 6, box.width, box.bottom - top - 6)
            self._table.board.draw_hint(canvas, rest, self.hint.action, self.seat)


def _fit_explanation(canvas: Canvas, explanation: str, width: float) -> tuple[float, list[str]]:
    """Return the type size and the lines: one line if it fits, else two smaller ones.

    The second line is cut if even the smallest type is too large.
    """
    lines = canvas.lines(explanation, width, SMALL)
    if len(lines) == 1:
        return SMALL, list(lines)
    size = next((size for size in _SMALL_SIZES if len(canvas.lines(explanation, width, size)) <= 2), _SMALL_SIZES[-1])
    first, *rest = canvas.lines(explanation, width, size)
    return size, [first, " ".join(rest)]


class _HintCover(Cover):
    """The cover for a hint: the person sees it there as soon as it is computed."""

    height = 360.0

    def __init__(self, hints: Hints, table: Advised, seat: int) -> None:
        self._hints = hints
        name = table.names[seat]
        super().__init__(table.app, NamedSeat(seat, name), hints.draw_covered, title=m("{who}: what to do", who=name))

    def _choose_focused(self) -> None:
        """Apply the hint on Enter: the table then shows it like any other action."""
        if self._hints.hint is None:
            return
        self._finish(None)
        self._hints.apply_hint()

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        if not self.is_open:
            return ()
        text = self._hints.format_hint()
        return text_nodes(text.action, text.explanation, text.odds)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._hints.update():
            self.dirty = True
