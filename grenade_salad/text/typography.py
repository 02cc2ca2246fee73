"""Typography of a language: apostrophes, ellipses, and no-break spaces.

Translators write what a keyboard gives them; the catalogs are compiled with what is right in print.
"""

from __future__ import annotations

import re

NO_BREAK = "\u00a0"
NARROW = "\u202f"
"""The narrow no-break space, which French has before marks of two parts."""

_PLACE = re.compile(r"(\{[^{}]*\})")
_UNIT = re.compile(r"(?:(?<=\d)|^) (?=(?:mm|cm|m|s|ms|min|h|px|kB|KB|MB|GB)\b)")
_PERCENT = re.compile(r"(?:(?<=\d)|^)[ \u00a0\u202f]?(?=%)")
_BEFORE_PERCENT = {"fr": NARROW, "de": NO_BREAK, "es": NO_BREAK, "pl": ""}
_BEFORE_HIGH_MARK = re.compile(r"[ \u00a0](?=[;!?](?:\W|$))")
_BEFORE_COLON = re.compile(r" (?=:(?:\s|$))| (?=»)")
_AFTER_QUOTE = re.compile(r"(?<=«) ")


def typeset(text: str, code: str) -> str:
    r"""Return a translation as its language is set in print; places stay as they are.

    >>> typeset("Prêt ? C'est {share:.0f} % d'eau...", "fr")
    'Prêt\u202f? C’est {share:.0f}\u202f% d’eau…'
    >>> typeset("{share:.0f} % von 20 cm", "de"), typeset("{share:.0f} %", "pl")
    ('{share:.0f}\xa0% von 20\xa0cm', '{share:.0f}%')
    """
    language = code.partition("_")[0]
    pieces = _PLACE.split(text)
    for index in range(0, len(pieces), 2):
        pieces[index] = _typeset_literal(pieces[index], language, after_place=index > 0)
    return "".join(pieces)


def _typeset_literal(text: str, language: str, after_place: bool) -> str:
    text = text.replace("...", "…")
    if language == "fr":
        text = text.replace("'", "’")
        text = _AFTER_QUOTE.sub(NO_BREAK, _BEFORE_COLON.sub(NO_BREAK, _BEFORE_HIGH_MARK.sub(NARROW, text)))
    space = _BEFORE_PERCENT.get(language)
    if space is not None:
        text = _set_space(_PERCENT, space, text, after_place)
    return _set_space(_UNIT, NO_BREAK, text, after_place)


def _set_space(pattern: re.Pattern[str], space: str, text: str, after_place: bool) -> str:
    """Replace the space before a sign or unit that follows a figure.

    At the begin of the text it follows a place if `after_place` is true.
    """
    return pattern.sub(lambda match: space if match.start() or after_place else match[0], text)
