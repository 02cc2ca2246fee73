"""Words before a name that change with the sound it begins with: "de Bo" but "d’Ann", "y Bo" but "e Inés".

A translation asks for one as the format of a place: `{who:de}`. The catalogs of the other languages have no use for it.
"""

from __future__ import annotations

WORDS = frozenset({"de", "que", "y", "o"})
"""What a place may ask for: French de and que, Spanish y and o."""

_MUTE_H = ("heb", "hec", "hel", "hen", "her", "hil", "hip", "hom", "hon", "hor", "hub", "hug", "huguette", "hyp")
"""How French names begin whose h is not heard; foreign ones (Hal, Harry, Hans) have one that is."""


def join_elided(word: str, name: str) -> str:
    """The word and the name behind it.

    >>> joined("de", "Ann"), joined("de", "Bo"), joined("que", "Élodie"), joined("de", "Yann"), joined("de", "Yves")
    ('d’Ann', 'de Bo', 'qu’Élodie', 'de Yann', 'd’Yves')
    >>> joined("y", "Inés"), joined("y", "Hielo"), joined("o", "Óscar"), joined("o", "Hugo"), joined("o", "8")
    ('e Inés', 'y Hielo', 'u Óscar', 'o Hugo', 'u 8')
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
    """The letters of a name without accents and marks, small."""
    from unicodedata import category, normalize

    return "".join(letter for letter in normalize("NFKD", name) if category(letter)[0] not in "MC").casefold()


def _is_vowel_in_french(letters: str) -> bool:
    if letters[:1] == "y":
        return letters[1:2].isalpha() and letters[1:2] not in "aeiouy"
    return letters[:1] in tuple("aeiouœæ") or letters.startswith(_MUTE_H)
