"""The words of positions in a line: taking them one after another, and why that cannot go on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grenade_salad.core.action_notation import (
    LONGEST_WORD,
    MOST_NEAR,
    NoNumber,
    NoSuchWord,
    NotFinished,
    Unreadable,
    letter,
    near_words,
    number_in,
    spellings,
    words_of,
)
from grenade_salad.core.reasons import Illegal, Reason
from grenade_salad.text import Message, m

LONGEST = 20_000
"""Characters of a position: the fullest table has some three thousand."""
_SHOWN = 60
"""Characters of a part that are said again."""
_LARGEST = 100_000
"""No number in a position is larger."""


# why a position cannot be read


@dataclass(frozen=True)
class InPart(Reason):
    """The part of the line with which the trouble came, from 1, and what it is."""

    number: int
    part: str
    why: Reason
    rule: str = ""

    def message(self) -> Message:
        part, why, rule = shown(self.part), self.why.message(), self.rule or self.why.rule_id
        if rule:
            # Translators: what is wrong with the line in which somebody wrote a position; {rule} is as in GS-04
            return m('part {number}, "{part}": {why} ({rule})', number=self.number, part=part, why=why, rule=rule)
        return m('part {number}, "{part}": {why}', number=self.number, part=part, why=why)


@dataclass(frozen=True)
class PositionTooLong(Reason):
    """Nobody writes so much."""

    def message(self) -> Message:
        return m("a position has at most {most} letters", most=LONGEST)


@dataclass(frozen=True)
class OtherGame(Reason):
    """The position is one of another game."""

    game: str

    def message(self) -> Message:
        # Translators: {game} is the name of a game in records, as in live-grenade
        return m("this is a position of {game}", game=self.game)


@dataclass(frozen=True)
class NoSeats(Reason):
    """How many play does not go without saying."""

    def message(self) -> Message:
        return m("a position says who plays: {example}", example='"seats 2", "seats Ann, Bo"')


@dataclass(frozen=True)
class SaidTwice(Reason):
    """Something is said a second time."""

    def message(self) -> Message:
        # Translators: a part of a position that somebody wrote says what was said before
        return m("that was said before")


@dataclass(frozen=True)
class NotFrom(Reason):
    """A number must stand there that is not too small or too large."""

    word: str
    low: int
    high: int

    def message(self) -> Message:
        return m(
            'a whole number from {low} to {high} must stand there, not "{word}"',
            word=self.word,
            low=self.low,
            high=self.high,
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


def shown(text: str) -> str:
    """The text as it can be shown in a line."""
    clear = "".join(letter if letter.isprintable() else " " for letter in text[: _SHOWN + 1])
    return clear if len(clear) <= _SHOWN else clear[: _SHOWN - 1] + "…"


# reading


Cards: TypeAlias = tuple[tuple[str, ...], int | None]
"""Cards that are known, and how many are hidden besides; None: as many as is usual."""


class TokenReader:
    """The words of a part, taken one after another. What does not fit raises Unreadable."""

    def __init__(self, text: str, seats: int, names: Sequence[str], said: set[tuple[object, ...]]) -> None:
        self._words = words_of(text)
        self._at = 0
        self._seats = seats
        self._spellings = spellings(names, seats)
        self._said = said

    @property
    def left(self) -> int:
        """How many words have not been taken."""
        return len(self._words) - self._at

    @property
    def after(self) -> str:
        """What stands before the next word."""
        return " ".join(self._words[: self._at])[-_SHOWN:]

    @property
    def next(self) -> str:
        """The next word, "" after the last."""
        return self._words[self._at] if self.left else ""

    def once(self, *what: object) -> None:
        """This may be said once in a position."""
        if what in self._said:
            raise Unreadable(SaidTwice())
        self._said.add(what)

    def no(self, expected: Collection[str]) -> Unreadable:
        """Why the next word cannot stand there."""
        if not self.left:
            return Unreadable(NotFinished(self.after, tuple(expected)[:MOST_NEAR]))
        near = near_words(self.next, list(expected)) if expected else []
        return Unreadable(NoSuchWord(shown(self.next[:LONGEST_WORD]), self.after, tuple(near[:MOST_NEAR])))

    def word(self, *options: str) -> str:
        """One of these words, which are small."""
        if self.next not in options:
            raise self.no(options)
        self._at += 1
        return self._words[self._at - 1]

    def took(self, word: str) -> bool:
        """Whether the word stood there; then it is taken."""
        found = bool(self.left) and self.next == word
        self._at += found
        return found

    def split(self) -> None:
        """Letters and a number that stand together are two words from now on: a3."""
        if found := re.fullmatch(r"(\D+)(\d+)", self.next):
            self._words[self._at : self._at + 1] = found.groups()

    def seat(self) -> int:
        """A seat, by name or by letter."""
        ways = [(way, seat) for seat, names in enumerate(self._spellings) for way in names]
        for way, seat in sorted(ways, key=lambda found: -len(found[0])):
            if tuple(self._words[self._at : self._at + len(way)]) == way:
                self._at += len(way)
                return seat
        raise self.no([" ".join(names[0]) for names in self._spellings])

    def seats(self) -> tuple[int, ...]:
        """All seats that are named from here on, each once."""
        found: list[int] = []
        while self.left:
            before = self._at
            seat = self.seat()
            if seat in found:
                self._at = before
                raise Unreadable(SaidTwice())
            found.append(seat)
        return tuple(found)

    def real(self, unit: str) -> float:
        """A number; `unit` is what it is in."""
        value = number_in(self.next)
        if value is None or abs(value) > _LARGEST:
            if not self.left:
                raise self.no((f"<{unit}>",))
            raise Unreadable(NoNumber(shown(self.next[:LONGEST_WORD]), self.after, (unit,)))
        self._at += 1
        return value

    def whole(self, low: int = 0, high: int = _LARGEST) -> int:
        """A whole number, from `low` to `high`."""
        word = self.next
        if not self.left:
            raise self.no((f"<{low}-{high}>",))
        if not (word.isascii() and word.isdecimal() and len(word) < 10 and low <= int(word) <= high):
            raise Unreadable(NotFrom(shown(word[:LONGEST_WORD]), low, high))
        self._at += 1
        return int(word)

    def card(self, box: Sequence[str]) -> str:
        """A card, in any case of letters."""
        spelled = {card.casefold(): card for card in box}
        return spelled[self.word(*spelled)]

    def cards(self, box: Sequence[str], hidden: bool = True) -> Cards:
        """All cards from here on; with `hidden`, "?5" at the end are five that are not known, "?" as many as usual."""
        known: list[str] = []
        while self.left:
            if hidden and (found := re.fullmatch(r"\?(\d{0,3})", self.next)):
                self._at += 1
                if self.left:
                    raise self.no(())
                return tuple(known), int(found[1]) if found[1] else None
            known.append(self.card(box))
        return tuple(known), 0

    def end(self) -> None:
        """There must be no further word."""
        if self.left:
            raise self.no(())


def filled(
    known: Sequence[Sequence[str]], hidden: Sequence[int], rest: list[str], more: int = 0
) -> tuple[tuple[str, ...], ...]:
    """Hands with so many hidden cards behind the known ones, taken from the end of what is left in the box.

    Raises Illegal if that is not enough for them and `more` others.
    """
    if sum(hidden) + more > len(rest):
        raise Illegal(TooFewLeft(sum(hidden) + more, len(rest)))
    return tuple((*cards, *(rest.pop() for _ in range(many))) for cards, many in zip(known, hidden, strict=True))


# writing


def hand(cards: Sequence[str] | int) -> str:
    """Cards as a part says them after its first words, with a space before each: "?5" if they are hidden."""
    if isinstance(cards, int):
        return f" ?{cards}" if cards else ""
    return "".join(f" {card}" for card in cards)


def letters(seats: Iterable[int]) -> str:
    """Seats as a part says them after its first words, with a space before each."""
    return "".join(f" {letter(seat)}" for seat in seats)
