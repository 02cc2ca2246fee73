"""Many tables of the wheel at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Illegal, State
from grenade_salad.games.wheel.actions import Die, WheelSetup
from grenade_salad.games.wheel.cards import HEARTS, JOKER, RING, spade_of
from grenade_salad.games.wheel.deal import hearts_each
from grenade_salad.games.wheel.encoding import WheelEncoding
from grenade_salad.games.wheel.options import WheelOptions, why_not_options
from grenade_salad.games.wheel.ring import BLAST, DICE, PIPS, places
from grenade_salad.games.wheel.state import WheelState
from grenade_salad.lab.batch.batch import Batch, Bytes, Doubles, Flags, Floats, Indexes, Words, scaled
from grenade_salad.lab.batch.wheel_board import DIE, PLACES, Rules, Wheels, next_seats

_NOBODY = 7
"""Whose heart it is that nobody has: there are seven seats, and this is none of them."""
_NO_HEART = len(RING)
"""Where a seat of two has lost a heart before its position was written down: a card that is none."""
_JOKER_CARD = RING.index(JOKER)
_BITS = PLACES * (4 + len(DICE))
"""The numbers of `WheelEncoding` that are 0 or 1 for each place; they are its first."""
_BIT = np.left_shift(1, np.arange(PLACES)).astype(np.uint8)
_ONES = np.array([bits.bit_count() for bits in range(256)], np.uint8)
_EIGHT: Words = (
    np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64).ravel()
)
"""The bits of a byte, as eight bytes in one word."""


class WheelBatch(Batch):
    """Tables of the wheel. Cards are numbers of `RING`, and hearts of `HEARTS`; places are those of the ring.

    `roll` is what the black die shows, 0 at a table that is over.
    """

    def __init__(self, tables: int, seats: int = 2, options: WheelOptions | None = None) -> None:
        """All tables are over until `reset`. Raises Illegal for what cannot be played, ValueError without a table."""
        super().__init__(tables, seats)
        self.options = WheelOptions() if options is None else options
        if reason := why_not_options(seats, self.options):
            raise Illegal(reason)
        self.encoding = WheelEncoding(seats, self.options)
        self.roll: Bytes = np.zeros(tables, np.uint8)
        self._rules = Rules(self.options)
        self._next = next_seats(seats)
        self._wheels = Wheels(
            at=np.zeros((len(DICE), tables), np.uint8),
            pips=np.ones((len(DICE), tables), np.uint8),
            key=np.zeros(tables, np.intp),
        )
        self._ring: Bytes = np.zeros((tables, PLACES), np.uint8)
        self._hands: Bytes = np.zeros((tables, hearts_each(seats), seats), np.uint8)
        self._seen: Bytes = np.empty((tables, -(-len(self.encoding.numbers) // 8) * 8), np.uint8)
        self._seen_in_eights: Words = self._seen.view(np.uint64)
        self._held: Bytes = np.zeros((seats, tables), np.uint8)
        self._steps = np.arange(seats, dtype=np.uint8)[:, None]
        self._owner: Bytes = np.zeros((tables, PLACES), np.uint8)
        # Bits of places: each seat's hearts, and all that somebody has shown.
        self._hearts: Bytes = np.zeros((seats, tables), np.uint8)
        self._shown: Bytes = np.zeros(tables, np.uint8)
        self._alive: Bytes = np.zeros(tables, np.uint8)
        self._out: Bytes = np.zeros((tables, seats), np.uint8)
        self._outs: Bytes = np.zeros(tables, np.uint8)

    def _deal(self, which: Indexes) -> None:
        """WH-03 to WH-05."""
        words = self._luck.words(which, PLACES + len(HEARTS) + 1)
        ring = words[:, :PLACES].argsort(axis=1).astype(np.uint8)
        each = hearts_each(self.seats)
        dealt = words[:, PLACES:-1].argsort(axis=1)[:, : each * self.seats].astype(np.uint8)
        starter = self.options.starter
        turn = scaled(words[:, -1], self.seats) if starter is None else np.full(len(which), starter, np.uint8)
        self._lay(which, ring, dealt.reshape(len(which), each, self.seats))
        self._wheels.at[:, which] = ring[:, 0] == _JOKER_CARD
        self._wheels.pips[:, which] = 1
        self._shown[which] = 0
        self._alive[which] = (1 << self.seats) - 1
        self._outs[which] = 0
        self.to_act[which] = turn
        self.over[which] = False
        self._roll_at(which)

    def _lay(self, which: Indexes, ring: Bytes, hands: Bytes) -> None:
        """Lay rings without cards face down, and give the hearts. `hands` has an axis for a seat's hearts, then one for
        seats."""
        rows = np.arange(len(which))
        place = np.full((len(which), len(RING) + 1), PLACES, np.uint8)  # no card has no place
        place[rows[:, None], ring] = np.arange(PLACES, dtype=np.uint8)
        lies = place[rows[:, None, None], hands]
        owner = np.full((len(which), PLACES + 1), _NOBODY, np.uint8)
        owner[rows[:, None, None], lies] = np.arange(self.seats, dtype=np.uint8)
        self._ring[which] = ring
        self._hands[which] = hands
        self._held[:, which] = (lies < PLACES).sum(axis=1).T
        self._owner[which] = owner[:, :PLACES]
        self._hearts[:, which] = np.bitwise_or.reduce(np.left_shift(1, lies, dtype=np.uint16), axis=1).T & 255
        self._wheels.key[which] = place[:, _JOKER_CARD].astype(np.intp) << 8

    def _roll_at(self, which: Indexes) -> None:
        self.roll[which] = scaled(self._luck.words(which, 1)[:, 0], len(PIPS)) + 1

    def act(self, choices: NDArray[np.integer]) -> tuple[Floats, Flags]:
        """See `Batch`: a choice is a die."""
        acts = ~self.over & (choices >= 0)
        if np.any((choices > DICE[-1]) & acts):
            raise ValueError("a choice is a die, 0 to 2, for each table")
        moved = (choices.astype(np.uint8) == DIE) & acts
        at, pips, key = self._wheels
        to, joker = self._rules.onward(np.bitwise_or.reduce(at * moved, axis=0), key, self.roll * acts)
        then = self._rules.raised(np.bitwise_or.reduce(pips * moved, axis=0), joker)
        self._rules.put_down(self._wheels, moved, to, then, joker)
        # A match may have ended before all of its dice had blown up.
        blown = (np.maximum.reduce(pips, axis=0) >= BLAST) & acts
        self._explode(blown.nonzero()[0], to)
        ended = acts & self.over
        goes_on = acts & ~self.over
        following = self._next.take(self._alive.astype(np.intp) << 3 | self.to_act)
        np.copyto(self.to_act, following, where=goes_on)
        np.copyto(self.roll, (self._luck.below(len(PIPS), goes_on) + 1) * goes_on, where=acts)
        return self._rewards(ended), ended

    def _explode(self, which: Indexes, to: Bytes) -> None:
        """Blow up what is to be blown up at these tables, one after another, until the match is over (WH-11, WH-14)."""
        while len(which):
            wheels = self._wheels.of(which)
            where, takes = self._rules.blow(wheels, to[which])
            wheels.into(self._wheels, which)
            self._lose(which, where, takes)
            which = which[self._rules.waiting(wheels) & ~self.over[which]]

    def _lose(self, which: Indexes, where: Bytes, takes: Bytes) -> None:
        """WH-13: hearts of those still in the game are blown up."""
        owner = self._owner[which, where]
        hit = (takes & self._alive[which] >> owner).nonzero()[0]
        if not len(hit):
            return
        which, where, owner = which[hit], where[hit], owner[hit]
        self._shown[which] |= _BIT[where]
        if self.options.last_heart:
            gone = (self._hearts[owner, which] & ~self._wheels.key[which] == 0).nonzero()[0]
            which, owner = which[gone], owner[gone]
        self._shown[which] |= self._hearts[owner, which]
        self._alive[which] ^= _BIT[owner]
        self._out[which, self._outs[which]] = owner
        self._outs[which] += 1
        last = which[self._alive[which] & self._alive[which] - 1 == 0]
        self.over[last] = True
        self._shown[last] = np.bitwise_or.reduce(self._hearts[:, last], axis=0)

    def _rewards(self, ended: Flags) -> Floats:
        rewards = np.zeros((self.tables, self.seats), np.float32)
        which = ended.nonzero()[0]
        winner = self._alive[which, None] == _BIT[: self.seats]
        rewards[which] = np.where(winner, np.float32(1), np.float32(-1 / (self.seats - 1)))
        return rewards

    def observe(self, seats: Bytes | None = None, out: Floats | None = None) -> Floats:
        """See `Batch`."""
        me = self.to_act if seats is None else seats
        if out is None:
            out = np.empty((self.tables, len(self.encoding.numbers)), np.float32)
        mine = self._hearts[me, self._all]
        shown = self._shown & ~mine
        joker = _BIT.take(self._wheels.key >> 8)
        at = _BIT.take(self._wheels.at)
        # Columns are written one by one into bytes, and all become numbers in one go: a transposed array takes as long
        # as all the rest.
        found = self._seen
        for number, bits in enumerate((self._wheels.key & 255, joker, mine, shown, *at)):
            self._seen_in_eights[:, number] = _EIGHT.take(bits)
        order = (me + self._steps) % self.seats
        columns = [*self._wheels.pips, self.roll]
        columns += [*self._held[order, self._all], *(self._alive >> order & 1), *(order == self.to_act)]
        about = previews(self._rules, self._wheels, self.roll, mine, ~(mine | shown | joker))
        for number, column in enumerate((*columns, *about), _BITS):
            found[:, number] = column
        out[...] = found[:, : out.shape[1]]
        return out

    def remembered(self) -> Doubles:
        """See `Batch`: for each die how many cards go face down if it moves; then how many hearts others in the game
        have that they have not shown."""
        found = np.empty((self.tables, len(DICE) + 1))
        nothing = np.zeros(self.tables, np.uint8)
        # As if every heart were an own one.
        about = previews(self._rules, self._wheels, self.roll, ~nothing, nothing)
        found[:, :-1] = about.reshape(len(DICE), -1, self.tables)[:, 1].T
        seats = np.arange(self.seats)[:, None]
        others = (self._alive >> seats & 1 == 1) & (seats != self.to_act)
        found[:, -1] = (_ONES.take(self._hearts & ~self._shown) * others).sum(axis=0)
        return found

    def mask(self) -> NDArray[np.int8]:
        """See `Batch`: any die can be moved."""
        found = np.ones((self.tables, len(DICE)), np.int8)
        found[self.over] = 0
        return found

    def in_game(self) -> Flags:
        """See `Batch`."""
        there: Flags = self._alive[:, None] & _BIT[: self.seats] != 0
        return there

    def state(self, table: int) -> WheelState:
        """See `Batch`."""
        ring = tuple(RING[card] for card in self._ring[table].tolist())
        hands = [[HEARTS[one] for one in hand if one != _NO_HEART] for hand in self._hands[table].T.tolist()]
        dice = zip(self._wheels.at[:, table].tolist(), self._wheels.pips[:, table].tolist(), strict=True)
        setup = WheelSetup(
            ring,
            tuple(map(tuple, hands)),
            int(self.to_act[table]),
            tuple(Die(at, pips) for at, pips in dice),
            places(int(self._wheels.key[table]) & 255),
            tuple(self._out[table, : self._outs[table]].tolist()),
            int(self.roll[table]) or None,
        )
        return WheelState(self.seats, self.options, setup)

    def put(self, table: int, state: State) -> None:
        """See `Batch`. A ring with fewer than eight cards cannot be held, nor a state before its deal."""
        if not isinstance(state, WheelState) or (state.seats, state.options) != (self.seats, self.options):
            raise ValueError("the state is of another game, with other seats or other house rules")
        seen = state.full_view()
        if len(seen.ring) != PLACES:
            raise ValueError("a batch holds rings of eight cards, after the deal")
        which = np.array([table])
        hands = np.full((1, hearts_each(self.seats), self.seats), _NO_HEART, np.uint8)
        for seat, hearts in enumerate(seen.hearts):
            assert isinstance(hearts, tuple)
            hands[0, : len(hearts), seat] = [HEARTS.index(heart) for heart in hearts]
        self._lay(which, np.array([[RING.index(card) for card in seen.ring]], np.uint8), hands)
        self._wheels.key[table] |= sum(1 << at for at in seen.face_down)
        self._wheels.at[:, table] = [die.at for die in seen.dice]
        self._wheels.pips[:, table] = [die.pips for die in seen.dice]
        shown = {spade_of(heart) for hearts in seen.shown for heart in hearts}
        self._shown[table] = sum(1 << at for at, card in enumerate(seen.ring) if card in shown)
        self._alive[table] = sum(1 << seat for seat, there in enumerate(seen.alive) if there)
        self._out[table, : len(state.outs)] = state.outs
        self._outs[table] = len(state.outs)
        assert seen.turn is not None
        self.to_act[table] = seen.turn
        self.over[table] = seen.is_over
        self.roll[table] = seen.roll or 0
        if not seen.roll and not seen.is_over:
            self._roll_at(which)


_EACH = len(DICE)
_NUMBERS = 7


def previews(rules: Rules, wheels: Wheels, roll: Bytes, mine: Bytes, hidden: Bytes) -> Bytes:
    """The numbers of `_ABOUT_A_DIE` for die 0, then for die 1 and 2: a row for each, a column for each table; zeros
    where nothing is rolled. `mine` and `hidden` have a bit for each place that is an own heart, or may be another's."""
    at, pips, key = wheels
    tables = len(roll)
    found = np.zeros((_NUMBERS, _EACH, tables), np.uint8)
    blasts, own, others, on_joker, then, on_own, lying = found
    to, joker = rules.onward(at, key, roll)
    on_joker[:] = joker
    rules.raised(pips, joker, out=then)
    blown = (then >= BLAST) | (joker.view(np.bool_) & (np.maximum.reduce(pips, axis=0) >= BLAST - 1))
    # First as if nothing blew up.
    up = mine & ~key.astype(np.uint8)
    lies: Bytes = up >> at & np.uint8(1)
    np.bitwise_and(up >> to, 1, out=on_own)
    weighs = lies * pips
    np.add(_sum(weighs) - weighs, on_own * then, out=lying)
    lying += joker * (_sum(lies) - lies)
    which = blown.ravel().nonzero()[0]
    die = (which >= tables).astype(np.uint8) + (which >= 2 * tables)
    table = which - die.astype(np.intp) * tables
    after, moved, start = wheels.of(table), die == DIE, to.ravel().take(which)
    rules.put_down(after, moved, start, then.ravel().take(which), joker.ravel().take(which))
    sums = _chains(rules, after, start, mine.take(table), hidden.take(table))
    for numbers, each in zip((blasts, own, others), sums, strict=True):
        numbers.ravel()[which] = each
    lies = (mine.take(table) & ~after.key.astype(np.uint8)) >> after.at & 1
    on_own.ravel()[which] = np.bitwise_or.reduce(lies & moved, axis=0)
    lying.ravel()[which] = _sum(lies * after.pips)
    found *= roll > 0
    return found.swapaxes(0, 1).reshape(_EACH * _NUMBERS, tables)


def _sum(rows: Bytes) -> Bytes:
    """The sum of the rows of the dice, as bytes: numpy's own makes wide numbers of them first."""
    found: Bytes = rows[0] + rows[1] + rows[2]
    return found


def _chains(rules: Rules, wheels: Wheels, start: Bytes, mine: Bytes, hidden: Bytes) -> tuple[Bytes, Bytes, Bytes]:
    """Carry out all explosions in these columns, one at least in each.

    How many, of how many own hearts, and of how many that may be another's.
    """
    where, takes = rules.blow(wheels, start)
    blasts, own, others = np.ones_like(start), takes & mine >> where, takes & hidden >> where
    which = rules.waiting(wheels).nonzero()[0]
    while len(which):
        some = wheels.of(which)
        where, takes = rules.blow(some, start[which])
        some.into(wheels, which)
        blasts[which] += 1
        own[which] += takes & mine[which] >> where
        others[which] += takes & hidden[which] >> where
        which = which[rules.waiting(some)]
    return blasts, own, others
