"""The position editor: the part that is the same for every game.

A game provides pure functions from one draft to the next (`DraftFunctions`, a module of its own), what is on the table,
and what is beside it. Every change is saved as a draft, and can be undone.
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
from grenade_salad.app.match.play_on import PlayOnScene
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
"""Units that a press moves before it drags a card."""
_PANEL_WIDTH, _MAX_PANEL_SHARE = 430.0, 0.42
"""Width in units of the panel beside the table, at most that share of the window."""
_PANEL_HEIGHT_SHARE = 0.5
"""The panel's share of the height below the table, in a tall window."""
_FOOTER_HEIGHT = 110.0
"""Height in units of the text and the buttons below the table."""
_ICON_WIDTH = 100.0
"""Width of a button from which it has an icon beside its label, in units."""
_MAX_UNDO = 200
"""Changes that can be undone, at most."""


@dataclass
class DraggedCard:
    """A card that is dragged, and its position."""

    button: CardButton
    """The button of the card, which stays in its place."""
    position: Point


class PositionEditor(PageScene, Generic[S]):
    """Edits a draft of a position. A game's editor is a subclass that provides

    - `default_focus`: the widget that gets the focus first; `place_table` and `on_draft_changed` keep the table up to
      date;
    - `build_panel`: what is beside the table, put into `panel`; `panel_key` is all that it depends on;
    - `hint`: what can be done now, in a sentence; `draw_picture`: the table, for others;
    - and maybe `tools`, small widgets at the right of the text, and `buttons`, further ones in the row below it.
    """

    title = m("Set up a position")
    widest = 10_000.0
    smallest = (820.0, 480.0)
    max_seats = 4
    """The largest number of players that can be chosen."""

    def __init__(self, app: AppContext, game: str, draft_functions: DraftFunctions[S], line: str = "") -> None:
        """Begin with the position of a line, if there is one.

        Raises `Unreadable` if it is no line of the game.
        """
        super().__init__(app)
        self.game, self.draft_functions, self.rules_page = game, draft_functions, game
        self.draft = draft_functions.parse_draft(line) if line else draft_functions.new_draft(2)
        self.troubles = draft_functions.find_problems(self.draft)
        """The reasons why there is no such position."""
        self.undo_drafts: list[S] = self._load_undo_drafts(line)
        """The drafts that undo returns to, from the oldest to the latest."""
        self.tray_target: CardPlace = 0
        """The place that gets cards of the tray."""
        self.dragged: DraggedCard | None = None
        self.tools: list[tuple[Widget, float]] = []
        """Small widgets at the right of the text, with their widths in units."""
        self.buttons: list[Button] = []
        """The game's own buttons, in the row below the text."""
        self.foot = Rect(0, 0, 0, 0)
        self.panel = Panel(self.widgets, self.page_rect)
        self._pressed: tuple[Widget, Point] | None = None
        """What a button was pressed on, and where, until it is released or dragged."""
        self._panel_key: object = None
        """All that the widgets of the panel depend on, when they were made."""

    def _load_undo_drafts(self, line: str) -> list[S]:
        """Return the saved draft, for undo to return to, if it differs from the position."""
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
        """Add everything else, after the game's own widgets."""
        self._make_buttons()
        self._rebuild_panel()
        self.widgets.set_focus(self.default_focus)
        self.refresh()
        self.layout(self.size)

    # What a game provides

    @property
    def default_focus(self) -> Widget:
        """The widget that has the focus if no other has it."""
        raise NotImplementedError

    def place_table(self, box: Rect) -> None:
        """Put the table into a box."""

    def on_draft_changed(self) -> None:
        """Show the changed draft."""

    def build_panel(self) -> None:
        """Put the widgets into the panel."""

    def card_face(self, card: str) -> CardFace:
        """Return the look of a card, or of an unknown one."""
        raise NotImplementedError

    def panel_key(self) -> object:
        """Return what decides which widgets are in the panel, besides the players."""
        return None

    def hint(self) -> Message:
        """Say what can be done now."""
        raise NotImplementedError

    def format_reason(self, reason: Reason) -> Message:
        """Say why there is no such position."""
        return reason.message()

    def draw_picture(self) -> pygame.Surface:
        """Draw the table as everybody may see it."""
        raise NotImplementedError

    def cancel_drag(self) -> bool:
        """Put back what is dragged, on Esc. Return True if there was something."""
        return False

    def start_drag(self, widget: Widget, point: Point) -> bool:
        """Start to drag something that is no card. Return True if it can be dragged.

        `move_pointer` and `release_pointer` follow.
        """
        return False

    # Changes

    def change(self, setup: S) -> None:
        """Replace the draft. The previous one can be restored by undo."""
        previous = self.draft
        if setup != previous:
            self.show(setup)
            self.commit_change(previous)

    def show(self, setup: S) -> None:
        """Show a draft while it is dragged about, without saving it."""
        self.draft, self.troubles = setup, self.draft_functions.find_problems(setup)
        self.on_draft_changed()
        self.refresh()

    def commit_change(self, previous: S) -> None:
        """Save a change that is complete, so that it can be undone."""
        self.undo_drafts = [*self.undo_drafts[-_MAX_UNDO:], previous]
        self.app.audio.play("put")
        self._save_draft()
        self.refresh()

    def refresh(self) -> None:
        """Update the panel and the widgets after a change."""
        self.dirty = True
        if self._panel_key != self._current_panel_key():
            self._rebuild_panel()
            self.layout(self.size)
        self.sync_widgets()

    def sync_widgets(self) -> None:
        """Set the widgets to the draft."""
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
        """The draft as a line."""
        return self.draft_functions.format_draft(self.draft)

    @property
    def is_possible(self) -> bool:
        """True if there is such a position."""
        return not self.troubles

    def undo(self) -> None:
        """Undo the last change."""
        if self.undo_drafts:
            self._cancel_drags()
            if self.widgets.is_typing:
                self.widgets.set_focus(self.default_focus)
            self.show(self.undo_drafts.pop())
            self._save_draft()

    def clear(self) -> None:
        """Begin with an empty draft, with the same players and house rules."""
        empty = self.draft_functions.new_draft(self.draft.seats)
        self.change(replace(self.draft_functions.with_options(empty, self.draft.options), names=self.draft.names))

    def copy(self) -> None:
        """Copy the position as a line, for anybody to paste."""
        share_position.copy_line(self.app, self.line)

    def share(self) -> None:
        """Offer to share the position as text, picture or web page."""
        share_position.open_share_dialog(
            self.app, self.line, self.make_match if self.is_possible else None, self.draw_picture
        )

    def paste(self) -> None:
        """Take the position of the line in the clipboard."""
        try:
            pasted = self.draft_functions.parse_draft(pygame.scrap.get_text())
        except (pygame.error, Unreadable) as error:
            why: Words = error.reason.message() if isinstance(error, Unreadable) else str(error)
            self.app.say(m("{why}.", why=why), refused=True, seconds=12)
        else:
            self.change(pasted)

    def open_details(self) -> None:
        """Open the page for names of players, house rules, and other details."""
        self.app.push(PositionDetails(self.app, self.draft, self.counts(), self.with_rules, self._apply_details))

    def _apply_details(self, setup: S, names: Sequence[str]) -> None:
        self.change(self.with_names(setup, names))

    def counts(self) -> Sequence[Count[S]]:
        """Return numbers of the position that the page of details can change."""
        return ()

    def with_names(self, setup: S, names: Sequence[str]) -> S:
        """Return the draft with these names of players, which may be none."""
        return replace(setup, names=tuple(names))

    def with_rules(self, setup: S, options: Options) -> S:
        """Return the draft with these house rules."""
        return self.draft_functions.with_options(setup, options)

    def make_match(self) -> Match | None:
        """Return a match that begins here, or None, after saying why.

        Unknown cards are drawn again each time.
        """
        try:
            return position_drafts.make_match(
                self.game, self.draft_functions.start(self.draft, position_drafts.fresh_rng())
            )
        except Illegal as error:
            self.app.say(m("{why}.", why=error.reason.message()), refused=True)
            return None

    def play_on(self) -> None:
        """Begin a match here, after choosing who plays."""
        if (match := self.make_match()) is not None:
            self.app.push(PlayOnScene(self.app, match, asker=self.draft_functions.turn_seat(self.draft)))

    def ask_machines(self) -> None:
        """Show what machine players would do here."""
        if (match := self.make_match()) is not None and match.state.active_seats():
            self.app.push(MachineHintsDialog(self.app, match))

    def back(self) -> None:
        if not self._cancel_drags():
            self.app.pop()

    def _cancel_drags(self) -> bool:
        """Put back what is dragged. Return True if there was something."""
        dragged, self.dragged = self.dragged, None
        self.dirty = True
        return self.cancel_drag() or dragged is not None

    # Widgets

    def _make_buttons(self) -> None:
        """Make the buttons that every game has."""
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
        """Build the panel for the current draft."""
        index = self.panel.clear(self.play_button)
        self._panel_key = self._current_panel_key()
        setup = self.draft
        self.count_choice = self.add_choice(
            m("How many play"),
            [m("{n} player", "{n} players", n=count) for count in range(2, self.max_seats + 1)],
            setup.seats - 2,
            lambda index: self.change(self.draft_functions.with_seats(self.draft, index + 2)),
        )
        self.turn_choice = self.add_choice(
            m("Whose turn it is"),
            [m("{who}'s turn", who=name) for name in self.names],
            self.draft_functions.turn_seat(setup),
            lambda seat: self.change(self.draft_functions.with_turn(self.draft, seat)),
        )
        self.build_panel()
        self.panel.focus(index)

    @property
    def names(self) -> list[Words]:
        """The labels of the players."""
        return [player_label(self.draft, seat) for seat in range(self.draft.seats)]

    def add_choice(
        self, label: Words, choices: Sequence[Words], chosen: int, on_change: Callable[[int], None]
    ) -> Choice:
        """Add a choice to the panel, and return it."""
        choice = Choice(choices, chosen, on_change)
        choice.label = label
        self.panel.add_shelf(Shelf([choice]))
        return choice

    def add_cards(
        self,
        panel: Panel,
        place: CardPlace,
        known_cards: Sequence[str],
        size: tuple[float, float],
        *,
        hidden: int = 0,
        head: Widget | None = None,
        words: Words = "",
    ) -> list[CardButton]:
        """Add the cards of a place to a panel, and return them. A press removes one."""
        cards = [
            CardButton(card, self.card_face(card), partial(self._take_back, place, index), place, index)
            for index, card in enumerate((*known_cards, *(UNKNOWN,) * hidden))
        ]
        panel.add_shelf(Shelf(cards, size, head, words, place))
        return cards

    def add_hands(self, panel: Panel, heads: Sequence[Widget], size: tuple[float, float]) -> list[list[CardButton]]:
        """Add the hand of each seat beside its head, and return the cards."""
        hands = []
        for seat, head in enumerate(heads):
            known_cards, hidden = self.draft_functions.hand(self.draft, seat)
            hands.append(self.add_cards(panel, seat, known_cards, size, hidden=hidden, head=head))
        return hands

    def add_unknown_choice(self, count: int | None, maximum: int, on_change: Callable[[int | None], None]) -> None:
        """Add the choice of how many unknown cards are in the deck.

        None: all the rest.
        """
        words: list[Words] = [m("Deck: all other cards")]
        words += [m("Unknown in the deck: {n}", n=n) for n in range(max(maximum, count or 0) + 1)]
        self.unknown_choice = self.add_choice(
            m("Unknown cards in the deck"),
            words,
            0 if count is None else count + 1,
            lambda index: on_change(index - 1 if index else None),
        )

    def add_tray(
        self, places: Sequence[tuple[CardPlace, Words]], cards: Sequence[str], size: tuple[float, float]
    ) -> None:
        """Add all cards that can be given, and the choice of the place that gets them."""
        target_places: list[CardPlace] = [place for place, _ in places]
        self.tray_target = self.tray_target if self.tray_target in target_places else target_places[0]
        self.target_choice = self.add_choice(
            m("Where cards of the tray go"),
            [words for _, words in places],
            target_places.index(self.tray_target),
            lambda index: self._choose_target(target_places[index]),
        )
        self.tray_cards = [CardButton(card, self.card_face(card), partial(self._give, card)) for card in cards]
        self.panel.add_shelf(Shelf(self.tray_cards, size))

    def _choose_target(self, place: CardPlace) -> None:
        self.tray_target = place

    def _give(self, card: str) -> None:
        self.change(self.draft_functions.add_card(self.draft, self.tray_target, None if card == UNKNOWN else card))

    def _take_back(self, place: CardPlace, index: int) -> None:
        self.change(self.draft_functions.remove_card(self.draft, place, index))

    # Text

    @property
    def words(self) -> str:
        """The reason why there is no such position, or a hint what can be done."""
        reader = Reader([say(name) for name in self.names])
        if not self.troubles:
            return say(self.hint(), reader, begin=True)
        trouble = self.troubles[0]
        why = self.format_reason(trouble.why)
        # Translators: what is wrong with a position that somebody sets up; {rule} is as in GS-04
        return say(m("{why} ({rule})", why=why, rule=trouble.rule) if trouble.rule else why, reader, begin=True)

    def accessible_nodes(self) -> tuple[AccessibleNode, ...]:
        return (AccessibleNode("status", self.words, key=1, live="polite"),)

    # Input

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
        """Handle an input on the table wherever the focus is. Return True if it was used."""
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
            self.dragged = DraggedCard(widget, point)
        elif not self.start_drag(widget, point):
            return self.move_pointer(point)
        self.widgets.handle(Unfocused())  # Its release is not a click.
        return True

    def shelf_at(self, point: Point) -> Shelf | None:
        """Return the shelf that takes a card released at a point."""
        return self.panel.shelf_at(point)

    def _drop_card(self, point: Point) -> bool:
        """Release the dragged card: it moves to the shelf there, or is removed."""
        dragged, self.dragged = self.dragged, None
        if dragged is None:
            return False
        button, draft, shelf = dragged.button, self.draft, self.shelf_at(point)
        target = None if shelf is None else shelf.place
        if target is not None and target == button.place:
            return True
        if button.place is not None:
            draft = self.draft_functions.remove_card(draft, button.place, button.index)
        if target is not None:
            draft = self.draft_functions.add_card(draft, target, None if button.card == UNKNOWN else button.card)
        self.change(draft)
        return True

    def press_pointer(self, point: Point, widget: Widget | None) -> bool:
        """Press at a point, maybe on a widget. Return True if that was used."""
        return False

    def move_pointer(self, point: Point) -> bool:
        """Move the pointer. Return True if something is dragged with it."""
        return False

    def release_pointer(self, point: Point) -> bool:
        """Release the pointer. Return True if something was dragged with it."""
        return False

    # Layout

    def place(self) -> None:
        area = Rect(MARGIN, BAR, self.size[0] - 2 * MARGIN, self.size[1] - BAR - MARGIN)
        if self.size[0] > self.size[1]:
            panel_width = min(_PANEL_WIDTH, area.width * _MAX_PANEL_SHARE)
            table = Rect(area.x, area.y, area.width - panel_width - 12, area.height - _FOOTER_HEIGHT - 8)
            self.page_rect = Rect(table.right + 12, area.y, panel_width, area.height)
        else:
            panel_height = area.height * _PANEL_HEIGHT_SHARE
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

    # Drawing

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
            width, height = self.dragged.button.rect.size
            box = Rect(x - width / 2, y - height / 2, width, height)
            draw_face(canvas, self.dragged.button.card, self.dragged.button.face, box)
