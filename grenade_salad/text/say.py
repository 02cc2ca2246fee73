"""Messages become sentences. Nobody cuts, joins or searches what comes out of here."""

from __future__ import annotations

from functools import lru_cache

from grenade_salad.text.catalogs import catalog
from grenade_salad.text.elision import WORDS, joined
from grenade_salad.text.message import Length, Message, Seat, m
from grenade_salad.text.reader import ANYBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from gettext import NullTranslations

    from grenade_salad.text.message import Value, Words
    from grenade_salad.text.reader import Reader

ISOLATE, END = "\u2068", "\u2069"
"""Unicode's first strong isolate and its end; nobody sees them."""
_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi"})
"""Languages that are written from right to left."""

_language = "en"
_region = ""
_lately: dict[str, Message] = {}
"""What was said lately, in any language, so that somebody who reads it can ask what it is in English."""
_MOST, _SHORT = 4000, 3


def use_language(code: str) -> None:
    """The language of all readers who do not name one, such as "de"; see `languages.available`."""
    global _language
    _language = code


def language() -> str:
    """The language of all readers who do not name one."""
    return _language


def use_region(code: str) -> None:
    """Where the people are, as in "US": it says how they write dates and times. Nowhere, if it is empty."""
    global _region
    _region = code


def region() -> str:
    """Where the people are, as in "US"; empty if the system does not say."""
    return _region


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
    said = _said(words, reader, catalog(reader.language or _language), begin)
    if said not in _lately:
        if len(_lately) >= _MOST:
            _lately.clear()
        _lately[said] = words
    return said


def english_of(shown: str, *, exactly: bool = False) -> str:
    """The English of what somebody reads, as catalogs have it: of the sentence itself, or of one that it is a line of,
    or, if several were put together, of each of them. Empty if nothing like it was said lately.

    Others may have been told what is found: show it to nobody who was not. `exactly`: nothing but the sentence itself.
    """
    exact = _lately.get(shown)
    if exact is None and exactly:
        found = []
    elif exact is None:
        sentences = [said for said in list(_lately) if len(said) > _SHORT]
        whole = min((said for said in sentences if shown in said), key=len, default="")
        parts = [whole] if len(shown) > _SHORT and whole else [said for said in sentences if said in shown]
        found = [_lately[part] for part in parts if not any(part != other and part in other for other in parts)]
    else:
        found = [exact]
    return "\n".join(dict.fromkeys(text for message in found for text in _texts(message)))


def _texts(message: Message) -> list[str]:
    """The English of a message and of all that fills its places."""
    inner = [value for value in message.fields.values() if isinstance(value, Message)]
    return [message.one, *(text for value in inner for text in _texts(value))]


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
    if spec in WORDS:
        return _behind(spec, value, reader, words, begin)
    match value:
        case str():
            return _isolated(value, words)
        case Message():
            return _said(value, reader, words, begin)
        case Seat():
            if value < len(reader.names):
                return _isolated(reader.names[value], words)
            return _said(_seat(value), reader, words, begin)
        case Length():
            # Translators: a length
            return _said(m("{far} mm", far=_number(value, spec or ".0f", words)), reader, words, begin)
        case int() | float():
            return _number(value, spec, words)
    return _row([_value(part, "", reader, words, begin and not at) for at, part in enumerate(value)], spec, words)


def _behind(word: str, value: Value, reader: Reader, words: NullTranslations, begin: bool) -> str:
    """What fills a place behind a word that goes by its sound; of several things each has its own."""
    if isinstance(value, (str, Message, int, float)):
        said = joined(word, _value(value, "", reader, words, begin=False))
        return _capital(said) if begin else said
    parts = [_behind(word, part, reader, words, begin and not at) for at, part in enumerate(value)]
    return _row(parts, "", words)


def _isolated(name: str, words: NullTranslations) -> str:
    """A name, or other data, marked so that it does not turn the words around it if it is read the other way."""
    to_left = words.info().get("language", "")[:2] in _TO_LEFT
    if (name.isascii() and not to_left) or ISOLATE in name:
        return name
    from unicodedata import bidirectional

    others = ("L",) if to_left else ("R", "AL")
    return f"{ISOLATE}{name}{END}" if any(bidirectional(letter) in others for letter in name) else name


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
