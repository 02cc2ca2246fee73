"""Guess the roles of the columns of a table: names, texts, copies and so on."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from grenade_salad.boxes.spreadsheet import DEFAULT_NAMES, ICONS
from grenade_salad.boxes.table_files import Cells, Table

Role: TypeAlias = Literal["title", "text", "number", "count", "picture", "icon", "colour", "line", "none"]
"""The use of a column.

A `line` is printed as a line of its own, `none` is not on the card.
"""
ROLES: tuple[Role, ...] = get_args(Role)
_SINGLE: tuple[Role, ...] = ("title", "text", "number", "count", "picture", "icon", "colour")
"""Roles that only one column has."""
_WORDS: dict[Role, str] = {
    "title": """
        title name cardname cardtitle label card action caption heading word term
        titel karte kartenname bezeichnung
        nombre título titulo carta
        nom titre carte intitulé
        nazwa tytuł tytul karta imię
        nome naam namn navn jméno név имя название 名前 名称 이름
    """,
    "text": """
        text rules rule rulestext question prompt description desc effect effects effecttext ability abilities
        body content
        beschreibung regel regeln regeltext wirkung effekt fähigkeit inhalt kartentext
        texto descripción descripcion efecto regla reglas habilidad
        texte effet règle règles regle regles capacité
        tekst opis efekt zasada zasady działanie
        testo tekst beskrivning 説明 效果 描述
    """,
    "number": """
        number cost costs value mana price points level rank score vp
        zahl kosten wert preis punkte stufe rang siegpunkte
        coste costo valor precio puntos nivel número numero
        coût cout valeur prix niveau
        koszt wartość wartosc cena punkty poziom liczba
    """,
    "count": """
        count qty quantity copies amount itemcount num howmany cardcount
        anzahl menge kopien stück exemplare
        cantidad copias unidades
        quantité quantite exemplaires copie
        ilość ilosc sztuk kopie kopii
    """,
    "picture": """
        picture image art artwork img illustration file filename photo
        bild grafik bilddatei
        imagen ilustración foto
        fichier
        obraz obrazek grafika
    """,
    "icon": "icon icons symbol icono icône ikona",
    "colour": "colour color colors colours farbe couleur kolor",
    "none": """
        id uid uuid guid key itemkey cardid index idx nr no row slug sku code
        schlüssel clave clé klucz lp
    """,
}
_KNOWN: dict[str, Role] = {word: role for role, words in _WORDS.items() for word in words.split()}
_CATEGORIES = """
    type types kind suit faction class category element set group deck rarity tribe
    typ art klasse fraktion gruppe kategorie
    tipo clase facción palo grupo categoría
    classe catégorie groupe
    rodzaj klasa frakcja grupa kategoria
"""
"""Heads of columns whose words may have a paint each."""
_WHOLE = re.compile(r"[x×]?\s*([0-9]{1,4})(?:[.,]0+)?\s*[x×]?", re.IGNORECASE)
_NUMBER = re.compile(r"[-+−]?[0-9]{1,9}(?:[.,][0-9]{1,6})?%?")
_PICTURE_CELL = re.compile(r"\.(png|jpe?g|webp|svg|gif|eps|bmp|tiff?|pdf|psd|ai)$", re.IGNORECASE)
MAX_PAINTED_WORDS = 8
"""Maximum number of different words that get a paint each."""
_LONG, _MIN_WORDS, _SHORT = 14.0, 3.0, 60.0
"""Mean letters and words of texts, and maximum letters of names."""
_MAX_HEAD_LENGTH = 60
_MOST = 0.6
"""Share of the cells that decides what a column is."""


@dataclass(frozen=True)
class Columns:
    """The columns of a table with their roles, and the rows below the heads."""

    heads: Cells
    """The words over the columns; empty ones for a table without heads."""
    roles: tuple[Role, ...]
    rows: tuple[Cells, ...]
    has_heads: bool
    is_sure: bool
    """True if the column of names says that it is one."""
    guessed: tuple[int, ...] = ()
    """The columns whose roles people are told of."""

    @property
    def key(self) -> str:
        """The row of heads as a text, by which answers are kept."""
        return "\t".join(self.heads)[:1000] if self.has_heads else f"{len(self.heads)}"

    def find(self, role: Role) -> int | None:
        """Return the index of the column with a role, or None."""
        return self.roles.index(role) if role in self.roles else None


def guess_columns(table: Table) -> Columns:
    """Return the columns of a table with their likely roles."""
    first, *others = table.rows
    has_heads = is_head_row(first, others)
    heads = tuple(" ".join(cell.split())[:_MAX_HEAD_LENGTH] for cell in first) if has_heads else ("",) * len(first)
    rows = tuple(others) if has_heads else table.rows
    columns = [[cell for row in rows if (cell := row[index])] for index in range(len(heads))]
    roles: list[Role] = ["line"] * len(heads)
    _take_known_words(heads, columns, roles)
    is_sure = "title" in roles
    _guess_rest(heads, columns, roles)
    guessed = tuple(
        index
        for index, role in enumerate(roles)
        if role in _SINGLE and heads[index].casefold() not in DEFAULT_NAMES[role] and columns[index]
    )
    return Columns(heads, tuple(roles), rows, has_heads, is_sure, guessed)


def set_roles(columns: Columns, roles: Sequence[Role]) -> Columns:
    """Return the columns as people have said that they are."""
    if len(roles) != len(columns.roles):
        return columns
    taken: set[Role] = set()
    result: list[Role] = []
    for role in roles:
        result.append("line" if role in taken else role)
        if role in _SINGLE:
            taken.add(role)
    return replace(columns, roles=tuple(result), is_sure=True, guessed=())


def is_head_row(first: Cells, others: Sequence[Cells]) -> bool:
    """True if a row has the names of the columns, and is no card.

    Its words are known, or they are different words over columns of numbers.
    """
    words = [cell for cell in first if cell]
    if not words or any(len(word) > _MAX_HEAD_LENGTH or "\n" in word or is_number(word) for word in words):
        return False
    if any(find_known_role(word) for word in words):
        return True
    if len({word.casefold() for word in words}) < len(words):
        return False
    columns = [(first[index], [row[index] for row in others if row[index]]) for index in range(len(first))]
    return any(len(cells) > 1 and _is_head_of(head, cells) for head, cells in columns if head)


def _is_head_of(head: str, cells: Sequence[str]) -> bool:
    """True if cells are numbers, or much longer than the single word over them."""
    if _share(cells, is_number) >= _MOST:
        return True
    return " " not in head and _is_text(cells) and _share(cells, lambda cell: len(cell) >= 2 * len(head)) >= 0.8


def find_known_role(head: str) -> Role | None:
    """Return the role that a head names in one of our languages, or None.

    >>> [find_known_role(head) for head in ("Card Name", "name_zh", "item-count", "Effect Text", "Power", "@qty")]
    ['title', 'title', 'count', 'text', None, 'count']
    >>> [find_known_role(head) for head in ("draw_count", "ID Carta", "Nome Carta")]
    [None, 'none', 'title']
    """
    words = re.findall(r"[^\W_]+", head.casefold())
    if not words or len(words) > 3:
        return None
    if (role := _KNOWN.get("".join(words))) is not None:
        return role
    roles = [_KNOWN.get(word) for word in words]
    if "none" in roles:
        return "none"
    # How many cards are drawn is no number of copies.
    return next((role for role in (roles[-1], roles[0]) if role not in (None, "count")), None)


def is_number(cell: str) -> bool:
    """True if a cell is a number, as in 3, 2,5 or -1."""
    return _NUMBER.fullmatch(cell) is not None


def read_count(cell: str) -> int | None:
    """Return the number of copies in a cell, or None if it is no whole number.

    >>> [read_count(cell) for cell in ("3", "3.0", "x3", "2x", "", "two", "2.5")]
    [3, 3, 3, 2, 1, None, None]
    """
    if not cell:
        return 1
    match = _WHOLE.fullmatch(cell)
    return int(match[1]) if match else None


def is_picture_cell(cell: str) -> bool:
    """True if a cell names a file that is a picture, here or elsewhere."""
    return len(cell) <= 400 and "\n" not in cell and _PICTURE_CELL.search(cell.partition("?")[0]) is not None


def _take_known_words(heads: Cells, columns: Sequence[Sequence[str]], roles: list[Role]) -> None:
    """Set the roles that the heads name, if their cells can be that."""
    steps = (_is_usual_head, _is_whole_head, lambda _head, _role: True)
    for is_wanted in steps:
        for index, head in enumerate(heads):
            role = find_known_role(head)
            if role is None or roles[index] != "line" or not is_wanted(head, role):
                continue
            if role == "number" and "count" not in roles and _is_french_count(head, columns[index]):
                role = "count"
            if role == "none" or (role not in roles and _can_be(role, columns[index])):
                roles[index] = role


def _is_usual_head(head: str, role: Role) -> bool:
    """True if a box without words about its columns would take this one, too."""
    return head.casefold() in DEFAULT_NAMES.get(role, ())


def _is_whole_head(head: str, role: Role) -> bool:
    return _KNOWN.get("".join(re.findall(r"[^\W_]+", head.casefold()))) == role


def _is_french_count(head: str, cells: Sequence[str]) -> bool:
    return head.casefold() in ("nombre", "#") and _share(cells, lambda cell: read_count(cell) is not None) >= _MOST


def _can_be(role: Role, cells: Sequence[str]) -> bool:
    """True if the cells of a column can have the role that its head names."""
    if not cells:
        return role not in ("title", "text", "number")
    match role:
        case "count":
            return _share(cells, lambda cell: read_count(cell) is not None) >= 0.5
        case "number":
            return _share(cells, lambda cell: len(cell) <= 8) >= 0.5
        case "picture":
            return _share(cells, is_picture_cell) >= 0.3
        case "icon":
            return _share(cells, lambda cell: cell in ICONS or is_picture_cell(cell)) >= _MOST
        case "colour":
            return len({cell.casefold() for cell in cells if not is_paint(cell)}) <= MAX_PAINTED_WORDS
        case "title":
            return not all(map(is_number, cells)) or len(set(cells)) == len(cells)
    return True


_RGB = re.compile(r"(?:rgb)? ?\( ?([0-9]{1,3}) ?[,;] ?([0-9]{1,3}) ?[,;] ?([0-9]{1,3}) ?\)", re.IGNORECASE)


def read_rgb(cell: str) -> str:
    """Return three numbers in brackets as a colour; "" for anything else.

    >>> read_rgb("(0, 114, 178)"), read_rgb("rgb(255,255,255)"), read_rgb("(1,2,300)")
    ('#0072B2', '#FFFFFF', '')
    """
    match = _RGB.fullmatch(cell)
    parts = [int(part) for part in match.groups()] if match else []
    return "#" + "".join(f"{part:02X}" for part in parts) if parts and max(parts) < 256 else ""


def is_paint(cell: str) -> bool:
    """True if a cell is a colour in figures, as in #0072B2 or (0, 114, 178)."""
    return (
        bool(read_rgb(cell)) or re.fullmatch(r"#?[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?|#[0-9A-Fa-f]{3}", cell) is not None
    )


def _share(cells: Sequence[str], test: Callable[[str], bool]) -> float:
    return sum(map(test, cells)) / max(1, len(cells))


def _guess_rest(heads: Cells, columns: Sequence[Sequence[str]], roles: list[Role]) -> None:
    """Set the roles that no head names, by the cells."""
    free = [index for index, role in enumerate(roles) if role == "line" and columns[index]]
    for index in free:
        if "picture" not in roles and _share(columns[index], is_picture_cell) >= _MOST:
            roles[index] = "picture"
    if free and not heads[0] and roles[0] == "line" and _is_numbering(columns[0]) and any(heads):
        roles[0] = "none"
    free = [index for index in free if roles[index] == "line"]
    if "title" not in roles and (names := _find_names(columns, free)) is not None:
        roles[names] = "title"
    free = [index for index in free if roles[index] == "line"]
    if "text" not in roles:
        texts = [index for index in free if _is_text(columns[index])]
        if texts:
            roles[max(texts, key=lambda index: _mean_length(columns[index]))] = "text"
    if "title" not in roles and "text" not in roles and free:
        roles[free[0]] = "title"
    if "colour" not in roles:
        painted = [index for index in free if roles[index] == "line" and _can_be_painted(heads[index], columns[index])]
        if painted:
            # Colours in figures are colours, words may be anything.
            roles[max(painted, key=lambda index: (_are_paints(columns[index]), -index))] = "colour"
    if "number" not in roles and not any(heads):
        numbers = [index for index in free if roles[index] == "line" and all(map(is_number, columns[index]))]
        if numbers and max(map(len, columns[numbers[0]])) <= 8:
            roles[numbers[0]] = "number"


def _is_numbering(cells: Sequence[str]) -> bool:
    """True if the cells count from some number on."""
    if not (cells and cells[0].isascii() and cells[0].isdecimal() and len(cells[0]) < 7):
        return False
    first = int(cells[0])
    return list(cells) == [str(number) for number in range(first, first + len(cells))]


def _find_names(columns: Sequence[Sequence[str]], free: Sequence[int]) -> int | None:
    """Return the column with the most different short words that are no numbers."""
    most_cells = max((len(columns[index]) for index in free), default=0)

    def count_words(index: int) -> int:
        return len({cell for cell in columns[index] if not is_number(cell)})

    names = [
        index
        for index in free
        if _mean_length(columns[index]) <= _SHORT
        and count_words(index) >= 0.5 * len(columns[index])
        and len(columns[index]) >= 0.5 * most_cells
    ]
    # Of columns that are almost equally good the first one.
    best = max(map(count_words, names), default=0)
    return next((index for index in names if count_words(index) >= 0.8 * best), None)


def _is_text(cells: Sequence[str]) -> bool:
    """True if cells are sentences rather than names."""
    words = sum(cell.count(" ") + 1 for cell in cells) / max(1, len(cells))
    return _mean_length(cells) >= _LONG and words >= _MIN_WORDS


def _mean_length(cells: Sequence[str]) -> float:
    return sum(map(len, cells)) / max(1, len(cells))


def _can_be_painted(head: str, cells: Sequence[str]) -> bool:
    words = {cell.casefold() for cell in cells}
    if _are_paints(cells):
        return len(words) > 1
    is_category = any(word in _CATEGORIES.split() for word in re.findall(r"[^\W_]+", head.casefold()))
    return is_category and 1 < len(words) <= MAX_PAINTED_WORDS and max(map(len, words)) <= 30


def _are_paints(cells: Sequence[str]) -> bool:
    """True if cells are colours in figures, and no numbers of six digits."""
    return _share(cells, lambda cell: cell[:1] in "#(rR" and is_paint(cell)) >= _MOST
