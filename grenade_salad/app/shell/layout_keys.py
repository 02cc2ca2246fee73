"""Codes of keys on any keyboard layout.

Keys that write no Latin letters count as those in their place on a US keyboard.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Container

_LETTERS = range(4, 30)
"""SDL's scancodes of the places of letters."""
_US = {
    **{scancode: ord(sign) for scancode, sign in enumerate("abcdefghijklmnopqrstuvwxyz1234567890", start=4)},
    **{scancode: ord(sign) for scancode, sign in enumerate("-=[]\\#;'`,./", start=45)},
}
"""The code (pygame.K_*) that a place has on a US keyboard."""
_END_OF_LATIN = 0x24F
"""The last letter of Unicode's block Latin Extended-B."""
_MORE_LATIN = range(0x1E00, 0x1F00)
"""The block Latin Extended Additional, as for Vietnamese."""


def is_sign(key: int) -> bool:
    """True if the code is a printable sign, and not a key such as Enter or F1.

    >>> is_sign(ord("q")), is_sign(13)
    (True, False)
    """
    return 0 < key <= sys.maxunicode and chr(key).isprintable()


class LayoutKeys:
    """Codes of keys, by the alphabet of the layout."""

    def __init__(self) -> None:
        self._is_latin = True
        """True unless the last letter was one of another alphabet."""

    def find_code(self, key: int, scancode: int, bound: Container[int]) -> int:
        """Return the code (pygame.K_*) of a key that goes down.

        The symbol `key` counts if it is bound to something by itself, or if the layout has Latin letters; else the
        place does. Signs such as the slash, which Hebrew has in the place of Q, follow the last letter.

        >>> keys = LayoutKeys()
        >>> chr(keys.find_code(ord("ф"), 4, bound=())), chr(keys.find_code(ord("/"), 20, bound=()))
        ('a', 'q')
        """
        kind = _alphabet(key)
        if kind is not None:
            self._is_latin = kind == "latin"
        by_place = kind == "other" or (kind is None and not self._is_latin and scancode in _LETTERS)
        return _US.get(scancode, key) if by_place and key not in bound else key


def _alphabet(key: int) -> str | None:
    """Return "latin" or "other" for the code of a letter, None for all other keys.

    >>> _alphabet(ord("é")), _alphabet(ord("й")), _alphabet(ord("/"))
    ('latin', 'other', None)
    """
    if not is_sign(key) or unicodedata.category(chr(key))[0] not in "LM":
        return None
    return "latin" if key <= _END_OF_LATIN or key in _MORE_LATIN else "other"
