"""Many tables of the wheel at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Illegal, State
from grenade_salad.games.wheel.actions import Die, WheelSetup
from grenade_salad.games.wheel.cards import HEARTS, JOKER, RING, matching_spade
from grenade_salad.games.wheel.deal import hearts_each
from grenade_salad.games.wheel.encoding import WheelEncoding
from grenade_salad.games.wheel.options import WheelOptions, why_not_options
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, PIPS, bit_indexes
from grenade_salad.games.wheel.state import WheelState
from grenade_salad.lab.batch.batch import Batch, Bytes, Doubles, Flags, Floats, Indexes, Words, scale_words
from grenade_salad.lab.batch.wheel_board import DIE, PLACES, RingRules, Wheels, next_seats

_NO_OWNER = 7
"""The owner of hearts that no seat has: there are seven seats, from 0 to 6."""
_NO_HEART = len(RING)
"""No card: it stands for a heart that was lost before the position was saved.

Only a seat of two can have lost one.
"""
_JOKER_CARD = RING.index(JOKER)
_BIT_COUNT = PLACES * (4 + len(DICE))
"""Numbers of `WheelEncoding` that are 0 or 1 for each place; they are its first."""
_PLACE_BIT = np.left_shift(1, np.arange(PLACES)).astype(np.uint8)
_ONES_IN_BYTE = np.array([bits.bit_count() for bits in range(256)], np.uint8)
_BITS_AS_BYTES: Words = (
    np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64).ravel()
)
"""The bits of a byte, as eight bytes in one word."""


class WheelBatch(Batch):
    """Tables of the wheel. Cards are indexes of `RING`, and hearts of `HEARTS`.

    Places are those of the ring. `roll` is the roll of the black die, 0 at a table that is over.
    """

    def __init__(self, tables: int, seats: int = 2, options: WheelOptions | None = None) -> None:
        """Create the tables, which are all over until `reset`.

        Raises `Illegal` for what cannot be played, ValueError without a table.
        """
        super().__init__(tables, seats)
        self.options = WheelOptions() if options is None else options
        if reason := why_not_options(seats, self.options):
            raise Illegal(reason)
        self.encoding = WheelEncoding(seats, self.options)
        self.roll: Bytes = np.zeros(tables, np.uint8)
        self._rules = RingRules(self.options)
        self._next_seats = next_seats(seats)
        self._wheels = Wheels(
            position=np.zeros((len(DICE), tables), np.uint8),
            pips=np.ones((len(DICE), tables), np.uint8),
            key=np.zeros(tables, np.intp),
        )
        self._ring: Bytes = np.zeros((tables, PLACES), np.uint8)
        self._hands: Bytes = np.zeros((tables, hearts_each(seats), seats), np.uint8)
        self._number_bytes: Bytes = np.empty((tables, -(-len(self.encoding.numbers) // 8) * 8), np.uint8)
        self._number_words: Words = self._number_bytes.view(np.uint64)
        self._heart_counts: Bytes = np.zeros((seats, tables), np.uint8)
        self._steps = np.arange(seats, dtype=np.uint8)[:, None]
        self._owner: Bytes = np.zeros((tables, PLACES), np.uint8)
        # Bits of places: each seat's hearts, and all that were revealed.
        self._hearts: Bytes = np.zeros((seats, tables), np.uint8)
        self._revealed: Bytes = np.zeros(tables, np.uint8)
        self._alive: Bytes = np.zeros(tables, np.uint8)
        self._eliminated: Bytes = np.zeros((tables, seats), np.uint8)
        self._eliminated_count: Bytes = np.zeros(tables, np.uint8)

    def _deal(self, which: Indexes) -> None:
        """Deal at these tables (WH-03 to WH-05)."""
        words = self._streams.draw_words(which, PLACES + len(HEARTS) + 1)
        ring = words[:, :PLACES].argsort(axis=1).astype(np.uint8)
        hearts_per_seat = hearts_each(self.seats)
        dealt = words[:, PLACES:-1].argsort(axis=1)[:, : hearts_per_seat * self.seats].astype(np.uint8)
        starter = self.options.starter
        turn = scale_words(words[:, -1], self.seats) if starter is None else np.full(len(which), starter, np.uint8)
        self._set_up_ring(which, ring, dealt.reshape(len(which), hearts_per_seat, self.seats))
        self._wheels.position[:, which] = ring[:, 0] == _JOKER_CARD
        self._wheels.pips[:, which] = 1
        self._revealed[which] = 0
        self._alive[which] = (1 << self.seats) - 1
        self._eliminated_count[which] = 0
        self.active_seat[which] = turn
        self.is_over[which] = False
        self._roll_die(which)

    def _set_up_ring(self, which: Indexes, ring: Bytes, hands: Bytes) -> None:
        """Set up rings without face-down cards, and give the hearts.

        The axes of `hands` are tables, the hearts of a seat, and seats.
        """
        rows = np.arange(len(which))
        place = np.full((len(which), len(RING) + 1), PLACES, np.uint8)  # no card has no place
        place[rows[:, None], ring] = np.arange(PLACES, dtype=np.uint8)
        heart_places = place[rows[:, None, None], hands]
        owner = np.full((len(which), PLACES + 1), _NO_OWNER, np.uint8)
        owner[rows[:, None, None], heart_places] = np.arange(self.seats, dtype=np.uint8)
        self._ring[which] = ring
        self._hands[which] = hands
        self._heart_counts[:, which] = (heart_places < PLACES).sum(axis=1).T
        self._owner[which] = owner[:, :PLACES]
        self._hearts[:, which] = np.bitwise_or.reduce(np.left_shift(1, heart_places, dtype=np.uint16), axis=1).T & 255
        self._wheels.key[which] = place[:, _JOKER_CARD].astype(np.intp) << 8

    def _roll_die(self, which: Indexes) -> None:
        self.roll[which] = scale_words(self._streams.draw_words(which, 1)[:, 0], len(PIPS)) + 1

    def act(self, choices: NDArray[np.integer]) -> tuple[Floats, Flags]:
        """See `Batch`: a choice is a die."""
        is_acting = ~self.is_over & (choices >= 0)
        if np.any((choices > DICE[-1]) & is_acting):
            raise ValueError("a choice is a die, 0 to 2, for each table")
        is_moved = (choices.astype(np.uint8) == DIE) & is_acting
        position, pips, key = self._wheels
        target, joker = self._rules.find_targets(
            np.bitwise_or.reduce(position * is_moved, axis=0), key, self.roll * is_acting
        )
        new_pips = self._rules.raise_pips(np.bitwise_or.reduce(pips * is_moved, axis=0), joker)
        self._rules.put_down_dice(self._wheels, is_moved, target, new_pips, joker)
        # A match may have ended before all of its dice had exploded.
        has_blast = (np.maximum.reduce(pips, axis=0) >= BLAST_PIPS) & is_acting
        self._explode_dice(has_blast.nonzero()[0], target)
        ended = is_acting & self.is_over
        continues = is_acting & ~self.is_over
        following = self._next_seats.take(self._alive.astype(np.intp) << 3 | self.active_seat)
        np.copyto(self.active_seat, following, where=continues)
        np.copyto(self.roll, (self._streams.draw_below(len(PIPS), continues) + 1) * continues, where=is_acting)
        return self._rewards(ended), ended

    def _explode_dice(self, which: Indexes, targets: Bytes) -> None:
        """Carry out explosions at these tables until the match is over (WH-11, WH-14)."""
        while len(which):
            wheels = self._wheels.select(which)
            places, is_taken = self._rules.explode_next(wheels, targets[which])
            wheels.copy_into(self._wheels, which)
            self._lose_hearts(which, places, is_taken)
            which = which[self._rules.has_explosion(wheels) & ~self.is_over[which]]

    def _lose_hearts(self, which: Indexes, places: Bytes, is_taken: Bytes) -> None:
        """Blow up hearts of seats that are still in the game (WH-13)."""
        owner = self._owner[which, places]
        hit = (is_taken & self._alive[which] >> owner).nonzero()[0]
        if not len(hit):
            return
        which, places, owner = which[hit], places[hit], owner[hit]
        self._revealed[which] |= _PLACE_BIT[places]
        if self.options.last_heart:
            eliminated = (self._hearts[owner, which] & ~self._wheels.key[which] == 0).nonzero()[0]
            which, owner = which[eliminated], owner[eliminated]
        self._revealed[which] |= self._hearts[owner, which]
        self._alive[which] ^= _PLACE_BIT[owner]
        self._eliminated[which, self._eliminated_count[which]] = owner
        self._eliminated_count[which] += 1
        last = which[self._alive[which] & self._alive[which] - 1 == 0]
        self.is_over[last] = True
        self._revealed[last] = np.bitwise_or.reduce(self._hearts[:, last], axis=0)

    def observe(self, seats: Bytes | None = None, out: Floats | None = None) -> Floats:
        """See `Batch`."""
        me = self.active_seat if seats is None else seats
        if out is None:
            out = np.empty((self.tables, len(self.encoding.numbers)), np.float32)
        own_hearts = self._hearts[me, self._all]
        revealed = self._revealed & ~own_hearts
        joker = _PLACE_BIT.take(self._wheels.key >> 8)
        die_bits = _PLACE_BIT.take(self._wheels.position)
        # Columns are written one by one into bytes, and all become numbers at once:
        # a transposed array takes as long as all the rest.
        number_bytes = self._number_bytes
        for index, bits in enumerate((self._wheels.key & 255, joker, own_hearts, revealed, *die_bits)):
            self._number_words[:, index] = _BITS_AS_BYTES.take(bits)
        order = (me + self._steps) % self.seats
        columns = [*self._wheels.pips, self.roll]
        columns += [*self._heart_counts[order, self._all], *(self._alive >> order & 1), *(order == self.active_seat)]
        die_previews = previews(self._rules, self._wheels, self.roll, own_hearts, ~(own_hearts | revealed | joker))
        for index, column in enumerate((*columns, *die_previews), _BIT_COUNT):
            number_bytes[:, index] = column
        out[...] = number_bytes[:, : out.shape[1]]
        return out

    def memory(self) -> Doubles:
        """See `Batch`: a column for each die, then one for hearts of others.

        For each die it is how many cards are turned face down if it moves. The last one is how many hearts others in
        the game have that were not revealed.
        """
        memory = np.empty((self.tables, len(DICE) + 1))
        nothing = np.zeros(self.tables, np.uint8)
        # As if every heart were an own one.
        die_previews = previews(self._rules, self._wheels, self.roll, ~nothing, nothing)
        memory[:, :-1] = die_previews.reshape(len(DICE), -1, self.tables)[:, 1].T
        seats = np.arange(self.seats)[:, None]
        is_rival = (self._alive >> seats & 1 == 1) & (seats != self.active_seat)
        memory[:, -1] = (_ONES_IN_BYTE.take(self._hearts & ~self._revealed) * is_rival).sum(axis=0)
        return memory

    def mask(self) -> NDArray[np.int8]:
        """See `Batch`: any die can be moved."""
        mask = np.ones((self.tables, len(DICE)), np.int8)
        mask[self.is_over] = 0
        return mask

    def in_game(self) -> Flags:
        """See `Batch`."""
        is_alive: Flags = self._alive[:, None] & _PLACE_BIT[: self.seats] != 0
        return is_alive

    def state(self, table: int) -> WheelState:
        """See `Batch`."""
        ring = tuple(RING[card] for card in self._ring[table].tolist())
        hands = [[HEARTS[heart] for heart in hand if heart != _NO_HEART] for hand in self._hands[table].T.tolist()]
        dice = zip(self._wheels.position[:, table].tolist(), self._wheels.pips[:, table].tolist(), strict=True)
        setup = WheelSetup(
            ring,
            tuple(map(tuple, hands)),
            int(self.active_seat[table]),
            tuple(Die(position, pips) for position, pips in dice),
            bit_indexes(int(self._wheels.key[table]) & 255),
            tuple(self._eliminated[table, : self._eliminated_count[table]].tolist()),
            int(self.roll[table]) or None,
        )
        return WheelState(self.seats, self.options, setup)

    def set_state(self, table: int, state: State) -> None:
        """See `Batch`. Raises ValueError for a ring with fewer than eight cards, too.

        It also does so for a state before its deal.
        """
        if not isinstance(state, WheelState) or (state.seats, state.options) != (self.seats, self.options):
            raise ValueError("the state is of another game, with other seats or other house rules")
        view = state.full_view()
        if len(view.ring) != PLACES:
            raise ValueError("a batch holds rings of eight cards, after the deal")
        which = np.array([table])
        hands = np.full((1, hearts_each(self.seats), self.seats), _NO_HEART, np.uint8)
        for seat, hearts in enumerate(view.hearts):
            assert isinstance(hearts, tuple)
            hands[0, : len(hearts), seat] = [HEARTS.index(heart) for heart in hearts]
        self._set_up_ring(which, np.array([[RING.index(card) for card in view.ring]], np.uint8), hands)
        self._wheels.key[table] |= sum(1 << place for place in view.face_down)
        self._wheels.position[:, table] = [die.at for die in view.dice]
        self._wheels.pips[:, table] = [die.pips for die in view.dice]
        revealed = {matching_spade(heart) for hearts in view.shown for heart in hearts}
        self._revealed[table] = sum(1 << place for place, card in enumerate(view.ring) if card in revealed)
        self._alive[table] = sum(1 << seat for seat, is_alive in enumerate(view.alive) if is_alive)
        self._eliminated[table, : len(state.out_seats)] = state.out_seats
        self._eliminated_count[table] = len(state.out_seats)
        assert view.turn is not None
        self.active_seat[table] = view.turn
        self.is_over[table] = view.is_over
        self.roll[table] = view.roll or 0
        if not view.roll and not view.is_over:
            self._roll_die(which)


_DIE_COUNT = len(DICE)
_PREVIEW_SIZE = 7
"""Number of the encoder's numbers about each die."""


def previews(rules: RingRules, wheels: Wheels, roll: Bytes, own_hearts: Bytes, hidden: Bytes) -> Bytes:
    """Return the encoder's numbers about die 0, then about die 1 and die 2.

    There is a row for each number and a column for each table; all are zeros where nothing is rolled. `own_hearts` has
    a bit for each place with an own heart, `hidden` for each place that may be another's heart.
    """
    position, pips, key = wheels
    tables = len(roll)
    all_numbers = np.zeros((_PREVIEW_SIZE, _DIE_COUNT, tables), np.uint8)
    blasts, own_blasts, other_blasts, on_joker, new_pips, on_own, pips_on_own = all_numbers
    target, joker = rules.find_targets(position, key, roll)
    on_joker[:] = joker
    rules.raise_pips(pips, joker, out=new_pips)
    has_blast = (new_pips >= BLAST_PIPS) | (joker.view(np.bool_) & (np.maximum.reduce(pips, axis=0) >= BLAST_PIPS - 1))
    # First as if nothing exploded.
    open_hearts = own_hearts & ~key.astype(np.uint8)
    on_heart: Bytes = open_hearts >> position & np.uint8(1)
    np.bitwise_and(open_hearts >> target, 1, out=on_own)
    heart_pips = on_heart * pips
    np.add(_sum(heart_pips) - heart_pips, on_own * new_pips, out=pips_on_own)
    pips_on_own += joker * (_sum(on_heart) - on_heart)
    which = has_blast.ravel().nonzero()[0]
    die = (which >= tables).astype(np.uint8) + (which >= 2 * tables)
    table = which - die.astype(np.intp) * tables
    after, is_moved, start = wheels.select(table), die == DIE, target.ravel().take(which)
    rules.put_down_dice(after, is_moved, start, new_pips.ravel().take(which), joker.ravel().take(which))
    sums = _explode_all(rules, after, start, own_hearts.take(table), hidden.take(table))
    for row, counts in zip((blasts, own_blasts, other_blasts), sums, strict=True):
        row.ravel()[which] = counts
    on_heart = (own_hearts.take(table) & ~after.key.astype(np.uint8)) >> after.position & 1
    on_own.ravel()[which] = np.bitwise_or.reduce(on_heart & is_moved, axis=0)
    pips_on_own.ravel()[which] = _sum(on_heart * after.pips)
    all_numbers *= roll > 0
    return all_numbers.swapaxes(0, 1).reshape(_DIE_COUNT * _PREVIEW_SIZE, tables)


def _sum(rows: Bytes) -> Bytes:
    """Return the sum of the rows of the dice, as bytes.

    numpy's own sum makes wide numbers of them first.
    """
    total: Bytes = rows[0] + rows[1] + rows[2]
    return total


def _explode_all(
    rules: RingRules, wheels: Wheels, start: Bytes, own_hearts: Bytes, hidden: Bytes
) -> tuple[Bytes, Bytes, Bytes]:
    """Carry out all explosions in these columns, at least one in each.

    Returns the number of explosions, of own hearts, and of hearts that may be another's.
    """
    places, is_taken = rules.explode_next(wheels, start)
    blasts, own_blasts, other_blasts = np.ones_like(start), is_taken & own_hearts >> places, is_taken & hidden >> places
    which = rules.has_explosion(wheels).nonzero()[0]
    while len(which):
        subset = wheels.select(which)
        places, is_taken = rules.explode_next(subset, start[which])
        subset.copy_into(wheels, which)
        blasts[which] += 1
        own_blasts[which] += is_taken & own_hearts[which] >> places
        other_blasts[which] += is_taken & hidden[which] >> places
        which = which[rules.has_explosion(subset)]
    return blasts, own_blasts, other_blasts
