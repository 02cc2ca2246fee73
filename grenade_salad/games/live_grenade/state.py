"""The state of a match of Live Grenade: legal actions, effects and views."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from grenade_salad.core import Action, Chance, Event, ReactionWindow, Reason, State, TurnBegan, clockwise
from grenade_salad.games.live_grenade import actions, deal, events, reasons
from grenade_salad.games.live_grenade.actions import REACTIONS, CardPlay, Draw, Pass, Reverse, Theft
from grenade_salad.games.live_grenade.cards import FRIENDS, GRENADES, sort_cards
from grenade_salad.games.live_grenade.chance import Deal, LiveGrenadeSetup, Reshuffle, Stolen
from grenade_salad.games.live_grenade.notation import NOTATION
from grenade_salad.games.live_grenade.options import MAX_SEATS, LiveGrenadeOptions
from grenade_salad.games.live_grenade.position_notation import POSITIONS
from grenade_salad.games.live_grenade.view import LiveGrenadeView, Play

# Values that are the same in every match are made once, for speed.
_PASSED = [events.Passed(seat) for seat in range(MAX_SEATS)]
_clockwise = cache(clockwise)
_SKIPPED = [events.Skipped(seat) for seat in range(MAX_SEATS)]
_TURN_BEGAN = [TurnBegan(seat) for seat in range(MAX_SEATS)]


@cache
def _drew_event(seat: int, card: str) -> events.Drew:
    return events.Drew(seat, card, visible_to=(seat,))


@cache
def _stolen_event(thief: int, victim: int, card: str) -> events.Stolen:
    return events.Stolen(thief, victim, card, visible_to=(thief, victim))


class LiveGrenadeState(State):
    """The state of a match of Live Grenade.

    Hands are sorted as strings, so that equal states have equal lists of legal actions. The next card of the deck is
    the first. While a reshuffle is pending, the ace that was drawn is still the first card of the deck. `_stack` is the
    play that waits for reactions or for the stolen card, and the Kings on it. `_drawn` is the chance that was sampled
    here and not applied yet.
    """

    action_notation = NOTATION
    position_notation = POSITIONS

    def __init__(self, seats: int, options: LiveGrenadeOptions, setup: LiveGrenadeSetup | None) -> None:
        """Options and setup must have been checked; without a setup the deal is pending."""
        self.seats = seats
        self._options = options
        self._hands: list[list[str]] = [[] for _ in range(seats)]
        self._deck: list[str] = []
        self._discard: list[str] = []
        self._turn = options.starter or 0
        self._direction = 1
        self._alive = [True] * seats
        self._players_left = seats
        self._out_order: list[int] = []
        self._stack: list[CardPlay] = []
        self._reaction_window: ReactionWindow | None = None
        self._pending_chance: str | None = "deal"
        self._drawn: Chance | None = None
        self._short_ranks = options.short_ranks or ()
        if setup is not None:
            self._lay_out(setup)

    def _lay_out(self, setup: LiveGrenadeSetup) -> None:
        self._hands = [sorted(hand) for hand in setup.hands]
        self._deck = list(setup.deck)
        self._discard = list(setup.discard or ())
        self._turn = setup.turn
        self._direction = setup.direction
        self._alive = list(setup.alive or (True,) * self.seats)
        self._players_left = sum(self._alive)
        self._out_order = list(setup.out or ())
        self._stack = [actions.make_play(play.seat, play.do, play.cards, play.target) for play in setup.stack or ()]
        self._reaction_window = ReactionWindow(setup.asked) if setup.asked else None
        self._pending_chance = None

    def set_removed_ranks(self, ranks: tuple[str, ...]) -> None:
        """Set the ranks that were removed at random (LG-31), if no deal took place here."""
        self._short_ranks = ranks

    # Active seats

    def active_seats(self) -> tuple[int, ...]:
        """Return the seat whose turn it is, or all seats still asked (LG-24).

        They are in clockwise order from the seat that played last.
        """
        if self._reaction_window is not None:
            return self._reaction_window.waiting_seats
        if self._pending_chance is not None or self._players_left == 1:
            return ()
        return (self._turn,)

    def pending_chance(self) -> str | None:
        """Return the kind of the chance that is pending before any action, or None."""
        return self._pending_chance

    @property
    def is_over(self) -> bool:
        """True if one player is left (LG-16)."""
        return self._players_left == 1

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the winner, then the others, the last to go out first (LG-16).

        Those who were out from the start share the last place.
        """
        if self._players_left > 1:
            return ()
        winner = self._alive.index(True)
        early_out = tuple(seat for seat in range(self.seats) if not self._alive[seat] and seat not in self._out_order)
        return ((winner,), *((seat,) for seat in reversed(self._out_order)), *([early_out] if early_out else []))

    # Legal actions

    def legal_actions(self, seat: int) -> list[Action]:
        """Return the legal actions of the seat; empty if it is not active."""
        reaction_window = self._reaction_window
        if reaction_window is not None:
            return actions.reaction_actions(seat, self._hands[seat]) if seat in reaction_window.waiting_seats else []
        if seat != self._turn or self._pending_chance is not None or self._players_left == 1:
            return []
        return actions.turn_actions(seat, self._hands)

    def _why_not(self, action: Action) -> Reason | None:
        in_window = self._reaction_window is not None
        if isinstance(action, Pass if in_window else Draw):
            return None
        if (action.do in REACTIONS) != in_window:
            return reasons.AnswerFirst() if in_window else reasons.NothingToAnswer()
        assert isinstance(action, CardPlay), f"{type(action).__name__} is of another game"
        assert action.seat is not None
        reason = actions.why_not_cards(action, self._hands[action.seat])
        if reason is None and isinstance(action, Theft):
            reason = actions.why_not_target(action, self._alive, self._hands)
        return reason

    def _apply(self, action: Action) -> list[Event]:
        seat = action.seat
        assert seat is not None
        if isinstance(action, Pass):
            return self._apply_pass(seat)
        if isinstance(action, Draw):
            return self._apply_draw(seat)
        assert isinstance(action, CardPlay)
        return self._apply_play(seat, action)

    # Plays and reactions

    def _apply_play(self, seat: int, action: CardPlay) -> list[Event]:
        hand = self._hands[seat]
        for card in action.cards:
            hand.remove(card)
        self._discard += action.cards
        self._stack.append(action)
        result: list[Event] = [events.Played(seat, action.do, action.cards, _find_target(action))]
        hands = self._hands
        asked_seats = tuple(filter(hands.__getitem__, _clockwise(seat, self.seats)))
        if asked_seats:
            self._reaction_window = ReactionWindow(asked_seats)
            return result
        self._reaction_window = None
        return result + self._resolve_stack()

    def _apply_pass(self, seat: int) -> list[Event]:
        reaction_window = self._reaction_window
        assert reaction_window is not None
        reaction_window.add_pass(seat)
        if reaction_window.waiting_seats:
            return [_PASSED[seat]]
        self._reaction_window = None
        return [_PASSED[seat], *self._resolve_stack()]

    def _resolve_stack(self) -> list[Event]:
        """Resolve the stack: every second card from the top is undone (LG-23).

        Nobody can cancel any more.
        """
        stack = self._stack
        result: list[Event] = []
        for index in range(len(stack) - 2, -1, -2):
            undone, king = stack[index], stack[index + 1]
            result.append(events.Cancelled(undone.seat or 0, undone.do, king.seat or 0))
        play = stack[0]
        if len(stack) % 2 == 0:
            stack.clear()
            return result
        if isinstance(play, Theft):
            if self._hands[play.target]:
                self._stack = [play]
                self._pending_chance = "stolen"
                return result
            stack.clear()
            return [*result, events.NothingStolen(self._turn, play.target)]
        stack.clear()
        result.append(_SKIPPED[self._turn])
        if isinstance(play, Reverse) and self._players_left > 2:
            self._direction = -self._direction
            result.append(events.Turned(self._direction))
        return [*result, self._begin_next_turn()]

    def _begin_next_turn(self) -> Event:
        turn = (self._turn + self._direction) % self.seats
        while not self._alive[turn]:
            turn = (turn + self._direction) % self.seats
        self._turn = turn
        return _TURN_BEGAN[turn]

    # The draw

    def _apply_draw(self, seat: int) -> list[Event]:
        card = self._deck[0]
        hand = self._hands[seat]
        if card not in GRENADES:
            del self._deck[0]
            insort(hand, card)
            return [_drew_event(seat, card), self._begin_next_turn()]
        friend = next((card for card in hand if card in FRIENDS), None)
        if friend is not None:
            hand.remove(friend)
            self._discard.append(friend)
            self._pending_chance = "reshuffle"
            return [events.Grenade(seat, card, friend)]
        del self._deck[0]
        lost_hand = sort_cards(hand)
        self._discard += (card, *lost_hand)
        hand.clear()
        self._alive[seat] = False
        self._out_order.append(seat)
        result: list[Event] = [events.Grenade(seat, card, None), events.Out(seat, lost_hand, self._players_left)]
        self._players_left -= 1
        if self._players_left == 1:
            self._turn = self._alive.index(True)
            return [*result, events.Won(self._turn)]
        return [*result, self._begin_next_turn()]

    # Chance

    def sample_chance(self, rng: Random) -> Chance:
        """Return a random outcome of the pending chance."""
        chance: Chance
        if self._pending_chance == "stolen":
            chance = Stolen(rng.choice(self._hands[self._victim()]))
        elif self._pending_chance == "reshuffle":
            cards = self._deck.copy()
            rng.shuffle(cards)
            chance = Reshuffle(tuple(cards))
        else:
            assert self._pending_chance == "deal", "no chance is pending"
            chance = Deal(deal.sample_deal(self.seats, self._options, rng))
        self._drawn = chance
        return chance

    def chance_outcomes(self) -> list[tuple[Chance, float]] | None:
        """Return the cards that may be stolen; None for deals and reshuffles: too many."""
        if self._pending_chance != "stolen":
            return None
        hand = self._hands[self._victim()]
        return [(Stolen(card), hand.count(card) / len(hand)) for card in dict.fromkeys(hand)]

    def apply_chance(self, chance: Chance) -> list[Event]:
        """Apply the outcome and return its events.

        Raises `Illegal` with the reason of `why_not_chance`.
        """
        # An outcome that was sampled here is possible: no action is legal while chance is pending.
        return self._apply_chance(chance) if chance is self._drawn else super().apply_chance(chance)

    def _why_not_chance(self, chance: Chance) -> Reason | None:
        if isinstance(chance, Stolen):
            victim = self._victim()
            return None if chance.outcome in self._hands[victim] else reasons.NotVictims(chance.outcome, victim)
        if isinstance(chance, Reshuffle):
            return None if sorted(chance.outcome) == sorted(self._deck) else reasons.OtherCards()
        assert isinstance(chance, Deal)
        return deal.why_not_deal(self.seats, self._options, chance.outcome)

    def _apply_chance(self, chance: Chance) -> list[Event]:
        self._pending_chance = self._drawn = None
        if isinstance(chance, Stolen):
            return self._move_stolen_card(chance.outcome)
        if isinstance(chance, Reshuffle):
            self._deck = list(chance.outcome)
            return [events.Reshuffled(len(self._deck)), self._begin_next_turn()]
        assert isinstance(chance, Deal)
        self._lay_out(chance.outcome)
        self._short_ranks = deal.short_ranks(self._options, chance.outcome)
        result: list[Event] = [
            events.Dealt(seat, len(hand), sort_cards(hand), visible_to=(seat,)) for seat, hand in enumerate(self._hands)
        ]
        return [
            *result,
            events.Began(len(self._deck), self._count_grenades(), self._short_ranks),
            _TURN_BEGAN[self._turn],
        ]

    def _move_stolen_card(self, card: str) -> list[Event]:
        victim = self._victim()
        self._stack = []
        self._hands[victim].remove(card)
        insort(self._hands[self._turn], card)
        return [_stolen_event(self._turn, victim, card)]

    def _victim(self) -> int:
        play = self._stack[0]
        assert isinstance(play, Theft)
        return play.target

    # Views

    @property
    def out_order(self) -> tuple[int, ...]:
        """The seats that went out, in this order; this is public."""
        return tuple(self._out_order)

    def view(self, seat: int | None) -> LiveGrenadeView:
        """Return what the seat may know; None: what spectators may know."""
        hands = tuple(sort_cards(hand) if owner == seat else len(hand) for owner, hand in enumerate(self._hands))
        return self._make_view(seat, hands, len(self._deck))

    def full_view(self) -> LiveGrenadeView:
        """Return the whole state as a view, for records, tools and tests."""
        return self._make_view(None, tuple(sort_cards(hand) for hand in self._hands), tuple(self._deck))

    def _make_view(
        self, seat: int | None, hands: tuple[tuple[str, ...] | int, ...], deck: tuple[str, ...] | int
    ) -> LiveGrenadeView:
        return LiveGrenadeView(
            game="live-grenade",
            seat=seat,
            is_over=self.is_over,
            active_seats=self.active_seats(),
            ranking=self.ranking() or None,
            end_reason="last_left" if self.is_over else None,
            hands=hands,
            deck=deck,
            discard=tuple(self._discard),
            turn=self._turn,
            direction=self._direction,
            alive=tuple(self._alive),
            grenades=self._count_grenades(),
            stack=tuple(Play(play.seat or 0, play.do, play.cards, _find_target(play)) for play in self._stack),
            due=self._pending_chance,
            options=self._options,
            short_ranks=self._short_ranks,
        )

    def _count_grenades(self) -> int:
        return 0 if self._pending_chance == "deal" else self._players_left - 1

    def with_hidden(self, hands: Mapping[int, Sequence[str]], deck: Sequence[str], rng: Random) -> LiveGrenadeState:
        """Return the state with these hands and a shuffled deck of these cards.

        The aces in the deck stay in it.
        """
        state = self.copy()
        for owner, hand in hands.items():
            state._hands[owner] = sorted(hand)
        top_cards = state._deck[:1] if self._pending_chance == "reshuffle" else []
        cards = sorted([*deck, *(card for card in state._deck[len(top_cards) :] if card in GRENADES)])
        rng.shuffle(cards)
        state._deck = top_cards + cards
        return state

    def resample(self, seat: int, rng: Random) -> LiveGrenadeState:
        """Return a state with the same view for the seat and all hidden cards redrawn.

        Aces stay in the deck (LG-13).
        """
        hidden = [card for card in self._deck[self._pending_chance == "reshuffle" :] if card not in GRENADES]
        owners = [owner for owner in range(self.seats) if owner != seat]
        for owner in owners:
            hidden += self._hands[owner]
        hidden.sort()
        rng.shuffle(hidden)
        hands = {owner: [hidden.pop() for _ in range(len(self._hands[owner]))] for owner in owners}
        return self.with_hidden(hands, hidden, rng)

    def copy(self) -> LiveGrenadeState:
        """An independent copy."""
        state = LiveGrenadeState.__new__(LiveGrenadeState)
        state.seats = self.seats
        state._options = self._options
        state._hands = [hand.copy() for hand in self._hands]
        state._deck = self._deck.copy()
        state._discard = self._discard.copy()
        state._turn = self._turn
        state._direction = self._direction
        state._alive = self._alive.copy()
        state._players_left = self._players_left
        state._out_order = self._out_order.copy()
        state._stack = self._stack.copy()
        state._reaction_window = self._reaction_window and self._reaction_window.copy()
        state._pending_chance = self._pending_chance
        state._drawn = None
        state._short_ranks = self._short_ranks
        return state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiveGrenadeState) and self._comparable_fields() == other._comparable_fields()

    def _comparable_fields(self) -> dict[str, object]:
        return vars(self) | {"_drawn": None}


def _find_target(play: CardPlay) -> int | None:
    return play.target if isinstance(play, Theft) else None
