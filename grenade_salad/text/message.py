"""A message: English sentences with named places, and the values that fill them.

The class is written by hand because the command line prints its help with messages: importing `dataclasses`
would be most of the time that `--help` takes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Never, TypeAlias

    Value: TypeAlias = "str | int | float | Message | Sequence[Value]"
    """The value of a place.

    A Seat or Length, a number, data such as a name, a message, or several of these in a row.
    """
    Words: TypeAlias = "str | Message"
    """The text of a widget: a message, or data that is the same in every language."""
else:
    Value = Words = object


class Seat(int):
    """A player, shown by name."""


class Length(float):
    """A length on the table in millimetres, shown with its unit."""


class TileLength(Length):
    """A length in millimetres that a match tells in tile widths, see `say.use_tile`."""


class Message:
    """A sentence, or another complete piece of text, not yet in any language.

    It is immutable.
    """

    __slots__ = ("context", "fields", "many", "one", "plain", "you", "your")

    one: str
    """The English text; the singular if there is a plural."""
    many: str
    """The English plural, for which the field `n` counts; empty if there is none."""
    context: str
    """Text that tells two meanings of one English word apart; empty if it has one."""
    plain: Message | None
    """Variant without figures, for players at a table, see `say.use_tile`."""
    you: Message | None
    """Variant for the reader who is `{who}`, with the same fields."""
    your: Message | None
    """Variant for the reader who is `{whom}`, with the same fields."""
    fields: Mapping[str, Value]
    """The values of the places."""

    def __init__(
        self,
        one: str,
        many: str = "",
        *,
        context: str = "",
        plain: Message | None = None,
        you: Message | None = None,
        your: Message | None = None,
        fields: Mapping[str, Value],
    ) -> None:
        # `__setattr__` refuses: a message is immutable.
        for name, value in zip(self.__slots__, (context, fields, many, one, plain, you, your), strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError("a message is immutable")

    def _parts(self) -> tuple[object, ...]:
        return self.one, self.many, self.context, self.plain, self.you, self.your, self.fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.one, self.many, self.context, *self.fields))

    def __repr__(self) -> str:
        fields = "".join(f", {name}={value!r}" for name, value in self.fields.items())
        return f"m({self.one!r}{fields})"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, self._parts()

    def __format__(self, spec: str) -> Never:
        raise TypeError(f"{self!r} becomes words with say, not in another string")


NOTHING = Message("", fields={})
"""No text at all: the message of an event that is not worth a line."""


def _rebuild(
    one: str,
    many: str,
    context: str,
    plain: Message | None,
    you: Message | None,
    your: Message | None,
    fields: Mapping[str, Value],
) -> Message:
    return Message(one, many, context=context, plain=plain, you=you, your=your, fields=fields)


def m(
    one: str,
    many: str = "",
    /,
    *,
    context: str = "",
    plain: Message | None = None,
    you: Message | None = None,
    your: Message | None = None,
    **fields: Value,
) -> Message:
    """Return a message.

    All texts are literals: catalogs are extracted from these calls.
    >>> m("{who} draws {n} card", "{who} draws {n} cards", who=Seat(1), n=2)
    m('{who} draws {n} card', who=1, n=2)
    """
    return Message(one, many, context=context, plain=plain, you=you, your=your, fields=fields)
