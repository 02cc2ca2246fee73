"""Names of people: one rule for all that are typed, pasted, stored or received.

A name needs a visible character, and has no invisible ones: controls, formats, fillers. Joiners stay where a script
or an emoji needs them. Records of version 0.1.0 may have the others: they open, and are displayed without.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING

from grenade_salad.text import Reader, m, say

if TYPE_CHECKING:
    from regex import Match, Pattern

MAX_NAME_LENGTH = 100
"""Maximum number of characters of the name of a seat."""
# Translators: one of sixteen names that people have before they type their own: short, as they are where your language
# is spoken, each with another first letter
DEFAULT_NAMES = (
    m("Ann", context="a name for a person"),
    m("Bo", context="a name for a person"),
    m("Cy", context="a name for a person"),
    m("Dee", context="a name for a person"),
    m("Eve", context="a name for a person"),
    m("Finn", context="a name for a person"),
    m("Gus", context="a name for a person"),
    m("Hana", context="a name for a person"),
    m("Ivo", context="a name for a person"),
    m("Jo", context="a name for a person"),
    m("Kit", context="a name for a person"),
    m("Lou", context="a name for a person"),
    m("Mia", context="a name for a person"),
    m("Noa", context="a name for a person"),
    m("Oz", context="a name for a person"),
    m("Pia", context="a name for a person"),
)
_JOINING_SCRIPTS = (
    "Arab Syrc Mand Nkoo Mong Phag Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Bali Java Newa Hebr"
)
"""Codes of the scripts in which joiners between letters have a meaning."""


@lru_cache(maxsize=1)
def _invisible_pattern() -> Pattern[str]:
    """Return the pattern of invisible characters.

    Group 1 has characters that are needed where they are.
    """
    import regex  # Takes 15 ms, and few names need it.

    scripts = "".join(rf"\p{{scx={script}}}" for script in _JOINING_SCRIPTS.split())
    letter = rf"[[\p{{L}}\p{{M}}]&&[{scripts}]]"
    picture = r"\p{Extended_Pictographic}"
    needed = (
        # Joiners between two letters.
        rf"(?<={letter})[\u200c\u200d](?={letter})",
        # Joiners between two emojis, as in a family.
        rf"(?<={picture}[\ufe0f\p{{Emoji_Modifier}}]?)\u200d(?={picture})",
        # Selectors: an emoji as a picture or as text, a keycap, a variant of a letter.
        rf"(?<={picture})[\ufe0e\ufe0f]",
        r"(?<=[0-9#*])\ufe0f(?=\u20e3)",
        r"(?<=\p{Han})[\ufe00-\ufe0f\U000e0100-\U000e01ef]",
        r"(?<=\p{Mongolian})[\u180b-\u180d\u180f]",
        # The tags of a flag, as that of Scotland.
        r"(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f",
    )
    ignorable = r"\p{Default_Ignorable_Code_Point}"
    invisible = rf"[[\p{{C}}\p{{Zl}}\p{{Zp}}\u2800{ignorable}]--[\p{{Co}}[\p{{Cn}}--{ignorable}]]]"
    return regex.compile(rf"({'|'.join(needed)})|{invisible}", regex.V1)


def clean_name(text: str) -> str:
    r"""Return the text without invisible characters.

    >>> clean_name("A\u200bnn\u202e"), clean_name("\u2060"), clean_name("نی\u200cما") == "نی\u200cما"
    ('Ann', '', True)
    """
    if text.isascii() and text.isprintable():
        return text
    clean: str = _invisible_pattern().sub(_needed_part, text)
    return clean


def _needed_part(match: Match[str]) -> str:
    return match.group(1) or ""


def is_visible(text: str) -> bool:
    r"""True if anything of the text can be seen: a mark alone cannot.

    >>> is_visible("Ann"), is_visible(" "), is_visible("\u200b"), is_visible("\u0301")
    (True, False, False, False)
    """
    return any(unicodedata.category(letter)[0] not in "ZM" for letter in clean_name(text))


def tidy_name(text: str) -> str:
    """Return a typed name without invisible characters, in Unicode form NFC."""
    return clean_name(unicodedata.normalize("NFC", text))


def why_not(name: str) -> str:
    r"""Return why no new seat can have this name, or "".

    >>> why_not("Ann"), why_not("A\u200bnn")
    ('', 'a name has a character in it that cannot be seen')
    """
    if not is_visible(name) or len(name) > MAX_NAME_LENGTH:
        return f"a name has 1 to {MAX_NAME_LENGTH} characters that can be seen"
    if clean_name(name) != name:
        return "a name has a character in it that cannot be seen"
    return ""


def default_names(language: str | None = None) -> tuple[str, ...]:
    """Return the names of people who have not typed theirs.

    They are in a language; None is that of the program.
    """
    return tuple(say(name, Reader(language=language)) for name in DEFAULT_NAMES)


def guest_name(taken: Collection[str], language: str | None = None) -> str:
    """Return a name for a person who gave none, that nobody at the table has.

    It is in a language; None is that of the program.
    >>> guest_name(["Guest 1", "Ann"], "en")
    'Guest 2'
    """
    reader = Reader(language=language)
    # Translators: the name of a person who did not type one, short, of whatever sex; {number} is 1, 2, …
    names = (say(m("Guest {number}", number=number), reader) for number in count(1))
    return next(name for name in names if name not in taken)


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    r"""Return the names of the seats of a record for display: no two look alike.

    The record may be one of version 0.1.0.

    >>> display_names(["Ann", "A\u200bnn", "\u2060"])
    ('Ann', 'Ann (2)', 'Seat 3')
    """
    if all(name.isascii() and name.isprintable() for name in names):
        return tuple(names)
    result: list[str] = []
    for seat, name in enumerate(names):
        # Translators: in the place of a name that cannot be shown
        clean = clean_name(name).strip() if is_visible(name) else say(m("Seat {n}", n=seat + 1))
        result.append(clean if clean not in result else f"{clean} ({seat + 1})")
    return tuple(result)
