"""Where a position of Grenade Salad is set up: the mat, and beside it soldiers, hands, a tray of cards, the turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import dist
from typing import TypeVar

import pygame

from grenade_salad.app.games.salad import set_up_judge, set_up_sharing
from grenade_salad.app.games.salad.battlefield import TURN
from grenade_salad.app.games.salad.set_up_judge import HIGH, JudgeRow
from grenade_salad.app.games.salad.set_up_mat import SetUpMat, called
from grenade_salad.app.games.salad.set_up_panel import UNKNOWN, CardButton, PileButton
from grenade_salad.app.history.play_on import PlayOnScene
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.shell.sheet import BAR, MARGIN, SheetScene
from grenade_salad.app.table import set_up_position
from grenade_salad.app.table.machines_asked import MachinesAsked
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.inputs import Input, Key, Pad, Point, Pointer, Unfocused, Wheel
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import EMBER_DARK, INK, INK_SOFT, PAPER, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core import Illegal
from grenade_salad.core.notation import Unreadable
from grenade_salad.games.salad import set_up
from grenade_salad.games.salad.judge import judge
from grenade_salad.games.salad.pieces import SYMBOLS
from grenade_salad.games.salad.rules import GAME
from grenade_salad.games.salad.set_up import SetUp
from grenade_salad.match.match import Match
from grenade_salad.text import Message, Reader, Words, m, say

W = TypeVar("W", bound=Widget)

_DRAGGED = 8.0
"""Units that a press on a pile moves before a soldier comes along."""
_WIDE, _LOW = 430.0, 0.5
"""How wide the panel is beside the mat; in a high window the share of the height that it has below."""
_CARD, _GAP = (46.0, 64.0), 6.0
_LIVE = 20
"""Soldiers with whom the judge says something while one of them is carried."""
_UNDONE = 200
"""So many changes can be taken back."""


class SetUpPositionScene(SheetScene):
    """`mat.setup` is what was set up so far; every change is kept as a draft."""

    title = m("Set up a position")
    widest = 10_000.0
    smallest = (820.0, 480.0)
    rules_page = GAME.name

    def __init__(self, app: Shell, line: str = "") -> None:
        """Raises Unreadable for what is no line of this game."""
        super().__init__(app)
        setup = set_up.read(line) if line else set_up.new(2)
        self.scroll = Scroll(self.sheet)
        self.mat = self.widgets.add(SetUpMat(setup, self._look, self._done))
        self.past: list[SetUp] = []
        self.target: int | None = 0
        """Whose hand the tray gives to; None: the deck."""
        self._pulled: tuple[int, Point] | None = None
        self.judging = False
        self.verdicts: list[JudgeRow] = []
        self._judged: object = None
        self._rows: list[Widget] = []
        self._shape: object = None
        self._spot_of: object = None
        self._make_fixed()
        self._build()
        self.widgets.set_focus(self.mat)
        self._tell()
        self.layout(self.size)

    @property
    def setup(self) -> SetUp:
        """What was set up so far."""
        return self.mat.setup

    # what happens

    def _look(self) -> None:
        """Something looks different now."""
        self.dirty = True
        if self._shape != self._shape_now():
            self._build()
            self.layout(self.size)
        self._judge()
        self._tell()

    def _done(self, before: SetUp) -> None:
        """A change is complete: it can be taken back, and it is kept."""
        self.past = [*self.past[-_UNDONE:], before]
        self.app.audio.play("put")
        self._keep()
        self._look()

    def _keep(self) -> None:
        try:
            set_up_position.keep(self.app.data_folder, GAME.name, set_up.line(self.setup))
        except OSError as error:
            self.app.say(m("This position is not being saved: {why}.", why=str(error)), refused=True)

    def _change(self, setup: SetUp) -> None:
        before = self.setup
        if setup != before:
            self.mat.show(setup)
            self._done(before)

    def undo(self) -> None:
        """Take the last change back."""
        if self.past:
            self.mat.cancel()
            self.mat.show(self.past.pop())
            self._keep()
            self._look()

    def clear(self) -> None:
        """Begin with an empty mat."""
        self._change(replace(set_up.new(self.setup.seats, self.setup.options), names=self.setup.names))

    def copy(self) -> None:
        """The position as a line, for anybody to paste."""
        set_up_sharing.copy(self.app, self.setup)

    def share(self) -> None:
        """The position for others, as text, picture or page."""
        set_up_sharing.ask(self.app, self.mat)

    def paste(self) -> None:
        """Take the position of the line that was copied somewhere."""
        try:
            found = set_up.read(pygame.scrap.get_text())
        except (pygame.error, Unreadable) as error:
            why: Words = error.reason.message() if isinstance(error, Unreadable) else str(error)
            self.app.say(m("{why}.", why=why), refused=True, seconds=12)
        else:
            self._change(found)

    def _match(self) -> Match | None:
        """A match that begins here, what nobody knows drawn anew; says why if there is none."""
        try:
            return set_up_position.match_from(GAME.name, set_up.start(self.setup, set_up_position.luck()))
        except Illegal as error:
            self.app.say(m("{why}.", why=error.reason.message()), refused=True)
            return None

    def play_on(self) -> None:
        """A match begins here, once it was said who plays."""
        if (match := self._match()) is not None:
            self.app.push(PlayOnScene(self.app, match, asker=self.setup.draft.turn))

    def ask_machines(self) -> None:
        """What machine players would do here."""
        if (match := self._match()) is not None and match.state.to_act():
            self.app.push(MachinesAsked(self.app, match))

    def back(self) -> None:
        if self.mat.carried is None or not self.mat.cancel():
            self.app.pop()

    # widgets

    def _make_fixed(self) -> None:
        """What is there whatever lies on the mat."""
        add = self.widgets.add
        self.play = add(Button(m("Play on"), self.play_on, icon="play"))
        sharing = m("Copy the position as a line of text (Ctrl+C), or save a picture or a page of it")
        self.share_button = add(Button(m("Share"), self.share, icon="arrow-up", tip=sharing))
        self.paste_button = add(Button(m("Paste"), self.paste, tip=m("Paste a position that was copied (Ctrl+V)")))
        # Translators: a button: what would machine players do here?
        self.ask_button = add(Button(m("Ask machines"), self.ask_machines, icon="robot"))
        self.undo_button = add(Button("", self.undo, icon="undo", tip=m("Undo (Ctrl+Z)")))
        judging = m("Who sees whom, who is in reach, whom would it kill: choose a soldier")
        self.judge_button = add(Button(m("Judge"), self._judge_or_not, icon="eye", tip=judging))
        self.clear_button = add(Button("", self.clear, icon="trash", tip=m("Clear")))
        self.turn_left = add(Button("", partial(self.mat.turn_by, TURN), icon="rotate-ccw", tip=m("Turn left")))
        self.turn_right = add(Button("", partial(self.mat.turn_by, -TURN), icon="rotate-cw", tip=m("Turn right")))
        self.off = add(Button("", self.mat.take_off, icon="cross", tip=m("Take the soldier off the table")))
        self.spot = add(TextEntry("", self._typed_spot, most=40))
        self.spot.label = m("Where the soldier lies: x, y in mm, and its angle in degrees")

    def _shape_now(self) -> object:
        """What decides which widgets are in the panel."""
        return self.setup.seats, self.setup.names, self.setup.draft.hands, self.setup.draft.deck

    def _build(self) -> None:
        """The panel, for so many players with these cards."""
        focus = self.widgets.focus
        index = self._rows.index(focus) if focus in self._rows else None
        self.widgets.remove(self._rows, self.mat)
        self._shape, self._rows = self._shape_now(), []
        setup = self.setup
        self.target = self.target if self.target is None or self.target < setup.seats else 0
        names = [called(setup, seat) for seat in range(setup.seats)]
        counts: list[Message] = [m("{n} player", "{n} players", n=number) for number in range(2, 5)]
        self.players = self._row(Choice(counts, setup.seats - 2, self._players))
        self.players.label = m("How many play")
        turns = [m("{who}'s turn", who=name) for name in names]
        self.turn = self._row(
            Choice(turns, setup.draft.turn, lambda seat: self._change(set_up.turn_of(self.setup, seat)))
        )
        self.turn.label = m("Whose turn it is")
        self.piles = [self._row(PileButton(self.mat, seat, partial(self._add, seat))) for seat in range(setup.seats)]
        self.hands = [self._cards(seat) for seat in range(setup.seats)]
        self.deck = self._cards(None)
        targets = [*(m("into the hand of {who}", who=name) for name in names), m("onto the deck")]
        chosen = setup.seats if self.target is None else self.target
        self.into = self._row(Choice(targets, chosen, self._aim))
        self.into.label = m("Where cards of the tray go")
        self.tray = [self._row(CardButton(card, partial(self._give, card), tray=True)) for card in (*SYMBOLS, UNKNOWN)]
        if index is not None:
            self.widgets.set_focus(self._rows[min(index, len(self._rows) - 1)])

    # the judge

    def _judge_or_not(self) -> None:
        self.judging = not self.judging
        self.judge_button.kind = "chosen" if self.judging else "plain"
        self._look()

    def _judge(self) -> None:
        """What the judge says now; it needs soldiers that can lie so, and it takes its time with many."""
        one, setup = self.mat.one, self.setup
        busy = self.mat.carried is not None and len(setup.draft.soldiers) > _LIVE
        wanted = self.judging and one is not None and not busy
        wanted = wanted and not any(trouble.soldiers for trouble in self.mat.troubles)
        key = (one, tuple(setup.draft.soldiers), setup.options, self.mat.target) if wanted else None
        if key == self._judged:
            return
        self._judged = key
        found = judge(setup.options, setup.draft.soldiers, one.id) if wanted and one is not None else None
        self.mat.judged = found
        focus = self.verdicts.index(self.widgets.focus) if self.widgets.focus in self.verdicts else None
        self.widgets.remove(self.verdicts, self.mat)
        self.verdicts = []
        for other in found.others if found is not None else ():
            row = JudgeRow(setup, other, partial(self._aim_at, other.soldier.id))
            row.kind = "chosen" if other.soldier.id == self.mat.target else "plain"
            self.verdicts.append(self.widgets.add(row, self.scroll))
        if focus is not None and focus < len(self.verdicts):
            self.widgets.set_focus(self.verdicts[focus])
        self.layout(self.size)

    def _aim_at(self, number: int) -> None:
        self.mat.target = None if self.mat.target == number else number
        self._look()

    def _row(self, widget: W) -> W:
        self._rows.append(self.widgets.add(widget, self.scroll))
        return widget

    def _cards(self, seat: int | None) -> list[CardButton]:
        """The cards of a hand, or the known ones on top of the deck."""
        known, hidden = set_up.hand(self.setup, seat) if seat is not None else (self.setup.draft.deck[0], 0)
        made = []
        for index, card in enumerate((*known, *(UNKNOWN,) * hidden)):
            made.append(CardButton(card, partial(self._take_back, seat, index)))
            self._row(made[-1])
        return made

    def _players(self, index: int) -> None:
        self._change(set_up.with_seats(self.setup, index + 2))

    def _aim(self, index: int) -> None:
        self.target = None if index == self.setup.seats else index

    def _give(self, card: str) -> None:
        found = next((symbol for symbol in SYMBOLS if symbol == card), None)
        self._change(set_up.given(self.setup, self.target, found))

    def _take_back(self, seat: int | None, index: int) -> None:
        self._change(set_up.taken_back(self.setup, seat, index))

    def _add(self, seat: int) -> None:
        self.mat.add(seat, by_keys=True)
        self.widgets.set_focus(self.mat)

    def _typed_spot(self, words: str) -> None:
        one = self.mat.one
        self.spot.wrong = False
        if one is not None and words != set_up.where(self.setup, one.id):
            try:
                made = set_up.placed(self.setup, one.id, words)
            except Unreadable:
                self.spot.wrong = True
                return
            self._spot_of = made.draft.soldiers
            self._change(made)

    # what is said

    @property
    def words(self) -> str:
        """What is wrong now, with the rule, or what can be done."""
        reader = Reader([say(called(self.setup, seat)) for seat in range(self.setup.seats)])
        return say(self._words, reader, begin=True)

    @property
    def _words(self) -> Message:
        if self.mat.troubles:
            found = self.mat.troubles[0]
            # Translators: what is wrong with a position that somebody sets up; {rule} is as in GS-04
            return m("{why} ({rule})", why=found.why.message(), rule=found.rule) if found.rule else found.why.message()
        if self.mat.carried is not None and self.mat.carried.by_keys:
            left, right = (self.app.settings.key_words(means) for means in ("turn_left", "turn_right"))
            # Translators: {left} and {right} are keys
            return m(
                "Arrows carry the soldier, Enter puts it down, {left} and {right} turn it.", left=left, right=right
            )
        if self.mat.judged is not None:
            return set_up_judge.mine(self.setup, self.mat.judged)
        if self.mat.one is not None:
            return m("Drag the soldier, or off the mat. The wheel turns it while you hold it.")
        if self.judging:
            return m("Choose a soldier, and read what it sees and reaches.")
        return m("Drag soldiers from their boxes onto the mat; cards go from the tray into the hands.")

    def _tell(self) -> None:
        """Keep the widgets to what lies there."""
        one = self.mat.one
        for widget in (self.turn_left, self.turn_right, self.off, self.spot):
            widget.visible = one is not None
        if self.widgets.focus is None or not self.widgets.focus.visible:
            self.widgets.set_focus(self.mat)
        self.undo_button.enabled = bool(self.past)
        for button in (self.play, self.ask_button):
            button.enabled, button.why_disabled = not self.mat.troubles, self.words if self.mat.troubles else ""
        soldiers = self.setup.draft.soldiers
        if one is not None and self._spot_of != (one.id, soldiers) and self.widgets.focus is not self.spot:
            self._spot_of = (one.id, soldiers)
            said = set_up.where(self.setup, one.id)
            self.spot.value, self.spot.cursor, self.spot.wrong = said, len(said), False
        self.turn.chosen = self.setup.draft.turn

    def heard(self) -> tuple[Heard, ...]:
        return (Heard("status", self.words, key=1, live="polite"),)

    # input

    def handle(self, event: Input) -> None:
        if isinstance(event, Pointer) and self._pointer(event):
            self.dirty = True
        elif isinstance(event, Wheel) and self.mat.rect.collidepoint(event.at):
            self.mat.turn_wheel(event)
        elif not (isinstance(event, Key | Pad) and event.down and self._key(event)):
            super().handle(event)
        self._tell()

    def _pointer(self, event: Pointer) -> bool:
        if event.number or event.button != 1:
            return False
        if event.kind == "down":
            return self._down(event.at)
        if event.kind == "up":
            self._pulled = None
            return self.mat.release(event.at)
        if self._pulled is not None and dist(self._pulled[1], event.at) >= _DRAGGED:
            seat, self._pulled = self._pulled[0], None
            self.widgets.handle(Unfocused())
            self.mat.add(seat, event.at)
            self.widgets.set_focus(self.mat)
            return True
        return self.mat.move_to(event.at)

    def _down(self, at: Point) -> bool:
        self._pulled = next(((seat, at) for seat, pile in enumerate(self.piles) if pile.covers(at)), None)
        if not self.mat.rect.collidepoint(at):
            if self.mat.carried is not None:
                self.mat.put_down()
            return False
        self.widgets.set_focus(self.mat)
        self.mat.press_at(at)
        return True

    def _key(self, event: Key | Pad) -> bool:
        """Keys that mean the same wherever the focus is, but where somebody writes."""
        done: Callable[[], None] | None
        if isinstance(event, Pad):
            buttons: dict[str, Callable[[], None]] = {"x": partial(self.mat.turn_by, TURN), "y": self.mat.take_off}
            done = buttons.get(event.button)
        elif not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) or self.widgets.typing:
            return False
        else:
            keys: dict[int, Callable[[], None]] = {pygame.K_z: self.undo, pygame.K_c: self.copy, pygame.K_v: self.paste}
            done = keys.get(event.key)
        if done is not None:
            done()
        return done is not None

    # place

    def place(self) -> None:
        wide, high = self.size
        beside = wide > high
        area = Rect(MARGIN, BAR, wide - 2 * MARGIN, high - BAR - MARGIN)
        panel = min(_WIDE, area.width * 0.42) if beside else area.width
        mat = Rect(area.x, area.y, area.width - panel - 12, area.height - 118)
        self.foot = Rect(area.x, mat.bottom + 8, mat.width, 110)
        self.sheet = Rect(mat.right + 12, area.y, panel, area.height)
        if not beside:
            low = area.height * _LOW
            mat = Rect(area.x, area.y, area.width, area.height - low - 126)
            self.foot = Rect(area.x, mat.bottom + 8, area.width, 110)
            self.sheet = Rect(area.x, area.bottom - low, area.width, low)
        self.mat.lay(mat)
        self._place_foot()
        self._place_panel()

    def _place_foot(self) -> None:
        foot = self.foot
        x, top = foot.x + 10, foot.bottom - ROW - 8
        each = (foot.width - 20 - 6 * 8 - 2 * 48) / 5
        first = (self.play, self.share_button, self.paste_button, self.judge_button, self.ask_button)
        for button in (*first, self.undo_button, self.clear_button):
            button.rect = Rect(x, top, each if button in first else 48, ROW)
            x = button.rect.right + 8
        x = foot.right - 10
        for button in (self.off, self.turn_right, self.turn_left):
            x -= 44
            button.rect = Rect(x, foot.y + 8, 40, 40)
        self.spot.rect = Rect(x - 184, foot.y + 8, 176, 40)

    def _place_panel(self) -> None:
        area = self.scroll.area = self.sheet.inflate(-20, -16)
        wide, top = area.width - 12, 4.0
        half = (wide - 8) / 2
        self.players.rect, self.turn.rect = Rect(0, top, half, 40), Rect(half + 8, top, half, 40)
        top += 48
        for pile, cards in zip(self.piles, self.hands, strict=True):
            pile.rect = Rect(0, top, 128, _CARD[1])
            top = max(top + _CARD[1], self._lay_cards(cards, 136, top, wide)) + 8
        top += 4
        self._deck_top = top
        top = max(top + 30, self._lay_cards(self.deck, 136, top, wide)) + 8
        self.into.rect = Rect(0, top, wide, 40)
        top += 48
        top = self._lay_cards(self.tray, 0, top, wide) + 12
        for row in self.verdicts:
            row.rect = Rect(0, top, wide, HIGH)
            top += HIGH + 6
        self.scroll.content = top
        self.scroll.by(0)

    def _lay_cards(self, cards: list[CardButton], left: float, top: float, right: float) -> float:
        """Side by side, in as many rows as it takes; where the last one ends."""
        across = max(1, int((right - left + _GAP) / (_CARD[0] + _GAP)))
        for index, card in enumerate(cards):
            row, column = divmod(index, across)
            card.rect = Rect(left + column * (_CARD[0] + _GAP), top + row * (_CARD[1] + _GAP), *_CARD)
        return cards[-1].rect.bottom if cards else top

    # drawing

    def draw_sheet(self, canvas: Canvas) -> None:
        canvas.paper(self.sheet, PAPER, 10)
        canvas.paper(self.foot, PAPER, 10)
        room = Rect(self.foot.x + 12, self.foot.y + 8, self.foot.width - 24, 46)
        if self.mat.one is not None:
            room.width = self.spot.rect.x - room.x - 10
        colour = EMBER_DARK if self.mat.troubles else INK_SOFT
        canvas.block(self.words, room, TEXT, colour, leading=1.2)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        with canvas.clipped(self.scroll.area):
            y = self.scroll.area.y + self._deck_top - self.scroll.offset
            words = m("Deck: {n} card", "Deck: {n} cards", n=max(0, set_up.in_deck(self.setup)))
            canvas.text(words, (self.scroll.area.x, y + 2), SMALL, INK, wide=128)
