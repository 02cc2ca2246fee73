"""What would you do? A machine's advice for a person on their own turn, worked out beside the window.

It is asked with what the person's seat may know, and shown to that person alone: on the table to a single person
against machines, else under the cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from grenade_salad import players
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
from grenade_salad.core import Action, Reason, registry
from grenade_salad.match.match import Controller
from grenade_salad.session import odds
from grenade_salad.session.machine_players import NO_HINT, Query, allows_hints
from grenade_salad.session.odds import OddsEstimate
from grenade_salad.session.player_worker import Hint
from grenade_salad.session.session import Session
from grenade_salad.text import Reader, Words, m, say

LEVELS = ("normal", "hard", "expert")
"""Whose advice people can ask for."""


def offered_levels(current: str) -> tuple[str, ...]:
    """Those of LEVELS that are worth asking in some game (see `players.rungs`), and who is asked now."""
    useful = {level for game in registry.names() for level in _levels_in(game)}
    return tuple(level for level in LEVELS if level in useful or level == current)


def _levels_in(game: str) -> set[str]:
    """With any number of players; nobody in a game that cannot be used."""
    try:
        kind = registry.plugin(game)
        return {
            level for seats in range(kind.min_seats, kind.max_seats + 1) for level in players.useful_levels(game, seats)
        }
    except (registry.NoGame, ImportError, AttributeError, TypeError):
        return set()


_TWO_LINE_HEIGHT = 53.0
"""Units of the bar that a hint takes whose reason has two lines; it ends above the panels of seats."""
_SMALL_SIZES = 14.0, 13.0
"""Of type, in units: the largest in which a reason fits into two lines."""

# Translators: below a hint: the Enter key takes it
ENTER = m("Enter: do it")
# Translators: a machine, about a hint
THINKING = m("Thinking…")


class HintBoard(Protocol):
    """A game's scene, as far as it shows hints."""

    @property
    def has_begun(self) -> bool:
        """Whether the person has begun to do something."""

    def hint_words(self, action: Action, seat: int) -> Words | None:
        """What the seat would do, in words. None: as the game describes it."""

    def show_hint(self, action: Action | None) -> None:
        """Show it as it is shown when the person is about to do it; None: no longer."""

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        """Draw it for the seat's own eyes."""


class Advised(Protocol):
    """A match on the window, as far as hints are about it."""

    app: AppContext
    names: tuple[str, ...]
    session: Session
    original_controllers: tuple[Controller, ...]
    reaction: Reaction | None
    widgets: WidgetGroup
    dirty: bool

    @property
    def board(self) -> HintBoard:
        """What the game shows."""

    def suggest(self, action: Action) -> None:
        """Point out what a person at this screen would answer in the reaction window."""

    def act(self, action: Action) -> bool:
        """Do what a person decided; whether that was legal."""

    def cover(self, cover: Cover) -> None:
        """A cover comes over the lower part of the table."""

    @property
    def viewer(self) -> int | None:
        """Whose secrets can be shown without a cover."""

    @property
    def actor(self) -> int | None:
        """The person at this screen whose turn it is."""

    @property
    def is_idle(self) -> bool:
        """Whether all that happened is shown, and the actor may act."""

    def refuse(self, reason: Reason | Words) -> None:
        """Say why something cannot be done."""


@dataclass(frozen=True)
class HintText:
    """A hint in words: what to do, why, and how likely a win is then (empty where nobody can say)."""

    action: str
    explanation: str
    odds: str


class Hints:
    """`shown` is the hint that the person in `seat` asked for, until something happens."""

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
        """What had the focus when the hint came: as long as it has, Enter takes the hint."""

    @property
    def is_usable(self) -> bool:
        """Whether hints are there at all in this match."""
        table, header = self._table, self._table.session.match.header
        return not table.original_controllers and bool(table.session.screen_seats) and allows_hints(header)

    @property
    def is_open(self) -> bool:
        """Whether hints are shown on the table: nobody else looks at it."""
        return self._table.viewer is not None

    def ask(self) -> None:
        """Begin to think about a hint for whose turn it is; asked again, it goes away. Says why if that cannot be."""
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
        """Who may ask now: whose turn it is, or, alone with machines, who is asked in a reaction window."""
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
        """See whether the answer is there, or whether nobody needs it any more; whether anything changed."""
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
        """It is no longer wanted."""
        if self.hint is not None and self.is_open:
            self._table.board.show_hint(None)
        self.button.tip = self._tip
        self.seat, self.hint, self._query, self._odds, self._moment = None, None, None, None, None
        self._table.dirty = True

    def set_key_name(self, key: Words) -> None:
        """What the key is called that asks for a hint."""
        tip = m("What to do: a hint for your turn ({key})", key=key)
        if self.button.tip == self._tip:
            self.button.tip = tip
        self._tip = tip

    def handle(self, event: Input) -> bool:
        """Enter, or A on the pad, does what the hint says, unless one has begun something else; whether it did."""
        is_accept_key = False
        match event:
            case KeyInput(down=True, key=code):
                is_accept_key = code in ENTER_KEYS
            case GamepadInput(down=True, button="a"):
                is_accept_key = True
        return is_accept_key and self.is_open and self._table.widgets.focus is self._focus_at_hint and self.apply_hint()

    def apply_hint(self) -> bool:
        """Do what the hint says, unless one has begun something else; whether it was done."""
        table, hint = self._table, self.hint
        if hint is None or not table.is_idle or table.reaction is not None or table.board.has_begun:
            return False
        table.act(hint.action)
        return True

    def format_hint(self) -> HintText:
        """What is shown now, in words."""
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
        """The hint that stands in the bar: that of a single person."""
        return None if self.seat is None or not self.is_open else self.format_hint()

    def draw_bar(self, canvas: Canvas, box: Rect, hint: HintText) -> None:
        """Draw the hint of a single person in the bar; a box for two lines of why is higher than `box`."""
        left, right = box.x + 46, box.right - 10
        space = right - left
        action_width, explanation_width = (
            canvas.width(hint.action, TEXT, bold=True),
            canvas.width(hint.explanation, SMALL),
        )
        odds_width = canvas.width(hint.odds, TEXT, bold=True) + 12 if hint.odds else 0.0
        enter_width = canvas.width(ENTER, SMALL) + 14
        fits_beside = max(action_width, explanation_width) + odds_width <= space
        # What to do is what was asked for: where it has no room beside it, the odds stand small below it.
        has_odds_below = bool(hint.odds) and not fits_beside and action_width + odds_width > space
        if has_odds_below and hint.explanation and (self._odds is None or self._odds.odds is None):
            has_odds_below = False  # that odds are looked for is no reason to cut the reason
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
    """Why, as large as it fits in one line, or smaller in two; the second is cut where that is too little."""
    lines = canvas.lines(explanation, width, SMALL)
    if len(lines) == 1:
        return SMALL, list(lines)
    size = next((size for size in _SMALL_SIZES if len(canvas.lines(explanation, width, size)) <= 2), _SMALL_SIZES[-1])
    first, *rest = canvas.lines(explanation, width, size)
    return size, [first, " ".join(rest)]


class _HintCover(Cover):
    """The cover for a hint: under it is what the person was told, as soon as it is worked out."""

    height = 360.0

    def __init__(self, hints: Hints, table: Advised, seat: int) -> None:
        self._hints = hints
        name = table.names[seat]
        super().__init__(table.app, NamedSeat(seat, name), hints.draw_covered, title=m("{who}: what to do", who=name))

    def _choose_focused(self) -> None:
        """Enter does what the hint says: the table shows it then, as any other decision."""
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
