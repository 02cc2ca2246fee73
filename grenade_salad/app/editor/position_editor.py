"""Where a position is set up: what is the same in every game.

A game brings pure functions from one position to the next (`DraftFunctions`, a module of its own), what lies on the
table, and
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
from grenade_salad.app.editor.card_shelf import UNKNOWN, CardButton, CardFace, Panel, Shelf, draw_face, share_width
from grenade_salad.app.editor.machine_hints import MachineHintsDialog
from grenade_salad.app.editor.position_details import Count, DraftFunctions, PositionDetails, S, player_label
from grenade_salad.app.match import position_drafts
from grenade_salad.app.setup.play_on import PlayOnScene
from grenade_salad.app.shell.scene import BAR, MARGIN, AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Point, PointerInput, Unfocused, is_undo, read_shortcut
from grenade_salad.app.ui.theme import EMBER_DARK, INK_SOFT, PAPER, ROW, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core import Illegal, Options, Reason
from grenade_salad.core.action_notation import Unreadable
from grenade_salad.core.position_draft import CardPlace
from grenade_salad.match.match import Match
from grenade_salad.text import Message, Reader, Words, m, say

_DRAG_DISTANCE = 8.0
"""Units that a press moves before what lies there comes along."""
_PANEL_WIDTH, _PANEL_SHARE = 430.0, 0.5
"""How wide the panel is beside the table; in a high window the share of the height that it has below."""
_FOOTER_HEIGHT = 110.0
_ICON_WIDTH = 100.0
"""Units of a button from which it has an icon beside its words."""
_MAX_UNDO = 200
"""So many changes can be taken back."""


@dataclass
class DraggedCard:
    """A card on its way, and where it is now."""

    card: CardButton
    position: Point


class PositionEditor(PageScene, Generic[S]):
    """`setup` is what was set up so far. A game's editor is a subclass that gives

    - `home`: the widget that gets the focus first; `lay_table` and `shown` keep what lies on the table up to date;
    - `build`: what lies beside it, put into `panel`; `shape` is all that it depends on;
    - `hint`: what can be done now, in a sentence; `picture`: the table, for others;
    - and maybe `tools`, small widgets at the right of the words, and `buttons`, further ones in the row below them.
    """

    title = m("Set up a position")
    widest = 10_000.0
    smallest = (820.0, 480.0)
    max_seats = 4

    def __init__(self, app: AppContext, game: str, draft_functions: DraftFunctions[S], line: str = "") -> None:
        """Raises Unreadable for what is no line of this game."""
        super().__init__(app)
        self.game, self.draft_functions, self.rules_page = game, draft_functions, game
        self.draft = draft_functions.parse_draft(line) if line else draft_functions.new_draft(2)
        self.troubles = draft_functions.find_troubles(self.draft)
        self.undo_drafts: list[S] = self._load_undo_drafts(line)
        self.tray_target: CardPlace = 0
        """Where cards of the tray go."""
        self.dragged: DraggedCard | None = None
        self.tools: list[tuple[Widget, float]] = []
        self.buttons: list[Button] = []
        self.foot = Rect(0, 0, 0, 0)
        self.panel = Panel(self.widgets, self.page_rect)
        self._pressed: tuple[Widget, Point] | None = None
        self._panel_key: object = None

    def _load_undo_drafts(self, line: str) -> list[S]:
        """The draft that was kept, if another position is set up now: undo goes back to it."""
        text = position_drafts.load_draft(self.app.data_folder, self.game) if line else ""
        try:
            drafts = [self.draft_functions.parse_draft(text)] if text else []
        except Unreadable:
            return []
        return [
            draft
            for draft in drafts
            if self.draft_functions.format_draft(draft) != self.draft_functions.format_draft(self.draft)
        ]

    def begin(self) -> None:
        """The game's own things are there: put all else beside them."""
        self._make_buttons()
        self._rebuild_panel()
        self.widgets.set_focus(self.default_focus)
        self.refresh()
        self.layout(self.size)

    # what a game gives

    @property
    def default_focus(self) -> Widget:
        """What has the focus when nothing else has."""
        raise NotImplementedError

    def place_table(self, box: Rect) -> None:
        """What lies on the table has this box."""

    def on_draft_changed(self) -> None:
        """Something else is set up now."""

    def build_panel(self) -> None:
        """Put into the panel what lies there now."""

    def panel_key(self) -> object:
        """What decides which widgets are in the panel, besides who plays."""
        return None

    def hint(self) -> Message:
        """What can be done now."""
        raise NotImplementedError

    def format_reason(self, reason: Reason) -> Message:
        """Why the position cannot be."""
        return reason.message()

    def draw_picture(self) -> pygame.Surface:
        """The table as everybody may see it."""
        raise NotImplementedError

    def cancel_drag(self) -> bool:
        """Esc: whether there was something in the hand, which is put back."""
        return False

    def start_drag(self, widget: Widget, point: Point) -> bool:
        """The pointer drags what no card is; whether something comes along, which `moved` and `release_pointer` hear
        of.
        """
        return False

    # what happens

    def change(self, setup: S) -> None:
        """Something else is set up from now on; what was before can be taken back."""
        previous = self.draft
        if setup != previous:
            self.show(setup)
            self.commit_change(previous)

    def show(self, setup: S) -> None:
        """This is set up now, as long as it is carried about."""
        self.draft, self.troubles = setup, self.draft_functions.find_troubles(setup)
        self.on_draft_changed()
        self.refresh()

    def commit_change(self, previous: S) -> None:
        """A change is complete: it can be taken back, and it is kept."""
        self.undo_drafts = [*self.undo_drafts[-_MAX_UNDO:], previous]
        self.app.audio.play("put")
        self._save_draft()
        self.refresh()

    def refresh(self) -> None:
        """Something looks different now."""
        self.dirty = True
        if self._panel_key != self._current_panel_key():
            self._rebuild_panel()
            self.layout(self.size)
        self.sync_widgets()

    def sync_widgets(self) -> None:
        """Keep the widgets to what is set up."""
        if self.widgets.focus is None or not self.widgets.focus.visible:
            self.widgets.set_focus(self.default_focus)
        self.undo_button.enabled = bool(self.undo_drafts)
        for button in (self.play_button, self.ask_button):
            button.enabled, button.why_disabled = self.is_possible, "" if self.is_possible else self.words
        self.turn_choice.chosen = self.draft_functions.turn_seat(self.draft)

    def _save_draft(self) -> None:
        try:
            position_drafts.save_draft(self.app.data_folder, self.game, self.line)
        except OSError as error:
            self.app.say(m("This position is not being saved: {why}.", why=str(error)), refused=True)

    @property
    def line(self) -> str:
        """What is set up, as a line."""
        return self.draft_functions.format_draft(self.draft)

    @property
    def is_possible(self) -> bool:
        """Whether there is such a position."""
        return not self.troubles

    def undo(self) -> None:
        """Take the last change back."""
        if self.undo_drafts:
            self._cancel_drags()
            if self.widgets.is_typing:
                self.widgets.set_focus(self.default_focus)
            self.show(self.undo_drafts.pop())
            self._save_draft()

    def clear(self) -> None:
        """Begin with nothing, and the same players and house rules."""
        empty = self.draft_functions.new_draft(self.draft.seats)
        self.change(replace(self.draft_functions.with_options(empty, self.draft.options), names=self.draft.names))

    def copy(self) -> None:
        """The position as a line, for anybody to paste."""
        share_position.copy_line(self)

    def share(self) -> None:
        """The position for others, as text, picture or page."""
        share_position.open_share_dialog(self)

    def paste(self) -> None:
        """Take the position of the line that was copied somewhere."""
        try:
            pasted = self.draft_functions.parse_draft(pygame.scrap.get_text())
        except (pygame.error, Unreadable) as error:
            why: Words = error.reason.message() if isinstance(error, Unreadable) else str(error)
            self.app.say(m("{why}.", why=why), refused=True, seconds=12)
        else:
            self.change(pasted)

    def open_details(self) -> None:
        """Names of players, house rules, and whatever else is seldom said."""
        self.app.push(PositionDetails(self))

    def counts(self) -> Sequence[Count[S]]:
        """Numbers of the position that can be said on the page of details."""
        return ()

    def with_names(self, setup: S, names: Sequence[str]) -> S:
        """With players of these names; without any, if there are none."""
        return replace(setup, names=tuple(names))

    def with_rules(self, setup: S, options: Options) -> S:
        """By these house rules."""
        return self.draft_functions.with_options(setup, options)

    def make_match(self) -> Match | None:
        """A match that begins here, what nobody knows drawn anew; says why if there is none."""
        try:
            return position_drafts.make_match(
                self.game, self.draft_functions.start(self.draft, position_drafts.fresh_rng())
            )
        except Illegal as error:
            self.app.say(m("{why}.", why=error.reason.message()), refused=True)
            return None

    def play_on(self) -> None:
        """A match begins here, once it was said who plays."""
        if (match := self.make_match()) is not None:
            self.app.push(PlayOnScene(self.app, match, asker=self.draft_functions.turn_seat(self.draft)))

    def ask_machines(self) -> None:
        """What machine players would do here."""
        if (match := self.make_match()) is not None and match.state.active_seats():
            self.app.push(MachineHintsDialog(self.app, match))

    def back(self) -> None:
        if not self._cancel_drags():
            self.app.pop()

    def _cancel_drags(self) -> bool:
        """Put back what is in the hand; whether there was anything."""
        dragged, self.dragged = self.dragged, None
        self.dirty = True
        return self.cancel_drag() or dragged is not None

    # widgets

    def _make_buttons(self) -> None:
        """What is there whatever lies on the table."""
        add = self.widgets.add
        self.play_button = add(Button(m("Play on"), self.play_on, icon="play"))
        sharing = m("Copy the position as a line of text (Ctrl+C), or save a picture or a page of it")
        self.share_button = add(Button(m("Share"), self.share, icon="arrow-up", tip=sharing))
        self.paste_button = add(Button(m("Paste"), self.paste, tip=m("Paste a position that was copied (Ctrl+V)")))
        # Translators: a button: what would machine players do here?
        self.ask_button = add(Button(m("Ask machines"), self.ask_machines, icon="robot"))
        for button in self.buttons:
            add(button)
        self.undo_button = add(Button("", self.undo, icon="undo", tip=m("Undo (Ctrl+Z)")))
        self.details_button = add(Button("", self.open_details, icon="gear", tip=m("Names, rules and more")))
        self.clear_button = add(Button("", self.clear, icon="trash", tip=m("Clear")))
        for widget, _ in self.tools:
            add(widget)
        self._icons = [button.icon for button in self._text_buttons]

    @property
    def _text_buttons(self) -> tuple[Button, ...]:
        return self.play_button, self.share_button, self.paste_button, *self.buttons, self.ask_button

    def _current_panel_key(self) -> object:
        return self.draft.seats, self.draft.names, self.panel_key()

    def _rebuild_panel(self) -> None:
        """The panel, for what is set up."""
        index = self.panel.clear(self.play_button)
        self._panel_key = self._current_panel_key()
        setup = self.draft
        counts = [m("{n} player", "{n} players", n=count) for count in range(2, self.max_seats + 1)]
        self.count_choice = Choice(counts, setup.seats - 2, self._choose_count)
        self.count_choice.label = m("How many play")
        turns = [m("{who}'s turn", who=name) for name in self.names]
        self.turn_choice = Choice(
            turns,
            self.draft_functions.turn_seat(setup),
            lambda seat: self.change(self.draft_functions.with_turn(self.draft, seat)),
        )
        self.turn_choice.label = m("Whose turn it is")
        self.panel.add_shelf(Shelf([self.count_choice]))
        self.panel.add_shelf(Shelf([self.turn_choice]))
        self.build_panel()
        self.panel.focus(index)

    @property
    def names(self) -> list[Words]:
        """What the players are called."""
        return [player_label(self.draft, seat) for seat in range(self.draft.seats)]

    def make_cards(
        self, place: CardPlace, known_cards: Sequence[str], hidden: int, face: Callable[[str], CardFace]
    ) -> list[CardButton]:
        """The cards of a place: pressed, they go out of it."""
        cards = (*known_cards, *(UNKNOWN,) * hidden)
        removals = [partial(self._take_back, place, index) for index in range(len(cards))]
        return [
            CardButton(card, face(card), removals[position], place, position) for position, card in enumerate(cards)
        ]

    def make_tray(self, cards: Sequence[str], face: Callable[[str], CardFace]) -> list[CardButton]:
        """All cards that can be given, and one that nobody knows."""
        return [CardButton(card, face(card), partial(self._give, card)) for card in cards]

    def make_target_choice(self, places: Sequence[tuple[CardPlace, Words]]) -> Choice:
        """Where cards of the tray go when they are pressed."""
        target_places: list[CardPlace] = [place for place, _ in places]
        self.tray_target = self.tray_target if self.tray_target in target_places else target_places[0]
        choice = Choice(
            [words for _, words in places],
            target_places.index(self.tray_target),
            lambda index: self._choose_target(target_places[index]),
        )
        choice.label = m("Where cards of the tray go")
        return choice

    def _choose_count(self, index: int) -> None:
        self.change(self.draft_functions.with_seats(self.draft, index + 2))

    def _choose_target(self, place: CardPlace) -> None:
        self.tray_target = place

    def _give(self, card: str) -> None:
        self.change(self.draft_functions.add_card(self.draft, self.tray_target, None if card == UNKNOWN else card))

    def _take_back(self, place: CardPlace, index: int) -> None:
        self.change(self.draft_functions.remove_card(self.draft, place, index))

    # what is said

    @property
    def words(self) -> str:
        """What is wrong now, with the rule, or what can be done."""
        reader = Reader([say(name) for name in self.names])
        if not self.troubles:
            return say(self.hint(), reader, begin=True)
        trouble = self.troubles[0]
        why = self.format_reason(trouble.why)
        # Translators: what is wrong with a position that somebody sets up; {rule} is as in GS-04
        return say(m("{why} ({rule})", why=why, rule=trouble.rule) if trouble.rule else why, reader, begin=True)

    def accessible_nodes(self) -> tuple[AccessibleNode, ...]:
        return (AccessibleNode("status", self.words, key=1, live="polite"),)

    # input

    def handle(self, event: Input) -> None:
        if isinstance(event, PointerInput) and self._handle_pointer(event):
            self.dirty = True
        elif is_undo(event, self.widgets.is_typing):
            self.undo()
        elif (meaning := read_shortcut(event)) is not None and not self.widgets.is_typing:
            {"copy": self.copy, "paste": self.paste}[meaning]()
        elif not self.handle_on_table(event):
            super().handle(event)
        self.sync_widgets()

    def handle_on_table(self, event: Input) -> bool:
        """An input that the game's table takes wherever the focus is; whether it did."""
        return False

    def _handle_pointer(self, event: PointerInput) -> bool:
        if event.finger_id or event.button != 1:
            return False
        if event.kind == "down":
            return self._press(event.position)
        if event.kind == "up":
            self._pressed = None
            return self._drop_card(event.position) or self.release_pointer(event.position)
        if self._pressed is not None and dist(self._pressed[1], event.position) >= _DRAG_DISTANCE:
            widget, self._pressed = self._pressed[0], None
            return self._start_drag(widget, event.position)
        if self.dragged is not None:
            self.dragged.position = event.position
            return True
        return self.move_pointer(event.position)

    def _press(self, point: Point) -> bool:
        widget = self.widgets.widget_at(point)
        self._pressed = (widget, point) if widget is not None else None
        return self.press_pointer(point, widget)

    def _start_drag(self, widget: Widget, point: Point) -> bool:
        if isinstance(widget, CardButton):
            self.widgets.handle(Unfocused())
            self.dragged = DraggedCard(widget, point)
            return True
        if not self.start_drag(widget, point):
            return self.move_pointer(point)
        self.widgets.handle(Unfocused())
        return True

    def shelf_at(self, point: Point) -> Shelf | None:
        """Where a card that is let go there comes to lie."""
        return self.panel.shelf_at(point)

    def _drop_card(self, point: Point) -> bool:
        """A card that was dragged is let go: it comes into that place, and is nowhere any more beside one."""
        dragged, self.dragged = self.dragged, None
        if dragged is None:
            return False
        card, setup, shelf = dragged.card, self.draft, self.shelf_at(point)
        if shelf is not None and card.place is not None and shelf.place == card.place:
            return True
        if card.place is not None:
            setup = self.draft_functions.remove_card(setup, card.place, card.index)
        if shelf is not None and shelf.place is not None:
            setup = self.draft_functions.add_card(setup, shelf.place, None if card.card == UNKNOWN else card.card)
        self.change(setup)
        return True

    def press_pointer(self, point: Point, widget: Widget | None) -> bool:
        """The button or the finger goes down, maybe on a widget; whether that is all that it does."""
        return False

    def move_pointer(self, point: Point) -> bool:
        """The pointer moves; whether something moves with it."""
        return False

    def release_pointer(self, point: Point) -> bool:
        """The button or the finger comes up; whether something was held with it."""
        return False

    # place

    def place(self) -> None:
        area = Rect(MARGIN, BAR, self.size[0] - 2 * MARGIN, self.size[1] - BAR - MARGIN)
        if self.size[0] > self.size[1]:
            panel = min(_PANEL_WIDTH, area.width * 0.42)
            table = Rect(area.x, area.y, area.width - panel - 12, area.height - _FOOTER_HEIGHT - 8)
            self.page_rect = Rect(table.right + 12, area.y, panel, area.height)
        else:
            panel_height = area.height * _PANEL_SHARE
            table = Rect(area.x, area.y, area.width, area.height - panel_height - _FOOTER_HEIGHT - 16)
            self.page_rect = Rect(area.x, area.bottom - panel_height, area.width, panel_height)
        self.foot = Rect(area.x, table.bottom + 8, table.width, _FOOTER_HEIGHT)
        self.place_table(table)
        self._place_foot()
        self.panel.lay_out(self.page_rect)

    def _place_foot(self) -> None:
        foot = self.foot
        text_buttons = self._text_buttons
        icon_buttons = (self.undo_button, self.details_button, self.clear_button)
        x, top = foot.x + 10, foot.bottom - ROW - 8
        gap, icon_side = (8.0, 48.0) if foot.width > _ICON_WIDTH * (len(text_buttons) + 2) else (4.0, 40.0)
        text_space = foot.width - 20 - (len(text_buttons) + len(icon_buttons) - 1) * gap - len(icon_buttons) * icon_side
        has_icons = text_space >= _ICON_WIDTH * len(text_buttons)
        for button, icon in zip(text_buttons, self._icons, strict=True):
            button.icon = icon if has_icons else ""
        for button, width in zip(
            (*text_buttons, *icon_buttons),
            (*share_width(text_buttons, text_space, is_equal=has_icons), *[icon_side] * 3),
            strict=True,
        ):
            button.rect = Rect(x, top, width, ROW)
            x = button.rect.right + gap
        x = foot.right - 10
        for widget, width in self.tools:
            x -= width + 4
            widget.rect = Rect(x, foot.y + 8, width, 40)

    # drawing

    def draw_page(self, canvas: Canvas) -> None:
        canvas.paper(self.page_rect, PAPER, 10)
        canvas.paper(self.foot, PAPER, 10)
        text_box = Rect(self.foot.x + 12, self.foot.y + 8, self.foot.width - 24, 46)
        tool_lefts = [widget.rect.x for widget, _ in self.tools if widget.visible]
        if tool_lefts:
            text_box.width = min(tool_lefts) - text_box.x - 10
        canvas.block(self.words, text_box, TEXT, INK_SOFT if self.is_possible else EMBER_DARK, leading=1.2)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.dragged is not None:
            x, y = self.dragged.position
            width, height = self.dragged.card.rect.size
            box = Rect(x - width / 2, y - height / 2, width, height)
            draw_face(canvas, self.dragged.card.card, self.dragged.card.face, box)
