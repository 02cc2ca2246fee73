"""Positions in a line of text, the same in all languages: "wheel; seats 2; ring 3S joker AS; hearts a 3H; turn b".

A position is its game, who plays, house rules that are not the usual ones, and the parts that the game says: each a
few words, with semicolons or line ends between them. What is hidden from whom the line was written for is "?". A line
is read to what the header of a record has, so that what cannot be is refused as it is there; the reason says in which
part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from types import UnionType
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, Union, get_args, get_origin, get_type_hints

from grenade_salad.core.notation import (
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
from grenade_salad.core.reasons import GameOver, Illegal, LuckIsDue, Reason
from grenade_salad.installed import games
from grenade_salad.text import Message, m

if TYPE_CHECKING:
    from grenade_salad.core.game import Game, Options, Setup, State

LONGEST = 20_000
"""Characters of a position: the fullest table has some three thousand."""
_SHOWN = 60
"""Characters of a part that are said again."""
_LARGEST = 100_000
"""No number in a position is larger."""
_SEATS = re.compile(r"\d{1,3}")
_BETWEEN = re.compile(r"[;\n]")


class Draft(Protocol):
    """A position of one game while its line is read."""

    def take(self, words: Words) -> None:
        """One more part. Raises Unreadable."""

    def setup(self, rng: Random) -> Setup:
        """What the parts come to; what is hidden or not said is drawn. Raises Illegal for what cannot be drawn."""


@dataclass(frozen=True, slots=True)
class PositionNotation:
    """What a game says of positions.

    `say(state, told)` are the parts: `told` is what may be known, what is open of `state` may be said besides.
    `draft(seats, options)` begins to read; the house rules have been checked. `rules(told)` are those of the position.
    `waits` is the luck that a position may wait for: any other comes before there is one. `cites` are the rules of
    reasons that cite none, where they are told of a position.
    """

    say: Callable[..., Iterable[str]]
    draft: Callable[..., Draft]
    rules: Callable[..., Options]
    waits: frozenset[str] = frozenset()
    cites: Mapping[type[Reason], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Start:
    """What a line says: how a match would have to start. `names` is empty where the players have none."""

    seats: int
    names: tuple[str, ...]
    options: Options
    setup: Setup


# why a position cannot be read


@dataclass(frozen=True)
class InPart(Reason):
    """The part of the line with which the trouble came, from 1, and what it is."""

    number: int
    part: str
    why: Reason
    rule: str = ""

    def message(self) -> Message:
        part, why, rule = _seen(self.part), self.why.message(), self.rule or self.why.cites
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


def _seen(text: str) -> str:
    """The text as it can be shown in a line."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text[: _SHOWN + 1])
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"


# reading


Cards: TypeAlias = tuple[tuple[str, ...], int | None]
"""Cards that are known, and how many are hidden besides; None: as many as is usual."""


class Words:
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
        return Unreadable(NoSuchWord(_seen(self.next[:LONGEST_WORD]), self.after, tuple(near[:MOST_NEAR])))

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
            raise Unreadable(NoNumber(_seen(self.next[:LONGEST_WORD]), self.after, (unit,)))
        self._at += 1
        return value

    def whole(self, low: int = 0, high: int = _LARGEST) -> int:
        """A whole number, from `low` to `high`."""
        word = self.next
        if not self.left:
            raise self.no((f"<{low}-{high}>",))
        if not (word.isascii() and word.isdecimal() and len(word) < 10 and low <= int(word) <= high):
            raise Unreadable(NotFrom(_seen(word[:LONGEST_WORD]), low, high))
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


def game_of(text: str) -> str:
    """The name of the game that a position begins with. Raises Unreadable."""
    first = next(iter(_parts(text)), (1, ""))[1]
    words = words_of(first)
    known = tuple(games())
    if len(words) == 1 and words[0] in known:
        return words[0]
    raise Unreadable(InPart(1, first, Words(first, 0, (), set()).no(known).reason))


def read(game: Game, text: str, rng: Random | None = None) -> Start:
    """How a match must start to come to this position. What is hidden or goes without saying is drawn by `rng`, without
    one always alike. Raises Unreadable with the part of the line, and the rule that it breaks.
    """
    seed = 0 if rng is None else rng.getrandbits(48)
    parts = _parts(text)
    try:
        return _read(game, parts, seed)
    except Unreadable as error:
        if isinstance(error.reason, InPart | NoSeats):
            raise
        reason = error.reason
    except Illegal as error:
        reason = error.reason
    # Every part can be read, but there is no such position: it is the fault of the part with which that came.
    well, bad = 0, len(parts)
    while bad - well > 1:
        middle = (well + bad) // 2
        found = _trouble(game, parts[:middle], seed)
        if type(found) is type(reason):
            bad, reason = middle, found
        else:
            well = middle
    assert reason is not None
    raise Unreadable(InPart(*parts[bad - 1], reason, _rule_of(game, reason)))


def _rule_of(game: Game, reason: Reason) -> str:
    told = game.start(game.min_seats, game.options(), None).position_notation
    return told.cites.get(type(reason), "") if told else ""


def _trouble(game: Game, parts: Sequence[tuple[int, str]], seed: int) -> Reason | None:
    try:
        _read(game, parts, seed)
    except Illegal as error:
        return error.reason
    return None


def _parts(text: str) -> list[tuple[int, str]]:
    """The parts with their numbers, from 1; empty ones are not counted."""
    if len(text) > LONGEST:
        raise Unreadable(PositionTooLong())
    return list(enumerate(filter(None, map(str.strip, _BETWEEN.split(text))), 1))


def _read(game: Game, parts: Sequence[tuple[int, str]], seed: int) -> Start:
    seats, names, options, rest = _frame(game, parts)
    first = game.start(seats, options, None)
    told = first.position_notation
    if told is None:
        raise Unreadable(NoNotation(game.name))
    draft, said = told.draft(seats, options), set[tuple[object, ...]]()
    for at, text in rest:
        words = Words(text, seats, names, said)
        try:
            draft.take(words)
            words.end()
        except Unreadable as error:
            raise Unreadable(InPart(at, text, error.reason)) from None
    start = Start(seats, names, options, draft.setup(Random(seed)))
    game.start(seats, options, start.setup)
    return start


def _frame(game: Game, parts: Sequence[tuple[int, str]]) -> tuple[int, tuple[str, ...], Options, list[tuple[int, str]]]:
    """Who plays by which house rules, and what is left for the game to read."""
    seats, names, values = 0, tuple[str, ...](), dict[str, object]()
    rest: list[tuple[int, str]] = []
    for at, text in parts:
        _, _, tail = text.partition(" ")
        words = words_of(text)
        try:
            match words:
                case [word] if at == 1 and word in games():
                    if word != game.name:
                        raise Unreadable(OtherGame(word))
                case ["seats", *_]:
                    if seats:
                        raise Unreadable(SaidTwice())
                    seats, names = _players(tail.strip(), game)
                case ["rule", *_]:
                    key, value = _rule(game.options, Words(text, 0, (), set()))
                    if key in values:
                        raise Unreadable(SaidTwice())
                    values[key] = value
                case _:
                    rest.append((at, text))
        except Unreadable as error:
            raise Unreadable(InPart(at, text, error.reason)) from None
    if not seats:
        raise Unreadable(NoSeats())
    made: Callable[..., Options] = game.options
    return seats, names, made(**values), rest


def _players(text: str, game: Game) -> tuple[int, tuple[str, ...]]:
    """How many play, and their names if they have some."""
    if _SEATS.fullmatch(text):
        return _some(int(text), text, game), ()
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or not all(name.isprintable() and len(name) <= 100 for name in names):
        raise Unreadable(NoSeats())
    return _some(len(names), str(len(names)), game), names


def _some(seats: int, word: str, game: Game) -> int:
    if not game.min_seats <= seats <= game.max_seats:
        raise Unreadable(NotFrom(word, game.min_seats, game.max_seats))
    return seats


def _rule(kind: type[Options], words: Words) -> tuple[str, object]:
    """A house rule by its key in records, and its value."""
    words.word("rule")
    types = get_type_hints(kind)
    key = words.word(*(part.name for part in fields(kind)))
    value = _value(types[key], words)
    words.end()
    return key, value


def _value(kind: object, words: Words) -> object:
    """The value of a house rule of this type."""
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        if words.took("none"):
            return None
        return _value(next(part for part in parts if part is not type(None)), words)
    if get_origin(kind) is Literal:
        return words.word(*parts)
    if get_origin(kind) is tuple:
        if parts[1:] != (...,):
            return tuple(_value(part, words) for part in parts)
        found = []
        while words.left:
            found.append(_value(parts[0], words))
        return tuple(found)
    if kind is bool:
        return words.word("yes", "no") == "yes"
    if kind is int:
        return words.whole()
    if kind is float:
        return words.real("mm")
    return words.word(words.next or "<...>")


# writing


def say(state: State, seat: int | None = None, names: Sequence[str] = ()) -> str:
    """The line of a position: see `State.notation`."""
    told = state.position_notation
    if told is None:
        raise Illegal(NoNotation(state.position().game))
    if state.over:
        raise Illegal(GameOver())
    due = state.due()
    if due and due not in told.waits:
        raise Illegal(LuckIsDue(due))
    view = state.position() if seat is None else state.view(seat)
    plain = len(names) == state.seats and not _SEATS.fullmatch(", ".join(names))
    plain = plain and not any(re.search(r"[;,\n]", name) or name != name.strip() or not name for name in names)
    players = ", ".join(names) if plain else str(state.seats)
    return "; ".join([view.game, f"seats {players}", *_rules(told.rules(view)), *told.say(state, view)])


def _rules(options: Options) -> list[str]:
    """The house rules that are not the usual ones."""
    shown = [part for part in fields(options) if part.metadata.get("plain", True)]
    values = [(part.name, part.default, getattr(options, part.name)) for part in shown]
    return [f"rule {name} {_said(value)}" for name, usual, value in values if value != usual]


def _said(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, tuple):
        return " ".join(map(_said, value))
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def hand(cards: Sequence[str] | int) -> str:
    """Cards as a part says them after its first words, with a space before each: "?5" if they are hidden."""
    if isinstance(cards, int):
        return f" ?{cards}" if cards else ""
    return "".join(f" {card}" for card in cards)


def letters(seats: Iterable[int]) -> str:
    """Seats as a part says them after its first words, with a space before each."""
    return "".join(f" {letter(seat)}" for seat in seats)
