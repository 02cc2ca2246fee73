"""Many tables of Live Grenade at once."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Illegal, State, clockwise
from grenade_salad.games.live_grenade.cards import CARDS, PAIR_RANKS, PLAIN_RANKS, RANKS, SUITS
from grenade_salad.games.live_grenade.chance import LiveGrenadeSetup, Play
from grenade_salad.games.live_grenade.encoding import LiveGrenadeEncoding
from grenade_salad.games.live_grenade.options import (
    SHORT_SETS,
    LiveGrenadeOptions,
    count_special_sets,
    friends_in_deck,
    requested_friends,
    why_not_options,
)
from grenade_salad.games.live_grenade.state import LiveGrenadeState
from grenade_salad.lab.batch.batch import Batch, Bytes, Doubles, Flags, Floats, Indexes, RandomStreams

_SUITS = len(SUITS)
_ACE = CARDS.index("AC")
_THREE_OF_HEARTS = CARDS.index("3H")
_FIRST_PAIR = CARDS.index(PAIR_RANKS[0] + SUITS[0])
"""The first card of pairs; cards below it are Best Friends."""
_GROUPS = 12
"""Number of groups of cards in the encoder."""
_GROUP = np.repeat(np.array([0, 0, *range(1, _GROUPS)], np.uint8), _SUITS)
"""The group of each card in encoder order: Best Friends, ranks from 4, aces."""
_TENS, _JACKS, _QUEENS, _KINGS = (int(_GROUP[CARDS.index(f"{rank}C")]) for rank in ("10", "J", "Q", "K"))
"""The groups of the cards that are played alone."""
DRAW, PASS, CANCEL, SKIP, REVERSE, STEAL, PAIR = range(7)
_MAX_WORD = np.uint64(2**64 - 1)
"""The sort key of places beyond a deck, which stay behind all its cards."""
_PLAY_NAMES = ("draw", "pass", "cancel", "skip", "reverse", "steal", "pair")
_FIRST_TARGETED = STEAL
"""The kinds below it have one choice each, and no victim."""
_RANK = {kind: RANKS.index(rank) for kind, rank in ((CANCEL, "K"), (SKIP, "J"), (REVERSE, "Q"), (STEAL, "10"))}


class LiveGrenadeBatch(Batch):
    """Tables of Live Grenade. Cards are indexes of `CARDS`.

    After a play every seat with a card is asked, one after another, nearest clockwise first (LG-24).
    """

    def __init__(
        self, tables: int, seats: int = 2, options: LiveGrenadeOptions | None = None, remember: bool = False
    ) -> None:
        """Create the tables, which are all over until `reset`.

        With `remember` there is `memory`, which takes time. Raises `Illegal` for what cannot be played, ValueError
        without a table.
        """
        super().__init__(tables, seats)
        self.options = LiveGrenadeOptions() if options is None else options
        if reason := why_not_options(seats, self.options):
            raise Illegal(reason)
        self.encoding = LiveGrenadeEncoding(seats, self.options)
        self._dealer = _Dealer(seats, self.options)
        self.friends = seats + requested_friends(seats, self.options)
        self._kind = np.array(
            [*range(_FIRST_TARGETED), *[STEAL] * (seats - 1), *[PAIR] * (seats - 1) * len(PAIR_RANKS)]
        )
        self._victim_offset = np.array([*[0] * _FIRST_TARGETED, *[*range(1, seats)] * (len(PAIR_RANKS) + 1)])
        first_pair = RANKS.index(PAIR_RANKS[0])
        ranks = [_RANK.get(kind, 0) for kind in range(_FIRST_TARGETED)] + [_RANK[STEAL]] * (seats - 1)
        self._rank = np.array(
            ranks + [first_pair + index for index in range(len(PAIR_RANKS)) for _ in range(seats - 1)]
        )
        card_count = self._dealer.card_count
        self._deck: Bytes = np.zeros((tables, card_count), np.uint8)
        self._deck_top, self._deck_end = np.zeros(tables, np.intp), np.zeros(tables, np.intp)
        # The number of each card that every seat has, and the same by groups.
        self._hands: Bytes = np.zeros((tables, seats, len(CARDS)), np.uint8)
        self._groups: Bytes = np.zeros((tables, seats, _GROUPS), np.uint8)
        self._sizes: Bytes = np.zeros((tables, seats), np.uint8)
        self._discard: Bytes = np.zeros((tables, card_count), np.uint8)
        self._discard_count = np.zeros(tables, np.intp)
        self._discarded_groups: Bytes = np.zeros((tables, _GROUPS), np.uint8)
        self._turn: Indexes = np.zeros(tables, np.intp)
        self._direction: Indexes = np.ones(tables, np.intp)
        self._alive: NDArray[np.bool_] = np.zeros((tables, seats), np.bool_)
        self._alive_count: Indexes = np.zeros(tables, np.intp)
        self._eliminated: Bytes = np.zeros((tables, seats), np.uint8)
        self._eliminated_count: Indexes = np.zeros(tables, np.intp)
        # The play that waits for answers: `_can_answer` marks seats that have not answered. Its Kings, by seats.
        self._can_answer: NDArray[np.bool_] = np.zeros((tables, seats), np.bool_)
        self._answers_left: Indexes = np.zeros(tables, np.intp)
        self._play_kind: Indexes = np.zeros(tables, np.intp)
        self._victim: Indexes = np.zeros(tables, np.intp)
        self._king_seats: Bytes = np.zeros((tables, _SUITS * self.options.decks), np.uint8)
        self._king_count: Indexes = np.zeros(tables, np.intp)
        self._last_seat: Indexes = np.zeros(tables, np.intp)
        self._taken_out: Bytes = np.zeros(tables, np.uint8)
        self._mask: NDArray[np.int8] | None = None
        self._memory = FriendMemory(tables, seats) if remember else None

    @cached_property
    def _seats_after(self) -> Indexes:
        """`[seat]`: the order in which seats may answer that seat's play, itself last."""
        return np.array([(*clockwise(seat, self.seats), seat) for seat in range(self.seats)])

    def _deal(self, which: Indexes) -> None:
        """Deal at these tables (LG-03 to LG-08)."""
        hands, deck, self._taken_out[which] = self._dealer.deal(which, self._streams)
        self._clear(which)
        # One card of each hand after another, because a hand may have the same card twice.
        hand_tables, seats = np.repeat(which, self.seats), np.tile(np.arange(self.seats), len(which))
        for card in hands.reshape(-1, hands.shape[2]).T:
            self._give(hand_tables, seats, card)
        self._deck[which, : deck.shape[1]] = deck
        self._deck_end[which] = deck.shape[1]
        if self._memory:
            self._memory.record_deal(which, 1)
        starter = self.options.starter
        drawn_seat = self._draw_below(which, np.full(len(which), self.seats))
        self._turn[which] = drawn_seat if starter is None else starter
        self._update_active_seats(which)

    def _clear(self, which: Indexes) -> None:
        for array in (
            self._hands,
            self._groups,
            self._sizes,
            self._discard_count,
            self._discarded_groups,
            self._eliminated_count,
            self._deck_top,
        ):
            array[which] = 0
        self._can_answer[which], self._answers_left[which] = False, 0
        self._direction[which] = 1
        self._alive[which], self._alive_count[which] = True, self.seats
        self._king_count[which] = 0
        self.is_over[which] = False

    def _draw_below(self, which: Indexes, limits: NDArray[np.integer]) -> Indexes:
        """Draw a number below its limit for each of these tables."""
        words = self._streams.draw_words(which, 1)[:, 0] >> np.uint64(32)
        return (words * limits.astype(np.uint64) >> np.uint64(32)).astype(np.intp)

    def _give(self, which: Indexes, seat: Indexes | int, card: NDArray[np.integer]) -> None:
        # Flat indexes into one axis are three times as quick as one index for each axis.
        hand = which * self.seats + seat
        self._hands.reshape(-1)[hand * len(CARDS) + card] += 1
        self._groups.reshape(-1)[hand * _GROUPS + _GROUP.take(card)] += 1
        self._sizes.reshape(-1)[hand] += 1

    def _take(self, which: Indexes, seat: Indexes, card: NDArray[np.integer]) -> None:
        hand = which * self.seats + seat
        self._hands.reshape(-1)[hand * len(CARDS) + card] -= 1
        self._groups.reshape(-1)[hand * _GROUPS + _GROUP.take(card)] -= 1
        self._sizes.reshape(-1)[hand] -= 1

    def _discard_card(self, which: Indexes, card: NDArray[np.integer]) -> None:
        """Put a card on the discard pile of each table."""
        self._discard.reshape(-1)[which * self._discard.shape[1] + self._discard_count.take(which)] = card
        self._discarded_groups.reshape(-1)[which * _GROUPS + _GROUP.take(card)] += 1
        self._discard_count[which] += 1

    def _find_lowest(self, which: Indexes, seat: Indexes, rank: Indexes) -> Indexes:
        """Return the first card of the rank in each hand, by suits; each hand has one."""
        cards = rank[:, None] * _SUITS + np.arange(_SUITS)
        held = self._hands[which[:, None], seat[:, None], cards] > 0
        lowest: Indexes = rank * _SUITS + held.argmax(axis=1)
        return lowest

    def mask(self) -> NDArray[np.int8]:
        """See `Batch`."""
        return self._cached_mask().copy()

    def _cached_mask(self) -> NDArray[np.int8]:
        """Return the mask, computed once for a learner and for the check of its choice."""
        if self._mask is None:
            self._mask = self._compute_mask()
        return self._mask

    def _compute_mask(self) -> NDArray[np.int8]:
        tables, rival_count = self.tables, self.seats - 1
        is_answering, is_turn = self._answers_left > 0, ~self.is_over
        is_turn &= ~is_answering
        hand = self._all * self.seats
        own_groups = np.ascontiguousarray(self._groups.reshape(-1, _GROUPS).take(hand + self.active_seat, axis=0).T)
        order = self._seats_after[:, :rival_count].T.take(self.active_seat, axis=1)
        victims = (self._sizes.reshape(-1).take(hand + order) > 0) & is_turn
        # Columns of tables are written as rows.
        mask = np.zeros((len(self._kind), tables), np.int8)
        mask[DRAW], mask[PASS] = is_turn, is_answering
        mask[CANCEL] = is_answering & (own_groups[_KINGS] > 0)
        mask[SKIP] = is_turn & (own_groups[_JACKS] > 0)
        mask[REVERSE] = is_turn & (own_groups[_QUEENS] > 0)
        mask[_FIRST_TARGETED : _FIRST_TARGETED + rival_count] = victims & (own_groups[_TENS] > 0)
        pairs = (own_groups[1 : 1 + len(PAIR_RANKS)] > 1)[:, None] & victims
        mask[_FIRST_TARGETED + rival_count :] = pairs.reshape(-1, tables)
        return np.ascontiguousarray(mask.T)

    def act(self, choices: NDArray[np.integer]) -> tuple[Floats, Flags]:
        """See `Batch`."""
        which = (~self.is_over & (choices >= 0)).nonzero()[0]
        chosen = choices[which]
        if (chosen >= len(self._kind)).any() or not self._cached_mask()[which, chosen].all():
            raise ValueError("a choice that cannot be done now")
        kind, seat = self._kind[chosen], self.active_seat[which].astype(np.intp)
        draws, passes = kind == DRAW, kind == PASS
        self._draw(which[draws], seat[draws])
        self._can_answer[which[passes], seat[passes]] = False
        self._answers_left[which[passes]] -= 1
        plays = kind > PASS
        self._play_cards(which[plays], seat[plays], kind[plays], chosen[plays])
        answered = which[~draws]
        self._resolve(answered[self._answers_left[answered] == 0])
        self._update_active_seats(which)
        ended = np.zeros(self.tables, np.bool_)
        ended[which] = self.is_over[which]
        return self._rewards(ended), ended

    def _update_active_seats(self, which: Indexes) -> None:
        """Set the active seats: the nearest one clockwise that can answer, or the turn's.

        The order begins after the seat of the last play.
        """
        self._mask = None
        self.active_seat[which] = self._turn[which]
        which = which[self._answers_left[which] > 0]
        order = self._seats_after[self._last_seat[which]]
        can_answer = np.take_along_axis(self._can_answer[which], order, axis=1)
        self.active_seat[which] = np.take_along_axis(order, can_answer.argmax(axis=1)[:, None], axis=1)[:, 0]

    def _play_cards(self, which: Indexes, seat: Indexes, kind: Indexes, chosen: NDArray[np.integer]) -> None:
        """Play cards: they are discarded, and all others may answer (LG-17 to LG-24).

        Seats without cards may not.
        """
        rank = self._rank[chosen]
        for rows in (np.arange(len(which)), (kind == PAIR).nonzero()[0]):
            card = self._find_lowest(which[rows], seat[rows], rank[rows])
            self._take(which[rows], seat[rows], card)
            self._discard_card(which[rows], card)
        if self._memory:
            self._memory.record_loss(which, seat, self._sizes[which, seat])
        king = kind == CANCEL
        king_tables, play_tables = which[king], which[~king]
        self._king_seats[king_tables, self._king_count[king_tables]] = seat[king]
        self._king_count[king_tables] += 1
        self._play_kind[play_tables] = kind[~king]
        self._victim[play_tables] = (seat + self._victim_offset[chosen])[~king] % self.seats
        self._last_seat[which] = seat
        can_answer = self._sizes[which] > 0
        can_answer[np.arange(len(which)), seat] = False
        self._can_answer[which], self._answers_left[which] = can_answer, can_answer.sum(axis=1)

    def _resolve(self, which: Indexes) -> None:
        """Carry out the plays that nobody cancels any more (LG-23)."""
        uncancelled = which[self._king_count[which] % 2 == 0]
        self._king_count[which] = 0
        theft = self._play_kind[uncancelled] >= STEAL
        self._steal(uncancelled[theft])
        turn_enders = uncancelled[~theft]
        is_reversed = (self._play_kind[turn_enders] == REVERSE) & (self._alive_count[turn_enders] > 2)
        self._direction[turn_enders[is_reversed]] *= -1
        self._advance_turn(turn_enders)

    def _steal(self, which: Indexes) -> None:
        which = which[self._sizes[which, self._victim[which]] > 0]
        victim = self._victim[which]
        place = self._draw_below(which, self._sizes[which, victim])
        card = (self._hands[which, victim].cumsum(axis=1) > place[:, None]).argmax(axis=1)
        if self._memory:
            size = self._sizes[which, victim]
            self._memory.record_theft(which, self._turn[which], victim, size, card < _FIRST_PAIR)
        self._take(which, victim, card)
        self._give(which, self._turn[which], card)

    def _advance_turn(self, which: Indexes) -> None:
        while len(which):
            self._turn[which] = (self._turn[which] + self._direction[which]) % self.seats
            which = which[~self._alive[which, self._turn[which]]]

    def _draw(self, which: Indexes, seat: Indexes) -> None:
        """Draw a card at these tables (LG-09 to LG-14)."""
        card = self._deck[which, self._deck_top[which]]
        ace = card >= _ACE
        self._deck_top[which[~ace]] += 1
        self._give(which[~ace], seat[~ace], card[~ace])
        is_saved = ace & (self._groups[which, seat, 0] > 0)
        self._save_with_friend(which[is_saved], seat[is_saved])
        is_out = ace & ~is_saved
        self._eliminate(which[is_out], seat[is_out], card[is_out])
        continuing = which[~self.is_over[which]]
        self._advance_turn(continuing)

    def _save_with_friend(self, which: Indexes, seat: Indexes) -> None:
        """Pay a Best Friend for the ace, and shuffle the whole deck (LG-12)."""
        friend = (self._hands[which, seat, :_FIRST_PAIR] > 0).argmax(axis=1)
        self._take(which, seat, friend)
        self._discard_card(which, friend)
        if self._memory:
            self._memory.record_loss(which, seat, self._sizes[which, seat], 1)
        # Decks differ in length: entries beyond a deck stay where they are, after all its cards.
        # Each table draws as many words, whatever the others do.
        length = self._deck_end.take(which) - self._deck_top.take(which)
        keys = self._streams.draw_words(which, self._deck.shape[1])[:, : length.max(initial=0)]
        places = np.arange(keys.shape[1])
        keys[places >= length[:, None]] = _MAX_WORD
        rows, positions = which[:, None], np.minimum(self._deck_top[which, None] + places, self._deck.shape[1] - 1)
        order = np.minimum(keys.argsort(axis=1), (length - 1)[:, None])
        shuffled = np.take_along_axis(self._deck[rows, positions], order, axis=1)
        inside = places < length[:, None]
        self._deck[np.broadcast_to(rows, positions.shape)[inside], positions[inside]] = shuffled[inside]

    def _eliminate(self, which: Indexes, seat: Indexes, card: Bytes) -> None:
        self._deck_top[which] += 1
        self._discard_card(which, card)
        held = self._hands[which, seat]
        sizes = self._sizes[which, seat].astype(np.intp)
        cards = np.repeat(np.tile(np.arange(len(CARDS)), len(which)), held.ravel())
        rows = np.repeat(np.arange(len(which)), sizes)
        place = np.arange(len(rows)) - np.repeat(sizes.cumsum() - sizes, sizes)
        self._discard[which[rows], self._discard_count[which][rows] + place] = cards
        self._discard_count[which] += sizes
        self._discarded_groups[which] += self._groups[which, seat]
        for array in (self._hands, self._groups, self._sizes):
            array[which, seat] = 0
        if self._memory:
            self._memory.record_loss(which, seat, self._sizes[which, seat])
        self._alive[which, seat] = False
        self._eliminated[which, self._eliminated_count[which]] = seat
        self._eliminated_count[which] += 1
        self._alive_count[which] -= 1
        last = which[self._alive_count[which] == 1]
        self.is_over[last] = True
        self._turn[last] = self._alive[last].argmax(axis=1)

    def state(self, table: int) -> LiveGrenadeState:
        """See `Batch`."""
        names = [
            [card for card, count in zip(CARDS, hand, strict=True) for _ in range(count)] for hand in self._hands[table]
        ]
        discard = [CARDS[card] for card in self._discard[table, : self._discard_count[table]]]
        pending_seats = tuple(
            int(seat) for seat in self._seats_after[self._last_seat[table]] if self._can_answer[table, seat]
        )
        setup = LiveGrenadeSetup(
            tuple(map(tuple, names)),
            tuple(CARDS[card] for card in self._deck[table, self._deck_top[table] : self._deck_end[table]]),
            int(self._turn[table]),
            int(self._direction[table]),
            tuple(discard),
            tuple(self._alive[table].tolist()),
            tuple(self._eliminated[table, : self._eliminated_count[table]].tolist()),
            self._build_stack(table, discard) if pending_seats else None,
            pending_seats or None,
        )
        state = LiveGrenadeState(self.seats, self.options, setup)
        missing_ranks = tuple(rank for index, rank in enumerate(PAIR_RANKS) if self._taken_out[table] >> index & 1)
        state.set_removed_ranks(self.options.short_ranks or missing_ranks)
        return state

    def _build_stack(self, table: int, discard: list[str]) -> tuple[Play, ...]:
        """Return the play that waits and the Kings on it.

        Their cards are the last that were discarded.
        """
        kings, kind = int(self._king_count[table]), int(self._play_kind[table])
        cards = [1 + (kind == PAIR), *[1] * kings]
        ends = np.cumsum([len(discard) - sum(cards), *cards]).tolist()
        laid = [tuple(discard[start:end]) for start, end in pairwise(ends)]
        victim = int(self._victim[table]) if kind >= STEAL else None
        first = Play(int(self._turn[table]), _PLAY_NAMES[kind], laid[0], victim)
        seats = self._king_seats[table, :kings].tolist()
        return (first, *(Play(seat, "cancel", king) for seat, king in zip(seats, laid[1:], strict=True)))

    def observe(self, seats: Bytes | None = None, out: Floats | None = None) -> Floats:
        """See `Batch`."""
        me = (self.active_seat if seats is None else seats).astype(np.intp)
        order = np.roll(self._seats_after, 1, axis=1)[me]
        waits = self._answers_left > 0
        numbers: NDArray[np.int16] = np.zeros((self.tables, len(self.encoding.numbers)), np.int16)
        victims = np.where(waits & (self._play_kind >= STEAL), self._victim, -1)
        last = np.where(waits, self._last_seat, -1)
        parts: list[NDArray[np.generic]] = [
            self._groups[self._all, me, : _GROUPS - 1],
            self._discarded_groups,
            np.take_along_axis(self._sizes, order, axis=1),
            np.take_along_axis(self._alive, order, axis=1),
            (self._deck_end - self._deck_top)[:, None],
            self._alive_count[:, None] - 1,
            order == self._turn[:, None],
            self._direction[:, None],
            np.stack([waits & (self._play_kind == kind) for kind in (PAIR, STEAL, SKIP, REVERSE)], axis=1),
            order == victims[:, None],
            self._king_count[:, None],
            order == last[:, None],
            self._taken_out[:, None] >> np.arange(len(PAIR_RANKS)) & 1,
        ]
        column = 0
        for part in parts:
            numbers[:, column : column + part.shape[1]] = part
            column += part.shape[1]
        if out is None:
            out = np.empty(numbers.shape, np.float32)
        out[...] = numbers
        return out

    def in_game(self) -> Flags:
        """See `Batch`."""
        return self._alive.copy()

    def memory(self) -> Doubles:
        """Return how many Best Friends each seat was seen to get.

        Columns count seats from the own one on, clockwise. The last column is 1 if the card under the last one of a
        waiting play is an own one. Raises ValueError unless the batch was made to remember.
        """
        if self._memory is None:
            raise ValueError("this batch was not made to remember")
        me = self.active_seat.astype(np.intp)
        order = np.roll(self._seats_after, 1, axis=1)[me]
        kings = self._king_count
        under = np.where(kings > 1, self._king_seats[self._all, np.maximum(kings, 2) - 2], self._turn)
        is_own_under = (self._answers_left > 0) & (kings > 0) & (under == me)
        return np.column_stack((self._memory.friends[order, self._all[:, None], me[:, None]], is_own_under))

    def set_state(self, table: int, state: State) -> None:
        """See `Batch`. Raises ValueError for a state with pending chance.

        No seat remembers anything of its match.
        """
        if not isinstance(state, LiveGrenadeState):
            raise ValueError("the state is of another game")
        view = state.full_view()
        if (state.seats, view.options) != (self.seats, self.options):
            raise ValueError("the state has other seats or other house rules")
        if view.due:
            raise ValueError(f"luck is due: {view.due}")
        which = np.array([table])
        self._clear(which)
        if self._memory:
            self._memory.record_deal(which, 0)
        assert isinstance(view.deck, tuple)
        for seat, hand in enumerate(view.hands):
            assert isinstance(hand, tuple)
            for card in hand:
                self._give(which, seat, np.array([CARDS.index(card)], np.uint8))
        self._deck[table, : len(view.deck)] = [CARDS.index(card) for card in view.deck]
        self._deck_end[table] = len(view.deck)
        for card in view.discard:
            self._discard_card(which, np.array([CARDS.index(card)]))
        self._turn[table], self._direction[table] = view.turn, view.direction
        self._alive[table], self._alive_count[table] = view.alive, sum(view.alive)
        self._eliminated_count[table] = len(state.out_order)
        self._eliminated[table, : len(state.out_order)] = state.out_order
        self._taken_out[table] = sum(1 << PAIR_RANKS.index(rank) for rank in view.short_ranks)
        self.is_over[table] = view.is_over
        if view.stack:
            first, *kings = view.stack
            self._play_kind[table] = _PLAY_NAMES.index(first.do)
            self._victim[table] = first.target or 0
            self._king_seats[table, : len(kings)] = [king.seat for king in kings]
            self._king_count[table] = len(kings)
            self._last_seat[table] = view.stack[-1].seat
            self._can_answer[table, list(view.active_seats)] = True
            self._answers_left[table] = len(view.active_seats)
        self._update_active_seats(which)


class FriendMemory:
    """The same as Normal's memory in `players.live_grenade`, for all tables.

    `friends[holder, table, observer]` is how many Best Friends `observer` may expect in the hand of `holder`; the entry
    for a seat's own hand means nothing.
    """

    def __init__(self, tables: int, seats: int) -> None:
        self.friends: Doubles = np.zeros((seats, tables, seats))

    def record_deal(self, which: Indexes, friends: int) -> None:
        """Record that every seat at these tables was seen to get `friends` Best Friends."""
        self.friends[:, which] = friends

    def record_loss(self, which: Indexes, holder: Indexes, size: Bytes, friends: int = 0) -> None:
        """Record that hands have this size now, and openly lost `friends` Best Friends."""
        remaining = np.maximum(self.friends[holder, which] - friends, 0)
        self.friends[holder, which] = np.minimum(remaining, size[:, None])

    def record_theft(
        self, which: Indexes, thief: Indexes, victim: Indexes, size: Bytes, friend: NDArray[np.bool_]
    ) -> None:
        """Record that a card of a hand of this size changed hands.

        The two seats know whether it is a Best Friend; for all others it was any card of the hand.
        """
        victim_friends, rows = self.friends[victim, which], np.arange(len(which))
        share = victim_friends / size[:, None]
        share[rows, thief] = share[rows, victim] = friend
        self.friends[victim, which] = np.minimum(np.maximum(victim_friends - share, 0), size[:, None] - 1.0)
        self.friends[thief, which] += share


def _list_cards(ranks: tuple[str, ...], suits: tuple[str, ...], times: int) -> list[int]:
    return [CARDS.index(rank + suit) for _ in range(times) for rank in ranks for suit in suits]


class _Dealer:
    """Deals cards for these seats and house rules (LG-02 to LG-08, LG-31).

    The house rules have been checked before.
    """

    def __init__(self, seats: int, options: LiveGrenadeOptions) -> None:
        friends, sets = friends_in_deck(seats, options), count_special_sets(seats, options)
        self._seats, self._options = seats, options
        self._twos = np.array(_list_cards(("2",), SUITS, sets), np.uint8)
        self._aces = np.array(_list_cards(("A",), SUITS, sets), np.uint8)
        self._twos_left = friends.twos
        self._missing_count = SHORT_SETS[seats] if options.short else 0
        # If chance decides which ranks are missing, the first ranks stand for those in play until there is a deal.
        pair_ranks = PAIR_RANKS[: len(PAIR_RANKS) - self._missing_count]
        if options.short_ranks:
            pair_ranks = tuple(rank for rank in PAIR_RANKS if rank not in options.short_ranks)
        plain = (*pair_ranks, *PLAIN_RANKS[len(PAIR_RANKS) :])
        fixed = (
            _list_cards(plain, SUITS, options.decks) + _list_cards(("3",), ("C", "D"), sets)[: friends.clubs_diamonds]
        )
        fixed += _list_cards(("3",), ("H",), friends.hearts) + _list_cards(("3",), ("S",), friends.spades)
        self._fixed = np.array(fixed, np.uint8)

    @property
    def card_count(self) -> int:
        """Number of cards in all."""
        return len(self._fixed) + self._twos_left + 2 * self._seats - 1

    def deal(self, which: Indexes, streams: RandomStreams) -> tuple[NDArray[np.uint8], Bytes, Bytes]:
        """Return hands, decks and the ranks that are taken out, a row for each table.

        Hands are tables x seats x cards; decks have the next card first; ranks are bits of `PAIR_RANKS`.
        """
        seats, count = self._seats, len(which)
        twos = _shuffle(np.broadcast_to(self._twos, (count, len(self._twos))), which, streams)
        aces = _shuffle(np.broadcast_to(self._aces, (count, len(self._aces))), which, streams)
        first = np.full((count, 1), _THREE_OF_HEARTS, np.uint8)
        friends = _shuffle(np.concatenate((first, twos[:, : seats - 1]), axis=1), which, streams)
        fixed, missing = self._draw_ranks(which, streams)
        deck = _shuffle(np.concatenate((fixed, twos[:, seats - 1 :][:, : self._twos_left]), axis=1), which, streams)
        extra = self._options.extra_cards
        dealt = deck[:, : extra * seats].reshape(count, seats, extra)
        hands = np.concatenate((friends[:, :, None], dealt), axis=2)
        rest = np.concatenate((deck[:, extra * seats :], aces[:, : seats - 1]), axis=1)
        return hands, _shuffle(rest, which, streams), missing

    def _draw_ranks(self, which: Indexes, streams: RandomStreams) -> tuple[Bytes, Bytes]:
        """Return the cards that are always in play, and the ranks that are not."""
        fixed = np.broadcast_to(self._fixed, (len(which), len(self._fixed)))
        if not self._missing_count:
            return fixed, np.zeros(len(which), np.uint8)
        if self._options.short_ranks:
            missing = sum(1 << PAIR_RANKS.index(rank) for rank in self._options.short_ranks)
            return fixed, np.full(len(which), missing, np.uint8)
        all_ranks = np.broadcast_to(np.arange(len(PAIR_RANKS), dtype=np.uint8), (len(which), len(PAIR_RANKS)))
        ranks = _shuffle(all_ranks, which, streams)
        rank = (fixed.astype(np.intp) - _FIRST_PAIR) // _SUITS
        pairs = (rank >= 0) & (rank < len(PAIR_RANKS))
        real = np.take_along_axis(ranks, np.where(pairs, rank, 0), axis=1) * _SUITS + _FIRST_PAIR + fixed % _SUITS
        missing_bits = np.bitwise_or.reduce(np.left_shift(1, ranks[:, len(PAIR_RANKS) - self._missing_count :]), axis=1)
        return np.where(pairs, real, fixed).astype(np.uint8), missing_bits.astype(np.uint8)


def _shuffle(cards: Bytes, which: Indexes, streams: RandomStreams) -> Bytes:
    """Return each row in a random order, from the stream of its table."""
    return np.take_along_axis(cards, streams.draw_words(which, cards.shape[1]).argsort(axis=1), axis=1)
