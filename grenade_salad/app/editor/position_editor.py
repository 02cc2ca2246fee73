"""Where a position is set up: what is the same in every game.

A game brings pure functions from one position to the next (`Steps`, a module of its own), what lies on the table, and
what lies beside it. Every change is kept as a draft, and can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import dist
from typing import Generic

import pygame

from grenade_salad.app.editor import share_position
from grenade_salad.app.editor.card_shelf import UNKNOWN, CardButton, Face, Panel, Shelf, draw_face, shares
from grenade_salad.app.editor.machine_hints import MachinesAsked
from grenade_salad.app.editor.position_details import Count, PositionDetails, S, Steps, called
from grenade_salad.app.match import position_drafts
from grenade_salad.app.setup.play_on import PlayOnScene
from grenade_salad.app.shell.scene import BAR, MARGIN, SheetScene, Shell
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Point, Pointer, Unfocused, shortcut, undoes
from grenade_salad.app.ui.theme import EMBER_DARK, INK_SOFT, PAPER, ROW, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core import Illegal, Options, Reason
from grenade_salad.core.action_notation import Unreadable
from grenade_salad.core.position_draft import Place
from grenade_salad.match.match import Match
from grenade_salad.text import Message, Reader, Words, m, say

_DRAGGED = 8.0
"""Units that a press moves before what lies there comes along."""
_WIDE, _LOW = 430.0, 0.5
"""How wide the panel is beside the table; in a high window the share of the height that it has below."""
_FOOT = 110.0
_ROOMY = 100.0
"""Units of a button from which it has an icon beside its words."""
_UNDONE = 200
"""So many changes can be taken back."""


@dataclass
class Dragged:
    """A card on its way, and where it is now."""

    card: CardButton
    at: Point


class PositionEditor(SheetScene, Generic[S]):
    """`setup` is what was set up so far. A game's editor is a subclass that gives

    - `home`: the widget that gets the focus first; `lay_table` and `shown` keep what lies on the table up to date;
    - `build`: what lies beside it, put into `panel`; `shape` is all that it depends on;
    - `hint`: what can be done now, in a sentence; `picture`: the table, for others;
    - and maybe `tools`, small widgets at the right of the words, and `buttons`, further ones in the row below them.
    """

    title = m("Set up a position")
    widest = 10_000.0
    smallest = (820.0, 480.0)
    most_seats = 4

    def __init__(self, app: Shell, game: str, steps: Steps[S], line: str = "") -> None:
        """Raises Unreadable for what is no line of this game."""
        super().__init__(app)
        self.game, self.steps, self.rules_page = game, steps, game
        self.setup = steps.read(line) if line else steps.new(2)
        self.troubles = steps.troubles(self.setup)
        self.past: list[S] = self._before(line)
        self.target: Place = 0
        """Where cards of the tray go."""
        self.dragged: Dragged | None = None
        self.tools: list[tuple[Widget, float]] = []
        self.buttons: list[Button] = []
        self.foot = Rect(0, 0, 0, 0)
        self.panel = Panel(self.widgets, self.sheet)
        self._pressed: tuple[Widget, Point] | None = None
        self._shape: object = None

    def _before(self, line: str) -> list[S]:
        """The draft that was kept, if another position is set up now: undo goes back to it."""
        text = position_drafts.kept(self.app.data_folder, self.game) if line else ""
        try:
            found = [self.steps.read(text)] if text else []
        except Unreadable:
            return []
        return [one for one in found if self.steps.line(one) != self.steps.line(self.setup)]

    def begin(self) -> None:
        """The game's own things are there: put all else beside them."""
        self._make_buttons()
        self._build()
        self.widgets.set_focus(self.home)
        self.look()
        self.layout(self.size)

    # what a game gives

    @property
    def home(self) -> Widget:
        """What has the focus when nothing else has."""
        raise NotImplementedError

    def lay_table(self, box: Rect) -> None:
        """What lies on the table has this box."""

    def shown(self) -> None:
        """Something else is set up now."""

    def build(self) -> None:
        """Put into the panel what lies there now."""

    def shape(self) -> object:
        """What decides which widgets are in the panel, besides who plays."""
        return None

    def hint(self) -> Message:
        """What can be done now."""
        raise NotImplementedError

    def why(self, reason: Reason) -> Message:
        """Why the position cannot be."""
        return reason.message()

    def picture(self) -> pygame.Surface:
        """The table as everybody may see it."""
        raise NotImplementedError

    def give_up(self) -> bool:
        """Esc: whether there was something in the hand, which is put back."""
        return False

    def pulled(self, widget: Widget, at: Point) -> bool:
        """The pointer drags what no card is; whether something comes along, which `moved` and `released` hear of."""
        return False

    # what happens

    def change(self, setup: S) -> None:
        """Something else is set up from now on; what was before can be taken back."""
        before = self.setup
        if setup != before:
            self.show(setup)
            self.done(before)

    def show(self, setup: S) -> None:
        """This is set up now, as long as it is carried about."""
        self.setup, self.troubles = setup, self.steps.troubles(setup)
        self.shown()
        self.look()

    def done(self, before: S) -> None:
        """A change is complete: it can be taken back, and it is kept."""
        self.past = [*self.past[-_UNDONE:], before]
        self.app.audio.play("put")
        self._keep()
        self.look()

    def look(self) -> None:
        """Something looks different now."""
        self.dirty = True
        if self._shape != self._shape_now():
            self._build()
            self.layout(self.size)
        self.tell()

    def tell(self) -> None:
        """Keep the widgets to what is set up."""
        if self.widgets.focus is None or not self.widgets.focus.visible:
            self.widgets.set_focus(self.home)
        self.undo_button.enabled = bool(self.past)
        for button in (self.play, self.ask_button):
            button.enabled, button.why_disabled = self.can_be, "" if self.can_be else self.words
        self.turn.chosen = self.steps.turn(self.setup)

    def _keep(self) -> None:
        try:
            position_drafts.keep(self.app.data_folder, self.game, self.line)
        except OSError as error:
            self.app.say(m("This position is not being saved: {why}.", why=str(error)), refused=True)

    @property
    def line(self) -> str:
        """What is set up, as a line."""
        return self.steps.line(self.setup)

    @property
    def can_be(self) -> bool:
        """Whether there is such a position."""
        return not self.troubles

    def undo(self) -> None:
        """Take the last change back."""
        if self.past:
            self._let_go()
            if self.widgets.typing:
                self.widgets.set_focus(self.home)
            self.show(self.past.pop())
            self._keep()

    def clear(self) -> None:
        """Begin with nothing, and the same players and house rules."""
        empty = self.steps.new(self.setup.seats)
        self.change(replace(self.steps.with_options(empty, self.setup.options), names=self.setup.names))

    def copy(self) -> None:
        """The position as a line, for anybody to paste."""
        share_position.copy(self)

    def share(self) -> None:
        """The position for others, as text, picture or page."""
        share_position.ask(self)

    def paste(self) -> None:
        """Take the position of the line that was copied somewhere."""
        try:
            found = self.steps.read(pygame.scrap.get_text())
        except (pygame.error, Unreadable) as error:
            why: Words = error.reason.message() if isinstance(error, Unreadable) else str(error)
            self.app.say(m("{why}.", why=why), refused=True, seconds=12)
        else:
            self.change(found)

    def details(self) -> None:
        """Names of players, house rules, and whatever else is seldom said."""
        self.app.push(PositionDetails(self))

    def counts(self) -> Sequence[Count[S]]:
        """Numbers of the position that can be said on the page of details."""
        return ()

    def named(self, setup: S, names: Sequence[str]) -> S:
        """With players of these names; without any, if there are none."""
        return replace(setup, names=tuple(names))

    def ruled(self, setup: S, options: Options) -> S:
        """By these house rules."""
        return self.steps.with_options(setup, options)

    def match(self) -> Match | None:
        """A match that begins here, what nobody knows drawn anew; says why if there is none."""
        try:
            return position_drafts.match_from(self.game, self.steps.start(self.setup, position_drafts.luck()))
        except Illegal as error:
            self.app.say(m("{why}.", why=error.reason.message()), refused=True)
            return None

    def play_on(self) -> None:
        """A match begins here, once it was said who plays."""
        if (match := self.match()) is not None:
            self.app.push(PlayOnScene(self.app, match, asker=self.steps.turn(self.setup)))

    def ask_machines(self) -> None:
        """What machine players would do here."""
        if (match := self.match()) is not None and match.state.active_seats():
            self.app.push(MachinesAsked(self.app, match))

    def back(self) -> None:
        if not self._let_go():
            self.app.pop()

    def _let_go(self) -> bool:
        """Put back what is in the hand; whether there was anything."""
        dragged, self.dragged = self.dragged, None
        self.dirty = True
        return self.give_up() or dragged is not None

    # widgets

    def _make_buttons(self) -> None:
        """What is there whatever lies on the table."""
        add = self.widgets.add
        self.play = add(Button(m("Play on"), self.play_on, icon="play"))
        sharing = m("Copy the position as a line of text (Ctrl+C), or save a picture or a page of it")
        self.share_button = add(Button(m("Share"), self.share, icon="arrow-up", tip=sharing))
        self.paste_button = add(Button(m("Paste"), self.paste, tip=m("Paste a position that was copied (Ctrl+V)")))
        # Translators: a button: what would machine players do here?
        self.ask_button = add(Button(m("Ask machines"), self.ask_machines, icon="robot"))
        for button in self.buttons:
            add(button)
        self.undo_button = add(Button("", self.undo, icon="undo", tip=m("Undo (Ctrl+Z)")))
        self.details_button = add(Button("", self.details, icon="gear", tip=m("Names, rules and more")))
        self.clear_button = add(Button("", self.clear, icon="trash", tip=m("Clear")))
        for widget, _ in self.tools:
            add(widget)
        self._icons = [button.icon for button in self._worded]

    @property
    def _worded(self) -> tuple[Button, ...]:
        return self.play, self.share_button, self.paste_button, *self.buttons, self.ask_button

    def _shape_now(self) -> object:
        return self.setup.seats, self.setup.names, self.shape()

    def _build(self) -> None:
        """The panel, for what is set up."""
        index = self.panel.clear(self.play)
        self._shape = self._shape_now()
        setup = self.setup
        counts = [m("{n} player", "{n} players", n=number) for number in range(2, self.most_seats + 1)]
        self.players = Choice(counts, setup.seats - 2, self._players)
        self.players.label = m("How many play")
        turns = [m("{who}'s turn", who=name) for name in self.names]
        self.turn = Choice(
            turns, self.steps.turn(setup), lambda seat: self.change(self.steps.turn_of(self.setup, seat))
        )
        self.turn.label = m("Whose turn it is")
        self.panel.shelf(Shelf([self.players]))
        self.panel.shelf(Shelf([self.turn]))
        self.build()
        self.panel.focus(index)

    @property
    def names(self) -> list[Words]:
        """What the players are called."""
        return [called(self.setup, seat) for seat in range(self.setup.seats)]

    def cards(self, place: Place, known: Sequence[str], hidden: int, face: Callable[[str], Face]) -> list[CardButton]:
        """The cards of a place: pressed, they go out of it."""
        cards = (*known, *(UNKNOWN,) * hidden)
        takes = [partial(self._take_back, place, index) for index in range(len(cards))]
        return [CardButton(card, face(card), takes[at], place, at) for at, card in enumerate(cards)]

    def tray(self, cards: Sequence[str], face: Callable[[str], Face]) -> list[CardButton]:
        """All cards that can be given, and one that nobody knows."""
        return [CardButton(card, face(card), partial(self._give, card)) for card in cards]

    def targets(self, places: Sequence[tuple[Place, Words]]) -> Choice:
        """Where cards of the tray go when they are pressed."""
        found: list[Place] = [place for place, _ in places]
        self.target = self.target if self.target in found else found[0]
        into = Choice([words for _, words in places], found.index(self.target), lambda index: self._aim(found[index]))
        into.label = m("Where cards of the tray go")
        return into

    def _players(self, index: int) -> None:
        self.change(self.steps.with_seats(self.setup, index + 2))

    def _aim(self, place: Place) -> None:
        self.target = place

    def _give(self, card: str) -> None:
        self.change(self.steps.given(self.setup, self.target, None if card == UNKNOWN else card))

    def _take_back(self, place: Place, index: int) -> None:
        self.change(self.steps.taken_back(self.setup, place, index))

    # what is said

    @property
    def words(self) -> str:
        """What is wrong now, with the rule, or what can be done."""
        reader = Reader([say(name) for name in self.names])
        if not self.troubles:
            return say(self.hint(), reader, begin=True)
        found = self.troubles[0]
        why = self.why(found.why)
        # Translators: what is wrong with a position that somebody sets up; {rule} is as in GS-04
        return say(m("{why} ({rule})", why=why, rule=found.rule) if found.rule else why, reader, begin=True)

    def heard(self) -> tuple[Heard, ...]:
        return (Heard("status", self.words, key=1, live="polite"),)

    # input

    def handle(self, event: Input) -> None:
        if isinstance(event, Pointer) and self._pointer(event):
            self.dirty = True
        elif undoes(event, self.widgets.typing):
            self.undo()
        elif (means := shortcut(event)) is not None and not self.widgets.typing:
            {"copy": self.copy, "paste": self.paste}[means]()
        elif not self.used(event):
            super().handle(event)
        self.tell()

    def used(self, event: Input) -> bool:
        """An input that the game's table takes wherever the focus is; whether it did."""
        return False

    def _pointer(self, event: Pointer) -> bool:
        if event.number or event.button != 1:
            return False
        if event.kind == "down":
            return self._down(event.at)
        if event.kind == "up":
            self._pressed = None
            return self._dropped(event.at) or self.released(event.at)
        if self._pressed is not None and dist(self._pressed[1], event.at) >= _DRAGGED:
            widget, self._pressed = self._pressed[0], None
            return self._pull(widget, event.at)
        if self.dragged is not None:
            self.dragged.at = event.at
            return True
        return self.moved(event.at)

    def _down(self, at: Point) -> bool:
        found = self.widgets.at(at)
        self._pressed = (found, at) if found is not None else None
        return self.pressed(at, found)

    def _pull(self, widget: Widget, at: Point) -> bool:
        if isinstance(widget, CardButton):
            self.widgets.handle(Unfocused())
            self.dragged = Dragged(widget, at)
            return True
        if not self.pulled(widget, at):
            return self.moved(at)
        self.widgets.handle(Unfocused())
        return True

    def shelf_at(self, at: Point) -> Shelf | None:
        """Where a card that is let go there comes to lie."""
        return self.panel.at(at)

    def _dropped(self, at: Point) -> bool:
        """A card that was dragged is let go: it comes into that place, and is nowhere any more beside one."""
        dragged, self.dragged = self.dragged, None
        if dragged is None:
            return False
        card, setup, shelf = dragged.card, self.setup, self.shelf_at(at)
        if shelf is not None and card.place is not None and shelf.place == card.place:
            return True
        if card.place is not None:
            setup = self.steps.taken_back(setup, card.place, card.index)
        if shelf is not None and shelf.place is not None:
            setup = self.steps.given(setup, shelf.place, None if card.card == UNKNOWN else card.card)
        self.change(setup)
        return True

    def pressed(self, at: Point, on: Widget | None) -> bool:
        """The button or the finger goes down, maybe on a widget; whether that is all that it does."""
        return False

    def moved(self, at: Point) -> bool:
        """The pointer moves; whether something moves with it."""
        return False

    def released(self, at: Point) -> bool:
        """The button or the finger comes up; whether something was held with it."""
        return False

    # place

    def place(self) -> None:
        area = Rect(MARGIN, BAR, self.size[0] - 2 * MARGIN, self.size[1] - BAR - MARGIN)
        if self.size[0] > self.size[1]:
            panel = min(_WIDE, area.width * 0.42)
            table = Rect(area.x, area.y, area.width - panel - 12, area.height - _FOOT - 8)
            self.sheet = Rect(table.right + 12, area.y, panel, area.height)
        else:
            low = area.height * _LOW
            table = Rect(area.x, area.y, area.width, area.height - low - _FOOT - 16)
            self.sheet = Rect(area.x, area.bottom - low, area.width, low)
        self.foot = Rect(area.x, table.bottom + 8, table.width, _FOOT)
        self.lay_table(table)
        self._place_foot()
        self.panel.lay(self.sheet)

    def _place_foot(self) -> None:
        foot = self.foot
        first = self._worded
        small = (self.undo_button, self.details_button, self.clear_button)
        x, top = foot.x + 10, foot.bottom - ROW - 8
        gap, side = (8.0, 48.0) if foot.width > _ROOMY * (len(first) + 2) else (4.0, 40.0)
        room = foot.width - 20 - (len(first) + len(small) - 1) * gap - len(small) * side
        roomy = room >= _ROOMY * len(first)
        for button, icon in zip(first, self._icons, strict=True):
            button.icon = icon if roomy else ""
        for button, wide in zip((*first, *small), (*shares(first, room, alike=roomy), *[side] * 3), strict=True):
            button.rect = Rect(x, top, wide, ROW)
            x = button.rect.right + gap
        x = foot.right - 10
        for widget, wide in self.tools:
            x -= wide + 4
            widget.rect = Rect(x, foot.y + 8, wide, 40)

    # drawing

    def draw_sheet(self, canvas: Canvas) -> None:
        canvas.paper(self.sheet, PAPER, 10)
        canvas.paper(self.foot, PAPER, 10)
        room = Rect(self.foot.x + 12, self.foot.y + 8, self.foot.width - 24, 46)
        shown = [widget.rect.x for widget, _ in self.tools if widget.visible]
        if shown:
            room.width = min(shown) - room.x - 10
        canvas.block(self.words, room, TEXT, INK_SOFT if self.can_be else EMBER_DARK, leading=1.2)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.dragged is not None:
            x, y = self.dragged.at
            wide, high = self.dragged.card.rect.size
            box = Rect(x - wide / 2, y - high / 2, wide, high)
            draw_face(canvas, self.dragged.card.card, self.dragged.card.face, box)
