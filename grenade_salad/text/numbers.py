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
    """Spell a number for a sentence: in words up to nine.

    >>> from grenade_salad.text import say
    >>> say(spell_number(7)), say(spell_number(12))
    ('seven', '12')
    """
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else m("{number}", number=value)
