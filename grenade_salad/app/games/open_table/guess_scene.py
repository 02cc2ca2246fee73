"""The page "What is what?": people say what the columns or pictures of a file are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import get_args

from grenade_salad.app.games.open_table.box_pictures import PictureFiles
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode, join_sentences, text_nodes
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.theme import EMBER, INK_SOFT, ROW, SMALL
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button, Choice, Slider, Toggle
from grenade_salad.boxes.answers import Answers, Guess, PictureGuess, PictureUse, SampleCard, TableGuess, Use
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.card_layout import strip_marks
from grenade_salad.boxes.column_guess import ROLES, Role
from grenade_salad.boxes.deck_box import CARD_SIZE
from grenade_salad.boxes.spreadsheet import ICONS
from grenade_salad.boxes.table_box import SMALL_TYPE, choose_paints, fit_card, paint_cell, print_row
from grenade_salad.games.open_table.box import Kind, Printed
from grenade_salad.games.open_table.view import Face
from grenade_salad.text import Message, Words, m, say

_FOOTER_HEIGHT = 64.0
_MIN_TWO_COLUMNS = 760.0
"""Width of the page from which the cards are beside the columns."""
_PREVIEW_SHARE, _PREVIEW_HEIGHT = 0.42, 200.0
"""Share of the width that cards beside the columns take, and their height above."""
_MAX_VALUES = 3
_MAX_GRID = 20.0
_ROLE_WORDS: dict[Role, Message] = {
    # Translators: what a column of a table is: the name of a card
    "title": m("Name", context="a column"),
    "text": m("Text", context="a column"),
    # Translators: what a column of a table is: a number that stands large in the corner of a card
    "number": m("Number in the corner", context="a column"),
    # Translators: what a column of a table is: how many there are of a card
    "count": m("Copies", context="a column"),
    "picture": m("Picture", context="a column"),
    "icon": m("Icon", context="a column"),
    "colour": m("Colour", context="a column"),
    # Translators: what a column of a table is: printed as a line, as in "Power 3"
    "line": m("A line of its own", context="a column"),
    "none": m("Not on the card", context="a column"),
}
_USES: tuple[Use, ...] = get_args(Use)
_USE_WORDS = (
    # Translators: what pictures of a file are
    m("Cards", context="pictures"),
    m("A board", context="pictures"),
    # Translators: what pictures of a file are: each of them has several cards on it, which are cut out
    m("Sheets to cut up", context="pictures"),
    # Translators: what pictures of a file are: they are not used
    m("Leave them out", context="pictures"),
)


def can_ask(loaded: LoadedBox) -> bool:
    """True if something in a box was guessed, or there are several games in its file."""
    return loaded.guess is not None or len(loaded.variants) > 1


class GuessScene(PageScene):
    """Columns with their values on the left, three cards on the right.

    `on_done` is called with the answers.
    """

    # Translators: the title of a page on which people say what the columns of a table are
    title = m("What is what?")
    smallest = (480.0, 300.0)

    def __init__(self, app: AppContext, loaded: LoadedBox, on_done: Callable[[Answers], None]) -> None:
        self.loaded, self.on_done = loaded, on_done
        guess = loaded.guess or Guess()
        self.tables, self.pictures = list(guess.tables), list(guess.pictures)
        self.variant = loaded.variant
        self.index = 0
        """The index of the table or pictures that the page shows."""
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.cards_area = Rect(0, 0, 0, 0)
        self.cards: tuple[Printed, ...] = ()
        """The cards that are shown as examples."""
        super().__init__(app)
        self.form = Form(self.widgets, self.scroll)
        # Translators: a button: take what was said about the columns of a table
        self.done_button = self.widgets.add(Button(m("Done"), self.finish, kind="main"))
        self._rows: list[Widget] = []
        self._build()
        self.widgets.set_focus(self._rows[0] if self._rows else self.done_button)

    @property
    def table(self) -> TableGuess | None:
        """The table that the page shows, if it shows one."""
        return self.tables[self.index] if self.tables else None

    def _build(self) -> None:
        """Build the rows of the table or pictures that are shown, and keep the focus."""
        focused = self._rows.index(self.widgets.focus) if self.widgets.focus in self._rows else 0
        self.widgets.remove([item for item in self.widgets.items if item not in (self.back_button, self.done_button)])
        self.form, self._rows = Form(self.widgets, self.scroll), []
        if len(self.loaded.variants) > 1:
            index = self.loaded.variants.index(self.variant) if self.variant in self.loaded.variants else 0
            # Translators: a choice of one of several games in a file
            self._add(m("Which game?"), Choice(self.loaded.variants, index, self._choose_variant))
        names: list[Words] = [table.name for table in self.tables]
        names += [_name_pictures(guess) for guess in self.pictures]
        if len(names) > 1:
            # Translators: a choice of one sheet of a table, or of some pictures, which the page then shows
            self._add(m("What is shown"), Choice(names, self.index, self._show_part))
        if (table := self.table) is not None:
            self._add_columns(table)
        elif self.pictures:
            self._add_pictures(self.pictures[self.index])
        if self._rows:
            self.widgets.set_focus(self._rows[min(focused, len(self._rows) - 1)])
        self._update_cards()
        self.layout(self.size)
        self.dirty = True

    def _scrolled(self) -> Sequence[tuple[Widget, Scroll]]:
        return [
            (widget, self.scroll) for widget in self.widgets.items if widget not in (self.back_button, self.done_button)
        ]

    def _add(self, words: Words, widget: Widget, help_words: Words = "") -> None:
        self.form.add_row(words, widget, help_words)
        self._rows.append(widget)

    def _add_columns(self, table: TableGuess) -> None:
        if len(self.tables) > 1:
            # Translators: a switch: each row of this table is a card of the game
            self._add("", Toggle(m("These rows are cards"), table.is_used, self._use_table))
        labels = [_ROLE_WORDS[role] for role in ROLES]
        for column, role in enumerate(table.roles):
            values = list(table.values[column][:_MAX_VALUES])
            choice = Choice(labels, ROLES.index(role), partial(self._set_role, column))
            self._add(_name_column(table, column), choice, m("{names:,}", names=values) if values else "")

    def _add_pictures(self, guess: PictureGuess) -> None:
        self._add(_name_pictures(guess), Choice(_USE_WORDS, _USES.index(guess.use.what), self._set_use))
        if guess.use.what == "sheet":
            for words, value, change in (
                # Translators: how many pictures are side by side on a sheet
                (m("Pictures side by side"), guess.use.columns, self._set_columns),
                # Translators: how many rows of pictures are on a sheet
                (m("Rows of pictures"), guess.use.rows, self._set_rows),
            ):
                self._add(words, Slider(1.0, _MAX_GRID, 1.0, float(value), change))

    # What people say

    def _choose_variant(self, index: int) -> None:
        self.variant = self.loaded.variants[index]

    def _show_part(self, index: int) -> None:
        self.index = index
        self._build()

    def _use_table(self, is_used: bool) -> None:
        self.tables[self.index] = replace(self.tables[self.index], is_used=is_used)

    def _set_role(self, column: int, index: int) -> None:
        """Set the role of a column; another column that had it becomes a line."""
        table, role = self.tables[self.index], ROLES[index]
        roles = [
            "line" if other == role and role not in ("line", "none") and position != column else other
            for position, other in enumerate(table.roles)
        ]
        roles[column] = role
        self.tables[self.index] = replace(table, roles=tuple(roles))
        choices = [row for row in self._rows if isinstance(row, Choice)][-len(roles) :]
        for choice, new_role in zip(choices, roles, strict=True):
            choice.chosen = ROLES.index(new_role)
        self._update_cards()

    def _set_use(self, index: int) -> None:
        guess = self.pictures[self.index]
        columns, rows = (guess.use.columns, guess.use.rows) if guess.use.columns * guess.use.rows > 1 else (2, 2)
        use = PictureUse(_USES[index], columns, rows) if _USES[index] == "sheet" else PictureUse(_USES[index])
        self.pictures[self.index] = replace(guess, use=use)
        self._build()

    def _set_columns(self, value: float) -> None:
        guess = self.pictures[self.index]
        self.pictures[self.index] = replace(guess, use=replace(guess.use, columns=round(value)))
        self.dirty = True

    def _set_rows(self, value: float) -> None:
        guess = self.pictures[self.index]
        self.pictures[self.index] = replace(guess, use=replace(guess.use, rows=round(value)))
        self.dirty = True

    def finish(self) -> None:
        """Leave the page and hand over the answers."""
        answers = Answers(
            self.variant,
            {table.key: table.roles for table in self.tables},
            tuple(table.name for table in self.tables if not table.is_used),
            {guess.key: guess.use for guess in self.pictures},
        )
        self.app.pop()
        self.on_done(answers)

    # Cards

    def _update_cards(self) -> None:
        """Make the sample cards again, as the columns are now."""
        self.cards = ()
        if (table := self.table) is not None:
            paints = choose_paints(table.values[table.roles.index("colour")] if "colour" in table.roles else ())
            self.cards = tuple(
                _print_sample(sample, table, partial(paint_cell, paints=paints)) for sample in table.samples
            )
        self.dirty = True

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(*(say(m("An example: {card}", card=_describe(card))) for card in self.cards))

    def place(self) -> None:
        page = self.page_rect.inflate(-28, -20)
        self.done_button.rect = Rect(page.right - 180, page.bottom - ROW, 180, ROW)
        inner = Rect(page.x, page.y, page.width, page.height - _FOOTER_HEIGHT)
        has_cards = bool(self.cards or self.pictures)
        if not has_cards:
            self.cards_area, area = Rect(0, 0, 0, 0), inner
        elif inner.width >= _MIN_TWO_COLUMNS:
            width = inner.width * _PREVIEW_SHARE
            self.cards_area = Rect(inner.right - width, inner.y, width, inner.height)
            area = Rect(inner.x, inner.y, inner.width - width - 20, inner.height)
        else:
            height = min(_PREVIEW_HEIGHT, inner.height * 0.4)
            self.cards_area = Rect(inner.x, inner.y, inner.width, height)
            area = Rect(inner.x, inner.y + height + 8, inner.width, inner.height - height - 8)
        self.form.layout(self.app.canvas(), area)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        if self.cards:
            self._draw_cards(canvas)
        elif self.pictures:
            self._draw_picture(canvas, self.pictures[self.index])

    @property
    def _files(self) -> PictureFiles:
        return PictureFiles(self.loaded.pictures_hash, self.loaded.pictures)

    def _draw_cards(self, canvas: Canvas) -> None:
        fronts = tuple(str(index) for index in range(len(self.cards)))
        kind = Kind("preview", "card", fronts=fronts, size=CARD_SIZE, printed=self.cards, least=SMALL_TYPE)
        area, count = self.cards_area, len(self.cards)
        # The number of columns with which the cards are largest.
        columns = max(range(1, count + 1), key=lambda columns: _find_scale(area, columns, count))
        scale, width, height = (
            _find_scale(area, columns, count),
            area.width / columns,
            area.height / -(-count // columns),
        )
        size = CARD_SIZE[0] * scale, CARD_SIZE[1] * scale
        for index in range(count):
            row, column = divmod(index, columns)
            centre = area.x + (column + 0.5) * width, area.y + (row + 0.5) * height
            draw_piece(canvas, kind, Face(0, index, 0, None), centre, size, files=self._files)

    def _draw_picture(self, canvas: Canvas, guess: PictureGuess) -> None:
        """Draw the first picture, with the lines along which a sheet is cut."""
        kind = next((kind for kind in self.loaded.box.kinds if guess.files[0] in kind.pictures), None)
        if kind is None:
            canvas.text(_name_pictures(guess), self.cards_area.center, SMALL, INK_SOFT, anchor="center")
            return
        width, height = kind.size[0] * kind.sheet[0], kind.size[1] * kind.sheet[1]
        share = min((self.cards_area.width - 12) / width, (self.cards_area.height - 12) / height)
        box = Rect(0, 0, width * share, height * share)
        box.center = self.cards_area.center
        whole = replace(kind, sheet=(1, 1), fronts=("",), pictures=(guess.files[0],), counts=(), piece="card")
        draw_piece(canvas, whole, Face(0, 0, 0, None), box.center, (box.width, box.height), files=self._files)
        if guess.use.what == "sheet":
            for column in range(1, guess.use.columns):
                x = box.x + box.width * column / guess.use.columns
                canvas.line((x, box.y), (x, box.bottom), EMBER, 2)
            for row in range(1, guess.use.rows):
                y = box.y + box.height * row / guess.use.rows
                canvas.line((box.x, y), (box.right, y), EMBER, 2)


def _find_scale(area: Rect, columns: int, count: int) -> float:
    """Return the units of a millimetre of cards in so many columns."""
    rows = -(-count // columns)
    return min((area.width / columns - 12) / CARD_SIZE[0], (area.height / rows - 12) / CARD_SIZE[1])


def _print_sample(sample: SampleCard, table: TableGuess, paint: Callable[[str], str]) -> Printed:
    """Return an example of a card; one without words has the number of its row."""
    printed = print_row(sample.cells, table.heads, table.roles, paint)
    printed = replace(printed, picture=sample.picture if printed.picture else "")
    if printed.icon not in ICONS:
        printed = replace(printed, icon="")
    if not (printed.title or printed.text or printed.number or printed.picture):
        printed = replace(printed, title=str(sample.row))
    return fit_card(printed, SMALL_TYPE)


def _describe(card: Printed) -> str:
    """Return a card in words, for screen readers."""
    return join_sentences(card.title, card.number, " ".join(strip_marks(card.text).split()))


def _name_column(table: TableGuess, column: int) -> Words:
    # Translators: a column of a table that has no name
    return table.heads[column] or m("Column {n}", n=column + 1)


def _name_pictures(guess: PictureGuess) -> Message:
    names = list(guess.names)
    if guess.count > len(names):
        # Translators: the first names of pictures; there are more
        return m("{names:,}…", names=names)
    return m("{names:,}", names=names)
