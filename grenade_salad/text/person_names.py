"""What a name is: one rule for every door through which names come (typing, pasting, settings, phones, records).

A name needs something that can be seen, and has no characters that cannot: controls, formats, fillers. Joiners stay
where a script or an emoji needs them. Records of version 0.1.0 may have the others: they open, and are shown without.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from grenade_salad.text import Reader, m, say

if TYPE_CHECKING:
    from regex import Match, Pattern

MAX_NAME_LENGTH = 100
"""Characters of the longest name of a seat."""
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


@lru_cache(maxsize=1)
def _invisible_pattern() -> Pattern[str]:
    """Group 1 is what can be seen only in its place, and is in it; without group 1 a match cannot be seen at all."""
    import regex  # 15 ms, and nearly no name needs it

    scripts = "".join(rf"\p{{scx={script}}}" for script in _JOINING_SCRIPTS.split())
    letter = rf"[[\p{{L}}\p{{M}}]&&[{scripts}]]"
    picture = r"\p{Extended_Pictographic}"
    needed = (
        rf"(?<={letter})[\u200c\u200d](?={letter})",
        rf"(?<={picture}[\ufe0f\p{{Emoji_Modifier}}]?)\u200d(?={picture})",
        rf"(?<={picture})[\ufe0e\ufe0f]",
        r"(?<=[0-9#*])\ufe0f(?=\u20e3)",
        r"(?<=\p{Han})[\ufe00-\ufe0f\U000e0100-\U000e01ef]",
        r"(?<=\p{Mongolian})[\u180b-\u180d\u180f]",
        r"(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f",
    )
    ignorable = r"\p{Default_Ignorable_Code_Point}"
    invisible = rf"[[\p{{C}}\p{{Zl}}\p{{Zp}}\u2800{ignorable}]--[\p{{Co}}[\p{{Cn}}--{ignorable}]]]"
    return regex.compile(rf"({'|'.join(needed)})|{invisible}", regex.V1)


def clean_name(text: str) -> str:
    """The text without what cannot be seen.

    >>> cleaned("A\\u200bnn\\u202e"), cleaned("\\u2060"), cleaned("نی\\u200cما") == "نی\\u200cما"
    ('Ann', '', True)
    """
    if text.isascii() and text.isprintable():
        return text
    clean: str = _invisible_pattern().sub(_needed_part, text)
    return clean


def _needed_part(match: Match[str]) -> str:
    return match.group(1) or ""


def is_visible(text: str) -> bool:
    """Whether anything of it can be seen: a mark alone stands on nothing.

    >>> visible("Ann"), visible(" "), visible("\\u200b"), visible("\\u0301")
    (True, False, False, False)
    """
    return any(unicodedata.category(letter)[0] not in "ZM" for letter in clean_name(text))


def tidy_name(text: str) -> str:
    """The text as it is taken over from somebody who types: letters with their marks are one, as all write them."""
    return clean_name(unicodedata.normalize("NFC", text))


def why_not(name: str) -> str:
    """Why no new seat can be called so; empty if it can.

    >>> why_not("Ann"), why_not("A\\u200bnn")
    ('', 'a name has a character in it that cannot be seen')
    """
    if not is_visible(name) or len(name) > MAX_NAME_LENGTH:
        return f"a name has 1 to {MAX_NAME_LENGTH} characters that can be seen"
    if clean_name(name) != name:
        return "a name has a character in it that cannot be seen"
    return ""


def default_names(language: str | None = None) -> tuple[str, ...]:
    """What people are called who have not said their name, in a language; None is that of the program."""
    return tuple(say(name, Reader(language=language)) for name in DEFAULT_NAMES)


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the seats of a record, which may be one of version 0.1.0, as people see them: no two look alike.

    >>> shown(["Ann", "A\\u200bnn", "\\u2060"])
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
