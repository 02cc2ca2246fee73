"""Position notation of Grenade Salad.

Example: "a3 300,205 30; reserve 15 14; hand a arrow; hand b ?5; deck ?39; turn a". A soldier is its owner's letter
and its number, its middle in mm from the lower left corner, and its angle in degrees, counter-clockwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, degrees, radians, sin
from random import Random
from typing import Literal

from grenade_salad.core import Illegal, Options, View
from grenade_salad.core.action_notation import format_number, seat_letter
from grenade_salad.core.position_notation import PositionNotation, format_card_places
from grenade_salad.core.position_tokens import Cards, TokenReader, TooFewLeft, fill_hands, format_cards
from grenade_salad.games.salad import placement
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.blocks import why_not_blocks
from grenade_salad.games.salad.options import MAX_TURNS, SaladOptions
from grenade_salad.games.salad.pieces import (
    CARDS_PER_TURN,
    DROPPED_EACH,
    HAND_SIZE,
    OF_EACH_SYMBOL,
    SOLDIERS_EACH,
    SYMBOLS,
    Block,
    Card,
    Measures,
    Pose,
    Soldier,
)
from grenade_salad.games.salad.placement import NoPlace, OnBlock, OnSoldier, OverEdge
from grenade_salad.games.salad.position import Position
from grenade_salad.games.salad.reasons import NotBetween, TableTooSmall, TileTooSmall
from grenade_salad.games.salad.view import SaladView

_DIGITS = (3, 6, 9, 12)
"""Digits after the point: the fewest with which the soldiers are legal (GS-04)."""
_PARTS = (
    "block",
    "reserve",
    "taken",
    "hand",
    "deck",
    "discard",
    "turn",
    "drop",
    "moved",
    "played",
    "mined",
    "stepped",
    "turns",
    "still",
    "passes",
)


def format_position(state: Position, view: View) -> Iterator[str]:
    """Yield the parts of a position, of what may be known of it.

    That a mine was played is public, but in no view.
    """
    assert isinstance(view, SaladView)
    blocks = format_blocks(view.options.measures(), view.blocks)
    yield from (f"block {block}" for block in blocks)
    measures = view.options.measures(tuple(_make_block(*map(float, _split_numbers(block))) for block in blocks))
    yield from _format_soldiers(measures, view.soldiers, view.reserve, view.taken)
    if view.step == "drop":
        yield f"drop {view.attempts}"
        return
    for seat, cards in enumerate(view.hands):
        yield f"hand {seat_letter(seat)}{format_cards(cards)}"
    yield f"deck{format_cards(view.deck)}"
    if view.discard:
        yield f"discard{format_cards(view.discard)}"
    yield f"turn {seat_letter(view.turn)}"
    yield from _format_turn(state, view)
    for word, times in (("turns", view.turns), ("still", view.still), ("passes", view.passes)):
        if times:
            yield f"{word} {times}"


def _format_soldiers(
    measures: Measures, soldiers: Sequence[Soldier], reserve: Sequence[int], taken: Sequence[int]
) -> Iterator[str]:
    places = format_places(measures, soldiers)
    for soldier in sorted(soldiers, key=lambda soldier: (soldier.seat, soldier.id)):
        yield f"{seat_letter(soldier.seat)}{soldier.id} {places[soldier.id]}"
    yield " ".join(("reserve", *map(str, reserve)))
    if any(taken):
        yield " ".join(("taken", *map(str, taken)))


def _format_turn(state: Position, view: SaladView) -> Iterator[str]:
    played = CARDS_PER_TURN - view.cards_left
    if played:
        yield f"played {played}"
    elif not state.is_quiet:
        yield "mined"
    if view.triggers:
        stepped = " ".join(map(str, view.triggers))
        yield f"stepped {stepped} asked {seat_letter(view.active_seats[0])}"
    elif view.moved and not played and state.is_quiet:
        yield "moved"


def format_blocks(measures: Measures, blocks: Sequence[Block]) -> list[str]:
    """Format each block, to 0.001 mm and 0.001 degrees.

    More digits are used where the rounded blocks would be illegal (GS-35).
    """
    texts: list[str] = []
    for digits in _DIGITS:
        texts = [
            f"{_format_pose(block, digits)} {format_number(block.width, digits)},{format_number(block.height, digits)}"
            for block in blocks
        ]
        if why_not_blocks(measures, [_make_block(*map(float, _split_numbers(block))) for block in texts]) is None:
            return texts
    return texts


def _split_numbers(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _make_block(x: float, y: float, angle: float, width: float, height: float) -> Block:
    return Block(x, y, width, height, radians(angle))


def format_places(measures: Measures, soldiers: Sequence[Soldier]) -> dict[int, str]:
    """Format the pose of each soldier, to 0.001 mm and 0.001 degrees.

    More digits are used where rounded soldiers would overlap (GS-04).
    """
    poses = [Pose(soldier.id, soldier.x, soldier.y, soldier.angle) for soldier in soldiers]
    texts = dict[int, str]()
    for digits in _DIGITS:
        texts = {pose.id: _format_pose(pose, digits) for pose in poses}
        read = [_parse_pose(soldier, text) for soldier, text in texts.items()]
        if placement.why_not_rest(measures, read) is None:
            # A position that is read is formatted in the same way: with fewer digits, if it is legal so.
            is_final = digits in (_DIGITS[0], _DIGITS[-1]) or read == poses
            return texts if is_final else format_places(measures, [_as_soldier(pose) for pose in read])
    # A draft that is illegal anyway needs no such care.
    return (
        texts
        if placement.why_not_rest(measures, poses) is None
        else {pose.id: _format_pose(pose, _DIGITS[0]) for pose in poses}
    )


def _format_pose(pose: Pose | Block, digits: int) -> str:
    """Format a pose, with an angle from 0 up to 360 degrees.

    A soldier that is turned by 360 degrees has the same pose as before.
    """
    angle = round(degrees(atan2(sin(pose.angle), cos(pose.angle))), digits) % 360.0
    return f"{format_number(pose.x, digits)},{format_number(pose.y, digits)} {format_number(angle, digits)}"


def _parse_pose(soldier: int, text: str) -> Pose:
    x, y, angle = map(float, _split_numbers(text))
    return Pose(soldier, x, y, radians(angle))


def _as_soldier(pose: Pose) -> Soldier:
    return Soldier(pose.id, 0, pose.x, pose.y, pose.angle)


@dataclass
class SaladPositionBuilder:
    """A position while its text is read; empty fields were not in it."""

    seats: int
    soldiers: list[Soldier] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    reserve: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    hands: dict[int, Cards] = field(default_factory=dict)
    deck: Cards = ((), None)
    discard: tuple[str, ...] = ()
    turn: int = 0
    attempts: int | None = None
    """The number of drops; without it the set-up drop is over."""
    moved: bool = False
    mined: bool = False
    triggers: tuple[int, ...] = ()
    asked: int | None = None
    """The seat that is asked for a mine."""
    counts: dict[str, int] = field(default_factory=dict)
    """The other numbers of the text, by word, such as "turns"."""

    def add_part(self, words: TokenReader) -> None:
        """Read one part: a word of `_PARTS`, or a soldier."""
        if words.next_word not in _PARTS:
            self._read_soldier(words)
            return
        word = words.read_word(*_PARTS)
        if word == "hand":
            seat = words.read_seat()
            words.require_once("hand", seat)
            self.hands[seat] = words.read_cards(SYMBOLS)
            return
        if word == "block":
            self._read_block(words)
            return
        words.require_once(word)
        match word:
            case "reserve":
                self.reserve = self._read_for_seats(words)
            case "taken":
                self.taken = self._read_for_seats(words)
            case "deck":
                self.deck = words.read_cards(SYMBOLS)
            case "discard":
                self.discard = words.read_cards(SYMBOLS, hidden=False)[0]
            case "turn":
                self.turn = words.read_seat()
            case "drop":
                self.attempts = words.read_int() if words.remaining else int(bool(self.soldiers))
            case "moved":
                self.moved = True
            case "mined":
                self.mined = True
            case "stepped":
                self._read_triggers(words)
            case _:
                self.counts[word] = words.read_int(0, CARDS_PER_TURN if word == "played" else MAX_TURNS)

    def _read_soldier(self, words: TokenReader) -> None:
        """Read a soldier (GS-01).

        Example: "a3 300,205 30", or with a name before the number; the angle may be left out.
        """
        words.split_number()
        try:
            seat = words.read_seat()
        except Illegal:
            raise words.make_error(("a1", *_PARTS)) from None
        soldier = words.read_int()
        words.require_once("soldier", soldier)
        x, y = words.read_number("x"), words.read_number("y")
        angle = words.read_number("degrees") if words.remaining else 0.0
        self.soldiers.append(Soldier(soldier, seat, x, y, radians(angle)))

    def _read_block(self, words: TokenReader) -> None:
        """Read a block with its middle, its angle and its sides (GS-35).

        Example: "block 300,205 30 60,20".
        """
        x, y, angle = words.read_number("x"), words.read_number("y"), words.read_number("degrees")
        self.blocks.append(_make_block(x, y, angle, words.read_number("width"), words.read_number("height")))

    def _read_for_seats(self, words: TokenReader) -> tuple[int, ...]:
        """Read a number for each seat (GS-01)."""
        return tuple(words.read_int(0, SOLDIERS_EACH * self.seats) for _ in range(self.seats))

    def _read_triggers(self, words: TokenReader) -> None:
        """Read the soldiers that may have stepped on a mine, and the seat that is asked.

        Rules: GS-21, GS-23.
        """
        soldiers = [words.read_int()]
        while not words.accept_word("asked"):
            soldiers.append(words.read_int())
        self.triggers = tuple(soldiers)
        self.asked = words.read_seat()

    def make_setup(self, rng: Random) -> SaladSetup:
        """Return the setup, with defaults for what the text leaves out.

        By default the reserve is 15, or the soldiers that are left (GS-05); hands are empty; all other cards are in
        the deck.
        """
        hands, deck = self._deal_cards(rng)
        return SaladSetup(
            soldiers=tuple(self.soldiers),
            reserve=self.in_reserve(),
            taken=self.taken or (0,) * self.seats,
            hands=hands,
            deck=deck,
            turn=self.turn,
            discard=_as_cards(self.discard) or None,
            step=self._find_step(),
            cards_left=CARDS_PER_TURN - self.counts["played"] if "played" in self.counts else None,
            mined=self.mined or None,
            attempts=self.attempts,
            triggers=self.triggers or None,
            asked=self.asked,
            turns=self.counts.get("turns"),
            passes=self.counts.get("passes"),
            still=self.counts.get("still"),
            blocks=tuple(self.blocks) or None,
        )

    def in_reserve(self) -> tuple[int, ...]:
        """Return the reserve of each seat, by default what a usual position has."""
        owners = Counter(soldier.seat for soldier in self.soldiers)
        default_reserve = SOLDIERS_EACH - DROPPED_EACH
        left = [max(0, SOLDIERS_EACH - owners[seat]) for seat in range(self.seats)]
        return self.reserve or tuple(
            left if self.attempts is not None else (min(default_reserve, count) for count in left)
        )

    def _find_step(self) -> Literal["drop", "cards", "mines"] | None:
        """Return the step, if a played card or a stepped soldier tells it (GS-10, GS-21)."""
        if self.attempts is not None:
            return "drop"
        if self.triggers:
            return "mines"
        return "cards" if self.moved or self.mined or self.counts.get("played") else None

    def _deal_cards(self, rng: Random) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        """Return the hands and the deck.

        Hidden cards are drawn from those that are nowhere else (GS-02).
        """
        if self.attempts is not None and self.deck == ((), None):
            self.deck = (), 0
        hands = [self.hands.get(seat, ((), 0)) for seat in range(self.seats)]
        cards_in_use = Counter(card for cards, _ in (*hands, self.deck) for card in cards) + Counter(self.discard)
        rest: list[str] = [card for card in SYMBOLS for _ in range(OF_EACH_SYMBOL - cards_in_use[card])]
        rng.shuffle(rest)
        hidden = [HAND_SIZE - len(cards) if count is None else count for cards, count in hands]
        complete_hands = fill_hands([cards for cards, _ in hands], hidden, rest, self.deck[1] or 0)
        drawn = rest if self.deck[1] is None else rest[: self.deck[1]]
        return tuple(map(_as_cards, complete_hands)), _as_cards((*self.deck[0], *drawn))


def format_parts(draft: SaladPositionBuilder, options: SaladOptions) -> Iterator[str]:
    """Yield the parts of a draft, whether or not it is legal."""
    yield from (f"block {block}" for block in format_blocks(options.measures(), draft.blocks))
    measures = options.measures(tuple(draft.blocks))
    yield from _format_soldiers(measures, draft.soldiers, draft.in_reserve(), draft.taken)
    if draft.attempts is not None:
        yield f"drop {draft.attempts}"
    yield from format_card_places(draft.hands, draft.deck, draft.discard)
    yield f"turn {seat_letter(draft.turn)}"
    for word, is_set in (("moved", draft.moved), ("mined", draft.mined)):
        if is_set:
            yield word
    if draft.triggers and draft.asked is not None:
        yield f"stepped {' '.join(map(str, draft.triggers))} asked {seat_letter(draft.asked)}"
    for word, times in sorted(draft.counts.items()):
        yield f"{word} {times}"


def _as_cards(cards: Sequence[str]) -> tuple[Card, ...]:
    return tuple(symbol for card in cards for symbol in SYMBOLS if symbol == card)


def _create_builder(seats: int, options: Options) -> SaladPositionBuilder:
    return SaladPositionBuilder(seats)


def _read_options(view: View) -> SaladOptions:
    assert isinstance(view, SaladView)
    return view.options


POSITIONS = PositionNotation(
    format_position,
    _create_builder,
    _read_options,
    rule_ids={
        NoPlace: "GS-04",
        NotBetween: "GS-03",
        OnBlock: "GS-35",
        OnSoldier: "GS-04",
        OverEdge: "GS-04",
        TableTooSmall: "GS-03",
        TileTooSmall: "GS-03",
        TooFewLeft: "GS-02",
    },
    parts=format_parts,
)
