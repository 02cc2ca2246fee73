"""Positions in a line of text, the same in all languages: "wheel; seats 2; ring 3S joker AS; hearts a 3H; turn b".

A position is its game, who plays, house rules that are not the usual ones, and the parts that the game says: each a
few words, with semicolons or line ends between them. What is hidden from whom the line was written for is "?". A line
is read to what the header of a record has, so that what cannot be is refused as it is there; the reason says in which
part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from random import Random
from types import UnionType
from typing import ClassVar, Literal, Protocol, Union, get_args, get_origin, get_type_hints

from grenade_salad.core.action_notation import Unreadable, letter, words_of
from grenade_salad.core.discovery import games
from grenade_salad.core.options import Options, Setup
from grenade_salad.core.position_tokens import (
    LONGEST,
    Cards,
    InPart,
    NoNotation,
    NoSeats,
    NotFrom,
    OtherGame,
    PositionTooLong,
    SaidTwice,
    TokenReader,
    hand,
)
from grenade_salad.core.reasons import ChancePending, GameOver, Illegal, Reason
from grenade_salad.core.view import View

_SEATS = re.compile(r"\d{1,3}")
_BETWEEN = re.compile(r"[;\n]")


class PositionBuilder(Protocol):
    """A position of one game while its line is read."""

    def take(self, words: TokenReader) -> None:
        """One more part. Raises Unreadable."""

    def setup(self, rng: Random) -> Setup:
        """What the parts come to; what is hidden or not said is drawn. Raises Illegal for what cannot be drawn."""


@dataclass(frozen=True, slots=True)
class PositionNotation:
    """What a game says of positions.

    `say(state, told)` are the parts: `told` is what may be known, what is open of `state` may be said besides.
    `draft(seats, options)` begins to read; the house rules have been checked. `rules(told)` are those of the position.
    `waits` is the luck that a position may wait for: any other comes before there is one. `cites` are the rules of
    reasons that cite none, where they are told of a position. `parts(draft, options)` are the parts of what is still
    being set up, whether or not it can be so; without it, positions of the game cannot be set up.
    """

    say: Callable[..., Iterable[str]]
    draft: Callable[..., PositionBuilder]
    rules: Callable[..., Options]
    waits: frozenset[str] = frozenset()
    cites: Mapping[type[Reason], str] = field(default_factory=dict)
    parts: Callable[..., Iterable[str]] | None = None


class State(Protocol):
    """What is asked of a position: see `core.State`."""

    seats: int
    position_notation: ClassVar[PositionNotation | None]

    @property
    def is_over(self) -> bool: ...
    def pending_chance(self) -> str | None: ...
    def view(self, seat: int | None) -> View: ...
    def full_view(self) -> View: ...


class Game(Protocol):
    """What is asked of a game: see `core.Game`."""

    @property
    def name(self) -> str: ...
    @property
    def min_seats(self) -> int: ...
    @property
    def max_seats(self) -> int: ...
    @property
    def options(self) -> type[Options]: ...
    @property
    def start(self) -> Callable[[int, Options, Setup | None], State]: ...


@dataclass(frozen=True, slots=True)
class Start:
    """What a line says: how a match would have to start. `names` is empty where the players have none."""

    seats: int
    names: tuple[str, ...]
    options: Options
    setup: Setup

    @property
    def called(self) -> tuple[str, ...]:
        """The names; without any, the letters by which a line says the seats, as capitals."""
        return self.names or tuple(letter(seat).upper() for seat in range(self.seats))


@dataclass(frozen=True, slots=True)
class Drafted:
    """What the parts of a line say, whether or not there is such a position. `names` is empty as in `Start`."""

    seats: int
    names: tuple[str, ...]
    options: Options
    draft: PositionBuilder


# reading


def game_of(text: str) -> str:
    """The name of the game that a position begins with. Raises Unreadable."""
    first = next(iter(_parts(text)), (1, ""))[1]
    words = words_of(first)
    known = tuple(games())
    if len(words) == 1 and words[0] in known:
        return words[0]
    raise Unreadable(InPart(1, first, TokenReader(first, 0, (), set()).no(known).reason))


def read(game: Game, text: str, rng: Random | None = None) -> Start:
    """How a match must start to come to this position. What is hidden or goes without saying is drawn by `rng`, without
    one always alike. Raises Unreadable with the part of the line, and the rule that it breaks.
    """
    seed = 0 if rng is None else rng.getrandbits(48)
    parts = _parts(text)
    try:
        return _read(game, parts, seed)
    except Unreadable as error:
        if isinstance(error.reason, InPart | NoSeats | NoNotation):
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
    raise Unreadable(InPart(*parts[bad - 1], reason, rule_of(game, reason)))


def drafted(game: Game, text: str) -> Drafted:
    """What a line says, without asking whether it can be so: for what is still being set up. Raises Unreadable."""
    return _drafted(game, _parts(text))


def rule_of(game: Game, reason: Reason) -> str:
    """The id of the rule by which a position is refused for this reason; empty if none says so."""
    if reason.rule_id:
        return reason.rule_id
    told = _told(game)
    return told.cites.get(type(reason), "") if told else ""


def _told(game: Game) -> PositionNotation | None:
    return game.start(game.min_seats, game.options(), None).position_notation


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
    found = _drafted(game, parts)
    start = Start(found.seats, found.names, found.options, found.draft.setup(Random(seed)))
    game.start(start.seats, start.options, start.setup)
    return start


def _drafted(game: Game, parts: Sequence[tuple[int, str]]) -> Drafted:
    seats, names, options, rest = _frame(game, parts)
    first = game.start(seats, options, None)
    told = first.position_notation
    if told is None:
        raise Unreadable(NoNotation(game.name))
    draft, said = told.draft(seats, options), set[tuple[object, ...]]()
    for at, text in rest:
        words = TokenReader(text, seats, names, said)
        try:
            draft.take(words)
            words.end()
        except Unreadable as error:
            raise Unreadable(InPart(at, text, error.reason)) from None
    return Drafted(seats, names, options, draft)


def _frame(game: Game, parts: Sequence[tuple[int, str]]) -> tuple[int, tuple[str, ...], Options, list[tuple[int, str]]]:
    """Who plays by which house rules, and what is left for the game to read."""
    seats, names, values = 0, tuple[str, ...](), dict[str, object]()
    rest: list[tuple[int, str]] = []
    for at, text in parts:
        words = words_of(text)
        try:
            match words:
                case [word] if at == 1 and word in games():
                    if word != game.name:
                        raise Unreadable(OtherGame(word))
                case ["seats", *_]:
                    if seats:
                        raise Unreadable(SaidTwice())
                    seats, names = _players(text[len("seats") :].strip(), game)
                case ["rule", *_]:
                    key, value = _rule(game.options, TokenReader(text, 0, (), set()))
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


def _rule(kind: type[Options], words: TokenReader) -> tuple[str, object]:
    """A house rule by its key in records, and its value."""
    words.word("rule")
    key = words.word(*(part.name for part in fields(kind)))
    types = _types(kind)  # type: ignore[arg-type]  # a class has a hash, whatever its instances have
    value = _value(types[key], words)
    words.end()
    return key, value


@cache
def _types(kind: type[Options]) -> dict[str, object]:
    return get_type_hints(kind)


def _value(kind: object, words: TokenReader) -> object:
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
    """The line of a position: see `State.format_position`."""
    return _say(state, state.full_view() if seat is None else state.view(seat), names)


def say_open(state: State, names: Sequence[str] = ()) -> str:
    """The line of what everybody at the table may know: all else is "?". Raises Illegal as `State.format_position`
    does.
    """
    return _say(state, state.view(None), names)


def _say(state: State, view: View, names: Sequence[str]) -> str:
    told = state.position_notation
    if told is None:
        raise Illegal(NoNotation(view.game))
    if state.is_over:
        raise Illegal(GameOver())
    due = state.pending_chance()
    if due and due not in told.waits:
        raise Illegal(ChancePending(due))
    return line(view.game, state.seats, names, told.rules(view), told.say(state, view))


def line_of(game: Game, found: Drafted) -> str:
    """The line of what is still being set up. Raises Illegal if the game has no words for it."""
    told = _told(game)
    if told is None or told.parts is None:
        raise Illegal(NoNotation(game.name))
    return line(game.name, found.seats, found.names, found.options, told.parts(found.draft, found.options))


def cards_of(cards: Cards) -> str:
    """Cards as a part says them after its first words, the hidden ones last; "?" are as many as usual."""
    known, hidden = cards
    return hand(known) + (" ?" if hidden is None else hand(hidden))


def cards_lie(hands: Mapping[int, Cards], deck: Cards, discard: Sequence[str]) -> Iterator[str]:
    """The parts that say where cards lie, in a game with hands, a deck and discards."""
    for seat, cards in sorted(hands.items()):
        yield f"hand {letter(seat)}{cards_of(cards)}"
    if deck != ((), None):
        yield f"deck{cards_of(deck)}"
    if discard:
        yield f"discard{hand(discard)}"


def line(game: str, seats: int, names: Sequence[str], options: Options, parts: Iterable[str]) -> str:
    """The line of a position whose parts are known. Names that cannot be read again are left out."""
    plain = len(names) == seats and not _SEATS.fullmatch(", ".join(names))
    plain = plain and not any(re.search(r"[;,\n]", name) or name != name.strip() or not name for name in names)
    players = ", ".join(names) if plain else str(seats)
    return "; ".join([game, f"seats {players}", *_rules(options), *parts])


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
