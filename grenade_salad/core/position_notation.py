"""Positions as lines of text, the same in all languages.

An example: "wheel; seats 2; ring 3S joker AS; hearts a 3H; turn b".

A position is its game, who plays, house rules that are not the usual ones, and the parts that the game defines: each
a few words, with semicolons or line ends between them. "?" is hidden from the seat for which the line was written. A
line is parsed to the contents of a record's header, so that impossible positions are refused as they are there; the
reason says in which part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from random import Random
from types import UnionType
from typing import Literal, Protocol, Union, get_args, get_origin, get_type_hints

from grenade_salad.core.action_notation import Unreadable, seat_letter, split_words
from grenade_salad.core.discovery import games
from grenade_salad.core.options import Options, Setup
from grenade_salad.core.position_tokens import (
    MAX_LENGTH,
    Cards,
    InPart,
    NoSeats,
    NotFrom,
    OtherGame,
    PositionTooLong,
    SaidTwice,
    TokenReader,
    format_cards,
)
from grenade_salad.core.reasons import Reason

_MAX_NAME_LENGTH = 100
"""Maximum number of characters in the name of a player."""
_SEAT_COUNT = re.compile(r"\d{1,3}")
_SEPARATOR = re.compile(r"[;\n]")


class PositionBuilder(Protocol):
    """A position of one game while its line is parsed."""

    def add_part(self, words: TokenReader) -> None:
        """Add a part. Raises `Unreadable`."""

    def make_setup(self, rng: Random) -> Setup:
        """Return the setup of the parts; what is hidden or missing is drawn.

        Raises `Illegal` for what cannot be drawn.
        """


@dataclass(frozen=True, slots=True)
class PositionNotation:
    """The notation of a game's positions."""

    say: Callable[..., Iterable[str]]
    """Returns the parts: all that is in the view, and what is public in the state.

    It gets the state and the view.
    """
    draft: Callable[..., PositionBuilder]
    """Starts to parse, with the seats and the house rules, which have been checked."""
    rules: Callable[..., Options]
    """Returns the house rules of the position, from a view."""
    pending_chances: frozenset[str] = frozenset()
    """The kinds of chance that may be pending in a position.

    With any other there is no position yet.
    """
    rule_ids: Mapping[type[Reason], str] = field(default_factory=dict)
    """The rules of reasons that cite none, if they are about a position."""
    parts: Callable[..., Iterable[str]] | None = None
    """Returns the parts of a draft, possible or not.

    It gets the draft and the house rules. Without it, positions of the game cannot be edited.
    """


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a match that a line describes."""

    seats: int
    names: tuple[str, ...]
    """The names of the players; empty if they have none."""
    options: Options
    setup: Setup

    @property
    def display_names(self) -> tuple[str, ...]:
        """The names; without any, the letters of the seats, as capitals."""
        return self.names or tuple(seat_letter(seat).upper() for seat in range(self.seats))


@dataclass(frozen=True, slots=True)
class Drafted:
    """The contents of a line, possible or not."""

    seats: int
    names: tuple[str, ...]
    """As in `Start`."""
    options: Options
    draft: PositionBuilder


# Parsing


def find_game(text: str) -> str:
    """Return the name of the game that a position begins with. Raises `Unreadable`."""
    first = next(iter(split_parts(text)), (1, ""))[1]
    words = split_words(first)
    game_names = tuple(games())
    if len(words) == 1 and words[0] in game_names:
        return words[0]
    raise Unreadable(InPart(1, first, TokenReader(first, 0, (), set()).make_error(game_names).reason))


def split_parts(text: str) -> list[tuple[int, str]]:
    """Return the parts with their numbers, from 1; empty ones are not counted."""
    if len(text) > MAX_LENGTH:
        raise Unreadable(PositionTooLong())
    return list(enumerate(filter(None, map(str.strip, _SEPARATOR.split(text))), 1))


def parse_frame(
    parts: Iterable[tuple[int, str]], game: str, min_seats: int, max_seats: int, options: type[Options]
) -> tuple[int, tuple[str, ...], Options, list[tuple[int, str]]]:
    """Return who plays by which house rules, and the parts that are the game's.

    Raises `Unreadable`.
    """
    seats, names, values = 0, tuple[str, ...](), dict[str, object]()
    rest: list[tuple[int, str]] = []
    for part_number, text in parts:
        words = split_words(text)
        try:
            match words:
                case [word] if part_number == 1 and word in games():
                    if word != game:
                        raise Unreadable(OtherGame(word))
                case ["seats", *_]:
                    if seats:
                        raise Unreadable(SaidTwice())
                    seats, names = _parse_players(text[len("seats") :].strip(), min_seats, max_seats)
                case ["rule", *_]:
                    key, value = _parse_rule(options, TokenReader(text, 0, (), set()))
                    if key in values:
                        raise Unreadable(SaidTwice())
                    values[key] = value
                case _:
                    rest.append((part_number, text))
        except Unreadable as error:
            raise Unreadable(InPart(part_number, text, error.reason)) from None
    if not seats:
        raise Unreadable(NoSeats())
    make_options: Callable[..., Options] = options
    return seats, names, make_options(**values), rest


def add_parts(draft: PositionBuilder, parts: Iterable[tuple[int, str]], seats: int, names: tuple[str, ...]) -> None:
    """Add the parts of a line to the draft.

    Raises `Unreadable` with the part that is wrong.
    """
    stated = set[tuple[object, ...]]()
    for part_number, text in parts:
        reader = TokenReader(text, seats, names, stated)
        try:
            draft.add_part(reader)
            reader.expect_end()
        except Unreadable as error:
            raise Unreadable(InPart(part_number, text, error.reason)) from None


def _parse_players(text: str, min_seats: int, max_seats: int) -> tuple[int, tuple[str, ...]]:
    """Return the number of seats, and the names if there are any."""
    if _SEAT_COUNT.fullmatch(text):
        return _check_seat_count(int(text), text, min_seats, max_seats), ()
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or not all(name.isprintable() and len(name) <= _MAX_NAME_LENGTH for name in names):
        raise Unreadable(NoSeats())
    return _check_seat_count(len(names), str(len(names)), min_seats, max_seats), names


def _check_seat_count(seats: int, word: str, min_seats: int, max_seats: int) -> int:
    if not min_seats <= seats <= max_seats:
        raise Unreadable(NotFrom(word, min_seats, max_seats))
    return seats


def _parse_rule(kind: type[Options], reader: TokenReader) -> tuple[str, object]:
    """Return a house rule by its key in records, and its value."""
    reader.read_word("rule")
    key = reader.read_word(*(part.name for part in fields(kind)))
    types = _field_types(kind)  # type: ignore[arg-type]  # a class has a hash, whatever its instances have
    value = _parse_value(types[key], reader)
    reader.expect_end()
    return key, value


@cache
def _field_types(kind: type[Options]) -> dict[str, object]:
    return get_type_hints(kind)


def _parse_value(kind: object, reader: TokenReader) -> object:
    """Return the value of a house rule of this type."""
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        if reader.accept_word("none"):
            return None
        return _parse_value(next(part for part in parts if part is not type(None)), reader)
    if get_origin(kind) is Literal:
        return reader.read_word(*parts)
    if get_origin(kind) is tuple:
        if parts[1:] != (...,):
            return tuple(_parse_value(part, reader) for part in parts)
        values = []
        while reader.remaining:
            values.append(_parse_value(parts[0], reader))
        return tuple(values)
    if kind is bool:
        return reader.read_word("yes", "no") == "yes"
    if kind is int:
        return reader.read_int()
    if kind is float:
        return reader.read_number("mm")
    return reader.read_word(reader.next_word or "<...>")


# Formatting


def format_known_and_hidden(cards: Cards) -> str:
    """Return cards as in a part after its first words, hidden ones last.

    "?" stands for the usual number of hidden cards.
    """
    known_cards, hidden = cards
    return format_cards(known_cards) + (" ?" if hidden is None else format_cards(hidden))


def format_card_places(hands: Mapping[int, Cards], deck: Cards, discard: Sequence[str]) -> Iterator[str]:
    """Yield the parts with the cards of a game with hands, a deck and discards."""
    for seat, cards in sorted(hands.items()):
        yield f"hand {seat_letter(seat)}{format_known_and_hidden(cards)}"
    if deck != ((), None):
        yield f"deck{format_known_and_hidden(deck)}"
    if discard:
        yield f"discard{format_cards(discard)}"


def join_parts(game: str, seats: int, names: Sequence[str], options: Options, parts: Iterable[str]) -> str:
    """Return the line of a position with these parts.

    Names that cannot be parsed again are left out.
    """
    has_usable_names = len(names) == seats and not _SEAT_COUNT.fullmatch(", ".join(names))
    has_usable_names = has_usable_names and not any(
        re.search(r"[;,\n]", name) or name != name.strip() or not name for name in names
    )
    players = ", ".join(names) if has_usable_names else str(seats)
    return "; ".join([game, f"seats {players}", *_format_rules(options), *parts])


def _format_rules(options: Options) -> list[str]:
    """Return the house rules that are not the usual ones."""
    rules = [part for part in fields(options) if part.metadata.get("plain", True)]
    values = [(part.name, part.default, getattr(options, part.name)) for part in rules]
    return [f"rule {name} {_format_rule_value(value)}" for name, usual, value in values if value != usual]


def _format_rule_value(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, tuple):
        return " ".join(map(_format_rule_value, value))
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)
