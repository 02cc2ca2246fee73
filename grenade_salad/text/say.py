"""Messages become sentences. Nobody cuts, joins or searches what comes out of here."""

from __future__ import annotations

from functools import lru_cache

from grenade_salad.text.catalogs import catalog
from grenade_salad.text.message import Length, Message, Seat, m
from grenade_salad.text.reader import ANYBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from gettext import NullTranslations

    from grenade_salad.text.message import Value, Words
    from grenade_salad.text.reader import Reader

_language = "en"


def use_language(code: str) -> None:
    """The language of all readers who do not name one, such as "de"; see `languages.available`."""
    global _language
    _language = code


def language() -> str:
    """The language of all readers who do not name one."""
    return _language


def say(words: Words, reader: Reader = ANYBODY, *, begin: bool = False) -> str:
    """The message as the reader reads it. What is a string already is data, and stays as it is.

    `begin`: it begins a line or a sentence, so that its first letter is a capital, but where a name comes first.

    >>> from grenade_salad.text.reader import Reader
    >>> drawn = m("{who} draws {n} card", "{who} draws {n} cards", n=2, who=Seat(1), you=m("You draw {n} cards"))
    >>> say(drawn, Reader(["Ann", "Bo"])), say(drawn, Reader(["Ann", "Bo"], seat=1))
    ('Bo draws 2 cards', 'You draw 2 cards')
    """
    if isinstance(words, str):
        return words
    return _said(words, reader, catalog(reader.language or _language), begin)


def say_all(messages: Iterable[Words], reader: Reader = ANYBODY) -> str:
    """Several sentences in a row, each with its full stop."""
    return " ".join(say(message, reader, begin=True) for message in messages)


def _said(message: Message, reader: Reader, words: NullTranslations, begin: bool) -> str:
    form, fields = _for_reader(message, reader)
    if not form.one:
        return ""
    text = _found(form, fields, words)
    if not fields:
        return _capital(text) if begin else text
    try:
        return _filled(text, fields, reader, words, begin)
    except (KeyError, ValueError, IndexError):
        if text in (form.one, form.many):
            raise
        n = fields.get("n")
        return _filled(form.one if n == 1 or not form.many else form.many, fields, reader, words, begin)


def _for_reader(message: Message, reader: Reader) -> tuple[Message, Mapping[str, Value]]:
    """The variant for this reader, and what fills its places."""
    if reader.seat is not None:
        for place, variant in (("who", message.you), ("whom", message.your)):
            if variant is not None and message.fields.get(place) == reader.seat:
                return variant, {**message.fields, **variant.fields}
    return message, message.fields


def _found(form: Message, fields: Mapping[str, Value], words: NullTranslations) -> str:
    if form.many:
        n = fields["n"]
        count = n if isinstance(n, int) else 2
        if form.context:
            return words.npgettext(form.context, form.one, form.many, count)
        return words.ngettext(form.one, form.many, count)
    return words.pgettext(form.context, form.one) if form.context else words.gettext(form.one)


@lru_cache(maxsize=4000)
def _pieces(text: str) -> tuple[tuple[str, str | None, str], ...]:
    from string import Formatter

    return tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(text))


def _filled(text: str, fields: Mapping[str, Value], reader: Reader, words: NullTranslations, begin: bool) -> str:
    parts: list[str] = []
    for literal, name, spec in _pieces(text):
        first = begin and not parts
        if literal:
            parts.append(_capital(literal) if first else literal)
        if name is not None:
            parts.append(_value(fields[name], spec, reader, words, first and not literal))
    return "".join(parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _value(value: Value, spec: str, reader: Reader, words: NullTranslations, begin: bool) -> str:
    match value:
        case str():
            return value
        case Message():
            return _said(value, reader, words, begin)
        case Seat():
            return reader.names[value] if value < len(reader.names) else _said(_seat(value), reader, words, begin)
        case Length():
            # Translators: a length
            return _said(m("{far} mm", far=_number(value, spec or ".0f", words)), reader, words, begin)
        case int() | float():
            return _number(value, spec, words)
    return _row([_value(part, "", reader, words, begin and not at) for at, part in enumerate(value)], spec, words)


def _seat(seat: int) -> Message:
    # Translators: a player without a name, in the middle of a sentence
    return m("seat {number}", number=int(seat))


def _number(value: float, spec: str, words: NullTranslations) -> str:
    """A number with the marks of the language."""
    plain = format(value, spec)
    if plain.isdigit():
        return plain
    marks = {".": words.pgettext("decimal mark", "."), ",": words.pgettext("mark of thousands", ",")}
    return "".join(marks.get(letter, letter) for letter in plain)


_MARKS = (m(".", context="decimal mark"), m(",", context="mark of thousands"))


def _row(parts: Sequence[str], spec: str, words: NullTranslations) -> str:
    """Several things in a row: "A, B and C", with `or` "A, B or C", with `,` "A, B, C"; see `_last`."""
    if not parts:
        return ""
    said, *others = parts
    for part in others[:-1]:
        form = (
            _last(said, part, spec)
            if spec == "then"
            else m("{all}, {next}", context="several in a row", all=said, next=part)
        )
        said = _said(form, ANYBODY, words, begin=False)
    return _said(_last(said, others[-1], spec), ANYBODY, words, begin=False) if others else said


def _last(said: str, last: str, spec: str) -> Message:
    if spec == "or":
        return m("{all} or {last}", context="several in a row", all=said, last=last)
    if spec == "then":
        return m("{all}, then on {last}", context="several in a row", all=said, last=last)
    if spec == ",":
        return m("{all}, {last}", context="several in a row", all=said, last=last)
    return m("{all} and {last}", context="several in a row", all=said, last=last)
