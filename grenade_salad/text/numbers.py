"""Small numbers in words."""

from __future__ import annotations

from grenade_salad.text import Message, m

_NUMBERS = (
    m("no", context="a number"),
    m("one", context="a number"),
    m("two", context="a number"),
    m("three", context="a number"),
    m("four", context="a number"),
    m("five", context="a number"),
    m("six", context="a number"),
    m("seven", context="a number"),
    m("eight", context="a number"),
    m("nine", context="a number"),
)


def spell_number(value: int) -> Message:
    """The number as it is written in a sentence: in words up to nine.

    >>> from grenade_salad.text import say
    >>> say(in_words(7)), say(in_words(12))
    ('seven', '12')
    """
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else m("{number}", number=value)
