"""Panel at the lower right: the selection, enlarged, with its commands.

It also has the name and the count. With nothing selected, it shows the counters of the box. A right click shows the
same commands at the pointer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from grenade_salad.app.games.open_table import amounts, menu_commands, questions
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.layout import rotate_rect
from grenade_salad.app.games.open_table.menu_commands import MenuCommand
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.games.open_table.render import piece_name
from grenade_salad.app.games.open_table.tabletop_picture import area_title
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, SMALL, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, ButtonKind
from grenade_salad.games.open_table import actions, box
from grenade_salad.games.open_table.buttons import expand_button, sorts_unseen
from grenade_salad.games.open_table.placed_pieces import shot_starts
from grenade_salad.games.open_table.reasons import TooFew
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.text import Words, m, say

InfoKind: TypeAlias = Literal["counter", "note"]
_ROW, _GAP = 38.0, 6.0
"""Height of a command's button and the gap between two, in units."""
_MARGIN, _TEXT_MARGIN = 12.0, 14.0
"""Units between the panel's edge and its buttons, and left and right of its text."""
_MENU_WIDTH, _MENU_GAP = 210.0, 2.0
"""Width of the menu at the pointer, and the gap between its buttons, in units."""
_LOW_PANEL = 250.0
"""Height in units below which digits are four in a row.

This leaves space for the question above them.
"""
_INFO_BUTTON_WIDTH = 42.0
"""Width of a button beside a counter or a note, in units."""
_MIN_INFO_ROW = 28.0
"""Minimum height of the row of a counter or a note, in a low panel."""
_MIN_TEXT_HEIGHT = 40.0
"""Height in units from which an explanation is written."""


class InfoRow(NamedTuple):
    """A counter or a note that is shown."""

    kind: InfoKind
    name: str
    rect: Rect
    """Where the text is."""


class Panel:
    """The selection or a question on paper, with its buttons.

    The buttons are the commands, in the panel or at the pointer, and the buttons that the box itself brings.
    """

    def __init__(
        self, desk: TableInteraction, do: Callable[[MenuCommand], None], write: Callable[[str, str], None]
    ) -> None:
        self.desk = desk
        self.do = do
        """Runs a command."""
        self.write = write
        """Opens the scene in which a "counter" or "note" of a name is written."""
        self.rect = Rect(0, 0, 0, 0)
        self.buttons: list[Button] = []
        """The buttons of the commands, and those beside counters and notes."""
        self.box_buttons: list[Button] = []
        """The buttons that the box brings."""
        self.box_buttons_page = 0
        """The page of the box's buttons that is shown, if they do not all fit."""
        self.next_button: Button | None = None
        """Shows the next page of the box's buttons."""
        self.more_button: Button | None = None
        """Shows the empty panel, where there is no space for it all the time."""
        self.info_rows: list[InfoRow] = []
        self.page = 0
        """The page of counters and notes that is shown, if they do not all fit."""
        self.is_always_shown = False
        """True if the panel covers nothing, so that it is always shown."""
        self.focus_keepers: tuple[Widget, ...] = ()
        """Widgets that keep the focus when the selection changes."""
        self._shown_key: object = None
        """All that the buttons depend on, when they were made."""
        self._buttons_top = 0.0
        """Upper edge of all buttons, as they are laid out."""
        self._commands_top = 0.0
        """Upper edge of the buttons of the commands."""
        self._info_seat: int | None = None
        """The seat whose counters were last brought into view."""

    @property
    def quarters(self) -> int:
        """Its rotation in quarters towards the seat that has the mouse, on a flat screen."""
        if self.desk.seat is None or self.desk.menu_point is not None:
            return 0
        return self.desk.quarters[self.desk.seat] % 4

    @property
    def area(self) -> Rect:
        """Its rectangle, upright for the seat that it is rotated to."""
        if not self.quarters:
            return self.rect
        width, height = self.rect.width, self.rect.height
        return Rect(0, 0, width, height) if self.quarters == 2 else Rect(0, 0, height, width)

    @property
    def _has_choice(self) -> bool:
        return bool(self.desk.chosen) or self.desk.card_index is not None

    @property
    def _has_question(self) -> bool:
        return bool(self.desk.question) or self.desk.hanging_carry is not None

    @property
    def is_shown(self) -> bool:
        """True if the panel shows anything."""
        return self.rect.width > 0 and (self._has_choice or self._has_question or self.is_always_shown)

    def make_box_buttons(self, place: Callable[[], None]) -> None:
        """Replace the box's buttons, "More", and the button for the next page.

        `place` is called when other buttons are to be shown.
        """
        old_buttons = (self.more_button, *self.box_buttons, self.next_button)
        self.desk.table.widgets.remove([button for button in old_buttons if button is not None])
        self.box_buttons, self.box_buttons_page = [], 0
        self.more_button = self.desk.table.widgets.add(Button(menu_commands.MORE, self._ask_more))
        for definition in self.desk.view.box.buttons:
            widget = Button(translate_word(definition.label), partial(self._press, definition))
            self.box_buttons.append(self.desk.table.widgets.add(widget))

        def show_next_page() -> None:
            self.box_buttons_page += 1
            place()
            self.desk.table.dirty = True

        self.next_button = self.desk.table.widgets.add(Button(menu_commands.MORE, show_next_page))

    def _ask_more(self) -> None:
        previous_question = self.desk.question
        self.desk.choose([])
        self.desk.ask("" if previous_question else "more")
        self.update_buttons()
        self.desk.table.dirty = True

    def _press(self, definition: box.Button) -> None:
        seat = self.desk.seat
        if seat is None:
            return
        button_actions = expand_button(definition, seat, self.desk.view)
        if not button_actions:
            self.desk.table.controller.refuse(TooFew(1, 0))
        if any(sorts_unseen(action, self.desk.view) for action in button_actions):
            self.desk.choose([])
            self.desk.pending = tuple(button_actions)
            self.desk.ask("sort")
            self.update_buttons()
            self.desk.table.dirty = True
            return
        for action in button_actions:
            if not self.desk.table.controller.act(action):
                return

    def available_commands(self) -> list[MenuCommand]:
        """Return all commands that are possible now, on whatever page."""
        return questions.answers(self.desk)

    def update_buttons(self) -> None:
        """Replace the buttons if the selection, the question or the layout has changed."""
        desk, available = self.desk, self.available_commands()
        is_idle = not (self._has_choice or self._has_question)
        if is_idle:
            available = menu_commands.idle_commands(desk)
        shown_key = (
            (tuple(desk.chosen), desk.card_index, desk.menu_point, desk.seat, tuple(available)),
            (desk.question, desk.typed_digits, desk.hanging_carry is not None),
            (tuple(self.rect), desk.page, self.page, self.quarters),
        )
        if shown_key == self._shown_key:
            return
        self._shown_key = shown_key
        focused = desk.table.widgets.focus
        had_focus = focused in self.buttons
        self._rebuild_buttons(available, is_idle=is_idle)
        if focused in self.focus_keepers and not self._has_question:
            return
        if self.buttons and not is_idle:
            desk.table.widgets.set_focus(self.buttons[0])
        elif had_focus or focused is None:
            desk.table.widgets.set_focus(None)

    def _rebuild_buttons(self, available: list[MenuCommand], *, is_idle: bool) -> None:
        desk = self.desk
        desk.table.widgets.remove(self.buttons)
        self.buttons = []
        if self.is_shown or not is_idle:
            commands = available if amounts.asks_number(desk) else menu_commands.current_page(desk, available)
            self._add_command_buttons(commands, has_main=not is_idle)
            self._place_command_buttons(self.buttons)
        self._commands_top = self._find_buttons_top()
        self.info_rows = []
        if not (self._has_choice or desk.hanging_carry) and desk.question in ("", "more") and self.is_shown:
            self._place_info_rows()
        self._buttons_top = self._find_buttons_top()
        if quarters := self.quarters:
            for button in self.buttons:
                button.rect, button.quarter_turns = rotate_rect(self.rect, quarters, button.rect), quarters

    def _find_buttons_top(self) -> float:
        return min((button.rect.y for button in self.buttons), default=self.area.bottom)

    def _add_command_buttons(self, commands: list[MenuCommand], *, has_main: bool) -> None:
        for index, command in enumerate(commands):
            kind: ButtonKind = "main" if has_main and index == 0 else "plain"
            button = Button(self._button_words(command), partial(self.do, command), kind=kind, size=SMALL)
            self.buttons.append(self.desk.table.widgets.add(button))

    def _button_words(self, command: MenuCommand) -> Words:
        if not command.key:
            return command.words
        # Translators: a button: what it does, and the key for it
        return m("{verb} ({key})", verb=command.words, key=self.desk.table.app.settings.key_name(command.key))

    def _place_command_buttons(self, buttons: list[Button]) -> None:
        asks_amount = amounts.asks_number(self.desk) and not self.desk.typed_digits
        in_menu = self.desk.menu_point is not None
        gap = _MENU_GAP if in_menu else _GAP
        if asks_amount:
            columns = 4 if self.area.height < _LOW_PANEL and not in_menu else 3
        else:
            columns = 1 if in_menu else 2
        rows = -(-len(buttons) // columns)
        height = rows * (_ROW + gap) - gap
        if self.desk.menu_point is not None:
            size = self.desk.table.size
            left = min(self.desk.menu_point[0], size[0] - _MENU_WIDTH - 8) + 6
            top, width = min(self.desk.menu_point[1], size[1] - height - 20) + 6, _MENU_WIDTH - 12
        else:
            area = self.area
            left, top = area.x + _MARGIN, area.bottom - _MARGIN - height
            width = area.width - 2 * _MARGIN
        button_width = (width - _GAP * (columns - 1)) / columns
        for index, button in enumerate(buttons):
            row, column = divmod(index, columns)
            button.rect = Rect(left + column * (button_width + _GAP), top + row * (_ROW + gap), button_width, _ROW)

    def _place_info_rows(self) -> None:
        """Lay out counters and notes with their buttons, in pages if needed.

        The order of the rows does not depend on who has the mouse. The page with that seat's own counters is shown
        first.
        """
        desk = self.desk
        if desk.seat is None:
            return
        area, top, bottom = self.area, self.area.y + 40, self._find_buttons_top()
        row_count = max(1, int((bottom - top - 2) // (_ROW + 2)))
        row_height = min(_ROW, max(_MIN_INFO_ROW, bottom - top - 3))
        names = list_info_rows(desk)
        pages = max(1, -(-len(names) // row_count))
        if desk.seat != self._info_seat:
            self._info_seat = desk.seat
            owners = desk.view.box.counter_owners(desk.seats)
            rows = [row for row, (kind, name) in enumerate(names) if kind == "counter" and owners[name][1] == desk.seat]
            if rows and self.page % pages not in {row // row_count for row in rows}:
                self.page = rows[0] // row_count
        first = self.page % pages * row_count
        for kind, name in names[first : first + row_count]:
            self._add_info_buttons(kind, name, top, row_height)
            self.info_rows.append(InfoRow(kind, name, Rect(area.x + _TEXT_MARGIN, top, area.width - 160, row_height)))
            top += _ROW + 2
        if pages > 1:
            # Translators: a button over some of the counters of the table: it shows the others
            tip = m("Other counters and notes ({n} of {pages})", n=self.page % pages + 1, pages=pages)
            rect = Rect(area.right - 54, area.y + 4, _INFO_BUTTON_WIDTH, 33)
            self._add_icon_button("arrow-right", self._show_next_page, rect, tip, has_tip=True)

    def _add_info_buttons(self, kind: InfoKind, name: str, top: float, row_height: float) -> None:
        """Add the buttons that change a counter or a note."""
        right = self.area.right
        if kind == "counter":
            title = counter_title(self.desk, name)
            for delta, icon, left, label in (
                (-1, "minus", right - 140, m("{what}: one less", what=title)),
                (1, "plus", right - 97, m("{what}: one more", what=title)),
            ):
                rect = Rect(left, top, 40, row_height)
                self._add_icon_button(icon, partial(self._change_counter, name, delta), rect, label)
            # Translators: a button beside a counter, such as points: a number is typed for it
            tip = m("{what}: type a number", what=title)
        else:
            # Translators: a button beside a line of text on the table
            tip = m("Write on {what}", what=translate_word(name))
        rect = Rect(right - 54, top, _INFO_BUTTON_WIDTH, row_height)
        self._add_icon_button("pencil", partial(self.write, kind, name), rect, tip, has_tip=True)

    def _add_icon_button(
        self, icon: str, press: Callable[[], None], rect: Rect, label: Words, *, has_tip: bool = False
    ) -> None:
        button = Button("", press, rect, icon=icon)
        button.label = label
        if has_tip:
            button.tip = label
        self.buttons.append(self.desk.table.widgets.add(button))

    def _show_next_page(self) -> None:
        self.page += 1
        self.update_buttons()
        self.desk.table.widgets.set_focus(self.buttons[-1] if self.buttons else None)
        self.desk.table.dirty = True

    def _change_counter(self, name: str, delta: int) -> None:
        if self.desk.seat is not None:
            self.desk.table.controller.act(
                actions.Set(self.desk.seat, "counter", name, self.desk.view.counters[name] + delta)
            )

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper and the text. The buttons draw themselves."""
        desk = self.desk
        if desk.menu_point is not None and self.buttons:
            first, last = self.buttons[0].rect, self.buttons[-1].rect
            canvas.paper(Rect(first.x - 6, first.y - 6, _MENU_WIDTH, last.bottom - first.y + 12), radius=8)
        if not self.is_shown:
            return
        canvas.paper(self.rect, radius=10)
        if not self.quarters:
            self._draw_upright(canvas)
            return
        with canvas.rotated(self.rect, self.quarters) as inner:
            self._draw_upright(inner)

    def _draw_upright(self, canvas: Canvas) -> None:
        desk, area = self.desk, self.area
        if not self._has_choice:
            self._draw_empty(canvas)
            return
        top = self._buttons_top if desk.menu_point is None else area.bottom
        height = max(0.0, top - area.y - 18)
        self._draw_chosen(canvas, Rect(area.x + _MARGIN, area.y + 10, area.width - 2 * _MARGIN, height))

    def _draw_empty(self, canvas: Canvas) -> None:
        desk, area = self.desk, self.area
        left, width = area.x + _TEXT_MARGIN, area.width - 2 * _TEXT_MARGIN
        if question := questions.title(desk):
            height = max(24.0, self._buttons_top - area.y - 18)
            canvas.block(question, Rect(left, area.y + _MARGIN, width, height), TEXT, INK)
            return
        title = translate_word(desk.view.box.name)
        canvas.text(title, (left, area.y + _MARGIN), TEXT, INK, bold=True, max_width=area.width - 76)
        for kind, name, rect in self.info_rows:
            if kind == "counter":
                words = m("{what}: {n}", what=counter_title(desk, name), n=desk.view.counters[name])
            else:
                words = m("{what}: {text}", what=translate_word(name), text=desk.view.notes[name])
                rect = Rect(rect.x, rect.y, area.right - 60 - rect.x, rect.height)
            canvas.text(words, (rect.x, rect.centery), TEXT, INK, anchor="midleft", max_width=rect.width)
        self._draw_shot(canvas)
        if desk.seat is None or desk.question or self.info_rows:
            return
        text_area = Rect(left, area.y + 48, width, self._buttons_top - area.y - 56)
        if text_area.height > _MIN_TEXT_HEIGHT:
            # Translators: on the empty panel beside the table
            words = m("Drag things where you like. Click one to see what can be done with it.")
            canvas.block(words, text_area, SMALL, INK_SOFT)

    def _draw_shot(self, canvas: Canvas) -> None:
        """Write how to shoot a piece that is where the seat's shots begin."""
        desk, area = self.desk, self.area
        if desk.seat is None or desk.question:
            return
        piece = next((piece for piece in desk.pieces if menu_commands.is_at_shot_start(desk, desk.seat, piece)), None)
        text_top = max((row.rect.bottom for row in self.info_rows), default=area.y + 40) + 6
        if self._commands_top - text_top < _MIN_TEXT_HEIGHT or not shot_starts(desk.view, desk.seat):
            return
        # Translators: on the panel beside the table, of a board where discs are shot with a finger
        words = m("Put one of your discs where your shots begin, at your side of the board.")
        if piece is not None:
            # Translators: on the panel beside the table: {what} is "a white disc", which lies where shots begin
            words = m(
                "Pull {what} back and let go: it flies the other way. Held still for a moment first, it is only moved.",
                what=piece_name(piece),
            )
        height = self._commands_top - text_top - 6
        text_area = Rect(area.x + _TEXT_MARGIN, text_top, area.width - 2 * _TEXT_MARGIN, height)
        canvas.block(words, text_area, SMALL, INK_SOFT)

    def _draw_chosen(self, canvas: Canvas, area: Rect) -> None:
        desk = self.desk
        title, count = self.title()
        if questions.title(desk):
            canvas.block(say(title, begin=True), Rect(area.x, area.y, area.width, 48), TEXT, INK)
        else:
            name = say(title, begin=True)
            canvas.text(name, (area.centerx, area.y), TEXT, INK, bold=True, anchor="midtop", max_width=area.width)
        canvas.text(count, (area.centerx, area.y + 24), SMALL, INK_SOFT, anchor="midtop", max_width=area.width)
        piece = desk.find_piece(desk.chosen[0]) if len(desk.chosen) == 1 else None
        picture_area = Rect(area.x, area.y + 48, area.width, area.height - 54)
        if piece is None or picture_area.height < 24:
            return
        share = min(picture_area.width / piece.size[0], picture_area.height / piece.size[1])
        size = piece.size[0] * share, piece.size[1] * share
        draw_piece(canvas, piece.kind, piece.face, picture_area.center, size, files=desk.files)

    def title(self) -> tuple[Words, Words]:
        """Return the name of the selection and its count.

        A card of a hand is not named, since other players see the panel.
        """
        desk = self.desk
        if question := questions.title(desk):
            return question, ""
        if desk.card_index is not None:
            # Translators: {n} is its place, counted from the left
            return m("Card {n} in the hand", n=desk.card_index + 1), ""
        if len(desk.chosen) > 1:
            return m("{n} things", n=len(desk.chosen)), ""
        key = desk.chosen[0]
        piece = desk.find_piece(key)
        area = desk.find_area(key) if isinstance(key, str) else None
        if area is not None:
            return area_title(desk, area), m("{n} inside", n=area.contents.count)
        if piece is None:
            return "", ""
        if piece.is_stack:
            # Translators: under the number of cards of a pile: which is on top; {what} is "a card" if it lies face down
            # Translators: {name} is what somebody calls a pile of cards
            pile_title = m("{name}: a stack of {n}", name=piece.name, n=piece.count)
            return pile_title if piece.name else m("a stack of {n}", n=piece.count), m(
                "on top: {what}", what=piece_name(piece)
            )
        return piece_name(piece), ""


def counter_title(desk: TableInteraction, name: str) -> Words:
    """Return the name of a counter, with the player whose it is."""
    counter, seat = desk.view.box.counter_owners(desk.seats)[name]
    if seat is None:
        return translate_word(counter.name)
    return m("{who}'s {place}", who=desk.table.controller.names[seat], place=translate_word(counter.name))


def list_info_rows(desk: TableInteraction) -> list[tuple[InfoKind, str]]:
    """Return all counters and notes as pairs of kind and name.

    First those of the table, then those of each seat, in the order of the box.
    """
    owners = desk.view.box.counter_owners(desk.seats)
    rows: dict[int | None, list[tuple[InfoKind, str]]] = {
        seat: [("counter", name) for name in owners if owners[name][1] == seat] for seat in (None, *range(desk.seats))
    }
    notes: list[tuple[InfoKind, str]] = [("note", name) for name in desk.view.notes]
    return [*rows[None], *notes, *(row for seat in range(desk.seats) for row in rows[seat])]
