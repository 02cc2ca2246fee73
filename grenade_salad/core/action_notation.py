"""Actions as lines of words, the same in all languages.

People type them, and logs show them.

A game describes its actions as phrases: "arrow 3 at bo 7" is a word, a soldier, a word, an opponent's soldier.
Parsing, completion and corrections follow from them. Seats are called by name, or by letter from `a`; case does not
matter, and a word may be cut short if only one continues like that. A game without phrases has the words of its
records.

Phrases are made of public information: that a word can be typed reveals nothing of a hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from string import ascii_lowercase
from typing import TypeAlias

from grenade_salad.core.actions import Action
from grenade_salad.core.default_wording import missing_parts
from grenade_salad.core.reasons import Illegal, Reason
from grenade_salad.core.serialization import Json
from grenade_salad.core.view import View
from grenade_salad.text import Message, Seat, m

MAX_LINE_LENGTH = 200
"""Maximum number of characters in a line."""
MAX_QUOTED_WORD = 24
"""Maximum number of characters of an unknown word that a message quotes."""
MAX_SUGGESTIONS = 6
"""Maximum number of words that are suggested instead."""
_MIN_SIMILARITY = 0.5
"""The ratio of `difflib` from which a word is spelled alike."""
DIGITS = (3, 6, 9, 12, 17)
"""Decimal places, tried in this order: as few as give a legal action."""

Value: TypeAlias = object
"""The value of a part of a phrase, as the action's constructor takes it."""
Spelling: TypeAlias = tuple[str | Seat, ...]
"""Words for a value; a seat stands for its name or letter."""


@dataclass(frozen=True, slots=True)
class NumberPart:
    """Any number."""

    unit: str = "mm"
    """The unit that completions show."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several values."""

    options: tuple[tuple[Spelling, Value], ...]
    """The spelling of each value, and the value."""


Part: TypeAlias = str | NumberPart | OneOf
ActionParts: TypeAlias = Sequence[str | Seat | float | tuple[float, float]]
"""An action as words, seats, numbers and points: what is formatted as a line."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence of the notation, and the action that it means."""

    parts: tuple[Part, ...]
    make: Callable[..., Action]
    """Returns the action. It gets the value of each `NumberPart` and `OneOf`."""


@dataclass(frozen=True, slots=True)
class Notation:
    """The notation of a game's actions."""

    phrases: Callable[[View, int], Sequence[Phrase]]
    """Returns all phrases that the seat may use now, legal or not.

    With the public view they have the same words as with that of the seat.
    """
    say: Callable[[Action, View], ActionParts]
    """Returns the parts of the phrase that means the action."""
    is_public: Callable[[Action], bool] = lambda _: False
    """True if every seat may read the line of the action."""


# Reasons why a line cannot be parsed


class Unreadable(Illegal):
    """The line is no action; `reason` says which part, and what was probably meant."""


@dataclass(frozen=True)
class NoSuchWord(Reason):
    """A word cannot follow the words before it."""

    word: str
    after: str
    """The words before it."""
    suggestions: tuple[str, ...]
    """The words that may have been meant."""

    def message(self) -> Message:
        if not self.suggestions:
            # Translators: what somebody typed makes no sense; {after} is what stands before the word
            return m('nothing can follow "{after}"', after=self.after)
        if not self.after:
            # Translators: {near} are words that may have been meant: "draw, pair or pass"
            return m('"{word}" is not known: did you mean {near:or}?', word=self.word, near=list(self.suggestions))
        return m(
            '"{word}" cannot follow "{after}": did you mean {near:or}?',
            word=self.word,
            after=self.after,
            near=list(self.suggestions),
        )


@dataclass(frozen=True)
class NoNumber(Reason):
    """A number must follow."""

    word: str
    """The word that is no number."""
    after: str
    units: tuple[str, ...]
    """The possible units."""

    def message(self) -> Message:
        # Translators: {units} are words of the notation of moves: mm, degrees, x or y
        return m(
            'a number must follow "{after}" ({units:or}), not "{word}"',
            after=self.after,
            units=list(self.units),
            word=self.word,
        )


@dataclass(frozen=True)
class NotFinished(Reason):
    """More words must follow."""

    after: str
    next_words: tuple[str, ...]
    """The words that can follow."""

    def message(self) -> Message:
        if not self.after:
            return m("type a move: {next:or}", next=list(self.next_words))
        # Translators: what somebody typed is not finished; {next} are words that can follow
        return m('"{after}" goes on with {next:or}', after=self.after, next=list(self.next_words))


@dataclass(frozen=True)
class SeveralMeanings(Reason):
    """The line has several meanings."""

    line: str

    def message(self) -> Message:
        return m('"{line}" can mean several things: type more of it', line=self.line)


@dataclass(frozen=True)
class LineTooLong(Reason):
    """The line is longer than any action."""

    max_length: int

    def message(self) -> Message:
        return m(
            "a move is a few words: at most {n} letter", "a move is a few words: at most {n} letters", n=self.max_length
        )


# Parsing


@dataclass(frozen=True, slots=True)
class _PartialParse:
    """One way to parse the words so far."""

    phrase: Phrase
    part_index: int
    """The part of the phrase that the next word belongs to."""
    remaining_words: tuple[str, ...]
    """The rest of a spelling that was begun; empty at the start of a part."""
    value: Value
    """The value of that spelling."""
    values: tuple[Value, ...]
    """The values of the parts before."""


def split_words(line: str) -> list[str]:
    """Return the words of a line; commas separate them, too.

    >>> split_words("Move 2 to 310,220")
    ['move', '2', 'to', '310', '220']
    """
    return [word for word in re.split(r"[\s,;]+", line.casefold()) if word]


def seat_letter(seat: int) -> str:
    """Return the letter of a seat.

    >>> seat_letter(0), seat_letter(25), seat_letter(26)
    ('a', 'z', 'aa')
    """
    return ascii_lowercase[seat % len(ascii_lowercase)] * (1 + seat // len(ascii_lowercase))


def seat_spellings(names: Sequence[str], seats: int) -> list[list[tuple[str, ...]]]:
    """Return the words for each seat, its usual name first.

    A name is used if it is not a letter, a number or also another seat's.

    >>> seat_spellings(["Ann", "Mary Ann", "B"], 3)
    [[('ann',), ('a',)], [('mary', 'ann'), ('b',)], [('c',)]]
    """
    names_in_words = [tuple(split_words(name)) for name in names[:seats]]
    names_in_words += [()] * (seats - len(names_in_words))
    result: list[list[tuple[str, ...]]] = []
    for seat in range(seats):
        name_words = names_in_words[seat]
        is_usable = (
            bool(name_words)
            and names_in_words.count(name_words) == 1
            and not any(parse_number(word) is not None for word in name_words)
        )
        is_letter = len(name_words) == 1 and name_words[0] in ascii_lowercase
        result.append([*([name_words] if is_usable and not is_letter else []), (seat_letter(seat),)])
    return result


def parse_words(words: Sequence[str], phrases: Sequence[Phrase], seats: int, names: Sequence[str] = ()) -> Action:
    """Return the action that the words mean by these phrases, legal or not.

    See `State.parse_action`. Raises `Unreadable`.
    """
    spelling_table = seat_spellings(names, seats)
    parses = _start_parses(phrases)
    for index, word in enumerate(words):
        parses = _advance(parses, word, " ".join(words[:index]), spelling_table)
    complete_parses = [parse for parse in parses if parse.part_index == len(parse.phrase.parts)]
    if not complete_parses:
        raise Unreadable(NotFinished(" ".join(words), tuple(_first_unique(_expected_words(parses, spelling_table)))))
    actions = [parse.phrase.make(*parse.values) for parse in complete_parses]
    if any(action != actions[0] for action in actions):
        raise Unreadable(SeveralMeanings(" ".join(words)))
    return actions[0]


def complete_line(line: str, phrases: Sequence[Phrase], seats: int, names: Sequence[str] = ()) -> list[str]:
    """Return the words that the last word of a line can become by these phrases.

    See `State.complete_action`.
    """
    words = split_line(line) if len(line) <= MAX_LINE_LENGTH else []
    prefix = words.pop() if words and not line[-1].isspace() else ""
    spelling_table = seat_spellings(names, seats)
    parses = _start_parses(phrases)
    try:
        for word in words:
            parses = _advance(parses, word, "", spelling_table)
    except Unreadable:
        return []
    expected = list(dict.fromkeys(word for word in _expected_words(parses, spelling_table) if word.startswith(prefix)))
    if prefix and parse_number(prefix) is not None:
        return [*expected, *(word for word in _expected_words(parses, spelling_table) if word.startswith("<"))][:1]
    return expected


def format_parts(parts: ActionParts, seats: int, names: Sequence[str] = (), digits: int = DIGITS[0]) -> str:
    """Return the line of an action, with this many decimal places in numbers."""
    return " ".join(_format_part(part, names, seats, digits) for part in parts)


def split_line(line: str) -> list[str]:
    """Return the words of a line that is not too long.

    Raises `Unreadable`.
    """
    if len(line) > MAX_LINE_LENGTH:
        raise Unreadable(LineTooLong(MAX_LINE_LENGTH))
    return split_words(line)


def _format_part(part: str | Seat | float | tuple[float, float], names: Sequence[str], seats: int, digits: int) -> str:
    if isinstance(part, Seat):
        has_name = len(seat_spellings(names, seats)[part]) > 1
        return names[part] if has_name else seat_letter(part)
    if isinstance(part, tuple):
        return ",".join(format_number(value, digits) for value in part)
    return part if isinstance(part, str) else format_number(part, digits)


def format_number(value: float, digits: int = 3) -> str:
    """Return a number with as few characters as possible.

    >>> format_number(310.0), format_number(-0.0001), format_number(22.5)
    ('310', '0', '22.5')
    """
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def parse_number(word: str) -> float | None:
    """Return the number that a word is, with or without its unit; else None.

    >>> parse_number("310mm"), parse_number("-22.5°"), parse_number("inf")
    (310.0, -22.5, None)
    """
    try:
        value = float(word.removesuffix("mm").removesuffix("°"))
    except ValueError:
        return None
    # Python reads 1_000, which is no number in the notation.
    return value if isfinite(value) and "_" not in word else None


def _start_parses(phrases: Sequence[Phrase]) -> list[_PartialParse]:
    return [_PartialParse(phrase, 0, (), None, ()) for phrase in phrases]


def _next_words(
    parse: _PartialParse, spelling_table: Sequence[Sequence[tuple[str, ...]]]
) -> Iterator[tuple[str, _PartialParse]]:
    """Yield the words that can follow, each with the parse after it.

    A number is "<mm>", or has another unit there.
    """
    if parse.remaining_words:
        yield parse.remaining_words[0], _with_value(parse, parse.remaining_words[1:], parse.value)
        return
    if parse.part_index == len(parse.phrase.parts):
        return
    match parse.phrase.parts[parse.part_index]:
        case str(word):
            yield word, _PartialParse(parse.phrase, parse.part_index + 1, (), None, parse.values)
        case NumberPart(unit=unit):
            yield f"<{unit}>", parse
        case OneOf(options=options):
            for spelling, value in options:
                for words in _spell_out(spelling, spelling_table):
                    yield words[0], _with_value(parse, words[1:], value)


def _with_value(parse: _PartialParse, remaining_words: tuple[str, ...], value: Value) -> _PartialParse:
    if remaining_words:
        return _PartialParse(parse.phrase, parse.part_index, remaining_words, value, parse.values)
    return _PartialParse(parse.phrase, parse.part_index + 1, (), None, (*parse.values, value))


def _spell_out(spelling: Spelling, spelling_table: Sequence[Sequence[tuple[str, ...]]]) -> list[tuple[str, ...]]:
    """Return all ways to write a spelling in words: a seat has a name and a letter."""
    spelled: list[tuple[str, ...]] = [()]
    for part in spelling:
        part_spellings = spelling_table[part] if isinstance(part, Seat) else [(part,)]
        spelled = [(*first_words, *part_words) for first_words in spelled for part_words in part_spellings]
    return spelled


def _advance(
    parses: Sequence[_PartialParse], word: str, after: str, spelling_table: Sequence[Sequence[tuple[str, ...]]]
) -> list[_PartialParse]:
    """Return the parses after one more word. Raises `Unreadable` if there is none.

    `after` are the words before it, for the error.
    """
    candidates = [candidate for parse in parses for candidate in _next_words(parse, spelling_table)]
    value = parse_number(word)
    matching = [parse for expected, parse in candidates if expected == word]
    if value is not None:
        matching += [_with_value(parse, (), value) for expected, parse in candidates if expected.startswith("<")]
    if matching:
        return matching
    completions = {expected for expected, _ in candidates if expected.startswith(word)}
    if len(completions) == 1:
        return [parse for expected, parse in candidates if expected in completions]
    if candidates and all(expected.startswith("<") for expected, _ in candidates):
        units = dict.fromkeys(expected.strip("<>") for expected, _ in candidates)
        raise Unreadable(NoNumber(word[:MAX_QUOTED_WORD], after, tuple(units)))
    suggestions = sorted(completions) or similar_words(word, [expected for expected, _ in candidates])
    raise Unreadable(NoSuchWord(word[:MAX_QUOTED_WORD], after, tuple(suggestions[:MAX_SUGGESTIONS])))


def similar_words(word: str, expected: Sequence[str]) -> list[str]:
    """Return the expected words that are spelled alike, or some of them if none is."""
    from difflib import get_close_matches

    unique = list(dict.fromkeys(expected))
    longer = [candidate for candidate in unique if len(candidate) > 1] if len(word) > 1 else unique
    return get_close_matches(word[:MAX_QUOTED_WORD], longer, MAX_SUGGESTIONS, _MIN_SIMILARITY) or _first_unique(unique)


def _expected_words(parses: Sequence[_PartialParse], spelling_table: Sequence[Sequence[tuple[str, ...]]]) -> list[str]:
    return [word for parse in parses for word, _ in _next_words(parse, spelling_table)]


def _first_unique(words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(words))[:MAX_SUGGESTIONS]


# Games without phrases


def make_record_phrases(actions: Sequence[Action]) -> list[Phrase]:
    """Return the complete ones of these actions as phrases, in the words of records."""
    complete_actions = [action for action in actions if not missing_parts(action)]
    return [Phrase(tuple(format_record_words(action)), partial(_return_action, action)) for action in complete_actions]


def _return_action(action: Action) -> Action:
    return action


def format_record_words(action: Action) -> list[str]:
    """Return the words of a record.

    >>> from grenade_salad.games.wheel import Advance
    >>> format_record_words(Advance(0, 2))
    ['advance', '2']
    """
    line = action.to_line()
    return [word for key, value in line.items() if key != "seat" for word in split_words(_format_value(value))]


def _format_value(value: Json) -> str:
    if isinstance(value, list):
        return " ".join(_format_value(part) for part in value)
    if isinstance(value, dict):
        return " ".join(f"{key} {_format_value(part)}" for key, part in value.items())
    return "" if value is None else str(value)
