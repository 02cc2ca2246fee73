"""Positions of Grenade Salad in a line: "a3 300,205 30; reserve 15 14; hand a arrow; hand b ?5; deck ?39; turn a".

A soldier is its owner's letter and its number, its middle in mm from the lower left corner, and its angle in degrees,
counter-clockwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, degrees, radians, sin
from random import Random
from typing import Literal

from grenade_salad.core import Illegal, Options, View
from grenade_salad.core.action_notation import letter, number
from grenade_salad.core.position_notation import PositionNotation, cards_lie
from grenade_salad.core.position_tokens import Cards, TokenReader, TooFewLeft, filled, hand
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.blocks import why_not_blocks
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import (
    CARDS_A_TURN,
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
"""Places behind the point: as few as come to soldiers that can lie so (GS-04)."""
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


def say(state: Position, told: View) -> Iterator[str]:
    """The parts of a position, of what may be known of it; that a mine was played is open, and in no view."""
    assert isinstance(told, SaladView)
    seats = {one.id: one.seat for one in told.soldiers}
    blocks = blocks_said(told.options.measures(), told.blocks)
    yield from (f"block {block}" for block in blocks)
    measures = told.options.measures(tuple(_block(*map(float, _numbers(block))) for block in blocks))
    where = lying(measures, told.soldiers)
    for soldier, place in sorted(where.items(), key=lambda found: (seats[found[0]], found[0])):
        yield f"{letter(seats[soldier])}{soldier} {place}"
    yield " ".join(("reserve", *map(str, told.reserve)))
    if any(told.taken):
        yield " ".join(("taken", *map(str, told.taken)))
    if told.step == "drop":
        yield f"drop {told.attempts}"
        return
    for seat, cards in enumerate(told.hands):
        yield f"hand {letter(seat)}{hand(cards)}"
    yield f"deck{hand(told.deck)}"
    if told.discard:
        yield f"discard{hand(told.discard)}"
    yield f"turn {letter(told.turn)}"
    yield from _of_the_turn(state, told)
    for word, times in (("turns", told.turns), ("still", told.still), ("passes", told.passes)):
        if times:
            yield f"{word} {times}"


def _of_the_turn(state: Position, told: SaladView) -> Iterator[str]:
    played = CARDS_A_TURN - told.cards_left
    if played:
        yield f"played {played}"
    elif not state.quiet:
        yield "mined"
    if told.triggers:
        stepped = " ".join(map(str, told.triggers))
        yield f"stepped {stepped} asked {letter(told.active_seats[0])}"
    elif told.moved and not played and state.quiet:
        yield "moved"


def blocks_said(measures: Measures, blocks: Sequence[Block]) -> list[str]:
    """Each block, to 0.001 mm and 0.001 degrees, or to more where one could not lie so then (GS-35)."""
    said: list[str] = []
    for digits in _DIGITS:
        said = [
            f"{_where(block, digits)} {number(block.width, digits)},{number(block.height, digits)}" for block in blocks
        ]
        if why_not_blocks(measures, [_block(*map(float, _numbers(block))) for block in said]) is None:
            return said
    return said


def _numbers(said: str) -> list[str]:
    return said.replace(",", " ").split()


def _block(x: float, y: float, angle: float, width: float, height: float) -> Block:
    return Block(x, y, width, height, radians(angle))


def lying(measures: Measures, soldiers: Sequence[Soldier]) -> dict[int, str]:
    """Where each soldier lies, to 0.001 mm and 0.001 degrees, or to more where it would lie on another then (GS-04)."""
    from grenade_salad.games.salad import physics

    poses = [Pose(one.id, one.x, one.y, one.angle) for one in soldiers]
    said = dict[int, str]()
    for digits in _DIGITS:
        said = {pose.id: _where(pose, digits) for pose in poses}
        read = [_pose(soldier, where) for soldier, where in said.items()]
        if physics.why_not_rest(measures, read) is None:
            # What is read is written in the same way: with fewer digits, if it can lie so.
            done = digits in (_DIGITS[0], _DIGITS[-1]) or read == poses
            return said if done else lying(measures, [_of(pose) for pose in read])
    # What cannot lie so at all, while it is still being set up, needs no such care.
    return (
        said if physics.why_not_rest(measures, poses) is None else {pose.id: _where(pose, _DIGITS[0]) for pose in poses}
    )


def _where(one: Pose | Block, digits: int) -> str:
    """From 0 up to 360 degrees: a soldier that is turned once round lies as it did."""
    angle = round(degrees(atan2(sin(one.angle), cos(one.angle))), digits) % 360.0
    return f"{number(one.x, digits)},{number(one.y, digits)} {number(angle, digits)}"


def _pose(soldier: int, where: str) -> Pose:
    x, y, angle = map(float, where.replace(",", " ").split())
    return Pose(soldier, x, y, radians(angle))


def _of(pose: Pose) -> Soldier:
    return Soldier(pose.id, 0, pose.x, pose.y, pose.angle)


@dataclass
class SaladPositionBuilder:
    """A position while its line is read."""

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
    moved: bool = False
    mined: bool = False
    triggers: tuple[int, ...] = ()
    asked: int | None = None
    counts: dict[str, int] = field(default_factory=dict)

    def take(self, words: TokenReader) -> None:
        """One part: a word of `_PARTS`, or a soldier."""
        if words.next not in _PARTS:
            self._soldier(words)
            return
        what = words.word(*_PARTS)
        if what == "hand":
            seat = words.seat()
            words.once("hand", seat)
            self.hands[seat] = words.cards(SYMBOLS)
            return
        if what == "block":
            self._block(words)
            return
        words.once(what)
        match what:
            case "reserve":
                self.reserve = self._each(words)
            case "taken":
                self.taken = self._each(words)
            case "deck":
                self.deck = words.cards(SYMBOLS)
            case "discard":
                self.discard = words.cards(SYMBOLS, hidden=False)[0]
            case "turn":
                self.turn = words.seat()
            case "drop":
                self.attempts = words.whole() if words.left else int(bool(self.soldiers))
            case "moved":
                self.moved = True
            case "mined":
                self.mined = True
            case "stepped":
                self._stepped(words)
            case _:
                self.counts[what] = words.whole(0, CARDS_A_TURN if what == "played" else 100_000)

    def _soldier(self, words: TokenReader) -> None:
        """GS-01: "a3 300,205 30", or with a name before the number; the angle may be left out."""
        words.split()
        try:
            seat = words.seat()
        except Illegal:
            raise words.no(("a1", *_PARTS)) from None
        soldier = words.whole()
        words.once("soldier", soldier)
        x, y = words.real("x"), words.real("y")
        angle = words.real("degrees") if words.left else 0.0
        self.soldiers.append(Soldier(soldier, seat, x, y, radians(angle)))

    def _block(self, words: TokenReader) -> None:
        """GS-35: "block 300,205 30 60,20": its middle, its angle, its sides."""
        x, y, angle = words.real("x"), words.real("y"), words.real("degrees")
        self.blocks.append(_block(x, y, angle, words.real("width"), words.real("height")))

    def _each(self, words: TokenReader) -> tuple[int, ...]:
        """A number for each seat (GS-01)."""
        return tuple(words.whole(0, SOLDIERS_EACH * self.seats) for _ in range(self.seats))

    def _stepped(self, words: TokenReader) -> None:
        """GS-21, GS-23."""
        found = [words.whole()]
        while not words.took("asked"):
            found.append(words.whole())
        self.triggers = tuple(found)
        self.asked = words.seat()

    def setup(self, rng: Random) -> SaladSetup:
        """What was not said: 15 in reserve, or who is left (GS-05); no cards in the hand; all others in the deck."""
        hands, deck = self._cards(rng)
        return SaladSetup(
            soldiers=tuple(self.soldiers),
            reserve=self.in_reserve(),
            taken=self.taken or (0,) * self.seats,
            hands=hands,
            deck=deck,
            turn=self.turn,
            discard=_known(self.discard) or None,
            step=self._step(),
            cards_left=CARDS_A_TURN - self.counts["played"] if "played" in self.counts else None,
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
        """For each seat; where it was not said, as goes without saying."""
        owners = Counter(soldier.seat for soldier in self.soldiers)
        usual = SOLDIERS_EACH - DROPPED_EACH
        left = [max(0, SOLDIERS_EACH - owners[seat]) for seat in range(self.seats)]
        return self.reserve or tuple(left if self.attempts is not None else (min(usual, many) for many in left))

    def _step(self) -> Literal["drop", "cards", "mines"] | None:
        """What goes without saying once a card is played or a soldier may have stepped on a mine (GS-10, GS-21)."""
        if self.attempts is not None:
            return "drop"
        if self.triggers:
            return "mines"
        return "cards" if self.moved or self.mined or self.counts.get("played") else None

    def _cards(self, rng: Random) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        """The hands and the deck; what is hidden of them are cards that are nowhere else (GS-02)."""
        if self.attempts is not None and self.deck == ((), None):
            self.deck = (), 0
        hands = [self.hands.get(seat, ((), 0)) for seat in range(self.seats)]
        known = Counter(card for cards, _ in (*hands, self.deck) for card in cards) + Counter(self.discard)
        rest: list[str] = [card for card in SYMBOLS for _ in range(OF_EACH_SYMBOL - known[card])]
        rng.shuffle(rest)
        hidden = [HAND_SIZE - len(cards) if many is None else many for cards, many in hands]
        found = filled([cards for cards, _ in hands], hidden, rest, self.deck[1] or 0)
        drawn = rest if self.deck[1] is None else rest[: self.deck[1]]
        return tuple(map(_known, found)), _known((*self.deck[0], *drawn))


def parts(draft: SaladPositionBuilder, options: SaladOptions) -> Iterator[str]:
    """The parts of what is still being set up, whether or not it can be so."""
    yield from (f"block {block}" for block in blocks_said(options.measures(), draft.blocks))
    measures = options.measures(tuple(draft.blocks))
    owners = {one.id: one.seat for one in draft.soldiers}
    places = lying(measures, draft.soldiers)
    for soldier in sorted(places, key=lambda number: (owners[number], number)):
        yield f"{letter(owners[soldier])}{soldier} {places[soldier]}"
    yield " ".join(("reserve", *map(str, draft.in_reserve())))
    if any(draft.taken):
        yield " ".join(("taken", *map(str, draft.taken)))
    if draft.attempts is not None:
        yield f"drop {draft.attempts}"
    yield from cards_lie(draft.hands, draft.deck, draft.discard)
    yield f"turn {letter(draft.turn)}"
    for word, said in (("moved", draft.moved), ("mined", draft.mined)):
        if said:
            yield word
    if draft.triggers and draft.asked is not None:
        yield f"stepped {' '.join(map(str, draft.triggers))} asked {letter(draft.asked)}"
    for word, times in sorted(draft.counts.items()):
        yield f"{word} {times}"


def _known(cards: Sequence[str]) -> tuple[Card, ...]:
    return tuple(symbol for card in cards for symbol in SYMBOLS if symbol == card)


def _draft(seats: int, options: Options) -> SaladPositionBuilder:
    return SaladPositionBuilder(seats)


def _rules(told: View) -> SaladOptions:
    assert isinstance(told, SaladView)
    return told.options


POSITIONS = PositionNotation(
    say,
    _draft,
    _rules,
    cites={
        NoPlace: "GS-04",
        NotBetween: "GS-03",
        OnBlock: "GS-35",
        OnSoldier: "GS-04",
        OverEdge: "GS-04",
        TableTooSmall: "GS-03",
        TileTooSmall: "GS-03",
        TooFewLeft: "GS-02",
    },
    parts=parts,
)
