"""The wheel game as a state machine."""

from __future__ import annotations

from functools import cache
from random import Random

from grenade_salad.core import Action, Chance, Event, Reason, State, TurnBegan
from grenade_salad.core.reasons import NoSuchAction
from grenade_salad.games.wheel import events, reasons
from grenade_salad.games.wheel.actions import Advance, Deal, Die, Roll, WheelSetup
from grenade_salad.games.wheel.cards import HEARTS, SPADES, heart_of, spade_of
from grenade_salad.games.wheel.deal import deal, first_dice, who_is_in, why_not_deal
from grenade_salad.games.wheel.notation import NOTATION
from grenade_salad.games.wheel.options import MOST_SEATS, WheelOptions
from grenade_salad.games.wheel.position_notation import POSITIONS
from grenade_salad.games.wheel.ring import BLAST, DICE, PIPS, Board, board, explosions, places, put_down
from grenade_salad.games.wheel.view import WheelView

# Value objects that are the same in every match are made once: it halves the time of a turn.
_ADVANCES: tuple[list[Action], ...] = tuple([Advance(seat, die) for die in DICE] for seat in range(MOST_SEATS))
_ROLLS = tuple(Roll(pips) for pips in PIPS)
_ROLLED = [[events.Rolled(seat, pips) for pips in range(7)] for seat in range(MOST_SEATS)]
_die = cache(Die)
_TURN_BEGAN = [TurnBegan(seat) for seat in range(MOST_SEATS)]


class WheelState(State):
    """A position. Luck is due until the black die is rolled; then the seat whose turn it is chooses a white die."""

    __slots__ = (
        "_alive",
        "_board",
        "_drawn",
        "_due",
        "_hearts",
        "_out",
        "_owners",
        "_roll",
        "_shown",
        "_shown_at",
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
        """The options and the setup have been checked; without a setup the deal is due."""
        self.seats = seats
        self.options = options
        self.is_over = False
        self._board: Board | None = None
        self._hearts: tuple[tuple[str, ...], ...] = ((),) * seats
        self._unused: tuple[str, ...] = ()
        self._shown: tuple[tuple[str, ...], ...] = self._hearts
        self._shown_at = 0
        self._owners: list[int] = []
        self._alive = [True] * seats
        self._out: list[int] = []
        self._turn = -1
        self._roll = 0
        self._due: str | None = Deal.kind
        self._drawn: Deal | None = None
        if setup is not None:
            self._begin(setup)

    def _begin(self, setup: WheelSetup) -> None:
        dice = first_dice(setup) if setup.dice is None else setup.dice
        self._board = board(setup.ring, setup.face_down or (), dice, self.options)
        self._give(setup.hearts)
        if setup.face_down:
            self._alive = who_is_in(self.options, setup)
        self._out = list(setup.out or ())
        self._turn = setup.turn
        self._roll = setup.roll or 0
        # No setup that was checked is over; a match that a batch of tables hands out may be.
        self.is_over = self._alive.count(True) == 1
        self._due = None if setup.roll or self.is_over else Roll.kind

    def _give(self, hands: tuple[tuple[str, ...], ...]) -> None:
        assert self._board is not None
        ring = self._board.ring
        owners = [-1] * len(ring)
        for seat, hearts in enumerate(hands):
            for heart in hearts:
                owners[ring.index(spade_of(heart))] = seat
        self._hearts = hands
        self._owners = owners
        self._unused = self._nobodys(self._board)
        self._shown_at = -1

    def active_seats(self) -> tuple[int, ...]:
        """The seat whose turn it is, once the black die is rolled."""
        return (self._turn,) if self._roll else ()

    def pending_chance(self) -> str | None:
        """The deal at the start, and the black die at the start of each turn."""
        return self._due

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The last player left, then the others, the last to go out first; those who were out in a setup are last."""
        if not self.is_over:
            return ()
        before = tuple(seat for seat in range(self.seats) if not self._alive[seat] and seat not in self._out)
        places = [(self._alive.index(True),), *((seat,) for seat in reversed(self._out))]
        return (*places, before) if before else tuple(places)

    def legal_actions(self, seat: int) -> list[Action]:
        """One move for each white die."""
        return _ADVANCES[seat].copy() if self._roll and seat == self._turn else []

    def _why_not(self, action: Action) -> Reason | None:
        if not isinstance(action, Advance):
            return NoSuchAction(action.do)
        return None if action.die in DICE else reasons.NoSuchDie(action.die)

    def apply(self, action: Action) -> list[Event]:
        """Carry the action out; what happened. Raises Illegal with `why_not`, and changes nothing then."""
        # What comes in every turn goes the short way: to ask all questions first takes twice as long.
        if self._roll and type(action) is Advance and action.seat == self._turn and action.die in DICE:
            return self._advance(action.die)
        return super().apply(action)

    def _apply(self, action: Action) -> list[Event]:
        assert isinstance(action, Advance)
        return self._advance(action.die)

    def _advance(self, die: int) -> list[Event]:
        table = self._board
        assert table is not None
        start, pips, turn = table.at[die], table.pips, self._turn
        path = table.ways.paths[start][self._roll]
        to = path[-1]
        joker = put_down(table, die, to)
        moved = events.Moved(turn, die, start, path, table.ring[to], pips[die], table.ring[start])
        self._roll = 0
        if joker or BLAST in pips:
            happened: list[Event] = [moved]
            if joker:
                happened.append(events.Raised(tuple(pips)))
            self._explode(table, die, happened)
            if self.is_over:
                return happened
            happened.append(self._next_turn())
            return happened
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
        self._due = Roll.kind
        return _TURN_BEGAN[turn]

    def _explode(self, table: Board, moved: int, happened: list[Event]) -> None:
        """Blow dice up on a card, with all that follows for hearts and dice (WH-11, WH-14)."""
        ring = table.ring
        for blast in explosions(table, moved):
            happened.append(events.Exploded(blast.at, ring[blast.at], blast.dice, blast.takes))
            happened.append(events.Reset(blast.dice, blast.to, ring[blast.to]))
            owner = self._owners[blast.at]
            if blast.takes and owner >= 0 and self._alive[owner]:
                self._lose(table, owner, blast.at, happened)
                if self.is_over:
                    return

    def _lose(self, table: Board, owner: int, at: int, happened: list[Event]) -> None:
        """WH-13: a heart of the owner was blown up."""
        if self.options.last_heart and self._has_more(table, owner):
            happened.append(events.HeartLost(owner, heart_of(table.ring[at])))
            return
        self._alive[owner] = False
        self._out.append(owner)
        happened.append(events.Out(owner, self._hearts[owner]))
        if self._alive.count(True) == 1:
            winner = self._alive.index(True)
            self.is_over = True
            happened.append(events.Won(winner))
            happened.append(events.HeartsRevealed(winner, self._hearts, self._unused))

    def _has_more(self, table: Board, seat: int) -> bool:
        return any(owner == seat and not table.is_down(at) for at, owner in enumerate(self._owners))

    def sample_chance(self, rng: Random) -> Chance:
        """A random deal or roll."""
        if self._board is None:
            self._drawn = Deal(deal(self.seats, self.options, rng))
            return self._drawn
        return _ROLLS[int(rng.random() * 6)]

    def chance_outcomes(self) -> list[tuple[Chance, float]] | None:
        """The six rolls; deals are too many."""
        return [(Roll(pips), 1 / len(PIPS)) for pips in PIPS] if self._due == Roll.kind else None

    def _why_not_chance(self, chance: Chance) -> Reason | None:
        if isinstance(chance, Roll):
            return None if chance.outcome in PIPS else reasons.NoSuchRoll(chance.outcome)
        assert isinstance(chance, Deal)
        return why_not_deal(self.seats, self.options, chance.outcome)

    def apply_chance(self, chance: Chance) -> list[Event]:
        """Carry the outcome out; what happened. Raises Illegal with the reason of `why_not_chance`."""
        if self._due == Roll.kind and type(chance) is Roll and chance.outcome in PIPS:
            self._roll = pips = chance.outcome
            self._due = None
            return [_ROLLED[self._turn][pips]]
        # A deal that was drawn here is possible.
        return self._apply_chance(chance) if chance is self._drawn else super().apply_chance(chance)

    def _apply_chance(self, chance: Chance) -> list[Event]:
        assert isinstance(chance, Deal)
        self._drawn = None
        self._begin(chance.outcome)
        laid = events.RingLaid(chance.outcome.ring, first_dice(chance.outcome)[0].at)
        hands = enumerate(self._hearts)
        dealt = [events.Dealt(seat, len(hearts), hearts, visible_to=(seat,)) for seat, hearts in hands]
        return [laid, *dealt, _TURN_BEGAN[self._turn]]

    def _nobodys(self, table: Board) -> tuple[str, ...]:
        """The hearts that nobody has, of those whose spades are in the ring (WH-03)."""
        nobodys = [card for card, owner in zip(table.ring, self._owners, strict=True) if owner < 0]
        return tuple([heart for heart, spade in zip(HEARTS, SPADES, strict=True) if spade in nobodys])

    def _seen(self) -> tuple[tuple[str, ...], ...]:
        """The hearts of each seat that everybody has seen (WH-13, WH-15); they change with the cards face down."""
        table = self._board
        if table is not None and table.down != self._shown_at:
            blown = [table.ring[at] for at in places(table.down)]
            self._shown = tuple(
                [
                    hearts
                    if self.is_over or not alive
                    else tuple([heart for heart in hearts if spade_of(heart) in blown])
                    for hearts, alive in zip(self._hearts, self._alive, strict=True)
                ]
            )
            self._shown_at = table.down
        return self._shown

    @property
    def outs(self) -> tuple[int, ...]:
        """The seats that went out, in this order; everybody has seen it."""
        return tuple(self._out)

    def view(self, seat: int | None) -> WheelView:
        """What the seat may know; None: what everybody may know."""
        return self._view(seat, self.is_over)

    def full_view(self) -> WheelView:
        """The view of somebody who sees everything."""
        return self._view(None, True)

    def _view(self, seat: int | None, everything: bool) -> WheelView:
        table, alive, hands, unused = self._board, tuple(self._alive), self._hearts, self._unused
        hearts: tuple[tuple[str, ...] | int, ...] = hands
        if not everything:
            hidden = [who != seat and there for who, there in enumerate(alive)]
            hearts = tuple([len(cards) if hide else cards for cards, hide in zip(hands, hidden, strict=True)])
        return WheelView(
            game="wheel",
            seat=seat,
            is_over=self.is_over,
            active_seats=(self._turn,) if self._roll else (),
            ranking=self.ranking() if self.is_over else None,
            end_reason="last_left" if self.is_over else None,
            ring=table.ring if table else (),
            face_down=places(table.down) if table else (),
            dice=(*map(_die, table.at, table.pips),) if table else (),
            hearts=hearts,
            shown=self._seen(),
            unused=unused if everything else len(unused),
            turn=self._turn if table else None,
            roll=self._roll or None,
            alive=alive,
            options=self.options,
        )

    def resample(self, seat: int, rng: Random) -> WheelState:
        """Another state that is possible for all the seat may know: hearts that it has not seen are dealt anew.

        A heart that its owner has not shown is one whose spade is in play.
        """
        other = self.copy()
        table = self._board
        if table is None or self.is_over:
            return other
        shown = self._seen()
        known = [hearts if who == seat else shown[who] for who, hearts in enumerate(self._hearts)]
        seen = [heart for hearts in known for heart in hearts]
        up = [card for at, card in enumerate(table.ring) if at != table.joker and not table.is_down(at)]
        free = [heart_of(card) for card in up if heart_of(card) not in seen]
        rng.shuffle(free)
        hands = []
        for kept, hearts in zip(known, self._hearts, strict=True):
            hands.append(tuple(heart if heart in kept else free.pop() for heart in hearts))
        other._give(tuple(hands))
        return other

    def copy(self) -> WheelState:
        """An independent copy."""
        other = object.__new__(type(self))
        other.seats = self.seats
        other.options = self.options
        other.is_over = self.is_over
        other._board = self._board.copy() if self._board else None
        other._hearts = self._hearts
        other._unused = self._unused
        other._shown = self._shown
        other._shown_at = self._shown_at
        other._owners = self._owners
        other._alive = self._alive.copy()
        other._out = self._out.copy()
        other._turn = self._turn
        other._roll = self._roll
        other._due = self._due
        other._drawn = None
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WheelState):
            return NotImplemented
        return self._facts() == other._facts()

    __hash__ = None  # type: ignore[assignment]

    def _facts(self) -> tuple[object, ...]:
        luck = (self._turn, self._roll, self._due)
        return (self.seats, self.options, self._board, self._hearts, self._alive, self._out, *luck)
