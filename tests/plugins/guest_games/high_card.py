"""High Card: hidden hands, a deal, and a card that is drawn by chance.

Everybody has three cards of 1 to 30. In a round each plays one, after they may have swapped one for a card of the deck;
the highest takes a point and begins the next round. Whoever has most points wins.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Self

from grenade_salad import core
from grenade_salad.text import Message, Seat, m

CARDS = tuple(range(1, 31))
HAND = 3


@dataclass(frozen=True)
class HighCardOptions(core.Options):
    """House rules."""

    swaps: bool = field(default=True, metadata={"label": "Swaps", "help": "A card may be swapped before playing."})


@dataclass(frozen=True)
class HighCardSetup(core.Setup):
    """The hands, and the seat whose turn it is at the start of a round."""

    hands: tuple[tuple[int, ...], ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Play(core.Action):
    """Play a card of the hand, face up."""

    do: ClassVar[str] = "play"

    card: int


@dataclass(frozen=True, slots=True)
class Swap(core.Action):
    """Throw a card of the hand away, face up, and draw one."""

    do: ClassVar[str] = "swap"

    card: int


@dataclass(frozen=True, slots=True)
class Deal(core.Chance):
    """The hands."""

    kind: ClassVar[str] = "deal"

    outcome: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Draw(core.Chance):
    """The card that is drawn for one that was swapped."""

    kind: ClassVar[str] = "draw"

    outcome: int


@dataclass(slots=True)
class Dealt(core.Event):
    """A seat gets its hand; only that seat sees the cards."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int
    cards: tuple[int, ...] | None

    def message(self) -> Message:
        """The line of the log."""
        if self.cards is None:
            return m("{who} gets cards", who=Seat(self.seat))
        return m("{who} gets {cards}", who=Seat(self.seat), cards=self.cards)


@dataclass(slots=True)
class Drew(core.Event):
    """A seat draws a card; only that seat sees it."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int
    card: int | None

    def message(self) -> Message:
        """The line of the log."""
        if self.card is None:
            return m("{who} draws a card", who=Seat(self.seat))
        return m("{who} draws the {card}", who=Seat(self.seat), card=self.card)


@dataclass(slots=True)
class Played(core.Event):
    """A card was played or thrown away."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "card", "swapped")

    seat: int
    card: int
    swapped: bool

    def message(self) -> Message:
        """The line of the log."""
        if self.swapped:
            return m("{who} throws the {card} away", who=Seat(self.seat), card=self.card)
        return m("{who} plays the {card}", who=Seat(self.seat), card=self.card)


@dataclass(slots=True)
class Took(core.Event):
    """A round is over: the seat had the highest card."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat",)

    seat: int

    def message(self) -> Message:
        """The line of the log."""
        return m("{who} takes the point", who=Seat(self.seat))


@dataclass(frozen=True)
class NotInHand(core.Reason):
    """The card is not in the hand, or may not be swapped now."""

    card: int

    def message(self) -> Message:
        """Return the text of the refusal."""
        return m("the {card} is not in the hand, or cannot be swapped now", card=self.card)


@dataclass(frozen=True)
class WrongCards(core.Reason):
    """Nobody can hold these cards."""

    def message(self) -> Message:
        """Return the text of the refusal."""
        return m("each of the cards 1 to 30 is there once, and everybody has as many, in order")


@dataclass(frozen=True)
class HighCardView(core.View):
    """Hands of others are counts of cards; the deck is never visible."""

    hands: tuple[tuple[int, ...] | int, ...]
    table: tuple[int | None, ...]
    scores: tuple[int, ...]
    swapped: bool
    gone: tuple[int, ...]


class HighCardState(core.State):
    """Hands, cards on the table, points, and the cards that were seen."""

    def __init__(self, seats: int, options: HighCardOptions, setup: HighCardSetup | None) -> None:
        self.seats, self.options = seats, options
        self._hands = [tuple[int, ...]()] * seats if setup is None else list(setup.hands)
        self._turn = 0 if setup is None else setup.turn
        self._table: list[int | None] = [None] * seats
        self._points = [0] * seats
        self._gone: list[int] = []
        self._swapped = False
        self._pending_chance: str | None = "deal" if setup is None else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HighCardState) and vars(self) == vars(other)

    def active_seats(self) -> tuple[int, ...]:
        """Return the seat whose turn it is."""
        return () if self._pending_chance or self.is_over else (self._turn,)

    def pending_chance(self) -> str | None:
        """Return the kind of the deal, or of the card for a swapped one."""
        return self._pending_chance

    @property
    def is_over(self) -> bool:
        """True if all cards are played."""
        return self._pending_chance is None and not any(self._hands)

    @property
    def scores(self) -> tuple[int, ...]:
        """One point for each round that was won."""
        return tuple(self._points)

    def legal_actions(self, seat: int) -> list[core.Action]:
        """Return plays of all cards, and swaps of all cards, once a turn."""
        if seat not in self.active_seats():
            return []
        actions: list[core.Action] = [Play(seat, card) for card in self._hands[seat]]
        if self.options.swaps and not self._swapped:
            actions += [Swap(seat, card) for card in self._hands[seat]]
        return actions

    def sample_chance(self, rng: Random) -> core.Chance:
        """Draw a deal, or one of the cards that nobody holds or has seen."""
        if self._pending_chance == "deal":
            cards = rng.sample(CARDS, HAND * self.seats)
            return Deal(tuple(tuple(sorted(cards[seat :: self.seats])) for seat in range(self.seats)))
        return Draw(rng.choice(self._deck()))

    def _deck(self) -> list[int]:
        held = {card for hand in self._hands for card in hand}
        return [card for card in CARDS if card not in held and card not in self._gone]

    def view(self, seat: int | None) -> HighCardView:
        """Return the own hand, and everything public."""
        return self._view(seat, {seat})

    def full_view(self) -> HighCardView:
        """Return a view with all hands."""
        return self._view(None, set(range(self.seats)))

    def _view(self, seat: int | None, visible_seats: set[int | None]) -> HighCardView:
        return HighCardView(
            game="high-card",
            seat=seat,
            is_over=self.is_over,
            active_seats=self.active_seats(),
            ranking=self.ranking() or None,
            end_reason="played" if self.is_over else None,
            hands=tuple(hand if owner in visible_seats else len(hand) for owner, hand in enumerate(self._hands)),
            table=tuple(self._table),
            scores=self.scores,
            swapped=self._swapped,
            gone=tuple(self._gone),
        )

    def resample(self, seat: int, rng: Random) -> Self:
        """Deal other hands to all others, of the cards that the seat has not seen."""
        world = self.copy()
        unseen = [card for card in CARDS if card not in self._gone and card not in self._hands[seat]]
        rng.shuffle(unseen)
        for owner, hand in enumerate(self._hands):
            if owner != seat:
                world._hands[owner] = tuple(sorted(unseen.pop() for _ in hand))
        return world

    def _why_not(self, action: core.Action) -> core.Reason | None:
        assert isinstance(action, (Play, Swap))
        is_allowed = action.card in self._hands[self._turn]
        if isinstance(action, Swap):
            is_allowed = is_allowed and self.options.swaps and not self._swapped
        return None if is_allowed else NotInHand(action.card)

    def _why_not_chance(self, chance: core.Chance) -> core.Reason | None:
        if isinstance(chance, Draw):
            return None if chance.outcome in self._deck() else WrongCards()
        assert isinstance(chance, Deal)
        return why_not_hands(self.seats, chance.outcome, HAND)

    def _apply(self, action: core.Action) -> list[core.Event]:
        assert isinstance(action, (Play, Swap))
        seat, swaps = self._turn, isinstance(action, Swap)
        self._hands[seat] = tuple(card for card in self._hands[seat] if card != action.card)
        self._gone.append(action.card)
        events: list[core.Event] = [Played(seat, action.card, swaps)]
        if swaps:
            self._swapped, self._pending_chance = True, "draw"
            return events
        self._table[seat] = action.card
        self._swapped = False
        self._turn = (seat + 1) % self.seats
        if None not in self._table:
            played = [card or 0 for card in self._table]
            self._turn = played.index(max(played))
            self._points[self._turn] += 1
            self._table = [None] * self.seats
            events.append(Took(self._turn))
        return events if self.is_over else [*events, core.TurnBegan(self._turn)]

    def _apply_chance(self, chance: core.Chance) -> list[core.Event]:
        self._pending_chance = None
        if isinstance(chance, Draw):
            self._hands[self._turn] = tuple(sorted((*self._hands[self._turn], chance.outcome)))
            return [Drew(self._turn, chance.outcome, visible_to=(self._turn,))]
        assert isinstance(chance, Deal)
        self._hands = list(chance.outcome)
        return [
            *(Dealt(seat, hand, visible_to=(seat,)) for seat, hand in enumerate(self._hands)),
            core.TurnBegan(self._turn),
        ]


def why_not_hands(seats: int, hands: tuple[tuple[int, ...], ...], size: int) -> core.Reason | None:
    """Return the reason why nobody can hold these hands, or None."""
    cards = [card for hand in hands for card in hand]
    is_fair = len(hands) == seats and all(len(hand) == size and list(hand) == sorted(hand) for hand in hands)
    return None if is_fair and size and len(set(cards)) == len(cards) and set(cards) <= set(CARDS) else WrongCards()


def start(seats: int, options: core.Options, setup: core.Setup | None) -> HighCardState:
    """Return the first state. Raises `Illegal` if it is impossible."""
    assert isinstance(options, HighCardOptions)
    assert setup is None or isinstance(setup, HighCardSetup)
    core.check_start(GAME, seats, options)
    if setup is not None:
        size = len(setup.hands[0]) if setup.hands else 0
        if not 0 <= setup.turn < seats or why_not_hands(seats, setup.hands, size):
            raise core.Illegal(WrongCards())
    return HighCardState(seats, options, setup)


GAME = core.Game(
    name="high-card",
    title="High Card",
    min_seats=2,
    max_seats=4,
    options=HighCardOptions,
    setup=HighCardSetup,
    actions=(Play, Swap),
    chances=(Deal, Draw),
    start=start,
)
