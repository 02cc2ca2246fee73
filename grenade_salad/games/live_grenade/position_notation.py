"""Positions of Live Grenade in a line: "hand a 2C 4H; hand b ?3; deck ?20; turn a; pair 4C 4H from b; asked b".

Cards are written as in records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from grenade_salad.core import Illegal, Options, View
from grenade_salad.core.action_notation import letter
from grenade_salad.core.position_notation import PositionNotation, cards_lie
from grenade_salad.core.position_tokens import Cards, TokenReader, TooFewLeft, hand, letters
from grenade_salad.games.live_grenade import deal, reasons
from grenade_salad.games.live_grenade.cards import CARDS, FITS, GRENADES
from grenade_salad.games.live_grenade.chance import LiveGrenadeSetup, Play
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.games.live_grenade.view import LiveGrenadeView

THEFTS = ("pair", "steal")
"""What is played at somebody."""
_PARTS = ("hand", "deck", "discard", "turn", "anticlockwise", "out", "gone", *FITS, "asked")


class _Outs(Protocol):
    """A state, as far as it is asked here."""

    @property
    def outs(self) -> tuple[int, ...]: ...


def say(state: _Outs, told: View) -> Iterator[str]:
    """The parts of a position, of what may be known of it; who went out when, everybody has seen."""
    assert isinstance(told, LiveGrenadeView)
    out = state.outs
    gone = [seat for seat, alive in enumerate(told.alive) if not alive and seat not in out]
    for seat, cards in enumerate(told.hands):
        if told.alive[seat]:
            yield f"hand {letter(seat)}{hand(cards)}"
    yield f"deck{hand(told.deck)}"
    if told.discard:
        yield f"discard{hand(told.discard)}"
    yield f"turn {letter(told.turn)}"
    if told.direction < 0:
        yield "anticlockwise"
    for word, seats in (("gone", gone), ("out", out)):
        if seats:
            yield f"{word}{letters(seats)}"
    yield from _plays(told.stack, told.active_seats)


def _plays(stack: Sequence[Play], asked: Sequence[int]) -> Iterator[str]:
    """The play that waits for answers, the Kings on it, and who has not answered."""
    for play in stack:
        who = f" {letter(play.seat)}" if play.do == "cancel" else ""
        whom = "" if play.target is None else f" from {letter(play.target)}"
        yield f"{play.do}{who}{hand(play.cards)}{whom}"
    if stack:
        yield f"asked{letters(asked)}"


@dataclass
class LiveGrenadePositionBuilder:
    """A position while its line is read."""

    seats: int
    options: LiveGrenadeOptions
    hands: dict[int, Cards] = field(default_factory=dict)
    deck: Cards = ((), None)
    discard: tuple[str, ...] = ()
    turn: int | None = None
    direction: int = 1
    out: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    stack: list[Play] = field(default_factory=list)
    asked: tuple[int, ...] = ()

    def take(self, words: TokenReader) -> None:
        """One part: a word of `_PARTS` and what belongs to it."""
        what = words.word(*_PARTS)
        if what == "hand":
            seat = words.seat()
            words.once("hand", seat)
            self.hands[seat] = words.cards(CARDS)
            return
        if what in FITS:
            self._play(what, words)
            return
        words.once(what)
        match what:
            case "deck":
                self.deck = words.cards(CARDS)
            case "discard":
                self.discard = words.cards(CARDS, hidden=False)[0]
            case "turn":
                self.turn = words.seat()
            case "anticlockwise":
                self.direction = -1
            case "out":
                self.out = words.seats()
            case "gone":
                self.gone = words.seats()
            case "asked":
                self.asked = words.seats()

    def _play(self, do: str, words: TokenReader) -> None:
        """LG-17 to LG-23: a play of the turn, or a King of somebody."""
        seat = words.seat() if do == "cancel" else -1
        cards = tuple(sorted(words.card(CARDS) for _ in range(1 + (do == "pair"))))
        target = None
        if do in THEFTS:
            words.word("from")
            target = words.seat()
        self.stack.append(Play(seat, do, cards, target))

    def setup(self, rng: Random) -> LiveGrenadeSetup:
        """What was not said: nobody is out, and what is not in the hands is in the deck (LG-03 to LG-06)."""
        alive = tuple(seat not in (*self.out, *self.gone) for seat in range(self.seats))
        turn = (alive.index(True) if any(alive) else 0) if self.turn is None else self.turn
        hands, deck = self._cards(sum(alive), rng)
        return LiveGrenadeSetup(
            hands=hands,
            deck=deck,
            turn=turn,
            direction=self.direction,
            discard=self.discard or None,
            alive=None if all(alive) else alive,
            out=self.out or None,
            stack=tuple(play if play.do == "cancel" else replace(play, seat=turn) for play in self.stack) or None,
            asked=self.asked or None,
        )

    def _cards(self, alive: int, rng: Random) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
        """The hands and the deck; what is hidden of them are cards that are nowhere else, and aces in the deck."""
        hands = [self.hands.get(seat, ((), 0)) for seat in range(self.seats)]
        hands = [(cards, self.options.extra_cards + 1 if many is None else many) for cards, many in hands]
        known = Counter(card for cards, _ in (*hands, self.deck) for card in cards) + Counter(self.discard)
        rest = deal.unseen(self.seats, self.options, known, rng)
        wanted = sum(many or 0 for _, many in hands)
        aces = [card for card in rest if card in GRENADES]
        plain = [card for card in rest if card not in GRENADES]
        missing = max(0, alive - 1 - sum(card in GRENADES for card in self.deck[0]))
        below = len(plain) - wanted + missing if self.deck[1] is None else self.deck[1]
        grenades = aces[: min(missing, below)]
        if wanted + below - len(grenades) > len(plain) or below < 0:
            raise Illegal(TooFewLeft(wanted + max(below, 0) - len(grenades), len(plain)))
        found = [(*cards, *(plain.pop() for _ in range(many or 0))) for cards, many in hands]
        deck = [*grenades, *plain[: below - len(grenades)]]
        rng.shuffle(deck)
        return tuple(found), (*self.deck[0], *deck)


def parts(draft: LiveGrenadePositionBuilder, options: Options) -> Iterator[str]:
    """The parts of what is still being set up, whether or not it can be so."""
    yield from cards_lie(draft.hands, draft.deck, draft.discard)
    if draft.turn is not None:
        yield f"turn {letter(draft.turn)}"
    if draft.direction < 0:
        yield "anticlockwise"
    for word, seats in (("gone", draft.gone), ("out", draft.out)):
        if seats:
            yield f"{word}{letters(seats)}"
    yield from _plays(draft.stack, draft.asked)


def _draft(seats: int, options: Options) -> LiveGrenadePositionBuilder:
    assert isinstance(options, LiveGrenadeOptions)
    return LiveGrenadePositionBuilder(seats, options)


def _rules(told: View) -> LiveGrenadeOptions:
    """With the ranks that were taken out: everybody has been told (LG-31)."""
    assert isinstance(told, LiveGrenadeView)
    return replace(told.options, short_ranks=told.short_ranks) if told.short_ranks else told.options


POSITIONS = PositionNotation(
    say,
    _draft,
    _rules,
    cites={
        reasons.GrenadeInHand: "LG-12",
        reasons.NotInBox: "LG-02",
        reasons.OutOnTurn: "LG-12",
        reasons.OutWithCards: "LG-14",
        reasons.WrongGrenades: "LG-13",
        TooFewLeft: "LG-02",
    },
    parts=parts,
)
