"""English that looks foreign and is a third longer, to find untranslated text."""

from __future__ import annotations

from gettext import NullTranslations
from string import Formatter

_FROM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_TO = "ÅƁÇÐÉƑĞĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒğĥîĵķļṁñöþǫŕšţûṽŵẋýž"
_ACCENTS = str.maketrans(_FROM, _TO)
_DOUBLED = "aeiouy"


class Pseudo(NullTranslations):
    """A catalog that has every message: [Ţŵöö çååŕðš]."""

    def gettext(self, message: str) -> str:
        return pseudo_translate(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo_translate(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return add_accents(message) if context == "several in a row" else pseudo_translate(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


def pseudo_translate(text: str) -> str:
    """Return the text with accents, a third longer, in brackets; its places stay.

    >>> pseudo_translate("{who} draws {n:.1f} cards")
    '[{who} ðŕååŵš {n:.1f} çååŕðš]'
    """
    if not any(letter.isalpha() for letter in text):
        return text
    return f"[{add_accents(text, longer=True)}]"


def add_accents(text: str, longer: bool = False) -> str:
    """Return the text with accents, and longer if wanted; its places stay."""
    parts = []
    for literal, name, spec, _ in Formatter().parse(text):
        letters = "".join(letter * 2 if longer and letter in _DOUBLED else letter for letter in literal)
        parts.append(letters.translate(_ACCENTS).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            parts.append("{" + name + (f":{spec}" if spec else "") + "}")
    return "".join(parts)
