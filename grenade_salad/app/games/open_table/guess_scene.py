"""The page "What is what?": people say what the columns or pictures of a file are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import get_args

from grenade_salad.app.games.open_table.box_pictures import PictureFiles
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.shell.choice_menu import make_menu_choice
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode, join_sentences, text_nodes
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import EMBER, INK, INK_SOFT, PAPER, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button, Choice, Label, Slider, Toggle
from grenade_salad.boxes.answers import Answers, Guess, PictureGuess, PictureUse, SampleCard, TableGuess, Use
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.card_layout import strip_marks
from grenade_salad.boxes.column_guess import ROLES, Role
from grenade_salad.boxes.deck_box import CARD_SIZE
from grenade_salad.boxes.image_size import check_picture
from grenade_salad.boxes.spreadsheet import ICONS
from grenade_salad.boxes.table_box import SMALL_TYPE, choose_paints, fit_card, paint_cell, print_row
from grenade_salad.games.open_table.box import Kind, Printed
from grenade_salad.games.open_table.view import Face
from grenade_salad.text import Message, Words, m, say

_FOOTER_HEIGHT = 64.0
_MIN_TWO_COLUMNS = 760.0
"""Width of the page from which the cards are beside the columns."""
_PREVIEW_SHARE, _PREVIEW_HEIGHT = 0.42, 200.0
"""Share of the width of cards beside the columns, and their least height above."""
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
_LONE_USE_WORDS = (
    # Translators: what the only picture of a file is
    m("A card", context="pictures"),
    m("A board", context="pictures"),
    # Translators: what the only picture of a file is: several cards are on it, which are cut out
    m("A sheet of several cards", context="pictures"),
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
        self._role_choices: list[Choice] = []
        """The choice of each column of the table that is shown."""
        self._taken: dict[tuple[int, int], tuple[int, Role]] = {}
        """By table and column: the column from which its role was taken, and the role."""
        self._cut_note = Label("")
        """Says how many cards are cut out of sheets."""
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
        self.form, self._rows, self._role_choices = Form(self.widgets, self.scroll), [], []
        if len(self.loaded.variants) > 1:
            index = self.loaded.variants.index(self.variant) if self.variant in self.loaded.variants else 0
            # Translators: a choice of one of several games in a file
            question = m("Which game?")
            self._add(question, make_menu_choice(self.app, question, self.loaded.variants, index, self._choose_variant))
        if len(self.tables) > 1:
            # Translators: a heading over the names of several tables, with a switch for each
            self.form.add_heading(m("Which tables are cards?"))
            for position, part in enumerate(self.tables):
                self._add("", Toggle(part.name, part.is_used, partial(self._use_table, position)))
        names: list[Words] = [table.name for table in self.tables]
        names += [_name_pictures(guess) for guess in self.pictures]
        if len(names) > 1:
            # Translators: a choice of one sheet of a table, or of some pictures, which the page then shows
            words = m("What is shown")
            self._add(words, make_menu_choice(self.app, words, names, self.index, self._show_part))
        if (table := self.table) is not None:
            self._add_columns(table)
        elif self.pictures:
            self._add_pictures(self.pictures[self.index])
        if self._rows:
            self.widgets.set_focus(self._rows[min(focused, len(self._rows) - 1)])
        self._update_cards()
        self.layout(self.size)
        self.dirty = True

    def _add(self, words: Words, widget: Widget, help_words: Words = "") -> None:
        self.form.add_row(words, widget, help_words)
        self._rows.append(widget)

    def _add_columns(self, table: TableGuess) -> None:
        labels = [_ROLE_WORDS[role] for role in ROLES]
        for column, role in enumerate(table.roles):
            values, name = list(table.values[column][:_MAX_VALUES]), _name_column(table, column)
            choice = make_menu_choice(self.app, name, labels, ROLES.index(role), partial(self._set_role, column))
            self._role_choices.append(choice)
            self._add(name, choice, m("{names:,}", names=values) if values else "")

    def _add_pictures(self, guess: PictureGuess) -> None:
        name, use_words = _name_pictures(guess), list(_USE_WORDS)
        if guess.is_alone:
            # Translators: a question about the only picture of a file
            self.form.add_note(m("A board, a card, or a sheet of how many?"), TEXT, INK)
            use_words = list(_LONE_USE_WORDS)
        index = min(_USES.index(guess.use.what), len(use_words) - 1)
        self._add(name, make_menu_choice(self.app, name, use_words, index, self._set_use))
        if guess.use.what == "sheet":
            for words, value, change in (
                # Translators: how many pictures are side by side on a sheet
                (m("Pictures side by side"), guess.use.columns, self._set_columns),
                # Translators: how many rows of pictures are on a sheet
                (m("Rows of pictures"), guess.use.rows, self._set_rows),
            ):
                self._add(words, Slider(1.0, _MAX_GRID, 1.0, float(value), change))
            self._cut_note = self.form.add_note(_describe_cut(guess))
        if guess.use.what in ("card", "sheet") and guess.backs:
            # Translators: a choice of a picture for the back of cards
            words = m("Their back")
            labels: list[Words] = [
                # Translators: a back of cards without a picture
                m("A plain back"),
                *(back.name for back in guess.backs),
            ]
            paths = ["", *(back.path for back in guess.backs)]
            index = paths.index(_find_back(guess))
            self._add(words, make_menu_choice(self.app, words, labels, index, partial(self._set_back, paths)))

    # What people say

    def _choose_variant(self, index: int) -> None:
        self.variant = self.loaded.variants[index]

    def _show_part(self, index: int) -> None:
        self.index = index
        self._build()

    def _use_table(self, position: int, is_used: bool) -> None:
        self.tables[position] = replace(self.tables[position], is_used=is_used)

    def _set_role(self, column: int, index: int) -> None:
        """Set the role of a column; another column that had it becomes a line.

        It gets the role back when the column goes on to another one: who steps through the roles takes none away.
        """
        table, role = self.tables[self.index], ROLES[index]
        roles = list(table.roles)
        taken = self._taken.pop((self.index, column), None)
        self._taken = {key: value for key, value in self._taken.items() if (key[0], value[0]) != (self.index, column)}
        if taken is not None and roles[taken[0]] == "line":
            roles[taken[0]] = taken[1]
        if role not in ("line", "none") and role in roles and (previous := roles.index(role)) != column:
            roles[previous] = "line"
            self._taken[self.index, column] = previous, role
            name, words = _name_column(table, previous), _ROLE_WORDS[role]
            # Translators: {role} is "Name", "Copies"…, of which there is one in a table; {column} had it until now
            self.app.say(m("“{column}” was “{role}” until now, and is a line now.", role=words, column=name))
        roles[column] = role
        self.tables[self.index] = replace(table, roles=tuple(roles))
        for choice, new_role in zip(self._role_choices, roles, strict=True):
            choice.chosen = ROLES.index(new_role)
        self._update_cards()

    def _set_use(self, index: int) -> None:
        guess = self.pictures[self.index]
        columns, rows = (guess.use.columns, guess.use.rows) if guess.use.columns * guess.use.rows > 1 else (2, 2)
        use = PictureUse(_USES[index], back=guess.use.back)
        self._change_use(replace(use, columns=columns, rows=rows) if use.what == "sheet" else use)
        self._build()

    def _set_columns(self, value: float) -> None:
        self._change_use(replace(self.pictures[self.index].use, columns=round(value)))
        self._cut_note.words = _describe_cut(self.pictures[self.index])

    def _set_rows(self, value: float) -> None:
        self._change_use(replace(self.pictures[self.index].use, rows=round(value)))
        self._cut_note.words = _describe_cut(self.pictures[self.index])

    def _set_back(self, paths: Sequence[str], index: int) -> None:
        self._change_use(replace(self.pictures[self.index].use, back=paths[index]))

    def _change_use(self, use: PictureUse) -> None:
        self.pictures[self.index] = replace(self.pictures[self.index], use=use)
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
            height = min(max(_PREVIEW_HEIGHT, inner.height * 0.3), inner.height * 0.4)
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
        """Draw the first picture with its cut, and its back beside it."""
        area = self.cards_area
        back = next((back for back in guess.backs if back.path == _find_back(guess)), None)
        if back is None or guess.use.what not in ("card", "sheet"):
            self._draw_file(canvas, guess.files[0], _name_pictures(guess), guess.use, area)
            return
        gap = 12.0
        if area.width > area.height:
            front_area = Rect(area.x, area.y, (area.width - gap) / 2, area.height)
            back_area = front_area.move(front_area.width + gap, 0)
        else:
            front_area = Rect(area.x, area.y, area.width, (area.height - gap) / 2)
            back_area = front_area.move(0, front_area.height + gap)
        self._draw_file(canvas, guess.files[0], _name_pictures(guess), guess.use, front_area)
        self._draw_file(canvas, back.file, back.name, PictureUse("card"), back_area)

    def _draw_file(self, canvas: Canvas, file: str, name: Words, use: PictureUse, area: Rect) -> None:
        """Draw a picture, or its name if the box does not have it."""
        if file not in self.loaded.pictures:
            canvas.text(name, area.center, SMALL, INK_SOFT, anchor="center", max_width=area.width)
            return
        pixels = check_picture(f"{file}.png", self.loaded.pictures[file])
        share = min((area.width - 12) / pixels[0], (area.height - 12) / pixels[1])
        box = Rect(0, 0, pixels[0] * share, pixels[1] * share)
        box.center = area.center
        kind = Kind("preview", "card", fronts=("",), size=(float(pixels[0]), float(pixels[1])), pictures=(file,))
        draw_piece(canvas, kind, Face(0, 0, 0, None), box.center, (box.width, box.height), files=self._files)
        if use.what == "sheet":
            for column in range(1, use.columns):
                x = box.x + box.width * column / use.columns
                _draw_cut(canvas, (x, box.y), (x, box.bottom))
            for row in range(1, use.rows):
                y = box.y + box.height * row / use.rows
                _draw_cut(canvas, (box.x, y), (box.right, y))


def _draw_cut(canvas: Canvas, start: Point, end: Point) -> None:
    """Draw a line along which a sheet is cut, visible on every colour."""
    canvas.line(start, end, PAPER, 5)
    canvas.line(start, end, EMBER, 2)


def _find_back(guess: PictureGuess) -> str:
    """Return the path of the chosen or guessed back; empty if it is plain."""
    path = guess.back if guess.use.back is None else guess.use.back
    return path if any(back.path == path for back in guess.backs) else ""


def _describe_cut(guess: PictureGuess) -> Message:
    count = guess.use.columns * guess.use.rows * guess.count
    # Translators: {n} cards are cut out of one or more sheets
    return m("That is {n} card.", "That is {n} cards.", n=count)


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
