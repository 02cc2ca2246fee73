"""Hints: what a machine player would do in a person's turn.

They are computed beside the window. The machine player gets what the person's seat may know, and the hint is shown
to that person alone: on the table to a single person against machines, else under the cover.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import ENTER_KEYS, GamepadInput, Input, KeyInput
from grenade_salad.app.ui.messages import find_free_place
from grenade_salad.app.ui.picks import NamedSeat
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, SMALL, TEXT, is_tall_window
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widget_group import WidgetGroup
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action
from grenade_salad.session import odds
from grenade_salad.session.machine_players import NO_HINT, Query, allows_hints
from grenade_salad.session.odds import OddsEstimate
from grenade_salad.session.player_worker import Hint
from grenade_salad.text import Reader, Words, m, say
from grenade_salad.text.say import join_with_stops

_TWO_LINE_HEIGHT = 53.0
"""Height in the bar of a hint with an explanation of two lines, in units.

It ends above the panels of the seats.
"""
_SMALL_SIZES = 14.0, 13.0
"""Type sizes in units: the first in which an explanation has two lines is used."""
_MAX_SLIP_WIDTH, _SLIP_PAD, _ICON_WIDTH = 620.0, 14.0, 34.0
"""Units of a slip: its maximum width, its margins, and its icon with a space."""
_ODDS_GAP, _ENTER_GAP = 12.0, 14.0
"""Units in the bar before the odds, and before the key that takes the hint."""

# Translators: below a hint: the Enter key takes it
_ENTER = m("Enter: do it")
# Translators: a machine, about a hint
THINKING = m("Thinking…")


@dataclass(frozen=True)
class HintText:
    """The text of a hint; explanation and odds are empty if unknown."""

    action: str
    explanation: str
    odds: str
    """The odds to win, in words."""
    figures: str = ""
    """The same in figures, on request; empty until there are some."""


class Hints:
    """The hints at a table.

    A hint is shown to the person who asked for it, until something happens.
    """

    def __init__(
        self,
        controller: MatchController,
        board: GameBoard,
        widgets: WidgetGroup,
        put_cover: Callable[[Cover], None],
        suggest_answer: Callable[[Action], None],
    ) -> None:
        self._controller, self._board, self._widgets = controller, board, widgets
        self._put_cover, self._suggest_answer = put_cover, suggest_answer
        self.button = Button("", self.ask, icon="bulb")
        self._tip: Words = ""
        """The tooltip of the button while no hint is shown."""
        self.seat: int | None = None
        """The seat of the person who asked."""
        self.hint: Hint | None = None
        """What they asked for; None until it is computed."""
        self._query: Query[Hint] | None = None
        self._odds: OddsEstimate | None = None
        """The odds of the hint, which get better with time."""
        self._moment: object = None
        """The moment of the match that the hint is for."""
        self._focus_at_hint: Widget | None = None
        """The focus when the hint arrived: Enter applies the hint until it moves."""

    @property
    def is_usable(self) -> bool:
        """True if this match has hints at all."""
        controller = self._controller
        is_played = not controller.original_controllers and bool(controller.persons)
        return is_played and allows_hints(controller.match.header)

    @property
    def is_open(self) -> bool:
        """True if hints are shown on the table, since no other person looks at it."""
        return self._controller.viewer is not None

    def ask(self) -> None:
        """Begin to compute a hint for the seat that may ask, or remove the shown one.

        If there can be no hint, say why.
        """
        controller = self._controller
        if not allows_hints(controller.match.header):
            controller.refuse(m("this match is played without hints"))
        elif (seat := self._asking_seat()) is None:
            controller.refuse(m("a hint can be asked for on your own turn"))
        elif self.seat is not None and self.is_open:
            self.clear()
        else:
            self._begin(seat)

    def _asking_seat(self) -> int | None:
        """Return the seat that may ask, or None."""
        controller = self._controller
        return controller.deciding_seat if controller.reaction is not None or controller.is_idle else None

    def _begin(self, seat: int) -> None:
        controller = self._controller
        moment = self._current_moment()
        if moment != self._moment:
            level = controller.app.settings.hint_level
            self._query = controller.session.machines.request_hint(controller.match.state, seat, level)
            self.seat, self._moment = seat, moment
        controller.app.audio.play("click")
        if not self.is_open:
            self._put_cover(_HintCover(self, controller, seat))
        controller.scene.dirty = True

    def _current_moment(self) -> object:
        controller, level = self._controller, self._controller.app.settings.hint_level
        return (controller.session.question_id, controller.actor, controller.reaction is None, level)

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
            self._controller.refuse(NO_HINT)
            return True
        self.hint, self._query = self._query.result(), None
        session = self._controller.session
        self._odds = session.machines.estimate_odds(session.match.state, self.seat, self.hint.action)
        if self.is_open:
            self._board.show_hint(self.hint.action)
            if self._controller.reaction is not None:
                self._suggest_answer(self.hint.action)
            self._focus_at_hint = self._widgets.focus
            self._update_tip()
        return True

    def _update_tip(self) -> None:
        if self.is_open:
            text = self.format_hint()
            self.button.tip = join_with_stops(line for line in (text.action, text.explanation, text.figures) if line)

    def clear(self) -> None:
        """Remove the hint, since it is no longer needed."""
        if self.hint is not None and self.is_open:
            self._board.show_hint(None)
        self.button.tip = self._tip
        self.seat, self.hint, self._query, self._odds, self._moment = None, None, None, None, None
        self._controller.scene.dirty = True

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
        match event:
            case KeyInput(down=True, key=code) if code in ENTER_KEYS:
                pass
            case GamepadInput(down=True, button="a"):
                pass
            case _:
                return False
        return self.is_open and self._widgets.focus is self._focus_at_hint and self.apply_hint()

    def apply_hint(self) -> bool:
        """Apply the hint unless another action was begun. Return True if applied."""
        controller, hint = self._controller, self.hint
        if hint is None or not controller.is_idle or controller.reaction is not None or self._board.has_begun:
            return False
        controller.act(hint.action)
        return True

    def format_hint(self) -> HintText:
        """Return the text that is shown at the moment."""
        controller, hint = self._controller, self.hint
        if hint is None or self.seat is None:
            return HintText(say(THINKING), "", "")
        reader = Reader(controller.names, self.seat)
        chance, figures = say(odds.describe_chance(self._odds)), say(odds.describe_estimate(self._odds))
        words, match = self._board.hint_words(hint.action, self.seat), controller.match
        if words is None:
            words = match.game.describe(hint.action, match.state.view(self.seat))
        action = say(words, reader, begin=True)
        return HintText(action, say(hint.reason, reader, begin=True), chance, figures)

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
        action_width = canvas.width(hint.action, TEXT, bold=True)
        text_width = max(action_width, canvas.width(hint.explanation, SMALL))
        odds_width = canvas.width(hint.odds, TEXT, bold=True) + _ODDS_GAP if hint.odds else 0.0
        enter_width = canvas.width(_ENTER, SMALL) + _ENTER_GAP
        fits_beside = text_width + odds_width <= space
        # The person asked for the action: if there is no space for the odds beside it, they are small below it.
        has_odds_below = bool(hint.odds) and not fits_beside and action_width + odds_width > space
        # Odds that are not there yet are no reason to cut the explanation.
        if has_odds_below and hint.explanation and (self._odds is None or self._odds.odds is None):
            has_odds_below, hint = False, replace(hint, odds="")
        low_odds_width, explanation_space = 0.0, space
        if has_odds_below:
            max_width = space * (0.5 if hint.explanation else 1.0)
            low_odds_width = min(canvas.width(hint.odds, SMALL, bold=True), max_width)
            explanation_space -= low_odds_width + _ODDS_GAP
        size, lines = _fit_explanation(canvas, hint.explanation, explanation_space) if hint.explanation else (SMALL, [])
        if len(lines) > 1:
            box = Rect(box.x, box.y - 1, box.width, _TWO_LINE_HEIGHT)
        top, below = (box.y + 3, box.y + 23) if len(lines) < 2 else (box.y + 1, box.y + 21)
        canvas.paper(box, radius=8)
        canvas.picture("icons/bulb.svg", Rect(box.x + 8, box.centery - 15, 30, 30), BRASS)
        if fits_beside:
            if self.hint is not None and text_width + odds_width + enter_width <= space:
                canvas.text(_ENTER, (right, box.centery), SMALL, INK_SOFT, anchor="midright")
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
        lines = [line for line in (text.explanation, text.odds, say(_ENTER) if self.hint is not None else "") if line]
        for line in lines:
            for part in canvas.lines(line, box.width, TEXT):
                canvas.text(part, (box.centerx, top), TEXT, INK_SOFT, anchor="midtop", max_width=box.width)
                top += TEXT * LEADING
        if self.hint is not None and self.seat is not None:
            rest = Rect(box.x, top + 6, box.width, box.bottom - top - 6)
            self._board.draw_hint(canvas, rest, self.hint.action, self.seat)


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

    def __init__(self, hints: Hints, controller: MatchController, seat: int) -> None:
        self._hints = hints
        owner = NamedSeat(seat, controller.names[seat])
        super().__init__(controller.app, owner, hints.draw_covered, title=m("{who}: what to do", who=owner.name))

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
        return text_nodes(text.action, text.explanation, text.figures)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._hints.update():
            self.dirty = True


class HintSlip:
    """A slip that covers as little as possible.

    It stays in place while its text is the same.
    """

    def __init__(self) -> None:
        self.box = Rect(0, 0, 0, 0)
        self._placed_for: object = None
        """The canvas and the text that the box is for."""

    @staticmethod
    def is_used(size: tuple[float, float], hint: HintText | None) -> bool:
        """True if a hint is on a slip instead of in the bar, on a canvas of that size.

        That is so on a high canvas, once there is an explanation to read.
        """
        return hint is not None and bool(hint.explanation) and is_tall_window(size)

    def draw(self, canvas: Canvas, hint: HintText, top: float, in_sight: Callable[[], Sequence[Rect]]) -> None:
        """Draw the slip below `top`, over as little as possible of what is visible."""
        place = canvas.size, canvas.factor, hint, top
        width = min(_MAX_SLIP_WIDTH, canvas.size[0] - 40)
        inner_width = width - 2 * _SLIP_PAD - _ICON_WIDTH
        if self._placed_for != place:
            action_lines = canvas.lines(hint.action, inner_width, LARGE, bold=True)
            explanation_lines = canvas.lines(hint.explanation, inner_width, TEXT)
            foot_height = TEXT * LEADING if hint.odds else 0.0
            lines_height = len(action_lines) * LARGE * LEADING + len(explanation_lines) * TEXT * LEADING
            height = 2 * _SLIP_PAD + lines_height + foot_height
            self.box, self._placed_for = find_free_place(canvas, (width, height), top, in_sight()), place
        canvas.paper(self.box, radius=10)
        left, y = self.box.x + _SLIP_PAD + _ICON_WIDTH, self.box.y + _SLIP_PAD - 2
        canvas.picture("icons/bulb.svg", Rect(self.box.x + _SLIP_PAD - 4, y, _ICON_WIDTH - 2, _ICON_WIDTH - 2), BRASS)
        y += canvas.paragraph(hint.action, Rect(left, y, inner_width, 0), LARGE, INK, bold=True)
        y += canvas.paragraph(hint.explanation, Rect(left, y, inner_width, 0), TEXT, INK_SOFT)
        if hint.odds:
            self._draw_foot(canvas, hint.odds, y, left)

    def _draw_foot(self, canvas: Canvas, odds: Words, y: float, left: float) -> None:
        """Draw the odds, and the key that applies the hint if there is space for both."""
        right = self.box.right - _SLIP_PAD
        text_box = canvas.text(odds, (left, y), TEXT, INK, bold=True, max_width=right - left)
        if text_box.right + 20 + canvas.width(_ENTER, SMALL) < right:
            canvas.text(_ENTER, (right, y + 2), SMALL, INK_SOFT, anchor="topright")
