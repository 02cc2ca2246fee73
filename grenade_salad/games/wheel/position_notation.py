"""Positions of the wheel game in a line: "ring 3S joker AS; dice 3S 1, 3S 1, AS 4; hearts a 4H; hearts b ?1; turn a".

Cards are written as in records, and a die with the card on which it is and its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from grenade_salad.core import Illegal, Options, View
from grenade_salad.core.action_notation import Unreadable, letter
from grenade_salad.core.position_notation import PositionNotation, cards_of
from grenade_salad.core.position_tokens import Cards, TokenReader, TooFewLeft, filled, hand, letters
from grenade_salad.games.wheel import reasons
from grenade_salad.games.wheel.actions import Die, Roll, WheelSetup
from grenade_salad.games.wheel.cards import HEARTS, JOKER, RING, heart_of
from grenade_salad.games.wheel.deal import hearts_each
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.ring import BLAST, DICE, PIPS
from grenade_salad.games.wheel.view import WheelView

_PARTS = ("ring", "down", "dice", "hearts", "turn", "roll", "out")


class _Outs(Protocol):
    """A state, as far as it is asked here."""

    @property
    def outs(self) -> tuple[int, ...]: ...


def say(state: _Outs, told: View) -> Iterator[str]:
    """The parts of a position, of what may be known of it; who went out when, everybody has seen."""
    assert isinstance(told, WheelView)
    yield f"ring{hand(told.ring)}"
    if told.face_down:
        yield f"down{hand([told.ring[at] for at in told.face_down])}"
    yield "dice " + ", ".join(f"{told.ring[die.at]} {die.pips}" for die in told.dice)
    for seat, hearts in enumerate(told.hearts):
        shown = told.shown[seat] if isinstance(hearts, int) else hearts
        hidden = hearts - len(shown) if isinstance(hearts, int) else 0
        yield f"hearts {letter(seat)}{hand(shown)}{hand(hidden)}"
    yield f"turn {letter(told.turn or 0)}"
    if told.roll:
        yield f"roll {told.roll}"
    if state.outs:
        yield f"out{letters(state.outs)}"


@dataclass
class WheelPositionBuilder:
    """A position while its line is read."""

    seats: int
    ring: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    dice: list[tuple[str, int]] = field(default_factory=list)
    hearts: dict[int, Cards] = field(default_factory=dict)
    turn: int = 0
    roll: int | None = None
    out: tuple[int, ...] = ()

    def take(self, words: TokenReader) -> None:
        """One part: a word of `_PARTS` and what belongs to it."""
        what = words.word(*_PARTS)
        if what == "hearts":
            seat = words.seat()
            words.once("hearts", seat)
            self.hearts[seat] = words.cards(HEARTS)
            return
        words.once(what)
        match what:
            case "ring":
                self.ring = words.cards(RING, hidden=False)[0]
                if twice := next((card for card in self.ring if self.ring.count(card) > 1), None):
                    raise Unreadable(reasons.CardTwice(twice))
            case "down":
                self.down = words.cards(RING, hidden=False)[0]
            case "dice":
                self.dice = [(words.card(RING), words.whole(1, BLAST - 1)) for _ in DICE]
            case "turn":
                self.turn = words.seat()
            case "roll":
                self.roll = words.whole(1, len(PIPS))
            case "out":
                self.out = words.seats()

    def setup(self, rng: Random) -> WheelSetup:
        """What was not said: any ring, the dice at its beginning, nothing face down, hidden hearts (WH-03)."""
        ring = self.ring or tuple(rng.sample(RING, len(RING)))
        down = tuple(_at(ring, card) for card in self.down)
        return WheelSetup(
            ring=ring,
            hearts=self._deal(ring, rng),
            turn=self.turn,
            dice=tuple(Die(_at(ring, card), pips) for card, pips in self.dice) or None,
            face_down=down or None,
            out=self.out or None,
            roll=self.roll,
        )

    def _deal(self, ring: tuple[str, ...], rng: Random) -> tuple[tuple[str, ...], ...]:
        """The hearts of each seat; one that is hidden has its spade in play (WH-13, WH-15)."""
        hands = [self.hearts.get(seat, ((), None)) for seat in range(self.seats)]
        known = {heart for hearts, _ in hands for heart in hearts}
        free = [heart_of(card) for card in ring if card not in (JOKER, *self.down)]
        free = sorted(heart for heart in free if heart not in known)
        rng.shuffle(free)
        each = hearts_each(self.seats)
        hidden = [max(0, each - len(hearts)) if many is None else many for hearts, many in hands]
        return filled([cards for cards, _ in hands], hidden, free)


def parts(draft: WheelPositionBuilder, options: Options) -> Iterator[str]:
    """The parts of what is still being set up, whether or not it can be so."""
    for word, cards in (("ring", draft.ring), ("down", draft.down)):
        if cards:
            yield f"{word}{hand(cards)}"
    if draft.dice:
        yield "dice " + ", ".join(f"{card} {pips}" for card, pips in draft.dice)
    for seat, hearts in sorted(draft.hearts.items()):
        yield f"hearts {letter(seat)}{cards_of(hearts)}"
    yield f"turn {letter(draft.turn)}"
    if draft.roll is not None:
        yield f"roll {draft.roll}"
    if draft.out:
        yield f"out{letters(draft.out)}"


def _at(ring: tuple[str, ...], card: str) -> int:
    if card not in ring:
        raise Illegal(reasons.NotInRing(card))
    return ring.index(card)


def _draft(seats: int, options: Options) -> WheelPositionBuilder:
    return WheelPositionBuilder(seats)


def _rules(told: View) -> WheelOptions:
    assert isinstance(told, WheelView)
    return told.options


POSITIONS = PositionNotation(
    say,
    _draft,
    _rules,
    waits=frozenset({Roll.kind}),
    cites={
        reasons.CardTwice: "WH-02",
        reasons.NoSpadeFor: "WH-13",
        reasons.WrongHearts: "WH-03",
        reasons.OnFaceDown: "WH-07",
        reasons.FaceDownTwice: "WH-08",
        reasons.JokerIsSafe: "WH-12",
        reasons.NobodyLeft: "WH-14",
        reasons.TurnOfNobody: "WH-05",
        TooFewLeft: "WH-03",
    },
    parts=parts,
)
