"""Words that change with the sound of the next one: "de Bo" but "d’Ann".

A translation asks for one as the format of a place: `{who:de}`. Catalogs of other languages don't need it.
"""

from __future__ import annotations

WORDS = frozenset({"de", "que", "y", "o"})
"""The formats of a place: French de and que, Spanish y and o."""

_MUTE_H = ("heb", "hec", "hel", "hen", "her", "hil", "hip", "hom", "hon", "hor", "hub", "hug", "huguette", "hyp")
"""Beginnings of French names with a mute h, unlike foreign ones (Hal, Hans)."""


def join_elided(word: str, name: str) -> str:
    """Return the word and the name after it.

    >>> join_elided("de", "Ann"), join_elided("de", "Bo"), join_elided("que", "Élodie"), join_elided("de", "Yann")
    ('d’Ann', 'de Bo', 'qu’Élodie', 'de Yann')
    >>> join_elided("de", "Yves"), join_elided("y", "Inés"), join_elided("y", "Hielo")
    ('d’Yves', 'e Inés', 'y Hielo')
    >>> join_elided("o", "Óscar"), join_elided("o", "Hugo"), join_elided("o", "8")
    ('u Óscar', 'o Hugo', 'u 8')
    """
    letters = _normalize_name(name)
    if word in ("de", "que"):
        return f"{word[:-1]}’{name}" if _is_vowel_in_french(letters) else f"{word} {name}"
    if word == "y" and (letters[:1] == "i" or (letters[:2] == "hi" and letters[2:3] not in tuple("aeou"))):
        word = "e"
    if word == "o" and (letters[:1] in ("o", "8") or letters[:2] == "ho" or letters.partition(" ")[0] == "11"):
        word = "u"
    return f"{word} {name}"


def _normalize_name(name: str) -> str:
    """Return the letters of a name in lower case, without accents and marks."""
    from unicodedata import category, normalize

    return "".join(letter for letter in normalize("NFKD", name) if category(letter)[0] not in "MC").casefold()


def _is_vowel_in_french(letters: str) -> bool:
    if letters[:1] == "y":
        return letters[1:2].isalpha() and letters[1:2] not in "aeiouy"
    return letters[:1] in tuple("aeiouœæ") or letters.startswith(_MUTE_H)
