"""State machine of the wheel game."""

from __future__ import annotations

from functools import cache
from random import Random

from grenade_salad.core import Action, Chance, Event, Reason, State, TurnBegan
from grenade_salad.core.reasons import NoSuchAction
from grenade_salad.games.wheel import PLUGIN, events, reasons
from grenade_salad.games.wheel.actions import Advance, Deal, Die, Roll, WheelSetup
from grenade_salad.games.wheel.cards import HEARTS, SPADES, matching_heart, matching_spade
from grenade_salad.games.wheel.deal import deal, find_alive, first_dice, why_not_deal
from grenade_salad.games.wheel.notation import NOTATION
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.position_notation import POSITIONS
from grenade_salad.games.wheel.ring import (
    BLAST_PIPS,
    DICE,
    PIPS,
    RingState,
    bit_indexes,
    build_ring_state,
    put_down,
    resolve_explosions,
)
from grenade_salad.games.wheel.view import WheelView

# Value objects that are the same in every match are made once, because it halves the time of a turn.
_ADVANCES: tuple[list[Action], ...] = tuple([Advance(seat, die) for die in DICE] for seat in range(PLUGIN.max_seats))
_ROLLS = tuple(Roll(pips) for pips in PIPS)
_ROLLED = [[events.Rolled(seat, pips) for pips in (0, *PIPS)] for seat in range(PLUGIN.max_seats)]
_cached_die = cache(Die)
_TURN_BEGAN = [TurnBegan(seat) for seat in range(PLUGIN.max_seats)]


class WheelState(State):
    """A position. A chance is pending until the black die is rolled.

    Then the seat whose turn it is chooses a white die. `_owners` has for each card of the ring the seat with its heart,
    -1 if there is none. `_revealed` are the hearts that all have seen while the cards `_revealed_for` are face down (a
    bit each). `_roll` is 0 before the black die is rolled.
    """

    __slots__ = (
        "_alive",
        "_drawn_deal",
        "_hearts",
        "_out",
        "_owners",
        "_pending",
        "_revealed",
        "_revealed_for",
        "_ring_state",
        "_roll",
        "_turn",
        "_unused",
        "is_over",
        "options",
        "seats",
    )

    action_notation = NOTATION
    position_notation = POSITIONS

    is_over: bool

    def __init__(self, seats: int, options: WheelOptions, setup: WheelSetup | None) -> None:
        """Start from a setup that has been checked, or with a deal that is pending."""
        self.seats = seats
        self.options = options
        self.is_over = False
        self._ring_state: RingState | None = None
        self._hearts: tuple[tuple[str, ...], ...] = ((),) * seats
        self._unused: tuple[str, ...] = ()
        self._revealed: tuple[tuple[str, ...], ...] = self._hearts
        self._revealed_for = 0
        self._owners: list[int] = []
        self._alive = [True] * seats
        self._out: list[int] = []
        self._turn = -1
        self._roll = 0
        self._pending: str | None = Deal.kind
        self._drawn_deal: Deal | None = None
        if setup is not None:
            self._begin(setup)

    def _begin(self, setup: WheelSetup) -> None:
        dice = first_dice(setup) if setup.dice is None else setup.dice
        self._ring_state = build_ring_state(setup.ring, setup.face_down or (), dice, self.options)
        self._give_hearts(setup.hearts)
        if setup.face_down:
            self._alive = find_alive(self.options, setup)
        self._out = list(setup.out or ())
        self._turn = setup.turn
        self._roll = setup.roll or 0
        # No setup that was checked is over; a match from the batch tables may be.
        self.is_over = self._alive.count(True) == 1
        self._pending = None if setup.roll or self.is_over else Roll.kind

    def _give_hearts(self, hands: tuple[tuple[str, ...], ...]) -> None:
        assert self._ring_state is not None
        ring = self._ring_state.ring
        owners = [-1] * len(ring)
        for seat, hearts in enumerate(hands):
            for heart in hearts:
                owners[ring.index(matching_spade(heart))] = seat
        self._hearts = hands
        self._owners = owners
        self._unused = self._find_unused(self._ring_state)
        self._revealed_for = -1

    def active_seats(self) -> tuple[int, ...]:
        """Return the seat whose turn it is, once the black die is rolled."""
        return (self._turn,) if self._roll else ()

    def pending_chance(self) -> str | None:
        """Return the deal at the start, and the black die at the start of each turn."""
        return self._pending

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return the last player left, then the others, the last to go out first.

        Seats that were out in a setup, in no known order, share the last place.
        """
        if not self.is_over:
            return ()
        out_before = tuple(seat for seat in range(self.seats) if not self._alive[seat] and seat not in self._out)
        places = [(self._alive.index(True),), *((seat,) for seat in reversed(self._out))]
        return (*places, out_before) if out_before else tuple(places)

    def legal_actions(self, seat: int) -> list[Action]:
        """Return one action for each white die."""
        return _ADVANCES[seat].copy() if self._roll and seat == self._turn else []

    def _why_not(self, action: Action) -> Reason | None:
        if not isinstance(action, Advance):
            return NoSuchAction(action.do)
        return None if action.die in DICE else reasons.NoSuchDie(action.die)

    def apply(self, action: Action) -> list[Event]:
        """Carry out the action and return its events.

        Raises `Illegal` with `why_not`, and then changes nothing.
        """
        # The usual case of every turn skips the full checks, which take twice as long.
        if self._roll and type(action) is Advance and action.seat == self._turn and action.die in DICE:
            return self._advance(action.die)
        return super().apply(action)

    def _apply(self, action: Action) -> list[Event]:
        assert isinstance(action, Advance)
        return self._advance(action.die)

    def _advance(self, die: int) -> list[Event]:
        ring_state = self._ring_state
        assert ring_state is not None
        start, pips, turn = ring_state.die_positions[die], ring_state.pips, self._turn
        path = ring_state.routes.paths[start][self._roll]
        to = path[-1]
        joker = put_down(ring_state, die, to)
        moved = events.Moved(turn, die, start, path, ring_state.ring[to], pips[die], ring_state.ring[start])
        self._roll = 0
        if joker or BLAST_PIPS in pips:
            result: list[Event] = [moved]
            if joker:
                result.append(events.Raised(tuple(pips)))
            self._explode(ring_state, die, result)
            if self.is_over:
                return result
            result.append(self._next_turn())
            return result
        return [moved, self._next_turn()]

    def _next_turn(self) -> TurnBegan:
        turn, alive = self._turn + 1, self._alive
        while True:
            if turn == self.seats:
                turn = 0
            if alive[turn]:
                break
            turn += 1
        self._turn = turn
        self._pending = Roll.kind
        return _TURN_BEGAN[turn]

    def _explode(self, ring_state: RingState, moved: int, result: list[Event]) -> None:
        """Blow dice up on a card, with all effects on hearts and dice (WH-11, WH-14)."""
        ring = ring_state.ring
        for blast in resolve_explosions(ring_state, moved):
            result.append(events.Exploded(blast.card_index, ring[blast.card_index], blast.dice, blast.takes))
            result.append(events.Reset(blast.dice, blast.to, ring[blast.to]))
            owner = self._owners[blast.card_index]
            if blast.takes and owner >= 0 and self._alive[owner]:
                self._lose(ring_state, owner, blast.card_index, result)
                if self.is_over:
                    return

    def _lose(self, ring_state: RingState, owner: int, index: int, result: list[Event]) -> None:
        """WH-13: a heart of the owner was blown up."""
        if self.options.last_heart and self._has_spade_in_play(ring_state, owner):
            result.append(events.HeartLost(owner, matching_heart(ring_state.ring[index])))
            return
        self._alive[owner] = False
        self._out.append(owner)
        result.append(events.Out(owner, self._hearts[owner]))
        if self._alive.count(True) == 1:
            winner = self._alive.index(True)
            self.is_over = True
            result.append(events.Won(winner))
            result.append(events.HeartsRevealed(winner, self._hearts, self._unused))

    def _has_spade_in_play(self, ring_state: RingState, seat: int) -> bool:
        return any(owner == seat and not ring_state.is_down(index) for index, owner in enumerate(self._owners))

    def sample_chance(self, rng: Random) -> Chance:
        """Return a random deal or roll."""
        if self._ring_state is None:
            self._drawn_deal = Deal(deal(self.seats, self.options, rng))
            return self._drawn_deal
        return _ROLLS[int(rng.random() * 6)]

    def chance_outcomes(self) -> list[tuple[Chance, float]] | None:
        """Return the six rolls; deals are too many."""
        return [(Roll(pips), 1 / len(PIPS)) for pips in PIPS] if self._pending == Roll.kind else None

    def _why_not_chance(self, chance: Chance) -> Reason | None:
        if isinstance(chance, Roll):
            return None if chance.outcome in PIPS else reasons.NoSuchRoll(chance.outcome)
        assert isinstance(chance, Deal)
        return why_not_deal(self.seats, self.options, chance.outcome)

    def apply_chance(self, chance: Chance) -> list[Event]:
        """Carry out the outcome and return its events.

        Raises `Illegal` with the reason of `why_not_chance`.
        """
        if self._pending == Roll.kind and type(chance) is Roll and chance.outcome in PIPS:
            self._roll = pips = chance.outcome
            self._pending = None
            return [_ROLLED[self._turn][pips]]
        # A deal that was drawn here is possible.
        return self._apply_chance(chance) if chance is self._drawn_deal else super().apply_chance(chance)

    def _apply_chance(self, chance: Chance) -> list[Event]:
        assert isinstance(chance, Deal)
        self._drawn_deal = None
        self._begin(chance.outcome)
        laid = events.RingLaid(chance.outcome.ring, first_dice(chance.outcome)[0].at)
        hands = enumerate(self._hearts)
        dealt = [events.Dealt(seat, len(hearts), hearts, visible_to=(seat,)) for seat, hearts in hands]
        return [laid, *dealt, _TURN_BEGAN[self._turn]]

    def _find_unused(self, ring_state: RingState) -> tuple[str, ...]:
        """Return the hearts of no player, of those whose spades are in the ring (WH-03)."""
        unowned = [card for card, owner in zip(ring_state.ring, self._owners, strict=True) if owner < 0]
        return tuple([heart for heart, spade in zip(HEARTS, SPADES, strict=True) if spade in unowned])

    def _revealed_hearts(self) -> tuple[tuple[str, ...], ...]:
        """Return the hearts of each seat that all have seen (WH-13, WH-15).

        They change with the cards face down.
        """
        ring_state = self._ring_state
        if ring_state is not None and ring_state.down != self._revealed_for:
            blown = [ring_state.ring[index] for index in bit_indexes(ring_state.down)]
            self._revealed = tuple(
                [
                    hearts
                    if self.is_over or not alive
                    else tuple([heart for heart in hearts if matching_spade(heart) in blown])
                    for hearts, alive in zip(self._hearts, self._alive, strict=True)
                ]
            )
            self._revealed_for = ring_state.down
        return self._revealed

    @property
    def out_seats(self) -> tuple[int, ...]:
        """The seats that went out, in this order, which is public."""
        return tuple(self._out)

    def view(self, seat: int | None) -> WheelView:
        """Return the view of a seat; None: of a spectator."""
        return self._view(seat, self.is_over)

    def full_view(self) -> WheelView:
        """Return the view that shows everything."""
        return self._view(None, True)

    def _view(self, seat: int | None, everything: bool) -> WheelView:
        ring_state, alive, hands, unused = self._ring_state, tuple(self._alive), self._hearts, self._unused
        hearts: tuple[tuple[str, ...] | int, ...] = hands
        if not everything:
            hidden = [owner != seat and is_alive for owner, is_alive in enumerate(alive)]
            hearts = tuple([len(cards) if hide else cards for cards, hide in zip(hands, hidden, strict=True)])
        return WheelView(
            game="wheel",
            seat=seat,
            is_over=self.is_over,
            active_seats=(self._turn,) if self._roll else (),
            ranking=self.ranking() if self.is_over else None,
            end_reason="last_left" if self.is_over else None,
            ring=ring_state.ring if ring_state else (),
            face_down=bit_indexes(ring_state.down) if ring_state else (),
            dice=(*map(_cached_die, ring_state.die_positions, ring_state.pips),) if ring_state else (),
            hearts=hearts,
            shown=self._revealed_hearts(),
            unused=unused if everything else len(unused),
            turn=self._turn if ring_state else None,
            roll=self._roll or None,
            alive=alive,
            options=self.options,
        )

    def resample(self, seat: int, rng: Random) -> WheelState:
        """Return another state that agrees with all that the seat may know.

        Hearts that the seat has not seen are dealt again. A heart that its owner has not shown is one whose spade is
        in play.
        """
        world = self.copy()
        ring_state = self._ring_state
        if ring_state is None or self.is_over:
            return world
        revealed = self._revealed_hearts()
        visible = [hearts if owner == seat else revealed[owner] for owner, hearts in enumerate(self._hearts)]
        visible_hearts = [heart for hearts in visible for heart in hearts]
        up = [
            card
            for index, card in enumerate(ring_state.ring)
            if index != ring_state.joker and not ring_state.is_down(index)
        ]
        free = [matching_heart(card) for card in up if matching_heart(card) not in visible_hearts]
        rng.shuffle(free)
        hands = []
        for visible_here, hearts in zip(visible, self._hearts, strict=True):
            hands.append(tuple(heart if heart in visible_here else free.pop() for heart in hearts))
        world._give_hearts(tuple(hands))
        return world

    def copy(self) -> WheelState:
        """Return an independent copy."""
        copied = object.__new__(type(self))
        copied.seats = self.seats
        copied.options = self.options
        copied.is_over = self.is_over
        copied._ring_state = self._ring_state.copy() if self._ring_state else None
        copied._hearts = self._hearts
        copied._unused = self._unused
        copied._revealed = self._revealed
        copied._revealed_for = self._revealed_for
        copied._owners = self._owners
        copied._alive = self._alive.copy()
        copied._out = self._out.copy()
        copied._turn = self._turn
        copied._roll = self._roll
        copied._pending = self._pending
        copied._drawn_deal = None
        return copied

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WheelState):
            return NotImplemented
        return self._facts() == other._facts()

    __hash__ = None  # type: ignore[assignment]

    def _facts(self) -> tuple[object, ...]:
        turn_facts = (self._turn, self._roll, self._pending)
        return (self.seats, self.options, self._ring_state, self._hearts, self._alive, self._out, *turn_facts)
