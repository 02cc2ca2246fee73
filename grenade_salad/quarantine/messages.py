"""Messages as JSON.

Reasons that leave the quarantine are worded outside, in the user's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from grenade_salad.core import Json
from grenade_salad.text import Message, Words

_MAX_DEPTH = 8
"""Maximum number of messages in each other."""


class NoMessage(ValueError):
    """The JSON is no message."""


def encode_words(words: Words) -> Json:
    """Return a message or a text as JSON.

    >>> from grenade_salad.text import m
    >>> encode_words(m("{n} is odd", n=3))
    {'one': '{n} is odd', 'many': '', 'context': '', 'fields': {'n': 3}}
    """
    return cast(Json, _encode(words))


def _encode(value: object) -> object:
    if isinstance(value, Message):
        fields = {name: _encode(part) for name, part in value.fields.items()}
        return {"one": value.one, "many": value.many, "context": value.context, "fields": fields}
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Sequence):
        return [_encode(part) for part in value]
    raise TypeError(f"{type(value).__name__} is no value of a message")


def decode_words(value: Json) -> Words:
    """Return the message or text that `encode_words` wrote. Raises NoMessage.

    >>> decode_words({"one": "{n} is odd", "many": "", "context": "", "fields": {"n": 3}})
    m('{n} is odd', n=3)
    """
    words = _decode(value, _MAX_DEPTH)
    if not isinstance(words, (str, Message)):
        raise NoMessage("it is no message")
    return words


def _decode(value: Json, depth: int) -> object:
    if depth <= 0:
        raise NoMessage("its parts are nested too deeply")
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, list):
        return [_decode(part, depth - 1) for part in value]
    match value:
        case {"one": str(singular), "many": str(many), "context": str(context), "fields": dict(fields)}:
            decoded = {name: _decode(part, depth - 1) for name, part in fields.items()}
            return Message(singular, many, context=context, fields=decoded)  # type: ignore[arg-type]
    raise NoMessage("it is no message")
