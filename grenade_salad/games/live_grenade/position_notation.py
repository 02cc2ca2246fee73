"""Positions of Live Grenade in a line of text.

Example: "hand a 2C 4H; hand b ?3; deck ?20; turn a; pair 4C 4H from b; asked b". Cards are written as in records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from grenade_salad.core import Illegal, Options, View
from grenade_salad.core.action_notation import seat_letter
from grenade_salad.core.position_notation import PositionNotation, format_card_places
from grenade_salad.core.position_tokens import Cards, TokenReader, TooFewLeft, format_cards, format_seats
from grenade_salad.games.live_grenade import deal, reasons
from grenade_salad.games.live_grenade.actions import THEFTS
from grenade_salad.games.live_grenade.cards import CARDS, GRENADES, PLAYABLE_CARDS
from grenade_salad.games.live_grenade.chance import LiveGrenadeSetup, Play
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.games.live_grenade.view import LiveGrenadeView

_PARTS = ("hand", "deck", "discard", "turn", "anticlockwise", "out", "gone", *PLAYABLE_CARDS, "asked")


class _OutOrder(Protocol):
    """A state, as far as this module needs it."""

    @property
    def out_order(self) -> tuple[int, ...]: ...


def say(state: _OutOrder, view: View) -> Iterator[str]:
    """Yield the parts of a position, as far as the view knows it.

    The order in which seats went out is public.
    """
    assert isinstance(view, LiveGrenadeView)
    out = state.out_order
    early_out = [seat for seat, alive in enumerate(view.alive) if not alive and seat not in out]
    for seat, cards in enumerate(view.hands):
        if view.alive[seat]:
            yield f"hand {seat_letter(seat)}{format_cards(cards)}"
    yield f"deck{format_cards(view.deck)}"
    if view.discard:
        yield f"discard{format_cards(view.discard)}"
    yield f"turn {seat_letter(view.turn)}"
    if view.direction < 0:
        yield "anticlockwise"
    for word, seats in (("gone", early_out), ("out", out)):
        if seats:
            yield f"{word}{format_seats(seats)}"
    yield from _format_plays(view.stack, view.active_seats)


def _format_plays(stack: Sequence[Play], asked_seats: Sequence[int]) -> Iterator[str]:
    """Yield the play that waits for reactions, its Kings and the seats still asked."""
    for play in stack:
        player = f" {seat_letter(play.seat)}" if play.do == "cancel" else ""
        target = "" if play.target is None else f" from {seat_letter(play.target)}"
        yield f"{play.do}{player}{format_cards(play.cards)}{target}"
    if stack:
        yield f"asked{format_seats(asked_seats)}"


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
    """The seats that went out, in this order."""
    early_out: tuple[int, ...] = ()
    """The seats that were out from the start."""
    stack: list[Play] = field(default_factory=list)
    asked: tuple[int, ...] = ()

    def add_part(self, words: TokenReader) -> None:
        """Read one part: a word of `_PARTS` and what belongs to it."""
        part = words.read_word(*_PARTS)
        if part == "hand":
            seat = words.read_seat()
            words.require_once("hand", seat)
            self.hands[seat] = words.read_cards(CARDS)
            return
        if part in PLAYABLE_CARDS:
            self._read_play(part, words)
            return
        words.require_once(part)
        match part:
            case "deck":
                self.deck = words.read_cards(CARDS)
            case "discard":
                self.discard = words.read_cards(CARDS, hidden=False)[0]
            case "turn":
                self.turn = words.read_seat()
            case "anticlockwise":
                self.direction = -1
            case "out":
                self.out = words.read_seats()
            case "gone":
                self.early_out = words.read_seats()
            case "asked":
                self.asked = words.read_seats()

    def _read_play(self, do: str, words: TokenReader) -> None:
        """Read a play of the turn, or a King of any player (LG-17 to LG-23)."""
        seat = words.read_seat() if do == "cancel" else -1
        cards = tuple(sorted(words.read_card(CARDS) for _ in range(1 + (do == "pair"))))
        target = None
        if do in THEFTS:
            words.read_word("from")
            target = words.read_seat()
        self.stack.append(Play(seat, do, cards, target))

    def make_setup(self, rng: Random) -> LiveGrenadeSetup:
        """Return the setup; what the line does not say is filled in (LG-03 to LG-06).

        Nobody is out, and cards that are not in hands are in the deck.
        """
        alive = tuple(seat not in (*self.out, *self.early_out) for seat in range(self.seats))
        turn = (alive.index(True) if any(alive) else 0) if self.turn is None else self.turn
        hands, deck = self._deal_hidden(sum(alive), rng)
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

    def _deal_hidden(self, alive: int, rng: Random) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
        """Return the hands and the deck, with the hidden cards drawn.

        Hidden cards are those that are nowhere else; the missing aces are in the deck.
        """
        hands = [self.hands.get(seat, ((), 0)) for seat in range(self.seats)]
        hands = [(cards, self.options.extra_cards + 1 if count is None else count) for cards, count in hands]
        known_counts = Counter(card for cards, _ in (*hands, self.deck) for card in cards) + Counter(self.discard)
        hidden_cards = deal.sample_unseen(self.seats, self.options, known_counts, rng)
        hidden_in_hands = sum(hidden_count or 0 for _, hidden_count in hands)
        aces = [card for card in hidden_cards if card in GRENADES]
        plain = [card for card in hidden_cards if card not in GRENADES]
        missing = max(0, alive - 1 - sum(card in GRENADES for card in self.deck[0]))
        hidden_in_deck = len(plain) - hidden_in_hands + missing if self.deck[1] is None else self.deck[1]
        grenades = aces[: min(missing, hidden_in_deck)]
        if hidden_in_hands + hidden_in_deck - len(grenades) > len(plain) or hidden_in_deck < 0:
            raise Illegal(TooFewLeft(hidden_in_hands + max(hidden_in_deck, 0) - len(grenades), len(plain)))
        full_hands = [(*cards, *(plain.pop() for _ in range(card_count or 0))) for cards, card_count in hands]
        deck = [*grenades, *plain[: hidden_in_deck - len(grenades)]]
        rng.shuffle(deck)
        return tuple(full_hands), (*self.deck[0], *deck)


def draft_parts(draft: LiveGrenadePositionBuilder, options: Options) -> Iterator[str]:
    """Yield the parts of an unfinished position, whether or not it is possible."""
    yield from format_card_places(draft.hands, draft.deck, draft.discard)
    if draft.turn is not None:
        yield f"turn {seat_letter(draft.turn)}"
    if draft.direction < 0:
        yield "anticlockwise"
    for word, seats in (("gone", draft.early_out), ("out", draft.out)):
        if seats:
            yield f"{word}{format_seats(seats)}"
    yield from _format_plays(draft.stack, draft.asked)


def _new_builder(seats: int, options: Options) -> LiveGrenadePositionBuilder:
    assert isinstance(options, LiveGrenadeOptions)
    return LiveGrenadePositionBuilder(seats, options)


def _house_rules(view: View) -> LiveGrenadeOptions:
    """Return the house rules with the removed ranks, which are public (LG-31)."""
    assert isinstance(view, LiveGrenadeView)
    return replace(view.options, short_ranks=view.short_ranks) if view.short_ranks else view.options


POSITIONS = PositionNotation(
    say,
    _new_builder,
    _house_rules,
    rule_ids={
        reasons.GrenadeInHand: "LG-12",
        reasons.NotInBox: "LG-02",
        reasons.OutOnTurn: "LG-12",
        reasons.OutWithCards: "LG-14",
        reasons.WrongGrenades: "LG-13",
        TooFewLeft: "LG-02",
    },
    parts=draft_parts,
)
