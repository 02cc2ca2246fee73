"""The functions that turn messages into sentences.

Never cut, join or search sentences: their order and their parts differ by language.
"""

from __future__ import annotations

from functools import lru_cache

from grenade_salad.text.catalogs import load_catalog
from grenade_salad.text.message import Length, Message, Seat, TileLength, m
from grenade_salad.text.reader import ANYBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from gettext import NullTranslations

    from grenade_salad.text.message import Value, Words
    from grenade_salad.text.reader import Reader

ISOLATE, END = "\u2068", "\u2069"
"""Unicode's first strong isolate and its end, which are invisible."""
_RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi"})
"""Languages that are written from right to left."""

_ELIDED_WORDS = frozenset({"de", "que", "y", "o"})
"""Words that change with the sound of the next one, as in "de Bo" but "d’Ann".

A translation asks for one as the format of a place: `{who:de}`. These are French de and que, Spanish y and o.
"""
_MUTE_H = ("heb", "hec", "hel", "hen", "her", "hil", "hip", "hom", "hon", "hor", "hub", "hug", "huguette", "hyp")
"""Beginnings of French names with a mute h, unlike foreign ones (Hal, Hans)."""

_TILE_PARTS = (
    # Translators: a length on the table: less than a twentieth of a tile
    (0.05, m("a hair's breadth")),
    # Translators: a length on the table, as are the next ones; the same form must fit into all sentences with a length
    (0.18, m("a tenth of a tile")),
    (0.375, m("a quarter of a tile")),
    (0.625, m("half a tile")),
    (0.875, m("three quarters of a tile")),
    (1.25, m("one tile")),
    (1.75, m("a tile and a half")),
)
"""Lengths in words, each with the limit in tile widths below which it is used."""
_MAX_HALVES = 6.0
"""Length in tile widths from which halves are not told."""

_SENTENCE_ENDS = (".", "!", "?", "…", ":")
"""Marks after which no full stop follows."""

_language = "en"
_region = ""
_tile: float | None = None
"""Width in mm of the tile in which lengths are told, None for millimetres."""
_recent: dict[str, tuple[Message, float | None]] = {}
"""Recent sentences in any language with message and tile, to find their English."""
_MAX_RECENT, _SHORT_LENGTH = 4000, 3
"""Maximum number of recent sentences, and letters of one that is not searched for."""


def use_language(code: str) -> None:
    """Set the language of all readers who do not name one, such as "de".

    See `languages.available`.
    """
    global _language
    _language = code


def language() -> str:
    """Return the language of all readers who do not name one."""
    return _language


def use_tile(width: float | None) -> None:
    """Tell each `TileLength` in widths of a tile of this many mm; None: in mm.

    With a tile, sentences are in words and without figures where they have such a variant (`Message.plain`).
    """
    global _tile
    _tile = width


def tile() -> float | None:
    """Return the width in mm of the tile in which lengths are told, or None."""
    return _tile


def use_region(code: str) -> None:
    """Set the country that decides how dates and times are written, as in "US".

    Empty for none.
    """
    global _region
    _region = code


def region() -> str:
    """Return the country of the people, as in "US"; empty if the system names none."""
    return _region


def say(words: Words, reader: Reader = ANYBODY, *, begin: bool = False) -> str:
    """Return the message as the reader reads it.

    A string is data, and stays as it is. With `begin` it begins a line or a sentence: its first letter is a
    capital, unless a name is first.

    >>> from grenade_salad.text.reader import Reader
    >>> drawn = m("{who} draws {n} card", "{who} draws {n} cards", n=2, who=Seat(1), you=m("You draw {n} cards"))
    >>> say(drawn, Reader(["Ann", "Bo"])), say(drawn, Reader(["Ann", "Bo"], seat=1))
    ('Bo draws 2 cards', 'You draw 2 cards')
    """
    if isinstance(words, str):
        return words
    sentence = _say(words, reader, load_catalog(reader.language or _language), begin)
    if sentence not in _recent:
        if len(_recent) >= _MAX_RECENT:
            _recent.clear()
        _recent[sentence] = words, reader.tile
    return sentence


def join_with_stops(texts: Iterable[str]) -> str:
    """Return texts in a row, with a full stop between two unless the first has a mark.

    >>> join_with_stops(["One attempt so far.", "Ann's turn", "Ready?", "Go"])
    "One attempt so far. Ann's turn. Ready? Go"
    """
    *first, last = [*texts] or [""]
    return " ".join([*(text if text.endswith(_SENTENCE_ENDS) else f"{text}." for text in first), last])


def find_english(text: str, *, exactly: bool = False) -> str:
    """Return the English of a recent text, as catalogs have it.

    The text may be a sentence, a line of one, or several sentences together, which are all returned. Empty if
    there is none. With `exactly` only the sentence itself counts. Other people may have been told what is
    found: show it to nobody who was not.
    """
    exact_match = _recent.get(text)
    if exact_match is None and exactly:
        texts = []
    elif exact_match is None:
        sentences = [sentence for sentence in list(_recent) if len(sentence) > _SHORT_LENGTH]
        containing = min((sentence for sentence in sentences if text in sentence), key=len, default="")
        parts = (
            [containing]
            if len(text) > _SHORT_LENGTH and containing
            else [sentence for sentence in sentences if sentence in text]
        )
        texts = [
            _recent[part]
            for part in parts
            if not any(part != other_part and part in other_part for other_part in parts)
        ]
    else:
        texts = [exact_match]
    return "\n".join(dict.fromkeys(english for message, width in texts for english in _english_texts(message, width)))


def _english_texts(message: Message, width: float | None) -> list[str]:
    """Return the English of a message and of all messages in its places.

    `width` is that of the reader's tile.
    """
    message = _select_plain(message, width)
    inner = [value for value in message.fields.values() if isinstance(value, Message)]
    return [message.one, *(text for value in inner for text in _english_texts(value, width))]


def _say(message: Message, reader: Reader, translations: NullTranslations, begin: bool) -> str:
    form, fields = _select_variant(message, reader)
    if not form.one:
        return ""
    template = _translate(form, fields, translations)
    if not fields:
        return _capitalize(template) if begin else template
    try:
        return _fill(template, fields, reader, translations, begin)
    except (KeyError, ValueError, IndexError):  # The places of a translation are wrong: say it in English.
        if template in (form.one, form.many):
            raise
        n = fields.get("n")
        return _fill(form.one if n == 1 or not form.many else form.many, fields, reader, translations, begin)


def _select_variant(message: Message, reader: Reader) -> tuple[Message, Mapping[str, Value]]:
    """Return the variant for this reader, and the values of its places."""
    message = _select_plain(message, reader.tile)
    if reader.seat is not None:
        for place, variant in (("who", message.you), ("whom", message.your)):
            if variant is not None and message.fields.get(place) == reader.seat:
                return variant, {**message.fields, **variant.fields}
    return message, message.fields


def _select_plain(message: Message, width: float | None) -> Message:
    """Return the variant without figures if lengths are told in tile widths.

    `width` is that of the reader's tile.
    """
    plain = message.plain
    if plain is None or (width or _tile) is None:
        return message
    fields = {**message.fields, **plain.fields}
    return Message(plain.one, plain.many, context=plain.context, you=plain.you, your=plain.your, fields=fields)


def _translate(form: Message, fields: Mapping[str, Value], translations: NullTranslations) -> str:
    if form.many:
        n = fields["n"]
        count = n if isinstance(n, int) else 2
        if form.context:
            return translations.npgettext(form.context, form.one, form.many, count)
        return translations.ngettext(form.one, form.many, count)
    return translations.pgettext(form.context, form.one) if form.context else translations.gettext(form.one)


@lru_cache(maxsize=4000)
def _parse_template(text: str) -> tuple[tuple[str, str | None, str], ...]:
    from string import Formatter

    return tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(text))


def _fill(text: str, fields: Mapping[str, Value], reader: Reader, translations: NullTranslations, begin: bool) -> str:
    parts: list[str] = []
    for literal, name, spec in _parse_template(text):
        first = begin and not parts
        if literal:
            parts.append(_capitalize(literal) if first else literal)
        if name is not None:
            parts.append(_format_value(fields[name], spec, reader, translations, first and not literal))
    return "".join(parts)


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _format_value(value: Value, spec: str, reader: Reader, translations: NullTranslations, begin: bool) -> str:
    if spec in _ELIDED_WORDS:
        return _format_elided(spec, value, reader, translations, begin)
    match value:
        case str():
            return _isolate(value, translations)
        case Message():
            return _say(value, reader, translations, begin)
        case Seat():
            if value < len(reader.names):
                return _isolate(reader.names[value], translations)
            return _say(_seat_message(value), reader, translations, begin)
        case Length():
            return _say(_describe_length(value, spec, reader.tile or _tile, translations), reader, translations, begin)
        case int() | float():
            return _format_number(value, spec, translations)
    return _join_values(
        [_format_value(part, "", reader, translations, begin and not index) for index, part in enumerate(value)],
        spec,
        translations,
    )


def _describe_length(length: Length, spec: str, width: float | None, translations: NullTranslations) -> Message:
    """Return a length in widths of a tile, or without one in millimetres."""
    if width is None or not isinstance(length, TileLength):
        # Translators: a length
        return m("{far} mm", far=_format_number(length, spec or ".0f", translations))
    tiles = length / width
    for limit, words in _TILE_PARTS:
        if tiles < limit:
            return words
    whole, half = divmod(round(2 * tiles), 2)
    if half and tiles < _MAX_HALVES:
        # Translators: a length on the table, from 2½ tiles on
        return m("{number}½ tiles", number=whole)
    return m("{n} tile", "{n} tiles", n=round(tiles))


def _format_elided(word: str, value: Value, reader: Reader, translations: NullTranslations, begin: bool) -> str:
    """Return a value after a word that changes with its sound.

    Each of several values has its own word.
    """
    if isinstance(value, (str, Message, int, float)):
        text = join_elided(word, _format_value(value, "", reader, translations, begin=False))
        return _capitalize(text) if begin else text
    parts = [_format_elided(word, part, reader, translations, begin and not index) for index, part in enumerate(value)]
    return _join_values(parts, "", translations)


def join_elided(word: str, name: str) -> str:
    """Return the word and the name after it.

    >>> join_elided("de", "Ann"), join_elided("de", "Bo"), join_elided("que", "Élodie"), join_elided("de", "Yann")
    ('d’Ann', 'de Bo', 'qu’Élodie', 'de Yann')
    >>> join_elided("de", "Yves"), join_elided("y", "Inés"), join_elided("y", "Hielo")
    ('d’Yves', 'e Inés', 'y Hielo')
    >>> join_elided("o", "Óscar"), join_elided("o", "Hugo"), join_elided("o", "8")
    ('u Óscar', 'o Hugo', 'u 8')
    """
    letters = _normalize_name(name)
    if word in ("de", "que"):
        return f"{word[:-1]}’{name}" if _is_vowel_in_french(letters) else f"{word} {name}"
    if word == "y" and (letters[:1] == "i" or (letters[:2] == "hi" and letters[2:3] not in tuple("aeou"))):
        word = "e"
    if word == "o" and (letters[:1] in ("o", "8") or letters[:2] == "ho" or letters.partition(" ")[0] == "11"):
        word = "u"
    return f"{word} {name}"


def _normalize_name(name: str) -> str:
    """Return the letters of a name in lower case, without accents and marks."""
    from unicodedata import category, normalize

    return "".join(letter for letter in normalize("NFKD", name) if category(letter)[0] not in "MC").casefold()


def _is_vowel_in_french(letters: str) -> bool:
    if letters[:1] == "y":
        return letters[1:2].isalpha() and letters[1:2] not in "aeiouy"
    return letters[:1] in tuple("aeiouœæ") or letters.startswith(_MUTE_H)


def _isolate(name: str, translations: NullTranslations) -> str:
    """Return a name, or other data, marked so that the text keeps its direction.

    Without the mark, data that is read in the other direction would turn the words around it.
    """
    to_left = translations.info().get("language", "")[:2] in _RIGHT_TO_LEFT
    if (name.isascii() and not to_left) or ISOLATE in name:
        return name
    from unicodedata import bidirectional

    opposite = ("L",) if to_left else ("R", "AL")
    return f"{ISOLATE}{name}{END}" if any(bidirectional(letter) in opposite for letter in name) else name


def _seat_message(seat: int) -> Message:
    # Translators: a player without a name, in the middle of a sentence
    return m("seat {number}", number=int(seat))


def _format_number(value: float, spec: str, translations: NullTranslations) -> str:
    """Return a number with the marks of the language."""
    plain = format(value, spec)
    if plain.isdigit():
        return plain
    marks = {".": translations.pgettext("decimal mark", "."), ",": translations.pgettext("mark of thousands", ",")}
    return "".join(marks.get(letter, letter) for letter in plain)


# Only for the extraction of catalogs: `_format_number` looks these up in a catalog.
_MARKS = (m(".", context="decimal mark"), m(",", context="mark of thousands"))


def _join_values(parts: Sequence[str], spec: str, translations: NullTranslations) -> str:
    """Join values: "A, B and C", with `or` "A, B or C", with `,` "A, B, C".

    See `_join_last` for other formats.
    """
    if not parts:
        return ""
    text, *rest = parts
    for part in rest[:-1]:
        form = (
            _join_last(text, part, spec)
            if spec == "then"
            else m("{all}, {next}", context="several in a row", all=text, next=part)
        )
        text = _say(form, ANYBODY, translations, begin=False)
    return _say(_join_last(text, rest[-1], spec), ANYBODY, translations, begin=False) if rest else text


def _join_last(text: str, last: str, spec: str) -> Message:
    if spec == "or":
        return m("{all} or {last}", context="several in a row", all=text, last=last)
    if spec == "then":
        return m("{all}, then on {last}", context="several in a row", all=text, last=last)
    if spec == ",":
        return m("{all}, {last}", context="several in a row", all=text, last=last)
    return m("{all} and {last}", context="several in a row", all=text, last=last)
