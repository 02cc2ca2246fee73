"""The table of all keys, which the help page and the settings show.

People can change them. Codes are pygame.K_*, written out because the command line reads settings without pygame.
Arrows, Tab, Enter, Space and Esc are the same everywhere and cannot be changed (`ui.inputs.command`); the keys of the
seats are in `seat_keys`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grenade_salad.app.shell.layout_keys import is_sign
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.text import Message, Words, m, say

Screen: TypeAlias = Literal["field", "hand", "ring", "pieces", "editor", "replay", "pages", "phones"]
"""Screens on which a key means something.

Tables have a battlefield, a hand of cards, a ring, or pieces; "editor" is the position editor, "pages" are long texts
and lists.
"""

_TABLES: frozenset[Screen] = frozenset(("field", "hand", "ring", "pieces"))
_REACTION_TABLES: frozenset[Screen] = frozenset(("field", "hand"))
_FIELD: frozenset[Screen] = frozenset(("field",))
_HAND: frozenset[Screen] = frozenset(("hand",))
_RING: frozenset[Screen] = frozenset(("ring",))
_PIECES: frozenset[Screen] = frozenset(("pieces",))
_EDITOR: frozenset[Screen] = frozenset(("editor",))
_REPLAY: frozenset[Screen] = frozenset(("replay",))
_PAGES: frozenset[Screen] = frozenset(("pages", "replay"))
_PHONES: frozenset[Screen] = frozenset(("phones",))
_ANYWHERE = _TABLES | _EDITOR | _PAGES | _PHONES

_F1, _HOME, _PAGE_UP, _END, _PAGE_DOWN = 0x4000003A, 0x4000004A, 0x4000004B, 0x4000004D, 0x4000004E
_KP_MINUS, _KP_PLUS, _KP_0 = 0x40000056, 0x40000057, 0x40000062
_BACKSPACE, _DELETE = 8, 127
"""Codes of keys in pygame; the code of F2 is one more than that of F1."""


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """A key that people can change: its meaning, its default codes, and its screens."""

    means: KeyMeaning
    codes: tuple[int, ...]
    """The default codes (pygame.K_*), of which the first is shown."""
    words: Message
    """The meaning in words, for the list of keys."""
    screens: frozenset[Screen]
    letter: Message | None = None
    """The letter that replaces the codes, where each language has its own."""

    @property
    def default_codes(self) -> tuple[int, ...]:
        """The default codes, in the language of the window."""
        if self.letter is None:
            return self.codes
        letter = say(self.letter).lower()
        # A translation of more than one letter is no key: then the English letter counts.
        return (ord(letter if len(letter) == 1 else self.letter.one.lower()),)


def _letter_codes(sign: str) -> tuple[int, ...]:
    return (ord(sign),)


BINDINGS = (
    KeyBinding("help", (_F1,), m("Rules and help"), _ANYWHERE),
    KeyBinding("menu", (_F1 + 9,), m("Pause and menu"), _ANYWHERE),
    KeyBinding("full_screen", (_F1 + 10,), m("Full screen"), _ANYWHERE),
    KeyBinding("wrong_word", (_F1 + 8,), m("Wrong word?"), _ANYWHERE),
    KeyBinding("speed", (_F1 + 1,), m("Animation speed"), _TABLES),
    KeyBinding("type_move", (_F1 + 11,), m("Type a move in words"), _TABLES),
    KeyBinding("say_last", (_F1 + 2,), m("Ear mode: the last line again"), _TABLES),
    KeyBinding("say_several", (_F1 + 3,), m("Ear mode: the last five lines"), _TABLES),
    KeyBinding("say_turn", (_F1 + 4,), m("Ear mode: whose turn it is"), _TABLES),
    KeyBinding("say_hand", (_F1 + 5,), m("Ear mode: my hand"), _TABLES),
    KeyBinding("say_table", (_F1 + 6,), m("Ear mode: the table"), _TABLES),
    KeyBinding("say_more", (_F1 + 7,), m("Ear mode: all of the question, or of what is chosen"), _TABLES),
    KeyBinding("hint", _letter_codes("h"), m("A hint"), _TABLES),
    KeyBinding("pause", _letter_codes("p"), m("Stop the time to react, and start it again"), _REACTION_TABLES),
    KeyBinding("undo", _letter_codes("u"), m("Undo"), _TABLES | _EDITOR),
    KeyBinding("closer", (ord("+"), _KP_PLUS, ord("=")), m("Zoom in"), _FIELD | _PIECES | _EDITOR | _REPLAY),
    KeyBinding("farther", (ord("-"), _KP_MINUS), m("Zoom out"), _FIELD | _PIECES | _EDITOR | _REPLAY),
    KeyBinding("overview", (ord("m"), ord("0"), _KP_0), m("The whole table, and back"), _FIELD | _EDITOR | _REPLAY),
    # On the open table, M carries pieces.
    KeyBinding("whole_table", (ord("0"), _KP_0), m("The whole table, and back"), _PIECES),
    KeyBinding(
        "turn_left", _letter_codes("q"), m("Turn left, or choose your previous soldier"), _FIELD | _PIECES | _EDITOR
    ),
    KeyBinding(
        "turn_right", _letter_codes("e"), m("Turn right, or choose your next soldier"), _FIELD | _PIECES | _EDITOR
    ),
    KeyBinding("draw", _letter_codes("d"), m("Draw a card"), _HAND),
    KeyBinding(
        "flip", _letter_codes("f"), m("Turn it over; of a card from the hand, which side is up"), _PIECES | _EDITOR
    ),
    KeyBinding("roll", _letter_codes("r"), m("Roll dice, shuffle a stack"), _PIECES),
    KeyBinding("take", _letter_codes("t"), m("Draw, or take to the hand"), _PIECES),
    KeyBinding("take_some", _letter_codes("c"), m("Take so many of a pile"), _PIECES),
    KeyBinding("deal", _letter_codes("d"), m("Deal"), _PIECES),
    KeyBinding("gather", _letter_codes("g"), m("Gather in one stack"), _PIECES),
    KeyBinding("look", _letter_codes("v"), m("Look at it, or through a stack"), _PIECES),
    KeyBinding("look_some", _letter_codes("o"), m("Look at so many of a pile"), _PIECES),
    KeyBinding("lock", _letter_codes("l"), m("Lock and unlock"), _PIECES),
    KeyBinding("carry", _letter_codes("m"), m("Move it with the arrows; once more: under a pile"), _PIECES),
    KeyBinding("shoot", _letter_codes("s"), m("Aim a shot"), _PIECES),
    KeyBinding("write", _letter_codes("w"), m("Write on it"), _PIECES),
    KeyBinding("supply", _letter_codes("n"), m("Take something out of the box"), _PIECES),
    KeyBinding("measure", _letter_codes("x"), m("Ruler, sight line and circle"), _PIECES),
    KeyBinding("read_large", _letter_codes("z"), m("Read it large"), _PIECES),
    KeyBinding("pass_turn", (_END,), m("Pass the turn"), _PIECES),
    # Translators: a key of the keyboard, one letter, the first of your word for "maybe"
    KeyBinding("maybe", (), m("Notebook: maybe"), _RING, m("M", context="the key for maybe")),
    # Translators: a key of the keyboard, one letter, the first of your word for "no"; not the one of another mark
    KeyBinding("no", (), m("Notebook: no"), _RING, m("N", context="the key for no")),
    # Translators: a key of the keyboard, one letter, the first of your word for "surely"; not the one of another mark
    KeyBinding("surely", (), m("Notebook: surely"), _RING, m("S", context="the key for surely")),
    KeyBinding("unmark", (_DELETE, _BACKSPACE), m("Notebook: erase the mark"), _RING),
    KeyBinding("take_off", (_DELETE, _BACKSPACE), m("Setting up: take it off the table"), _EDITOR),
    KeyBinding("play", _letter_codes("p"), m("Replay: play and stop"), _REPLAY),
    KeyBinding("step_back", _letter_codes(","), m("Replay: a line back"), _REPLAY),
    KeyBinding("step_on", _letter_codes("."), m("Replay: a line forward"), _REPLAY),
    KeyBinding("log", _letter_codes("l"), m("Replay: what happened"), _REPLAY),
    KeyBinding("graph", _letter_codes("g"), m("Replay: the graph"), _REPLAY),
    KeyBinding("page_back", (_PAGE_UP,), m("A page back; in a replay, the previous mark"), _PAGES),
    KeyBinding("page_on", (_PAGE_DOWN,), m("A page forward; in a replay, the next mark"), _PAGES),
    KeyBinding("first", (_HOME,), m("To the start"), _PAGES),
    KeyBinding("last", (_END,), m("To the end"), _PAGES),
    KeyBinding("address", _letter_codes("n"), m("Phones: another address"), _PHONES),
)
"""Every key that people can change, in the order of the list."""

_BINDING_BY_MEANING: dict[KeyMeaning, KeyBinding] = {row.means: row for row in BINDINGS}
_NAMES: dict[int, Message] = {
    _HOME: m("Home", context="a key"),
    _END: m("End", context="a key"),
    _PAGE_UP: m("Page up", context="a key"),
    _PAGE_DOWN: m("Page down", context="a key"),
    _DELETE: m("Del", context="a key"),
    _BACKSPACE: m("Backspace", context="a key"),
}
_F_KEYS = {_F1 + index - 1: f"F{index}" for index in range(1, 13)}


def key_name(code: int) -> Words:
    """Return the name of a key; empty if it cannot be chosen, as arrows and Enter."""
    if code in _NAMES:
        return _NAMES[code]
    if code in _F_KEYS:
        return _F_KEYS[code]
    if is_sign(code) and chr(code) != " ":
        upper = chr(code).upper()
        return upper if len(upper) == 1 else chr(code)
    return ""


def code_for(means: KeyMeaning, changed: Mapping[str, int]) -> int:
    """Return the code of the key that is shown for a meaning.

    `changed` has the codes that people chose themselves.
    """
    return changed.get(means, _BINDING_BY_MEANING[means].default_codes[0])


def key_name_for(means: KeyMeaning, changed: Mapping[str, int]) -> Words:
    """Return the name of the key that is shown for a meaning."""
    return key_name(code_for(means, changed))


def _codes(row: KeyBinding, changed: Mapping[str, int] | Mapping[KeyMeaning, int]) -> tuple[int, ...]:
    return (changed[row.means],) if row.means in changed else row.default_codes


def meanings_by_code(changed: Mapping[str, int]) -> dict[int, frozenset[KeyMeaning]]:
    """Return the meanings of each key by its code; several are on different screens."""
    meanings: dict[int, frozenset[KeyMeaning]] = {}
    for row in BINDINGS:
        for code in _codes(row, changed):
            meanings[code] = frozenset((row.means, *meanings.get(code, ())))
    return meanings


def table_codes(changed: Mapping[str, int]) -> frozenset[int]:
    """Return the codes that mean something at a table, so that no seat can have them."""
    return frozenset(code for row in BINDINGS if row.screens & _TABLES for code in _codes(row, changed))


def assign_key(changed: Mapping[str, int], means: KeyMeaning, code: int) -> dict[str, int]:
    """Return the changed keys after one was chosen.

    A meaning that had that key on the same screen gets the key that is given up.

    >>> assign_key({}, "hint", ord("u"))
    {'hint': 117, 'undo': 104}
    """
    old = code_for(means, changed)
    assigned = {**changed, means: code}
    for row in BINDINGS:
        if row.means != means and row.screens & _BINDING_BY_MEANING[means].screens and code in _codes(row, changed):
            assigned[row.means] = old
    return {
        row.means: assigned[row.means]
        for row in BINDINGS
        if assigned.get(row.means, row.default_codes[0]) != row.default_codes[0]
    }


def repair(changed: Mapping[str, int]) -> dict[str, int]:
    """Return the valid part of a stored choice: existing meanings and keys.

    Empty if a key would have two meanings on one screen.

    >>> repair({"hint": ord("j"), "nonsense": 3, "draw": 0})
    {'hint': 106}
    """
    valid = {row.means: changed[row.means] for row in BINDINGS if key_name(changed.get(row.means, 0))}
    for index, row in enumerate(BINDINGS):
        for previous in BINDINGS[:index]:
            if row.screens & previous.screens and set(_codes(row, valid)) & set(_codes(previous, valid)):
                return {}
    return {str(means): code for means, code in valid.items()}
