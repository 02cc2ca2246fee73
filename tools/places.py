"""Explanations of the placeholders in messages, for translators.

One table replaces a comment at every message.
"""

from __future__ import annotations

import re

_DECLINABLE_NAME = "a name of a player, never declined; a language may ask for a form of it, as in {who:de}"
_NAME = "a name of a player, never declined"
PLACES = {
    "who": _DECLINABLE_NAME,
    "whom": _DECLINABLE_NAME,
    "name": "a name, never declined",
    "by": _NAME,
    "away": _NAME,
    "person": "what somebody calls themselves on a phone",
    "player": "a machine player, as in Expert",
    "card": "the name of a card, as in Arrow, or as in the 7 of clubs",
    "cards": "cards: a list of them, or how many",
    "pips": "a number from 1 to 6",
    "far": "a length, as in 12 mm",
    "high": "a length, as in 120 mm, or a number",
    "wide": "a length, as in 80 mm",
    "why": "says why, in a sentence without a full stop",
    "game": "the name of a game",
    "names": "a list of names",
    "key": "a key of the keyboard",
    "file": "the name of a file",
    "folder": "the name of a folder",
    "address": "an address of the network",
    "code": "a few letters and digits",
    "rank": "the number or letter of a card",
}
_PLACE = re.compile(r"\{(\w+)")


def describe_places(text: str) -> list[str]:
    """Return a line for each placeholder of an English text that the table knows.

    >>> describe_places("{person} has {n} points")
    ['{person}: what somebody calls themselves on a phone']
    """
    names = dict.fromkeys(_PLACE.findall(text))
    return [f"{{{name}}}: {PLACES[name]}" for name in names if name in PLACES]
