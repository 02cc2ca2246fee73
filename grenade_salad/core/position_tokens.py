"""The words of positions in a line: reading them in order, and errors in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grenade_salad.core.action_notation import (
    MAX_QUOTED_WORD,
    MAX_SUGGESTIONS,
    NoNumber,
    NoSuchWord,
    NotFinished,
    Unreadable,
    parse_number,
    seat_letter,
    seat_spellings,
    similar_words,
    split_words,
)
from grenade_salad.core.reasons import Illegal, Reason
from grenade_salad.text import Message, m

MAX_LENGTH = 20_000
"""Maximum number of characters in a position.

The fullest table has some three thousand.
"""
_MAX_QUOTE = 60
"""Maximum number of characters of a part that a message quotes."""
_MAX_NUMBER = 100_000
"""The largest number in a position."""
_MAX_INT_DIGITS = 9
"""Maximum number of digits in a whole number, leading zeros included."""


# Reasons why a position cannot be parsed


@dataclass(frozen=True)
class InPart(Reason):
    """A part of the line is wrong."""

    index: int
    """The number of the part, from 1."""
    part: str
    """The text of the part."""
    why: Reason
    rule: str = ""
    """The id of the rule; "" for that of the reason `why`."""

    def message(self) -> Message:
        part, why, rule = make_printable(self.part), self.why.message(), self.rule or self.why.rule_id
        if rule:
            # Translators: what is wrong with the line in which somebody wrote a position; {rule} is as in GS-04
            return m('part {number}, "{part}": {why} ({rule})', number=self.index, part=part, why=why, rule=rule)
        return m('part {number}, "{part}": {why}', number=self.index, part=part, why=why)


@dataclass(frozen=True)
class PositionTooLong(Reason):
    """The line is longer than any position."""

    def message(self) -> Message:
        return m("a position has at most {most} letters", most=MAX_LENGTH)


@dataclass(frozen=True)
class OtherGame(Reason):
    """The position is one of another game."""

    game: str

    def message(self) -> Message:
        # Translators: {game} is the name of a game in records, as in live-grenade
        return m("this is a position of {game}", game=self.game)


@dataclass(frozen=True)
class NoSeats(Reason):
    """The line does not say how many play."""

    def message(self) -> Message:
        return m("a position says who plays: {example}", example='"seats 2", "seats Ann, Bo"')


@dataclass(frozen=True)
class SaidTwice(Reason):
    """Something is stated a second time."""

    def message(self) -> Message:
        # Translators: a part of a position that somebody wrote says what was said before
        return m("that was said before")


@dataclass(frozen=True)
class NotFrom(Reason):
    """A whole number within bounds must follow."""

    word: str
    minimum: int
    maximum: int

    def message(self) -> Message:
        return m(
            'a whole number from {low} to {high} must stand there, not "{word}"',
            word=self.word,
            low=self.minimum,
            high=self.maximum,
        )


@dataclass(frozen=True)
class TooFewLeft(Reason):
    """More cards are hidden than are left in the box."""

    hidden: int
    left: int

    def message(self) -> Message:
        return m(
            "{n} card is hidden, but only {left} are left in the box",
            "{n} cards are hidden, but only {left} are left in the box",
            n=self.hidden,
            left=self.left,
        )


@dataclass(frozen=True)
class NoNotation(Reason):
    """The game has no words for positions."""

    game: str

    def message(self) -> Message:
        return m("{game} has no notation of positions", game=self.game)


def make_printable(text: str) -> str:
    """Return the text in a form that can be shown in a line."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text[: _MAX_QUOTE + 1])
    return printable if len(printable) <= _MAX_QUOTE else printable[: _MAX_QUOTE - 1] + "…"


# Parsing


Cards: TypeAlias = tuple[tuple[str, ...], int | None]
"""Revealed cards, and how many are hidden besides; None is the usual number."""


class TokenReader:
    """The words of a part, read in order.

    A word that does not fit raises `Unreadable`.
    """

    def __init__(self, text: str, seats: int, names: Sequence[str], stated: set[tuple[object, ...]]) -> None:
        """Start at the first word.

        `stated` has what the parts before said: see `require_once`.
        """
        self._words = split_words(text)
        self._index = 0
        self._seats = seats
        self._spellings = seat_spellings(names, seats)
        self._stated = stated

    @property
    def remaining(self) -> int:
        """The number of words that have not been read."""
        return len(self._words) - self._index

    @property
    def text_before(self) -> str:
        """The text before the next word."""
        return " ".join(self._words[: self._index])[-_MAX_QUOTE:]

    @property
    def next_word(self) -> str:
        """The next word, "" after the last."""
        return self._words[self._index] if self.remaining else ""

    def require_once(self, *key: object) -> None:
        """Raise `Unreadable` if the same was stated in this position already."""
        if key in self._stated:
            raise Unreadable(SaidTwice())
        self._stated.add(key)

    def make_error(self, expected: Collection[str]) -> Unreadable:
        """Return the error for the next word, which is none of the expected ones."""
        if not self.remaining:
            return Unreadable(NotFinished(self.text_before, tuple(expected)[:MAX_SUGGESTIONS]))
        suggestions = similar_words(self.next_word, list(expected)) if expected else []
        return Unreadable(
            NoSuchWord(
                make_printable(self.next_word[:MAX_QUOTED_WORD]), self.text_before, tuple(suggestions[:MAX_SUGGESTIONS])
            )
        )

    def read_word(self, *options: str) -> str:
        """Read one of these words, which are in lower case."""
        if self.next_word not in options:
            raise self.make_error(options)
        self._index += 1
        return self._words[self._index - 1]

    def accept_word(self, word: str) -> bool:
        """True if this is the next word; it is read then."""
        is_next = bool(self.remaining) and self.next_word == word
        self._index += is_next
        return is_next

    def split_number(self) -> None:
        """Split a next word such as a3 into its letters and its number."""
        if split := re.fullmatch(r"(\D+)(\d+)", self.next_word):
            self._words[self._index : self._index + 1] = split.groups()

    def read_seat(self) -> int:
        """Read a seat, by name or by letter."""
        spellings_and_seats = [(spelling, seat) for seat, names in enumerate(self._spellings) for spelling in names]
        for words, seat in sorted(spellings_and_seats, key=lambda pair: -len(pair[0])):
            if tuple(self._words[self._index : self._index + len(words)]) == words:
                self._index += len(words)
                return seat
        raise self.make_error([" ".join(names[0]) for names in self._spellings])

    def read_seats(self) -> tuple[int, ...]:
        """Read all remaining words as seats, each of which may be named once."""
        result: list[int] = []
        while self.remaining:
            start = self._index
            seat = self.read_seat()
            if seat in result:
                self._index = start
                raise Unreadable(SaidTwice())
            result.append(seat)
        return tuple(result)

    def read_number(self, unit: str) -> float:
        """Read a number with this unit."""
        value = parse_number(self.next_word)
        if value is None or abs(value) > _MAX_NUMBER:
            if not self.remaining:
                raise self.make_error((f"<{unit}>",))
            raise Unreadable(NoNumber(make_printable(self.next_word[:MAX_QUOTED_WORD]), self.text_before, (unit,)))
        self._index += 1
        return value

    def read_int(self, minimum: int = 0, maximum: int = _MAX_NUMBER) -> int:
        """Read a whole number within bounds."""
        word = self.next_word
        if not self.remaining:
            raise self.make_error((f"<{minimum}-{maximum}>",))
        # The length comes before `int`, which is slow for thousands of digits and refuses more of them.
        if not (
            word.isascii() and word.isdecimal() and len(word) <= _MAX_INT_DIGITS and minimum <= int(word) <= maximum
        ):
            raise Unreadable(NotFrom(make_printable(word[:MAX_QUOTED_WORD]), minimum, maximum))
        self._index += 1
        return int(word)

    def read_card(self, box: Sequence[str]) -> str:
        """Read a card, in any case of letters."""
        spelled = {card.casefold(): card for card in box}
        return spelled[self.read_word(*spelled)]

    def read_cards(self, box: Sequence[str], hidden: bool = True) -> Cards:
        """Read all remaining words as cards.

        With `hidden`, "?5" at the end is five hidden cards, and "?" the usual number of them.
        """
        revealed: list[str] = []
        while self.remaining:
            if hidden and (hidden_match := re.fullmatch(r"\?(\d{0,3})", self.next_word)):
                self._index += 1
                if self.remaining:
                    raise self.make_error(())
                return tuple(revealed), int(hidden_match[1]) if hidden_match[1] else None
            revealed.append(self.read_card(box))
        return tuple(revealed), 0

    def expect_end(self) -> None:
        """Raise `Unreadable` if there is another word."""
        if self.remaining:
            raise self.make_error(())


def fill_hands(
    revealed: Sequence[Sequence[str]], hidden: Sequence[int], rest: list[str], reserved: int = 0
) -> tuple[tuple[str, ...], ...]:
    """Return hands of revealed cards and as many others as are hidden in each.

    The others are taken from the end of `rest`, the cards that are left in the box. Raises `Illegal` if it has not
    enough for them and `reserved` more.
    """
    if sum(hidden) + reserved > len(rest):
        raise Illegal(TooFewLeft(sum(hidden) + reserved, len(rest)))
    return tuple((*cards, *(rest.pop() for _ in range(count))) for cards, count in zip(revealed, hidden, strict=True))


# Formatting


def format_cards(cards: Sequence[str] | int) -> str:
    """Return cards as in a part after its first words: a space before each.

    A number of hidden cards is "?5".
    """
    if isinstance(cards, int):
        return f" ?{cards}" if cards else ""
    return "".join(f" {card}" for card in cards)


def format_seats(seats: Iterable[int]) -> str:
    """Return seats as in a part after its first words: a space before each."""
    return "".join(f" {seat_letter(seat)}" for seat in seats)
