"""Tables of cards as a box: every row is a card, and no cell refuses it.

A column without a role is printed as a line, as in "Power 3". What does not fit or cannot be used is a loss.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import PurePosixPath

from grenade_salad.boxes.answers import NO_ANSWERS, Answers, Guess, SampleCard, TableGuess
from grenade_salad.boxes.box_reader import MAX_PICTURES, LoadedBox, check_loaded_box
from grenade_salad.boxes.card_layout import lay_out_card, strip_marks
from grenade_salad.boxes.column_guess import (
    MAX_PAINTED_WORDS,
    Columns,
    Role,
    find_known_role,
    guess_columns,
    is_paint,
    is_picture_cell,
    read_count,
    read_rgb,
    set_roles,
)
from grenade_salad.boxes.deck_box import CARD_SIZE, Deck, make_deck_box, make_unique, name_kinds
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import MAX_ZIP_BYTES, Source, is_picture_name
from grenade_salad.boxes.image_size import MAX_PICTURE_BYTES, check_picture
from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.picture_deck import is_back_name
from grenade_salad.boxes.spreadsheet import ICONS
from grenade_salad.boxes.table_files import Table, read_tables
from grenade_salad.games.open_table.box import (
    MAX_PIECES,
    MAX_PRINT_LENGTH,
    MAX_TEXT_LENGTH,
    Box,
    Kind,
    Printed,
)
from grenade_salad.games.open_table.box_validation import why_too_long
from grenade_salad.text import m

_USUAL_TYPE, SMALL_TYPE = 2.1, 1.5
"""Minimum sizes of type in mm: of most tables, and of one with long texts."""
_MAX_FRONTS = 1000
_MAX_NUMBER_LENGTH = 8
_FOLDERS = ("", "images/", "img/", "art/", "pictures/", "image/")
"""Folders beside a table in which pictures are sought."""
_PAINT_WORDS = {
    word: paint
    for paint, words in {
        "white": "white weiß weiss blanco blanc biały",
        "black": "black schwarz negro noir czarny",
        "red": "red rot rojo rouge czerwony",
        "blue": "blue blau azul bleu niebieski",
        "green": "green grün verde vert zielony",
        "yellow": "yellow gelb amarillo jaune żółty",
        "orange": "orange naranja pomarańczowy",
        "purple": "purple violet violett lila morado violeta fioletowy",
        "brown": "brown braun marrón brun marron brązowy",
        "grey": "grey gray grau gris szary",
        "wood": "wood holz madera bois drewno",
    }.items()
    for word in words.split()
}
"""Words for the paints in our languages."""
_SPARE_PAINTS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442", "#999999")
"""Paints for words that are no colours, in order."""
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,9})(?:\s[^<>]{0,200})?/?>")
_BOLD_TAGS, _ITALIC_TAGS, _LINE_TAGS = ("b", "strong"), ("i", "em"), ("br", "p", "div", "li")
_TEXT_LIMITS = (600, 400, 300, 200, 150, 120, 100, 80, 60, 40, 30, 20, 0)
"""Letters of the texts in a box whose description would be too long otherwise."""
_MAX_VALUES = 20
"""Maximum number of values of a column on the page of columns."""
_MAX_VALUE_LENGTH = 60
"""Letters of a value on the page of columns."""


@dataclass
class _Card:
    """A card that is made of a row."""

    name: str
    count: int
    printed: Printed
    is_cut: bool = False
    """True if some of its words were left out."""


@dataclass(frozen=True)
class _Deck:
    """The cards of a table."""

    name: str
    cards: list[_Card]
    min_type: float


def load(source: Source, name: str, answers: Answers = NO_ANSWERS) -> LoadedBox:
    """Return the tables of a source as a box called `name`. Raises BadBoxFile."""
    losses = LossTally()
    tables = read_tables(source, losses)
    columns = [_apply(guess_columns(table), answers) for table in tables]
    is_used = [table.name not in answers.left_out for table in tables]
    if not any(is_used):
        is_used = [True] * len(tables)
    pictures = _Pictures(source, losses)
    decks = []
    for table, guess, used in zip(tables, columns, is_used, strict=True):
        if used and (deck := _make_deck(table.name, guess, pictures, losses)).cards:
            decks.append(deck)
    if not decks and (answers.columns or answers.left_out):
        # With these answers there is nothing to play with: the page must still be reached.
        return load(source, name)
    if not decks:
        raise BadBoxFile(source.name, m("there is no card in it"))
    _limit_pieces(decks, losses)
    box = _make_box(name, decks, pictures.find_back())
    box = _shorten_box(box, losses)
    guesses = Guess(
        tuple(
            _describe(table, guess, used, pictures) for table, guess, used in zip(tables, columns, is_used, strict=True)
        )
    )
    loaded = LoadedBox(replace(box, losses=losses.to_losses()), pictures.used_by(box), guess=guesses)
    check_loaded_box(loaded)
    return loaded


def _apply(columns: Columns, answers: Answers) -> Columns:
    roles = answers.columns.get(columns.key)
    return columns if roles is None else set_roles(columns, roles)


def _describe(table: Table, columns: Columns, is_used: bool, pictures: _Pictures) -> TableGuess:
    """Return the data about a table for the page of columns."""
    values = tuple(tuple(islice(_list_values(columns, index), _MAX_VALUES)) for index in range(len(columns.heads)))
    numbers = range(len(columns.rows))
    longest = max(numbers, key=lambda row: sum(map(len, columns.rows[row])), default=0)
    gap = max(numbers, key=lambda row: sum(not cell for cell in columns.rows[row]), default=0)
    rows = list(dict.fromkeys([*numbers[:1], longest, gap, *numbers[1:3]]))[:3] if columns.rows else []
    index = columns.find("picture")
    samples = tuple(
        SampleCard(columns.rows[row], row + 1, "" if index is None else pictures.name(columns.rows[row][index]))
        for row in rows
    )
    return TableGuess(
        table.name,
        columns.key,
        columns.heads,
        values,
        columns.roles,
        samples,
        columns.has_heads,
        columns.is_sure,
        is_used,
    )


def _list_values(columns: Columns, index: int) -> Iterator[str]:
    """Yield the different values of a column, shortened, in the order of the rows."""
    return map(_shorten, dict.fromkeys(row[index] for row in columns.rows if row[index]))


def _shorten(cell: str) -> str:
    words = " ".join(cell.split())
    return words if len(words) <= _MAX_VALUE_LENGTH else f"{words[: _MAX_VALUE_LENGTH - 1]}…"


class _Pictures:
    """The pictures beside a table, found by what its cells say."""

    def __init__(self, source: Source, losses: LossTally) -> None:
        self._source, self._losses = source, losses
        self._names: dict[str, str] = {}
        """Files by cells; empty for pictures that are not there."""
        self._data: dict[str, bytes] = {}
        self._bytes_left = MAX_ZIP_BYTES
        self._by_stem: dict[str, str] = {}
        for name in sorted(source.sizes, reverse=True):
            if is_picture_name(name):
                self._by_stem[PurePosixPath(name).stem.casefold()] = name

    def find(self, cell: str, card: str) -> str:
        """Return the file of a picture, or an empty text and count the loss."""
        if cell not in self._names:
            self._names[cell] = self._load(cell)
        name = self._names[cell]
        if not name:
            self._losses.add("picture", self._explain(cell), card)
        return name

    def find_back(self) -> str:
        """Return the only picture in a folder whose name says that it is a back.

        Beside a lone file anything may lie.
        """
        names = [name for name in self._source.sizes if is_picture_name(name) and is_back_name(name)]
        if self._source.main or len(names) != 1 or not (name := self._load(names[0])):
            return ""
        self._losses.add("guess", "back", PurePosixPath(name).stem)
        return name

    def name(self, cell: str) -> str:
        """Return the file of a picture that was found, or an empty text."""
        return self._names.get(cell, "")

    def _load(self, cell: str) -> str:
        """Read a picture, and return its name in the box."""
        if "://" in cell or len(self._data) >= MAX_PICTURES:
            return ""
        wanted = cell.replace("\\", "/").removeprefix("./")
        places = [f"{folder}{path}" for path in (wanted, PurePosixPath(wanted).name) for folder in _FOLDERS]
        name = next((file for place in places if (file := self._source.find(place))), "")
        if not name and not is_picture_cell(wanted):
            name = self._by_stem.get(wanted.casefold(), "")
        if not name or not is_picture_name(name):
            return ""
        try:
            data = self._source.read(name, min(self._bytes_left, MAX_PICTURE_BYTES))
            check_picture(name, data)
        except BadBoxFile:
            return ""
        self._bytes_left -= len(data)
        self._data[name] = data
        return name

    def _explain(self, cell: str) -> str:
        """Return the cause of a loss."""
        if "://" in cell or cell.startswith("data:"):
            return "internet"
        wanted = PurePosixPath(cell.replace("\\", "/")).name
        if is_picture_cell(cell) and not is_picture_name(cell):
            return "format"
        is_here = any(self._source.find(f"{folder}{wanted}") for folder in _FOLDERS)
        return "unreadable" if is_here else "missing"

    def used_by(self, box: Box) -> dict[str, bytes]:
        """Return the bytes of the pictures on the cards of a box."""
        names = {name for kind in box.kinds for card in kind.printed for name in (card.picture, card.icon)}
        names |= {kind.back_picture for kind in box.kinds}
        return {name: data for name, data in self._data.items() if name in names}


def _make_deck(name: str, columns: Columns, pictures: _Pictures, losses: LossTally) -> _Deck:
    """Return a card for each row, and count what is lost and guessed."""
    cards, paint = [], _make_paint(columns, losses)
    for row_number, row in enumerate(columns.rows, 1):
        index = columns.find("count")
        count = read_count(row[index]) if index is not None else 1
        if count == 0:
            continue
        printed = print_row(row, columns.heads, columns.roles, paint)
        card_name = _name_card(printed, row_number)
        if count is None:
            losses.add("words", "cell", card_name)
        if printed.picture:
            printed = replace(printed, picture=pictures.find(printed.picture, card_name))
        if printed.icon and printed.icon not in ICONS:
            printed = replace(printed, icon=pictures.find(printed.icon, card_name))
        is_cut = len(printed.text) > MAX_PRINT_LENGTH
        if is_cut:
            printed = replace(printed, text=_cut(printed.text, MAX_PRINT_LENGTH))
        if not any((printed.title, printed.text, printed.number, printed.icon, printed.picture)):
            printed = replace(printed, title=card_name)
        cards.append(_Card(card_name, min(count or 1, MAX_PIECES), printed, is_cut))
    for index in columns.guessed:
        first = next((row[index] for row in columns.rows if row[index]), "")
        cause = "name" if columns.roles[index] == "title" else columns.roles[index]
        losses.add("guess", cause, columns.heads[index] or first.rstrip("."))
    is_small = any(lay_out_card(card.printed, CARD_SIZE, _USUAL_TYPE).crowded for card in cards)
    min_type = SMALL_TYPE if is_small else _USUAL_TYPE
    for card in cards if is_small else ():
        fitted = fit_card(card.printed, min_type)
        if fitted != card.printed:
            card.printed, card.is_cut = fitted, True
    for card in cards:
        losses.add("words", "cut", card.name, count=card.is_cut)
    return _Deck(name, cards, min_type)


def print_row(row: Sequence[str], heads: Sequence[str], roles: Sequence[Role], paint: Callable[[str], str]) -> Printed:
    """Return the card of a row; its picture is still what the cell says."""
    cells = {role: row[index] for index, role in enumerate(roles) if role not in ("line", "none")}
    number, icon = " ".join(cells.get("number", "").split()), cells.get("icon", "")
    lines = []
    for index, (cell, role) in enumerate(zip(row, roles, strict=True)):
        is_line = role == "line" or (role == "number" and len(number) > _MAX_NUMBER_LENGTH)
        is_line = is_line or (role == "colour" and not (is_paint(cell) or find_known_role(heads[index]) == "colour"))
        is_line = is_line or (role == "icon" and not _is_icon(icon))
        if cell and is_line:
            lines.append(f"{heads[index]} {_read_marks(cell)}".strip())
    text = "\n".join(filter(None, (_read_marks(cells.get("text", "")), *lines)))
    title = " ".join(strip_marks(_read_marks(cells.get("title", ""))).split())
    colour = cells.get("colour", "")
    return Printed(
        title[:MAX_TEXT_LENGTH],
        number if len(number) <= _MAX_NUMBER_LENGTH else "",
        icon if _is_icon(icon) else "",
        text,
        cells.get("picture", ""),
        paint(colour) if colour else "",
    )


def _is_colour(cell: str) -> bool:
    return is_paint(cell) or cell.casefold() in _PAINT_WORDS


def _is_icon(cell: str) -> bool:
    return cell in ICONS or is_picture_cell(cell)


def _make_paint(columns: Columns, losses: LossTally) -> Callable[[str], str]:
    """Return a function that turns the words of a column into paints."""
    index = columns.find("colour")
    cells = {} if index is None else {row[index].casefold(): row[index] for row in columns.rows if row[index]}
    paints = choose_paints(cells)
    for word in paints:
        losses.add("guess", "paint", cells[word])
    return lambda cell: paint_cell(cell, paints)


def choose_paints(words: Iterable[str]) -> dict[str, str]:
    """Return a paint for each word that is no colour, which no other word has.

    Only the first eight get one.
    """
    words = list(dict.fromkeys(word.casefold() for word in words))
    strange = [word for word in words if not _is_colour(word)]
    taken = {paint_cell(word, {}).casefold() for word in words}
    spare = [paint for paint in _SPARE_PAINTS if paint.casefold() not in taken] or _SPARE_PAINTS
    return dict(zip(strange[:MAX_PAINTED_WORDS], cycle(spare), strict=False))


def paint_cell(cell: str, paints: dict[str, str]) -> str:
    """Return the paint of a cell, or an empty text.

    >>> paint_cell("Weiß", {}), paint_cell("abcdef", {}), paint_cell("#fff", {}), paint_cell("Tan", {"tan": "#D55E00"})
    ('white', '#abcdef', '#ffffff', '#D55E00')
    """
    word = cell.casefold()
    if is_paint(cell):
        digits = (read_rgb(cell) or cell).removeprefix("#")
        return f"#{digits[:6]}" if len(digits) >= 6 else "#" + "".join(2 * digit for digit in digits)
    return _PAINT_WORDS.get(word) or paints.get(word, "")


def _read_marks(cell: str) -> str:
    """Return a cell with the marks of web pages as ours.

    >>> _read_marks("<b>Draw</b> two<br>and &amp; stop <img src='x'>")
    '**Draw** two\\nand & stop'
    """
    if "<" in cell:
        cell = _TAG.sub(_read_tag, cell)
    return (html.unescape(cell) if "&" in cell else cell).strip()


def _read_tag(match: re.Match[str]) -> str:
    tag = match[2].lower()
    if tag in _BOLD_TAGS:
        return "**"
    if tag in _ITALIC_TAGS:
        return "*"
    return "\n" if tag in _LINE_TAGS and not (match[1] and tag == "br") else ""


def _name_card(card: Printed, row_number: int) -> str:
    """Return the name of a card: its title, its text, or the number of its row."""
    name = card.title or " ".join(strip_marks(card.text).split())[:60]
    return name[:MAX_TEXT_LENGTH].strip() or str(row_number)


def fit_card(card: Printed, min_type: float) -> Printed:
    """Return the card with shorter words, as they fit.

    A number that does not fit becomes a line.
    """
    while crowded := lay_out_card(card, CARD_SIZE, min_type, min_type).crowded:
        if crowded == "number":
            card = replace(card, number="", text="\n".join(filter(None, (card.text, card.number)))[:MAX_PRINT_LENGTH])
        else:
            words = getattr(card, crowded)
            shorter = _fit_words(card, crowded, words, min_type)
            card = replace(card, **{crowded: shorter})
    return card


def _fit_words(card: Printed, key: str, words: str, min_type: float) -> str:
    """Return as many letters of a text as fit, with an ellipsis."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        shorter = replace(card, **{key: _cut(words, middle)})
        if lay_out_card(shorter, CARD_SIZE, min_type, min_type).crowded != key:
            low = middle
        else:
            high = middle - 1
    return _cut(words, low) if low else ""


def _cut(words: str, length: int) -> str:
    return words if len(words) <= length else f"{words[: max(0, length - 1)].rstrip()}…"


def _limit_pieces(decks: Sequence[_Deck], losses: LossTally) -> None:
    """Take copies from decks with more pieces than a box may have, then cards."""
    cards = [card for deck in decks for card in deck.cards]
    for card in cards[MAX_PIECES:]:
        losses.add("piece", "number", card.name)
    kept = {id(card) for card in cards[:MAX_PIECES]}
    for deck in decks:
        deck.cards[:] = [card for card in deck.cards if id(card) in kept]
    spare = MAX_PIECES - sum(len(deck.cards) for deck in decks)
    for card in cards[:MAX_PIECES]:
        copies = min(card.count - 1, spare)
        losses.add("piece", "number", card.name, card.count - 1 - copies)
        card.count, spare = 1 + copies, spare - copies


def _make_box(name: str, decks: Sequence[_Deck], back_picture: str) -> Box:
    """Return a box with these decks; several have backs of their own."""
    decks = [deck for deck in decks if deck.cards]
    is_alone = len(decks) == 1
    titles = ["cards"] if is_alone else make_unique(deck.name[:60] or "cards" for deck in decks)
    made = [
        Deck(
            title,
            tuple(
                _make_kind(title, "a card" if is_alone else title, cards, deck.min_type) for cards in _split(deck.cards)
            ),
        )
        for deck, title in zip(decks, titles, strict=True)
    ]
    box = make_deck_box(name, name_kinds(made))
    return replace(box, kinds=tuple(replace(kind, back_picture=back_picture) for kind in box.kinds))


def _make_kind(name: str, back: str, cards: Sequence[_Card], min_type: float) -> Kind:
    return Kind(
        name,
        "card",
        "a card",
        tuple(card.name for card in cards),
        back=back,
        counts=tuple(card.count for card in cards),
        size=CARD_SIZE,
        printed=tuple(card.printed for card in cards),
        least=min_type,
    )


def _split(cards: Sequence[_Card]) -> Iterator[Sequence[_Card]]:
    for start in range(0, len(cards), _MAX_FRONTS):
        yield cards[start : start + _MAX_FRONTS]


def _shorten_box(box: Box, losses: LossTally) -> Box:
    """Return a box whose description is not too long for a record.

    Long texts are cut first, and the last cards left out if that is not enough.
    """
    short = box
    for limit in _TEXT_LIMITS:
        if why_too_long(LoadedBox(short, {}).setup) is None:
            break
        short = replace(box, kinds=tuple(_cut_texts(kind, limit) for kind in box.kinds))
    for kind, original in zip(short.kinds, box.kinds, strict=True):
        for front, (card, whole) in enumerate(zip(kind.printed, original.printed, strict=True)):
            # Of those that were cut already, the end says so.
            losses.add("words", "cut", kind.fronts[front], count=card != whole and not whole.text.endswith("…"))
    while why_too_long(LoadedBox(short, {}).setup) is not None:
        kind = max(short.kinds, key=lambda kind: len(kind.fronts))
        count = len(kind.fronts) // 2
        losses.add("piece", "number", count=len(kind.fronts) - count)
        less = replace(kind, fronts=kind.fronts[:count], counts=kind.counts[:count], printed=kind.printed[:count])
        short = replace(short, kinds=tuple(less if other is kind else other for other in short.kinds))
    return short


def _cut_texts(kind: Kind, limit: int) -> Kind:
    """Return a kind with shorter texts on its cards."""
    printed = tuple(replace(card, text=_cut(card.text, limit) if limit else "") for card in kind.printed)
    return replace(kind, printed=printed)
