"""Positions of the wheel game in a line, as text.

As in "ring 3S joker AS; dice 3S 1, 3S 1, AS 4; hearts a 4H; hearts b ?1; turn a". Cards are written as in records,
and a die with its card and its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from grenade_salad.core import Illegal, Options, View
from grenade_salad.core.action_notation import Unreadable, seat_letter
from grenade_salad.core.position_notation import PositionNotation, format_known_and_hidden
from grenade_salad.core.position_tokens import Cards, TokenReader, TooFewLeft, fill_hands, format_cards, format_seats
from grenade_salad.games.wheel import reasons
from grenade_salad.games.wheel.actions import Die, Roll, WheelSetup
from grenade_salad.games.wheel.cards import HEARTS, JOKER, RING, matching_heart
from grenade_salad.games.wheel.deal import hearts_each
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, PIPS
from grenade_salad.games.wheel.view import WheelView

_PARTS = ("ring", "down", "dice", "hearts", "turn", "roll", "out")


class _HasOutSeats(Protocol):
    """A state, as far as it is needed here."""

    @property
    def out_seats(self) -> tuple[int, ...]: ...


def say(state: _HasOutSeats, view: View) -> Iterator[str]:
    """Yield the parts of a position, of what may be known of it.

    The order in which seats went out is known to all.
    """
    assert isinstance(view, WheelView)
    yield f"ring{format_cards(view.ring)}"
    if view.face_down:
        yield f"down{format_cards([view.ring[index] for index in view.face_down])}"
    yield "dice " + ", ".join(f"{view.ring[die.at]} {die.pips}" for die in view.dice)
    for seat, hearts in enumerate(view.hearts):
        revealed = view.shown[seat] if isinstance(hearts, int) else hearts
        hidden = hearts - len(revealed) if isinstance(hearts, int) else 0
        yield f"hearts {seat_letter(seat)}{format_cards(revealed)}{format_cards(hidden)}"
    yield f"turn {seat_letter(view.turn or 0)}"
    if view.roll:
        yield f"roll {view.roll}"
    if state.out_seats:
        yield f"out{format_seats(state.out_seats)}"


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

    def add_part(self, words: TokenReader) -> None:
        """Read one part: a keyword of `_PARTS` and its values."""
        keyword = words.read_word(*_PARTS)
        if keyword == "hearts":
            seat = words.read_seat()
            words.require_once("hearts", seat)
            self.hearts[seat] = words.read_cards(HEARTS)
            return
        words.require_once(keyword)
        match keyword:
            case "ring":
                self.ring = words.read_cards(RING, hidden=False)[0]
                if twice := next((card for card in self.ring if self.ring.count(card) > 1), None):
                    raise Unreadable(reasons.CardTwice(twice))
            case "down":
                self.down = words.read_cards(RING, hidden=False)[0]
            case "dice":
                self.dice = [(words.read_card(RING), words.read_int(1, BLAST_PIPS - 1)) for _ in DICE]
            case "turn":
                self.turn = words.read_seat()
            case "roll":
                self.roll = words.read_int(1, len(PIPS))
            case "out":
                self.out = words.read_seats()

    def make_setup(self, rng: Random) -> WheelSetup:
        """Return the position as a setup, with defaults for what is left out.

        These are any ring, the dice at its beginning, nothing face down, and hidden hearts (WH-03).
        """
        ring = self.ring or tuple(rng.sample(RING, len(RING)))
        down = tuple(_find_index(ring, card) for card in self.down)
        return WheelSetup(
            ring=ring,
            hearts=self._deal(ring, rng),
            turn=self.turn,
            dice=tuple(Die(_find_index(ring, card), pips) for card, pips in self.dice) or None,
            face_down=down or None,
            out=self.out or None,
            roll=self.roll,
        )

    def _deal(self, ring: tuple[str, ...], rng: Random) -> tuple[tuple[str, ...], ...]:
        """Return the hearts of each seat.

        A hidden heart has its spade in play (WH-13, WH-15).
        """
        hands = [self.hearts.get(seat, ((), None)) for seat in range(self.seats)]
        revealed = {heart for hearts, _ in hands for heart in hearts}
        free = [matching_heart(card) for card in ring if card not in (JOKER, *self.down)]
        free = sorted(heart for heart in free if heart not in revealed)
        rng.shuffle(free)
        each = hearts_each(self.seats)
        hidden = [max(0, each - len(hearts)) if count is None else count for hearts, count in hands]
        return fill_hands([cards for cards, _ in hands], hidden, free)


def parts(draft: WheelPositionBuilder, options: Options) -> Iterator[str]:
    """Yield the parts of a draft, even if it is not possible."""
    for word, cards in (("ring", draft.ring), ("down", draft.down)):
        if cards:
            yield f"{word}{format_cards(cards)}"
    if draft.dice:
        yield "dice " + ", ".join(f"{card} {pips}" for card, pips in draft.dice)
    for seat, hearts in sorted(draft.hearts.items()):
        yield f"hearts {seat_letter(seat)}{format_known_and_hidden(hearts)}"
    yield f"turn {seat_letter(draft.turn)}"
    if draft.roll is not None:
        yield f"roll {draft.roll}"
    if draft.out:
        yield f"out{format_seats(draft.out)}"


def _find_index(ring: tuple[str, ...], card: str) -> int:
    if card not in ring:
        raise Illegal(reasons.NotInRing(card))
    return ring.index(card)


def _draft(seats: int, options: Options) -> WheelPositionBuilder:
    return WheelPositionBuilder(seats)


def _rules(view: View) -> WheelOptions:
    assert isinstance(view, WheelView)
    return view.options


POSITIONS = PositionNotation(
    say,
    _draft,
    _rules,
    pending_chances=frozenset({Roll.kind}),
    rule_ids={
        reasons.CardTwice: "WH-02",
        reasons.NoSpadeFor: "WH-13",
        reasons.WrongHearts: "WH-03",
        reasons.OnFaceDown: "WH-07",
        reasons.FaceDownTwice: "WH-08",
        reasons.JokerIsSafe: "WH-12",
        reasons.TooFewPlayers: "WH-14",
        reasons.TurnOfNobody: "WH-05",
        TooFewLeft: "WH-03",
    },
    parts=parts,
)
