"""The keys of the program: this one table binds them, the help page and the settings show it, and people change it.

Codes are pygame.K_*, written out because the command line reads settings without pygame. Arrows, Tab, Enter, Space and
Esc are the same everywhere and cannot be changed (`ui.inputs.command`); the keys of the seats are in `seat_keys`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grenade_salad.app.ui.meanings import Means
from grenade_salad.text import Message, Words, m, say

Where: TypeAlias = Literal["field", "hand", "ring", "pieces", "editor", "replay", "pages", "phones"]
"""Screens on which a key means something: tables with a battlefield, a hand of cards, a ring, or whatever pieces people
put there; "editor" is where positions are set up, "pages" are long texts and lists."""

_TABLES: frozenset[Where] = frozenset(("field", "hand", "ring", "pieces"))
_WINDOWS: frozenset[Where] = frozenset(("field", "hand"))
_FIELD: frozenset[Where] = frozenset(("field",))
_HAND: frozenset[Where] = frozenset(("hand",))
_RING: frozenset[Where] = frozenset(("ring",))
_PIECES: frozenset[Where] = frozenset(("pieces",))
_EDITOR: frozenset[Where] = frozenset(("editor",))
_REPLAY: frozenset[Where] = frozenset(("replay",))
_PAGES: frozenset[Where] = frozenset(("pages", "replay"))
_PHONES: frozenset[Where] = frozenset(("phones",))
_ANYWHERE = _TABLES | _EDITOR | _PAGES | _PHONES

_F1, _HOME, _PAGE_UP, _END, _PAGE_DOWN = 0x4000003A, 0x4000004A, 0x4000004B, 0x4000004D, 0x4000004E
_KP_MINUS, _KP_PLUS, _KP_0 = 0x40000056, 0x40000057, 0x40000062
_BACKSPACE, _DELETE = 8, 127


@dataclass(frozen=True, slots=True)
class Row:
    """What a key means, the codes that usually mean it (the first is the one that is shown), and on which screens.

    `letter` is there in place of the codes where each language has its own.
    """

    means: Means
    codes: tuple[int, ...]
    words: Message
    where: frozenset[Where]
    letter: Message | None = None

    @property
    def usual(self) -> tuple[int, ...]:
        """The codes that mean it, in the language of the window."""
        if self.letter is None:
            return self.codes
        said = say(self.letter).lower()
        return (ord(said if len(said) == 1 else self.letter.one.lower()),)


def _letter(sign: str) -> tuple[int, ...]:
    return (ord(sign),)


ROWS = (
    Row("help", (_F1,), m("Rules and help"), _ANYWHERE),
    Row("menu", (_F1 + 9,), m("Pause and menu"), _ANYWHERE),
    Row("full_screen", (_F1 + 10,), m("Full screen"), _ANYWHERE),
    Row("wrong_word", (_F1 + 8,), m("Wrong word?"), _ANYWHERE),
    Row("speed", (_F1 + 1,), m("Animation speed"), _TABLES),
    Row("type_move", (_F1 + 11,), m("Type a move in words"), _TABLES),
    Row("say_last", (_F1 + 2,), m("Ear mode: the last line again"), _TABLES),
    Row("say_several", (_F1 + 3,), m("Ear mode: the last five lines"), _TABLES),
    Row("say_turn", (_F1 + 4,), m("Ear mode: whose turn it is"), _TABLES),
    Row("say_hand", (_F1 + 5,), m("Ear mode: my hand"), _TABLES),
    Row("say_table", (_F1 + 6,), m("Ear mode: the table"), _TABLES),
    Row("say_more", (_F1 + 7,), m("Ear mode: all of the question, or of what is chosen"), _TABLES),
    Row("hint", _letter("h"), m("A hint"), _TABLES),
    Row("pause", _letter("p"), m("Stop the time to react, and start it again"), _WINDOWS),
    Row("undo", _letter("u"), m("Undo"), _TABLES | _EDITOR),
    Row("closer", (ord("+"), _KP_PLUS, ord("=")), m("Zoom in"), _FIELD | _PIECES | _EDITOR | _REPLAY),
    Row("farther", (ord("-"), _KP_MINUS), m("Zoom out"), _FIELD | _PIECES | _EDITOR | _REPLAY),
    Row("overview", (ord("0"), _KP_0), m("The whole table, and back"), _FIELD | _PIECES | _EDITOR | _REPLAY),
    Row("turn_left", _letter("q"), m("Turn left, or choose your previous soldier"), _FIELD | _PIECES | _EDITOR),
    Row("turn_right", _letter("e"), m("Turn right, or choose your next soldier"), _FIELD | _PIECES | _EDITOR),
    Row("draw", _letter("d"), m("Draw a card"), _HAND),
    Row("flip", _letter("f"), m("Turn it over; of a card from the hand, which side is up"), _PIECES | _EDITOR),
    Row("roll", _letter("r"), m("Roll dice, shuffle a stack"), _PIECES),
    Row("take", _letter("t"), m("Draw, or take to the hand"), _PIECES),
    Row("take_some", _letter("c"), m("Take so many of a pile"), _PIECES),
    Row("deal", _letter("d"), m("Deal"), _PIECES),
    Row("gather", _letter("g"), m("Gather in one stack"), _PIECES),
    Row("look", _letter("v"), m("Look at it, or through a stack"), _PIECES),
    Row("look_some", _letter("o"), m("Look at so many of a pile"), _PIECES),
    Row("lock", _letter("l"), m("Lock and unlock"), _PIECES),
    Row("carry", _letter("m"), m("Move it with the arrows; once more: under a pile"), _PIECES),
    Row("shoot", _letter("s"), m("Aim a shot"), _PIECES),
    Row("write", _letter("w"), m("Write on it"), _PIECES),
    Row("supply", _letter("n"), m("Take something out of the box"), _PIECES),
    Row("measure", _letter("x"), m("Ruler, sight line and circle"), _PIECES),
    Row("read_large", _letter("z"), m("Read it large"), _PIECES),
    Row("pass_turn", (_END,), m("Pass the turn"), _PIECES),
    # Translators: a key of the keyboard, one letter, the first of your word for "maybe"
    Row("maybe", (), m("Notebook: maybe"), _RING, m("M", context="the key for maybe")),
    # Translators: a key of the keyboard, one letter, the first of your word for "no"; not the one of another mark
    Row("no", (), m("Notebook: no"), _RING, m("N", context="the key for no")),
    # Translators: a key of the keyboard, one letter, the first of your word for "surely"; not the one of another mark
    Row("surely", (), m("Notebook: surely"), _RING, m("S", context="the key for surely")),
    Row("unmark", (_DELETE, _BACKSPACE), m("Notebook: erase the mark"), _RING),
    Row("take_off", (_DELETE, _BACKSPACE), m("Setting up: take it off the table"), _EDITOR),
    Row("play", _letter("p"), m("Replay: play and stop"), _REPLAY),
    Row("step_back", _letter(","), m("Replay: a line back"), _REPLAY),
    Row("step_on", _letter("."), m("Replay: a line forward"), _REPLAY),
    Row("log", _letter("l"), m("Replay: what happened"), _REPLAY),
    Row("graph", _letter("g"), m("Replay: the graph"), _REPLAY),
    Row("page_back", (_PAGE_UP,), m("A page back; in a replay, the previous mark"), _PAGES),
    Row("page_on", (_PAGE_DOWN,), m("A page forward; in a replay, the next mark"), _PAGES),
    Row("first", (_HOME,), m("To the start"), _PAGES),
    Row("last", (_END,), m("To the end"), _PAGES),
    Row("address", _letter("n"), m("Phones: another address"), _PHONES),
)
"""Every key that people can change, in the order in which they are shown."""

_ROW: dict[Means, Row] = {row.means: row for row in ROWS}
_NAMES: dict[int, Message] = {
    _HOME: m("Home", context="a key"),
    _END: m("End", context="a key"),
    _PAGE_UP: m("Page up", context="a key"),
    _PAGE_DOWN: m("Page down", context="a key"),
    _DELETE: m("Del", context="a key"),
    _BACKSPACE: m("Backspace", context="a key"),
}
_F_KEYS = {_F1 + number - 1: f"F{number}" for number in range(1, 13)}
_LAST_SIGN = 0x10FFFF


def name_of(code: int) -> Words:
    """What a key is called; empty if it cannot be chosen (arrows, Enter, modifiers and the like)."""
    if code in _NAMES:
        return _NAMES[code]
    if code in _F_KEYS:
        return _F_KEYS[code]
    if 0 < code <= _LAST_SIGN and chr(code).isprintable() and chr(code) != " ":
        large = chr(code).upper()
        return large if len(large) == 1 else chr(code)
    return ""


def code_of(means: Means, changed: Mapping[str, int]) -> int:
    """The key that is shown for a meaning; `changed` has the code of each that people chose themselves."""
    return changed.get(means, _ROW[means].usual[0])


def words_of(means: Means, changed: Mapping[str, int]) -> Words:
    """What that key is called."""
    return name_of(code_of(means, changed))


def _codes(row: Row, changed: Mapping[str, int] | Mapping[Means, int]) -> tuple[int, ...]:
    return (changed[row.means],) if row.means in changed else row.usual


def bound(changed: Mapping[str, int]) -> dict[int, frozenset[Means]]:
    """What each key means, by its code: several things where they are on different screens."""
    found: dict[int, frozenset[Means]] = {}
    for row in ROWS:
        for code in _codes(row, changed):
            found[code] = frozenset((row.means, *found.get(code, ())))
    return found


def at_the_table(changed: Mapping[str, int]) -> frozenset[int]:
    """The keys that mean something at a table: no seat can have them."""
    return frozenset(code for row in ROWS if row.where & _TABLES for code in _codes(row, changed))


def change(changed: Mapping[str, int], means: Means, code: int) -> dict[str, int]:
    """The keys after one was chosen: what had it on the same screen gets the key that is given up."""
    old = code_of(means, changed)
    fresh = {**changed, means: code}
    for row in ROWS:
        if row.means != means and row.where & _ROW[means].where and code in _codes(row, changed):
            fresh[row.means] = old
    return {row.means: fresh[row.means] for row in ROWS if fresh.get(row.means, row.usual[0]) != row.usual[0]}


def mended(changed: Mapping[str, int]) -> dict[str, int]:
    """What of a stored choice can hold: meanings and keys that exist; nothing if a key meant two things on a screen.

    >>> mended({"hint": ord("j"), "nonsense": 3, "draw": 0})
    {'hint': 106}
    """
    good = {row.means: changed[row.means] for row in ROWS if name_of(changed.get(row.means, 0))}
    for at, row in enumerate(ROWS):
        for other in ROWS[:at]:
            if row.where & other.where and set(_codes(row, good)) & set(_codes(other, good)):
                return {}
    return {str(means): code for means, code in good.items()}
