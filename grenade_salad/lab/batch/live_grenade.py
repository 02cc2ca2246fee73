"""Many tables of Live Grenade at once."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Illegal, State, clockwise
from grenade_salad.games.live_grenade.cards import CARDS, PAIR_RANKS, RANKS, SUITS
from grenade_salad.games.live_grenade.chance import LiveGrenadeSetup, Play
from grenade_salad.games.live_grenade.encoding import LiveGrenadeEncoding
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions, friends_asked, why_not_options
from grenade_salad.games.live_grenade.state import LiveGrenadeState
from grenade_salad.lab.batch.batch import Batch, Bytes, Doubles, Flags, Floats, Indexes
from grenade_salad.lab.batch.live_grenade_deal import Dealer

_SUITS = len(SUITS)
_ACE = CARDS.index("AC")
_FRIENDS = CARDS.index(PAIR_RANKS[0] + SUITS[0])
"""Cards below it are Best Friends."""
_GROUPS = 12
_GROUP = np.repeat(np.array([0, 0, *range(1, _GROUPS)], np.uint8), _SUITS)
"""The group of each card in the order of the encoder: Best Friends, the ranks from 4 on, aces."""
_TENS, _JACKS, _QUEENS, _KINGS = (int(_GROUP[CARDS.index(f"{rank}C")]) for rank in ("10", "J", "Q", "K"))
DRAW, PASS, CANCEL, SKIP, REVERSE, STEAL, PAIR = range(7)
_LAST = np.uint64(2**64 - 1)
_NAMES = ("draw", "pass", "cancel", "skip", "reverse", "steal", "pair")
_ALONE = STEAL
"""The kinds below it have one choice each, and no victim."""
_RANK = {kind: RANKS.index(rank) for kind, rank in ((CANCEL, "K"), (SKIP, "J"), (REVERSE, "Q"), (STEAL, "10"))}


class LiveGrenadeBatch(Batch):
    """Tables of Live Grenade. Cards are numbers of `CARDS`.

    Everybody whose hand is not empty is asked after a play, one after another, nearest clockwise first (LG-24).
    """

    def __init__(
        self, tables: int, seats: int = 2, options: LiveGrenadeOptions | None = None, remember: bool = False
    ) -> None:
        """All tables are over until `reset`. With `remember` there is `remembered`, which takes time.

        Raises Illegal for what cannot be played, ValueError without a table.
        """
        super().__init__(tables, seats)
        self.options = LiveGrenadeOptions() if options is None else options
        if reason := why_not_options(seats, self.options):
            raise Illegal(reason)
        self.encoding = LiveGrenadeEncoding(seats, self.options)
        self._dealer = Dealer(seats, self.options)
        self.friends = seats + friends_asked(seats, self.options)
        self._kind = np.array([*range(_ALONE), *[STEAL] * (seats - 1), *[PAIR] * (seats - 1) * len(PAIR_RANKS)])
        self._step = np.array([*[0] * _ALONE, *[*range(1, seats)] * (len(PAIR_RANKS) + 1)])
        first_pair = RANKS.index(PAIR_RANKS[0])
        ranks = [_RANK.get(kind, 0) for kind in range(_ALONE)] + [_RANK[STEAL]] * (seats - 1)
        self._rank = np.array(
            ranks + [first_pair + index for index in range(len(PAIR_RANKS)) for _ in range(seats - 1)]
        )
        box = self._dealer.box
        self._deck: Bytes = np.zeros((tables, box), np.uint8)
        self._top, self._end = np.zeros(tables, np.intp), np.zeros(tables, np.intp)
        # How many of each card every seat has, and the same by groups.
        self._hands: Bytes = np.zeros((tables, seats, len(CARDS)), np.uint8)
        self._groups: Bytes = np.zeros((tables, seats, _GROUPS), np.uint8)
        self._sizes: Bytes = np.zeros((tables, seats), np.uint8)
        self._discard: Bytes = np.zeros((tables, box), np.uint8)
        self._discarded = np.zeros(tables, np.intp)
        self._discards: Bytes = np.zeros((tables, _GROUPS), np.uint8)
        self._turn: Indexes = np.zeros(tables, np.intp)
        self._direction: Indexes = np.ones(tables, np.intp)
        self._alive: NDArray[np.bool_] = np.zeros((tables, seats), np.bool_)
        self._left: Indexes = np.zeros(tables, np.intp)
        self._out: Bytes = np.zeros((tables, seats), np.uint8)
        self._outs: Indexes = np.zeros(tables, np.intp)
        # The play that waits for answers: `_asked` are those who have not answered. Its Kings, by their seats.
        self._asked: NDArray[np.bool_] = np.zeros((tables, seats), np.bool_)
        self._asking: Indexes = np.zeros(tables, np.intp)
        self._play: Indexes = np.zeros(tables, np.intp)
        self._victim: Indexes = np.zeros(tables, np.intp)
        self._kings: Bytes = np.zeros((tables, _SUITS * self.options.decks), np.uint8)
        self._kings_on: Indexes = np.zeros(tables, np.intp)
        self._last: Indexes = np.zeros(tables, np.intp)
        self._taken_out: Bytes = np.zeros(tables, np.uint8)
        self._mask: NDArray[np.int8] | None = None
        self._memory = Memory(tables, seats) if remember else None

    @cached_property
    def _after(self) -> Indexes:
        """`[seat]`: all seats in the order in which they are asked after that one's play, itself last."""
        return np.array([(*clockwise(seat, self.seats), seat) for seat in range(self.seats)])

    def _deal(self, which: Indexes) -> None:
        """LG-03 to LG-08."""
        hands, deck, self._taken_out[which] = self._dealer.deal(which, self._luck)
        self._clear(which)
        # One of each hand after another: a hand may have the same card twice.
        everybody, seats = np.repeat(which, self.seats), np.tile(np.arange(self.seats), len(which))
        for card in hands.reshape(-1, hands.shape[2]).T:
            self._give(everybody, seats, card)
        self._deck[which, : deck.shape[1]] = deck
        self._end[which] = deck.shape[1]
        if self._memory:
            self._memory.dealt(which, 1)
        starter = self.options.starter
        drawn = self._number(which, np.full(len(which), self.seats))
        self._turn[which] = drawn if starter is None else starter
        self._ask(which)

    def _clear(self, which: Indexes) -> None:
        for array in (self._hands, self._groups, self._sizes, self._discarded, self._discards, self._outs, self._top):
            array[which] = 0
        self._asked[which], self._asking[which] = False, 0
        self._direction[which] = 1
        self._alive[which], self._left[which] = True, self.seats
        self._kings_on[which] = 0
        self.over[which] = False

    def _number(self, which: Indexes, below: NDArray[np.integer]) -> Indexes:
        """A number by chance for each of these tables, below these."""
        words = self._luck.words(which, 1)[:, 0] >> np.uint64(32)
        return (words * below.astype(np.uint64) >> np.uint64(32)).astype(np.intp)

    def _give(self, which: Indexes, seat: Indexes | int, card: NDArray[np.integer]) -> None:
        # Flat indexes into one axis are three times as quick as one for each axis.
        hand = which * self.seats + seat
        self._hands.reshape(-1)[hand * len(CARDS) + card] += 1
        self._groups.reshape(-1)[hand * _GROUPS + _GROUP.take(card)] += 1
        self._sizes.reshape(-1)[hand] += 1

    def _take(self, which: Indexes, seat: Indexes, card: NDArray[np.integer]) -> None:
        hand = which * self.seats + seat
        self._hands.reshape(-1)[hand * len(CARDS) + card] -= 1
        self._groups.reshape(-1)[hand * _GROUPS + _GROUP.take(card)] -= 1
        self._sizes.reshape(-1)[hand] -= 1

    def _put_away(self, which: Indexes, card: NDArray[np.integer]) -> None:
        """Lay a card on the discard pile of each."""
        self._discard.reshape(-1)[which * self._discard.shape[1] + self._discarded.take(which)] = card
        self._discards.reshape(-1)[which * _GROUPS + _GROUP.take(card)] += 1
        self._discarded[which] += 1

    def _lowest(self, which: Indexes, seat: Indexes, rank: Indexes) -> Indexes:
        """The first card of the rank in each hand, by suits; it has one."""
        cards = rank[:, None] * _SUITS + np.arange(_SUITS)
        held = self._hands[which[:, None], seat[:, None], cards] > 0
        found: Indexes = rank * _SUITS + held.argmax(axis=1)
        return found

    def mask(self) -> NDArray[np.int8]:
        """See `Batch`."""
        return self._legal().copy()

    def _legal(self) -> NDArray[np.int8]:
        """The mask, made once for a learner that looks at it and for the check of what it chose."""
        if self._mask is None:
            self._mask = self._made_mask()
        return self._mask

    def _made_mask(self) -> NDArray[np.int8]:
        tables, others = self.tables, self.seats - 1
        asked, turn = self._asking > 0, ~self.over
        turn &= ~asked
        hand = self._all * self.seats
        own = np.ascontiguousarray(self._groups.reshape(-1, _GROUPS).take(hand + self.to_act, axis=0).T)
        order = self._after[:, :others].T.take(self.to_act, axis=1)
        victims = (self._sizes.reshape(-1).take(hand + order) > 0) & turn
        # Columns of tables are written as rows.
        mask = np.zeros((len(self._kind), tables), np.int8)
        mask[DRAW], mask[PASS] = turn, asked
        mask[CANCEL] = asked & (own[_KINGS] > 0)
        mask[SKIP] = turn & (own[_JACKS] > 0)
        mask[REVERSE] = turn & (own[_QUEENS] > 0)
        mask[_ALONE : _ALONE + others] = victims & (own[_TENS] > 0)
        pairs = (own[1 : 1 + len(PAIR_RANKS)] > 1)[:, None] & victims
        mask[_ALONE + others :] = pairs.reshape(-1, tables)
        return np.ascontiguousarray(mask.T)

    def act(self, choices: NDArray[np.integer]) -> tuple[Floats, Flags]:
        """See `Batch`."""
        which = (~self.over & (choices >= 0)).nonzero()[0]
        chosen = choices[which]
        if (chosen >= len(self._kind)).any() or not self._legal()[which, chosen].all():
            raise ValueError("a choice that cannot be done now")
        kind, seat = self._kind[chosen], self.to_act[which].astype(np.intp)
        draws, passes = kind == DRAW, kind == PASS
        self._draw(which[draws], seat[draws])
        self._asked[which[passes], seat[passes]] = False
        self._asking[which[passes]] -= 1
        plays = kind > PASS
        self._lay(which[plays], seat[plays], kind[plays], chosen[plays])
        answered = which[~draws]
        self._resolve(answered[self._asking[answered] == 0])
        self._ask(which)
        ended = np.zeros(self.tables, np.bool_)
        ended[which] = self.over[which]
        return self._rewards(ended), ended

    def _ask(self, which: Indexes) -> None:
        """Say who is to act: nearest clockwise from the last play who is still asked, or whose turn it is."""
        self._mask = None
        self.to_act[which] = self._turn[which]
        which = which[self._asking[which] > 0]
        order = self._after[self._last[which]]
        asked = np.take_along_axis(self._asked[which], order, axis=1)
        self.to_act[which] = np.take_along_axis(order, asked.argmax(axis=1)[:, None], axis=1)[:, 0]

    def _lay(self, which: Indexes, seat: Indexes, kind: Indexes, chosen: NDArray[np.integer]) -> None:
        """LG-17 to LG-24: cards go on the discard pile, and all others who have cards are asked."""
        rank = self._rank[chosen]
        for rows in (np.arange(len(which)), (kind == PAIR).nonzero()[0]):
            card = self._lowest(which[rows], seat[rows], rank[rows])
            self._take(which[rows], seat[rows], card)
            self._put_away(which[rows], card)
        if self._memory:
            self._memory.lost(which, seat, self._sizes[which, seat])
        king = kind == CANCEL
        on, others = which[king], which[~king]
        self._kings[on, self._kings_on[on]] = seat[king]
        self._kings_on[on] += 1
        self._play[others] = kind[~king]
        self._victim[others] = (seat + self._step[chosen])[~king] % self.seats
        self._last[which] = seat
        asked = self._sizes[which] > 0
        asked[np.arange(len(which)), seat] = False
        self._asked[which], self._asking[which] = asked, asked.sum(axis=1)

    def _resolve(self, which: Indexes) -> None:
        """LG-23: nobody cancels any more."""
        holds = which[self._kings_on[which] % 2 == 0]
        self._kings_on[which] = 0
        theft = self._play[holds] >= STEAL
        self._steal(holds[theft])
        ends = holds[~theft]
        turned = (self._play[ends] == REVERSE) & (self._left[ends] > 2)
        self._direction[ends[turned]] *= -1
        self._next_turn(ends)

    def _steal(self, which: Indexes) -> None:
        which = which[self._sizes[which, self._victim[which]] > 0]
        victim = self._victim[which]
        place = self._number(which, self._sizes[which, victim])
        card = (self._hands[which, victim].cumsum(axis=1) > place[:, None]).argmax(axis=1)
        if self._memory:
            size = self._sizes[which, victim]
            self._memory.stolen(which, self._turn[which], victim, size, card < _FRIENDS)
        self._take(which, victim, card)
        self._give(which, self._turn[which], card)

    def _next_turn(self, which: Indexes) -> None:
        while len(which):
            self._turn[which] = (self._turn[which] + self._direction[which]) % self.seats
            which = which[~self._alive[which, self._turn[which]]]

    def _draw(self, which: Indexes, seat: Indexes) -> None:
        """LG-09 to LG-14."""
        card = self._deck[which, self._top[which]]
        ace = card >= _ACE
        self._top[which[~ace]] += 1
        self._give(which[~ace], seat[~ace], card[~ace])
        saved = ace & (self._groups[which, seat, 0] > 0)
        self._save(which[saved], seat[saved])
        out = ace & ~saved
        self._go_out(which[out], seat[out], card[out])
        on = which[~self.over[which]]
        self._next_turn(on)

    def _save(self, which: Indexes, seat: Indexes) -> None:
        """LG-12: a Best Friend for the ace, and the whole deck is shuffled."""
        friend = (self._hands[which, seat, :_FRIENDS] > 0).argmax(axis=1)
        self._take(which, seat, friend)
        self._put_away(which, friend)
        if self._memory:
            self._memory.lost(which, seat, self._sizes[which, seat], 1)
        # Decks differ in length: what is no card of them stays where it is, after all of them. Each table draws as many
        # words, whatever the others do.
        length = self._end.take(which) - self._top.take(which)
        keys = self._luck.words(which, self._deck.shape[1])[:, : length.max(initial=0)]
        places = np.arange(keys.shape[1])
        keys[places >= length[:, None]] = _LAST
        rows, at = which[:, None], np.minimum(self._top[which, None] + places, self._deck.shape[1] - 1)
        kept = np.minimum(keys.argsort(axis=1), (length - 1)[:, None])
        shuffled = np.take_along_axis(self._deck[rows, at], kept, axis=1)
        inside = places < length[:, None]
        self._deck[np.broadcast_to(rows, at.shape)[inside], at[inside]] = shuffled[inside]

    def _go_out(self, which: Indexes, seat: Indexes, card: Bytes) -> None:
        self._top[which] += 1
        self._put_away(which, card)
        held = self._hands[which, seat]
        sizes = self._sizes[which, seat].astype(np.intp)
        cards = np.repeat(np.tile(np.arange(len(CARDS)), len(which)), held.ravel())
        rows = np.repeat(np.arange(len(which)), sizes)
        place = np.arange(len(rows)) - np.repeat(sizes.cumsum() - sizes, sizes)
        self._discard[which[rows], self._discarded[which][rows] + place] = cards
        self._discarded[which] += sizes
        self._discards[which] += self._groups[which, seat]
        for array in (self._hands, self._groups, self._sizes):
            array[which, seat] = 0
        if self._memory:
            self._memory.lost(which, seat, self._sizes[which, seat])
        self._alive[which, seat] = False
        self._out[which, self._outs[which]] = seat
        self._outs[which] += 1
        self._left[which] -= 1
        last = which[self._left[which] == 1]
        self.over[last] = True
        self._turn[last] = self._alive[last].argmax(axis=1)

    def _rewards(self, ended: Flags) -> Floats:
        rewards = np.zeros((self.tables, self.seats), np.float32)
        which = ended.nonzero()[0]
        rewards[which] = np.where(self._alive[which], np.float32(1), np.float32(-1 / (self.seats - 1)))
        return rewards

    def state(self, table: int) -> LiveGrenadeState:
        """See `Batch`."""
        names = [
            [card for card, many in zip(CARDS, hand, strict=True) for _ in range(many)] for hand in self._hands[table]
        ]
        discard = [CARDS[card] for card in self._discard[table, : self._discarded[table]]]
        asked = tuple(int(seat) for seat in self._after[self._last[table]] if self._asked[table, seat])
        setup = LiveGrenadeSetup(
            tuple(map(tuple, names)),
            tuple(CARDS[card] for card in self._deck[table, self._top[table] : self._end[table]]),
            int(self._turn[table]),
            int(self._direction[table]),
            tuple(discard),
            tuple(self._alive[table].tolist()),
            tuple(self._out[table, : self._outs[table]].tolist()),
            self._stack(table, discard) if asked else None,
            asked or None,
        )
        state = LiveGrenadeState(self.seats, self.options, setup)
        gone = tuple(rank for index, rank in enumerate(PAIR_RANKS) if self._taken_out[table] >> index & 1)
        state.taken_out(self.options.short_ranks or gone)
        return state

    def _stack(self, table: int, discard: list[str]) -> tuple[Play, ...]:
        """The play that waits and the Kings on it: their cards are the last that were discarded."""
        kings, kind = int(self._kings_on[table]), int(self._play[table])
        cards = [1 + (kind == PAIR), *[1] * kings]
        ends = np.cumsum([len(discard) - sum(cards), *cards]).tolist()
        laid = [tuple(discard[start:end]) for start, end in pairwise(ends)]
        victim = int(self._victim[table]) if kind >= STEAL else None
        first = Play(int(self._turn[table]), _NAMES[kind], laid[0], victim)
        seats = self._kings[table, :kings].tolist()
        return (first, *(Play(seat, "cancel", king) for seat, king in zip(seats, laid[1:], strict=True)))

    def observe(self, seats: Bytes | None = None, out: Floats | None = None) -> Floats:
        """See `Batch`."""
        me = (self.to_act if seats is None else seats).astype(np.intp)
        order = np.roll(self._after, 1, axis=1)[me]
        waits = self._asking > 0
        found: NDArray[np.int16] = np.zeros((self.tables, len(self.encoding.numbers)), np.int16)
        victims = np.where(waits & (self._play >= STEAL), self._victim, -1)
        last = np.where(waits, self._last, -1)
        parts: list[NDArray[np.generic]] = [
            self._groups[self._all, me, : _GROUPS - 1],
            self._discards,
            np.take_along_axis(self._sizes, order, axis=1),
            np.take_along_axis(self._alive, order, axis=1),
            (self._end - self._top)[:, None],
            self._left[:, None] - 1,
            order == self._turn[:, None],
            self._direction[:, None],
            np.stack([waits & (self._play == kind) for kind in (PAIR, STEAL, SKIP, REVERSE)], axis=1),
            order == victims[:, None],
            self._kings_on[:, None],
            order == last[:, None],
            self._taken_out[:, None] >> np.arange(len(PAIR_RANKS)) & 1,
        ]
        at = 0
        for part in parts:
            found[:, at : at + part.shape[1]] = part
            at += part.shape[1]
        if out is None:
            out = np.empty(found.shape, np.float32)
        out[...] = found
        return out

    def in_game(self) -> Flags:
        """See `Batch`."""
        return self._alive.copy()

    def remembered(self) -> Doubles:
        """How many Best Friends each seat was seen to get, from the own one on clockwise, and whether the card under
        the last one of a play that waits is an own one. Raises ValueError unless the batch was made to remember."""
        if self._memory is None:
            raise ValueError("this batch was not made to remember")
        me = self.to_act.astype(np.intp)
        order = np.roll(self._after, 1, axis=1)[me]
        kings = self._kings_on
        under = np.where(kings > 1, self._kings[self._all, np.maximum(kings, 2) - 2], self._turn)
        own = (self._asking > 0) & (kings > 0) & (under == me)
        return np.column_stack((self._memory.friends[order, self._all[:, None], me[:, None]], own))

    def put(self, table: int, state: State) -> None:
        """See `Batch`. A state in which luck is due cannot be held; nobody remembers anything of its match."""
        if not isinstance(state, LiveGrenadeState):
            raise ValueError("the state is of another game")
        seen = state.full_view()
        if (state.seats, seen.options) != (self.seats, self.options):
            raise ValueError("the state has other seats or other house rules")
        if seen.due:
            raise ValueError(f"luck is due: {seen.due}")
        which = np.array([table])
        self._clear(which)
        if self._memory:
            self._memory.dealt(which, 0)
        assert isinstance(seen.deck, tuple)
        for seat, hand in enumerate(seen.hands):
            assert isinstance(hand, tuple)
            for card in hand:
                self._give(which, seat, np.array([CARDS.index(card)], np.uint8))
        self._deck[table, : len(seen.deck)] = [CARDS.index(card) for card in seen.deck]
        self._end[table] = len(seen.deck)
        for card in seen.discard:
            self._put_away(which, np.array([CARDS.index(card)]))
        self._turn[table], self._direction[table] = seen.turn, seen.direction
        self._alive[table], self._left[table] = seen.alive, sum(seen.alive)
        self._out[table, : len(state.outs)], self._outs[table] = state.outs, len(state.outs)
        self._taken_out[table] = sum(1 << PAIR_RANKS.index(rank) for rank in seen.short_ranks)
        self.over[table] = seen.is_over
        if seen.stack:
            first, *kings = seen.stack
            self._play[table] = _NAMES.index(first.do)
            self._victim[table] = first.target or 0
            self._kings[table, : len(kings)] = [king.seat for king in kings]
            self._kings_on[table] = len(kings)
            self._last[table] = seen.stack[-1].seat
            self._asked[table, list(seen.active_seats)] = True
            self._asking[table] = len(seen.active_seats)
        self._ask(which)


class Memory:
    """The same as `players.live_grenade.normal.Memory`, for all seats of all tables.

    `friends[holder, table, who]` is how many Best Friends `who` may expect in the hand of `holder`; what it says of a
    seat's own hand means nothing.
    """

    def __init__(self, tables: int, seats: int) -> None:
        self.friends: Doubles = np.zeros((seats, tables, seats))

    def dealt(self, which: Indexes, friends: int) -> None:
        """Everybody at these tables was seen to get so many."""
        self.friends[:, which] = friends

    def lost(self, which: Indexes, holder: Indexes, size: Bytes, friends: int = 0) -> None:
        """Hands have this size now, and so many Best Friends left them before the eyes of all."""
        kept = np.maximum(self.friends[holder, which] - friends, 0)
        self.friends[holder, which] = np.minimum(kept, size[:, None])

    def stolen(self, which: Indexes, thief: Indexes, victim: Indexes, size: Bytes, friend: NDArray[np.bool_]) -> None:
        """A card of a hand of this size changed hands: the two know whether it is a Best Friend; for all others it was
        any of the hand."""
        there, rows = self.friends[victim, which], np.arange(len(which))
        share = there / size[:, None]
        share[rows, thief] = share[rows, victim] = friend
        self.friends[victim, which] = np.minimum(np.maximum(there - share, 0), size[:, None] - 1.0)
        self.friends[thief, which] += share
