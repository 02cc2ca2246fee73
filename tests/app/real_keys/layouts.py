"""Keyboard layouts, and the text that some physical keys type with each."""

from __future__ import annotations

from dataclasses import dataclass

KEYS = {
    letter: str(code)
    for first, letters in ((10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (52, "zxcvbnm,./"))
    for code, letter in enumerate(letters, first)
}
"""Key codes of X for physical keys, by their label on an American keyboard."""
ALT_GR, COMPOSE = "108", "135"
"""The right Alt, and the menu key, which composes letters on our keyboards."""


@dataclass(frozen=True)
class Layout:
    """A layout of XKB, with keys as on an American keyboard.

    `typed` are the keys of a word, and the word; `composed` is a letter that needs more than one key. "alt" before a
    key holds AltGr.
    """

    name: str
    typed: tuple[str, str]
    composed: tuple[tuple[str, ...], str] = ((), "")
    variant: str = ""


LAYOUTS = (
    Layout("us", ("anna", "anna"), (("menu", "'", "e"), "é")),
    Layout("us", ("zoe", "zoe"), (("'", "e"), "é"), "intl"),
    Layout("de", ("y;", "zö"), (("=", "e"), "é")),
    Layout("fr", ("q2", "aé"), (("[", "e"), "ê")),
    Layout("es", (";a", "ña"), (("'", "e"), "é")),
    Layout("pl", ("ola", "ola"), (("alt", "o", "alt", "l"), "ół")),
    Layout("cz", ("23", "ěš"), (("=", "e"), "é")),
    Layout("ru", ("fyyf", "анна")),
    Layout("gr", ("anna", "αννα"), ((";", "a"), "ά")),
    Layout("il", ("tbv", "אנה")),
    Layout("ara", ("hfk", "ابن")),
    Layout("th", ("dk", "กา")),
)
"""The first is the plain layout, in which keys type the letters of their label."""
US = LAYOUTS[0]


def encode_keys(letters: str | tuple[str, ...]) -> list[str]:
    """Return the keys to press, in the format of `Desk.press`."""
    pressed: list[str] = []
    held = ""
    for letter in letters:
        if letter == "alt":
            held = f"{ALT_GR}+"
        else:
            pressed.append(held + (COMPOSE if letter == "menu" else KEYS[letter]))
            held = ""
    return pressed
