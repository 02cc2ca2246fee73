"""Moves in a line of words, the same in all languages: what people type, and what stands in a log.

A game says in phrases what can be said of its moves: "arrow 3 at bo 7" is a word, a soldier, a word, an opponent's
soldier. From these come reading, what may come next, and what was probably meant. Seats are called by name, or by
letter from `a`; capitals do not matter, and a word may be cut short where only one goes on like that. A game that says
nothing has the words of its records.

Phrases are made of what everybody may know: that a word can be typed tells nothing of a hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import ClassVar, Protocol, TypeAlias

from grenade_salad.core.actions import Action
from grenade_salad.core.default_wording import needs_of
from grenade_salad.core.reasons import ChancePending, GameOver, Illegal, NotActive, Reason
from grenade_salad.core.serialization import Json
from grenade_salad.core.view import View
from grenade_salad.text import Message, Seat, m

LONGEST = 200
"""Characters of a line; whoever types more means something else."""
LONGEST_WORD = 24
"""Characters of a word that is not known which are said again."""
MOST_NEAR = 6
"""How many words at most are offered instead."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = (3, 6, 9, 12, 17)
"""Places behind the point: as few as come to something legal."""

Value: TypeAlias = object
Spelling: TypeAlias = tuple[str | Seat, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """Any number. `unit` is what it is in, as in a list of what may come next."""

    unit: str = "mm"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several things: how each may be spelled, in one or more words, and what it stands for."""

    options: tuple[tuple[Spelling, Value], ...]


Part: TypeAlias = str | Number | OneOf
Said: TypeAlias = Sequence[str | Seat | float | tuple[float, float]]
"""A move in words, seats, numbers and points: what becomes a line."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something that can be said: its parts, and the move that is made of what each Number and OneOf stands for."""

    parts: tuple[Part, ...]
    make: Callable[..., Action]


@dataclass(frozen=True, slots=True)
class Notation:
    """What a game says of moves.

    `phrases(view, seat)` are all that the seat may say now, legal or not; with the view of everybody they have the same
    words as with that of the seat. `say(action, view)` is one of them. `open` says whether everybody may hear it then.
    """

    phrases: Callable[[View, int], Sequence[Phrase]]
    say: Callable[[Action, View], Said]
    open: Callable[[Action], bool] = lambda _: False


class State(Protocol):
    """What is asked of a position: see `core.State`."""

    seats: int
    action_notation: ClassVar[Notation | None]

    @property
    def is_over(self) -> bool: ...
    def active_seats(self) -> tuple[int, ...]: ...
    def pending_chance(self) -> str | None: ...
    def legal_actions(self, seat: int) -> list[Action]: ...
    def why_not(self, action: Action) -> Reason | None: ...
    def view(self, seat: int | None) -> View: ...


# why a line cannot be read


class Unreadable(Illegal):
    """The line is no move; `reason` says where, and what was probably meant."""


@dataclass(frozen=True)
class NoSuchWord(Reason):
    """A word that cannot stand there; `near` may have been meant."""

    word: str
    after: str
    near: tuple[str, ...]

    def message(self) -> Message:
        if not self.near:
            # Translators: what somebody typed makes no sense; {after} is what stands before the word
            return m('nothing can follow "{after}"', after=self.after)
        if not self.after:
            # Translators: {near} are words that may have been meant: "draw, pair or pass"
            return m('"{word}" is not known: did you mean {near:or}?', word=self.word, near=list(self.near))
        return m(
            '"{word}" cannot follow "{after}": did you mean {near:or}?',
            word=self.word,
            after=self.after,
            near=list(self.near),
        )


@dataclass(frozen=True)
class NoNumber(Reason):
    """A number must stand there; `units` is what it can be."""

    word: str
    after: str
    units: tuple[str, ...]

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
    """More must follow; `next` are the words that can."""

    after: str
    next: tuple[str, ...]

    def message(self) -> Message:
        if not self.after:
            return m("type a move: {next:or}", next=list(self.next))
        # Translators: what somebody typed is not finished; {next} are words that can follow
        return m('"{after}" goes on with {next:or}', after=self.after, next=list(self.next))


@dataclass(frozen=True)
class SeveralMeanings(Reason):
    """The line can be read in several ways."""

    line: str

    def message(self) -> Message:
        return m('"{line}" can mean several things: type more of it', line=self.line)


@dataclass(frozen=True)
class LineTooLong(Reason):
    """Nobody says so much."""

    most: int

    def message(self) -> Message:
        return m("a move is a few words: at most {n} letter", "a move is a few words: at most {n} letters", n=self.most)


# reading


@dataclass(frozen=True, slots=True)
class _Thread:
    """A way to read what was typed so far: what is left of a phrase, and of the words of the thing that is named."""

    phrase: Phrase
    at: int
    rest: tuple[str, ...]
    value: Value
    values: tuple[Value, ...]


def words_of(line: str) -> list[str]:
    """The words of a line; commas part them, too.

    >>> words_of("Move 2 to 310,220")
    ['move', '2', 'to', '310', '220']
    """
    return [word for word in re.split(r"[\s,;]+", line.casefold()) if word]


def letter(seat: int) -> str:
    """The letter of a seat.

    >>> letter(0), letter(25), letter(26)
    ('a', 'z', 'aa')
    """
    return LETTERS[seat % len(LETTERS)] * (1 + seat // len(LETTERS))


def spellings(names: Sequence[str], seats: int) -> list[list[tuple[str, ...]]]:
    """How each seat may be called, its usual name first: by name where that is not a letter, a number or another's.

    >>> spellings(["Ann", "Mary Ann", "B"], 3)
    [[('ann',), ('a',)], [('mary', 'ann'), ('b',)], [('c',)]]
    """
    called = [tuple(words_of(name)) for name in names[:seats]]
    called += [()] * (seats - len(called))
    found: list[list[tuple[str, ...]]] = []
    for seat in range(seats):
        own = called[seat]
        plain = bool(own) and called.count(own) == 1 and not any(number_in(word) is not None for word in own)
        single = len(own) == 1 and own[0] in LETTERS
        found.append([*([own] if plain and not single else []), (letter(seat),)])
    return found


def read(state: State, words: str, seat: int, names: Sequence[str] = ()) -> Action:
    """The move that a seat means by a line, legal or not: see `State.parse_action`."""
    typed = _typed(words)
    table = spellings(names, state.seats)
    threads = _begin(_phrases(state, state.view(seat), seat))
    if not threads:
        raise Unreadable(_why_nothing(state, seat))
    for index, word in enumerate(typed):
        threads = _step(threads, word, " ".join(typed[:index]), table, not_last=index + 1 < len(typed))
    whole = [thread for thread in threads if thread.at == len(thread.phrase.parts)]
    if not whole:
        raise Unreadable(NotFinished(" ".join(typed), tuple(_some(_expected(threads, table)))))
    found = [thread.phrase.make(*thread.values) for thread in whole]
    if any(action != found[0] for action in found):
        raise Unreadable(SeveralMeanings(" ".join(typed)))
    return found[0]


def complete(state: State, words: str, seat: int, names: Sequence[str] = ()) -> list[str]:
    """What the last word of a line can become, or what can follow it after a space: words, and units of numbers in
    "<>". Nothing that only the seat may know is in it, but where a game says nothing of its moves. Empty if nothing
    fits.
    """
    typed = _typed(words) if len(words) <= LONGEST else []
    last = typed.pop() if typed and not words[-1].isspace() else ""
    table = spellings(names, state.seats)
    threads = _begin(_phrases(state, state.view(None), seat))
    try:
        for word in typed:
            threads = _step(threads, word, "", table, not_last=True)
    except Unreadable:
        return []
    expected = list(dict.fromkeys(word for word in _expected(threads, table) if word.startswith(last)))
    if last and number_in(last) is not None:
        return [*expected, *(word for word in _expected(threads, table) if word.startswith("<"))][:1]
    return expected


def say(state: State, action: Action, names: Sequence[str] = ()) -> str:
    """The line that means this move in this position: see `State.format_action`."""
    lines = [line(state, action, state.view(None), names, digits) for digits in _DIGITS]
    if lines[0] == lines[-1] or state.why_not(action) is not None:
        return lines[0]
    seat = action.seat if action.seat is not None else state.active_seats()[0]
    return next((line for line in lines if state.why_not(read(state, line, seat, names)) is None), lines[-1])


def line(state: State, action: Action, view: View, names: Sequence[str] = (), digits: int = _DIGITS[0]) -> str:
    """The same of a move that was made, from what anybody saw before it; `state` is any position of the match."""
    told = state.action_notation
    said = _plain(action) if told is None else told.say(action, view)
    return " ".join(_worded(part, names, state.seats, digits) for part in said)


def is_open(state: State, action: Action) -> bool:
    """Whether everybody may hear the line of a move that was made."""
    return state.action_notation is not None and state.action_notation.open(action)


def _typed(words: str) -> list[str]:
    if len(words) > LONGEST:
        raise Unreadable(LineTooLong(LONGEST))
    return words_of(words)


def _worded(part: str | Seat | float | tuple[float, float], names: Sequence[str], seats: int, digits: int) -> str:
    if isinstance(part, Seat):
        by_name = len(spellings(names, seats)[part]) > 1
        return names[part] if by_name else letter(part)
    if isinstance(part, tuple):
        return ",".join(number(value, digits) for value in part)
    return part if isinstance(part, str) else number(part, digits)


def number(value: float, digits: int = 3) -> str:
    """A number in as few signs as it takes.

    >>> number(310.0), number(-0.0001), number(22.5)
    ('310', '0', '22.5')
    """
    said = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if said in ("-0", "") else said


def number_in(word: str) -> float | None:
    try:
        found = float(word.removesuffix("mm").removesuffix("°"))
    except ValueError:
        return None
    return found if isfinite(found) and "_" not in word else None


def _begin(phrases: Sequence[Phrase]) -> list[_Thread]:
    return [_Thread(phrase, 0, (), None, ()) for phrase in phrases]


def _steps(thread: _Thread, table: Sequence[Sequence[tuple[str, ...]]]) -> Iterator[tuple[str, _Thread]]:
    """The words that can come next, each with what is left then; "<mm>" and the like for a number."""
    if thread.rest:
        yield thread.rest[0], _named(thread, thread.rest[1:], thread.value)
        return
    if thread.at == len(thread.phrase.parts):
        return
    match thread.phrase.parts[thread.at]:
        case str(word):
            yield word, _Thread(thread.phrase, thread.at + 1, (), None, thread.values)
        case Number(unit=unit):
            yield f"<{unit}>", thread
        case OneOf(options=options):
            for spelling, value in options:
                for words in _flat(spelling, table):
                    yield words[0], _named(thread, words[1:], value)


def _named(thread: _Thread, rest: tuple[str, ...], value: Value) -> _Thread:
    if rest:
        return _Thread(thread.phrase, thread.at, rest, value, thread.values)
    return _Thread(thread.phrase, thread.at + 1, (), None, (*thread.values, value))


def _flat(spelling: Spelling, table: Sequence[Sequence[tuple[str, ...]]]) -> list[tuple[str, ...]]:
    """All ways to write a spelling in plain words: a seat has a name and a letter."""
    found: list[tuple[str, ...]] = [()]
    for part in spelling:
        ways = table[part] if isinstance(part, Seat) else [(part,)]
        found = [(*before, *way) for before in found for way in ways]
    return found


def _step(
    threads: Sequence[_Thread],
    word: str,
    after: str,
    table: Sequence[Sequence[tuple[str, ...]]],
    *,
    not_last: bool,
) -> list[_Thread]:
    """What is left after one more word. Raises Unreadable."""
    steps = [step for thread in threads for step in _steps(thread, table)]
    value = number_in(word)
    found = [thread for expected, thread in steps if expected == word]
    if value is not None:
        found += [_named(thread, (), value) for expected, thread in steps if expected.startswith("<")]
    if found:
        return found
    begun = {expected for expected, _ in steps if expected.startswith(word)}
    if len(begun) == 1:
        return [thread for expected, thread in steps if expected in begun]
    if steps and all(expected.startswith("<") for expected, _ in steps):
        units = dict.fromkeys(expected.strip("<>") for expected, _ in steps)
        raise Unreadable(NoNumber(word[:LONGEST_WORD], after, tuple(units)))
    near = sorted(begun) or near_words(word, [expected for expected, _ in steps])
    raise Unreadable(NoSuchWord(word[:LONGEST_WORD], after, tuple(near[:MOST_NEAR])))


def near_words(word: str, expected: Sequence[str]) -> list[str]:
    """The words that are written alike; if none is, some of those that could stand there."""
    from difflib import get_close_matches

    unique = list(dict.fromkeys(expected))
    longer = [one for one in unique if len(one) > 1] if len(word) > 1 else unique
    return get_close_matches(word[:LONGEST_WORD], longer, MOST_NEAR, 0.5) or _some(unique)


def _expected(threads: Sequence[_Thread], table: Sequence[Sequence[tuple[str, ...]]]) -> list[str]:
    return [word for thread in threads for word, _ in _steps(thread, table)]


def _some(words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(words))[:MOST_NEAR]


# games that say nothing


def _phrases(state: State, view: View, seat: int) -> Sequence[Phrase]:
    """All that the seat can say; nothing while it is not to act."""
    if seat not in state.active_seats():
        return ()
    if state.action_notation is not None:
        return state.action_notation.phrases(view, seat)
    whole = [action for action in state.legal_actions(seat) if not needs_of(action)]
    return [Phrase(tuple(_plain(action)), partial(_itself, action)) for action in whole]


def _itself(action: Action) -> Action:
    return action


def _why_nothing(state: State, seat: int) -> Reason:
    if state.is_over:
        return GameOver()
    due = state.pending_chance()
    return ChancePending(due) if due else NotActive(seat, state.active_seats())


def _plain(action: Action) -> list[str]:
    """The words of a record.

    >>> from grenade_salad.games.wheel import Advance
    >>> _plain(Advance(0, 2))
    ['advance', '2']
    """
    line = action.to_line()
    return [word for key, value in line.items() if key != "seat" for word in words_of(_value(value))]


def _value(value: Json) -> str:
    if isinstance(value, list):
        return " ".join(_value(part) for part in value)
    if isinstance(value, dict):
        return " ".join(f"{key} {_value(part)}" for key, part in value.items())
    return "" if value is None else str(value)
