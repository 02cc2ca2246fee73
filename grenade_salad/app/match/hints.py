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
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.inputs import ENTERS, Input, Key, Pad
from grenade_salad.app.ui.picks import Who
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, SMALL, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widget_group import Widgets
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Action, Reason, registry
from grenade_salad.match.match import Controller
from grenade_salad.session import odds
from grenade_salad.session.machine_players import NO_HINT, Answer, gives_hints
from grenade_salad.session.odds import PlayedOn
from grenade_salad.session.player_worker import Hint
from grenade_salad.session.session import Session
from grenade_salad.text import Reader, Words, m, say

LEVELS = ("normal", "hard", "expert")
"""Whose advice people can ask for."""


def offered(now: str) -> tuple[str, ...]:
    """Those of LEVELS that are worth asking in some game (see `players.rungs`), and who is asked now."""
    worth = {level for game in registry.names() for level in _worth(game)}
    return tuple(level for level in LEVELS if level in worth or level == now)


def _worth(game: str) -> set[str]:
    """With any number of players; nobody in a game that cannot be used."""
    try:
        kind = registry.plugin(game)
        return {level for seats in range(kind.min_seats, kind.max_seats + 1) for level in players.rungs(game, seats)}
    except (registry.NoGame, ImportError, AttributeError, TypeError):
        return set()


_TWO_LINES = 53.0
"""Units of the bar that a hint takes whose reason has two lines; it ends above the panels of seats."""
_SMALLER = 14.0, 13.0
"""Of type, in units: the largest in which a reason fits into two lines."""

# Translators: below a hint: the Enter key takes it
ENTER = m("Enter: do it")
# Translators: a machine, about a hint
THINKS = m("Thinking…")


class Shows(Protocol):
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

    app: Shell
    names: tuple[str, ...]
    session: Session
    watched: tuple[Controller, ...]
    reaction: Reaction | None
    widgets: Widgets
    dirty: bool

    @property
    def scene(self) -> Shows:
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
    def idle(self) -> bool:
        """Whether all that happened is shown, and the actor may act."""

    def refuse(self, reason: Reason | Words) -> None:
        """Say why something cannot be done."""


@dataclass(frozen=True)
class Told:
    """A hint in words: what to do, why, and how likely a win is then (empty where nobody can say)."""

    what: str
    why: str
    chance: str


class Hints:
    """`shown` is the hint that the person in `seat` asked for, until something happens."""

    def __init__(self, table: Advised) -> None:
        self._table = table
        self.button = Button("", self.ask, icon="bulb")
        self._tip: Words = ""
        self.seat: int | None = None
        self.shown: Hint | None = None
        self._answer: Answer[Hint] | None = None
        self._odds: PlayedOn | None = None
        self._moment: object = None
        self._focus: Widget | None = None
        """What had the focus when the hint came: as long as it has, Enter takes the hint."""

    @property
    def usable(self) -> bool:
        """Whether hints are there at all in this match."""
        table, header = self._table, self._table.session.match.header
        return not table.watched and bool(table.session.persons) and gives_hints(header)

    @property
    def open(self) -> bool:
        """Whether hints are shown on the table: nobody else looks at it."""
        return self._table.viewer is not None

    def ask(self) -> None:
        """Begin to think about a hint for whose turn it is; asked again, it goes away. Says why if that cannot be."""
        table = self._table
        if not gives_hints(table.session.match.header):
            table.refuse(m("this match is played without hints"))
        elif (asks := self._asks()) is None:
            table.refuse(m("a hint can be asked for on your own turn"))
        elif self.seat is not None and self.open:
            self.clear()
        else:
            self._begin(asks)

    def _asks(self) -> int | None:
        """Who may ask now: whose turn it is, or, alone with machines, who is asked in a reaction window."""
        table = self._table
        if table.reaction is None:
            return table.actor if table.idle else None
        return table.viewer if table.viewer is not None and table.reaction.asks(table.viewer) else None

    def _begin(self, seat: int) -> None:
        table = self._table
        now = self._now()
        if now != self._moment:
            name = table.app.settings.hint_level
            self._answer = table.session.machines.hint(table.session.match.state, seat, name)
            self.seat, self._moment = seat, now
        table.app.audio.play("click")
        if not self.open:
            table.cover(_HintCover(self, table, seat))
        table.dirty = True

    def _now(self) -> object:
        table = self._table
        return (table.session.number, table.actor, table.reaction is None, table.app.settings.hint_level)

    def update(self) -> bool:
        """See whether the answer is there, or whether nobody needs it any more; whether anything changed."""
        if self.seat is None:
            return False
        if self._now() != self._moment:
            self.clear()
            return True
        if self._answer is None or not self._answer.done():
            changed = self._odds is not None and self._odds.update()
            if changed:
                self._put_in_tip()
            return changed
        if self._answer.failure() is not None:
            self.clear()
            self._table.refuse(NO_HINT)
            return True
        self.shown, self._answer = self._answer.result(), None
        session = self._table.session
        self._odds = session.machines.odds(session.match.state, self.seat, self.shown.action)
        if self.open:
            self._table.scene.show_hint(self.shown.action)
            if self._table.reaction is not None:
                self._table.suggest(self.shown.action)
            self._focus = self._table.widgets.focus
            self._put_in_tip()
        return True

    def _put_in_tip(self) -> None:
        if self.open:
            told = self.told()
            self.button.tip = ". ".join(line for line in (told.what, told.why, told.chance) if line)

    def clear(self) -> None:
        """It is no longer wanted."""
        if self.shown is not None and self.open:
            self._table.scene.show_hint(None)
        self.button.tip = self._tip
        self.seat, self.shown, self._answer, self._odds, self._moment = None, None, None, None, None
        self._table.dirty = True

    def name_key(self, key: Words) -> None:
        """What the key is called that asks for a hint."""
        tip = m("What to do: a hint for your turn ({key})", key=key)
        if self.button.tip == self._tip:
            self.button.tip = tip
        self._tip = tip

    def taken_by(self, event: Input) -> bool:
        """Enter, or A on the pad, does what the hint says, unless one has begun something else; whether it did."""
        accepts = False
        match event:
            case Key(down=True, key=code):
                accepts = code in ENTERS
            case Pad(down=True, button="a"):
                accepts = True
        return accepts and self.open and self._table.widgets.focus is self._focus and self.take()

    def take(self) -> bool:
        """Do what the hint says, unless one has begun something else; whether it was done."""
        table, hint = self._table, self.shown
        if hint is None or not table.idle or table.reaction is not None or table.scene.has_begun:
            return False
        table.act(hint.action)
        return True

    def told(self) -> Told:
        """What is shown now, in words."""
        table, hint = self._table, self.shown
        if hint is None or self.seat is None:
            return Told(say(THINKS), "", "")
        reader = Reader(table.names, self.seat)
        chance = say(odds.of(self._odds))
        words, match = table.scene.hint_words(hint.action, self.seat), table.session.match
        if words is None:
            words = match.game.describe(hint.action, match.state.view(self.seat))
        what = say(words, reader, begin=True)
        return Told(what, say(hint.reason, reader, begin=True), chance)

    @property
    def in_bar(self) -> Told | None:
        """The hint that stands in the bar: that of a single person."""
        return None if self.seat is None or not self.open else self.told()

    def draw_bar(self, canvas: Canvas, box: Rect, told: Told) -> None:
        """Draw the hint of a single person in the bar; a box for two lines of why is higher than `box`."""
        left, right = box.x + 46, box.right - 10
        room = right - left
        what, why = canvas.width(told.what, TEXT, bold=True), canvas.width(told.why, SMALL)
        chance = canvas.width(told.chance, TEXT, bold=True) + 12 if told.chance else 0.0
        enter = canvas.width(ENTER, SMALL) + 14
        beside = max(what, why) + chance <= room
        # What to do is what was asked for: where it has no room beside it, the odds stand small below it.
        low = bool(told.chance) and not beside and what + chance > room
        if low and told.why and (self._odds is None or self._odds.odds is None):
            low = False  # that odds are looked for is no reason to cut the reason
            told = replace(told, chance="")
        wide = min(canvas.width(told.chance, SMALL, bold=True), room * (0.5 if told.why else 1.0)) if low else 0.0
        rest = room - wide - 12 if low else room
        size, lines = _fitted(canvas, told.why, rest) if told.why else (SMALL, [])
        if len(lines) > 1:
            box = Rect(box.x, box.y - 1, box.width, _TWO_LINES)
        top, below = (box.y + 3, box.y + 23) if len(lines) < 2 else (box.y + 1, box.y + 21)
        canvas.paper(box, radius=8)
        canvas.picture("icons/bulb.svg", Rect(box.x + 8, box.centery - 15, 30, 30), BRASS)
        if beside:
            if self.shown is not None and max(what, why) + chance + enter <= room:
                canvas.text(ENTER, (right, box.centery), SMALL, INK_SOFT, anchor="midright")
                right -= enter
            canvas.text(told.chance, (right, box.centery), TEXT, INK, bold=True, anchor="midright")
            if not told.why:
                top = box.centery - TEXT * LEADING / 2
        elif low:
            canvas.text(told.chance, (right, below), SMALL, INK, bold=True, anchor="topright", wide=wide)
        else:
            canvas.text(told.chance, (right, top), TEXT, INK, bold=True, anchor="topright")
        canvas.text(told.what, (left, top), TEXT, INK, bold=True, wide=box.right - 10 - left)
        for index, line in enumerate(lines):
            at = (left, below + index * size * 1.1)
            canvas.text(line, at, size, INK_SOFT, wide=rest)

    def draw_covered(self, canvas: Canvas, box: Rect) -> None:
        """Draw the hint under the open cover."""
        told = self.told()
        canvas.text(told.what, (box.centerx, box.y), LARGE, INK, bold=True, anchor="midtop", wide=box.width)
        top = box.y + LARGE * LEADING + 4
        lines = [line for line in (told.why, told.chance, say(ENTER) if self.shown is not None else "") if line]
        for line in lines:
            for part in canvas.lines(line, box.width, TEXT):
                canvas.text(part, (box.centerx, top), TEXT, INK_SOFT, anchor="midtop", wide=box.width)
                top += TEXT * LEADING
        if self.shown is not None and self.seat is not None:
            rest = Rect(box.x, top + 6, box.width, box.bottom - top - 6)
            self._table.scene.draw_hint(canvas, rest, self.shown.action, self.seat)


def _fitted(canvas: Canvas, why: str, room: float) -> tuple[float, list[str]]:
    """Why, as large as it fits in one line, or smaller in two; the second is cut where that is too little."""
    lines = canvas.lines(why, room, SMALL)
    if len(lines) == 1:
        return SMALL, list(lines)
    size = next((size for size in _SMALLER if len(canvas.lines(why, room, size)) <= 2), _SMALLER[-1])
    first, *others = canvas.lines(why, room, size)
    return size, [first, " ".join(others)]


class _HintCover(Cover):
    """The cover for a hint: under it is what the person was told, as soon as it is worked out."""

    tall = 360.0

    def __init__(self, hints: Hints, table: Advised, seat: int) -> None:
        self._hints = hints
        name = table.names[seat]
        super().__init__(table.app, Who(seat, name), hints.draw_covered, title=m("{who}: what to do", who=name))

    def _choose_focused(self) -> None:
        """Enter does what the hint says: the table shows it then, as any other decision."""
        if self._hints.shown is None:
            return
        self._finish(None)
        self._hints.take()

    def heard(self) -> Sequence[Heard]:
        if not self.open:
            return ()
        told = self._hints.told()
        return texts(told.what, told.why, told.chance)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._hints.update():
            self.dirty = True
